//! What happens during a run, for whoever shows it.

use super::report::FunctionReport;

/// One event. Functions are named by their path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The crate is being built.
    Building {
        /// The package.
        package: String,
        /// Its version.
        version: String,
    },
    /// The build is done.
    Built {
        /// Seconds it took.
        seconds: f64,
        /// The functions found.
        functions: Vec<String>,
    },
    /// A function's search begins.
    Started {
        /// The function.
        function: String,
        /// Its bounds, in a line.
        bounds: String,
        /// How many parts the space was cut into.
        parts: usize,
        /// Parts known from an earlier, interrupted run.
        resumed: usize,
    },
    /// Where it stands.
    Progress {
        /// The function.
        function: String,
        /// Candidates so far.
        explored: u64,
        /// Valid ones.
        valid: u64,
        /// Candidates per second.
        rate: f64,
        /// About how many there are in all, once that can be told.
        estimate: Option<u64>,
    },
    /// A valid structure, in the order of the search.
    Structure {
        /// The function.
        function: String,
        /// From 1.
        number: u64,
        /// As text.
        text: String,
        /// As a drawing, if asked for.
        svg: String,
    },
    /// An input failed; the search goes on for a smaller one.
    Falsified {
        /// The function.
        function: String,
    },
    /// A function's search is over.
    Finished(Box<FunctionReport>),
    /// Tests are being proven.
    Proving {
        /// How many.
        tests: usize,
    },
    /// They are.
    Proven {
        /// All functions, with what became of their tests.
        functions: Vec<FunctionReport>,
    },
}
