//! Functions that make values, as one expression for the place that asks for them.

use gadfly_plan::prepared::Prepared;
use gadfly_wire::Sequence;

use super::naming::Naming;
use super::own_name::with_crate;
use crate::home::Home;
use crate::print::{Body, End, Imports, Scope, Style, print_body};

/// A sequence that makes a value.
#[derive(Clone, Copy, Debug)]
pub struct Maker<'m> {
    /// Its calls; the last one takes the value.
    pub sequence: &'m Sequence,
    /// Sources of all literals, by index.
    pub literals: &'m [String],
}

impl Maker<'_> {
    /// Statements that end with the value; nothing if they cannot be written.
    pub fn source(&self, prepared: &Prepared) -> Option<String> {
        self.source_with(prepared, &mut Imports::default())
    }

    fn source_with(&self, prepared: &Prepared, imports: &mut Imports) -> Option<String> {
        let body = Body {
            sequence: self.sequence,
            literals: self.literals,
            scope: Scope::Everything,
            end: &End::Call,
            expected: &[],
        };
        let printed = print_body(prepared, body, Style::Full, imports)?;
        Some(printed.source.trim_end().trim_end_matches(';').to_owned())
    }
}

/// The harness in which an operation that asks for a value is written as that value.
pub fn yielding(prepared: &Prepared, operation: u32) -> Prepared {
    let mut prepared = prepared.clone();
    if let Some(operation) = prepared.operations.get_mut(operation as usize) {
        operation.body = "x0".to_owned();
        operation.is_method = false;
    }
    prepared
}

/// The whole file: functions with what they import, below the head of their home.
pub fn values_file<'m>(
    prepared: &Prepared,
    home: &Home,
    subject: Naming<'_>,
    makers: impl IntoIterator<Item = Maker<'m>>,
) -> String {
    let mut imports = Imports::default();
    let makers = makers.into_iter();
    let sources: Vec<String> =
        makers.filter_map(|maker| maker.source_with(prepared, &mut imports)).collect();
    let mut lines = vec!["{".to_owned()];
    lines.extend(imports.lines(subject.edition).iter().map(|line| format!("    {line}")));
    lines.push("    &[".to_owned());
    for source in &sources {
        match source.lines().count() {
            1 => lines.push(format!("        || {source},")),
            _ => {
                lines.push("        || {".to_owned());
                lines.extend(source.lines().map(|line| format!("            {line}")));
                lines.push("        },".to_owned());
            }
        }
    }
    lines.extend(["    ]".to_owned(), "}".to_owned()]);
    let mut text = lines.join("\n") + "\n";
    if home.is_in_library() {
        text = with_crate(&text, subject.lib_name);
    }
    match home.head() {
        Some(head) => head.file(&text),
        None => text,
    }
}
