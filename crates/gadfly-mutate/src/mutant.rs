//! One small change.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A small change to the code.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// The number by which the switch knows it, from 1.
    pub id: u32,
    /// The file, below the package's folder.
    pub file: String,
    /// The line of what is changed.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// The kind of change.
    pub operator: Operator,
    /// The change in words: `<= instead of <`.
    pub change: String,
    /// The path of the function around it.
    pub function: String,
}

impl Mutant {
    /// Its place: `src/map.rs:88:21`.
    pub fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Kinds of changes.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operator {
    /// Another binary operator.
    Binary,
    /// A condition negated.
    Condition,
    /// A literal, one more or less.
    Literal,
    /// A statement left out.
    Statement,
    /// A function that returns some value at once.
    Body,
    /// A guard of a match replaced by a constant.
    Guard,
    /// An arm of a match left out.
    Arm,
    /// A `!` or a minus left out.
    Unary,
}

impl fmt::Display for Operator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Binary => "operator",
            Self::Condition => "condition",
            Self::Literal => "literal",
            Self::Statement => "statement",
            Self::Body => "body",
            Self::Guard => "guard",
            Self::Arm => "arm",
            Self::Unary => "sign",
        })
    }
}
