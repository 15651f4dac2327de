//! `cargo gadfly learn` as typed.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{JobsArgs, OutputArgs, RandomArgs, ReportFormatArgs, SandboxArgs, SubjectArgs};
use crate::settings::{FlagSettings, LearnSettings, parse_duration};
use gadfly_session::pipeline::{
    ItemFilter, LearnOrders, LearnSource, PathPattern, PictureForm, TracedValues,
};

const EXAMPLES: &str = "\
Examples:
  cargo gadfly learn                        what tests, doctests and examples do with this crate
  cargo gadfly learn --from tests           …only its tests
  cargo gadfly learn --from bin=convert     …only what a program does
  cargo gadfly learn --type Graph --show dot | dot -Tsvg > graph.svg";

/// Learn from the crate's own tests, doctests and examples how its types are used.
///
/// Gadfly runs them in a scratch copy of the crate that logs its calls, and infers for each type which
/// calls follow which, and with what values. It then searches for new sequences along these models: those that
/// pass become tests in tests/gadfly_learned.rs, those that fail are findings. Models are written to
/// target/gadfly/PACKAGE/model.json, and pictures of them to target/gadfly/PACKAGE/models.
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

    /// Duration of the search along the models: 500ms, 60s, 2m [default: 30s]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Search")]
    pub(crate) time: Option<Duration>,

    /// Random choices and their number.
    #[command(flatten)]
    pub(crate) random: RandomArgs,

    /// Values of primitive types that are passed [default: traced]
    #[arg(long, value_name = "WHICH", value_enum, hide_short_help = true, help_heading = "Search")]
    pub(crate) values: Option<ValuesChoice>,

    /// Make models, and search nothing; so does --show
    #[arg(long, help_heading = "Search")]
    pub(crate) models_only: bool,

    /// Parallelism.
    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

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

    /// Prove tests, but place none in the crate
    #[arg(long, help_heading = "Tests")]
    pub(crate) no_write: bool,
}

/// Values of primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValuesChoice {
    /// Those of a traced call, together
    Traced,
    /// The same, and values next to them
    Nearby,
    /// The same, and any others
    Any,
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
            time: self.time,
            calls: self.random.calls,
            seed: self.random.seed,
            jobs: self.jobs.jobs,
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
            trace_time: self.trace_time.unwrap_or(LearnOrders::TRACE_TIME),
            purity: file.unchanged,
            values: match self.values {
                None | Some(ValuesChoice::Traced) => TracedValues::Traced,
                Some(ValuesChoice::Nearby) => TracedValues::Nearby,
                Some(ValuesChoice::Any) => TracedValues::Any,
            },
            models_only: self.models_only,
        }
    }
}
