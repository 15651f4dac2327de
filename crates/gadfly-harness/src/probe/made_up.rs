//! Asks the compiler about types that were made up, before anything is asked that uses them.

use super::{ProbeError, RustcProbe};
use crate::plan::candidate::Candidate;
use crate::plan::found::{Answer, Compiler};
use crate::plan::implementors::{Implementor, MadeUp};

/// Types that were made up: those that compile.
pub fn compiling(probe: &mut RustcProbe<'_>, mut made_up: MadeUp) -> Result<MadeUp, ProbeError> {
    while !made_up.implementors.is_empty() {
        let questions: Vec<Candidate> =
            made_up.implementors.iter().map(Implementor::question).collect();
        let answers = match probe.judge(&questions.iter().collect::<Vec<&Candidate>>()) {
            Err(ProbeError::Unmapped { message }) => {
                let all = questions.iter();
                all.map(|_| Answer::Rejected { reason: message.clone(), is_bound: false }).collect()
            }
            answers => answers?,
        };
        if !made_up.drop_rejected(&answers) {
            break;
        }
    }
    Ok(made_up)
}
