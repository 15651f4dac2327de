//! Flags for the form and place of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

/// Form of a command's findings.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ReportFormatArgs {
    /// Form [default: human]
    ///
    /// In all forms but human, standard output carries one document and nothing else.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) format: Option<ReportFormat>,
}

/// Form of results that are not findings.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct FormatArgs {
    /// Form of results [default: human]
    ///
    /// With json, standard output carries one JSON document and nothing else.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) format: Option<OutputFormat>,
}

/// Destination of results, and how much is printed.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OutputArgs {
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

/// Form of a command's findings.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Human,
    /// The document of report.json
    Json,
    /// For code scanning services
    Sarif,
    /// For services that show test results
    Junit,
}

/// Form of results that are not findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people
    #[default]
    Human,
    /// For programs
    Json,
}

impl From<OutputFormat> for ReportFormat {
    fn from(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Human => Self::Human,
            OutputFormat::Json => Self::Json,
        }
    }
}

impl ReportFormat {
    /// The form of results that are not findings: formats of other programs mean nothing there.
    pub(crate) fn without_findings(self) -> OutputFormat {
        match self {
            Self::Json => OutputFormat::Json,
            Self::Human | Self::Sarif | Self::Junit => OutputFormat::Human,
        }
    }
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
