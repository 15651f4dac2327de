//! The judge: which laws and invariants are checked on the values of a sequence, and when.

pub(crate) mod invariants;
mod schedule;
mod trait_laws;
mod witnesses;

pub use trait_laws::LawJudge;
