//! Flags that choose items of the crate under test.

use clap::{Arg, Args};

use gadfly_session::pipeline::{ItemFilter, PathPattern};

/// Patterns over item paths.
#[derive(Args, Clone, Debug)]
pub(crate) struct ItemArgs {
    /// Use only items whose path matches; may be repeated
    ///
    /// A pattern is one or more whole segments of an item's path, `*` standing for any
    /// characters within a segment: `Rope`, `Rope::insert`, `iter::*`, `*_unchecked`. It matches
    /// the item that it names and all items inside of it.
    #[arg(long, value_name = "PATTERN", help_heading = "Search")]
    include: Vec<PathPattern>,

    /// Leave out items whose path matches; may be repeated
    ///
    /// Patterns as for --include, which it overrides.
    #[arg(long, value_name = "PATTERN", help_heading = "Search")]
    exclude: Vec<PathPattern>,
}

impl ItemArgs {
    /// The patterns as typed.
    pub(crate) fn typed(&self) -> ItemFilter {
        ItemFilter { include: self.include.clone(), exclude: self.exclude.clone() }
    }
}

/// Gives a flag another summary, and keeps the details of its long help.
pub(super) fn with_summary(flag: Arg, summary: &'static str) -> Arg {
    let long = flag.get_long_help().map(ToString::to_string).unwrap_or_default();
    let flag = flag.help(summary);
    match long.split_once("\n\n") {
        Some((_, details)) => flag.long_help(format!("{summary}\n\n{details}")),
        None => flag,
    }
}
