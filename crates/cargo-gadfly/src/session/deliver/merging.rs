//! Merges new tests into a file that a person has edited.
//!
//! Works on lines: generated files are formatted, so every item ends with a brace at the margin.
//! What it does not understand stays where it is.

use std::collections::{BTreeMap, BTreeSet};

/// A merged file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merged {
    /// Its text.
    pub(crate) text: String,
    /// How many functions of the person's are in it.
    pub(crate) kept: usize,
}

/// `existing` with functions that stand there as `last` has them replaced by those of `new`, and
/// functions that are only in `new` added.
pub(crate) fn merge(existing: &str, last: &str, new: &str) -> Merged {
    let (existing, last, new) = (split(existing), split(last), split(new));
    let last: BTreeMap<&str, &str> = last.functions.iter().map(|f| (f.name, f.text)).collect();
    let fresh: BTreeMap<&str, &str> = new.functions.iter().map(|f| (f.name, f.text)).collect();
    let known: BTreeSet<&str> = existing.functions.iter().map(|f| f.name).collect();
    let mut kept = 0;
    let mut parts: Vec<&str> = Vec::new();
    for function in &existing.functions {
        let is_ours = last.get(function.name) == Some(&function.text);
        if is_ours {
            parts.extend(fresh.get(function.name));
        } else {
            kept += 1;
            parts.push(function.text);
        }
    }
    let added = new.functions.iter().filter(|function| !known.contains(function.name));
    parts.extend(added.map(|function| function.text));
    let text = together(with_uses(existing.head, new.head), &parts);
    Merged { text, kept }
}

/// A file with the functions of others that it does not have, and what they use.
pub(crate) fn join(text: &str, others: &[&str]) -> String {
    let mut joined = text.to_owned();
    for other in others {
        if joined.is_empty() {
            joined = (*other).to_owned();
            continue;
        }
        let (here, there) = (split(&joined), split(other));
        let known: BTreeSet<&str> = here.functions.iter().map(|f| f.name).collect();
        let added = there.functions.iter().filter(|function| !known.contains(function.name));
        let all: Vec<&str> =
            here.functions.iter().chain(added).map(|function| function.text).collect();
        // Tests first, then what they call.
        let is_test = |text: &&str| text.contains("#[test]");
        let (tests, rest): (Vec<&str>, Vec<&str>) = all.into_iter().partition(is_test);
        let parts = [tests, rest].concat();
        joined = together(with_uses(here.head, there.head), &parts);
    }
    joined
}

/// A file in parts.
struct Split<'t> {
    /// All before the first function.
    head: &'t str,
    functions: Vec<Function<'t>>,
}

/// A function with its comments and attributes.
struct Function<'t> {
    name: &'t str,
    text: &'t str,
}

fn split(text: &str) -> Split<'_> {
    let mut offset = 0;
    let mut head_end = None;
    let mut start = 0;
    let mut name = None;
    let mut functions = Vec::new();
    let mut was_blank = true;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let begins = content.starts_with("///")
            || content.starts_with("#[")
            || content.starts_with("// ")
            || content.starts_with("fn ");
        if head_end.is_none() && begins && was_blank {
            head_end = Some(offset);
            start = offset;
        }
        if head_end.is_some()
            && name.is_none()
            && let Some(rest) = content.strip_prefix("fn ")
        {
            name = rest.split(['(', '<']).next();
        }
        offset += line.len();
        if content == "}"
            && let Some(name) = name.take()
        {
            functions.push(Function { name, text: text[start..offset].trim_matches('\n') });
            start = offset;
        }
        was_blank = content.is_empty();
    }
    if let (Some(last), true) = (functions.last_mut(), start < text.len()) {
        // What follows the last function stays with it.
        let from = last.text.as_ptr() as usize - text.as_ptr() as usize;
        last.text = text[from..].trim_end_matches('\n');
    }
    Split { head: &text[..head_end.unwrap_or(text.len())], functions }
}

/// A head and functions, a blank line before each.
fn together(head: String, parts: &[&str]) -> String {
    let mut text = head;
    for part in parts {
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        text.push_str(part.trim_matches('\n'));
        text.push('\n');
    }
    text
}

