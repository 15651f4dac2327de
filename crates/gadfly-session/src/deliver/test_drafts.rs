//! From findings to tests that show them.

use gadfly_model::rust_path;
use gadfly_tests::emit::{Containment, Draft, Prediction, TestNames, base_name, complaint};
use gadfly_tests::print::End;
use gadfly_wire::{CrashKind, During, Law, OperationKind, Outcome, Plan, What};

use crate::deliver::minimising::Minimised;
use crate::findings::collect::RawFinding;
use crate::report::{Class, Finding, Kind};

/// A test that fails as the finding says.
pub(crate) fn failing(
    found: &RawFinding,
    shown: &Minimised,
    plan: &Plan,
    names: &mut TestNames,
    ignore: bool,
) -> Draft {
    let finding = &found.finding;
    let message = match &shown.outcome {
        Outcome::Panicked { message, .. } => message,
        _ => &finding.message,
    };
    let mut sequence = shown.sequence.clone();
    let law = found.evidence.law.as_ref();
    let assertion = law.map(|law| law.assertion.clone()).unwrap_or_default();
    let end = match &shown.outcome {
        Outcome::Broken { vars, .. } => End::Law { assertion, vars: vars.clone() },
        Outcome::Panicked { during, .. } | Outcome::Died { during, .. } => match End::of(*during) {
            End::Law { vars, .. } => End::Law { assertion, vars },
            other => other,
        },
        _ => End::Call,
    };
    let states_a_law = |what: What| match what {
        What::Operation(id) => {
            let operation = plan.operations.get(id as usize);
            operation.is_some_and(|operation| matches!(operation.kind, OperationKind::Law(_)))
        }
        What::Literal(_) => false,
    };
    if matches!(end, End::Law { .. })
        && sequence.statements.last().is_some_and(|last| states_a_law(last.what))
    {
        // The assertion says what that operation asks.
        let last = sequence.statements.len() as u32 - 1;
        sequence.statements.pop();
        sequence.final_drops.retain(|var| *var != last);
    }
    let containment = match (finding.kind, &shown.outcome) {
        (Kind::Hang, _) => Containment::ProcessWithTimeout,
        (_, Outcome::Died { .. }) => Containment::Process,
        (_, Outcome::Left { what, .. }) => Containment::ProcessWithout(*what),
        _ => Containment::None,
    };
    let prediction = match (containment, &shown.outcome) {
        (Containment::ProcessWithTimeout, _) => Prediction::Hangs,
        (Containment::Process, Outcome::Died { kind: CrashKind::Reported(_), .. }) => {
            Prediction::Reported
        }
        (Containment::Process, Outcome::Died { kind, .. }) => Prediction::Dies(*kind),
        (Containment::ProcessWithout(what), _) => Prediction::Panics(complaint(what).to_owned()),
        (Containment::None, Outcome::Panicked { message, .. }) => {
            Prediction::Panics(message.clone())
        }
        _ => Prediction::Fails,
    };
    let wanted = name_of(finding);
    Draft {
        name: names.name(&wanted),
        item: finding.item.clone(),
        doc: doc_of(&Finding { message: message.clone(), ..finding.clone() }, law),
        sequence,
        literals: shown.literals.clone(),
        end,
        expected: Vec::new(),
        helpers: law.map(|law| law.helpers.clone()).unwrap_or_default(),
        containment,
        should_panic: None,
        ignore: why_ignored(finding.kind, containment, message, ignore),
        prediction,
    }
}

/// The reason for `#[ignore]`, if any: the user's wish for all failing tests, or effects of the test.
fn why_ignored(
    kind: Kind,
    containment: Containment,
    message: &str,
    is_wanted: bool,
) -> Option<String> {
    let start = match (kind, containment) {
        // To enter a directory, or to start a thread that works in the background, is what many a function is for.
        (_, Containment::ProcessWithout(_)) => "may be meant",
        // Outside of the sandbox nothing limits it.
        (Kind::Oom, _) => "takes all memory until its cause is fixed",
        _ if is_wanted => "fails until its cause is fixed",
        _ => return None,
    };
    Some(format!("{start}: {}", message.lines().next().unwrap_or_default()))
}

/// A test that passes because a documented panic is raised.
pub(crate) fn documented(
    found: &RawFinding,
    shown: &Minimised,
    names: &mut TestNames,
) -> Option<Draft> {
    let Outcome::Panicked { during: During::Call, message, .. } = &shown.outcome else {
        return None;
    };
    let expected = message.lines().next().filter(|line| !line.is_empty())?.to_owned();
    Some(Draft {
        name: names.name(&name_of(&found.finding)),
        item: found.finding.item.clone(),
        doc: Vec::new(),
        sequence: shown.sequence.clone(),
        literals: shown.literals.clone(),
        end: End::Call,
        expected: Vec::new(),
        helpers: String::new(),
        containment: Containment::None,
        should_panic: Some(expected),
        ignore: None,
        prediction: Prediction::Passes,
    })
}

