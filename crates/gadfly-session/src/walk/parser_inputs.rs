//! Which texts make a parser succeed: those of the crate's own sources are tried out.

use std::collections::BTreeMap;

use gadfly_build::replay::Replays;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{LiteralType, LiteralValue, Outcome, Plan, Role, Sequence, WalkCall, What};

use super::arguments::ArgumentSources;
use super::statements::Statements;
use crate::error::CliError;
use crate::value_types::{takes_out, wanted};

/// How many texts are tried.
const MOST_TRIED: usize = 600;
/// Longer texts are hard to read.
const LONGEST: usize = 60;
/// How many are kept for an operation.
const MOST_KEPT: usize = 12;

/// For each operation that takes a text and may fail: texts it succeeds with, unless the usual stream does.
pub(super) fn try_parser_inputs(
    prepared: &Prepared,
    plan: &Plan,
    generators: &[String],
    target: &str,
    replays: &Replays,
) -> Result<BTreeMap<u32, Vec<String>>, CliError> {
    let texts: Vec<(u32, &str)> = (0u32..)
        .zip(&plan.literals)
        .filter_map(|(index, literal)| match (&literal.ty, &literal.value) {
            (LiteralType::Str, LiteralValue::Str(text)) if text.len() <= LONGEST => {
                Some((index, text.as_str()))
            }
            _ => None,
        })
        .take(MOST_TRIED)
        .collect();
    let mut preferred = BTreeMap::new();
    for (id, unpack) in parsers(prepared) {
        let mut arguments = ArgumentSources::new(prepared, plan, generators, target);
        let Ok(args) = arguments.of_operation(id, 0) else { continue };
        let call = WalkCall {
            operation: id,
            then: vec![unpack],
            args,
            role: Role::Construct,
            can_fail: false,
        };
        let mut statements = Statements::new(&arguments.sources);
        if statements.call(&call).is_none() {
            continue;
        }
        let usual = statements.sequence();
        let Some(place) = text_of(&usual, prepared, id) else { continue };
        let mut sequences = vec![usual.clone()];
        for (index, _) in &texts {
            let mut other = usual.clone();
            other.statements[place].what = What::Literal(*index);
            sequences.push(other);
        }
        let replayed = replays.run(&sequences, &arguments.literals, false)?;
        let works = |at: usize| replayed.get(at).is_some_and(|it| it.outcome == Outcome::Returned);
        if works(0) {
            continue;
        }
        let kept = texts.iter().enumerate().filter(|(at, _)| works(at + 1));
        let kept: Vec<String> =
            kept.map(|(_, (_, text))| (*text).to_owned()).take(MOST_KEPT).collect();
        if !kept.is_empty() {
            preferred.insert(id, kept);
        }
    }
    Ok(preferred)
}

/// Functions of the crate that take a text and may have nothing to yield, each with what takes the value out.
fn parsers(prepared: &Prepared) -> Vec<(u32, u32)> {
    let unpacking: BTreeMap<&str, u32> = (0u32..)
        .zip(&prepared.operations)
        .filter(|(_, operation)| operation.is_built && operation.is_partial)
        .filter_map(|(id, operation)| match &operation.parameters[..] {
            [only] if takes_out(&only.ty, &operation.output) => Some((only.ty.as_str(), id)),
            _ => None,
        })
        .collect();
    (0u32..)
        .zip(&prepared.operations)
        .filter(|(_, operation)| {
            operation.is_built
                && operation.function.is_some()
                && !operation.is_method
                && operation.parameters.iter().any(|parameter| wanted(parameter) == "&str")
        })
        .filter_map(|(id, operation)| Some((id, *unpacking.get(operation.output.as_str())?)))
        .collect()
}

/// The statement that makes the text of an operation.
fn text_of(sequence: &Sequence, prepared: &Prepared, id: u32) -> Option<usize> {
    let call = sequence.statements.iter().find(|it| it.what == What::Operation(id))?;
    let parameters = &prepared.operations[id as usize].parameters;
    let at = parameters.iter().position(|parameter| wanted(parameter) == "&str")?;
    Some(call.args.get(at)?.var as usize)
}
