//! Errors of the stages, as the command reports them.

use gadfly_build::helpers::HelpersError;
use gadfly_build::probe::ProbeError;
use gadfly_build::run::HarnessError;
use gadfly_build::traced::TracedError;
use gadfly_build::workspace::BuildError;
use gadfly_cargo::{ErrorClass, RunError};
use gadfly_instrument::InstrumentError;
use gadfly_introspect::IntrospectError;
use gadfly_mutate::MutateError;
use gadfly_tests::place::PlaceError;
use gadfly_tests::prove::ProveError;

use crate::artifacts::ArtifactsError;
use crate::error::{CliError, MAKE_ROOM, is_about_the_disk};

impl From<RunError> for CliError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted => CliError::Interrupted,
            RunError::Scratch { .. } => unwritable(error.to_string()),
            other => CliError::Environment { message: other.to_string(), help: None },
        }
    }
}

impl From<IntrospectError> for CliError {
    fn from(error: IntrospectError) -> Self {
        let (message, help) = (one_sentence(&error.to_string()), error.help());
        if gadfly_cargo::is_interrupted() {
            return CliError::Interrupted;
        }
        if is_about_the_disk(&error.to_string()) {
            return unwritable(message);
        }
        match error.kind() {
            ErrorClass::Usage => CliError::Usage { message, help },
            ErrorClass::DoesNotBuild => CliError::Subject { message, help },
            ErrorClass::Environment => CliError::Environment { message, help },
        }
    }
}

impl From<BuildError> for CliError {
    fn from(error: BuildError) -> Self {
        let message = error.to_string();
        if is_about_the_disk(&message) {
            return unwritable(one_sentence(&message));
        }
        match error {
            BuildError::Run(error) | BuildError::Probe(ProbeError::Run(error)) => error.into(),
            BuildError::Subject { .. } => CliError::Subject {
                message,
                help: Some("make `cargo build` pass first".to_owned()),
            },
            BuildError::Tests { is_generic: true, .. } => CliError::Subject {
                message,
                help: Some(
                    "a method of a generic type needs its type named, as in \
                     `#[gadfly::check(Self = Stack<String>)]`"
                        .to_owned(),
                ),
            },
            BuildError::Tests { .. } => CliError::Subject {
                message,
                help: Some("make `cargo test --no-run` pass first".to_owned()),
            },
            BuildError::NoSanitizer { .. } => CliError::Environment {
                message,
                help: Some(
                    "stable Rust has it for Linux with glibc on x86-64 and AArch64".to_owned(),
                ),
            },
            BuildError::Listing(_) => CliError::Usage {
                message,
                help: Some(
                    "`cargo update -p gadfly`, and install the same cargo-gadfly".to_owned(),
                ),
            },
            BuildError::Helpers { .. } => CliError::Usage {
                message,
                help: Some("`helpers` in gadfly.toml names their file".to_owned()),
            },
            BuildError::Write { .. } | BuildError::Probe(ProbeError::Write { .. }) => {
                let help = "make that place writable, or choose another one with --out DIR";
                CliError::Environment { message, help: Some(help.to_owned()) }
            }
            BuildError::Harness { .. } | BuildError::Probe(ProbeError::Unmapped { .. }) => {
                CliError::Internal(message)
            }
        }
    }
}

impl From<PlaceError> for CliError {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::NoFolder { path, source } => ArtifactsError::Create { path, source }.into(),
            PlaceError::Unusable { path, source } => ArtifactsError::Write { path, source }.into(),
            PlaceError::Edited { .. } => {
                CliError::Environment { message: error.to_string(), help: None }
            }
        }
    }
}

impl From<ProveError> for CliError {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Run(error) => error.into(),
            ProveError::Write { .. } => {
                CliError::Environment { message: error.to_string(), help: None }
            }
        }
    }
}

impl From<MutateError> for CliError {
    fn from(error: MutateError) -> Self {
        let message = error.to_string();
        match error {
            _ if gadfly_cargo::is_interrupted() => CliError::Interrupted,
            _ if is_about_the_disk(&message) => unwritable(one_sentence(&message)),
            MutateError::Run(error) => error.into(),
            MutateError::Build { output } => {
                let first = output.lines().position(|line| line.starts_with("error"));
                let from_first: Vec<&str> =
                    output.lines().skip(first.unwrap_or_default()).collect();
                let message = format!("the crate's tests do not build: {}", from_first.join("\n"));
                CliError::Subject {
                    message: one_sentence(&message),
                    help: Some("make `cargo test --no-run` pass first".to_owned()),
                }
            }
            MutateError::Copy(_) => {
                CliError::Environment { message: one_sentence(&message), help: None }
            }
        }
    }
}

impl From<HelpersError> for CliError {
    fn from(error: HelpersError) -> Self {
        let help = Some("`helpers` in gadfly.toml names their file".to_owned());
        CliError::Usage { message: error.to_string(), help }
    }
}

impl From<TracedError> for CliError {
    fn from(error: TracedError) -> Self {
        match error {
            TracedError::Run(error) => error.into(),
            other => CliError::Environment { message: other.to_string(), help: None },
        }
    }
}

impl From<InstrumentError> for CliError {
    fn from(error: InstrumentError) -> Self {
        let message = one_sentence(&error.to_string());
        match error {
            InstrumentError::Run(error) => error.into(),
            InstrumentError::Build { .. } if !is_about_the_disk(&message) => CliError::Subject {
                message,
                help: Some("make `cargo test --no-run` pass first".to_owned()),
            },
            _ if is_about_the_disk(&message) => unwritable(message),
            _ => CliError::Environment { message, help: None },
        }
    }
}

impl From<HarnessError> for CliError {
    fn from(error: HarnessError) -> Self {
        match error {
            HarnessError::Run(error) => error.into(),
            HarnessError::Write { .. } | HarnessError::Full { .. } => unwritable(error.to_string()),
            HarnessError::Killed { .. } => {
                CliError::Environment { message: error.to_string(), help: None }
            }
            HarnessError::Ended { .. } => CliError::Internal(error.to_string()),
        }
    }
}

fn unwritable(message: String) -> CliError {
    CliError::Environment { message, help: Some(MAKE_ROOM.to_owned()) }
}

/// A complaint of the compiler without its picture of the code: what is wrong, and where.
fn one_sentence(message: &str) -> String {
    let mut lines = message.lines();
    let first = lines.next().unwrap_or_default();
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> "));
    let first = match first.split_once(": error") {
        // `…: error[E0308]: mismatched types`
        Some((before, rest)) => match rest.split_once(": ") {
            Some((_, what)) => format!("{before}: {what}"),
            None => first.to_owned(),
        },
        None => first.to_owned(),
    };
    match place {
        // Without the column.
        Some(place) => format!("{first} ({})", place.rsplit_once(':').map_or(place, |(p, _)| p)),
        None => first,
    }
}

#[cfg(test)]
mod tests {
    use super::one_sentence;

    #[test]
    fn the_compilers_picture_is_left_out() {
        let wall = "k does not build: error[E0308]: mismatched types\n --> src/lib.rs:5:9\n  |\n";
        assert_eq!(one_sentence(wall), "k does not build: mismatched types (src/lib.rs:5)");
        let plain = "k does not build: error: expected `;`";
        assert_eq!(one_sentence(plain), "k does not build: expected `;`");
        assert_eq!(one_sentence("format 63 is too new"), "format 63 is too new");
    }
}
