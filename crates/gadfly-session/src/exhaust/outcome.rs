//! The run as `report.json` has it.

use gadfly_triage::facts::Failure;
use gadfly_wire::{ExhaustCounts, ExhaustMode};

use crate::findings::identity::Identity;
use crate::pipeline::ExhaustOrders;
use crate::report::{
    CaseKind, ExhaustDetails, Finding, FindingBuilder, FunctionCounts, IdKind, Kind, Placement,
    RunReport, SearchedFunction, Seconds, TestCounts,
};
use crate::text::{count, magnitude};

/// Seconds of the stages, and the end of the run.
#[derive(Debug, Default)]
pub(super) struct ExhaustTotals {
    /// Seconds of the build.
    pub(super) build_seconds: f64,
    /// Seconds of all searches.
    pub(super) search_seconds: f64,
    /// Seconds of proving tests.
    pub(super) confirm_seconds: f64,
    /// `true` if the run was stopped from outside.
    pub(super) interrupted: bool,
}

/// The report, of which `empty` has the head, with this command's own counts under `exhaust`.
pub(super) fn run_report(
    empty: RunReport,
    orders: &ExhaustOrders,
    functions: Vec<SearchedFunction>,
    totals: &ExhaustTotals,
) -> RunReport {
    let searched = functions.iter().filter(|function| function.error.is_none()).count() as u64;
    let sum = |of: fn(&SearchedFunction) -> u64| functions.iter().map(of).sum::<u64>();
    let is_check = orders.mode == ExhaustMode::Check;
    let calls = if is_check { sum(|it| it.valid) } else { 0 };
    let cases = || functions.iter().filter_map(|function| function.case.as_ref());
    let flaky =
        |placement: &Placement| matches!(placement, Placement::NotTried | Placement::Passes);
    let mut report = RunReport {
        seconds: Seconds {
            build: totals.build_seconds,
            search: totals.search_seconds,
            confirm: totals.confirm_seconds,
            ..Seconds::default()
        },
        calls,
        calls_per_second: calls as f64 / totals.search_seconds.max(1e-3),
        functions: FunctionCounts {
            public: functions.len() as u64,
            callable: searched,
            called: if is_check { searched } else { 0 },
            returned: functions.iter().filter(|it| it.error.is_none() && it.case.is_none()).count()
                as u64,
        },
        findings: functions.iter().filter_map(finding).collect(),
        tests: TestCounts {
            failing: cases().filter(|case| case.placed().is_some()).count() as u64,
            discarded_flaky: cases().filter(|case| flaky(&case.placement)).count() as u64,
            ..TestCounts::default()
        },
        ..empty
    };
    report.findings.sort_by_key(|finding| finding.kind);
    let explored = sum(|it| it.explored);
    report.details.exhaust = Some(ExhaustDetails {
        mode: orders.mode.name().to_owned(),
        shard: orders.shard.map(|shard| shard.to_string()),
        explored,
        valid: sum(|it| it.valid),
        failures: sum(|it| it.failures),
        candidates_per_second: explored as f64 / totals.search_seconds.max(1e-3),
        complete: !totals.interrupted && functions.iter().all(|function| function.complete),
        functions,
        ..ExhaustDetails::default()
    });
    report.details.interrupted = totals.interrupted;
    report
}

/// The failing input of a function as a finding.
pub(super) fn finding(function: &SearchedFunction) -> Option<Finding> {
    let case = function.case.as_ref()?;
    let kind = match case.kind {
        CaseKind::Panic => Kind::Property,
        CaseKind::Contract => Kind::Contract,
        CaseKind::Crash => Kind::Crash,
        CaseKind::Hang => Kind::Hang,
    };
    let location = if case.location.is_empty() { &function.location } else { &case.location };
    let (item, message) = (function.function.clone(), case.message.clone());
    let cause = Identity::of_message(&item, &message);
    let finding = FindingBuilder::new(IdKind::Input, cause.text(), kind, item, message)
        .at(Some(location.clone()))
        .shown_by(case.body.clone(), 1)
        .seen(function.failures)
        .tested_by(case.placed().map(|(test, _)| test.to_owned()))
        .stated(Failure::Property);
    Some(finding)
}

/// A function that could not be searched, for this reason.
pub(super) fn not_searched(function: &str, error: String) -> SearchedFunction {
    let (function, error) = (function.to_owned(), Some(error));
    // A place that is not known has the form of one all the same.
    SearchedFunction { function, error, location: ":0".to_owned(), ..SearchedFunction::default() }
}

