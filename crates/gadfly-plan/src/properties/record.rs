//! The record of a property beside its harness.

use serde::{Deserialize, Serialize};

use super::entry::{EntryKind, EntryReturns, ListedEntry};

/// A property that an operation checks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyRecord {
    /// The operation.
    pub operation: u32,
    /// Its name in the program.
    pub key: String,
    /// The function's name.
    pub name: String,
    /// The module it stands in.
    pub module: String,
    /// `true` if it stands in an impl.
    pub is_method: bool,
    /// The file it stands in, as the compiler was given it.
    pub file: String,
    /// And the line.
    pub line: u32,
    /// The number of inputs that its attribute asks for.
    pub cases: Option<u32>,
    /// The text of a panic that must come.
    pub panics: Option<String>,
    /// `true` if an `Err` must come.
    pub err: bool,
    /// `true` if it returns nothing.
    pub is_unit: bool,
    /// `true` if it names `assume`.
    pub assumes: bool,
    /// `true` if a call has to say its types.
    pub is_spelled: bool,
    /// The facts that a stored test of it relies on, in one line.
    pub signature: String,
    /// `true` if it is checked whenever a value of its type was touched, and not by itself.
    pub is_invariant: bool,
}

impl PropertyRecord {
    /// The record of an entry.
    pub fn new(operation: u32, entry: &ListedEntry) -> PropertyRecord {
        PropertyRecord {
            operation,
            key: entry.key.clone(),
            name: entry.name.clone(),
            module: entry.module.clone(),
            is_method: !entry.owner.is_empty(),
            file: entry.file.clone(),
            line: entry.line,
            cases: entry.cases,
            panics: entry.panics.clone(),
            err: entry.err,
            is_unit: entry.returns == EntryReturns::Unit,
            assumes: entry.assumes,
            is_spelled: !entry.types.is_empty(),
            signature: entry.signature.clone(),
            is_invariant: entry.kind == EntryKind::Invariant,
        }
    }
}
