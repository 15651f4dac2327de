//! The registry: one entry per property, maker and invariant.
//!
//! The linker collects them; nothing runs before `main`. Their order is the linker's, so a program that lists them sorts.

use crate::thunk::Thunk;
use linkme::distributed_slice;

/// Everything registered in this program. A function each, because what an entry says about `Self` can only be said inside of
/// an impl, and a static that is registered cannot stand there.
#[distributed_slice]
pub static ENTRIES: [fn() -> &'static Entry];

/// Something registered.
#[derive(Debug)]
pub struct Entry {
    /// Its kind.
    pub kind: EntryRole,
    /// The function's name.
    pub name: &'static str,
    /// The types of one instance of a generic function, in brackets, if it is registered more than once.
    pub label: &'static str,
    /// The text behind the name of a call from which the compiler infers the types: `::<u8>`.
    pub types: &'static str,
    /// The facts that a stored test of it relies on: its types and the attribute's options, in one line.
    pub signature: &'static str,
    /// The module it stands in.
    pub module: &'static str,
    /// The compiler's name of the type whose impl it stands in; empty if in none.
    pub owner: fn() -> &'static str,
    /// The file it stands in.
    pub file: &'static str,
    /// And the line.
    pub line: u32,
    /// The options of its attribute.
    pub options: Options,
    /// The way to call it.
    pub thunk: Thunk,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryRole {
    /// A property: should hold for every input.
    Property,
    /// Makes values for properties.
    Maker,
    /// Should hold for every value of its type at any time.
    Invariant,
    /// Asks for values of a type.
    Values,
    /// The place where tests of methods are taken into the program.
    Hook,
}

/// The options of a function's attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of inputs to try; nothing if the attribute gives none.
    pub cases: Option<u32>,
    /// The text of a panic that must come.
    pub panics: Option<&'static str>,
    /// `true` if an `Err` must come.
    pub err: bool,
    /// The form of the function's result.
    pub returns: Returns,
    /// `true` if it names `assume`.
    pub assumes: bool,
    /// Which argument is the monitor, counted among all.
    pub monitor: Option<u8>,
    /// `true` if its first argument is `self`.
    pub receiver: bool,
    /// `true` if it is `async`.
    pub is_async: bool,
}

/// The form of a function's result, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Nothing.
    Unit,
    /// Something that says whether all is well.
    Value,
}

impl Entry {
    /// A name that no other entry of the program has, unless two functions of one name stand in one place.
    pub fn key(&self) -> String {
        let owner = short((self.owner)());
        let separator = if owner.is_empty() { "" } else { "::" };
        format!("{}::{owner}{separator}{}{}", self.module, self.name, short(self.label))
    }
}

/// Every entry, in the order of their keys.
pub fn entries() -> Vec<&'static Entry> {
    let mut all: Vec<&'static Entry> = ENTRIES.iter().map(|entry| entry()).collect();
    all.sort_by_key(|entry| (entry.key(), entry.file, entry.line));
    all
}

/// The entry with this key.
pub fn find(key: &str) -> Option<&'static Entry> {
    entries().into_iter().find(|entry| entry.key() == key)
}

/// `a::b::Stack<alloc::string::String>` as `Stack<String>`.
fn short(name: &str) -> String {
    let mut short = String::new();
    let mut segment = 0;
    for c in name.chars() {
        if c == ':' {
            short.truncate(segment);
            continue;
        }
        short.push(c);
        if !(c.is_alphanumeric() || c == '_') {
            segment = short.len();
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn paths_in_type_names_are_left_out() {
        assert_eq!(short("a::b::Stack<alloc::string::String>"), "Stack<String>");
        assert_eq!(short("(a::B, &mut c::D)"), "(B, &mut D)");
        assert_eq!(short("<i32, std::vec::IntoIter<u8>>"), "<i32, IntoIter<u8>>");
        assert_eq!(short(""), "");
    }
}
