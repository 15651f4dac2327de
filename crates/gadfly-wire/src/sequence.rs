//! Sequences of calls in the form that leaves the harness.

record! {
    /// A straight-line program: statement `i` defines variable `i`.
    #[derive(Default)]
    pub struct Sequence {
        /// The statements in order.
        pub statements: Vec<Statement>,
        /// Variables still alive at the end, in an order in which they may be dropped: dependents first.
        pub final_drops: Vec<u32>,
        /// For each variable whether it is alive at the end.
        pub alive: Vec<bool>,
    }
}

record! {
    /// One call.
    pub struct Statement {
        /// The operation or literal.
        pub what: What,
        /// The arguments.
        pub args: Vec<Argument>,
        /// Variables that must be dropped just before the call, in this order.
        pub kills: Vec<u32>,
        /// True if the call panics and the sequence continues with the values that it touched, without its result.
        pub caught: bool,
    }
}

impl Sequence {
    /// A sequence of these statements, without drops at its end.
    pub fn of(statements: Vec<Statement>) -> Self {
        Self { statements, ..Self::default() }
    }
}

impl Statement {
    /// A statement without arguments that kills nothing and does not panic.
    pub fn new(what: What) -> Self {
        Self { what, args: Vec::new(), kills: Vec::new(), caught: false }
    }

    /// A call of the operation with this id.
    pub fn operation(id: u32) -> Self {
        Self::new(What::Operation(id))
    }

    /// The statement that yields the plan's literal with this index.
    pub fn literal(index: u32) -> Self {
        Self::new(What::Literal(index))
    }

    /// The statement with these arguments: variables, and the way each is passed.
    pub fn with_args(self, args: impl IntoIterator<Item = (u32, Access)>) -> Self {
        let args = args.into_iter().map(|(var, access)| Argument { var, access }).collect();
        Self { args, ..self }
    }

    /// The statement after these variables are dropped.
    pub fn with_kills(self, kills: Vec<u32>) -> Self {
        Self { kills, ..self }
    }

    /// The statement, after whose panic the sequence goes on if `caught` is set.
    pub fn with_caught(self, caught: bool) -> Self {
        Self { caught, ..self }
    }
}

choice! {
    /// The action of a statement.
    #[derive(Copy, Eq)]
    pub enum What {
        /// Runs the operation with this id.
        0 => Operation(id: u32),
        /// Yields the plan's literal with this index, or the [drawn](crate::drawn()) one.
        1 => Literal(index: u32),
    }
}

record! {
    /// One argument of a statement.
    #[derive(Copy, Eq)]
    pub struct Argument {
        /// The variable.
        pub var: u32,
        /// The way it is passed.
        pub access: Access,
    }
}

choice! {
    /// The way a variable `v` is passed to a call.
    #[derive(Copy, Eq)]
    pub enum Access {
        /// `v`, which is gone afterwards.
        0 => Move,
        /// `v`, of a `Copy` type.
        1 => Copy,
        /// `&v`
        2 => Borrow,
        /// `&mut v`
        3 => BorrowMut,
        /// `v`, holding a `&T` that is passed on as it is.
        4 => CopyRef,
        /// `&*v`, of a `v` holding a `&mut T`.
        5 => Reborrow,
        /// `&mut *v`, of a `v` holding a `&mut T`.
        6 => ReborrowMut,
    }
}