/// What the `use` items of a head bring, each by its whole path.
fn used(head: &str) -> Vec<String> {
    let mut found = Vec::new();
    let head = format!("\n{head}");
    for item in head.split("\nuse ").skip(1) {
        let Some((item, _)) = item.split_once(';') else { continue };
        match item.trim_end_matches([',', '}', '\n', ' ']).split_once("::{") {
            Some((module, names)) if !names.contains('{') => {
                let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
                found.extend(names.map(|name| format!("{module}::{name}")));
            }
            _ => found.push(item.to_owned()),
        }
    }
    found
}

/// The head with the imports of another one added, after its own.
fn with_uses(head: &str, other: &str) -> String {
    let known: BTreeSet<String> = used(head).into_iter().collect();
    let missing = used(other).into_iter().filter(|path| !known.contains(path));
    let is_module = |line: &&str| line.starts_with("mod ") && !head.lines().any(|l| l == *line);
    let modules = other.lines().filter(is_module).map(|line| format!("{line}\n"));
    let missing: String = modules.chain(missing.map(|path| format!("use {path};\n"))).collect();
    if missing.is_empty() {
        return head.to_owned();
    }
    let last = if head.starts_with("use ") { Some(0) } else { None };
    let last = head.rfind("\nuse ").or(last);
    let end = last.and_then(|at| Some(at + head[at..].find(";\n")? + 2));
    match end {
        Some(end) => format!("{}{missing}{}", &head[..end], &head[end..]),
        None => format!("{head}{missing}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "//! Header.\n\nuse k::A;\n\n";

    fn file(tests: &[(&str, &str)]) -> String {
        let blocks: Vec<String> = tests
            .iter()
            .map(|(name, body)| {
                format!("/// About {name}.\n#[test]\nfn {name}() {{\n    {body}\n}}\n")
            })
            .collect();
        format!("{HEAD}{}", blocks.join("\n"))
    }

    #[test]
    fn what_nobody_changed_is_brought_up_to_date() {
        let last = file(&[("a", "one();"), ("b", "two();")]);
        let new = file(&[("a", "other();"), ("c", "three();")]);
        let existing = last.replace("//! Header.", "//! My header.");
        let merged = merge(&existing, &last, &new);
        let expected = new.replace("//! Header.", "//! My header.");
        assert_eq!(merged, Merged { text: expected, kept: 0 });
    }

    #[test]
    fn what_a_person_changed_or_added_stays() {
        let last = file(&[("a", "one();"), ("b", "two();")]);
        let existing = file(&[("a", "mine();"), ("b", "two();"), ("own", "more();")]);
        let new = file(&[("a", "one();"), ("b", "changed();")]);
        let expected = file(&[("a", "mine();"), ("b", "changed();"), ("own", "more();")]);
        assert_eq!(merge(&existing, &last, &new), Merged { text: expected, kept: 2 });
    }

    #[test]
    fn without_a_record_everything_there_is_a_persons() {
        let existing = file(&[("a", "one();")]);
        let new = file(&[("a", "other();"), ("b", "two();")]);
        let expected = file(&[("a", "one();"), ("b", "two();")]);
        assert_eq!(merge(&existing, "", &new), Merged { text: expected, kept: 1 });
    }

    #[test]
    fn tests_of_several_files_are_joined_with_what_they_use() {
        let first = file(&[("a", "one();")]);
        let second = file(&[("a", "one();"), ("b", "B::two(C);")])
            .replace("use k::A;", "use k::{A, B};\nuse k::m::C;");
        let joined = join(&first, &[&second]);
        let expected = file(&[("a", "one();"), ("b", "B::two(C);")])
            .replace("use k::A;", "use k::A;\nuse k::B;\nuse k::m::C;");
        assert_eq!(joined, expected);
        assert_eq!(join("", &[&second]), second);
        assert_eq!(join(&first, &[]), first);
    }

    #[test]
    fn imports_of_new_tests_are_added() {
        let existing = file(&[("a", "one();")]);
        let new = file(&[("b", "B::two();")]).replace("use k::A;", "use k::A;\nuse k::B;");
        let merged = merge(&existing, "", &new).text;
        assert!(merged.contains("use k::A;\nuse k::B;\n\n"), "{merged}");
    }
}
