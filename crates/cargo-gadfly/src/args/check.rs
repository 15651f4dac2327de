//! `cargo gadfly check` as typed.

use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::{
    ItemArgs, JobsArgs, OutputArgs, RandomArgs, ReportFormatArgs, SandboxArgs, SubjectArgs,
};
use crate::settings::{FlagSettings, parse_duration};
use gadfly_session::pipeline::PathPattern;

const EXAMPLES: &str = "\
Examples:
  cargo gadfly check                          every property of this crate
  cargo gadfly check --property SumStack      only those of SumStack
  cargo gadfly check --cases 100000           more inputs for each
  cargo gadfly check --seed 7                 other inputs; the same seed makes the same inputs
  cargo gadfly check --providers all          make values in all ways";

/// Try properties on inputs made by the crate's own functions.
///
/// A property is a function or method marked `#[gadfly::check]`, under `#[cfg(test)]` or in a file
/// of tests/. It fails by panicking, or by returning `false` or an `Err`. Its arguments are made by
/// random sequences of calls of the public API, so no generators are needed, and every value is
/// one that a caller can make. Failing inputs are minimised and written as tests.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Time limit of the search: 500ms, 60s, 2m
    ///
    /// Wall-clock time of the search alone; builds are not counted. Without it, every property is
    /// tried on its number of inputs.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,

    /// Random choices and their number.
    #[command(flatten)]
    pub(crate) random: RandomArgs,

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

    /// Only properties whose path matches; may be repeated
    ///
    /// Patterns as for --include, which selects the functions that make inputs.
    #[arg(long, value_name = "PATTERN", help_heading = "Properties")]
    pub(crate) property: Vec<PathPattern>,

    /// Number of inputs per property [default: 1000, or the number in its attribute]
    #[arg(long, value_name = "N", help_heading = "Properties")]
    pub(crate) cases: Option<std::num::NonZeroU32>,

    /// Inputs per case that `assume!` may discard before a property is given up [default: 10]
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = "Properties")]
    pub(crate) discards: Option<u32>,

    /// Ways to make a value: cheapest, near or all [default: near]
    ///
    /// The cheapest are those with the fewest calls; near adds those with one call more.
    /// Operations that change a value are used in any case.
    #[arg(
        long,
        value_name = "WAYS",
        value_enum,
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = "Properties"
    )]
    pub(crate) providers: Option<ProvidersChoice>,

    /// Report only: make no tests
    #[arg(long, help_heading = "Tests")]
    pub(crate) no_tests: bool,

    /// Prove tests, but place none in the crate
    #[arg(long, visible_alias = "dry-run", help_heading = "Tests")]
    pub(crate) no_write: bool,
}

impl CheckArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            time: self.time,
            calls: self.random.calls,
            seed: self.random.seed,
            filter: self.items.typed(),
            jobs: self.jobs.jobs,
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format,
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }
}

/// Ways to make a value.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProvidersChoice {
    /// Those with the fewest calls
    Cheapest,
    /// Also those with one call more
    #[default]
    Near,
    /// All ways
    All,
}
