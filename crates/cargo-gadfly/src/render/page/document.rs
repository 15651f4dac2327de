//! The page: head, navigation, sections.

use gadfly_session::report::{Class, RunReport};
use gadfly_session::text;

use super::html::Html;
use super::{commands, excused, findings, functions, overview};

/// A section: its anchor, its title, and its content, which is empty where the run has nothing to show there.
struct Section {
    anchor: &'static str,
    title: String,
    build: fn(&mut Html, &RunReport),
}

/// The report as a page.
pub(crate) fn page(report: &RunReport) -> String {
    let sections: Vec<(Section, String)> = sections(report)
        .into_iter()
        .map(|section| {
            let mut html = Html::default();
            (section.build)(&mut html, report);
            (section, html.finish())
        })
        .filter(|(_, content)| !content.is_empty())
        .collect();
    let title = format!("gadfly {}: {} {}", report.command, report.package, report.version);
    let mut html = Html::default();
    html.markup("<!doctype html>\n");
    html.tag("html", &[("lang", "en")], |html| {
        html.tag("head", &[], |html| head(html, &title));
        html.tag("body", &[], |html| {
            html.tag("header", &[], |html| {
                html.line("h1", &[], &title);
                verdict(html, report);
                html.tag("nav", &[("aria-label", "Sections")], |html| {
                    html.tag("ul", &[], |html| {
                        for (section, _) in &sections {
                            let target = format!("#{}", section.anchor);
                            html.tag("li", &[], |html| {
                                html.tag("a", &[("href", &target)], |html| {
                                    html.text(&section.title);
                                });
                            });
                        }
                    });
                });
            });
            html.tag("main", &[], |html| {
                for (section, content) in &sections {
                    html.tag("section", &[("aria-labelledby", section.anchor)], |html| {
                        html.line("h2", &[("id", section.anchor)], &section.title);
                        html.nested(content);
                    });
                }
            });
            let version = env!("CARGO_PKG_VERSION");
            let foot = format!(
                "gadfly {version}, seed {}. The same data for programs: report.json.",
                report.seed
            );
            html.line("footer", &[], &foot);
        });
    });
    html.finish()
}

fn head(html: &mut Html, title: &str) {
    html.open("meta", &[("charset", "utf-8")]);
    html.open("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    html.line("title", &[], title);
    html.markup("<style>");
    html.markup(include_str!("style.css"));
    html.markup("</style>\n");
}

fn verdict(html: &mut Html, report: &RunReport) {
    let bugs = count(report, |class| class == Class::Bug);
    let (class, words) = match bugs {
        0 => ("verdict good", "Nothing broke.".to_owned()),
        _ => ("verdict bad", format!("{} found.", text::count(bugs, "bug"))),
    };
    html.line("p", &[("class", class)], &words);
    let details = &report.details;
    let ends = [
        details
            .interrupted
            .then(|| "The run was interrupted: this is what it had found.".to_owned()),
        details.ended_early.as_ref().map(|status| format!("The search ended early ({status}).")),
        details.tests_failed.as_ref().map(|error| format!("No tests could be made: {error}")),
    ];
    for end in ends.iter().flatten() {
        html.line("p", &[("class", "bad")], end);
    }
}

fn count(report: &RunReport, is_counted: impl Fn(Class) -> bool) -> u64 {
    report.findings.iter().filter(|finding| is_counted(finding.class)).count() as u64
}

fn sections(report: &RunReport) -> Vec<Section> {
    let titled = |name: &str, number: u64| format!("{name} ({})", text::thousands(number));
    let bugs = count(report, |class| class == Class::Bug);
    let others = count(report, |class| class != Class::Bug);
    let skipped = report.skipped.len() as u64;
    vec![
        Section { anchor: "overview", title: "Overview".to_owned(), build: overview::overview },
        Section { anchor: "findings", title: titled("Findings", bugs), build: findings::findings },
        Section {
            anchor: "properties",
            title: "Properties".to_owned(),
            build: commands::properties,
        },
        Section {
            anchor: "searched",
            title: "Functions searched".to_owned(),
            build: commands::searched,
        },
        Section { anchor: "states", title: "States".to_owned(), build: commands::states },
        Section { anchor: "excused", title: titled("Also seen", others), build: excused::excused },
        Section {
            anchor: "functions",
            title: "Functions without a result".to_owned(),
            build: functions::unreached,
        },
        Section { anchor: "skipped", title: titled("Skipped", skipped), build: functions::skipped },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::{Finding, FunctionCounts, SkippedItem};

    fn report() -> RunReport {
        RunReport {
            functions: FunctionCounts { public: 2, callable: 2, called: 2, returned: 1 },
            findings: vec![
                Finding::example(),
                Finding { class: Class::Precondition, id: "x9".to_owned(), ..Finding::example() },
            ],
            skipped: vec![SkippedItem {
                item: "url::f".to_owned(),
                reason: "unsafe fn".to_owned(),
            }],
            ..RunReport::new("explore", "url", "2.5.8", 0)
        }
    }

    fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
        let start = format!(" {name}=\"");
        page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn links_lead_to_ids_that_occur_once() {
        let page = page(&report());
        let ids = attributes(&page, "id");
        for target in
            attributes(&page, "href").into_iter().chain(attributes(&page, "aria-labelledby"))
        {
            let id = target.trim_start_matches('#');
            assert_eq!(ids.iter().filter(|it| **it == id).count(), 1, "{target} in {ids:?}");
        }
        assert!(ids.contains(&"finding-k3f"), "{ids:?}");
    }

    #[test]
    fn pages_load_nothing_and_run_nothing() {
        let page = page(&report());
        for loading in ["<script", "<link", "<img", "src=", "http", "url(", "@import", "onclick"] {
            let found = page.replace("url::", "").contains(loading);
            assert!(!found, "{loading} in {page}");
        }
    }

    #[test]
    fn tags_are_closed_in_order() {
        let page = page(&report());
        let mut open: Vec<&str> = Vec::new();
        for tag in page.split('<').skip(1).filter(|tag| !tag.starts_with('!')) {
            let name = tag.split([' ', '>']).next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "in {tag}"),
                None if name == "meta" => {}
                None => open.push(name),
            }
        }
        assert_eq!(open, Vec::<&str>::new());
    }

    #[test]
    fn hostile_messages_stay_text() {
        let hostile = "</code></pre><script>alert(1)</script>".to_owned();
        let finding = Finding {
            id: "\"><script>".to_owned(),
            item: hostile.clone(),
            message: hostile.clone(),
            source: hostile.clone(),
            test: Some(hostile.clone()),
            rule: Some(hostile.clone()),
            location: Some(hostile),
            ..Finding::example()
        };
        let excused = Finding { class: Class::Documented, ..finding.clone() };
        let page = page(&RunReport { findings: vec![finding, excused], ..report() });
        assert!(!page.contains("<script"), "{page}");
    }

    #[test]
    fn empty_sections_are_left_out() {
        let page = page(&RunReport::new("explore", "url", "2.5.8", 0));
        assert!(page.contains("Nothing broke."));
        for anchor in ["findings", "excused", "skipped", "states", "properties"] {
            assert!(!page.contains(&format!("id=\"{anchor}\"")), "{anchor}");
        }
    }

    #[test]
    fn a_thousand_findings_stay_small() {
        let finding = |number: usize| Finding { id: number.to_string(), ..Finding::example() };
        let findings = (0..1000).map(finding).collect();
        let size = page(&RunReport { findings, ..report() }).len();
        assert!(size < 3 << 20, "{size} bytes");
    }
}
