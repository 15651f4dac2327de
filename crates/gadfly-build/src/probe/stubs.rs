//! Asks the compiler about types that were made up, before anything is asked that uses them.

use gadfly_plan::compiler::{Compiler, CompilerAnswer};
use gadfly_plan::operations::candidate::Candidate;
use gadfly_plan::stubs::{Stub, Stubs};

use super::{ProbeError, RustcProbe};

/// Types that were made up: those that compile.
pub fn compiling(probe: &mut RustcProbe<'_>, mut stubbed: Stubs) -> Result<Stubs, ProbeError> {
    while !stubbed.implementors.is_empty() {
        let questions: Vec<Candidate> = stubbed.implementors.iter().map(Stub::question).collect();
        let answers = match probe.judge(&questions.iter().collect::<Vec<&Candidate>>()) {
            Err(ProbeError::Unmapped { message }) => {
                let all = questions.iter();
                all.map(|_| CompilerAnswer::Rejected { reason: message.clone(), is_bound: false })
                    .collect()
            }
            answers => answers?,
        };
        if !stubbed.drop_rejected(&answers) {
            break;
        }
    }
    Ok(stubbed)
}
