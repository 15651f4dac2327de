//! `cargo xtask bench bugs`: known bugs that must be found, and must not be seen where they are mended.

use std::path::Path;

use super::orders::Orders;
use super::report::{Finding, Minimised, command, explore};
use super::rows::{Bug, parse};
use crate::bench_api::fetch::{Release, sources};
use crate::run::note;

/// The number of rows that must be found.
const ENOUGH: usize = 14;

/// The result of a row.
struct Verdict {
    found: Result<Option<Finding>, String>,
    /// Found, but taken for something else than a bug.
    mistaken: Option<Finding>,
    /// The finding in the good version.
    false_alarm: Option<Finding>,
    minimised: Option<Minimised>,
}

/// Runs every row that was asked for.
pub(super) fn run(root: &Path, orders: &Orders) -> Result<(), String> {
    let list = orders.list.as_deref().unwrap_or("benches/bugs.toml");
    let text = std::fs::read_to_string(root.join(list))
        .map_err(|error| format!("failed to read {list}: {error}"))?;
    let bugs: Vec<Bug> = parse(&text)?
        .into_iter()
        .filter(|bug| orders.wants(&[&bug.row.to_string(), &bug.name]))
        .collect();
    let mut verdicts: Vec<(Bug, Verdict)> = Vec::new();
    for bug in bugs {
        let verdict = judge(root, &bug, orders);
        note(&line(&bug, &verdict));
        verdicts.push((bug, verdict));
    }
    let is_found =
        |verdict: &Verdict| matches!(verdict.found, Ok(Some(_))) && verdict.false_alarm.is_none();
    let found = verdicts.iter().filter(|(_, verdict)| is_found(verdict)).count();
    let mut table = String::new();
    for (bug, verdict) in &verdicts {
        table.push_str(&line(bug, verdict));
        table.push('\n');
    }
    let minimised: Vec<Minimised> =
        verdicts.iter().filter_map(|(_, verdict)| verdict.minimised).collect();
    let length = Minimised::mean(&minimised).line();
    note(&format!("\n{table}\n{found} of {} found; on average {length}", verdicts.len()));
    let enough = ENOUGH.min(verdicts.len());
    if found >= enough { Ok(()) } else { Err(format!("fewer than {enough} found")) }
}

fn judge(root: &Path, bug: &Bug, orders: &Orders) -> Verdict {
    let search = |version: &str, checksum: &Option<String>| {
        let release = Release { name: &bug.name, version, checksum: checksum.as_deref() };
        let crate_ = sources(&root.join("target/bench-search"), release)?;
        let mut more = vec!["--no-write", "--time", orders.time_or("60s")];
        if let Some(features) = &bug.features {
            more.extend(["--features", features]);
        }
        explore(&command(root), &crate_, &more)
    };
    let bad = match search(&bug.bad, &bug.bad_checksum) {
        Ok(report) => report,
        Err(message) => {
            let found = Err(message);
            return Verdict { found, mistaken: None, false_alarm: None, minimised: None };
        }
    };
    let found = bug.shown_by(&bad.findings).cloned();
    let good = match &bug.good {
        Some(good) if found.is_some() && !orders.bad_only => search(good, &bug.good_checksum).ok(),
        _ => None,
    };
    Verdict {
        mistaken: bug.mistaken(&bad.findings).filter(|_| found.is_none()).cloned(),
        found: Ok(found),
        minimised: bad.minimised,
        false_alarm: good.and_then(|report| bug.shown_by(&report.findings).cloned()),
    }
}

fn line(bug: &Bug, verdict: &Verdict) -> String {
    let what = match (&verdict.found, &verdict.false_alarm, &verdict.mistaken) {
        (Err(message), ..) => {
            let first = message.lines().find(|line| line.starts_with("error"));
            format!("FAILED    {}", first.unwrap_or("no report"))
        }
        (Ok(Some(_)), Some(finding), _) => format!("also good {}", finding.line()),
        (Ok(Some(finding)), None, _) => format!("found     {}", finding.line()),
        (Ok(None), _, Some(finding)) => format!("{:<9} {}", finding.class, finding.line()),
        (Ok(None), _, None) => "missed".to_owned(),
    };
    format!("{:>3} {:<24} {what}", bug.row, format!("{} {}", bug.name, bug.bad))
}
