//! Flags that bound and steer the random search.

use std::time::Duration;

use clap::{Args, ValueEnum};
use gadfly_wire::Direction;

use crate::settings::parse_duration;

/// A deterministic budget of calls, and the seed of random choices.
#[derive(Args, Clone, Debug)]
pub(crate) struct RandomArgs {
    /// Number of calls to make, without a time limit
    ///
    /// The same seed and the same number of calls give the same results on every run.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) calls: Option<u64>,

    /// Seed of the random choices [default: 0]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) seed: Option<u64>,
}

/// Guidance of a search, and its early end.
#[derive(Args, Clone, Debug)]
pub(crate) struct GuidanceArgs {
    /// Stop early when no new code of the crate was reached for this long [default: 30s]
    ///
    /// If coverage cannot be measured, new values count instead. The limits of --time and --calls
    /// still apply.
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

    /// Guidance of the search [default: directed]
    ///
    /// All others are baselines for comparisons.
    #[arg(long, value_name = "HOW", value_enum, hide_short_help = true, help_heading = "Search")]
    pub(crate) direction: Option<DirectionChoice>,
}

/// Guidance of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DirectionChoice {
    /// Outcomes, states and coverage
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

impl From<DirectionChoice> for Direction {
    fn from(choice: DirectionChoice) -> Self {
        match choice {
            DirectionChoice::Directed => Self::Directed,
            DirectionChoice::Undirected => Self::Undirected,
            DirectionChoice::BottomUp => Self::BottomUp,
            DirectionChoice::RandomWalk => Self::RandomWalk,
            DirectionChoice::TopDown => Self::TopDown,
        }
    }
}
