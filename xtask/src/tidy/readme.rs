//! The README opens with two commands, and CI ends with the second of them.

/// Runs the main job on an example.
const RUN: &str = "cargo run --release -- explore examples/";
/// Runs all tests.
const TEST: &str = "cargo test --workspace";

/// Looks for the two commands, and for nothing else, in the README's first block of code.
pub(super) fn problems(readme: &str, ci_script: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let block: Vec<&str> = readme
        .lines()
        .skip_while(|line| !line.starts_with("```"))
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .filter(|line| !line.trim().is_empty())
        .collect();
    if !matches!(block[..], [run, test] if run.starts_with(RUN) && test == TEST) {
        problems.push(format!(
            "README.md: the first block of code must be `{RUN}…` and `{TEST}`, one line each"
        ));
    }
    if ci_script.trim_end().lines().last() != Some(TEST) {
        problems.push(format!(".ci/run: the last line must be `{TEST}`"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_commands_are_there() {
        let readme = format!("# gadfly\n\n```sh\n{RUN}ring\n{TEST}\n```\n");
        assert!(problems(&readme, &format!("set -e\n{TEST}\n")).is_empty());
    }

    #[test]
    fn a_third_command_and_another_end_are_reported() {
        let readme = format!("```sh\ncargo build\n{RUN}ring\n{TEST}\n```\n");
        assert_eq!(problems(&readme, "cargo test").len(), 2);
    }
}
