//! The architecture page names every package, and none that is gone.

const PAGE: &str = "docs/architecture.md";

/// Compares the packages there are with those in the page's tables, whose rows start with the
/// package's name: "| `gadfly-model` | …".
pub(super) fn problems(crates: &[String], page: &str) -> Vec<String> {
    let listed: Vec<&str> = page
        .lines()
        .filter_map(|line| line.trim().strip_prefix("| `"))
        .filter_map(|rest| rest.split('`').next())
        .collect();
    let missing = crates
        .iter()
        .filter(|name| !listed.contains(&name.as_str()))
        .map(|name| format!("{PAGE}: `{name}` is missing in the list of packages"));
    let dead = listed
        .iter()
        .filter(|name| !crates.iter().any(|krate| krate == *name))
        .map(|name| format!("{PAGE}: there is no package `{name}`"));
    missing.chain(dead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_dead_packages_are_told() {
        let crates = ["gadfly-model".to_owned(), "xtask".to_owned()];
        let page =
            "| package | does |\n|---|---|\n| `gadfly-model` | data |\n| `gadfly-old` | no |";
        assert_eq!(
            problems(&crates, page),
            [
                "docs/architecture.md: `xtask` is missing in the list of packages",
                "docs/architecture.md: there is no package `gadfly-old`",
            ]
        );
    }
}
