//! The events that a harness reports while it runs.

use crate::{EdgeCounts, EdgeHits, Sequence, WalkEdge};

choice! {
    /// One message from a running harness.
    pub enum Event {
        /// The table is linked and the run starts.
        0 => Ready {
            /// Operations in the table.
            operations: u32,
            /// Distinct types among their results.
            types: u32,
        },
        /// Sent about once a second in runs with a time budget.
        1 => Progress {
            /// Calls made, literals not counted.
            calls: u64,
            /// Sequences finished.
            sequences: u64,
            /// Distinct values seen.
            states: u64,
            /// Public functions that returned at least once.
            functions_returned: u32,
            /// Distinct panics seen.
            panics: u32,
            /// Deaths of the search process.
            crashes: u32,
            /// The coverage of the subject, if it is known.
            coverage: Option<EdgeCounts>,
            /// Time since the start.
            millis: u64,
        },
        /// A panic that was not seen before, by operation and location.
        2 => Panic {
            /// Number of the bucket; `Summary::panics_seen` has its count.
            bucket: u32,
            /// The operation that panicked, or that made the value in question.
            operation: u32,
            /// The activity that failed.
            during: During,
            /// The statement that was running; its index is past the end for final drops.
            statement: u32,
            /// The panic's message, cut to a few kilobytes.
            message: String,
            /// Its location, unless the panic hook was not called.
            location: Option<Location>,
            /// The innermost frame inside the subject.
            subject_frame: Option<SubjectFrame>,
            /// The law that was being checked, if `during` says so.
            law: Option<Law>,
            /// The sequence up to and including the panicking statement.
            sequence: Sequence,
        },
        /// The search process died.
        3 => Crash {
            /// Its kind.
            kind: CrashKind,
            /// The operation that was running, or that made the value in question.
            operation: u32,
            /// The activity that failed.
            during: During,
            /// The largest integer, or length of a text, that the arguments were made from.
            magnitude: u64,
            /// Further facts, such as a panic raised while another was unwinding, or a sanitizer's report.
            note: String,
            /// The law that was being checked, if `during` says so.
            law: Option<Law>,
            /// The sequence up to and including the fatal statement.
            sequence: Sequence,
        },
        /// A passing sequence, in a sampling run.
        4 => Sample {
            /// The sequence.
            sequence: Sequence,
        },
        /// The outcome of a sequence of a replay run.
        5 => Replayed {
            /// Its index.
            index: u32,
            /// Its outcome.
            outcome: Outcome,
        },
        /// The last message.
        6 => Summary {
            /// Calls made, literals not counted.
            calls: u64,
            /// Sequences finished.
            sequences: u64,
            /// Distinct values seen.
            states: u64,
            /// Time since the start.
            millis: u64,
            /// Time spent on recovering from deaths, waiting for hangs included.
            recovery_millis: u64,
            /// The longest time from the detection of a death to the next call, without the confirmation of hangs.
            longest_recovery_micros: u64,
            /// By operation id.
            operations: Vec<OperationCounts>,
            /// The number of times that each panic was seen, by bucket.
            panics_seen: Vec<u64>,
            /// Deaths of the search process.
            crashes: u32,
            /// The coverage of the subject, if it is known.
            coverage: Option<EdgeCounts>,
            /// The counters of the subject that were reached, a bit each, so that runs can be combined.
            reached: Vec<u64>,
            /// True if the run used its budget up; otherwise it had to stop early.
            finished: bool,
        },
        /// A law that values break, not seen before by law and operation.
        7 => Broken {
            /// Number of the bucket; `Summary::panics_seen` has its count.
            bucket: u32,
            /// The law.
            law: Law,
            /// The operation that made the first value, or that states the law.
            operation: u32,
            /// The variables that break it together, in the law's order.
            vars: Vec<u32>,
            /// The observed values, such as the two sides of a comparison.
            detail: String,
            /// The sequence that makes them; an operation that states a law is its last statement.
            sequence: Sequence,
        },
        /// A passing sequence worth a test: it did something for the first time in the run.
        8 => Kept {
            /// Public functions that returned for the first time.
            functions: Vec<u32>,
            /// The number of edges of the subject that were reached for the first time.
            edges: u32,
            /// The sequence.
            sequence: Sequence,
        },
        /// A call left its process changed, not seen before by operation and change.
        9 => Left {
            /// Number of the bucket; `Summary::panics_seen` has its count.
            bucket: u32,
            /// The kind of change.
            what: ProcessChange,
            /// The operation that was called.
            operation: u32,
            /// The sequence up to and including the call.
            sequence: Sequence,
        },
        /// The result of a property; sent at the end of a run that tries properties.
        30 => Checked {
            /// The operation that checks it.
            operation: u32,
            /// Inputs tried that it is about.
            counted: u64,
            /// Those that it failed on.
            failed: u64,
            /// Inputs that it is not about.
            discarded: u64,
            /// Inputs of which no two are the same; all of them where that is not known.
            distinct: u64,
            /// The number of discarded inputs since the last that was counted.
            dry: u64,
            /// The reason for which it was not tried more often.
            ended: CheckEnd,
            /// Sorts of inputs, the most frequent first.
            labels: Vec<LabelCount>,
        },
        /// The text of the values of a replayed sequence; sent before its [`Event::Replayed`].
        20 => Observed {
            /// The sequence's index.
            index: u32,
            /// The sequence that ran, with kills and drops.
            sequence: Sequence,
            /// Each value when it was made, then those alive at the end.
            values: Vec<Observed>,
        },
        /// The effects of a sequence, statement by statement up to the first that did not return; sent before its
        /// [`Event::Replayed`].
        40 => Recorded {
            /// The sequence's index.
            index: u32,
            /// The sequence that ran, with kills and drops.
            sequence: Sequence,
            /// The effects, by statement.
            steps: Vec<RecordedStep>,
        },
        /// Protocols that were run, in their order. After a death some come again, under the same numbers.
        21 => Walked {
            /// The number of the first.
            first: u32,
            /// The number of calls by which the longest beginning was extended.
            depth: u32,
            /// The result of each.
            edges: Vec<WalkEdge>,
        },
        /// A state was reached that was not seen before. After a death it may come again.
        22 => StateFound {
            /// The result of each predicate, the first in the lowest bit.
            state: u64,
            /// The calls that lead to it.
            calls: Vec<u32>,
        },
        /// A call led from one state to another for the first time. After a death it may come again.
        23 => StepFound {
            /// The state before.
            from: u64,
            /// The call.
            call: u32,
            /// The state after; nothing if it panicked.
            to: Option<u64>,
        },
    }
}

