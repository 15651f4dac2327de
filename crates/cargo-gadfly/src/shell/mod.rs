//! From words to an exit code; every failure becomes a message.

#[cfg(test)]
mod exhaust_tests;
#[cfg(test)]
mod flag_tests;
mod guard;
#[cfg(test)]
mod report_tests;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use guard::silence_panics;
pub(crate) use run::run;
