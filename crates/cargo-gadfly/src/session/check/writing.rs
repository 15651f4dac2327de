//! Failing inputs as tests that call the property, as text.
//!
//! Pure. A test of a function stands in a module beside it and calls it; a test of a method, beside which nothing can stand,
//! calls it by name from wherever the crate takes such tests in. So does a test of a function of whose name there are several,
//! because a file is found by the name alone.

use gadfly_model::rust_path;
use gadfly_plan::names::snake_case;
use gadfly_plan::prepared::{ParameterMode, Prepared};
use gadfly_plan::properties::PropertyRecord;
use gadfly_test_file::CALL_BY_NAME;
use gadfly_tests::emit::TestText;
use gadfly_tests::place::{Home, HomeKind};
use gadfly_tests::print::{Body, End, Imports, Scope, Style, print_body};
use gadfly_wire::{Outcome, Sequence};

use super::crate_tests::selector;

/// What crates of test files are called in the harness.
pub(super) const TEST_PREFIX: &str = "gadfly_test_";

/// The home of tests of a property; nothing if they call it by name, and the crate has no place for such tests. `is_twin`
/// says whether another function has the same name.
pub(super) fn home_of(property: &PropertyRecord, hooks: &[String], is_twin: bool) -> Option<Home> {
    let krate = rust_path::first(&property.module);
    let test = krate.strip_prefix(TEST_PREFIX);
    let selector = selector(krate);
    let below = |module: &str| match module.split_once("::") {
        Some((_, below)) => format!("{below}::"),
        None => String::new(),
    };
    let name = property.name.clone();
    if !property.is_method && !is_twin {
        let kind = HomeKind::BesideProperty { signature: property.signature.clone() };
        let (file, parent) = (name.clone(), below(&property.module));
        return Some(Home { kind, file, name, parent, selector });
    }
    let is_there = |hook: &&String| rust_path::first(hook) == krate;
    let hook = hooks.iter().find(is_there)?;
    let file = if property.is_method {
        let segments: Vec<&str> = property.key.split("::").collect();
        let owner = segments.len().checked_sub(2).map_or("", |at| segments[at]);
        let clean: String =
            owner.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        format!("{}_{name}", snake_case(clean.trim_matches('_')))
    } else {
        // The module with the file; what stands in the root of the library belongs to the crate.
        let modules = property.module.split("::").skip(usize::from(test.is_none()));
        let modules: Vec<&str> =
            modules.map(|module| module.trim_start_matches(TEST_PREFIX)).collect();
        let place = if modules.is_empty() { "crate".to_owned() } else { modules.join("_") };
        format!("{place}_{name}")
    };
    Some(Home { kind: HomeKind::ByName, file, name, parent: below(hook), selector })
}

/// The test of an input, in a style; nothing if it cannot be written.
pub(super) fn test_text(
    prepared: &Prepared,
    property: &PropertyRecord,
    home: &Home,
    lib_name: &str,
    edition: &str,
    input: Input<'_>,
    (wording, style): (Wording, Style),
) -> Option<TestText> {
    let mut prepared = prepared.clone();
    let operation = prepared.operations.get_mut(property.operation as usize)?;
    if home.kind == HomeKind::ByName {
        let given = operation.parameters.iter().enumerate().map(|(index, parameter)| {
            let way = match parameter.mode {
                ParameterMode::Value => "value",
                ParameterMode::Shared => "shared",
                ParameterMode::Exclusive => "exclusive",
                ParameterMode::SharedUnsized => "shared_unsized",
                ParameterMode::ExclusiveUnsized => "exclusive_unsized",
            };
            let ty = &parameter.ty;
            let of = if is_standard(ty) { format!("::<{ty}>") } else { String::new() };
            format!("gadfly::Given::{way}{of}(x{index})")
        });
        let given = given.collect::<Vec<_>>().join(", ");
        let key = property.key.strip_prefix(TEST_PREFIX).unwrap_or(&property.key);
        operation.body = format!("{CALL_BY_NAME}{key:?}, &mut [{given}])");
        operation.is_method = false;
    } else {
        let call = &operation.body;
        // What never returns is of any type: it has to be said which.
        let of = if property.is_unit { "::<()>" } else { "" };
        operation.body = match (&property.panics, wording) {
            (Some(text), _) => format!("gadfly::replay_panics{of}({text:?}, || {call})"),
            (None, _) if property.err => format!("gadfly::replay_err(|| {call})"),
            (None, Wording::Outcome) => format!("gadfly::replay{of}(|| {call})"),
            (None, Wording::Result) => format!("gadfly::replay_result(|| {call})"),
        };
        operation.is_method = false;
    }
    let mut imports = Imports::with_taken([property.name.as_str()]);
    let body = Body {
        sequence: input.sequence,
        literals: input.literals,
        scope: Scope::Everything,
        end: &End::Call,
        expected: &[],
    };
    // A call by name lets the compiler infer nothing.
    let is_lean = matches!(style, Style::Lean);
    let style = if home.kind == HomeKind::ByName && is_lean { Style::Full } else { style };
    let printed = print_body(&prepared, body, style, &mut imports)?;
    let mut lines = imports.lines(edition);
    lines.extend(printed.source.lines().map(str::to_owned));
    let mut body = lines.join("\n");
    if home.is_in_library() {
        body = with_crate(&body, lib_name);
    }
    if matches!(input.outcome, Outcome::Died { .. }) {
        body = contained(&body);
    }
    Some(TestText { summary: summary(input.message), ignored: None, body })
}

