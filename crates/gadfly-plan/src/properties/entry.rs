//! The entries that a program lists as registered, read back.

/// Something registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEntry {
    /// Its kind.
    pub kind: EntryKind,
    /// Its name in the program.
    pub key: String,
    /// The function's name.
    pub name: String,
    /// The module it stands in.
    pub module: String,
    /// The compiler's name of the type whose impl it stands in; empty if in none.
    pub owner: String,
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
    /// The form of its result.
    pub returns: EntryReturns,
    /// `true` if it names `assume`.
    pub assumes: bool,
    /// Which argument is the monitor, counted among all.
    pub monitor: Option<usize>,
    /// `true` if its first argument is `self`.
    pub receiver: bool,
    /// `true` if it is `async`.
    pub is_async: bool,
    /// The text behind the name of a call from which the compiler infers the types: `::<u8>`.
    pub types: String,
    /// The facts that a stored test of it relies on, in one line.
    pub signature: String,
    /// The compiler's name of what it makes.
    pub output: String,
    /// Its arguments, the monitor left out.
    pub parameters: Vec<EntryParameter>,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A property.
    Property,
    /// Makes values.
    Maker,
    /// Holds for every value of a type.
    Invariant,
    /// Asks for values of a type.
    Values,
    /// The place in the program for tests of methods.
    Hook,
}

/// The form of a property's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryReturns {
    /// Nothing.
    Unit,
    /// Something that says whether all is well.
    Value,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryParameter {
    /// The way it is passed: `Value`, `Shared`, `Exclusive`, `SharedDst`, `ExclusiveDst`.
    pub passing: String,
    /// The compiler's name of its type, or of what it refers to.
    pub type_name: String,
}

/// Why what a program says cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListingError {
    /// Its library is of another version.
    #[error("the crate's gadfly is of another version than this command: update both")]
    Version,
    /// It makes no sense.
    #[error("line {line} of the list of the crate's properties cannot be read")]
    Malformed {
        /// Which line, from 1.
        line: usize,
    },
}

/// Reads what a program says is registered in it.
pub fn parse_listing(text: &str) -> Result<Vec<ListedEntry>, ListingError> {
    let mut lines = text.lines();
    if lines.next() != Some("gadfly entries 4") {
        return Err(ListingError::Version);
    }
    lines
        .enumerate()
        .map(|(index, line)| parse(line).ok_or(ListingError::Malformed { line: index + 2 }))
        .collect()
}

fn parse(line: &str) -> Option<ListedEntry> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [
        kind,
        key,
        name,
        module,
        owner,
        file,
        number,
        cases,
        panics,
        err,
        returns,
        assumes,
        monitor,
        receiver,
        is_async,
        types,
        signature,
        output,
        parameters @ ..,
    ] = &fields[..]
    else {
        return None;
    };
    let kind = match *kind {
        "property" => EntryKind::Property,
        "maker" => EntryKind::Maker,
        "invariant" => EntryKind::Invariant,
        "values" => EntryKind::Values,
        "hook" => EntryKind::Hook,
        _ => return None,
    };
    let returns = match *returns {
        "unit" => EntryReturns::Unit,
        "value" => EntryReturns::Value,
        _ => return None,
    };
    let panics = if panics.is_empty() { None } else { Some(text(panics)?) };
    let parameters = parameters.chunks(2).map(|pair| {
        let [passing, type_name] = pair else { return None };
        Some(EntryParameter { passing: (*passing).to_owned(), type_name: text(type_name)? })
    });
    Some(ListedEntry {
        kind,
        key: text(key)?,
        name: text(name)?,
        module: text(module)?,
        owner: text(owner)?,
        file: text(file)?,
        line: number.parse().ok()?,
        cases: if cases.is_empty() { None } else { Some(cases.parse().ok()?) },
        panics,
        err: err.parse().ok()?,
        returns,
        assumes: assumes.parse().ok()?,
        monitor: if monitor.is_empty() { None } else { Some(monitor.parse().ok()?) },
        receiver: receiver.parse().ok()?,
        is_async: is_async.parse().ok()?,
        types: text(types)?,
        signature: text(signature)?,
        output: text(output)?,
        parameters: parameters.collect::<Option<Vec<_>>>()?,
    })
}

/// A text as Rust writes it.
fn text(literal: &str) -> Option<String> {
    Some(syn::parse_str::<syn::LitStr>(literal).ok()?.value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_entries_are_read_back() {
        let line = "property\t\"k::m::S::holds\"\t\"holds\"\t\"k::m\"\t\"k::S\"\t\"src/a \\\"b.rs\"\t7\t50\t\"full\"\tfalse\tvalue\ttrue\t1\ttrue\tfalse\t\"::<i8>\"\t\"fn(u8)\"\t\"u8\"\tShared\t\"k::S\"\tValue\t\"i32\"";
        let entries = parse_listing(&format!("gadfly entries 4\n{line}\n")).expect("read");
        let [entry] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!(entry.file, "src/a \"b.rs");
        assert_eq!((entry.cases, entry.panics.as_deref()), (Some(50), Some("full")));
        assert_eq!((entry.monitor, entry.receiver, entry.assumes), (Some(1), true, true));
        assert_eq!((entry.is_async, entry.types.as_str()), (false, "::<i8>"));
        assert_eq!(entry.signature, "fn(u8)");
        assert_eq!(entry.parameters[1].type_name, "i32");
    }

    #[test]
    fn malformed_lists_are_refused() {
        assert_eq!(parse_listing("gadfly entries 1\n"), Err(ListingError::Version));
        assert_eq!(parse_listing(""), Err(ListingError::Version));
        let malformed = ListingError::Malformed { line: 2 };
        assert_eq!(parse_listing("gadfly entries 4\nproperty\t1\n"), Err(malformed));
    }
}
