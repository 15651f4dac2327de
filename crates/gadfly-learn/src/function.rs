//! The functions of a traced crate, as the rewriter lists them.

use serde::{Deserialize, Serialize};

/// A traced function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its path, with the type that it belongs to: `graph::Graph::add_node`.
    pub path: String,
    /// The file of its source, below the crate's folder.
    pub file: String,
    /// The line of its name.
    pub line: u32,
    /// `true` if callers outside of the crate may call it.
    pub is_public: bool,
    /// Its parameters, the receiver first.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a traced function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name; `self` for a receiver.
    pub name: String,
    /// How the function gets it, as far as its written type says.
    pub passing: Passing,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Passing {
    /// By value.
    Owned,
    /// By shared reference.
    Shared,
    /// By mutable reference.
    Mutable,
}

impl Function {
    /// Returns whether the first parameter is a receiver.
    pub fn has_receiver(&self) -> bool {
        self.parameters.first().is_some_and(|parameter| parameter.name == "self")
    }
}

/// All traced functions of a crate, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Functions(pub Vec<Function>);

impl Functions {
    /// The function with a number, which a log may have from elsewhere.
    pub fn get(&self, number: u32) -> Option<&Function> {
        self.0.get(number as usize)
    }

    /// The path of a function.
    pub fn path(&self, number: u32) -> &str {
        self.get(number).map_or("unknown function", |function| &function.path)
    }

    /// Returns whether callers outside of the crate may call a function.
    pub fn is_public(&self, number: u32) -> bool {
        self.get(number).is_some_and(|function| function.is_public)
    }
}
