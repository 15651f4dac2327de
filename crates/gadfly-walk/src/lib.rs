//! Every protocol of a type up to a length, and a specification that grows by saying yes.
//!
//! Owns the terms of a walk: its modes and what they leave out, the states of a type, and the oracle that remembers which
//! outcomes a person has accepted. Runs nothing, reads no files and prints nothing: the caller does, and passes in what it
//! saw.

mod judge;
mod machine;
mod mode;
pub mod oracle;
mod outcome;
mod record;
mod spell;
mod svg;
mod tally;

pub use judge::{
    Answer, Asker, DecisionCounts, DecisionSource, Judgement, Question, StepKind, validate,
};
pub use machine::{State, StateMachine, StateStep, Warning, state_name};
pub use mode::ProtocolMode;
pub use oracle::{Oracle, OracleError, Verdict};
pub use outcome::Outcome;
pub use record::{Call, Purity, Role, Start, Step, Walk};
pub use spell::{ArgumentTexts, Maker, Speller};
pub use svg::draw;
pub use tally::Tally;
