//! `cargo xtask house`: the table, or the places behind one number.

use std::path::{Path, PathBuf};

use super::survey::Survey;
use super::{Offence, banned, commits, names, openings, sizes, table};
use crate::{run, sources};

const USAGE: &str = "\
Usage: cargo xtask house [--list LIST] [--names] [--since REVISION] [--root FOLDER]

  --list LIST       the places behind a number: openings, banned, tests, names, functions,
                    folders, paths or commits (with --since)
  --names           the same as `--list names`
  --since REVISION  look at the subjects of the commits since then, too
  --root FOLDER     measure the checkout in another folder";

/// The arguments.
#[derive(Debug, Default)]
struct Request {
    list: Option<String>,
    since: Option<String>,
    root: Option<PathBuf>,
}

/// Measures the repository at `root` and shows what the arguments ask for.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let request = Request::parse(arguments).ok_or_else(|| USAGE.to_owned())?;
    let root = request.root.as_deref().unwrap_or(root);
    let files =
        sources::read_all(root).map_err(|error| format!("failed to read files: {error}"))?;
    let survey = Survey::new(&files);
    let log = request.since.as_deref().map(|since| run::log(root, since)).transpose()?;
    let text = match request.list.as_deref() {
        None => table::table(&survey, log.as_deref()),
        Some(name) => {
            let offences = list(&survey, name, log.as_deref()).ok_or_else(|| USAGE.to_owned())?;
            offences.iter().map(|offence| format!("{offence}\n")).collect()
        }
    };
    run::show(&text);
    Ok(())
}

impl Request {
    fn parse(arguments: &[String]) -> Option<Self> {
        let mut request = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--list" => request.list = Some(arguments.next()?.clone()),
                "--names" => request.list = Some("names".to_owned()),
                "--since" => request.since = Some(arguments.next()?.clone()),
                "--root" => request.root = Some(arguments.next()?.into()),
                _ => return None,
            }
        }
        Some(request)
    }
}

/// The places behind a number; nothing if there is no such list.
fn list(survey: &Survey<'_>, name: &str, log: Option<&str>) -> Option<Vec<Offence>> {
    let files = &survey.rust;
    Some(match name {
        "openings" => files.iter().flat_map(openings::offences).collect(),
        "banned" => banned::in_all(survey),
        "tests" => {
            let long = files.iter().flat_map(names::long_tests);
            long.chain(files.iter().flat_map(names::clause_tests)).collect()
        }
        "names" => names::homonym_offences(&names::homonyms(survey).production),
        "functions" => files.iter().flat_map(sizes::long_functions).collect(),
        "folders" => sizes::large_folders(survey, sizes::LARGE_FOLDER)
            .into_iter()
            .map(|(folder, count)| Offence {
                path: folder.to_owned(),
                line: 1,
                text: format!("{count} files; at most {}", sizes::LARGEST_FOLDER),
            })
            .collect(),
        "paths" => files.iter().flat_map(sizes::path_cuts).collect(),
        "commits" => commits::long_subjects(log?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn arguments_are_read() {
        let request = Request::parse(&words("--list banned --since v1 --root x")).unwrap();
        assert_eq!(request.list.as_deref(), Some("banned"));
        assert_eq!(request.since.as_deref(), Some("v1"));
        assert_eq!(request.root, Some("x".into()));
        assert!(Request::parse(&words("--list")).is_none());
        assert!(Request::parse(&words("--what")).is_none());
    }

    #[test]
    fn every_list_exists() {
        let text = "//! What it is.\n\n#[test]\nfn what_is() {}\n";
        let files = [SourceFile { path: "crates/a/src/lib.rs".into(), text: text.into() }];
        let survey = Survey::new(&files);
        let lists = ["openings", "banned", "tests", "names", "functions", "folders", "paths"];
        let counts = lists.map(|name| list(&survey, name, None).map(|offences| offences.len()));
        assert_eq!(counts, [1, 0, 1, 0, 0, 0, 0].map(Some));
        assert!(list(&survey, "commits", None).is_none());
        assert!(list(&survey, "other", None).is_none());
    }
}
