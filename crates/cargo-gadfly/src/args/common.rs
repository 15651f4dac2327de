//! Flags that every subcommand takes.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::settings::{PathPattern, parse_duration};

/// Which crate, and how to treat it.
#[derive(Args, Clone, Debug)]
pub(crate) struct CommonArgs {
    /// The crate: its directory or its Cargo.toml
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    pub(crate) path: PathBuf,

    /// The package, where PATH is a workspace
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Option<String>,

    /// What gadfly.toml may say too.
    #[command(flatten)]
    pub(crate) settings: FlagSettings,
}

/// Settings as typed: each may also stand in `gadfly.toml`, where the flag wins.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FlagSettings {
    /// Features to switch on, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = "Features")]
    pub(crate) features: Vec<String>,

    /// Switch on all features
    #[arg(long, help_heading = "Features")]
    pub(crate) all_features: bool,

    /// Switch off the default features
    #[arg(long, help_heading = "Features")]
    pub(crate) no_default_features: bool,

    /// How long to search: 500ms, 60s, 2m [default: 60s]
    ///
    /// Wall-clock time of the search alone; builds are not counted. With --calls as well, the
    /// search ends at whichever comes first.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,

    /// How many calls to make, whatever time that takes
    ///
    /// The same seed and the same number of calls give the same results on every run.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) calls: Option<u64>,

    /// Stop early when no new code of the crate was reached for so long [default: 30s]
    ///
    /// Wherever coverage cannot be measured, new values count instead. Ends the search before
    /// --time or --calls, never after.
    #[arg(
        long,
        value_name = "DURATION",
        value_parser = parse_duration,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "30s",
        hide_short_help = true,
        help_heading = "Search"
    )]
    pub(crate) until_plateau: Option<Duration>,

    /// What the search lets itself be guided by [default: directed]
    ///
    /// Everything but directed is a baseline to measure it against.
    #[arg(long, value_name = "HOW", value_enum, hide_short_help = true, help_heading = "Search")]
    pub(crate) direction: Option<DirectionChoice>,

    /// Where the random choices start [default: 0]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) seed: Option<u64>,

    /// Use only items whose path matches; may be repeated
    ///
    /// A pattern is one or more whole segments of an item's path, `*` standing for any
    /// characters within a segment: `Rope`, `Rope::insert`, `iter::*`, `*_unchecked`. It matches
    /// the item it names and everything inside that.
    #[arg(long, value_name = "PATTERN", help_heading = "Search")]
    pub(crate) include: Vec<PathPattern>,

    /// Leave out items whose path matches; may be repeated
    ///
    /// Patterns as for --include, and stronger than it.
    #[arg(long, value_name = "PATTERN", help_heading = "Search")]
    pub(crate) exclude: Vec<PathPattern>,

    /// How many processes work at once [default: one per core]
    #[arg(short, long, value_name = "N", hide_short_help = true, help_heading = "Search")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,

    /// Run the crate's code unprotected
    ///
    /// Without this it can write to a scratch directory alone, and reach neither the network nor
    /// other programs and processes.
    #[arg(long, help_heading = "Search")]
    pub(crate) no_sandbox: bool,

    /// How results are printed [default: human]
    ///
    /// With json, standard output carries one JSON document and nothing else.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) format: Option<OutputFormat>,

    /// Where reports and working files go [default: target/gadfly/PACKAGE]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,

    /// Print results only, no progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// When to use colours [default: auto]
    #[arg(long, value_name = "WHEN", value_enum, hide_short_help = true, help_heading = "Output")]
    pub(crate) color: Option<ColorChoice>,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OutputFormat {
    /// For people
    #[default]
    Human,
    /// For programs
    Json,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorChoice {
    /// In a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What the search lets itself be guided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DirectionChoice {
    /// Outcomes, states and coverage
    #[default]
    Directed,
    /// Nothing: every sequence is extended
    Undirected,
    /// Outcomes alone: sequences that passed are extended
    BottomUp,
    /// A walk from a new start each time
    RandomWalk,
    /// Arguments made from scratch for each call
    TopDown,
}
