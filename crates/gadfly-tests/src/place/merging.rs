//! Merges new tests into a file that a person has edited.
//!
//! Works on lines: generated files are formatted, so every item ends with a brace at the margin.
//! What it does not understand stays where it is.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_test_file::{Block, Blocks};

/// A merged file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Its text.
    pub text: String,
    /// How many functions of the person's are in it.
    pub kept: usize,
}

/// `existing` with functions that stand there as `last` has them replaced by those of `new`, and
/// functions that are only in `new` added.
pub fn merge(existing: &str, last: &str, new: &str) -> Merged {
    let (existing, last, new) = (Blocks::read(existing), Blocks::read(last), Blocks::read(new));
    let last: BTreeMap<&str, &str> = last.blocks.iter().map(|f| (f.name, f.text)).collect();
    let fresh: BTreeMap<&str, &str> = new.blocks.iter().map(|f| (f.name, f.text)).collect();
    let known: BTreeSet<&str> = existing.blocks.iter().map(|f| f.name).collect();
    let mut kept = 0;
    let mut parts: Vec<&str> = Vec::new();
    for function in &existing.blocks {
        let is_ours = last.get(function.name) == Some(&function.text);
        if is_ours {
            parts.extend(fresh.get(function.name));
        } else {
            kept += 1;
            parts.push(function.text);
        }
    }
    let added = new.blocks.iter().filter(|function| !known.contains(function.name));
    parts.extend(added.map(|function| function.text));
    let text = together(with_uses(existing.head, new.head), &parts);
    Merged { text, kept }
}

/// A file with the functions of others that it does not have, and what they use.
pub fn join(text: &str, others: &[&str]) -> String {
    let mut joined = text.to_owned();
    for other in others {
        if joined.is_empty() {
            joined = (*other).to_owned();
            continue;
        }
        let (here, there) = (Blocks::read(&joined), Blocks::read(other));
        let known: BTreeSet<&str> = here.blocks.iter().map(|f| f.name).collect();
        let added = there.blocks.iter().filter(|function| !known.contains(function.name));
        let all: Vec<&str> =
            here.blocks.iter().chain(added).map(|function| function.text).collect();
        // Tests first, then the functions that they call.
        let is_test = |text: &&str| text.contains("#[test]");
        let (tests, rest): (Vec<&str>, Vec<&str>) = all.into_iter().partition(is_test);
        let parts = [tests, rest].concat();
        joined = together(with_uses(here.head, there.head), &parts);
    }
    joined
}

/// A file with only the chosen tests of another, the functions that they call, and its head; nothing if it has none of them.
pub fn pick(text: &str, is_chosen: &dyn Fn(&Block<'_>) -> bool) -> Option<String> {
    let file = Blocks::read(text);
    let (mut parts, mut rest): (Vec<&Block<'_>>, Vec<&Block<'_>>) =
        file.blocks.iter().partition(|block| block.is_test() && is_chosen(block));
    if parts.is_empty() {
        return None;
    }
    rest.retain(|block| !block.is_test());
    loop {
        let calls = |block: &Block<'_>| parts.iter().any(|part| part.text.contains(block.name));
        let (called, others): (Vec<&Block<'_>>, Vec<&Block<'_>>) =
            rest.into_iter().partition(|block| calls(block));
        if called.is_empty() {
            break;
        }
        parts.extend(called);
        rest = others;
    }
    let parts: Vec<&str> = parts.iter().map(|block| block.text).collect();
    Some(together(file.head.to_owned(), &parts))
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
    fn unchanged_tests_are_updated() {
        let last = file(&[("a", "one();"), ("b", "two();")]);
        let new = file(&[("a", "other();"), ("c", "three();")]);
        let existing = last.replace("//! Header.", "//! My header.");
        let merged = merge(&existing, &last, &new);
        let expected = new.replace("//! Header.", "//! My header.");
        assert_eq!(merged, Merged { text: expected, kept: 0 });
    }

    #[test]
    fn changed_and_added_tests_stay() {
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
    fn chosen_tests_come_with_their_functions() {
        let helpers = "\nfn first() {\n    second();\n}\n\nfn second() {\n}\n\nfn third() {\n}\n";
        let text = format!("{}{helpers}", file(&[("a", "first();"), ("b", "third();")]));
        let picked = pick(&text, &|test| test.name == "a").expect("it is there");
        let names: Vec<&str> = Blocks::read(&picked).blocks.iter().map(|it| it.name).collect();
        assert_eq!(names, ["a", "first", "second"]);
        assert!(picked.starts_with(HEAD), "{picked}");
        assert_eq!(pick(&text, &|test| test.name == "first"), None, "it is no test");
    }

    #[test]
    fn imports_of_new_tests_are_added() {
        let existing = file(&[("a", "one();")]);
        let new = file(&[("b", "B::two();")]).replace("use k::A;", "use k::A;\nuse k::B;");
        let merged = merge(&existing, "", &new).text;
        assert!(merged.contains("use k::A;\nuse k::B;\n\n"), "{merged}");
    }
}
