//! Errors of the stages, as the command reports them.

use gadfly_cargo::{ErrorClass, RunError};
use gadfly_harness::probe::ProbeError;
use gadfly_harness::run::HarnessError;
use gadfly_harness::workshop::BuildError;
use gadfly_introspect::IntrospectError;

use crate::error::CliError;

impl From<RunError> for CliError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted => CliError::Interrupted,
            other => CliError::Environment { message: other.to_string(), help: None },
        }
    }
}

impl From<IntrospectError> for CliError {
    fn from(error: IntrospectError) -> Self {
        let (message, help) = (error.to_string(), error.help());
        if gadfly_cargo::is_interrupted() {
            return CliError::Interrupted;
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
        match error {
            BuildError::Run(error) | BuildError::Probe(ProbeError::Run(error)) => error.into(),
            BuildError::Subject { .. } => CliError::Subject {
                message,
                help: Some("make `cargo build` pass first".to_owned()),
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

impl From<HarnessError> for CliError {
    fn from(error: HarnessError) -> Self {
        match error {
            HarnessError::Run(error) => error.into(),
            HarnessError::Write { .. } => {
                CliError::Environment { message: error.to_string(), help: None }
            }
            HarnessError::Wire(_) | HarnessError::Ended { .. } => {
                CliError::Internal(error.to_string())
            }
        }
    }
}
