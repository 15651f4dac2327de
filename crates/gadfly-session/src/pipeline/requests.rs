//! Orders of single commands.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use gadfly_plan::properties::Providers;
use gadfly_walk::ProtocolMode;
use gadfly_wire::ExhaustMode;

use super::ItemFilter;

/// An order to run the test of a finding again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayRequest {
    /// The finding's name.
    pub id: String,
    /// True if to run it once more for the stack of its failure.
    pub backtrace: bool,
}

/// An order to walk a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkRequest {
    /// The type, as typed; without it, types that can be walked are listed.
    pub target: Option<String>,
    /// The kind of protocols.
    pub mode: ProtocolMode,
    /// The greatest number of calls that are added.
    pub depth: u32,
    /// The greatest number of calls tried to reach a state.
    pub state_depth: u32,
    /// True if no value is extended that was reached before.
    pub merge: bool,
    /// True if errors end a protocol.
    pub errors_end: bool,
    /// True if every sequence is shown.
    pub all: bool,
    /// Judging of outcomes.
    pub judging: Judging,
    /// Oracles to build on.
    pub inherit: Vec<String>,
    /// Texts of calls to forget.
    pub forget: Vec<String>,
    /// Functions that make arguments, and values to begin with.
    pub generators: Vec<String>,
    /// The values of parameters.
    pub streams: Vec<WalkStream>,
}

/// The values that a parameter takes, in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkStream {
    /// The end of the function's path, a dot and the parameter's name.
    pub parameter: String,
    /// The values as text.
    pub values: Vec<String>,
}

/// Judging of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judging {
    /// Not at all.
    No,
    /// By the oracle alone.
    Oracle,
    /// By the oracle, and by a person where it has no verdict.
    Person,
}

/// An order to try properties.
#[derive(Clone, Debug, Default)]
pub struct CheckOrders {
    /// Patterns over properties; all match if there are none.
    pub only: ItemFilter,
    /// Inputs for each, whatever its attribute says.
    pub cases: Option<u32>,
    /// Inputs per case that may be refused.
    pub discards: u32,
    /// Ways to make a value.
    pub providers: Providers,
    /// `true` if a property that was not tried enough does not fail the run.
    pub allow_starved: bool,
}

/// An order to search functions exhaustively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExhaustOrders {
    /// The use to make of valid inputs.
    pub mode: ExhaustMode,
    /// The part of the space to search, if not all of it.
    pub shard: Option<Shard>,
    /// The time that one input may take before it counts as hanging.
    pub patience: Duration,
    /// The time after which a process shares what is left of its part, at the earliest; zero for as often as it can.
    pub share_after: Duration,
}

/// One of several parts of a space.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub index: usize,
    /// The number of parts.
    pub count: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (index, count) = text.split_once('/')?;
            let shard = Self { index: index.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        };
        parse().ok_or_else(|| format!("`{text}` is not a shard; write it as 1/4"))
    }
}

/// An order to trace a crate's programs and to learn from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnOrders {
    /// Programs to trace; without any, all that are needed, in the order of [`LearnSource::USUAL`].
    pub from: Vec<LearnSource>,
    /// Types to show; all if there are no patterns.
    pub types: ItemFilter,
    /// The form in which models are returned as text, if they are.
    pub show: Option<PictureForm>,
    /// The time that traced programs may take together.
    pub trace_time: Duration,
    /// Parameters that functions do not change, by path of the function.
    pub purity: BTreeMap<String, Vec<String>>,
    /// Values of primitive types that a search passes.
    pub values: TracedValues,
    /// `true` if nothing is searched.
    pub models_only: bool,
}

impl LearnOrders {
    /// The time that traced programs may take together, unless something else is asked for.
    pub const TRACE_TIME: Duration = Duration::from_secs(60);
}

impl Default for LearnOrders {
    /// Everything that programs of the usual kinds show.
    fn default() -> Self {
        Self {
            from: Vec::new(),
            types: ItemFilter::default(),
            show: None,
            trace_time: Self::TRACE_TIME,
            purity: BTreeMap::new(),
            values: TracedValues::default(),
            models_only: false,
        }
    }
}

/// Values of primitive types that a search along models passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TracedValues {
    /// Those of a traced call, together.
    #[default]
    Traced,
    /// The same, and values next to them.
    Nearby,
    /// The same, and any others.
    Any,
}

/// Programs of a crate that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnSource {
    /// Examples in the documentation.
    Doctests,
    /// Tests beside the sources and in `tests/`.
    Tests,
    /// Programs in `examples/`.
    Examples,
    /// A program of the package.
    Bin(String),
}

impl LearnSource {
    /// The order in which they are traced: those that show most in the shortest time come first.
    pub const USUAL: [Self; 3] = [Self::Doctests, Self::Tests, Self::Examples];
}

impl fmt::Display for LearnSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Doctests => formatter.write_str("doctests"),
            Self::Tests => formatter.write_str("tests"),
            Self::Examples => formatter.write_str("examples"),
            Self::Bin(name) => write!(formatter, "bin {name}"),
        }
    }
}

impl std::str::FromStr for LearnSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(name) = text.strip_prefix("bin=").filter(|name| !name.is_empty()) {
            return Ok(Self::Bin(name.to_owned()));
        }
        let named = Self::USUAL.into_iter().find(|source| source.to_string() == text);
        named.ok_or_else(|| format!("`{text}` is not one of doctests, tests, examples, bin=NAME"))
    }
}

/// Forms of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureForm {
    /// Text for Graphviz.
    Dot,
    /// An image.
    Svg,
}

/// An order to change the crate and run its tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrengthenOrders {
    /// A list of changes, as cargo-mutants writes it; all changes without one.
    pub missed: Option<PathBuf>,
}

/// A valid input of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidInput {
    /// The function.
    pub function: String,
    /// The input as text.
    pub text: String,
    /// The input as a drawing, if drawings are asked for.
    pub svg: String,
}