fn name_of(finding: &Finding) -> String {
    let base = base_name(&finding.item);
    let name = match finding.kind {
        Kind::Panic => format!("{base}_panics"),
        Kind::Crash => format!("{base}_crashes"),
        Kind::Hang => format!("{base}_does_not_return"),
        Kind::Oom => format!("{base}_takes_all_memory"),
        Kind::Contract if finding.law.is_none() => {
            format!("{base}_{}", finding.message_line().replace(' ', "_"))
        }
        Kind::Law | Kind::Property | Kind::Contract => {
            let law = finding.law.as_deref().unwrap_or("a_law").replace('-', "_");
            format!("{base}_breaks_{law}")
        }
    };
    let name = if finding.after_panics > 0 { format!("{name}_after_a_panic") } else { name };
    match finding.profile.as_str() {
        "release" => format!("{name}_in_release"),
        "debug+address" => format!("{name}_under_asan"),
        "release+address" => format!("{name}_in_release_under_asan"),
        _ => name,
    }
}

/// What is wrong, and how to see it where `cargo test` alone does not show it.
fn doc_of(finding: &Finding, law: Option<&Law>) -> Vec<String> {
    let mut lines = vec![what_breaks(finding, law)];
    if finding.after_panics > 0 {
        lines.push("What a panic has left behind is used again here.".to_owned());
    }
    if let Some(profile) = finding.unusual_profile() {
        let id = &finding.id;
        lines.push(format!("Shows under {profile}: `cargo gadfly replay {id}` runs it that way."));
    }
    lines
}

fn what_breaks(finding: &Finding, law: Option<&Law>) -> String {
    let item = rust_path::from_type(&finding.item);
    let place = finding.location.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
    let said = finding.event();
    debug_assert!(finding.class == Class::Bug || finding.kind == Kind::Contract);
    let doc = match finding.kind {
        Kind::Law => {
            let sentence = law.map_or(said.as_str(), |law| law.sentence.as_str());
            format!("`{item}`: {sentence}.")
        }
        _ => format!("`{item}` {}{place}.", said.trim_end_matches('.')),
    };
    // It becomes a comment of one line, whatever the subject or a file says.
    doc.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmful_or_doubtful_tests_are_ignored() {
        let why =
            |kind, containment, is_wanted| why_ignored(kind, containment, "it\nis", is_wanted);
        let (plain, process) = (Containment::None, Containment::Process);
        assert_eq!(why(Kind::Panic, plain, false), None);
        assert_eq!(why(Kind::Crash, process, false), None);
        let wanted = why(Kind::Panic, plain, true);
        assert_eq!(wanted.as_deref(), Some("fails until its cause is fixed: it"));
        let memory = why(Kind::Oom, process, false);
        assert_eq!(memory.as_deref(), Some("takes all memory until its cause is fixed: it"));
        let without = Containment::ProcessWithout(gadfly_wire::ProcessChange::Directory);
        assert_eq!(why(Kind::Contract, without, true).as_deref(), Some("may be meant: it"));
    }

    #[test]
    fn names_and_comments_say_what_breaks() {
        let finding = Finding::example();
        assert_eq!(name_of(&finding), "url_path_segments_mut_panics");
        assert_eq!(
            doc_of(&finding, None),
            ["`Url::path_segments_mut` panics: index out of bounds (src/lib.rs:2772)."]
        );
        let law = Finding {
            kind: Kind::Law,
            law: Some("eq-reflexive".to_owned()),
            message: "a value equals itself".to_owned(),
            location: None,
            ..finding
        };
        assert_eq!(name_of(&law), "url_path_segments_mut_breaks_eq_reflexive");
        assert_eq!(doc_of(&law, None), ["`Url::path_segments_mut`: a value equals itself."]);
        let after = Finding { after_panics: 1, ..law.clone() };
        assert_eq!(name_of(&after), "url_path_segments_mut_breaks_eq_reflexive_after_a_panic");
        assert_eq!(doc_of(&after, None)[1], "What a panic has left behind is used again here.");
        let release = Finding { profile: "release".to_owned(), ..law };
        assert_eq!(name_of(&release), "url_path_segments_mut_breaks_eq_reflexive_in_release");
        assert_eq!(
            doc_of(&release, None)[1],
            "Shows under release: `cargo gadfly replay k3f` runs it that way."
        );
        let lasting = Finding {
            kind: Kind::Contract,
            class: Class::Resource,
            message: "leaves the working directory changed".to_owned(),
            location: None,
            ..Finding::example()
        };
        let name = "url_path_segments_mut_leaves_the_working_directory_changed";
        assert_eq!(name_of(&lasting), name);
        let doc = "`Url::path_segments_mut` leaves the working directory changed.";
        assert_eq!(doc_of(&lasting, None), [doc]);
        assert_eq!(rust_path::from_type("k::max"), "max");
        let hostile = Finding {
            location: Some("src/a\nfn evil() {}\r.rs:3".to_owned()),
            ..Finding::example()
        };
        assert!(doc_of(&hostile, None).iter().all(|line| !line.contains(['\n', '\r'])));
    }
}
