//! The configuration of one run of a harness.

use crate::{Literal, ProcessChange, SearchSettings, Sequence, WalkOrder};

/// What a sanitizer ends the process with when it has written its report.
pub const EXIT_REPORTED: i32 = 93;

/// Where a sanitizer writes its report: a file in the scratch directory with this name, a dot, and the number of the process.
pub const REPORT_FILE: &str = "gadfly-report";

/// What a harness says to the kernel where it splits itself, in an argument that has no other use: the sandbox refuses all
/// other forks, which are the subject's.
pub const FORK_PASS: u64 = 0x6761_6466_6c79_0a01;

record! {
    /// Everything a harness is told about a run. Paths are used as they are.
    pub struct RunConfig {
        /// The file holding the [`Plan`](crate::Plan).
        pub plan_path: String,
        /// The file events are appended to.
        pub events_path: String,
        /// The directory to run in; the subject may litter it, and it is emptied every so often.
        pub scratch_dir: Option<String>,
        /// Where the subject's standard output and error go; nowhere if absent.
        pub output_path: Option<String>,
        /// Source paths that start with one of these belong to the subject.
        pub subject_prefixes: Vec<String>,
        /// The seed of every random choice.
        pub seed: u64,
        /// Stop after this much wall-clock time.
        pub time_budget_ms: Option<u64>,
        /// Stop after this many calls. With this and no time budget a run repeats byte for byte.
        pub calls_budget: Option<u64>,
        /// What to do.
        pub mode: Mode,
        /// How much of a value its fingerprint looks at, in bytes.
        pub fingerprint_bytes: u32,
        /// How much memory one sequence may hold at a time.
        pub memory_bytes: u64,
        /// How long a single call may take.
        pub hang_ms: u32,
        /// How many statements a sequence may have; the engine has a limit of its own at 120.
        pub max_sequence: u32,
        /// How many values of one type the pool keeps.
        pub pool_per_type: u32,
        /// The longest time between two checkpoints of an ordinary run.
        pub checkpoint_ms: u32,
        /// Whether the search runs in a forked process that may die. Without it a crash ends the run.
        pub contain: bool,
        /// Whether laws are checked.
        pub laws: bool,
        /// The name of the only law to check; all of them if empty.
        pub only_law: String,
        /// Whether values that a caught panic has touched stay in use.
        pub keep_going: bool,
        /// Whether the harness is built with a sanitizer, which reports as [`EXIT_REPORTED`] and [`REPORT_FILE`] say.
        pub sanitized: bool,
        /// What a search lets itself be guided by.
        pub direction: Direction,
        /// How a directed search chooses.
        pub search: SearchSettings,
        /// The file that says which of the harness's edges are the subject's; without it coverage is not looked at.
        pub coverage_path: Option<String>,
        /// Sequences of an earlier run: a directed search runs them first, and goes on from what they make.
        pub seeds: Vec<Sequence>,
        /// Stop when nothing new was seen for this long: no edge of the subject's, or no state where edges are not known.
        pub plateau_ms: Option<u64>,
        /// What a replay looks for in its process. A search looks for everything, around some calls of each function.
        pub look_for: Option<ProcessChangeAt>,
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            plan_path: String::new(),
            events_path: String::new(),
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
        }
    }
}

choice! {
    /// What a search lets itself be guided by. All but the first are baselines to measure it against.
    #[derive(Copy, Eq)]
    pub enum Direction {
        /// Outcomes, states and coverage.
        0 => Directed,
        /// Nothing: every sequence may be extended, whatever became of it.
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
    /// What a run is for.
    pub enum Mode {
        /// Search at random, guided by what was seen.
        0 => Explore,
        /// Search, and send this many passing sequences.
        1 => Sample {
            /// How many.
            count: u32,
        },
        /// Run exactly these sequences, in order.
        2 => Replay {
            /// The sequences; their kills and drops are worked out again.
            sequences: Vec<Sequence>,
            /// Literals to add to the plan's: their indices follow.
            literals: Vec<Literal>,
            /// Whether to send what values look like.
            observe: bool,
        },
        /// Run all protocols of a type up to a length.
        3 => Walk {
            /// Which.
            order: WalkOrder,
            /// Literals to add to the plan's: their indices follow.
            literals: Vec<Literal>,
        },
        /// Try properties on values made at random.
        8 => Check {
            /// Which, and how often.
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
        /// What is changed.
        pub what: ProcessChange,
    }
}

record! {
    /// How a property is to be tried.
    #[derive(Copy, Eq)]
    pub struct CheckOrder {
        /// The operation that checks it.
        pub operation: u32,
        /// How many inputs are to be tried that it is about.
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
