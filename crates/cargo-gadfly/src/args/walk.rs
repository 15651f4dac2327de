//! `cargo gadfly walk` as typed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::items::with_summary;
use super::{ItemArgs, JobsArgs, OutputArgs, ReportFormatArgs, SandboxArgs, SubjectArgs};
use crate::settings::{FlagSettings, parse_duration};

const EXAMPLES: &str = "\
Examples:
  cargo gadfly walk                                which types can be walked
  cargo gadfly walk Stack                          every protocol of Stack, up to three calls
  cargo gadfly walk Stack --mode algebra --test    judge what cannot be predicted
  cargo gadfly walk Stack --mode states --test     the same from every state
  cargo gadfly walk Stack --test --ci              fail on outcomes without a verdict
  cargo gadfly walk 'SmallVec<[u8; 2]>' --depth 2 ../smallvec";

/// Run every protocol of a type up to a length, and remember the right outcomes.
///
/// Every interleaving of a type's methods is run on fresh values, shortest first, and its outcome
/// is shown. With --test, you are asked about outcomes that cannot be predicted; your answers are
/// kept in gadfly/oracles/TYPE.oracle and checked from then on. docs/walk.md has the details.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct WalkArgs {
    /// The type to walk; without it, types that can be walked are listed
    #[arg(value_name = "TYPE")]
    pub(crate) target: Option<String>,
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Time limit of the walk: 500ms, 60s, 2m
    ///
    /// Wall-clock time of the walk alone; builds and questions are not counted.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,
    /// Seed of the order in which written tests are proven [default: 0]
    ///
    /// A walk itself makes no random choices.
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = "Search")]
    pub(crate) seed: Option<u64>,
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
    /// Kind of protocols: protocol, algebra or states [default: protocol; with --test algebra]
    ///
    /// protocol: all of them. algebra: every method after all calls that change the value.
    /// states: all of them, from each state that the type's `&self -> bool` methods distinguish.
    #[arg(
        long,
        value_name = "MODE",
        value_enum,
        hide_possible_values = true,
        help_heading = "Walk"
    )]
    pub(crate) mode: Option<WalkMode>,
    /// Greatest number of calls added to a beginning
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Walk")]
    pub(crate) depth: u32,
    /// Extend no value that was reached before
    #[arg(long, help_heading = "Walk")]
    pub(crate) merge_states: bool,
    /// Let results that are errors end a protocol, as panics do
    #[arg(long, help_heading = "Walk")]
    pub(crate) errors_end: bool,
    /// Greatest number of calls tried to reach a state
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12,
        hide_short_help = true,
        help_heading = "Walk"
    )]
    pub(crate) state_depth: u32,
    /// Print every sequence, however many there are
    #[arg(long, help_heading = "Output")]
    pub(crate) all: bool,
    /// Judge outcomes by the oracle, and ask about those that it lacks
    #[arg(long, help_heading = "Testing")]
    pub(crate) test: bool,
    /// Ask nothing, and fail on outcomes without a verdict; implies --test
    #[arg(long, help_heading = "Testing")]
    pub(crate) ci: bool,
    /// Inherit the oracle of another type, in this and later runs
    #[arg(long, value_name = "TYPE", help_heading = "Testing")]
    pub(crate) inherit: Vec<String>,
    /// Forget answers about calls that contain this text, and ask again
    #[arg(long, value_name = "TEXT", hide_short_help = true, help_heading = "Testing")]
    pub(crate) forget: Vec<String>,
    /// Ask with plain lines, even in a terminal
    #[arg(long, hide_short_help = true, help_heading = "Testing")]
    pub(crate) plain: bool,
    /// Write no tests
    #[arg(long, help_heading = "Testing")]
    pub(crate) no_tests: bool,
    /// Mark tests that fail with `#[ignore]`
    #[arg(long, hide_short_help = true, help_heading = "Testing")]
    pub(crate) ignore_failing: bool,
}

/// Kind of protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WalkMode {
    /// All of them
    Protocol,
    /// Every method after all calls that change the value
    Algebra,
    /// All of them, from each state
    States,
}

/// Describes shared flags by what they do here.
pub(super) fn meant_differently(flag: clap::Arg) -> clap::Arg {
    match flag.get_id().as_str() {
        "include" => with_summary(flag, "Call only methods whose path matches; may be repeated"),
        "exclude" => with_summary(flag, "Leave out methods whose path matches; may be repeated"),
        _ => flag,
    }
}

impl WalkArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            time: self.time,
            seed: self.seed,
            filter: self.items.typed(),
            jobs: self.jobs.jobs,
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format,
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }

    /// Takes a path in the place of the type as the crate: `cargo gadfly walk ../semver`.
    pub(crate) fn settled(mut self) -> Self {
        let is_default = self.subject.path == Path::new(".");
        if let Some(target) = self.target.take_if(|target| is_default && is_path(target)) {
            self.subject.path = PathBuf::from(target);
        }
        self
    }
}

fn is_path(text: &str) -> bool {
    text == "." || text == ".." || text.contains('/') || text.ends_with(".toml")
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn paths_are_distinguished_from_types() {
        assert!(is_path("../semver") && is_path(".") && is_path("Cargo.toml"));
        assert!(!is_path("Stack") && !is_path("smallvec::SmallVec<[u8; 2]>"));
    }
}
