//! `cargo gadfly strengthen` as typed.

use std::path::PathBuf;

use clap::Args;

use super::items::with_summary;
use super::{FormatArgs, ItemArgs, JobsArgs, OutputArgs, SandboxArgs, SubjectArgs};
use crate::settings::FlagSettings;
use gadfly_session::pipeline::StrengthenOrders;

const EXAMPLES: &str = "\
Examples:
  cargo gadfly strengthen                           what do the tests of this crate miss?
  cargo gadfly strengthen --list                    …every change that is left
  cargo gadfly strengthen --fail-under 90           exit code 1 if they catch less than 90%
  cargo gadfly strengthen --include Rope::insert    only changes in that function
  cargo gadfly strengthen --missed mutants.out/missed.txt
                                                    only those that cargo-mutants reports";

/// Show which small changes to the code the crate's own tests do not notice.
///
/// Changes the crate in a scratch copy: an operator, a condition, a number, a statement left out, a function that
/// returns at once. All changes are in one build, and each is tried with the tests that reach it. A change that no test
/// notices is a mistake that would not be noticed either. Doctests are not run.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct StrengthenArgs {
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Items that are used.
    #[command(flatten)]
    pub(crate) items: ItemArgs,

    /// Try only changes that a list of cargo-mutants names: mutants.out/missed.txt
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub(crate) missed: Option<PathBuf>,

    /// Parallelism.
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

    /// Confinement.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Show every change that is left
    #[arg(long, help_heading = "Output")]
    pub(crate) list: bool,

    /// End with exit code 1 if the tests catch a smaller part of the changes, in percent
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100), help_heading = "Output")]
    pub(crate) fail_under: Option<u8>,

    /// Form of results.
    #[command(flatten)]
    pub(crate) form: FormatArgs,

    /// Place of results.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Describes shared flags by what they do here.
pub(super) fn meant_differently(flag: clap::Arg) -> clap::Arg {
    match flag.get_id().as_str() {
        "include" => {
            with_summary(flag, "Change only functions whose path matches; may be repeated")
        }
        "exclude" => with_summary(flag, "Leave out functions whose path matches; may be repeated"),
        _ => flag,
    }
}

impl StrengthenArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            filter: self.items.typed(),
            jobs: self.jobs.jobs,
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format.map(Into::into),
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }

    /// Its orders as typed.
    pub(crate) fn orders(&self) -> StrengthenOrders {
        StrengthenOrders { missed: self.missed.clone() }
    }
}
