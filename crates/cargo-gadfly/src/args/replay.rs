//! `cargo gadfly replay` as typed.

use clap::Args;

use super::{FormatArgs, OutputArgs, SandboxArgs, SubjectArgs};
use crate::settings::FlagSettings;

const EXAMPLES: &str = "\
Examples:
  cargo gadfly replay k3fa                    does it still fail?
  cargo gadfly replay k3fa ../semver          …in the crate in that directory
  cargo gadfly replay k3fa --backtrace        where does it fail?
  cargo gadfly replay k3fa --debugger         the line that starts its test in a debugger";

/// Run the test of one finding again.
///
/// Compiles the test of a finding of the last `explore` or `check` against the current crate, and
/// reports the result. Exit code 1 if it still fails, 0 if it passes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    /// The finding's short name, as `explore` and `check` show it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// Show the command that starts the test in a debugger
    #[arg(long)]
    pub(crate) debugger: bool,

    /// Show the stack of the failure
    #[arg(long)]
    pub(crate) backtrace: bool,

    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Confinement.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Form and place of results.
    #[command(flatten)]
    pub(crate) form: FormatArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl ReplayArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format.map(Into::into),
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }
}
