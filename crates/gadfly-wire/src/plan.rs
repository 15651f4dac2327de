//! The plan: facts about each operation that the engine needs beyond the code in the harness.

use crate::{Law, Literal};

record! {
    /// The contents of a harness, in the order of its operation ids.
    #[derive(Default)]
    pub struct Plan {
        /// One entry per operation id.
        pub operations: Vec<OperationPlan>,
        /// The number of public functions that the operations exercise.
        pub functions: u32,
        /// Values of primitive types to start from.
        pub literals: Vec<Literal>,
        /// The laws that operations state.
        pub laws: Vec<Law>,
        /// The names of the properties that operations check.
        pub properties: Vec<String>,
    }
}

record! {
    /// The plan of one operation.
    pub struct OperationPlan {
        /// Index of the public function it exercises; `None` for built-ins.
        pub function: Option<u32>,
        /// The flows of borrows from arguments into the result or other arguments.
        pub flows: Vec<Flow>,
        /// Arguments that must not borrow from anything.
        pub static_args: Vec<u8>,
        /// The weight with which it is chosen; 0 is treated as 1.
        pub weight: u16,
        /// The kind of an operation.
        pub kind: OperationKind,
        /// Integer arguments that look like sizes, and are therefore drawn small.
        pub size_args: Vec<u8>,
    }
}

impl Default for OperationPlan {
    /// A call of no public function that borrows nothing.
    fn default() -> Self {
        Self {
            function: None,
            flows: Vec::new(),
            static_args: Vec::new(),
            weight: 1,
            kind: OperationKind::Call,
            size_args: Vec::new(),
        }
    }
}

impl OperationPlan {
    /// A call of this public function that borrows nothing.
    pub fn of_function(function: u32) -> Self {
        Self { function: Some(function), ..Self::default() }
    }

    /// An operation of a kind that exercises no public function and borrows nothing.
    pub fn of_kind(kind: OperationKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// The operation with these flows of borrows.
    pub fn with_flows(self, flows: Vec<Flow>) -> Self {
        Self { flows, ..self }
    }

    /// The operation, whose arguments with these indices look like sizes.
    pub fn with_size_args(self, size_args: Vec<u8>) -> Self {
        Self { size_args, ..self }
    }
}

choice! {
    /// The kind of an operation.
    #[derive(Copy, Eq)]
    pub enum OperationKind {
        /// Calls a function.
        0 => Call,
        /// Builds a struct or an enum variant.
        1 => Construct,
        /// Takes a value apart: a field, a payload, a tuple element.
        2 => Project,
        /// Supplied by us, over std types.
        3 => Builtin,
        /// States the law with this index in [`Plan::laws`]: yields `false` when its arguments break it.
        4 => Law(index: u32),
        /// Lets a caller break what others rely on: the function says so, or a guard is forgotten.
        5 => Spoil,
        /// Checks the property with this index in [`Plan::properties`]: yields a `u8`, which is zero when its arguments have
        /// it, and has nothing to yield when it is not about them.
        6 => Property(index: u32),
        /// The same of one value, checked whenever a call has touched one of its type.
        7 => Invariant(index: u32),
        /// Makes a text of two others and a number, as [`spliced`](crate::spliced) does.
        8 => Splice,
    }
}

record! {
    /// After the call, `to` may hold a borrow that came in through the argument `from`.
    #[derive(Copy, Eq)]
    pub struct Flow {
        /// The argument the borrow comes from.
        pub from: u8,
        /// The place where it may be kept afterwards.
        pub to: FlowTo,
        /// The kind of borrow.
        pub kind: FlowKind,
    }
}

choice! {
    /// The place where a borrow may be kept after a call.
    #[derive(Copy, Eq)]
    pub enum FlowTo {
        /// In the result.
        0 => Result,
        /// In the referent of another argument (`vec.push(&x)`).
        1 => Argument(index: u8),
    }
}

choice! {
    /// The kind of borrow that a flow makes.
    #[derive(Copy, Eq)]
    pub enum FlowKind {
        /// The variable that was passed, and all that it borrows from in turn.
        0 => Borrow,
        /// Only the values from which the passed variable borrows.
        1 => Inherit,
    }
}
