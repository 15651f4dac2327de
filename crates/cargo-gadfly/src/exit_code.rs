//! Exit codes, for scripts.

use std::process;

use gadfly_session::report::RunReport;

/// The documented exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// The run ended and nothing was found.
    Clean = 0,
    /// The run ended with findings.
    Findings = 1,
    /// The command line or `gadfly.toml` is wrong.
    Usage = 2,
    /// The subject does not build.
    Subject = 3,
    /// The environment is unfit, or gadfly itself failed.
    Failure = 4,
    /// The run ended before its end, and found nothing until then.
    EndedEarly = 5,
    /// Stopped from outside, as shells report it for Ctrl-C.
    Interrupted = 130,
}

impl ExitCode {
    /// The exit code of a run with a report.
    pub(crate) fn of_report(report: &RunReport) -> ExitCode {
        match (report.has_bugs(), &report.details.ended_early) {
            (true, _) => ExitCode::Findings,
            (false, Some(_)) => ExitCode::EndedEarly,
            (false, None) => ExitCode::Clean,
        }
    }
}

impl From<ExitCode> for process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}

#[cfg(test)]
mod tests {
    use gadfly_session::report::Finding;

    use super::*;

    #[test]
    fn early_ends_have_a_code_of_their_own() {
        let mut report = RunReport::default();
        assert_eq!(ExitCode::of_report(&report), ExitCode::Clean);
        report.details.ended_early = Some("signal: 9".to_owned());
        assert_eq!(ExitCode::of_report(&report), ExitCode::EndedEarly);
        report.findings = vec![Finding::example()];
        assert_eq!(ExitCode::of_report(&report), ExitCode::Findings);
    }
}
