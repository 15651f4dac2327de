//! The plan: what the engine must know about each operation beyond the code linked into the harness.

use crate::{Law, Literal};

record! {
    /// What a harness offers, in the order of its operation ids.
    #[derive(Default)]
    pub struct Plan {
        /// One entry per operation id.
        pub operations: Vec<OperationPlan>,
        /// How many public functions the operations exercise.
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
    /// What the tool knows about one operation.
    pub struct OperationPlan {
        /// Index of the public function it exercises; `None` for built-ins.
        pub function: Option<u32>,
        /// Which results and arguments may hold borrows of which arguments afterwards.
        pub flows: Vec<Flow>,
        /// Arguments that must not borrow from anything.
        pub static_args: Vec<u8>,
        /// How often to prefer it over others; 0 is treated as 1.
        pub weight: u16,
        /// What kind of operation it is.
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

choice! {
    /// What kind of operation it is.
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
        /// Where it may be kept afterwards.
        pub to: FlowTo,
        /// What is borrowed.
        pub kind: FlowKind,
    }
}

choice! {
    /// Where a borrow may be kept after a call.
    #[derive(Copy, Eq)]
    pub enum FlowTo {
        /// In the result.
        0 => Result,
        /// In what another argument refers to (`vec.push(&x)`).
        1 => Argument(index: u8),
    }
}

choice! {
    /// What a flow borrows.
    #[derive(Copy, Eq)]
    pub enum FlowKind {
        /// The variable that was passed, and whatever that borrows from in turn.
        0 => Borrow,
        /// Only what the variable that was passed borrows from itself.
        1 => Inherit,
    }
}
