//! The table of all measurements.

use super::survey::Survey;
use super::{Offence, banned, commits, names, openings, sizes};

/// A row: a measurement and its value.
type Row = (String, String);

/// Measures everything. `log` holds the commits to look at, one line each, if any.
pub(super) fn table(survey: &Survey<'_>, log: Option<&str>) -> String {
    let mut rows = size_rows(survey);
    rows.extend(prose_rows(survey));
    rows.extend(name_rows(survey));
    if let Some(log) = log {
        let long = commits::long_subjects(log).len();
        let title = format!("commit subjects over {} characters", commits::LONGEST_SUBJECT);
        rows.push((title, format!("{long} of {}", log.lines().count())));
    }
    let mut text = "| measurement | value |\n|---|---|\n".to_owned();
    for (title, value) in rows {
        text.push_str(&format!("| {title} | {value} |\n"));
    }
    text
}

fn size_rows(survey: &Survey<'_>) -> Vec<Row> {
    let (production, tests) = sizes::lines(survey);
    let code = sizes::code_per_file(survey);
    let lengths = sizes::function_lengths(survey);
    let long = lengths.count_above(sizes::LONGEST_FUNCTION);
    let cuts: usize = survey.rust.iter().map(|file| sizes::path_cuts(file).len()).sum();
    let folders = |limit| {
        let large = sizes::large_folders(survey, limit);
        let largest = large.iter().map(|(_, count)| *count).max();
        let largest = largest.map_or_else(String::new, |count| format!(" (largest {count})"));
        format!("{}{largest}", large.len())
    };
    vec![
        ("files of Rust".into(), survey.ours().count().to_string()),
        ("lines: production, tests".into(), format!("{production}, {tests}")),
        (
            "code per file: median/p90/max".into(),
            format!("{}/{}/{}", code.percentile(50), code.percentile(90), code.percentile(100)),
        ),
        (
            "functions: median/p90/p99/max".into(),
            format!(
                "{}/{}/{}/{}",
                lengths.percentile(50),
                lengths.percentile(90),
                lengths.percentile(99),
                lengths.percentile(100)
            ),
        ),
        (
            format!("functions over {} lines", sizes::LONGEST_FUNCTION),
            format!("{long} of {} ({})", lengths.count(), percent(long, lengths.count())),
        ),
        (
            format!("folders with more than {} files", sizes::LARGE_FOLDER),
            folders(sizes::LARGE_FOLDER),
        ),
        (
            format!("folders with more than {} files", sizes::LARGEST_FOLDER),
            folders(sizes::LARGEST_FOLDER),
        ),
        ("paths shortened by `rsplit(\"::\")`".into(), cuts.to_string()),
    ]
}

fn prose_rows(survey: &Survey<'_>) -> Vec<Row> {
    let docs = openings::count(survey.rust.iter());
    let of_docs =
        |count| format!("{count} of {} ({})", docs.comments, percent(count, docs.comments));
    vec![
        ("docs opening with what/whether/how/who/where".into(), of_docs(docs.clauses)),
        ("docs opening with which/why".into(), of_docs(docs.weaker)),
        (
            "banned words in docs, names and messages".into(),
            banned::in_all(survey).len().to_string(),
        ),
    ]
}

fn name_rows(survey: &Survey<'_>) -> Vec<Row> {
    let words = names::test_words(survey);
    let count = |offences: fn(&super::survey::RustFile<'_>) -> Vec<Offence>| {
        let number: usize = survey.rust.iter().map(|file| offences(file).len()).sum();
        format!("{number} of {}", words.count())
    };
    let homonyms = names::homonyms(survey);
    vec![
        (
            "words of test names: median/max".into(),
            format!("{}/{}", words.percentile(50), words.percentile(100)),
        ),
        ("test names over 12 words".into(), count(names::long_tests)),
        ("test names `what_/whoever_/where_…`".into(), count(names::clause_tests)),
        ("types in production code".into(), homonyms.types.to_string()),
        ("type names defined more than once".into(), homonyms.production.len().to_string()),
        ("… only because of test code".into(), homonyms.tests.len().to_string()),
    ]
}

fn percent(part: usize, whole: usize) -> String {
    let per_mille = (part * 1000).checked_div(whole).unwrap_or(0);
    format!("{}.{}%", per_mille / 10, per_mille % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::SourceFile;

    #[test]
    fn every_measurement_has_a_row() {
        let text = "//! What it is.\n\nfn f() {}\n\n#[test]\nfn what_is() {}\n";
        let files = [SourceFile { path: "crates/a/src/lib.rs".into(), text: text.into() }];
        let table = table(&Survey::new(&files), Some("a b\n"));
        for row in [
            "| lines: production, tests | 6, 0 |",
            "| docs opening with what/whether/how/who/where | 1 of 1 (100.0%) |",
            "| test names `what_/whoever_/where_…` | 1 of 1 |",
            "| commit subjects over 72 characters | 0 of 1 |",
        ] {
            assert!(table.contains(row), "{row} in\n{table}");
        }
    }
}
