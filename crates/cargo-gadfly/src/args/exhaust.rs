//! `cargo gadfly exhaust` as typed.

use std::time::Duration;

use clap::Args;
use gadfly_wire::ExhaustMode;

use super::items::with_summary;
use super::{ItemArgs, JobsArgs, OutputArgs, ReportFormatArgs, SandboxArgs, SubjectArgs};
use crate::settings::{FlagSettings, parse_duration};
use gadfly_session::pipeline::{ExhaustOrders, Shard};

/// The default of `--patience`.
const PATIENCE: Duration = Duration::from_secs(20);
/// The default of `--share-after`.
const SHARE_AFTER: Duration = Duration::from_millis(20);

const EXAMPLES: &str = "\
Examples:
  cargo gadfly exhaust                            every marked function of this crate
  cargo gadfly exhaust --include insert_adds_one  only this one
  cargo gadfly exhaust --count                    how many valid inputs are there?
  cargo gadfly exhaust --show | head              …what do they look like?
  cargo gadfly exhaust --draw                     …as pictures on an HTML page
  cargo gadfly exhaust --shard 1/4                the first quarter, on one of four machines";

/// Run marked functions on every valid input up to a bound.
///
/// A function is marked `#[gadfly::exhaust(pool(Node = 5), valid = Tree::rep_ok)]`; the crate
/// depends on `gadfly`, and its types derive `gadfly::Finitize`. Every structure that satisfies
/// the predicate is tried, up to isomorphism, and the smallest that fails is shown and written as
/// a test. The search ends when all have been tried; --time ends it earlier, and the next run
/// continues from there.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct ExhaustArgs {
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Time limit of the search: 500ms, 60s, 2m
    ///
    /// Wall-clock time of the search alone; builds are not counted. The next run continues
    /// where this one stopped.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,

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

    /// Only count valid inputs
    #[arg(long, group = "mode", help_heading = "Mode")]
    pub(crate) count: bool,

    /// Print every valid input, one per line
    #[arg(long, group = "mode", help_heading = "Mode")]
    pub(crate) show: bool,

    /// Draw every valid input on an HTML page
    #[arg(long, group = "mode", help_heading = "Mode")]
    pub(crate) draw: bool,

    /// Search only part I of N; the results of all parts, in order, are those of one run
    #[arg(long, value_name = "I/N", help_heading = "Search")]
    pub(crate) shard: Option<Shard>,

    /// Start over instead of continuing an interrupted run
    #[arg(long, help_heading = "Search")]
    pub(crate) from_scratch: bool,

    /// Time after which one input counts as hanging [default: 20s]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) patience: Option<Duration>,

    /// Time after which a process shares what is left of its part, for tests [default: 20ms]
    #[arg(long, hide = true, value_name = "DURATION", value_parser = parse_duration)]
    pub(crate) share_after: Option<Duration>,

    /// Show tests of failures, but do not place them in tests/gadfly_failures
    #[arg(long, help_heading = "Output")]
    pub(crate) no_tests: bool,
}

/// Describes shared flags by what they do here.
pub(super) fn meant_differently(flag: clap::Arg) -> clap::Arg {
    match flag.get_id().as_str() {
        "include" => {
            with_summary(flag, "Search only functions whose path matches; may be repeated")
        }
        "exclude" => with_summary(flag, "Leave out functions whose path matches; may be repeated"),
        _ => flag,
    }
}

impl ExhaustArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            time: self.time,
            filter: self.items.typed(),
            jobs: self.jobs.jobs,
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format,
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }

    /// Its orders as typed.
    pub(crate) fn orders(&self) -> ExhaustOrders {
        ExhaustOrders {
            mode: self.mode(),
            shard: self.shard,
            patience: self.patience.unwrap_or(PATIENCE),
            share_after: self.share_after.unwrap_or(SHARE_AFTER),
        }
    }

    /// The use to make of valid inputs.
    fn mode(&self) -> ExhaustMode {
        match (self.count, self.show, self.draw) {
            (true, ..) => ExhaustMode::Count,
            (_, true, _) => ExhaustMode::Show,
            (.., true) => ExhaustMode::Draw,
            _ => ExhaustMode::Check,
        }
    }
}
