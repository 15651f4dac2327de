//! A type that was made up, as source, and what the compiler says of it.

use gadfly_model::{Adt, AdtKind, Fields, Name, NamedField, Ty};
use serde::{Deserialize, Serialize};

use super::keep::KeptValue;
use super::{MODULE, Stubs};
use crate::compiler::{self, CompilerAnswer};
use crate::operations::candidate::{CallOrigin, Candidate, Input};

/// A type that was made up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    /// Its definition.
    pub definition: Definition,
    /// The fields in which it keeps what it is given.
    pub(super) kept: Vec<KeptValue>,
    /// The traits it implements, with the types it sets for them.
    pub(super) traits: Vec<Implemented>,
    /// Traits of the standard library that it derives.
    pub(super) derives: Vec<Name>,
}

/// The implemented part of one trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Implemented {
    pub(super) path: Name,
    pub(super) assoc_types: Vec<(Name, Ty)>,
}

/// A type as source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// Its name in the module.
    pub name: String,
    /// The struct and its impls.
    pub source: String,
    /// The trait that it was made up for.
    pub of: String,
    /// The reliability of its answers.
    pub answers: Answers,
}

/// The results of a type's methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Answers {
    /// Nothing.
    Nothing,
    /// `true` if to go on, say: any answer will do.
    Choices,
    /// Numbers, lists and the like, which the trait may ask something of.
    Values,
}

impl Answers {
    /// The kind of a result type, by its name.
    pub(super) fn of(output: &str) -> Answers {
        let choices = ["bool", "std::option::Option<", "std::result::Result<(),"];
        match output {
            "()" => Answers::Nothing,
            output if choices.iter().any(|choice| output.starts_with(choice)) => Answers::Choices,
            _ => Answers::Values,
        }
    }
}

impl Definition {
    /// Its path from outside of the module.
    pub fn path(&self) -> String {
        format!("{MODULE}::{}", self.name)
    }

    /// Returns whether a type may be this one, or have it inside.
    pub fn is_in(&self, ty: &str) -> bool {
        has_word(ty, &self.path()) || has_word(ty, &format!("dyn {}", self.of))
    }
}

/// Takes out what a type has kept, one value after the other.
pub(crate) fn takers(adt: &Adt, ty: &Ty) -> Vec<Candidate> {
    let AdtKind::Struct(Fields::Named { fields, .. }) = &adt.kind else { return Vec::new() };
    let take = |field: &NamedField| {
        let inputs = vec![Input::exclusive(ty.clone())];
        let body = format!("x0.{}.pop()", field.name);
        Candidate::with_origin(CallOrigin::Project, inputs, body).partial()
    };
    fields.iter().filter(|_| *adt.krate == *MODULE).map(take).collect()
}

/// Returns whether a text has a word in it, or a path, and not only as a part of another.
pub fn has_word(text: &str, word: &str) -> bool {
    let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(goes_on) && !text[at + word.len()..].starts_with(goes_on)
    })
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

impl Stub {
    /// The candidate that asks the compiler for its type.
    pub fn question(&self) -> Candidate {
        let Definition { source, .. } = &self.definition;
        Candidate::builtin(Vec::new(), format!("{source}\n1u8"))
    }
}

impl Stubs {
    /// Takes out what the compiler rejects, one answer for each type; whether that was any.
    pub fn drop_rejected(&mut self, answers: &[CompilerAnswer]) -> bool {
        let complaint = |answer: &CompilerAnswer| match answer {
            CompilerAnswer::Rejected { reason, .. } => Some(reason.clone()),
            CompilerAnswer::Accepted { .. } => None,
        };
        // Some mistakes keep the compiler from looking at anything else.
        let is_one_to_blame =
            answers.iter().filter_map(complaint).any(|reason| reason != compiler::NO_TYPE);
        let before = self.implementors.len();
        let mut answers = answers.iter();
        let obstacles = &mut self.obstacles;
        self.implementors.retain(|implementor| {
            let reason = answers.next().and_then(complaint);
            let Some(reason) = reason.filter(|it| !is_one_to_blame || it != compiler::NO_TYPE)
            else {
                return true;
            };
            obstacles.extend(implementor.traits.first().map(|it| (it.path.clone(), reason)));
            false
        });
        self.implementors.len() < before
    }
}
