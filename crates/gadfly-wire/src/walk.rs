//! Orders to run every protocol of a type up to a length, and their results.

use crate::{CrashKind, Location, What};

record! {
    /// The protocols to run. Calls and sources are named by their index.
    pub struct WalkOrder {
        /// The sources of arguments.
        pub sources: Vec<ArgumentSource>,
        /// Constructors and methods.
        pub calls: Vec<WalkCall>,
        /// The beginnings of protocols: a constructor, and perhaps methods after it.
        pub starts: Vec<Vec<u32>>,
        /// The methods that are added to a beginning, in this order.
        pub methods: Vec<u32>,
        /// The most methods that are added.
        pub depth: u32,
        /// Stop after so many sequences.
        pub most: u64,
        /// The sequences that are extended.
        pub growth: Growth,
        /// True if a value that was reached before is not extended again.
        pub merge: bool,
        /// True if a result that is an error ends a sequence, as a panic does.
        pub errors_end: bool,
        /// Methods that distinguish states: they take the value alone, and return `bool`.
        pub predicates: Vec<u32>,
    }
}

choice! {
    /// The sequences that are extended.
    #[derive(Copy, Eq)]
    pub enum Growth {
        /// Those that ended normally.
        0 => Normal,
        /// Those that ended normally, with a call that changed the value.
        1 => Changed,
        /// The same, each value once; the results of the predicates are reported, not the sequences.
        2 => States,
    }
}

record! {
    /// A source of arguments: the first request is served by the first maker, and after the last it starts again.
    pub struct ArgumentSource {
        /// The makers.
        pub makers: Vec<ArgumentMaker>,
    }
}

record! {
    /// Makes one argument.
    pub struct ArgumentMaker {
        /// Its kind.
        pub what: What,
        /// The sources of its own arguments.
        pub args: Vec<u32>,
    }
}

record! {
    /// A constructor or a method.
    pub struct WalkCall {
        /// The operation.
        pub operation: u32,
        /// Operations that take the value out of its result, one after the other; of constructors alone.
        pub then: Vec<u32>,
        /// The source of each argument; [`WalkCall::TARGET`] for the value itself.
        pub args: Vec<u32>,
        /// Its effect on the value.
        pub role: Role,
        /// True if its result may be an error, by its type.
        pub can_fail: bool,
    }
}

impl WalkCall {
    /// Stands for the value itself among the sources of arguments.
    pub const TARGET: u32 = u32::MAX;
}

choice! {
    /// The effect of a call on the value.
    #[derive(Copy, Eq)]
    pub enum Role {
        /// Makes it.
        0 => Construct,
        /// Looks at it; whether that changes it has to be seen.
        1 => Observe,
        /// May change it; whether it does has to be seen.
        2 => Mutate,
        /// Changes it, visibly or not: it has no other purpose.
        3 => Procedure,
        /// Uses it up.
        4 => Consume,
        /// Uses it up, and yields another in its place.
        5 => Replace,
    }
}

record! {
    /// One sequence that was run, described by its last call.
    pub struct WalkEdge {
        /// The number of the sequence it extends; `u32::MAX` for a beginning.
        pub parent: u32,
        /// The beginning it comes from.
        pub start: u32,
        /// The last call.
        pub call: u32,
        /// Its outcome.
        pub outcome: WalkOutcome,
        /// True if the last call changed the value, as far as can be seen.
        pub changed: bool,
        /// True if the value was reached before, and the sequence is not extended because of that.
        pub merged: bool,
        /// A number that stands for the value afterwards; zero where values have no fingerprint.
        pub state: u64,
    }
}

choice! {
    /// The outcome of the last call of a sequence.
    pub enum WalkOutcome {
        /// It returned something, which looks like this if it can be looked at.
        0 => Returned(text: Option<String>),
        /// It returned an error, or a constructor had nothing to yield, and the sequence ends.
        1 => Failed(text: String),
        /// It panicked.
        2 => Panicked {
            /// The panic's message.
            message: String,
            /// Its location.
            location: Option<Location>,
        },
        /// The process died.
        3 => Died(kind: CrashKind),
        /// It could not be made: an argument could not be, the borrow rules forbid it, or it died too often before.
        4 => Refused,
        /// It returned, and left a value for which something does not hold that must hold at any time.
        5 => Violated {
            /// The name of that.
            invariant: String,
            /// Its sentence.
            message: String,
            /// The location, if it panicked.
            location: Option<Location>,
        },
    }
}
