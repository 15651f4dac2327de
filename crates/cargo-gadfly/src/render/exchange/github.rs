//! Annotations and job summaries of GitHub workflows.

use std::fmt::Write as _;

use gadfly_session::report::{Finding, RunReport};
use gadfly_session::text;

use super::Repository;
use super::steps::bugs;

/// The most annotations: the service shows no more of one step.
const MOST_ANNOTATIONS: usize = 10;
/// The most findings of a summary, which may not be longer than a mebibyte.
const MOST_SUMMARISED: usize = 100;

/// One workflow command per bug, which the service shows beside the line.
pub(crate) fn annotations(report: &RunReport, repository: &Repository) -> String {
    bugs(report).take(MOST_ANNOTATIONS).map(|finding| annotation(finding, repository)).collect()
}

fn annotation(finding: &Finding, repository: &Repository) -> String {
    let mut properties = Vec::new();
    if let Some(place) = finding.location.as_deref().and_then(|it| repository.place(it)) {
        properties.push(format!("file={}", property(&place.file)));
        properties.extend(place.line.map(|line| format!("line={line}")));
    }
    properties.push(format!("title={}", property(&format!("gadfly: {}", finding.label()))));
    let mut message = finding.headline();
    if !finding.source.is_empty() {
        message.push_str("\n\n");
        message.push_str(&finding.source);
    }
    format!("::error {}::{}\n", properties.join(","), data(&message))
}

/// The message of a command: line ends would end it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The page of the job, in Markdown.
pub(crate) fn job_summary(report: &RunReport, repository: &Repository) -> String {
    let mut page = format!("## gadfly {}: {}\n\n", report.command, code(&report.package));
    let count = bugs(report).count();
    let verdict = match count {
        0 => "Nothing broke.".to_owned(),
        _ => text::count(count as u64, "bug"),
    };
    let _ = write!(page, "**{verdict}**");
    let _ = writeln!(
        page,
        " · {} calls · {} of {} public functions called\n",
        text::magnitude(report.calls),
        report.functions.called,
        report.functions.public
    );
    if count > 0 {
        page.push_str("| item | failure | place | replay |\n|---|---|---|---|\n");
    }
    for finding in bugs(report).take(MOST_SUMMARISED) {
        let place = finding.location.as_deref().and_then(|it| repository.place(it));
        let place = place.map(|place| match place.line {
            Some(line) => format!("{}:{line}", place.file),
            None => place.file,
        });
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            code(&finding.item),
            code(&finding.event()),
            place.map(|place| code(&place)).unwrap_or_default(),
            code(&format!("cargo gadfly replay {}", finding.id)),
        );
    }
    for finding in bugs(report).take(MOST_SUMMARISED).filter(|it| !it.source.is_empty()) {
        let fence = fence(&finding.source);
        let _ = write!(
            page,
            "\n<details><summary>{}</summary>\n\n{fence}rust\n{}\n{fence}\n\n</details>\n",
            finding.item.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
            finding.source.trim_end()
        );
    }
    if count > MOST_SUMMARISED {
        let _ = writeln!(page, "\n{} more are in report.json.", count - MOST_SUMMARISED);
    }
    page
}

/// Text as code within a table: no cell, line or markup ends in it.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ").replace('|', "\\|");
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn fence(source: &str) -> String {
    "`".repeat(longest_run(source).max(2) + 1)
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::Class;

    fn report(finding: Finding) -> RunReport {
        let excused = Finding { class: Class::Resource, ..Finding::example() };
        RunReport {
            findings: vec![finding, excused],
            ..RunReport::new("explore", "url", "2.5.8", 0)
        }
    }

    #[test]
    fn bugs_are_annotated_at_their_line() {
        let text = annotations(&report(Finding::example()), &Repository::default());
        assert_eq!(
            text,
            "::error file=src/lib.rs,line=2772,title=gadfly%3A bug::url::Url::path_segments_mut panics: index out of \
             bounds%0A%0Alet url = Url::parse(\"a:b\").unwrap();%0Alet _ = format!(\"{url:?}\");\n"
        );
    }

    #[test]
    fn messages_cannot_start_a_command() {
        let message = "x\n::error::forged\r\n".to_owned();
        let finding =
            Finding { kind: gadfly_session::report::Kind::Crash, message, ..Finding::example() };
        let text = annotations(&report(finding), &Repository::default());
        assert_eq!(text.lines().count(), 1, "{text}");
    }

    #[test]
    fn summaries_list_every_bug_once() {
        let page = job_summary(&report(Finding::example()), &Repository::default());
        assert!(page.starts_with("## gadfly explore: `url`\n\n**1 bug**"), "{page}");
        assert_eq!(page.matches("cargo gadfly replay k3f").count(), 1, "{page}");
        assert!(page.contains("`src/lib.rs:2772`"), "{page}");
        assert!(page.contains("```rust\nlet url"), "{page}");
    }

    #[test]
    fn markup_in_messages_stays_code() {
        let message = "a | b ``` </details>".to_owned();
        let source = "f(\"```\");".to_owned();
        let page = job_summary(
            &report(Finding { message, source, ..Finding::example() }),
            &Repository::default(),
        );
        assert!(page.contains("````panics: a \\| b ``` </details>````"), "{page}");
        assert!(page.contains("````rust\nf(\"```\");\n````"), "{page}");
    }
}
