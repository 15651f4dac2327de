//! `cargo gadfly list` as typed.

use clap::Args;

use super::{FormatArgs, ItemArgs, JobsArgs, OutputArgs, SubjectArgs};
use crate::settings::FlagSettings;

const EXAMPLES: &str = "\
Examples:
  cargo gadfly list                           this crate's functions and their status
  cargo gadfly list --include Rope            only Rope and its methods
  cargo gadfly list --format json | jq -r '.items[] | select(.callable | not) | .path'";

/// Show which public functions can be called, and why the others cannot.
///
/// One line per public function: `callable`, with the types chosen for its parameters if it is
/// generic, or `skipped`, with the reason.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct ListArgs {
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Items that are used.
    #[command(flatten)]
    pub(crate) items: ItemArgs,

    /// Parallelism.
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

    /// Form and place of results.
    #[command(flatten)]
    pub(crate) form: FormatArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl ListArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            filter: self.items.typed(),
            jobs: self.jobs.jobs,
            format: self.form.format.map(Into::into),
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }
}