record! {
    /// The effect of one statement of a recorded sequence.
    pub struct RecordedStep {
        /// Its result.
        pub result: Observed,
        /// What it was given to change, afterwards.
        pub changed: Vec<Observed>,
        /// The edges of the subject that the call took, and that writing the values as texts took.
        pub edges: Vec<EdgeHits>,
    }
}

choice! {
    /// The reason for which a property is not tried any more.
    #[derive(Copy, Eq)]
    pub enum CheckEnd {
        /// It was tried as often as was asked for.
        0 => Done,
        /// Its condition holds for hardly any value.
        1 => Starved,
        /// There is no way to make its arguments.
        2 => Unmade,
        /// Time or calls are used up.
        3 => Stopped,
        /// It keeps killing the process.
        4 => Deadly,
    }
}

record! {
    /// The number of inputs with a label.
    #[derive(Eq)]
    pub struct LabelCount {
        /// The sort.
        pub label: String,
        /// The number of them.
        pub count: u64,
    }
}

record! {
    /// The text of a value.
    pub struct Observed {
        /// The variable.
        pub var: u32,
        /// True if the sequence had come to its end; else the variable had just been made.
        pub is_final: bool,
        /// Its `Debug` form, if it has one and is not too long.
        pub debug: Option<String>,
        /// Its `Display` form, if it has one and is not too long.
        pub display: Option<String>,
    }
}

record! {
    /// A law, in words and as source.
    pub struct Law {
        /// Its name, as in `eq-reflexive`.
        pub name: String,
        /// Its requirement, as a sentence without its full stop.
        pub sentence: String,
        /// The method at fault when it is broken, as in `eq`.
        pub method: String,
        /// Statements that fail when it is broken, over `{0}`, `{1}`, … for the variables.
        pub assertion: String,
        /// Functions that the statements call, as source; empty if they need none.
        pub helpers: String,
    }
}

