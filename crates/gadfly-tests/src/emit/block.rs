//! One test function as text.

use gadfly_plan::prepared::Prepared;

use super::draft::{Containment, Draft};
use super::function::{TestFunction, indented};
use super::keeping;
use crate::print::{Body, End, Imports, Scope, Style, print_body, print_plain};

/// Lints that calls exactly as they ran would raise.
const ALLOWED: &str = "allow(unused, dropping_copy_types, dropping_references, clippy::all)";

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
    let mut body = body(prepared, draft, wording, imports)?;
    let name = draft.name.as_str();
    let runner = match draft.containment {
        Containment::None => None,
        Containment::Process => Some("in_a_process_of_its_own"),
        Containment::ProcessWithTimeout => Some("in_a_process_with_a_timeout"),
        Containment::ProcessWithout(what) => Some(keeping::runner(what)),
    };
    if let Some(runner) = runner {
        body = format!("{runner}({name:?}, || {{\n{}\n}});", indented(&body));
    }
    let should_panic = draft.should_panic.as_ref();
    let ignore = draft.ignore.as_ref();
    let attributes = [
        should_panic.map(|message| format!("should_panic(expected = {message:?})")),
        ignore.map(|reason| format!("ignore = {reason:?}")),
        (wording == Wording::Plain).then(|| ALLOWED.to_owned()),
    ];
    let attributes = attributes.into_iter().flatten().collect();
    debug_assert!(draft.end != End::Call || !draft.sequence.statements.is_empty());
    Some(TestFunction { doc: &draft.doc, attributes, name, body: &body }.source())
}
