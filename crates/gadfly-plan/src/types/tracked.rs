//! The type that notices what becomes of its values, among the types that parameters stand for.
//!
//! It takes the place of text as the type that owns something, in crates that use `unsafe`: what is freed twice, or used after
//! it was freed, shows there at once.

use std::path::Path;

use gadfly_model::{Prim, Ty};

use super::subst::strip_refs;
use crate::operations::candidate::{CallOrigin, Candidate, Input};
use crate::solve::std_traits::TraitVerdict;

pub use gadfly_engine::values::tracked::{INTENDED_PANIC, is_misuse};

/// Its path in operations, in questions to the compiler and in tests: each have the module.
pub const PATH: &str = "tracked::Tracked";

/// Panicking values stand fewer uses than this.
const PATIENCE: usize = 3;

/// The type.
pub fn tracked() -> Ty {
    Ty::adt(PATH, [])
}

/// Makers of its values: any, and some that panic when they are used or dropped.
pub(crate) fn builders() -> Vec<Candidate> {
    let number = vec![Input::val(Ty::Prim(Prim::U8))];
    let any = Candidate::builtin(number, format!("{PATH}::new(x0)"));
    let panicking = |call: String| {
        Candidate::with_origin(CallOrigin::Panicking, Vec::new(), format!("{PATH}::{call}"))
    };
    let ways = (0..PATIENCE).map(|uses| format!("panicking({uses})"));
    let ways = ways.chain(["panicking_on_drop()".to_owned()]);
    std::iter::once(any).chain(ways.map(panicking)).collect()
}

/// Returns whether a type is this one, or a reference to it.
pub(crate) fn is_tracked(ty: &Ty) -> bool {
    *strip_refs(ty) == tracked()
}

/// Returns whether it implements a trait of the standard library, by the trait's last name.
pub(crate) fn judge(trait_name: &str) -> TraitVerdict {
    match trait_name {
        "Clone" | "Debug" | "Default" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Hash"
        | "Sized" | "Send" | "Sync" | "Unpin" | "UnwindSafe" | "RefUnwindSafe" | "Any" => {
            TraitVerdict::Yes
        }
        "Into" | "TryInto" | "From" | "TryFrom" | "Borrow" | "BorrowMut" | "ToOwned" => {
            TraitVerdict::Maybe
        }
        _ => TraitVerdict::No,
    }
}

/// Returns whether a file is the one that defines it: what panics there says nothing of where the mistake is.
pub fn is_place(file: &str) -> bool {
    Path::new(file).ends_with("gadfly-engine/src/values/tracked.rs")
}

/// Its module as source.
pub fn definition() -> String {
    let files = gadfly_engine::sources::FILES;
    let (_, text) =
        files.iter().find(|file| file.0 == "src/values/tracked.rs").expect("it is listed");
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().skip_while(|line| line.starts_with("//!") || line.is_empty());
    let lines: Vec<&str> = lines.collect();
    // No test uses all of it.
    format!("#[allow(dead_code)]\nmod tracked {{\n    {}\n}}\n", lines.join("\n    ").trim_end())
        .replace("\n    \n", "\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panicking_values_are_marked_and_defined_in_tests() {
        let is_calm = |builder: &&Candidate| builder.origin != CallOrigin::Panicking;
        let calm: Vec<String> =
            builders().iter().filter(is_calm).map(|builder| builder.body.clone()).collect();
        assert_eq!(calm, ["tracked::Tracked::new(x0)"]);
        let bodies: Vec<String> = builders().into_iter().map(|builder| builder.body).collect();
        assert!(bodies.iter().any(|body| body == "tracked::Tracked::panicking_on_drop()"));
        let text = definition();
        for body in &bodies {
            let name = body.trim_start_matches(PATH).split('(').next().unwrap_or_default();
            assert!(text.contains(&format!("pub fn {}(", name.trim_start_matches(':'))), "{body}");
        }
    }

    #[test]
    fn its_definition_stands_alone() {
        let text = definition();
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(text.starts_with("#[allow(dead_code)]\nmod tracked {\n    use std::"), "{text}");
        assert!(text.contains("pub struct Tracked {") && !text.contains("#[test]"));
    }
}
