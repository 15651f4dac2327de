//! Arrows without cycles: among packages, and among the top-level modules of the packages that the architecture page lists.

use std::collections::{BTreeMap, BTreeSet};

use super::claims;
use crate::house::{RustFile, Survey};
use crate::sources::{Package, Token, TokenKind};

const ROW: &str = "modules without cycles";

/// Edges of a graph of names, each with a place that causes it.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// Looks for cycles.
pub(super) fn problems(packages: &[Package], survey: &Survey<'_>, page: &str) -> Vec<String> {
    let mut graph = Graph::new();
    for package in packages {
        let edges = package.dependencies.iter();
        let manifest = format!("crates/{}/Cargo.toml", package.name);
        graph
            .insert(package.name.clone(), edges.map(|to| (to.clone(), manifest.clone())).collect());
    }
    let mut problems = cycles(&graph, "packages");
    let Some(names) = claims::row(page, ROW) else {
        problems.push(claims::missing(ROW));
        return problems;
    };
    for name in names {
        let graph = module_graph(survey, name);
        if graph.is_empty() {
            problems.push(format!("{}: `{name}` has no modules", claims::PAGE));
        }
        problems.extend(cycles(&graph, &format!("modules of `{name}`")));
    }
    problems
}

/// The top-level modules of a package, and which others each uses outside of tests.
fn module_graph(survey: &Survey<'_>, package: &str) -> Graph {
    let folder = format!("crates/{package}/src/");
    let files: Vec<(&RustFile<'_>, Vec<&str>)> = survey
        .ours()
        .filter(|file| !file.is_test)
        .filter_map(|file| Some((file, module_path(file.path.strip_prefix(&folder)?))))
        .collect();
    let mut graph: Graph = files
        .iter()
        .filter_map(|(_, path)| Some(((*path.first()?).to_owned(), BTreeMap::new())))
        .collect();
    let modules: BTreeSet<String> = graph.keys().cloned().collect();
    let mut reexports = BTreeMap::new();
    for (file, _) in files.iter().filter(|(_, path)| path.is_empty()) {
        reexports.extend(root_reexports(&code(file), &modules));
    }
    for (file, path) in &files {
        let Some(from) = path.first() else { continue };
        for (name, line) in references(&code(file), path) {
            let to = if modules.contains(name) { Some(name) } else { reexports.get(name).copied() };
            if let Some(to) = to.filter(|to| to != from) {
                let edges = graph.get_mut(*from).expect("all modules were added");
                edges.entry(to.to_owned()).or_insert_with(|| format!("{}:{line}", file.path));
            }
        }
    }
    graph
}

/// The module of a file below `src/`; nothing for the root.
fn module_path(file: &str) -> Vec<&str> {
    let mut path: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    if matches!(path.last(), Some(&("mod" | "lib" | "main"))) {
        path.pop();
    }
    path
}

/// Words and signs of a file outside of its tests.
fn code<'a>(file: &RustFile<'a>) -> Vec<Token<'a>> {
    let in_tests = |line: usize| {
        file.outline.test_modules.iter().any(|(first, last)| (*first..=*last).contains(&line))
    };
    let is_code = |token: &&Token<'_>| matches!(token.kind, TokenKind::Word | TokenKind::Sign(_));
    file.tokens.iter().filter(is_code).filter(|token| !in_tests(token.line)).copied().collect()
}

/// Names that `use` brings into the root, with the module they come from.
fn root_reexports<'a>(
    code: &[Token<'a>],
    modules: &'a BTreeSet<String>,
) -> BTreeMap<&'a str, &'a str> {
    let mut names = BTreeMap::new();
    for (at, _) in code.iter().enumerate().filter(|(_, token)| token.text == "use") {
        let statement: Vec<&Token<'a>> =
            code[at + 1..].iter().take_while(|token| token.kind != TokenKind::Sign(';')).collect();
        let module = statement.first().and_then(|token| modules.get(token.text));
        for token in statement.iter().skip(1).filter(|token| token.kind == TokenKind::Word) {
            names.extend(module.map(|module| (token.text, module.as_str())));
        }
    }
    names
}

