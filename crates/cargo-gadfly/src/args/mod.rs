//! Flags: one struct per subcommand, and one per concern that subcommands share.

mod check;
mod cli;
mod execution;
mod exhaust;
mod explain;
mod explore;
mod items;
mod learn;
mod list;
mod misplaced;
mod output;
mod replay;
mod search;
mod strengthen;
mod subject;
mod walk;

pub(crate) use check::{CheckArgs, ProvidersChoice};
#[cfg(test)]
pub(crate) use cli::Cli;
pub(crate) use cli::{COMMANDS, Command, color_typed, parse};
pub(crate) use execution::{JobsArgs, SandboxArgs};
pub(crate) use exhaust::ExhaustArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use explore::{ExploreArgs, ProfileChoice, SanitizerChoice};
pub(crate) use items::ItemArgs;
pub(crate) use learn::LearnArgs;
pub(crate) use list::ListArgs;
pub(crate) use misplaced::MisplacedFlag;
pub(crate) use output::{
    ColorChoice, FormatArgs, OutputArgs, OutputFormat, ReportFormat, ReportFormatArgs,
};
pub(crate) use replay::ReplayArgs;
pub(crate) use search::{GuidanceArgs, RandomArgs};
pub(crate) use strengthen::StrengthenArgs;
pub(crate) use subject::SubjectArgs;
pub(crate) use walk::{WalkArgs, WalkMode};
