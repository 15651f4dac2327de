//! Forms of a report: the page, the formats of other programs, annotations of a workflow.

use super::tests::Pretend;
use crate::console::GithubWorkflow;
use crate::exit_code::ExitCode;
use gadfly_session::report::Finding;

fn with_a_bug() -> Pretend {
    let mut pretend = Pretend::new();
    pretend.findings = vec![Finding::example()];
    pretend
}

#[test]
fn the_page_stands_beside_the_report() {
    let mut pretend = with_a_bug();
    let (_, out, _) = pretend.run("explore");
    let page = pretend.report_file().with_file_name("report.html");
    let text = std::fs::read_to_string(&page).expect("the page");
    assert!(text.contains("id=\"finding-k3f\""), "{text}");
    assert!(out.contains("target/gadfly/url/report.html and report.json"), "{out}");
}

#[test]
fn other_formats_are_one_document() {
    let (code, out, _) = with_a_bug().run("explore --format sarif");
    let document: serde_json::Value = serde_json::from_str(&out).expect("one document");
    assert_eq!((code, &document["version"]), (ExitCode::Findings, &"2.1.0".into()));
    for command in ["explore", "check"] {
        let (code, out, _) = with_a_bug().run(&format!("{command} --format junit"));
        assert_eq!(code, ExitCode::Findings);
        assert!(out.starts_with("<?xml") && out.ends_with("</testsuites>\n"), "{out}");
    }
}

#[test]
fn formats_of_findings_are_refused_elsewhere() {
    for command in ["list", "replay k3f", "explain"] {
        let (code, out, err) = Pretend::new().run(&format!("{command} --format sarif"));
        assert_eq!((code, out.as_str()), (ExitCode::Usage, ""), "{command}");
        assert!(err.contains("possible values: human, json"), "{err}");
    }
    // As a setting it is for the commands that read it.
    let (code, out, _) = Pretend::with_settings("format = \"junit\"\n").run("list");
    assert_eq!(code, ExitCode::Clean);
    assert!(!out.starts_with('{'), "{out}");
}

#[test]
fn workflows_get_annotations_and_a_page() {
    let mut pretend = with_a_bug();
    let page = pretend.dir.path().join("summary.md");
    let workflow = || Some(GithubWorkflow::with_summary(page.clone()));
    let (_, out, err) = pretend.run_in_workflow("explore --format json", workflow());
    assert!(err.contains("::error file=src/lib.rs,line=2772,"), "{err}");
    assert!(out.starts_with('{') && !out.contains("::error"), "{out}");
    let text = std::fs::read_to_string(&page).expect("the page");
    assert!(text.contains("**1 bug**"), "{text}");

    let (_, _, err) = with_a_bug().run("explore");
    assert!(!err.contains("::error"), "{err}");
}

#[test]
fn unwritable_job_pages_end_no_run() {
    let mut pretend = with_a_bug();
    let workflow = GithubWorkflow::with_summary(pretend.dir.path().join("missing/summary.md"));
    let (code, _, err) = pretend.run_in_workflow("explore", Some(workflow));
    assert_eq!(code, ExitCode::Findings);
    assert!(err.contains("failed to write the summary of the job"), "{err}");
}
