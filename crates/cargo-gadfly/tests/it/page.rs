//! The page of a report in a real browser. Where no Chromium is installed, that part is skipped with a message.

use std::path::{Path, PathBuf};

use gadfly_testkit::{Project, Tool};

use crate::{fresh_place, library, sharing_gadfly};

const SOURCE: &str = "\
/// Digits of a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digits(Vec<u8>);
impl Digits {
    pub fn of(mut number: u32) -> Self {
        let mut digits = Vec::new();
        while number > 0 {
            digits.push((number % 10) as u8);
            number /= 10;
        }
        Self(digits)
    }
    pub fn leading(&self) -> u8 { self.0[self.0.len() - 1] }
    pub fn len(&self) -> usize { self.0.len() }
}
";

/// Flags without which the browser looks for services that a machine for tests lacks.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
                     --disable-component-update --disable-sync --disable-quic --enable-logging=stderr --v=0";

#[test]
#[expect(clippy::print_stderr, reason = "a part that is skipped is announced")]
fn pages_open_without_console_messages() {
    let project = library("digits", SOURCE);
    let place = fresh_place("digits");
    sharing_gadfly().run(&project, "explore --calls 2000 --no-tests").expect_code(1);
    let page = place.join("report.html");
    let text = std::fs::read_to_string(&page).expect("the page");
    assert!(text.contains("Digits::leading") && text.contains("Overview"), "{text}");

    let Some(browser) = browser() else {
        eprintln!("skipped: no chromium on this machine");
        return;
    };
    let (dom, console) = open(&browser, &project, &page);
    assert!(dom.contains("<h2 id=\"findings\">"), "{dom}");
    assert_eq!(console, Vec::<String>::new());
    // A page that does log something is noticed.
    let noisy = project.with("noisy.html", "<script>console.error('a complaint')</script>");
    let (_, console) = open(&browser, &noisy, &noisy.path().join("noisy.html"));
    assert!(console.iter().any(|line| line.contains("a complaint")), "{console:?}");
}

/// The browser, if there is one.
fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let paths = std::env::split_paths(&folders).map(|folder| folder.join("chromium"));
    paths.into_iter().find(|path| path.is_file())
}

/// The document of a page as the browser has it, and the messages that it logs.
fn open(browser: &Path, project: &Project, page: &Path) -> (String, Vec<String>) {
    let profile = project.path().join("profile");
    let line = format!(
        "{FLAGS} --user-data-dir={} --dump-dom file://{}",
        profile.display(),
        page.display()
    );
    let run = Tool::new(browser).run(project, &line);
    let logged = run.stderr.lines().filter(|line| line.contains("CONSOLE"));
    (run.stdout.clone(), logged.map(str::to_owned).collect())
}
