//! Parsing of the command line into a subcommand with its arguments.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use super::{
    CheckArgs, ColorChoice, ExhaustArgs, ExplainArgs, ExploreArgs, LearnArgs, ListArgs, ReplayArgs,
    StrengthenArgs, WalkArgs,
};

/// The subcommands' names, for suggestions.
pub(crate) const COMMANDS: &[&str] =
    &["explore", "check", "exhaust", "walk", "learn", "strengthen", "list", "replay", "explain"];

const EXAMPLES: &str = "\
Examples:
  cargo gadfly                           explore the crate in this directory for a minute
  cargo gadfly explore ../semver         …or the one in that directory
  cargo gadfly --time 5m -p my-lib       five minutes on one package of a workspace
  cargo gadfly --calls 100000 --seed 7   a run with the same result every time
  cargo gadfly check                     properties, on inputs made by the crate's functions
  cargo gadfly exhaust                   marked functions, on every valid input up to a bound
  cargo gadfly walk Stack                every protocol of a type, up to a length
  cargo gadfly learn                     models of types, from the crate's own tests
  cargo gadfly strengthen                small changes that the crate's own tests miss
  cargo gadfly list                      callable functions, and reasons for the others
  cargo gadfly replay k3fa               whether a finding still fails
  cargo gadfly explain zero-divisor      the rule that decided the class of a finding

Exit codes:
    0  nothing found
    1  findings
    2  bad usage or configuration
    3  the crate does not build
    4  the environment or gadfly itself failed
  130  interrupted";

/// Finds bugs in a Rust crate automatically, through its public API.
///
/// Gadfly calls a crate's public functions with values that other public functions make, and
/// reports panics, broken laws, crashes and hangs. It needs no specification, no generators and no
/// change to the crate.
///
/// Without a command it explores.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-gadfly",
    bin_name = "cargo gadfly",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND",
    disable_help_subcommand = true,
    after_help = "cargo gadfly --help has details, examples and exit codes.",
    after_long_help = EXAMPLES
)]
pub(crate) struct Cli {
    /// The subcommand, if one was named.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The flags of explore, which runs without a subcommand.
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
}

/// A subcommand with what was typed after it.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    // Help texts stand at the argument structs.
    Explore(ExploreArgs),
    Check(CheckArgs),
    #[command(mut_args(super::exhaust::meant_differently))]
    Exhaust(ExhaustArgs),
    #[command(mut_args(super::walk::meant_differently))]
    Walk(WalkArgs),
    Learn(LearnArgs),
    #[command(mut_args(super::strengthen::meant_differently))]
    Strengthen(StrengthenArgs),
    List(ListArgs),
    Replay(ReplayArgs),
    Explain(ExplainArgs),
}

/// Parses the command line; `typed` starts with the program's own name.
///
/// Cargo runs `cargo-gadfly gadfly …` for `cargo gadfly …`, so that word is dropped.
pub(crate) fn parse(typed: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    let mut words: Vec<OsString> = typed.into_iter().collect();
    if words.get(1).is_some_and(|word| word == "gadfly") {
        words.remove(1);
    }
    let cli = Cli::try_parse_from(words)?;
    Ok(cli.command.unwrap_or(Command::Explore(cli.explore)))
}

/// The value of `--color`, looked up by hand: help and usage errors are printed before, or
/// without, a parsed command line.
pub(crate) fn color_typed(words: &[OsString]) -> ColorChoice {
    let mut words = words.iter().filter_map(|word| word.to_str());
    let mut choice = ColorChoice::Auto;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        match value {
            Some("always") => choice = ColorChoice::Always,
            Some("never") => choice = ColorChoice::Never,
            _ => {}
        }
    }
    choice
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::CommandFactory;

    use super::*;

    fn command(line: &str) -> Command {
        parse(line.split_whitespace().map(OsString::from)).expect("a valid command line")
    }

    fn refusal(line: &str) -> clap::Error {
        parse(line.split_whitespace().map(OsString::from)).expect_err("an invalid command line")
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_subcommand_is_offered_as_a_suggestion() {
        let names: Vec<String> =
            Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS);
    }

    #[test]
    fn no_subcommand_explores_the_current_directory() {
        for line in ["cargo-gadfly", "cargo-gadfly gadfly"] {
            let Command::Explore(explore) = command(line) else { panic!("not explore") };
            assert_eq!(explore.subject.path, Path::new("."));
        }
    }

    #[test]
    fn cargos_extra_word_is_dropped_once() {
        let Command::List(list) = command("cargo-gadfly gadfly list gadfly") else {
            panic!("not list")
        };
        assert_eq!(list.subject.path, Path::new("gadfly"));
    }

    #[test]
    fn flags_work_without_a_subcommand() {
        let Command::Explore(explore) = command("cargo-gadfly --calls 10 -p core some/crate")
        else {
            panic!("not explore")
        };
        assert_eq!(explore.random.calls, Some(10));
        assert_eq!(explore.subject.package.as_deref(), Some("core"));
        assert_eq!(explore.subject.path, Path::new("some/crate"));
    }

    #[test]
    fn unknown_flags_are_refused_with_a_suggestion() {
        let text = refusal("cargo-gadfly list --formt json").to_string();
        assert!(text.contains("--format"), "{text}");
    }

    #[test]
    fn bad_durations_are_refused_with_their_flag() {
        let text = refusal("cargo-gadfly --time soon").to_string();
        assert!(text.contains("--time"), "{text}");
        assert!(text.contains("60s"), "{text}");
    }

    #[test]
    fn the_colour_of_help_follows_the_flag() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(color_typed(&words("x --color never -h")), ColorChoice::Never);
        assert_eq!(color_typed(&words("x --color=always -h")), ColorChoice::Always);
        assert_eq!(color_typed(&words("x -h")), ColorChoice::Auto);
    }
}
