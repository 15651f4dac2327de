//! What was typed: one file per subcommand, turned into [`crate::settings`] before use.

mod check;
mod cli;
mod common;
mod exhaust;
mod explore;
mod list;
mod replay;
mod walk;

pub(crate) use check::{CheckArgs, ProvidersChoice};
pub(crate) use cli::{COMMANDS, Command, color_typed, parse};
pub(crate) use common::{ColorChoice, CommonArgs, DirectionChoice, FlagSettings, OutputFormat};
pub(crate) use exhaust::ExhaustArgs;
pub(crate) use explore::{ExploreArgs, ProfileChoice, SanitizerChoice};
pub(crate) use list::ListArgs;
pub(crate) use replay::ReplayArgs;
pub(crate) use walk::{WalkArgs, WalkMode};