/// What is taken for the property's say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wording {
    /// All that it returns.
    Outcome,
    /// Whether it is an `Err`: what is `Ok` says nothing.
    Result,
}

/// A failing input.
#[derive(Clone, Copy)]
pub(super) struct Input<'i> {
    pub(super) sequence: &'i Sequence,
    pub(super) literals: &'i [String],
    pub(super) outcome: &'i Outcome,
    pub(super) message: &'i str,
}

/// Whether a type is one of the language's or the standard library's: where a property is called by name, nothing but the type
/// says which number `0` is. Values of other types say what they are.
fn is_standard(ty: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut words = ty.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    let is_primitive = |word: &str| !word.contains("::") && word.starts_with(char::is_lowercase);
    let has_lifetime = ty.contains('\'');
    !has_lifetime && words.all(|word| word.starts_with("std::") || is_primitive(word))
}

/// Statements in a process of their own, which they may end or keep for ever; imports stay outside.
fn contained(body: &str) -> String {
    let is_import = |line: &&str| line.starts_with("use ");
    let imports = body.lines().take_while(is_import).map(str::to_owned);
    let statements = body.lines().skip_while(is_import).map(|line| format!("    {line}"));
    let start = ["gadfly::contained(|| {".to_owned()];
    let lines = imports.chain(start).chain(statements).chain(["});".to_owned()]);
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn summary(message: &str) -> String {
    let line = message.lines().map(str::trim).collect::<Vec<_>>().join(", ");
    let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{}.", clean.trim_end_matches('.'))
}

/// Source of the crate itself: its own name is `crate` there.
pub(super) fn with_crate(source: &str, lib_name: &str) -> String {
    let path = format!("{lib_name}::");
    let mut result = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(&path) {
        let (before, after) = rest.split_at(at);
        // The name of a property is a text, and stays as it is.
        let is_part = before
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || ['_', ':', '"'].contains(&c));
        result.push_str(before);
        result.push_str(if is_part { &path } else { "crate::" });
        rest = &after[path.len()..];
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(module: &str, is_method: bool) -> PropertyRecord {
        let owner = if is_method { "Stack<i32>::" } else { "" };
        PropertyRecord {
            operation: 0,
            key: format!("{module}::{owner}holds"),
            name: "holds".to_owned(),
            module: module.to_owned(),
            is_method,
            line: 1,
            is_unit: true,
            ..PropertyRecord::default()
        }
    }

    #[test]
    fn tests_of_functions_stand_beside_them() {
        let home = home_of(&property("k::props", false), &[], false).expect("a home");
        assert_eq!(
            (home.file.as_str(), home.path_of("a").as_str()),
            ("holds", "props::gadfly_failures_holds::a")
        );
        assert_eq!(home.selector, ["--lib"]);
        let home = home_of(&property("gadfly_test_laws", false), &[], false).expect("a home");
        assert_eq!(home.path_of("a"), "gadfly_failures_holds::a");
        assert_eq!(home.selector, ["--test", "laws"]);
    }

    #[test]
    fn tests_of_methods_need_a_place_of_their_own() {
        assert_eq!(home_of(&property("k::props", true), &[], false), None);
        let hooks = ["gadfly_test_laws".to_owned(), "k::inner".to_owned()];
        let home = home_of(&property("k::props", true), &hooks, false).expect("a home");
        assert_eq!(home.file, "stack_i32_holds");
        assert_eq!(home.path_of("a"), "inner::gadfly_failures_stack_i32_holds::a");
    }

    #[test]
    fn functions_of_one_name_have_tests_in_files_of_their_own() {
        let hooks = ["k".to_owned(), "gadfly_test_laws".to_owned()];
        let file =
            |module: &str| home_of(&property(module, false), &hooks, true).expect("a home").file;
        assert_eq!(file("k"), "crate_holds");
        assert_eq!(file("k::a::props"), "a_props_holds");
        assert_eq!(file("gadfly_test_laws"), "laws_holds");
        assert_eq!(home_of(&property("k::a", false), &[], true), None);
    }

    #[test]
    fn endless_inputs_run_in_separate_processes() {
        assert_eq!(
            contained("use k::A;\nlet a = A::new();\nholds(a);"),
            "use k::A;\ngadfly::contained(|| {\n    let a = A::new();\n    holds(a);\n});"
        );
    }

    #[test]
    fn literals_of_properties_by_name_have_types() {
        let pairs = "std::vec::Vec<(std::string::String, std::time::Duration)>";
        assert!(is_standard("u8") && is_standard("[u8]") && is_standard(pairs));
        assert!(!is_standard("std::vec::Vec<k::Shape>") && !is_standard("k::Shape"));
        assert!(!is_standard("T") && !is_standard("&'static str"));
    }

    #[test]
    fn the_crate_is_called_crate_in_itself() {
        let source = "use k::A;\nlet a = my_k::B(k::C, x::k::D, \"k::e\");";
        let expected = "use crate::A;\nlet a = my_k::B(crate::C, x::k::D, \"k::e\");";
        assert_eq!(with_crate(source, "k"), expected);
    }
}
