//! The registered entries as text for another program.
//!
//! One line per entry, its fields separated by tabs, texts as Rust writes them, so that no field holds a tab or a line break.

use crate::entry::{entries, Entry, EntryRole, Returns};
use std::fmt::Write as _;

/// The first line: a reader that does not know it must not go on.
const HEAD: &str = "gadfly entries 4";

/// Everything that is registered in this program.
pub fn describe() -> String {
    let mut text = format!("{HEAD}\n");
    for entry in entries() {
        line(&mut text, entry).expect("writing to a string");
    }
    text
}

fn line(text: &mut String, entry: &Entry) -> std::fmt::Result {
    let kind = match entry.kind {
        EntryRole::Property => "property",
        EntryRole::Maker => "maker",
        EntryRole::Invariant => "invariant",
        EntryRole::Values => "values",
        EntryRole::Hook => "hook",
    };
    let options = &entry.options;
    write!(text, "{kind}\t{:?}\t{:?}\t{:?}\t", entry.key(), entry.name, entry.module)?;
    write!(text, "{:?}\t{:?}\t{}\t", (entry.owner)(), entry.file, entry.line)?;
    write!(text, "{}\t", options.cases.map_or(String::new(), |cases| cases.to_string()))?;
    write!(text, "{}\t", options.panics.map_or(String::new(), |panics| format!("{panics:?}")))?;
    let returns = match options.returns {
        Returns::Unit => "unit",
        Returns::Value => "value",
    };
    write!(text, "{}\t{returns}\t{}\t", options.err, options.assumes)?;
    write!(text, "{}\t", options.monitor.map_or(String::new(), |at| at.to_string()))?;
    write!(text, "{}\t{}\t{:?}\t", options.receiver, options.is_async, entry.types)?;
    write!(text, "{:?}\t{:?}", entry.signature, (entry.thunk.output.type_name)())?;
    for parameter in entry.thunk.parameters {
        write!(text, "\t{:?}\t{:?}", parameter.passing, (parameter.type_name)())?;
    }
    writeln!(text)
}
