//! The input to show for a function: the smallest that failed, confirmed in fresh processes.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use gadfly_tests::emit::{TestText, search_tests};
use gadfly_wire::{ExhaustEvent, ExhaustOrder, FailingInput};

use super::discover::Entry;
use super::schedule::Searched;
use super::target::Target;
use super::worker::{Arrival, Worker};
use crate::error::CliError;
use crate::report::{CaseKind, FailingCase, Placement};

/// Chooses, describes and confirms the failing input of a search, if there is one.
pub(super) fn choose(
    entry: &Entry,
    target: &Target<'_>,
    searched: &Searched,
) -> Result<Option<(FailingCase, Vec<TestText>)>, CliError> {
    let failed = searched.results.iter().flatten().filter_map(|result| result.failure.as_ref());
    // Of equally small ones the first in the order of the search.
    let smallest = failed.min_by_key(|failed| failed.weight());
    let (kind, failed) = match (searched.deaths.first(), smallest) {
        (Some((kind, death)), _) => (*kind, death.clone()),
        (None, Some(failed)) if failed.in_call => (CaseKind::Panic, failed.clone()),
        (None, Some(failed)) => (CaseKind::Contract, failed.clone()),
        (None, None) => return Ok(None),
    };
    let fresh = Fresh { entry, target };
    let failed = if failed.arguments.is_empty() { fresh.described(&failed)? } else { failed };
    let mut confirmed = 0;
    for _ in 0..FailingCase::REPEATS {
        confirmed += u32::from(fresh.fails_again(kind, &failed)?);
        // A hang takes the whole patience to see: one repetition is enough.
        if kind == CaseKind::Hang && confirmed == 1 {
            confirmed = FailingCase::REPEATS;
            break;
        }
    }
    let texts = search_tests(entry.name(), &searched.call, ignored(kind), &failed);
    let test_name = format!("{}_1", entry.name());
    let (test, body) = (texts[0].named(&test_name), texts[0].body.clone());
    let FailingInput { arguments, message, location, svg, .. } = failed;
    let placement = Placement::NotTried;
    let case = FailingCase {
        kind,
        arguments,
        message,
        location,
        test_name,
        test,
        body,
        svg,
        confirmed,
        placement,
    };
    Ok(Some((case, texts)))
}

/// The reason why a test is not run with the others.
fn ignored(kind: CaseKind) -> Option<&'static str> {
    match kind {
        CaseKind::Panic | CaseKind::Contract => None,
        CaseKind::Crash => Some("ends the process of all tests"),
        CaseKind::Hang => Some("does not come to an end"),
    }
}

/// Starts processes that answer one question each.
struct Fresh<'a> {
    entry: &'a Entry,
    target: &'a Target<'a>,
}

impl Fresh<'_> {
    fn ask(&self, order: &ExhaustOrder) -> Result<(Worker, Receiver<Arrival>), CliError> {
        let (sender, arrivals) = channel();
        let mut worker = Worker::start(u64::MAX, self.entry, self.target, sender)?;
        worker.order(order);
        Ok((worker, arrivals))
    }

    /// An input of which only the choices are known, described.
    fn described(&self, known: &FailingInput) -> Result<FailingInput, CliError> {
        let (_worker, arrivals) = self.ask(&ExhaustOrder::Describe(known.choices.clone()))?;
        let patience = Duration::from_secs(60);
        while let Ok((_, Ok(Some(event)))) = arrivals.recv_timeout(patience) {
            if let ExhaustEvent::Described(described) = event {
                let (message, in_call) = (known.message.clone(), known.in_call);
                return Ok(FailingInput { message, in_call, ..described });
            }
        }
        Ok(known.clone())
    }

    /// Returns whether the input fails in a fresh process as it did before.
    fn fails_again(&self, kind: CaseKind, failed: &FailingInput) -> Result<bool, CliError> {
        let (_worker, arrivals) = self.ask(&ExhaustOrder::Replay(failed.choices.clone()))?;
        loop {
            return Ok(match arrivals.recv_timeout(self.target.orders.patience) {
                Ok((_, Ok(Some(ExhaustEvent::Replayed(message))))) => message == failed.message,
                Ok((_, Ok(Some(_)))) => continue,
                Ok((_, Err(_))) => false,
                Ok((_, Ok(None))) => kind == CaseKind::Crash,
                Err(_) => kind == CaseKind::Hang,
            });
        }
    }
}
