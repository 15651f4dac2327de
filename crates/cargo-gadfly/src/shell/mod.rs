//! From words to an exit code, with nothing that leaves a person without an answer.

mod guard;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use guard::silence_panics;
pub(crate) use run::run;
