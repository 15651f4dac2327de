//! What a run goes by: typed flags and `gadfly.toml`, resolved into [`Settings`].

mod duration;
mod file;
mod flags;
mod pattern;
mod resolve;
mod triage;
mod walk;

pub(crate) use duration::parse_duration;
pub(crate) use file::{CheckSettings, FileSettings, SettingsError};
pub(crate) use flags::FlagSettings;
pub(crate) use pattern::{ItemFilter, PathPattern};
pub(crate) use resolve::{Features, Settings};
pub(crate) use triage::TriagePolicy;
pub(crate) use walk::WalkSettings;