/// The reason why a completed search has checked nothing, if it has not.
pub(super) fn nothing_checked(mode: ExhaustMode, counts: &ExhaustCounts) -> Option<String> {
    if counts.checked > 0 || counts.failures > 0 || mode != ExhaustMode::Check {
        return None;
    }
    let ExhaustCounts { explored, .. } = counts;
    let reasons = [
        (counts.panicked, "panicked"),
        (counts.cut, "read without end"),
        (counts.overflowed, "overflowed the stack"),
        (counts.hung, "stood still"),
        (counts.unowned, "accepted a structure that cannot exist"),
    ];
    let reasons = reasons.iter().filter(|(runs, _)| *runs > 0);
    let reasons: Vec<String> =
        reasons.map(|(runs, what)| format!(", {} {what}", magnitude(*runs))).collect();
    Some(format!(
        "nothing was checked: no input of {} satisfies its conditions{}; widen the bounds, or \
         call the predicate on an input that should be valid",
        count(*explored, "candidate"),
        reasons.concat()
    ))
}

/// A function with nothing but these counts.
pub(super) fn counted(counts: &ExhaustCounts) -> SearchedFunction {
    SearchedFunction {
        explored: counts.explored,
        valid: counts.valid,
        failures: counts.failures,
        panicked: counts.panicked,
        cut: counts.cut,
        overflowed: counts.overflowed,
        hung: counts.hung,
        unowned: counts.unowned,
        audited: counts.audited,
        audited_for_code: counts.audited_for_code,
        audited_for_calls: counts.audited_for_calls,
        unaudited: counts.unaudited,
        ..SearchedFunction::default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::report::FailingCase;

    fn failing(kind: CaseKind) -> SearchedFunction {
        let counts =
            ExhaustCounts { explored: 10, valid: 4, failures: 2, ..ExhaustCounts::default() };
        let test = "m::insert_1".to_owned();
        let case = FailingCase {
            kind,
            body: "insert(1);".to_owned(),
            placement: Placement::Placed { path: "a.rs".into(), test },
            ..FailingCase::example()
        };
        SearchedFunction {
            function: "m::insert".to_owned(),
            location: "src/lib.rs:7".to_owned(),
            case: Some(FailingCase { location: String::new(), ..case }),
            ..counted(&counts)
        }
    }

    #[test]
    fn findings_have_the_common_fields_and_counts_their_own_key() {
        let orders = ExhaustOrders {
            mode: ExhaustMode::Check,
            shard: None,
            patience: Duration::ZERO,
            share_after: Duration::ZERO,
        };
        let functions = vec![failing(CaseKind::Panic), failing(CaseKind::Contract)];
        let empty = RunReport::new("exhaust", "trees", "0.1.0", 0);
        let report = run_report(empty, &orders, functions, &ExhaustTotals::default());
        assert_eq!((report.command.as_str(), report.package.as_str()), ("exhaust", "trees"));
        let kinds: Vec<Kind> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, [Kind::Property, Kind::Contract]);
        let finding = &report.findings[0];
        assert_eq!(finding.location.as_deref(), Some("src/lib.rs:7"));
        assert_eq!((finding.seen, finding.test.as_deref()), (2, Some("m::insert_1")));
        assert_eq!((report.calls, report.tests.failing), (8, 2));
        let exhaust = report.details.exhaust.expect("details");
        assert_eq!((exhaust.explored, exhaust.valid), (20, 8));
    }

    #[test]
    fn searches_without_valid_inputs_checked_nothing() {
        let counts = ExhaustCounts { explored: 12, panicked: 3, ..ExhaustCounts::default() };
        let reason = nothing_checked(ExhaustMode::Check, &counts).expect("a reason");
        assert!(
            reason.contains("no input of 12 candidates satisfies its conditions, 3 panicked"),
            "{reason}"
        );
        assert_eq!(nothing_checked(ExhaustMode::Count, &counts), None);
        // In a white-box search only inputs that fail are counted as valid.
        let one = ExhaustCounts { checked: 1, ..counts };
        assert_eq!(nothing_checked(ExhaustMode::Check, &one), None);
    }

    #[test]
    fn the_same_cause_has_the_same_name() {
        let id = |function: &SearchedFunction| finding(function).map(|finding| finding.id);
        let mut other = failing(CaseKind::Panic);
        assert_eq!(id(&failing(CaseKind::Panic)), id(&other));
        other.function = "m::remove".to_owned();
        assert_ne!(id(&failing(CaseKind::Panic)), id(&other));
    }
}
