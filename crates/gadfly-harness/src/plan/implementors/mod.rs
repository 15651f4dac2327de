//! Types that implement the subject's traits where nobody else does: visitors, handlers and receivers, which are for callers to
//! write.
//!
//! They do as little as they can. What a trait has a body for stays as it is; the rest returns the plainest value there is.
//! Operations, questions to the compiler and tests each have the definitions, in a module of this name.

mod declare;
mod join;
#[cfg(test)]
mod tests;
mod values;
mod write;

use gadfly_model::{Name, Ty};
use serde::{Deserialize, Serialize};

use super::candidate::Candidate;
use super::found::{self, Answer};

pub use join::join;
pub use write::{MadeUp, make_up};

/// The module that the definitions stand in.
pub const MODULE: &str = "implementors";

/// A type that was made up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementor {
    /// Its definition.
    pub definition: Definition,
    /// The traits it implements, with the types it sets for them.
    traits: Vec<Implemented>,
    /// Traits of the standard library that it derives.
    derives: Vec<Name>,
}

/// What is implemented of one trait.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Implemented {
    path: Name,
    assoc_types: Vec<(Name, Ty)>,
}

/// A type as source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// Its name in the module.
    pub name: String,
    /// The struct and its impls.
    pub source: String,
}

impl Definition {
    /// How it is called from outside of the module.
    pub fn path(&self) -> String {
        format!("{MODULE}::{}", self.name)
    }
}

/// The module with some definitions; nothing if there are none.
pub fn module<'d>(definitions: impl IntoIterator<Item = &'d Definition>) -> String {
    let sources: Vec<String> = definitions
        .into_iter()
        .map(|definition| {
            let lines = definition.source.lines().map(|line| match line {
                "" => "\n".to_owned(),
                _ => format!("    {line}\n"),
            });
            lines.collect()
        })
        .collect();
    if sources.is_empty() {
        return String::new();
    }
    format!("pub mod {MODULE} {{\n{}}}\n", sources.join("\n"))
}

impl Implementor {
    /// What asks the compiler whether it is one.
    pub fn question(&self) -> Candidate {
        let Definition { source, .. } = &self.definition;
        Candidate::builtin(Vec::new(), format!("{source}\n1u8"))
    }
}

impl MadeUp {
    /// Takes out what the compiler rejects, one answer for each type; whether that was any.
    pub fn drop_rejected(&mut self, answers: &[Answer]) -> bool {
        let complaint = |answer: &Answer| match answer {
            Answer::Rejected { reason, .. } => Some(reason.clone()),
            Answer::Accepted { .. } => None,
        };
        // Some mistakes keep the compiler from looking at anything else.
        let is_one_to_blame =
            answers.iter().filter_map(complaint).any(|reason| reason != found::UNTOLD);
        let before = self.implementors.len();
        let mut answers = answers.iter();
        let obstacles = &mut self.obstacles;
        self.implementors.retain(|implementor| {
            let reason = answers.next().and_then(complaint);
            let Some(reason) = reason.filter(|it| !is_one_to_blame || it != found::UNTOLD) else {
                return true;
            };
            obstacles.extend(implementor.traits.first().map(|it| (it.path.clone(), reason)));
            false
        });
        self.implementors.len() < before
    }
}
