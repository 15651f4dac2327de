//! The type that notices what becomes of its values, among the types that parameters stand for.
//!
//! It takes the place of text as the type that owns something, in crates that use `unsafe`: what is freed twice, or used after
//! it was freed, shows there at once.

use std::path::Path;

use gadfly_model::Ty;

use super::std_traits::Verdict;

/// What it is called, in operations, in questions to the compiler and in tests: each have the module.
pub const PATH: &str = "tracked::Tracked";

/// The type.
pub fn tracked() -> Ty {
    Ty::adt(PATH, [])
}

/// Whether it implements a trait of the standard library, by the trait's last name.
pub(super) fn judge(trait_name: &str) -> Verdict {
    match trait_name {
        "Clone" | "Debug" | "Default" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Hash"
        | "Sized" | "Send" | "Sync" | "Unpin" | "UnwindSafe" | "RefUnwindSafe" | "Any" => {
            Verdict::Yes
        }
        "Into" | "TryInto" | "From" | "TryFrom" | "Borrow" | "BorrowMut" | "ToOwned" => {
            Verdict::Maybe
        }
        _ => Verdict::No,
    }
}

/// Whether a file is the one that defines it: what panics there says nothing of where the mistake is.
pub fn is_place(file: &str) -> bool {
    Path::new(file).ends_with("gadfly-engine/src/tracked.rs")
}

/// Its module as source.
pub fn definition() -> String {
    let files = gadfly_engine::sources::FILES;
    let (_, text) = files.iter().find(|file| file.0 == "src/tracked.rs").expect("it is listed");
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().skip_while(|line| line.starts_with("//!") || line.is_empty());
    let lines: Vec<&str> = lines.collect();
    format!("mod tracked {{\n    {}\n}}\n", lines.join("\n    ").trim_end())
        .replace("\n    \n", "\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_definition_stands_alone() {
        let text = definition();
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(text.starts_with("mod tracked {\n    use std::"), "{text}");
        assert!(text.contains("pub struct Tracked {") && !text.contains("#[test]"));
    }
}