choice! {
    /// The activity during which something failed.
    #[derive(Copy, Eq)]
    pub enum During {
        /// The call of a statement.
        0 => Call,
        /// Dropping a variable.
        1 => Drop(var: u32),
        /// Formatting a variable with `Debug`.
        2 => Debug(var: u32),
        /// Hashing a variable.
        3 => Hash(var: u32),
        /// Nothing of the subject's: the engine's own code.
        4 => Engine,
        /// Checking a law.
        5 => Law {
            /// Its number in the engine's list.
            law: u16,
            /// The variables in question; `u32::MAX` where the law is about fewer.
            vars: [u32; 3],
        },
    }
}

record! {
    /// A place in source code.
    pub struct Location {
        /// The file as the compiler was given it.
        pub file: String,
        /// Line, from 1.
        pub line: u32,
        /// Column, from 1.
        pub column: u32,
    }
}

record! {
    /// A stack frame inside the subject.
    pub struct SubjectFrame {
        /// The function's demangled name.
        pub function: String,
        /// The location in it.
        pub location: Location,
        /// True if it was stopped by an operator that std has for some type: the function is generic, and the type was
        /// chosen for it.
        pub by_operator: bool,
    }
}

choice! {
    /// The way in which the search process died.
    #[derive(Copy, Eq)]
    pub enum CrashKind {
        /// By this signal.
        0 => Signal(number: i32),
        /// It exited, which the subject must have asked for.
        1 => Exit(code: i32),
        /// A call did not return.
        2 => Hang,
        /// The memory budget was exceeded.
        3 => OutOfMemory,
        /// A sanitizer reported an error; the number distinguishes kinds of errors.
        4 => Reported(number: u32),
    }
}

choice! {
    /// The outcome of a replayed sequence.
    pub enum Outcome {
        /// Every statement returned.
        0 => Returned,
        /// A fallible operation had nothing to yield.
        1 => Illegal {
            /// Its number.
            statement: u32,
        },
        /// The borrow rules forbid a statement, or it does not fit the table.
        2 => Rejected {
            /// Its number.
            statement: u32,
        },
        /// A statement, a drop or a look at a value panicked.
        3 => Panicked {
            /// Its number; past the end for final drops.
            statement: u32,
            /// The activity that failed.
            during: During,
            /// The panic's message, cut to a few kilobytes.
            message: String,
            /// Its location, unless the panic hook was not called.
            location: Option<Location>,
        },
        /// Values broke a law.
        4 => Broken {
            /// Its name.
            law: String,
            /// The variables that break it, in the law's order.
            vars: Vec<u32>,
            /// The values, and the way in which they disagree.
            detail: String,
        },
        /// The process died.
        5 => Died {
            /// Its kind.
            kind: CrashKind,
            /// The statement that was running; past the end for final drops.
            statement: u32,
            /// The activity that failed.
            during: During,
        },
        /// A call left its process changed.
        6 => Left {
            /// The kind of change.
            what: ProcessChange,
            /// The call.
            statement: u32,
        },
    }
}

choice! {
    /// A change that a call can leave in its process.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    pub enum ProcessChange {
        /// Another working directory.
        0 => Directory,
        /// Variables of the environment that are set, changed or gone.
        1 => Environment,
        /// A standard stream that is closed or leads elsewhere.
        2 => Streams,
        /// Signals that are blocked, or not any more.
        3 => SignalMask,
        /// Another panic hook.
        4 => PanicHook,
        /// A thread that runs on when all values are dropped.
        5 => Thread,
    }
}

record! {
    /// The counts of one operation's calls.
    #[derive(Copy, Eq, Default)]
    pub struct OperationCounts {
        /// Calls begun.
        pub called: u64,
        /// Calls that returned a value.
        pub returned: u64,
        /// Calls that panicked.
        pub panicked: u64,
        /// Calls that had nothing to yield.
        pub illegal: u64,
        /// Calls that killed the process.
        pub crashed: u64,
    }
}
