//! A failing input as a test that calls the property.
//!
//! A test of a function stands in a module beside it and calls it. A test of a method, beside which nothing can stand, calls it
//! by its name from the module that the crate has for such tests; so does a test of a function of whose name there are several,
//! because a file is found by the name alone.

use gadfly_build::linked::TEST_PREFIX;
use gadfly_plan::prepared::{ParameterMode, Prepared};
use gadfly_plan::properties::PropertyRecord;
use gadfly_test_file::CALL_BY_NAME;
use gadfly_wire::{Outcome, Sequence};

use super::function::indented;
use super::naming::Naming;
use super::own_name::with_crate;
use super::test_text::TestText;
use crate::home::{Home, HomeKind};
use crate::print::{Body, End, Imports, Scope, Style, print_body};

/// The test of an input; nothing if it cannot be written.
pub fn property_test(
    prepared: &Prepared,
    property: &PropertyRecord,
    home: &Home,
    subject: Naming<'_>,
    input: PropertyInput<'_>,
    (replay, style): (Replay, Style),
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
        operation.body = format!("{CALL_BY_NAME}({key:?}, &mut [{given}])");
        operation.is_method = false;
    } else {
        let call = &operation.body;
        // What never returns is of any type: it has to be said which.
        let of = if property.is_unit { "::<()>" } else { "" };
        operation.body = match (&property.panics, replay) {
            (Some(text), _) => format!("gadfly::replay_panics{of}({text:?}, || {call})"),
            (None, _) if property.err => format!("gadfly::replay_err(|| {call})"),
            (None, Replay::Outcome) => format!("gadfly::replay{of}(|| {call})"),
            (None, Replay::Result) => format!("gadfly::replay_result(|| {call})"),
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
    let mut lines = imports.lines(subject.edition);
    lines.extend(printed.source.lines().map(str::to_owned));
    let mut body = lines.join("\n");
    if home.is_in_library() {
        body = with_crate(&body, subject.lib_name);
    }
    if matches!(input.outcome, Outcome::Died { .. }) {
        body = contained(&body);
    }
    Some(TestText { summary: summary(input.message), ignored: None, body })
}

/// The part of what a property returns that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// All that it returns.
    Outcome,
    /// Whether it is an `Err`: what is `Ok` says nothing.
    Result,
}

/// A failing input.
#[derive(Clone, Copy)]
pub struct PropertyInput<'i> {
    /// The calls that make it, and that of the property.
    pub sequence: &'i Sequence,
    /// Sources of all literals, by index.
    pub literals: &'i [String],
    /// How the property ends.
    pub outcome: &'i Outcome,
    /// What it says then.
    pub message: &'i str,
}

/// Returns whether a type is one of the language's or the standard library's: where a property is called by name, nothing but the type
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
    let statements: Vec<&str> = body.lines().skip_while(is_import).collect();
    let call =
        ["gadfly::contained(|| {".to_owned(), indented(&statements.join("\n")), "});".to_owned()];
    imports.chain(call).collect::<Vec<_>>().join("\n")
}

fn summary(message: &str) -> String {
    let line = message.lines().map(str::trim).collect::<Vec<_>>().join(", ");
    let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{}.", clean.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
