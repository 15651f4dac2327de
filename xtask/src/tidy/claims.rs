//! The table of the architecture page whose rows other rules check: "| printing | `a/src/b`, `c` |".

/// The page.
pub(super) const PAGE: &str = "docs/architecture.md";

/// The entries of the row with this name, in the order of the page.
pub(super) fn row<'a>(page: &'a str, name: &str) -> Option<Vec<&'a str>> {
    page.lines().find_map(|line| {
        let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
        let is_row = cells.next()? == name;
        let cell = cells.next().filter(|_| is_row)?;
        Some(cell.split('`').skip(1).step_by(2).collect())
    })
}

/// The problem of a row that is not there.
pub(super) fn missing(name: &str) -> String {
    format!("{PAGE}: the table of places has no row `{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_first_cell() {
        let page = "text\n| a | b |\n|---|---|\n| printing | `x/y.rs` (why), `z` |\n";
        assert_eq!(row(page, "printing"), Some(vec!["x/y.rs", "z"]));
        assert_eq!(row(page, "reading"), None);
    }
}
