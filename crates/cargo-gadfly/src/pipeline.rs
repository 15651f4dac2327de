//! The seam between the command and the stages: what is asked, and what comes back.

use std::path::PathBuf;

use gadfly_harness::properties::Providers;

use crate::artifacts::Artifacts;
use crate::console::Console;
use crate::error::CliError;
use crate::report::{Listing, Replay, RunReport};
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
