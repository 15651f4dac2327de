//! The functions marked `#[gadfly::exhaust]`, as the test harness lists them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::ExhaustError;
use super::options::ExhaustOptions;

/// What the attribute calls the test of a function.
const PREFIX: &str = "gadfly_exhaust_";

/// A function under test and how to start it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// Path of the function.
    pub(super) function: String,
    /// Name of the test that runs it.
    pub(super) test: String,
    pub(super) executable: PathBuf,
}

/// All of them, filtered by the options, in order of their paths. The flag says whether some were
/// left out.
pub(super) fn entries(
    executables: &[PathBuf],
    options: &ExhaustOptions,
) -> Result<(Vec<Entry>, bool), ExhaustError> {
    let mut entries = Vec::new();
    for executable in executables {
        entries.extend(listed(executable)?);
    }
    entries.sort();
    let all = entries.len();
    entries.retain(|entry| {
        let hit = |patterns: &[String]| patterns.iter().any(|text| entry.function.contains(text));
        (options.include.is_empty() || hit(&options.include)) && !hit(&options.exclude)
    });
    let filtered = entries.len() < all;
    Ok((entries, filtered))
}

fn listed(executable: &Path) -> Result<Vec<Entry>, ExhaustError> {
    let mut command = Command::new(executable);
    command.args(["--list", "--ignored", "--format", "terse"]).stdin(Stdio::null());
    let output = command.output().map_err(ExhaustError::io("list the tests of the crate"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| parse(line, executable)).collect())
}

fn parse(line: &str, executable: &Path) -> Option<Entry> {
    let test = line.strip_suffix(": test")?;
    let (module, name) = test.rsplit_once("::").unwrap_or(("", test));
    let name = name.strip_prefix(PREFIX)?;
    let function = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
    Some(Entry { function, test: test.to_owned(), executable: executable.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_functions_are_taken() {
        let parse = |line| parse(line, Path::new("exe")).map(|entry| entry.function);
        assert_eq!(parse("tests::gadfly_exhaust_insert: test"), Some("tests::insert".into()));
        assert_eq!(parse("gadfly_exhaust_insert: test"), Some("insert".into()));
        assert_eq!(parse("tests::slow: test"), None);
        assert_eq!(parse("gadfly_exhaust_insert: benchmark"), None);
    }
}
