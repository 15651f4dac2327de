//! Whether an event can be about a harness: its numbers name what is there.
//!
//! Events come from files that the subject, or anybody, may have written to.

use gadfly_plan::prepared::Prepared;
use gadfly_wire::{During, Event, Sequence, What, drawn_type};

/// Whether everything that an event names exists.
pub(crate) fn fits(event: &Event, prepared: &Prepared) -> bool {
    match event {
        Event::Panic { during, sequence, .. } | Event::Crash { during, sequence, .. } => {
            is_sequence(sequence, prepared) && is_moment(*during, sequence)
        }
        Event::Broken { vars, sequence, .. } => {
            is_sequence(sequence, prepared) && vars.iter().all(|var| is_var(*var, sequence))
        }
        Event::Left { sequence, .. }
        | Event::Kept { sequence, .. }
        | Event::Sample { sequence } => is_sequence(sequence, prepared),
        _ => true,
    }
}

fn is_sequence(sequence: &Sequence, prepared: &Prepared) -> bool {
    let count = sequence.statements.len();
    let are_known = sequence.statements.iter().enumerate().all(|(index, statement)| {
        let is_before = |var: u32| (var as usize) < index;
        let takes = match statement.what {
            What::Operation(id) => {
                prepared.operations.get(id as usize).map(|found| found.parameters.len())
            }
            What::Literal(id) if drawn_type(id).is_some() => Some(0),
            What::Literal(id) => prepared.literals.get(id as usize).map(|_| 0),
        };
        takes == Some(statement.args.len())
            && statement.args.iter().all(|argument| is_before(argument.var))
            && statement.kills.iter().all(|var| is_before(*var))
    });
    are_known
        && sequence.final_drops.iter().all(|var| (*var as usize) < count)
        && sequence.alive.len() <= count
}

fn is_moment(during: During, sequence: &Sequence) -> bool {
    match during {
        During::Call | During::Engine => true,
        During::Drop(var) | During::Debug(var) | During::Hash(var) => is_var(var, sequence),
        // A law about fewer than three values has no others.
        During::Law { vars, .. } => {
            vars.iter().all(|var| *var == u32::MAX || is_var(*var, sequence))
        }
    }
}

fn is_var(var: u32, sequence: &Sequence) -> bool {
    (var as usize) < sequence.statements.len()
}
