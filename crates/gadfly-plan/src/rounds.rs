//! Rounds of proposing operations and learning from the compiler, until nothing new comes.

use gadfly_model::Ty;

use super::compiler::{Accepted, Compiler, Round, RoundLimits, RoundResults};
use super::solve::trait_solver::TraitSolver;
use super::types::subst::strip_refs;
use super::worklist::Worklist;

/// Runs the rounds.
pub fn find_operations<C: Compiler>(
    solver: &TraitSolver<'_>,
    limits: RoundLimits,
    admits: &dyn Fn(&str) -> bool,
    compiler: &mut C,
    progress: &mut dyn FnMut(Round),
) -> Result<RoundResults, C::Error> {
    find_more_operations(solver, limits, admits, More::default(), compiler, progress)
}

/// Further goals of the rounds beside the subject's functions.
#[derive(Default)]
pub struct More<'t> {
    /// A type of which everything is wanted.
    pub wanted: Option<&'t Ty>,
    /// Operations that are known to compile, and ask for values like any other.
    pub given: Vec<Accepted>,
}

/// Runs the rounds for the subject's functions and more.
pub fn find_more_operations<C: Compiler>(
    solver: &TraitSolver<'_>,
    limits: RoundLimits,
    admits: &dyn Fn(&str) -> bool,
    more: More<'_>,
    compiler: &mut C,
    progress: &mut dyn FnMut(Round),
) -> Result<RoundResults, C::Error> {
    let More { wanted, given } = more;
    let mut worklist = Worklist::new(solver, limits, admits);
    for operation in &given {
        for input in &operation.candidate.inputs {
            worklist.universe.welcome(strip_refs(&input.ty));
        }
    }
    worklist.accepted = given;
    worklist.fire();
    let mut is_desperate = false;
    let mut idle = 0;
    for round in 0..limits.rounds {
        let proposals = worklist.propose(round, is_desperate);
        if proposals.is_empty() {
            if is_desperate {
                break;
            }
            is_desperate = true;
            continue;
        }
        let before = worklist.reached();
        worklist.ask(round, proposals, compiler, progress)?;
        idle = if worklist.reached() == before { idle + 1 } else { 0 };
        if idle >= 2 && is_desperate {
            break;
        }
        is_desperate |= idle >= 1;
    }
    if let Some(wanted) = wanted {
        worklist.serve(wanted, compiler, progress)?;
    }
    let proposals = worklist.propose_changes();
    if !proposals.is_empty() {
        let known = worklist.accepted.len();
        worklist.ask(worklist.rounds, proposals, compiler, progress)?;
        worklist.accepted[known..].iter_mut().for_each(|accepted| accepted.is_extra = true);
    }
    Ok(RoundResults {
        accepted: worklist.accepted,
        reasons: worklist.reasons,
        rejected: worklist.rejected,
        rounds: worklist.rounds,
        judged: worklist.judged,
    })
}
