//! Calls of functions of other crates: their names in findings, and whether they concern the subject.

use std::path::Path;

use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationOrigin, OperationRecord};
use gadfly_plan::types::tracked;
use gadfly_wire::Location;

use crate::report::Kind;

/// The name where there is no better one.
const OF_STD: &str = "an operation of the standard library";

/// Returns whether an operation is unrelated to a crate: it is foreign, or no value of the crate goes in or out. Types of
/// dependencies that the crate re-exports are named like its own; their functions are foreign nevertheless.
pub(crate) fn is_strange(record: &OperationRecord, krate: &str) -> bool {
    record.origin == OperationOrigin::Foreign || !concerns(record, krate)
}

/// Returns whether an operation takes or returns values of a crate.
fn concerns(record: &OperationRecord, krate: &str) -> bool {
    let is_named = |ty: &str| first_of(ty, krate).is_some();
    is_named(&record.output) || record.parameters.iter().any(|it| is_named(&it.ty))
}

/// The type of a crate to which a type of the standard library forwards calls: `k::Error` of `Option<k::Error>`.
pub(crate) fn held<'t>(ty: &'t str, krate: &str) -> Option<&'t str> {
    let rest = &ty[first_of(ty, krate).filter(|_| ty.starts_with("std::"))?..];
    let mut depth = 0_usize;
    let is_end = |(_, letter): &(usize, char)| match letter {
        '<' | '(' | '[' => {
            depth += 1;
            false
        }
        '>' | ')' | ']' if depth > 0 => {
            depth -= 1;
            false
        }
        _ => depth == 0 && ",;>)]".contains(*letter),
    };
    let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
    Some(&rest[..end])
}

/// The first position at which a type of a crate is named.
fn first_of(ty: &str, krate: &str) -> Option<usize> {
    let root = format!("{krate}::");
    let is_whole = |at: &usize| {
        let before = ty[..*at].chars().next_back();
        before.is_none_or(|before| !before.is_alphanumeric() && !"_:".contains(before))
    };
    ty.match_indices(&root).map(|(at, _)| at).find(is_whole)
}

/// Returns whether a file is among the generated operations. Cargo names files of a workspace relative to its root; the
/// subject is outside of this workspace.
pub(crate) fn is_generated(file: &Path, home: &Path) -> bool {
    file.starts_with(home) || file.starts_with("operations")
}

/// Returns whether neither the type of the value nor the place of the failure belongs to the subject: the value was broken
/// before, by another call.
pub(crate) fn is_foreign_failure(ty: &str, kind: Kind, place: Option<&Location>) -> bool {
    let is_foreign = rust_path::is_universal(ty) || ty.starts_with(tracked::PATH);
    let is_elsewhere = place.is_none_or(|place| place.file.starts_with("/rustc/"));
    matches!(kind, Kind::Crash | Kind::Panic) && is_foreign && is_elsewhere
}

/// The called function as a path.
pub(crate) fn name(record: &OperationRecord) -> String {
    let called = record.body.split('(').next().unwrap_or_default().trim();
    let name = rust_path::plain(called.trim_start_matches("::"));
    match (name.as_str(), record.parameters.first()) {
        ("std::mem::drop", Some(dropped)) => rust_path::plain(&format!("{}::drop", dropped.ty)),
        _ if name.starts_with("std::") || !name.contains("::") => OF_STD.to_owned(),
        _ => name,
    }
}

/// The type whose method a source calls first: `k::List<u8>` of `<k::List<u8>>::new()`.
pub(crate) fn owner_in<'s>(source: &'s str, method: &str) -> Option<&'s str> {
    let end = source.find(&format!(">::{method}("))?;
    let mut depth = 0_usize;
    for (at, c) in source[..=end].char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&source[at + 1..end]);
        }
    }
    None
}

#[cfg(test)]
pub(crate) mod tests {
    use gadfly_model::{Prim, Ty};
    use gadfly_plan::prepared::{ParameterMode, ParameterRecord};

    use super::*;