/// Names right below the root that code in a module refers to by `crate::` and `super::`, with their lines.
fn references<'a>(code: &[Token<'a>], module: &[&str]) -> Vec<(&'a str, usize)> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let is_start = at == 0 || code[at - 1].kind != TokenKind::Sign(':');
        let start = at;
        at += 1;
        if !is_start || !matches!(code[start].text, "crate" | "super") {
            continue;
        }
        let mut depth = if code[start].text == "crate" { 0 } else { module.len() - 1 };
        at = start + 3;
        while depth > 0 && code.get(at).is_some_and(|token| token.text == "super") {
            depth -= 1;
            at += 3;
        }
        if depth == 0 && is_path(code, at - 2) {
            names.extend(first_names(&code[at.min(code.len())..]));
        }
    }
    names
}

fn is_path(code: &[Token<'_>], at: usize) -> bool {
    let is_colon = |at: usize| code.get(at).is_some_and(|token| token.kind == TokenKind::Sign(':'));
    is_colon(at) && is_colon(at + 1)
}

/// The name that follows `crate::`, or the first names of all paths of a group.
fn first_names<'a>(code: &[Token<'a>]) -> Vec<(&'a str, usize)> {
    let Some(first) = code.first() else { return Vec::new() };
    if first.kind != TokenKind::Sign('{') {
        return vec![(first.text, first.line)];
    }
    let (mut depth, mut names) = (0, Vec::new());
    for (at, token) in code.iter().enumerate() {
        match token.kind {
            TokenKind::Sign('{') => depth += 1,
            TokenKind::Sign('}') => depth -= 1,
            TokenKind::Word if depth == 1 => {
                if matches!(code[at - 1].kind, TokenKind::Sign('{' | ',')) {
                    names.push((token.text, token.line));
                }
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// A message for each group of names that reach each other.
fn cycles(graph: &Graph, what: &str) -> Vec<String> {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut problems = Vec::new();
    for name in graph.keys() {
        if done.contains(name.as_str()) {
            continue;
        }
        let group: BTreeSet<&str> = reachable(graph, name)
            .into_iter()
            .filter(|other| reachable(graph, other).contains(name.as_str()))
            .collect();
        done.extend(&group);
        if group.is_empty() {
            continue;
        }
        let edges = group.iter().flat_map(|from| {
            let edges = graph[*from].iter().filter(|(to, _)| group.contains(to.as_str()));
            edges.map(move |(to, place)| format!("\n  {place}: {from} → {to}"))
        });
        problems.push(format!("{what} form a cycle:{}", edges.collect::<String>()));
    }
    problems
}

/// The names that can be reached from one by at least one edge.
fn reachable<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        for to in graph.get(name).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(to.as_str()) {
                open.push(to);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    const PAGE: &str = "| modules without cycles | `k` |";

    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let files: Vec<SourceFile> = files
            .iter()
            .map(|(path, text)| SourceFile {
                path: format!("crates/k/src/{path}"),
                text: (*text).into(),
            })
            .collect();
        assert_eq!(problems(&[], &Survey::new(&files), PAGE), expected);
    }

    #[test]
    fn one_direction_passes() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c; pub use a::A; pub use c::deep::C;"),
                ("a.rs", "use crate::{b::B, c};\n"),
                ("b/mod.rs", "mod x;\n"),
                (
                    "b/x.rs",
                    "use super::y; use crate::C; use super::super::c::d;\n#[cfg(test)]\nmod tests { use crate::A; }",
                ),
                ("c.rs", "use self::a; use other::a::b; // crate::a\n"),
            ],
            &[],
        );
    }

    #[test]
    fn cycles_are_found_through_groups_super_and_reexports() {
        let expected = &[
            "modules of `k` form a cycle:\n  crates/k/src/a.rs:1: a → b\n  crates/k/src/b/x.rs:1: b → a",
        ];
        for back in
            ["use crate::A;", "use super::super::{d, a::{A, c}};", "fn f() { crate::a::f() }"]
        {
            check(
                &[
                    ("lib.rs", "mod a; mod b; mod c; pub use a::{A, B};"),
                    ("a.rs", "use super::b;\n"),
                    ("b/x.rs", back),
                    ("c.rs", "use crate::a;\n"),
                ],
                expected,
            );
        }
    }

    #[test]
    fn cycles_of_packages_are_reported() {
        let package =
            |name: &str, to: &str| Package { name: name.into(), dependencies: vec![to.into()] };
        let packages = [package("a", "b"), package("b", "a")];
        assert_eq!(
            problems(&packages, &Survey::new(&[]), "| modules without cycles | |"),
            ["packages form a cycle:\n  crates/a/Cargo.toml: a → b\n  crates/b/Cargo.toml: b → a"]
        );
    }

    #[test]
    fn unknown_packages_are_reported() {
        check(&[], &["docs/architecture.md: `k` has no modules"]);
    }
}
