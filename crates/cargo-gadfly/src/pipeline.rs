//! The seam between the command and the stages: what is asked, and what comes back.

use std::path::PathBuf;

use gadfly_plan::properties::Providers;
use gadfly_walk::Mode;

use crate::artifacts::Artifacts;
use crate::console::Console;
use crate::error::CliError;
use crate::report::{Listing, Replay, RunReport, WalkReport};
use crate::settings::{Features, ItemFilter, Settings};

/// The stages behind the command. They report progress to the console and return plain data.
pub(crate) trait Pipeline {
    /// Finds the crate that was asked for; builds nothing.
    fn locate(&mut self, request: &Request) -> Result<Place, CliError>;

    /// Says of every public function whether it can be called.
    fn list(&mut self, job: &Job, console: &Console) -> Result<Listing, CliError>;

    /// Searches until the budget is spent, announcing findings on the way.
    fn explore(&mut self, job: &Job, console: &Console) -> Result<RunReport, CliError>;

    /// Tries properties on inputs made by the crate's functions.
    fn check(
        &mut self,
        job: &Job,
        orders: &CheckOrders,
        console: &Console,
    ) -> Result<RunReport, CliError>;

    /// Runs the test of a finding of the last search again.
    fn replay(&mut self, job: &Job, id: &str, console: &Console) -> Result<Replay, CliError>;

    /// Runs the protocols of a type, or says which types have some.
    fn walk(
        &mut self,
        job: &Job,
        request: &WalkRequest,
        console: &Console,
    ) -> Result<WalkReport, CliError>;
}

/// Which crate is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// Its directory or `Cargo.toml`, or that of its workspace.
    pub(crate) path: PathBuf,
    /// The package, if named.
    pub(crate) package: Option<String>,
    /// Its features.
    pub(crate) features: Features,
}

/// Which protocols are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkRequest {
    /// The type, as typed; without it, types that can be walked are listed.
    pub(crate) target: Option<String>,
    /// Which protocols.
    pub(crate) mode: Mode,
    /// How many calls are added at most.
    pub(crate) depth: u32,
    /// How many calls are tried to reach a state.
    pub(crate) state_depth: u32,
    /// Whether no value is extended that was reached before.
    pub(crate) merge: bool,
    /// Whether errors end a protocol.
    pub(crate) errors_end: bool,
    /// Whether every sequence is shown.
    pub(crate) all: bool,
    /// Whether outcomes are judged.
    pub(crate) judging: Judging,
    /// Oracles to build on.
    pub(crate) inherit: Vec<String>,
    /// Texts of calls to forget.
    pub(crate) forget: Vec<String>,
    /// Functions that make arguments.
    pub(crate) generators: Vec<String>,
}

/// Whether outcomes are judged, and who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judging {
    /// Not at all.
    No,
    /// By the oracle, and a person on a screen of its own.
    Screen,
    /// By the oracle, and a person line by line.
    Lines,
    /// By the oracle alone.
    Nobody,
}

/// Which properties to try, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckOrders {
    /// Only those that match; all if there are none.
    pub(crate) only: ItemFilter,
    /// How many inputs for each, whatever its attribute says.
    pub(crate) cases: Option<u32>,
    /// How many inputs per case may be refused.
    pub(crate) discards: u32,
    /// Which ways to make a value take part.
    pub(crate) providers: Providers,
}

/// Where the crate was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The package's name.
    pub(crate) package: String,
    /// The directory of its manifest.
    pub(crate) manifest_dir: PathBuf,
    /// Its target directory.
    pub(crate) target_dir: PathBuf,
}

/// A crate, what to go by, and where to work.
#[derive(Debug)]
pub(crate) struct Job {
    /// Which crate, with the features resolved.
    pub(crate) request: Request,
    /// What to go by.
    pub(crate) settings: Settings,
    /// Where to work.
    pub(crate) artifacts: Artifacts,
}
