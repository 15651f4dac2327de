//! Calls that show the state of values whose text shows too little or too much.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_plan::prepared::{ParameterMode, Prepared};
use gadfly_wire::{Access, Sequence, Statement, What, fnv64};

use crate::deliver::passing::candidates::operation;
use crate::deliver::passing::looks::{Looks, is_literal};
use crate::deliver::passing::recording::Recording;

/// The most observers that show one state.
const MOST: usize = 2;

/// The observers of each type: those that took the most distinct values first.
#[derive(Debug, Default)]
pub(super) struct Observers {
    by_type: BTreeMap<String, Vec<u32>>,
    /// By type and type of one more argument: the most telling.
    by_key: BTreeMap<(String, String), u32>,
}

impl Observers {
    /// The observers among the operations, and how telling they were in the recordings.
    pub(super) fn learn(
        prepared: &Prepared,
        recordings: &[Recording],
        untidy: &BTreeSet<u32>,
    ) -> Observers {
        let mut values: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
        for recording in recordings {
            for (statement, step) in recording.sequence.statements.iter().zip(&recording.steps) {
                if let (What::Operation(id), Some(text)) = (statement.what, &step.result.debug) {
                    values.entry(id).or_default().insert(fnv64(text.as_bytes()));
                }
            }
        }
        let mut ranked: BTreeMap<String, Vec<(usize, u32)>> = BTreeMap::new();
        let mut keyed: BTreeMap<(String, String), (usize, u32)> = BTreeMap::new();
        for (id, values) in values {
            let Some(record) = prepared.operations.get(id as usize) else { continue };
            let is_tidy = record.function.is_some_and(|function| !untidy.contains(&function));
            let (parameter, key) = match &record.parameters[..] {
                [parameter] => (parameter, None),
                [parameter, key] => (parameter, Some(key)),
                _ => continue,
            };
            let is_observer = record.is_built
                && !record.body.starts_with("format!(")
                && is_tidy
                && !record.is_partial
                && is_literal(&record.output)
                && parameter.mode == ParameterMode::Shared;
            let is_telling = is_observer && values.len() > 1;
            if let Some(key) = key.filter(|it| is_telling && is_number(&it.ty)) {
                let best = keyed.entry((parameter.ty.clone(), key.ty.clone())).or_default();
                // Of equals, the first.
                if values.len() > best.0 {
                    *best = (values.len(), id);
                }
            } else if is_telling && key.is_none() {
                ranked.entry(parameter.ty.clone()).or_default().push((values.len(), id));
            }
        }
        let first = |mut all: Vec<(usize, u32)>| {
            all.sort_by_key(|(distinct, id)| (std::cmp::Reverse(*distinct), *id));
            all.into_iter().map(|(_, id)| id).take(MOST).collect()
        };
        Observers {
            by_type: ranked.into_iter().map(|(ty, all)| (ty, first(all))).collect(),
            by_key: keyed.into_iter().map(|(types, (_, id))| (types, id)).collect(),
        }
    }

    /// The sequence with calls that show what no text shows: after each change, and of the last result.
    pub(super) fn added_to(
        &self,
        prepared: &Prepared,
        recording: &Recording,
        looks: &Looks,
    ) -> Sequence {
        let last = recording.steps.len().saturating_sub(1);
        let mut numbers: Vec<u32> = Vec::new();
        let mut statements: Vec<Statement> = Vec::new();
        for (at, (statement, step)) in
            recording.sequence.statements.iter().zip(&recording.steps).enumerate()
        {
            let mut moved = Statement { kills: Vec::new(), ..statement.clone() };
            for argument in &mut moved.args {
                argument.var = numbers[argument.var as usize];
            }
            numbers.push(statements.len() as u32);
            statements.push(moved);
            let own = operation(prepared, statement).and_then(|record| record.function);
            let result = (at == last).then_some(&step.result);
            if at == last {
                let keys = self.keyed(prepared, recording, looks, at);
                for (id, key) in keys {
                    let receiver = numbers[step.changed[0].var as usize];
                    let key = match recording.sequence.statements[key as usize].what {
                        What::Literal(index) => {
                            statements.push(Statement::literal(index));
                            statements.len() as u32 - 1
                        }
                        What::Operation(_) => numbers[key as usize],
                    };
                    let args = [(receiver, Access::Borrow), (key, Access::Copy)];
                    statements.push(Statement::operation(id).with_args(args));
                }
            }
            for look in step.changed.iter().chain(result) {
                let ty = recording.type_of(prepared, look.var as usize);
                if looks.form(ty, look).is_some() {
                    continue;
                }
                let var = numbers[look.var as usize];
                let observers = self.by_type.get(ty).into_iter().flatten();
                let others =
                    observers.filter(|id| prepared.operations[**id as usize].function != own);
                statements.extend(
                    others.map(|id| Statement::operation(*id).with_args([(var, Access::Borrow)])),
                );
            }
        }
        Sequence::of(statements)
    }

    /// Observers that look at what a call has changed, at the place that it was given or returned, if the text of the changed
    /// value does not name it: each with the variable of the place.
    fn keyed(
        &self,
        prepared: &Prepared,
        recording: &Recording,
        looks: &Looks,
        at: usize,
    ) -> Vec<(u32, u32)> {
        let (statement, step) = (&recording.sequence.statements[at], &recording.steps[at]);
        let [changed] = &step.changed[..] else { return Vec::new() };
        let ty = recording.type_of(prepared, changed.var as usize);
        let text = changed.debug.as_deref().filter(|_| looks.form(ty, changed).is_some());
        let given = statement.args.iter().map(|it| it.var).filter(|var| *var != changed.var);
        let mut found: Vec<(u32, u32)> = Vec::new();
        for var in given.chain([at as u32]) {
            let look = &recording.steps[var as usize].result;
            let Some(shown) = look.debug.as_deref() else { continue };
            let is_named = text.is_some_and(|text| {
                text.split(|c: char| !c.is_alphanumeric()).any(|part| part == shown)
            });
            let types = self.by_key.iter().filter(|((receiver, _), _)| receiver == ty);
            let fitting = types.filter(|((_, key), _)| {
                !is_named && recording.number_type(prepared, var as usize) == key.as_str()
            });
            let own = operation(prepared, statement).and_then(|record| record.function);
            for (_, id) in fitting {
                let function = prepared.operations[*id as usize].function;
                if function != own && found.iter().all(|(known, _)| known != id) {
                    found.push((*id, var));
                }
            }
        }
        found
    }
}

fn is_number(ty: &str) -> bool {
    ty.len() <= 5 && ty.starts_with(['i', 'u']) && is_literal(ty)
}

impl Recording {
    /// The type of a variable that holds a number; empty for others.
    fn number_type<'p>(&self, prepared: &'p Prepared, var: usize) -> &'p str {
        let ty = match self.sequence.statements.get(var).map(|it| it.what) {
            Some(What::Literal(index)) => prepared
                .literals
                .get(index as usize)
                .map_or("", |it| it.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-')),
            _ => self.type_of(prepared, var),
        };
        if is_number(ty) { ty } else { "" }
    }
}
