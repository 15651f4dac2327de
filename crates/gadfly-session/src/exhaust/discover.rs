//! The functions marked `#[gadfly::exhaust]`, as the test harness lists them.

use std::time::Duration;

use gadfly_cargo::Invocation;
use gadfly_model::rust_path;

use super::build::Program;
use super::target::Target;
use crate::error::CliError;

/// The time that a listing may take.
const LONGEST: Duration = Duration::from_secs(60);
/// Prefix of the tests that the attribute generates.
const PREFIX: &str = "gadfly_exhaust_";

/// A function under test and how to start it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// Path of the function.
    pub(super) function: String,
    /// Name of the test that runs it.
    pub(super) test: String,
    pub(super) program: Program,
}

impl Entry {
    /// The function's own name.
    pub(super) fn name(&self) -> &str {
        rust_path::last(&self.function)
    }

    /// The module it stands in; empty for the root.
    pub(super) fn module(&self) -> &str {
        rust_path::owner(&self.function)
    }
}

/// All of them that are chosen, in order of their paths. The flag is `true` if some were left out.
pub(super) fn entries(
    target: &Target<'_>,
    programs: &[Program],
) -> Result<(Vec<Entry>, bool), CliError> {
    let mut entries = Vec::new();
    for program in programs {
        entries.extend(listed(program, target)?);
    }
    entries.sort();
    let all = entries.len();
    entries.retain(|entry| target.settings.filter.admits(&entry.function));
    let filtered = entries.len() < all;
    Ok((entries, filtered))
}

fn listed(program: &Program, target: &Target<'_>) -> Result<Vec<Entry>, CliError> {
    let list = Invocation::new(&program.executable, &target.subject.package_root)
        .contained(target.sandbox()?);
    let finished =
        list.args(["--list", "--ignored", "--format", "terse"]).at_most(LONGEST).run()?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    Ok(text.lines().filter_map(|line| parse(line, program)).collect())
}

fn parse(line: &str, program: &Program) -> Option<Entry> {
    let test = line.strip_suffix(": test")?;
    let (module, name) = (rust_path::owner(test), rust_path::last(test));
    let name = name.strip_prefix(PREFIX)?;
    let function = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
    Some(Entry { function, test: test.to_owned(), program: program.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_functions_are_taken() {
        let program = Program { executable: "exe".into(), selector: Vec::new() };
        let parse = |line| parse(line, &program).map(|entry| entry.function);
        assert_eq!(parse("tests::gadfly_exhaust_insert: test"), Some("tests::insert".into()));
        assert_eq!(parse("gadfly_exhaust_insert: test"), Some("insert".into()));
        assert_eq!(parse("tests::slow: test"), None);
        assert_eq!(parse("gadfly_exhaust_insert: benchmark"), None);
    }
}
