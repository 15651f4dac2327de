//! One test function as text.

use std::fmt::Write as _;

use gadfly_plan::prepared::Prepared;

use super::draft::{Containment, Draft};
use super::keeping;
use crate::print::{Body, End, Imports, Scope, Style, print_body, print_plain};

/// How a test is worded, the nicest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wording {
    /// As a person would.
    Lean,
    /// With type parameters spelled out.
    Full,
    /// With the types of numbers and results, and traits, as well.
    Typed,
    /// Exactly as it ran.
    Plain,
}

impl Wording {
    /// The next one to try.
    pub fn next(self) -> Option<Wording> {
        match self {
            Wording::Lean => Some(Wording::Full),
            Wording::Full => Some(Wording::Typed),
            Wording::Typed => Some(Wording::Plain),
            Wording::Plain => None,
        }
    }
}

/// The lines of the body alone; nothing if this wording is beyond us.
pub(super) fn body(
    prepared: &Prepared,
    draft: &Draft,
    wording: Wording,
    imports: &mut Imports,
) -> Option<String> {
    let body = Body {
        sequence: &draft.sequence,
        literals: &draft.literals,
        scope: Scope::Everything,
        end: &draft.end,
        expected: &draft.expected,
    };
    let style = match wording {
        Wording::Lean => Style::Lean,
        Wording::Full => Style::Full,
        Wording::Typed => Style::Typed,
        Wording::Plain => return print_plain(prepared, body),
    };
    Some(print_body(prepared, body, style, imports)?.source)
}

/// The whole test; nothing if this wording is beyond us.
pub fn write_block(
    prepared: &Prepared,
    draft: &Draft,
    wording: Wording,
    imports: &mut Imports,
) -> Option<String> {
    let body = body(prepared, draft, wording, imports)?;
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments<'_>| {
        text.write_fmt(line).and_then(|()| text.write_char('\n')).expect("writing to a string");
    };
    for doc in &draft.doc {
        line(format_args!("/// {doc}"));
    }
    line(format_args!("#[test]"));
    if let Some(message) = &draft.should_panic {
        line(format_args!("#[should_panic(expected = {message:?})]"));
    }
    if let Some(reason) = &draft.ignore {
        line(format_args!("#[ignore = {reason:?}]"));
    }
    if wording == Wording::Plain {
        line(format_args!(
            "#[allow(unused, dropping_copy_types, dropping_references, clippy::all)]"
        ));
    }
    let name = &draft.name;
    line(format_args!("fn {name}() {{"));
    let runner = match draft.containment {
        Containment::None => None,
        Containment::Process => Some("in_a_process_of_its_own"),
        Containment::ProcessWithTimeout => Some("in_a_process_with_a_timeout"),
        Containment::ProcessWithout(what) => Some(keeping::runner(what)),
    };
    let depth = if runner.is_some() { "        " } else { "    " };
    if let Some(runner) = runner {
        line(format_args!("    {runner}({name:?}, || {{"));
    }
    for part in body.lines() {
        line(format_args!("{}", format!("{depth}{part}").trim_end()));
    }
    if runner.is_some() {
        line(format_args!("    }});"));
    }
    line(format_args!("}}"));
    debug_assert!(draft.end != End::Call || !draft.sequence.statements.is_empty());
    Some(text)
}
