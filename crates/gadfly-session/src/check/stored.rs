//! Values that the crate asks for: sequences that make them, as functions in `tests/gadfly_values/`.
//!
//! A request for values is tried like a property and reports every value once. The sequences are minimised as long as they
//! make the same value, and written after they have compiled with the crate's own tests.

use std::collections::{BTreeMap, VecDeque};

use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::PropertyRecord;
use gadfly_test_file::Folder;
use gadfly_tests::emit::{Maker, values_file, yielding};
use gadfly_tests::home::{Home, HomeKind, program_of};
use gadfly_tests::place::PlaceError;
use gadfly_tests::prove::CrateBuild;
use gadfly_wire::{CheckOrder, Event, Sequence};

use super::crate_tests::crate_tests;
use super::session::calls;
use crate::deliver::minimise_input::MinimiseInput;
use crate::deliver::minimising::{Minimised, Minimiser};
use crate::deliver::placing::placer;
use crate::error::CliError;
use crate::pipeline::ItemFilter;
use crate::pipeline::Job;
use crate::pipeline::Observer;
use crate::report::StoredValues;
use crate::text;

/// How many values are made of a type before some are chosen.
const CASES: u32 = 600;
/// How many are stored.
const MOST: usize = 48;
/// How often is tried to compile what is left of values of a type.
const BUILDS: usize = 8;

/// Values that were seen.
pub(super) struct Seen<'a> {
    prepared: &'a Prepared,
    sequences: BTreeMap<u32, Vec<Sequence>>,
}

impl<'a> Seen<'a> {
    pub(super) fn new(prepared: &'a Prepared) -> Self {
        Seen { prepared, sequences: BTreeMap::new() }
    }

    /// Takes note of an event, if it is a value that was asked for.
    pub(super) fn take(&mut self, event: &Event) {
        let Event::Broken { operation, sequence, .. } = event else { return };
        if self.prepared.asked.iter().any(|asked| asked.operation == *operation) {
            self.sequences.entry(*operation).or_default().push(sequence.clone());
        }
    }
}

/// Has the engine make values that are asked for.
pub(super) fn orders(prepared: &Prepared, only: &ItemFilter) -> Vec<CheckOrder> {
    let chosen = prepared.asked.iter().filter(|asked| only.admits(&asked.key));
    chosen
        .map(|asked| CheckOrder { operation: asked.operation, cases: CASES, discards: CASES })
        .collect()
}

/// Writes, proves and places what makes values, of each type that was asked for and seen.
pub(super) fn store(
    subject: &Subject,
    job: &Job,
    minimiser: &Minimiser<'_>,
    seen: Seen<'_>,
    console: &dyn Observer,
) -> Result<Vec<StoredValues>, CliError> {
    let placer = placer(subject, job);
    let mut stored = Vec::new();
    for (operation, sequences) in seen.sequences {
        let asked = minimiser.prepared.asked.iter().find(|asked| asked.operation == operation);
        let Some(asked) = asked else { continue };
        let stage = console.stage("Storing", &asked.name);
        let prepared = yielding(minimiser.prepared, operation);
        let makers = Makers { subject, job, asked, prepared: &prepared };
        let chosen = chosen(sequences);
        let inputs: Vec<MinimiseInput<'_>> = chosen.iter().map(MinimiseInput::of_value).collect();
        let shown = minimiser.minimise_all(&inputs)?;
        let shown = makers.in_order(shown.into_iter().flatten().collect());
        let mut builds = BUILDS;
        let shown = makers.proven(shown, &mut builds)?;
        let text = makers.file(&shown);
        if job.settings.write && !shown.is_empty() {
            match placer.place_whole(&makers.home(), &text) {
                Err(PlaceError::Edited { path }) => {
                    console.warn(&format!("{} was changed by hand, and stays", path.display()));
                }
                other => other?,
            }
        }
        stage.finish(&text::count(shown.len() as u64, "value"));
        stored.push(StoredValues {
            ty: makers.ty(),
            file: format!("tests/{}/{}.rs", Folder::Values.name(), asked.name),
            count: shown.len() as u64,
        });
    }
    Ok(stored)
}

