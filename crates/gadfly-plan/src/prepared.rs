//! The record of a prepared harness, so that an unchanged subject needs no work at all.

use std::path::{Path, PathBuf};

use gadfly_model::Ty;
use serde::{Deserialize, Serialize};

use crate::properties::PropertyRecord;
use crate::stubs::Definition;

/// Raised whenever the meaning of a record changes.
const FORMAT: u32 = 5;

/// A harness and everything about it that outlives its making.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prepared {
    format: u32,
    /// The fingerprint of its inputs.
    pub fingerprint: String,
    /// The package's name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Every public function.
    pub functions: Vec<FunctionRecord>,
    /// Every operation, by id.
    pub operations: Vec<OperationRecord>,
    /// The laws that operations state, by number.
    pub laws: Vec<LawRecord>,
    /// The properties that operations check.
    #[serde(default)]
    pub properties: Vec<PropertyRecord>,
    /// Operations that ask for values of a type, which are named after that.
    #[serde(default)]
    pub asked: Vec<PropertyRecord>,
    /// Modules in which tests of methods are taken into the crate.
    #[serde(default)]
    pub hooks: Vec<String>,
    /// The module of the person's own functions that build values.
    #[serde(default)]
    pub helpers: Option<String>,
    /// Types that were made up to implement the crate's traits.
    #[serde(default)]
    pub implementors: Vec<Definition>,
    /// Every literal as source, by index.
    pub literals: Vec<String>,
    /// The program.
    pub binary: PathBuf,
    /// The plan it is given.
    pub plan: PathBuf,
    /// Which of its edges are the subject's, if that is known.
    pub edges: Option<PathBuf>,
    /// Sums of these files, in this order.
    pub sums: Vec<u64>,
}

/// A public function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FunctionRecord {
    /// Its path as callers write it.
    pub path: String,
    /// Its signature as shown to users.
    pub signature: String,
    /// `true` if it can be called.
    pub callable: bool,
    /// The instances with which it is called, if it is generic.
    pub instances: Vec<String>,
    /// Why it cannot be called.
    pub reason: Option<String>,
    /// The documentation of its panics.
    pub panics: Option<String>,
    /// A requirement on arguments in its documentation that is not checked.
    #[serde(default)]
    pub requirement: Option<String>,
    /// The names of its arguments, but for a receiver's.
    #[serde(default)]
    pub arguments: Vec<String>,
}

/// An operation as source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OperationRecord {
    /// Index of the function it calls.
    pub function: Option<u32>,
    /// The expression over `x0`, `x1`, ….
    pub body: String,
    /// Its effect.
    pub origin: OperationOrigin,
    /// The type of its result, as source.
    pub output: String,
    /// The type of its result.
    pub output_type: Ty,
    /// Its arguments.
    pub parameters: Vec<ParameterRecord>,
    /// `true` if the first argument is one that a method is called on.
    pub is_method: bool,
    /// `true` if the expression is an `Option`, to be unwrapped.
    pub is_partial: bool,
    /// `true` if it compiled in the end.
    pub is_built: bool,
}

/// The effect of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OperationOrigin {
    /// Calls a public function of the subject.
    Call,
    /// Calls a function of a dependency, perhaps by a name that the subject gives it.
    Foreign,
    /// Makes a value from public fields, takes one apart, or does something of the standard library's.
    Plain,
    /// Forgets a value.
    Forget,
    /// Drops a value before its time.
    Drop,
    /// Makes a value that panics when it is used or dropped.
    Panicking,
    /// States a law.
    Law,
    /// Checks a property or an invariant that the crate has registered.
    Property,
    /// Makes a value by a function that the crate has registered, or by its impl of another library's trait.
    Maker,
}

/// A law that an operation states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LawRecord {
    /// The operation.
    pub operation: u32,
    /// Its name.
    pub name: String,
    /// The requirement, without a full stop.
    pub sentence: String,
    /// The method at fault when it is broken.
    pub method: String,
    /// Statements that fail when it is broken, over `{0}`, `{1}`, … for the operation's arguments:
    /// values of the argument's type, references where that type has no size.
    pub assertion: String,
}

/// An argument of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterRecord {
    /// Its type as source; of a reference, the type that it refers to.
    pub ty: String,
    /// Its type; of a reference, the type that it refers to.
    pub value_type: Ty,
    /// The way it is taken.
    pub mode: ParameterMode,
    /// `true` if values of that type are known to be copied rather than moved.
    #[serde(default)]
    pub is_copy: bool,
}

/// The way in which an argument is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ParameterMode {
    /// By value.
    Value,
    /// By shared reference.
    Shared,
    /// By mutable reference.
    Exclusive,
    /// By shared reference to what has no size of its own, so that only references fit.
    SharedUnsized,
    /// By mutable reference to what has no size of its own.
    ExclusiveUnsized,
}

impl Prepared {
    /// A record of the current format.
    pub fn new(fingerprint: String, package: &str, version: &str) -> Prepared {
        Prepared {
            format: FORMAT,
            fingerprint,
            package: package.to_owned(),
            version: version.to_owned(),
            functions: Vec::new(),
            operations: Vec::new(),
            laws: Vec::new(),
            properties: Vec::new(),
            asked: Vec::new(),
            hooks: Vec::new(),
            helpers: None,
            implementors: Vec::new(),
            literals: Vec::new(),
            binary: PathBuf::new(),
            plan: PathBuf::new(),
            edges: None,
            sums: Vec::new(),
        }
    }

    /// The record in these bytes, if it is whole, of this format, and made from the same things.
    pub fn from_bytes(bytes: &[u8], fingerprint: &str) -> Option<Prepared> {
        let prepared: Prepared = serde_json::from_slice(bytes).ok()?;
        let is_usable = prepared.format == FORMAT
            && prepared.fingerprint == fingerprint
            && prepared.is_consistent();
        is_usable.then_some(prepared)
    }

    /// The files that it refers to.
    pub fn files(&self) -> Vec<&Path> {
        let edges = self.edges.as_deref();
        [Some(&*self.binary), Some(&*self.plan), edges].into_iter().flatten().collect()
    }

    /// Returns whether every number in it names something.
    fn is_consistent(&self) -> bool {
        let is_function = |index: &u32| (*index as usize) < self.functions.len();
        self.operations.iter().filter_map(|operation| operation.function.as_ref()).all(is_function)
            && self.laws.iter().all(|law| (law.operation as usize) < self.operations.len())
            && self
                .properties
                .iter()
                .chain(&self.asked)
                .all(|it| (it.operation as usize) < self.operations.len())
    }

    /// The record as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data has a JSON form")
    }

    /// The law that an operation states.
    pub fn law_of(&self, operation: u32) -> Option<&LawRecord> {
        self.laws.iter().find(|law| law.operation == operation)
    }

    /// The property that an operation checks.
    pub fn property_of(&self, operation: u32) -> Option<&PropertyRecord> {
        self.properties.iter().find(|property| property.operation == operation)
    }

    /// The number of functions that can be called.
    pub fn callable(&self) -> usize {
        self.functions.iter().filter(|function| function.callable).count()
    }
}
