//! The sequence of a finding as steps.

use gadfly_session::report::{Class, Finding, RunReport};

/// The bugs of a report, which are what other programs are given: the rest is no defect of the crate.
pub(super) fn bugs(report: &RunReport) -> impl Iterator<Item = &Finding> {
    report.findings.iter().filter(|finding| finding.class == Class::Bug)
}

/// The statements of a finding's sequence, one per entry: an indented line belongs to the statement above it.
pub(super) fn steps(finding: &Finding) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    for line in finding.source.lines().filter(|line| !line.trim().is_empty()) {
        let continues = line.starts_with([' ', '\t', '}', ')', ']']);
        match steps.last_mut() {
            Some(last) if continues => {
                last.push('\n');
                last.push_str(line);
            }
            _ => steps.push(line.to_owned()),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continued_lines_belong_to_their_statement() {
        let source = "let a = f();\nif a {\n    g();\n}\n\nh(a);".to_owned();
        let finding = Finding { source, ..Finding::example() };
        assert_eq!(steps(&finding), ["let a = f();", "if a {\n    g();\n}", "h(a);"]);
    }

    #[test]
    fn only_bugs_are_given_to_other_programs() {
        let mut report = RunReport::new("explore", "url", "2.5.8", 0);
        report.findings =
            vec![Finding::example(), Finding { class: Class::Precondition, ..Finding::example() }];
        assert_eq!(bugs(&report).count(), 1);
    }
}
