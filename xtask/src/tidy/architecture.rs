//! The architecture page names every package, none that is gone, and every arrow between them.

use super::claims::PAGE;
use crate::sources::Package;

/// Compares the packages there are with the rows of the page's tables, which start with the
/// package's name and say in the third column which others it depends on:
/// "| `gadfly-engine` | … | `gadfly-wire` | … |".
pub(super) fn problems(packages: &[Package], page: &str) -> Vec<String> {
    let rows: Vec<Row<'_>> = page.lines().filter_map(Row::parse).collect();
    let mut problems = Vec::new();
    for package in packages {
        let name = &package.name;
        match rows.iter().find(|row| row.name == *name) {
            None => problems.push(format!("{PAGE}: `{name}` is missing in the list of packages")),
            Some(row) if row.arrows != package.dependencies => problems.push(format!(
                "{PAGE}: `{name}` depends on {:?}, the page says {:?}",
                package.dependencies, row.arrows
            )),
            Some(_) => {}
        }
    }
    for row in rows {
        if !packages.iter().any(|package| package.name == row.name) {
            problems.push(format!("{PAGE}: there is no package `{}`", row.name));
        }
    }
    problems
}

/// A row of a table of packages.
struct Row<'a> {
    name: &'a str,
    /// In the order of their names.
    arrows: Vec<&'a str>,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
        let name = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        let mut arrows: Vec<&str> =
            cells.nth(1).unwrap_or_default().split('`').skip(1).step_by(2).collect();
        arrows.sort_unstable();
        Some(Self { name, arrows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[&str]) -> Package {
        let dependencies = dependencies.iter().map(|name| (*name).to_owned()).collect();
        Package { name: name.to_owned(), dependencies }
    }

    #[test]
    fn a_page_that_agrees_passes() {
        let packages = [package("a", &[]), package("b", &["a", "c"]), package("c", &[])];
        let page =
            "| `a` | x | nothing | y |\n| `b` | x | `c`, `a` | y |\n| `c` | x | nothing | y |";
        assert!(problems(&packages, page).is_empty());
    }

    #[test]
    fn missing_and_dead_packages_are_reported() {
        let page = "| package | owns |\n|---|---|\n| `a` | x | nothing |\n| `old` | x | nothing |";
        assert_eq!(
            problems(&[package("a", &[]), package("xtask", &[])], page),
            [
                "docs/architecture.md: `xtask` is missing in the list of packages",
                "docs/architecture.md: there is no package `old`",
            ]
        );
    }

    #[test]
    fn an_undrawn_arrow_is_reported() {
        assert_eq!(
            problems(&[package("a", &["b"])], "| `a` | x | nothing | y |"),
            ["docs/architecture.md: `a` depends on [\"b\"], the page says []"]
        );
    }
}
