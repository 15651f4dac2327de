//! The run as `report.json` has it.

use gadfly_triage::facts::Failure;
use gadfly_wire::ExhaustMode;

use super::options::ExhaustOptions;
use super::report::{CaseKind, ExhaustReport, FunctionReport, Placement};
use crate::report::{
    ExhaustDetails, Finding, FunctionCounts, Kind, RunReport, SearchedFunction, Seconds, TestCounts,
};
use crate::report::{FindingBuilder, IdKind};

/// The report, with this command's own counts under `exhaust`.
pub(crate) fn run_report(report: &ExhaustReport, options: &ExhaustOptions, seed: u64) -> RunReport {
    let functions = &report.functions;
    let searched = functions.iter().filter(|function| function.error.is_none()).count() as u64;
    let sum = |of: fn(&FunctionReport) -> u64| functions.iter().map(of).sum::<u64>();
    let calls = if options.mode == ExhaustMode::Check { sum(|it| it.counts.valid) } else { 0 };
    let cases = || functions.iter().filter_map(|function| function.case.as_ref());
    let flaky =
        |placement: &Placement| matches!(placement, Placement::NotTried | Placement::Passes);
    let mut run_report = RunReport {
        seconds: Seconds {
            build: report.build_seconds,
            search: report.search_seconds,
            confirm: report.confirm_seconds,
            ..Seconds::default()
        },
        calls,
        calls_per_second: calls as f64 / report.search_seconds.max(1e-3),
        functions: FunctionCounts {
            public: functions.len() as u64,
            callable: searched,
            called: if options.mode == ExhaustMode::Check { searched } else { 0 },
            returned: functions.iter().filter(|it| it.error.is_none() && it.case.is_none()).count()
                as u64,
        },
        findings: functions.iter().filter_map(finding).collect(),
        tests: TestCounts {
            failing: cases().filter(|case| case.placed().is_some()).count() as u64,
            discarded_flaky: cases().filter(|case| flaky(&case.placement)).count() as u64,
            ..TestCounts::default()
        },
        ..RunReport::new("exhaust", &report.package, &report.version, seed)
    };
    run_report.findings.sort_by_key(|finding| finding.kind);
    let explored = sum(|it| it.counts.explored);
    run_report.details.exhaust = Some(ExhaustDetails {
        mode: options.mode.name().to_owned(),
        shard: options.shard.map(|shard| format!("{}/{}", shard.index, shard.count)),
        explored,
        valid: sum(|it| it.counts.valid),
        failures: sum(|it| it.counts.failures),
        candidates_per_second: explored as f64 / report.search_seconds.max(1e-3),
        complete: !report.interrupted && functions.iter().all(is_complete),
        functions: functions.iter().map(searched_function).collect(),
        ..ExhaustDetails::default()
    });
    run_report.details.interrupted = report.interrupted;
    run_report
}

/// The failing input of a function as a finding.
pub(crate) fn finding(function: &FunctionReport) -> Option<Finding> {
    let case = function.case.as_ref()?;
    let kind = match case.kind {
        CaseKind::Panic => Kind::Property,
        CaseKind::Contract => Kind::Contract,
        CaseKind::Crash => Kind::Crash,
        CaseKind::Hang => Kind::Hang,
    };
    let place = format!("{}:{}", function.file, function.line);
    let location = if case.location.is_empty() { place } else { case.location.clone() };
    let (item, message) = (function.function.clone(), case.message.clone());
    let cause = format!("{item} {message}");
    let finding = FindingBuilder::new(IdKind::Input, &cause, kind, item, message)
        .at(Some(location))
        .shown_by(case.body.clone(), 1)
        .seen(function.counts.failures)
        .tested_by(case.placed().map(|(test, _)| test.to_owned()))
        .stated(Failure::Property);
    Some(finding)
}

fn is_complete(function: &FunctionReport) -> bool {
    function.error.is_none() && !function.unfinished
}

fn searched_function(function: &FunctionReport) -> SearchedFunction {
    let counts = function.counts;
    SearchedFunction {
        function: function.function.clone(),
        location: format!("{}:{}", function.file, function.line),
        bounds: function.bounds.clone(),
        explored: counts.explored,
        valid: counts.valid,
        failures: counts.failures,
        panicked: counts.panicked,
        cut: counts.cut,
        overflowed: counts.overflowed,
        hung: counts.hung,
        unowned: counts.unowned,
        audited: counts.audited,
        unread: function.unread.clone(),
        seconds: function.seconds,
        complete: is_complete(function),
        error: function.error.clone(),
        input: function.case.as_ref().map(|case| case.arguments.clone()),
        picture: function.page.as_ref().map(|page| page.display().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::{Choices, ExhaustCounts};

    use crate::exhaust::Case;

    fn failing(kind: CaseKind) -> FunctionReport {
        let case = Case {
            kind,
            arguments: "tree = Tree".to_owned(),
            message: "panics: no".to_owned(),
            location: String::new(),
            choices: Choices::default(),
            test_name: "insert_1".to_owned(),
            test: String::new(),
            body: "insert(1);".to_owned(),
            placement: Placement::Placed { path: "a.rs".into(), test: "m::insert_1".to_owned() },
            svg: String::new(),
            confirmed: 3,
        };
        FunctionReport {
            function: "m::insert".to_owned(),
            file: "src/lib.rs".to_owned(),
            line: 7,
            counts: ExhaustCounts {
                explored: 10,
                valid: 4,
                failures: 2,
                ..ExhaustCounts::default()
            },
            case: Some(case),
            ..FunctionReport::default()
        }
    }

    #[test]
    fn findings_have_the_common_fields_and_counts_their_own_key() {
        let report = ExhaustReport {
            functions: vec![failing(CaseKind::Panic), failing(CaseKind::Contract)],
            ..ExhaustReport::default()
        };
        let report = run_report(&report, &ExhaustOptions::new("."), 0);
        assert_eq!(report.command, "exhaust");
        let kinds: Vec<Kind> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, [Kind::Property, Kind::Contract]);
        let finding = &report.findings[0];
        assert_eq!(finding.location.as_deref(), Some("src/lib.rs:7"));
        assert_eq!((finding.seen, finding.test.as_deref()), (2, Some("m::insert_1")));
        assert_eq!((report.calls, report.tests.failing), (8, 2));
        let exhaust = report.details.exhaust.expect("details");
        assert_eq!((exhaust.explored, exhaust.valid), (20, 8));
        assert_eq!(exhaust.functions[0].input.as_deref(), Some("tree = Tree"));
    }

    #[test]
    fn the_same_cause_has_the_same_name() {
        let id = |function: &FunctionReport| finding(function).map(|finding| finding.id);
        let mut other = failing(CaseKind::Panic);
        assert_eq!(id(&failing(CaseKind::Panic)), id(&other));
        other.function = "m::remove".to_owned();
        assert_ne!(id(&failing(CaseKind::Panic)), id(&other));
    }
}
