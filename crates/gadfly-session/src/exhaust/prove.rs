//! Proving the tests that show a failure: they are compiled as the crate's own tests will be, and
//! have to fail as predicted in fresh processes. Proven tests are placed in the crate.

use std::time::Duration;

use gadfly_tests::emit::{Prediction, TestText};
use gadfly_tests::home::{Home, HomeKind};
use gadfly_tests::place::{PlaceError, Placer, Planned};
use gadfly_tests::prove::{Candidate, CrateTests, Prover, TrialRoom, Verdict};

use super::discover::Entry;
use super::target::Target;
use crate::error::CliError;
use crate::report::{CaseKind, FailingCase, Placement};

/// The shortest time that a test gets.
const SHORTEST: Duration = Duration::from_secs(2);

/// A failing input on its way to a test.
pub(super) struct FailingInputTest<'a> {
    pub(super) entry: &'a Entry,
    pub(super) case: &'a mut FailingCase,
    /// Best first.
    pub(super) texts: Vec<TestText>,
}

/// Proves and places as many as possible, and notes in each case what became of it.
pub(super) fn prove(
    target: &Target<'_>,
    mut tests: Vec<FailingInputTest<'_>>,
) -> Result<(), CliError> {
    let subject = target.subject;
    let placer = Placer::new(&subject.package_root, &target.out);
    let crate_tests = CrateTests::new(subject, target.out.clone());
    let room = TrialRoom {
        directory: target.out.join("trial"),
        package: Some(&subject.package_root),
        longest: target.orders.patience.max(SHORTEST),
    };
    let mut prover = Prover::new(&crate_tests, &placer, room);
    let candidate = |test: &FailingInputTest<'_>| Candidate {
        home: home(test.entry),
        texts: test.texts.clone(),
        prediction: prediction(test.case),
    };
    let candidates: Vec<Candidate> = tests.iter().map(candidate).collect();
    let verdicts = prover.prove(&candidates)?;
    for (test, verdict) in tests.iter_mut().zip(&verdicts) {
        test.case.placement = unplaced(verdict);
    }
    for (index, planned) in prover.plan(&candidates, &verdicts) {
        let (case, candidate) = (&mut *tests[index].case, &candidates[index]);
        if let (Verdict::Proven { way }, Ok(planned)) = (&verdicts[index], &planned) {
            let text = &candidate.texts[*way];
            case.test = text.named(&planned.test);
            case.test_name.clone_from(&planned.test);
            case.body.clone_from(&text.body);
        }
        case.placement = placed(target, &placer, &candidate.home, planned);
    }
    Ok(())
}

/// Puts a file in its place.
fn placed(
    target: &Target<'_>,
    placer: &Placer,
    home: &Home,
    planned: Result<Planned, PlaceError>,
) -> Placement {
    let planned = match planned {
        Ok(planned) => planned,
        Err(reason) => return Placement::Refused(reason.to_string()),
    };
    let test = home.path_of(&planned.test);
    if planned.is_known {
        return Placement::Known { path: planned.path, test };
    }
    if !target.settings.write {
        let why = "--no-tests or gadfly.toml keeps it out of the crate";
        return Placement::Refused(why.to_owned());
    }
    match placer.place(&planned) {
        Ok(()) => Placement::Placed { path: planned.path, test },
        Err(reason) => Placement::Refused(reason.to_string()),
    }
}

/// The placement of a test before it is placed.
fn unplaced(verdict: &Verdict) -> Placement {
    match verdict {
        Verdict::Proven { .. } => Placement::NotTried,
        Verdict::Refused(reason) => Placement::Refused(reason.to_string()),
        Verdict::Unconfirmed => Placement::Passes,
        _ => Placement::DoesNotCompile,
    }
}

/// The end of a test, which is that of the search.
fn prediction(case: &FailingCase) -> Prediction {
    match case.kind {
        CaseKind::Panic | CaseKind::Contract => {
            let line = case.message.trim_start_matches("panics: ").lines().next();
            Prediction::Mentions(line.unwrap_or_default().to_owned())
        }
        CaseKind::Crash => Prediction::EndsItsProcess,
        CaseKind::Hang => Prediction::Blocks,
    }
}

/// The home of tests of a function.
fn home(entry: &Entry) -> Home {
    let parent = match entry.module() {
        "" => String::new(),
        module => format!("{module}::"),
    };
    let name = entry.name().to_owned();
    let selector = entry.program.selector.clone();
    Home { kind: HomeKind::BesideFunction, file: name.clone(), name, parent, selector }
}