/// Sequences of all lengths, as many short ones as long ones.
fn chosen(sequences: Vec<Sequence>) -> Vec<Sequence> {
    let mut by_size: BTreeMap<u32, VecDeque<Sequence>> = BTreeMap::new();
    for sequence in sequences {
        let size = sequence.statements.len().next_power_of_two().ilog2();
        by_size.entry(size).or_default().push_back(sequence);
    }
    let mut chosen = Vec::new();
    while chosen.len() < MOST && by_size.values().any(|sequences| !sequences.is_empty()) {
        chosen.extend(by_size.values_mut().filter_map(VecDeque::pop_front));
    }
    chosen.truncate(MOST);
    chosen
}

/// What it takes to write functions that make values of a type.
struct Makers<'m> {
    subject: &'m Subject,
    job: &'m Job,
    asked: &'m PropertyRecord,
    prepared: &'m Prepared,
}

impl Makers<'_> {
    fn ty(&self) -> String {
        let operation = self.prepared.operations.get(self.asked.operation as usize);
        let ty = operation.and_then(|operation| operation.parameters.first());
        ty.map_or_else(|| self.asked.name.clone(), |parameter| parameter.ty.clone())
    }

    /// The file that the values go to.
    fn home(&self) -> Home {
        let krate = rust_path::first(&self.asked.module);
        Home {
            kind: HomeKind::Values { ty: self.ty() },
            file: self.asked.name.clone(),
            name: String::new(),
            parent: String::new(),
            selector: program_of(krate),
        }
    }

    /// Each way once, those first that take the fewest calls.
    fn in_order(&self, shown: Vec<Minimised>) -> Vec<Minimised> {
        let mut keyed: Vec<((u64, usize, String), Minimised)> = shown
            .into_iter()
            .filter_map(|shown| {
                let source = maker(&shown).source(self.prepared)?;
                let calls = calls(self.prepared, &shown.sequence);
                Some(((calls, source.len(), source), shown))
            })
            .collect();
        keyed.sort_by(|(left, _), (right, _)| left.cmp(right));
        keyed.dedup_by(|(left, _), (right, _)| left == right);
        keyed.into_iter().map(|(_, shown)| shown).collect()
    }

    /// The whole file.
    fn file(&self, shown: &[Minimised]) -> String {
        values_file(self.prepared, &self.home(), self.subject.into(), shown.iter().map(maker))
    }

    /// Those that compile with the crate's own tests.
    fn proven(
        &self,
        shown: Vec<Minimised>,
        builds: &mut usize,
    ) -> Result<Vec<Minimised>, CliError> {
        if shown.is_empty() || *builds == 0 {
            return Ok(Vec::new());
        }
        *builds -= 1;
        if self.compiles(&self.file(&shown))? {
            return Ok(shown);
        }
        if shown.len() == 1 {
            return Ok(Vec::new());
        }
        let (mut first, mut second) = (shown, Vec::new());
        second.extend(first.drain(first.len() / 2..));
        let mut proven = self.proven(first, builds)?;
        proven.extend(self.proven(second, builds)?);
        Ok(proven)
    }

    fn compiles(&self, text: &str) -> Result<bool, CliError> {
        let home = self.home();
        let files = [(home.file_name(), text.to_owned())];
        let tests = crate_tests(self.subject, self.job);
        let built = tests.build_with(&home.selector, Folder::Values, &files)?;
        Ok(matches!(built, CrateBuild::Built(_)))
    }
}

fn maker(shown: &Minimised) -> Maker<'_> {
    Maker { sequence: &shown.sequence, literals: &shown.literals }
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{Statement, What};

    use super::*;

    #[test]
    fn sequences_of_all_lengths_are_chosen() {
        let statement = Statement {
            what: What::Literal(0),
            args: Vec::new(),
            kills: Vec::new(),
            caught: false,
        };
        let sequence = |length: usize| Sequence {
            statements: vec![statement.clone(); length],
            ..Sequence::default()
        };
        let many = (0..200).map(|_| 2).chain([9, 20]).map(sequence).collect();
        let found = chosen(many);
        let lengths: Vec<usize> = found.iter().map(|sequence| sequence.statements.len()).collect();
        assert_eq!((lengths.len(), &lengths[..3]), (MOST, &[2, 9, 20][..]));
    }
}
