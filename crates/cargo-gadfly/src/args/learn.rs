//! `cargo gadfly learn` as typed.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{OutputArgs, ReportFormatArgs, SandboxArgs, SubjectArgs};
use crate::settings::{FlagSettings, LearnSettings, parse_duration};
use gadfly_session::pipeline::{ItemFilter, LearnOrders, LearnSource, PathPattern, PictureForm};

/// The default of `--trace-time`.
const TRACE_TIME: Duration = Duration::from_secs(60);

const EXAMPLES: &str = "\
Examples:
  cargo gadfly learn                        what tests, doctests and examples do with this crate
  cargo gadfly learn --from tests           …only its tests
  cargo gadfly learn --from bin=convert     …only what a program does
  cargo gadfly learn --type Graph --show dot | dot -Tsvg > graph.svg";

/// Learn from the crate's own tests, doctests and examples how its types are used.
///
/// Gadfly runs them in a scratch copy of the crate that logs its calls, and infers for each type which
/// calls follow which, and with what values. Models are written to target/gadfly/PACKAGE/model.json, and
/// pictures of them to target/gadfly/PACKAGE/models. The crate itself stays as it is.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct LearnArgs {
    /// The crate under test.
    #[command(flatten)]
    pub(crate) subject: SubjectArgs,

    /// Programs to trace: doctests, tests, examples, bin=NAME; may be repeated
    ///
    /// Without it, the first three in this order, until every public function was called 20 times.
    #[arg(long, value_name = "SOURCE", help_heading = "Tracing")]
    pub(crate) from: Vec<LearnSource>,

    /// Time limit of the traced programs together: 500ms, 60s, 2m [default: 60s]
    ///
    /// Builds are not counted. A program that does not end in time is used as far as it came.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Tracing")]
    pub(crate) trace_time: Option<Duration>,

    /// Confinement.
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Show only types whose path matches; may be repeated
    ///
    /// A pattern is one or more whole segments of a type's path, `*` standing for any characters within a
    /// segment.
    #[arg(long = "type", value_name = "PATTERN", help_heading = "Output")]
    pub(crate) types: Vec<PathPattern>,

    /// Print the models, as text for Graphviz or as images
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    pub(crate) show: Option<PictureChoice>,

    /// Form and place of results.
    #[command(flatten)]
    pub(crate) form: ReportFormatArgs,

    /// Form and place of results.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The form of printed models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureChoice {
    /// Text for Graphviz
    Dot,
    /// Images
    Svg,
}

impl LearnArgs {
    /// Its settings as typed.
    pub(crate) fn settings(&self) -> FlagSettings {
        FlagSettings {
            features: self.subject.features.typed(),
            no_sandbox: self.sandbox.no_sandbox,
            format: self.form.format,
            output: self.output.clone(),
            ..FlagSettings::default()
        }
    }

    /// Its orders as typed, with what the file says of functions.
    pub(crate) fn orders(&self, file: LearnSettings) -> LearnOrders {
        LearnOrders {
            from: self.from.clone(),
            types: ItemFilter { include: self.types.clone(), ..ItemFilter::default() },
            show: self.show.map(|choice| match choice {
                PictureChoice::Dot => PictureForm::Dot,
                PictureChoice::Svg => PictureForm::Svg,
            }),
            trace_time: self.trace_time.unwrap_or(TRACE_TIME),
            purity: file.unchanged,
        }
    }
}
