//! Names: of tests, and of types that are defined more than once.

use std::collections::BTreeMap;

use super::survey::{RustFile, Survey};
use super::{Offence, spread::Spread};

/// The most words a test's name has.
const LONGEST_TEST_NAME: usize = 12;
/// First words of test names that state nothing.
const CLAUSES: [&str; 6] =
    ["what", concat!("who", "ever"), "where", "who", "whatever", concat!("no", "body")];

/// Numbers of words of the names of tests.
pub(crate) fn test_words(survey: &Survey<'_>) -> Spread {
    let tests = survey.ours().flat_map(|file| &file.outline.functions).filter(|item| item.is_test);
    Spread::new(tests.map(|item| item.name.split('_').count()))
}

/// Tests of a file whose names are too long.
pub(crate) fn long_tests(file: &RustFile<'_>) -> Vec<Offence> {
    tests(file, |name| {
        let words = name.split('_').count();
        (words > LONGEST_TEST_NAME).then(|| {
            format!("`{name}`: {words} words; use at most 8, the subject first, a statement")
        })
    })
}

/// Tests of a file whose names open with a relative clause.
pub(crate) fn clause_tests(file: &RustFile<'_>) -> Vec<Offence> {
    tests(file, |name| {
        let first = name.split('_').next().unwrap_or_default();
        CLAUSES.contains(&first).then(|| {
            format!("`{name}`: put the subject first: `foreign_failures_are_not_findings`")
        })
    })
}

fn tests(file: &RustFile<'_>, complaint: impl Fn(&str) -> Option<String>) -> Vec<Offence> {
    let tests = file.outline.functions.iter().filter(|item| item.is_test && file.is_ours);
    tests
        .filter_map(|item| {
            let text = complaint(&item.name)?;
            Some(Offence { path: file.path.to_owned(), line: item.line, text })
        })
        .collect()
}

/// Names of types that are defined more than once, with their places.
#[derive(Debug, Default)]
pub(crate) struct Homonyms {
    /// Those with several definitions in production code.
    pub(crate) production: BTreeMap<String, Vec<(String, usize)>>,
    /// Those with several definitions only because of test code.
    pub(crate) tests: BTreeMap<String, Vec<(String, usize)>>,
    /// The number of types in production code.
    pub(crate) types: usize,
}

/// Type names of the workspace that are defined more than once.
pub(crate) fn homonyms(survey: &Survey<'_>) -> Homonyms {
    let mut production: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
    let mut all = production.clone();
    let mut types = 0;
    for file in survey.ours() {
        for item in &file.outline.types {
            let place = (file.path.to_owned(), item.line);
            if !item.in_tests {
                types += 1;
                production.entry(item.name.clone()).or_default().push(place.clone());
            }
            all.entry(item.name.clone()).or_default().push(place);
        }
    }
    production.retain(|_, places| is_in_several_files(places));
    all.retain(|name, places| is_in_several_files(places) && !production.contains_key(name));
    Homonyms { production, tests: all, types }
}

/// Returns whether a name is defined in several files: two definitions in one file are alternatives for different platforms.
fn is_in_several_files(places: &[(String, usize)]) -> bool {
    places.windows(2).any(|pair| pair[0].0 != pair[1].0)
}

/// The places of homonyms, most frequent first.
pub(crate) fn homonym_offences(homonyms: &BTreeMap<String, Vec<(String, usize)>>) -> Vec<Offence> {
    let mut names: Vec<_> = homonyms.iter().collect();
    names.sort_by_key(|(name, places)| (std::cmp::Reverse(places.len()), (*name).clone()));
    names
        .into_iter()
        .flat_map(|(name, places)| {
            places.iter().map(move |(path, line)| Offence {
                path: path.clone(),
                line: *line,
                text: format!("`{name}` is defined {} times", places.len()),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    fn files() -> [SourceFile; 3] {
        let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        [
            file(
                "crates/a/src/lib.rs",
                "struct A;\nstruct B;\n#[cfg(test)]\nmod tests {\n    struct C;\n    #[test]\n    fn what_is_it() {}\n}\n",
            ),
            file(
                "crates/b/src/lib.rs",
                "enum A {}\nstruct C;\n#[cfg(unix)]\ntype D = u8;\n#[cfg(windows)]\ntype D = u16;\n",
            ),
            file(
                "crates/b/tests/b.rs",
                "#[test]\nfn a_b_c_d_e_f_g_h_i_j_k_l_m() {}\nfn what_else() {}\nstruct B;\n",
            ),
        ]
    }

    #[test]
    fn test_names_are_measured() {
        let files = files();
        let survey = Survey::new(&files);
        let words = test_words(&survey);
        assert_eq!((words.count(), words.percentile(50), words.percentile(100)), (2, 3, 13));
        let lines = |offences: fn(&RustFile<'_>) -> Vec<Offence>| -> Vec<(String, usize)> {
            let all = survey.rust.iter().flat_map(offences);
            all.map(|offence| (offence.path, offence.line)).collect()
        };
        assert_eq!(lines(long_tests), [("crates/b/tests/b.rs".to_owned(), 2)]);
        assert_eq!(lines(clause_tests), [("crates/a/src/lib.rs".to_owned(), 7)]);
    }

    #[test]
    fn homonyms_of_tests_count_apart() {
        let files = files();
        let homonyms = homonyms(&Survey::new(&files));
        assert_eq!(homonyms.types, 6);
        assert_eq!(homonyms.production.keys().collect::<Vec<_>>(), ["A"]);
        assert_eq!(homonyms.tests.keys().collect::<Vec<_>>(), ["B", "C"]);
        let offences = homonym_offences(&homonyms.production);
        assert_eq!(offences[1].to_string(), "crates/b/src/lib.rs:1: `A` is defined 2 times");
    }
}
