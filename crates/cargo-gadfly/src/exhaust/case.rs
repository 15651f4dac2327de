//! The input to show for a function: the smallest that failed, confirmed in fresh processes.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use gadfly_tests::emit::TestText;

use super::discover::Entry;
use super::error::ExhaustError;
use super::message::{Failed, Message};
use super::options::ExhaustOptions;
use super::report::{Case, CaseKind, Placement};
use super::schedule::Searched;
use super::test_source;
use super::worker::{Arrival, Worker};

/// How often a failure is repeated.
pub(super) const REPEATS: u32 = 3;

/// Chooses, describes and confirms the failing input of a search, if there is one.
pub(super) fn choose(
    entry: &Entry,
    options: &ExhaustOptions,
    directory: &Path,
    scratch: &Path,
    searched: &Searched,
) -> Result<Option<(Case, Vec<TestText>)>, ExhaustError> {
    let failed = searched.results.iter().flatten().filter_map(|result| result.failed.as_ref());
    // Of equally small ones the first in the order of the search.
    let smallest = failed.min_by_key(|failed| failed.weight);
    let (kind, failed) = match (searched.deaths.first(), smallest) {
        (Some((kind, death)), _) => (*kind, death.clone()),
        (None, Some(failed)) if failed.in_call => (CaseKind::Panic, failed.clone()),
        (None, Some(failed)) => (CaseKind::Contract, failed.clone()),
        (None, None) => return Ok(None),
    };
    let fresh = Fresh { entry, options, directory, scratch };
    let failed = if failed.arguments.is_empty() { fresh.described(&failed)? } else { failed };
    let mut confirmed = 0;
    for _ in 0..REPEATS {
        confirmed += u32::from(fresh.fails_again(kind, &failed)?);
        // Seeing it hang takes all our patience: once more is enough.
        if kind == CaseKind::Hang && confirmed == 1 {
            confirmed = REPEATS;
            break;
        }
    }
    let texts = test_source::tests(entry.name(), &searched.call, kind, &failed);
    let test_name = format!("{}_1", entry.name());
    let (test, body) = (texts[0].named(&test_name), texts[0].body.clone());
    let Failed { vector, arguments, message, location, svg, .. } = failed;
    let placement = Placement::NotTried;
    let case = Case {
        kind,
        arguments,
        message,
        location,
        vector,
        test_name,
        test,
        body,
        svg,
        confirmed,
        placement,
    };
    Ok(Some((case, texts)))
}

/// Starts processes that answer one question each.
struct Fresh<'a> {
    entry: &'a Entry,
    options: &'a ExhaustOptions,
    directory: &'a Path,
    scratch: &'a Path,
}

impl Fresh<'_> {
    fn ask(&self, order: &str) -> Result<(Worker, Receiver<Arrival>), ExhaustError> {
        let (sender, arrivals) = channel();
        let mut worker = Worker::start(u64::MAX, self.entry, self.directory, self.scratch, sender)?;
        worker.order(order);
        Ok((worker, arrivals))
    }

    /// An input of which only the choices are known, described.
    fn described(&self, known: &Failed) -> Result<Failed, ExhaustError> {
        let (_worker, arrivals) = self.ask(&format!("describe {}", known.vector))?;
        while let Ok((_, Some((message, _)))) = arrivals.recv_timeout(Duration::from_secs(60)) {
            if let Message::Failed(described) = message {
                let (message, in_call) = (known.message.clone(), known.in_call);
                return Ok(Failed { message, in_call, ..described });
            }
        }
        Ok(known.clone())
    }

    /// Whether the input fails in a fresh process as it did before.
    fn fails_again(&self, kind: CaseKind, failed: &Failed) -> Result<bool, ExhaustError> {
        let (_worker, arrivals) = self.ask(&format!("replay {}", failed.vector))?;
        loop {
            return Ok(match arrivals.recv_timeout(self.options.patience) {
                Ok((_, Some((Message::Replayed(message), _)))) => message == failed.message,
                Ok((_, Some(_))) => continue,
                Ok((_, None)) => kind == CaseKind::Crash,
                Err(_) => kind == CaseKind::Hang,
            });
        }
    }
}
