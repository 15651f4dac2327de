//! Settings of a command: typed flags and `gadfly.toml`, resolved into [`CommandSettings`].

mod duration;
mod file;
mod flags;
mod learn;
#[cfg(test)]
mod mutated_files;
mod resolve;
mod walk;

pub(crate) use duration::parse_duration;
pub(crate) use file::{CheckSettings, FileSettings, SettingsError};
pub(crate) use flags::FlagSettings;
pub(crate) use learn::LearnSettings;
pub(crate) use resolve::CommandSettings;
pub(crate) use walk::{StreamValue, WalkSettings};
