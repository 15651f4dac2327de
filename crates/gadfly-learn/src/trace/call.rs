//! Calls and what is known of objects.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::TypeFacts;
use crate::record::{ObjectId, Value};

/// The number of a call in a trace. Outer calls have smaller numbers than those in them.
pub type CallId = usize;

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: u32,
    /// The log that it is from.
    pub log: usize,
    /// Its arguments, as they were at the beginning.
    pub arguments: Vec<Value>,
    /// References among the arguments by position, and what they referred to at the end.
    pub again: Vec<(usize, Value)>,
    /// How it ended.
    pub outcome: Outcome,
    /// The call that made it.
    pub parent: Option<CallId>,
    /// The calls that it made.
    pub children: Vec<CallId>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a value.
    Returned(Value),
    /// By unwinding.
    Unwound,
    /// The log ends before.
    Open,
}

/// Where an object is in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// An argument; the receiver is the first.
    Argument(usize),
    /// The returned value.
    Return,
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(index) => write!(out, "{index}"),
            Self::Return => out.write_str("return"),
        }
    }
}

/// How an object came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Birth {
    /// It was first seen in what a call returned.
    Returned(CallId),
    /// It was first seen as the value of a caller's expression.
    Site(u32),
    /// It was first seen as an argument.
    Unknown,
}

/// What is known of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectFacts {
    /// Its type, a number in the trace.
    pub type_number: usize,
    /// How it came about.
    pub birth: Birth,
}

/// A moment at which values are seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) process: u32,
    pub(crate) clock: u64,
    pub(crate) when: When,
}

/// Kinds of moments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Enter(CallId),
    Exit(CallId),
    Site(u32, Value),
}

/// A traced run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Types of objects.
    pub types: Vec<TypeFacts>,
    /// Objects.
    pub objects: Vec<ObjectFacts>,
    /// Calls.
    pub calls: Vec<Call>,
    /// Calls that no traced call made, in the order in which they began, process by process.
    pub roots: Vec<CallId>,
    pub(crate) moments: Vec<Moment>,
}

impl Trace {
    /// Positions at which an object is in a call, in order.
    pub fn positions(&self, call: CallId, object: ObjectId) -> Vec<Position> {
        let call = &self.calls[call];
        let mut found: Vec<Position> = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate() {
            let mut again = call.again.iter().filter(|(position, _)| *position == index);
            if argument.contains(object) || again.any(|(_, value)| value.contains(object)) {
                found.push(Position::Argument(index));
            }
        }
        if matches!(&call.outcome, Outcome::Returned(value) if value.contains(object)) {
            found.push(Position::Return);
        }
        found
    }

    /// All objects in a call, each once, in the order of their positions.
    pub fn objects_of(&self, call: CallId) -> Vec<ObjectId> {
        let call = &self.calls[call];
        let again = call.again.iter().map(|(_, value)| value);
        let returned = match &call.outcome {
            Outcome::Returned(value) => Some(value),
            _ => None,
        };
        let values = call.arguments.iter().chain(again).chain(returned);
        let mut found = Vec::new();
        for id in values.flat_map(Value::objects).filter_map(|object| object.id) {
            if !found.contains(&id) {
                found.push(id);
            }
        }
        found
    }

    /// Returns whether a call is another, or was made within it.
    pub fn is_within(&self, inner: CallId, outer: CallId) -> bool {
        let mut at = Some(inner);
        while let Some(call) = at.filter(|call| *call >= outer) {
            if call == outer {
                return true;
            }
            at = self.calls[call].parent;
        }
        false
    }

    /// Returns whether an object was made within a call.
    pub fn is_made_within(&self, object: ObjectId, call: CallId) -> bool {
        match self.objects[object].birth {
            Birth::Returned(birth) => self.is_within(birth, call),
            Birth::Site(_) | Birth::Unknown => false,
        }
    }
}
