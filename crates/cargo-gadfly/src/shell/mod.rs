//! From words to an exit code, with nothing that leaves a person without an answer.

#[cfg(test)]
mod flag_tests;
mod guard;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use guard::silence_panics;
pub(crate) use run::run;
