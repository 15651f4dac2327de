//! Runs one command line from parsing to exit code.

use std::ffi::OsString;

use super::guard;
use crate::args::{self, ColorChoice, Command, MisplacedFlag, OutputArgs};
use crate::command_error::CommandError;
use crate::commands;
use crate::console::{Console, Streams};
use crate::exit_code::ExitCode;
use gadfly_session::error::SessionError;
use gadfly_session::pipeline::{Pipeline, interrupt};

/// Runs one command line.
pub(crate) fn run(
    words: impl IntoIterator<Item = OsString>,
    pipeline: &mut dyn Pipeline,
    streams: Streams,
) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let mut console = Console::new(streams, false, args::color_typed(&words));
    let result = guard::guard(|| dispatch(words, pipeline, &mut console))
        .unwrap_or_else(|panic| Err(SessionError::Internal(panic).into()));
    match result {
        // Results so far are printed; the rest was cut off.
        Ok(_) if interrupt::requested() => ExitCode::Interrupted,
        Ok(code) => code,
        // What failed then failed because its processes were ended.
        Err(_) if interrupt::requested() => {
            console.error(&SessionError::Interrupted.into());
            ExitCode::Interrupted
        }
        Err(error) => {
            console.error(&error);
            error.exit_code()
        }
    }
}

fn dispatch(
    words: Vec<OsString>,
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
) -> Result<ExitCode, CommandError> {
    let command = match args::parse(words.iter().cloned()) {
        Ok(command) => command,
        Err(answer) => match MisplacedFlag::of(&words, &answer) {
            Some(flag) => return Err(CommandError::Flag(flag)),
            None => return print_answer(&answer, console),
        },
    };
    let (quiet, color) = command.console_flags();
    console.configure(quiet, color.unwrap_or_default());
    match command {
        Command::Explore(typed) => commands::explore(pipeline, console, typed),
        Command::Check(typed) => commands::check(pipeline, console, typed),
        Command::Exhaust(typed) => commands::exhaust(pipeline, console, typed),
        Command::Walk(typed) => commands::walk(pipeline, console, typed),
        Command::Learn(typed) => commands::learn(pipeline, console, typed),
        Command::Strengthen(typed) => commands::strengthen(pipeline, console, typed),
        Command::List(typed) => commands::list(pipeline, console, typed),
        Command::Replay(typed) => commands::replay(pipeline, console, typed),
        Command::Explain(typed) => commands::explain(console, &typed),
    }
}

/// Prints clap's answer: help and version are results, all else is bad usage.
fn print_answer(answer: &clap::Error, console: &Console) -> Result<ExitCode, CommandError> {
    let styled = answer.render();
    if answer.use_stderr() {
        console.complain(&styled.ansi().to_string(), &styled.to_string());
        return Ok(ExitCode::Usage);
    }
    let text =
        if console.painter().is_on() { styled.ansi().to_string() } else { styled.to_string() };
    console.result(&text)?;
    Ok(ExitCode::Clean)
}

impl Command {
    /// Returns whether only results are printed, and the use of colours.
    fn console_flags(&self) -> (bool, Option<ColorChoice>) {
        let of = |output: &OutputArgs| (output.quiet, output.color);
        match self {
            Self::Explore(typed) => of(&typed.output),
            Self::Check(typed) => of(&typed.output),
            Self::Exhaust(typed) => of(&typed.output),
            Self::Walk(typed) => of(&typed.output),
            Self::Learn(typed) => of(&typed.output),
            Self::Strengthen(typed) => of(&typed.output),
            Self::List(typed) => of(&typed.output),
            Self::Replay(typed) => of(&typed.output),
            Self::Explain(typed) => (false, typed.color),
        }
    }
}
