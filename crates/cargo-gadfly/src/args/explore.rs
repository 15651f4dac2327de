//! `cargo gadfly explore` as typed.

use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::{
    GuidanceArgs, ItemArgs, JobsArgs, OutputArgs, RandomArgs, ReportFormatArgs, SandboxArgs,
    SubjectArgs,
};
use crate::settings::{FlagSettings, parse_duration};

const EXAMPLES: &str = "\
Examples:
  cargo gadfly explore                        this crate, for a minute
  cargo gadfly explore --time 10m             …for ten minutes
  cargo gadfly explore --include Rope         only Rope and its methods
  cargo gadfly explore --sanitize address     also see what corrupts memory
  cargo gadfly explore --format json | jq .findings";

/// Call the public API in random sequences and report what breaks.
///
/// Gadfly builds the crate, calls its public functions in random sequences, every result being
/// an argument for later calls, and reports each cause of failure once, with a sequence that shows
/// it. The full report is target/gadfly/PACKAGE/report.json.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct ExploreArgs {
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Duration of the search: 500ms, 60s, 2m [default: 60s]
    ///
    /// Wall-clock time of the search alone; builds are not counted. With --calls as well, the
    /// search ends at whichever comes first.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,

    /// Random choices and their number.
    #[command(flatten)]
    pub(crate) random: RandomArgs,

    /// Guidance of the search.
    #[command(flatten)]
    pub(crate) guidance: GuidanceArgs,

    /// Items that are used.
    #[command(flatten)]
    pub(crate) items: ItemArgs,

    /// Parallelism.
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

    /// Confinement.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Form and place of results.
    #[command(flatten)]
    pub(crate) form: ReportFormatArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Show documented panics, precondition checks and resource limits too
    ///
    /// They are counted in any case, and are always in report.json.
    #[arg(long, help_heading = "Output")]
    pub(crate) all: bool,

    /// Build of the crate: debug or release [default: debug]
    ///
    /// In release, numbers that overflow wrap around and debug assertions are off, as in `cargo
    /// build --release`. Findings name their profile.
    #[arg(
        long,
        value_name = "PROFILE",
        value_enum,
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Build"
    )]
    pub(crate) profile: Option<ProfileChoice>,

    /// Build the crate with a sanitizer: address
    ///
    /// AddressSanitizer ends the process at invalid reads and writes of memory: out of bounds or
    /// after it was freed. Linux only; the search is several times slower.
    #[arg(
        long,
        value_name = "SANITIZER",
        value_enum,
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Build"
    )]
    pub(crate) sanitize: Option<SanitizerChoice>,

    /// Continue with values after a call on them has panicked
    ///
    /// Finds values that a panic leaves inconsistent: wrong lengths, values that are dropped twice.
    /// Tests of such findings catch the panic, with a comment.
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub(crate) keep_going_after_panic: bool,

    /// Learn from the crate's own tests first, unless models of `cargo gadfly learn` are up to date
    ///
    /// Models that are up to date are used in any case: the search starts from sequences along them.
    #[arg(long, hide_short_help = true, conflicts_with = "no_learned", help_heading = "Search")]
    pub(crate) learned: bool,

    /// Do not use models of the crate's own tests
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub(crate) no_learned: bool,

    /// Continue an interrupted run
    ///
    /// Its findings are reported with those of this run, and the search starts from the sequences
    /// that it kept. Without this flag, a run starts without them.
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub(crate) resume: bool,

    /// Report only: make no tests
    #[arg(long, help_heading = "Tests")]
    pub(crate) no_tests: bool,

    /// Prove tests, but place none in the crate
    ///
    /// They are left in target/gadfly/PACKAGE/build/tests.
    #[arg(long, visible_alias = "dry-run", help_heading = "Tests")]
    pub(crate) no_write: bool,

    /// Mark tests that fail with `#[ignore]`
    ///
    /// `cargo test` then passes, and `cargo test -- --ignored` runs them.
    #[arg(long, hide_short_help = true, help_heading = "Tests")]
    pub(crate) ignore_failing: bool,
}

impl ExploreArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            time: self.time,
            calls: self.random.calls,
            plateau: self.guidance.until_plateau,
            direction: self.guidance.direction.map(Into::into),
            seed: self.random.seed,
            filter: self.items.typed(),
            jobs: self.jobs.jobs,
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format,
            output: self.output.clone(),
        }
    }
}

/// Build of the crate.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProfileChoice {
    /// Overflow and debug assertions are checked
    #[default]
    Debug,
    /// They are not, as in a release
    Release,
}

/// A sanitizer.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SanitizerChoice {
    /// AddressSanitizer
    Address,
}
