//! Flags for the form and place of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

/// Destination and form of results.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OutputArgs {
    /// Form of results [default: human]
    ///
    /// With json, standard output carries one JSON document and nothing else.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) format: Option<OutputFormat>,

    /// Directory for reports and working files [default: target/gadfly/PACKAGE]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,

    /// Print results only, no progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Use of colours [default: auto]
    #[arg(long, value_name = "WHEN", value_enum, hide_short_help = true, help_heading = "Output")]
    pub(crate) color: Option<ColorChoice>,
}

/// Form of results.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OutputFormat {
    /// For people
    #[default]
    Human,
    /// For programs
    Json,
}

/// Use of colours.
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
