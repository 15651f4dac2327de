//! A flag of one command given to another.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory};

use super::cli::{COMMANDS, Cli};

/// A flag that the command does not have, though others do.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{flag}` is a flag of {}, not of {command}", listed(owners))]
pub(crate) struct MisplacedFlag {
    flag: String,
    command: String,
    owners: Vec<String>,
}

impl MisplacedFlag {
    /// The misplaced flag that made a command line invalid, if that was the reason.
    pub(crate) fn of(words: &[OsString], error: &clap::Error) -> Option<Self> {
        if error.kind() != ErrorKind::UnknownArgument {
            return None;
        }
        let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else {
            return None;
        };
        let command = named_command(words);
        let owners: Vec<String> = Cli::command()
            .get_subcommands()
            .filter(|other| other.get_arguments().any(|arg| is_spelled(arg, flag)))
            .map(|other| other.get_name().to_owned())
            .collect();
        let is_misplaced = !owners.is_empty() && owners.iter().all(|owner| owner != command);
        is_misplaced.then(|| Self { flag: flag.clone(), command: command.to_owned(), owners })
    }

    /// The reason why the command has no such flag.
    pub(crate) fn help(&self) -> Option<String> {
        let reason = match self.command.as_str() {
            "check" => "check tries every property on a number of inputs: see --cases",
            "exhaust" => "exhaust tries every valid input up to the bounds of its functions",
            "walk" => "walk runs every protocol up to --depth calls",
            "learn" => "learn runs the crate's own tests and examples: see --trace-time",
            "strengthen" => "strengthen tries every change once with the tests that reach it",
            "list" => "list compiles the crate's functions and runs none of them",
            "replay" => "replay runs one test as the finding recorded it",
            _ => return None,
        };
        Some(reason.to_owned())
    }
}

/// The command of a command line: only the first word can name one.
fn named_command(words: &[OsString]) -> &str {
    let first = words.iter().skip(1).find(|word| *word != "gadfly");
    let first = first.and_then(|word| word.to_str()).unwrap_or_default();
    COMMANDS.iter().find(|command| **command == first).unwrap_or(&"explore")
}

/// Returns whether a flag can be typed like this: `--time`, `-j`.
fn is_spelled(arg: &Arg, flag: &str) -> bool {
    match flag.strip_prefix("--") {
        Some(long) => arg.get_long_and_visible_aliases().is_some_and(|all| all.contains(&long)),
        None => arg.get_short().is_some_and(|short| flag == format!("-{short}")),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
