//! Each mutant against the tests that come by it, up to the first that fails.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use super::reach::{OwnTests, TestedProgram};
use super::{TestRoom, TestedMutant, Verdict};
use crate::{Mutant, MutateError, Schemata};

/// The tests of one program that come by a place: those that do least first.
struct Reaching<'a> {
    program: &'a TestedProgram,
    /// Tests that may share a process.
    short: Vec<usize>,
    /// Tests that do much, each worth a process of its own.
    long: Vec<usize>,
}

/// The most places that a test may pass to share a process with others.
const SHORT: u64 = 1 << 14;

/// Runs mutants against the tests. `on_verdict` gets the number of those that are done.
///
/// # Errors
///
/// Where a program cannot be started.
pub fn verdicts(
    schemata: &Schemata,
    mutants: &[Mutant],
    tests: &OwnTests,
    room: &TestRoom<'_>,
    on_verdict: &mut dyn FnMut(usize),
) -> Result<Vec<TestedMutant>, MutateError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let work = |number: usize, found: &Sender<(usize, Verdict)>| -> Result<(), MutateError> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(index) else { return Ok(()) };
            let scratch = room.folder(&format!("mutant-{number}"))?;
            let place = schemata.places.get(&mutant.id).copied().unwrap_or(mutant.id);
            let verdict = verdict(mutant.id, &reaching(tests, place), scratch.path(), room)?;
            // The receiver lives as long as the workers.
            let _ = found.send((index, verdict));
        }
    };
    let mut found: BTreeMap<usize, Verdict> = BTreeMap::new();
    std::thread::scope(|scope| {
        let start = |number| {
            let sender = sender.clone();
            scope.spawn(move || work(number, &sender))
        };
        let workers: Vec<_> = (0..room.jobs.max(1)).map(start).collect();
        drop(sender);
        for (index, verdict) in receiver {
            found.insert(index, verdict);
            on_verdict(found.len());
        }
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let tested = found.into_iter().map(|(index, verdict)| {
        let mutant = mutants[index].clone();
        TestedMutant { mutant, verdict }
    });
    Ok(tested.collect())
}

fn reaching(tests: &OwnTests, place: u32) -> Vec<Reaching<'_>> {
    let mut all = Vec::new();
    for program in &tests.programs {
        let reach = |index: &usize| &program.tests[*index].reach;
        let mut found: Vec<usize> =
            (0..program.tests.len()).filter(|index| reach(index).places.contains(&place)).collect();
        found.sort_by_key(|index| (reach(index).asked, reach(index).places.len()));
        let is_short = |index: &usize| program.runs_together && reach(index).asked <= SHORT;
        let (short, long): (Vec<usize>, Vec<usize>) = found.into_iter().partition(is_short);
        if !short.is_empty() || !long.is_empty() {
            all.push(Reaching { program, short, long });
        }
    }
    all
}

fn verdict(
    mutant: u32,
    reaching: &[Reaching<'_>],
    scratch: &Path,
    room: &TestRoom<'_>,
) -> Result<Verdict, MutateError> {
    if reaching.is_empty() {
        return Ok(Verdict::Unreached);
    }
    for Reaching { program, short, long } in reaching {
        for group in groups(short, long) {
            let (has_passed, failed) = program.run(group, mutant, scratch, room)?;
            if !has_passed {
                return Ok(Verdict::Caught(failed.unwrap_or_default()));
            }
        }
    }
    Ok(Verdict::Missed)
}

/// Tests that share a process: the first alone, which often fails, then the other short ones, then each long one.
fn groups<'t>(short: &'t [usize], long: &'t [usize]) -> impl Iterator<Item = &'t [usize]> {
    let (first, others) = short.split_at(short.len().min(1));
    let short = [first, others].into_iter().filter(|group| !group.is_empty());
    short.chain(long.chunks(1))
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn short_tests_share_a_process() {
        let of = |short: &[usize], long: &[usize]| -> Vec<Vec<usize>> {
            groups(short, long).map(<[usize]>::to_vec).collect()
        };
        assert_eq!(of(&[3, 1, 2], &[5, 4]), [vec![3], vec![1, 2], vec![5], vec![4]]);
        assert_eq!(of(&[3], &[]), [vec![3]]);
        assert_eq!(of(&[], &[3, 1]), [vec![3], vec![1]]);
    }
}
