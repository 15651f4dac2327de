//! The configuration of one run of a harness.

use crate::{Literal, ProcessChange, SearchSettings, Sequence, WalkOrder};

/// Exit code of a process that a sanitizer ended after writing its report.
pub const EXIT_REPORTED: i32 = 93;

/// Prefix of a sanitizer's report: a file in the scratch directory with this name, a dot, and the process id.
pub const REPORT_FILE: &str = "gadfly-report";

/// The mark by which the sandbox recognises a harness that forks, in an argument of the system call without other use: it refuses all
/// other forks, which are the subject's.
pub const FORK_PASS: u64 = 0x6761_6466_6c79_0a01;

record! {
    /// The configuration of a run. Paths are used as they are.
    pub struct RunConfig {
        /// The file holding the [`Plan`](crate::Plan).
        pub plan_path: String,
        /// The file events are appended to.
        pub events_path: String,
        /// The file, a page long, whose first number is the last operation that was called plus one.
        pub last_call_path: Option<String>,
        /// The directory to run in; the subject may leave files in it, and it is emptied periodically.
        pub scratch_dir: Option<String>,
        /// The file for the subject's standard output and error; discarded if absent.
        pub output_path: Option<String>,
        /// Source paths that start with one of these belong to the subject.
        pub subject_prefixes: Vec<String>,
        /// The seed of every random choice.
        pub seed: u64,
        /// Stop after this much wall-clock time.
        pub time_budget_ms: Option<u64>,
        /// Stop after this many calls. With this and no time budget a run repeats byte for byte.
        pub calls_budget: Option<u64>,
        /// The task.
        pub mode: Mode,
        /// The number of bytes of a value that its fingerprint covers.
        pub fingerprint_bytes: u32,
        /// The memory that one sequence may hold at a time.
        pub memory_bytes: u64,
        /// The time that a single call may take.
        pub hang_ms: u32,
        /// The number of statements that a sequence may have; the engine's own limit is 120.
        pub max_sequence: u32,
        /// The number of values of one type that the pool keeps.
        pub pool_per_type: u32,
        /// The longest time between two checkpoints of an ordinary run.
        pub checkpoint_ms: u32,
        /// True if the search runs in a forked process that may die. Without it a crash ends the run.
        pub contain: bool,
        /// True if laws are checked.
        pub laws: bool,
        /// The name of the only law to check; all of them if empty.
        pub only_law: String,
        /// True if values that a caught panic has touched stay in use.
        pub keep_going: bool,
        /// True if the harness is built with a sanitizer, which reports as [`EXIT_REPORTED`] and [`REPORT_FILE`] say.
        pub sanitized: bool,
        /// The direction of a search.
        pub direction: Direction,
        /// The settings of a directed search.
        pub search: SearchSettings,
        /// The file with the subject's edges among those of the harness; without it coverage is not read.
        pub coverage_path: Option<String>,
        /// Sequences of an earlier run: a directed search runs them first, and extends their values.
        pub seeds: Vec<Sequence>,
        /// Stop when nothing new was seen for this long: no edge of the subject's, or no state where edges are not known.
        pub plateau_ms: Option<u64>,
        /// The process change that a replay looks for. A search looks for all, around some calls of each function.
        pub look_for: Option<ProcessChangeAt>,
        /// True if each given sequence runs in a process of its own, so that none meets what another has broken.
        pub isolated: bool,
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            plan_path: String::new(),
            events_path: String::new(),
            last_call_path: None,
            scratch_dir: None,
            output_path: None,
            subject_prefixes: Vec::new(),
            seed: 0,
            time_budget_ms: None,
            calls_budget: None,
            mode: Mode::Explore,
            fingerprint_bytes: 4096,
            memory_bytes: 256 << 20,
            hang_ms: 1000,
            max_sequence: 100,
            pool_per_type: 48,
            checkpoint_ms: 2000,
            contain: true,
            laws: true,
            only_law: String::new(),
            keep_going: false,
            sanitized: false,
            direction: Direction::Directed,
            search: SearchSettings::default(),
            coverage_path: None,
            seeds: Vec::new(),
            plateau_ms: None,
            look_for: None,
            isolated: false,
        }
    }
}

choice! {
    /// The direction of a search. All but the first are baselines to measure it against.
    #[derive(Copy, Eq)]
    pub enum Direction {
        /// Outcomes, states and coverage.
        0 => Directed,
        /// Nothing: every sequence may be extended, regardless of its outcome.
        1 => Undirected,
        /// Outcomes alone: sequences that passed are extended.
        2 => BottomUp,
        /// A walk from a new start each time.
        3 => RandomWalk,
        /// Arguments are made from scratch for each call.
        4 => TopDown,
    }
}

choice! {
    /// The task of a run.
    pub enum Mode {
        /// Search at random, guided by coverage and new values.
        0 => Explore,
        /// Search, and send this many passing sequences.
        1 => Sample {
            /// The number of them.
            count: u32,
        },
        /// Run exactly these sequences, in order.
        2 => Replay {
            /// The sequences; their kills and drops are worked out again.
            sequences: Vec<Sequence>,
            /// Literals to add to the plan's: their indices follow.
            literals: Vec<Literal>,
            /// True if to send the `Debug` form of values.
            observe: bool,
        },
        /// Run all protocols of a type up to a length.
        3 => Walk {
            /// Its number.
            order: WalkOrder,
            /// Literals to add to the plan's: their indices follow.
            literals: Vec<Literal>,
        },
        /// Run exactly these sequences, in order, and send the effects of each.
        40 => Record {
            /// The sequences; their kills and drops are worked out again.
            sequences: Vec<Sequence>,
            /// Literals to add to the plan's: their indices follow.
            literals: Vec<Literal>,
            /// `true` if values that calls only borrow are looked at as well: cells may change behind shared references.
            shared: bool,
        },
        /// Search, and send passing sequences, each of which takes edges of the subject in a combination that none did before.
        41 => Vary {
            /// The most sequences to send.
            count: u32,
        },
        /// Try properties on values made at random.
        8 => Check {
            /// The properties, and the number of inputs of each.
            orders: Vec<CheckOrder>,
        },
    }
}

record! {
    /// A change of the process to look for.
    #[derive(Copy, Eq)]
    pub struct ProcessChangeAt {
        /// The operation around whose calls to look.
        pub operation: u32,
        /// The kind of change.
        pub what: ProcessChange,
    }
}

record! {
    /// The order to try a property.
    #[derive(Copy, Eq)]
    pub struct CheckOrder {
        /// The operation that checks it.
        pub operation: u32,
        /// The number of inputs to try, discarded ones not included.
        pub cases: u32,
        /// After how many inputs that it is not about it is given up.
        pub discards: u32,
    }
}

impl Mode {
    /// A replay of these sequences over the plan's literals, of which only outcomes are asked.
    pub fn replay(sequences: Vec<Sequence>) -> Self {
        Mode::Replay { sequences, literals: Vec::new(), observe: false }
    }
}