    /// An operation that takes one value.
    pub(crate) fn record(body: &str, ty: &str) -> OperationRecord {
        let parameter = ParameterRecord {
            ty: ty.to_owned(),
            // What tests go by is a path without arguments, or the standard library's with one.
            value_type: match ty.split_once('<') {
                Some((path, _)) => Ty::adt(path, [Ty::Prim(Prim::U64)]),
                None => Ty::adt(ty, []),
            },
            mode: ParameterMode::Value,
            is_copy: false,
        };
        OperationRecord {
            function: None,
            body: body.to_owned(),
            output: "()".to_owned(),
            parameters: vec![parameter],
            is_method: false,
            is_partial: false,
            is_built: true,
            origin: OperationOrigin::Plain,
            output_type: Ty::unit(),
        }
    }

    #[test]
    fn a_law_without_arguments_names_its_type_itself() {
        let source = "{ let (a, b) = (<k::List<u8, [u8; 2]>>::new(), <k::List<u8> as Default>::default()); }";
        assert_eq!(owner_in(source, "new"), Some("k::List<u8, [u8; 2]>"));
        assert_eq!(owner_in(source, "make"), None);
    }

    #[test]
    fn operations_concern_the_crates_of_their_types() {
        let concerns = |ty| concerns(&record("f(x0)", ty), "big");
        assert!(concerns("big::Map<u8>") && concerns("std::vec::Vec<big::Map>"));
        assert!(!concerns("num::big::Map") && !concerns("too_big::Map") && !concerns("u8"));
    }

    #[test]
    fn functions_of_dependencies_that_are_passed_on_are_strangers() {
        let own = record("big::num::Int::pow(x0, 9)", "big::num::Int");
        assert!(!is_strange(&own, "big"));
        assert!(is_strange(&OperationRecord { origin: OperationOrigin::Foreign, ..own }, "big"));
        assert!(is_strange(&record("std::iter::repeat(x0)", "u8"), "big"));
    }

    #[test]
    fn standard_types_are_resolved_to_held_types() {
        let held = |ty| held(ty, "k");
        assert_eq!(held("std::result::Result<k::Map<u8, u8>, k::Error>"), Some("k::Map<u8, u8>"));
        assert_eq!(held("std::vec::Vec<(u8, k::Map<(u8, u8)>)>"), Some("k::Map<(u8, u8)>"));
        assert_eq!(held("std::option::Option<&k::Error>"), Some("k::Error"));
        assert_eq!(held("k::Map<k::Error>"), None);
        assert_eq!(held("std::vec::Vec<u8>"), None);
    }

    #[test]
    fn operations_are_known_by_their_folder_however_it_is_named() {
        let is_generated =
            |file: &str| is_generated(Path::new(file), Path::new("/k/target/gadfly"));
        assert!(is_generated("operations/src/operations0.rs"));
        assert!(is_generated("/k/target/gadfly/build/operations/src/lib.rs"));
        assert!(!is_generated("/k/src/operations.rs") && !is_generated("src/operations.rs"));
    }

    #[test]
    fn foreign_failures_are_not_findings() {
        let is_foreign_failure = |ty, kind, file: Option<&str>| {
            let place = file.map(|file| Location { file: file.to_owned(), line: 1, column: 1 });
            is_foreign_failure(ty, kind, place.as_ref())
        };
        let result = "std::result::Result<[&mut u8; 2], k::Error>";
        assert!(
            is_foreign_failure(result, Kind::Crash, None)
                && is_foreign_failure("i32", Kind::Crash, None)
        );
        assert!(is_foreign_failure(
            result,
            Kind::Panic,
            Some("/rustc/1/library/core/src/str/mod.rs")
        ));
        assert!(
            !is_foreign_failure(result, Kind::Panic, Some("/k/src/error.rs")),
            "`Error` cannot be shown"
        );
        assert!(
            !is_foreign_failure("k::Error", Kind::Panic, None)
                && !is_foreign_failure(result, Kind::Law, None)
        );
    }

    #[test]
    fn a_finding_names_what_was_called() {
        let name = |body, ty| name(&record(body, ty));
        assert_eq!(name("::std::mem::drop(x0)", "k::Map<u8>"), "k::Map::drop");
        assert_eq!(name("num::Int::pow(x0, x1)", "num::Int"), "num::Int::pow");
        assert_eq!(name("<num::Int as num::Pow<u8>>::pow(x0, 2)", "num::Int"), "num::Int::pow");
        assert_eq!(name("std::iter::Iterator::count(x0)", "std::ops::Range<u8>"), OF_STD);
        assert_eq!(name("x0", "u8"), OF_STD);
    }
}
