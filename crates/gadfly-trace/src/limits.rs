//! How much is logged.

use std::ffi::OsString;
use std::path::PathBuf;

/// Environment variable: the directory that logs are written to.
pub const DIRECTORY: &str = "GADFLY_TRACE_DIR";
/// Environment variable: the most bytes in that directory, all processes together.
pub const BYTES: &str = "GADFLY_TRACE_BYTES";
/// Environment variable: the most calls of one thread.
pub const CALLS: &str = "GADFLY_TRACE_CALLS";
/// Environment variable: the most calls of one function in one thread.
pub const FUNCTION_CALLS: &str = "GADFLY_TRACE_FUNCTION_CALLS";
/// Environment variable: the number of calls of one function in one thread whose arguments are formatted with `Debug`.
pub const TEXTS: &str = "GADFLY_TRACE_TEXTS";

/// Limits of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all logs in the directory.
    pub bytes: u64,
    /// Calls of one thread.
    pub calls: u64,
    /// Calls of one function in one thread.
    pub function_calls: u32,
    /// Calls of one function in one thread whose arguments are formatted with `Debug`.
    pub texts: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 256 << 20, calls: 20_000, function_calls: 2_000, texts: 50 }
    }
}

impl Limits {
    /// The limits that the environment asks for, and the directory if there is one.
    pub(crate) fn of_environment() -> (Self, Option<PathBuf>) {
        Self::read(|name| std::env::var_os(name))
    }

    fn read(variable: impl Fn(&str) -> Option<OsString>) -> (Self, Option<PathBuf>) {
        let number = |name: &str, usual: u64| {
            variable(name).and_then(|it| it.to_str()?.trim().parse().ok()).unwrap_or(usual)
        };
        let usual = Self::default();
        let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        let limits = Self {
            bytes: number(BYTES, usual.bytes),
            calls: number(CALLS, usual.calls),
            function_calls: small(number(FUNCTION_CALLS, u64::from(usual.function_calls))),
            texts: small(number(TEXTS, u64::from(usual.texts))),
        };
        (limits, variable(DIRECTORY).filter(|it| !it.is_empty()).map(PathBuf::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_replace_the_usual_limits() {
        let set = |name: &str| match name {
            BYTES => Some(OsString::from("1000")),
            TEXTS => Some(OsString::from(" 0 ")),
            CALLS => Some(OsString::from("many")),
            FUNCTION_CALLS => Some(OsString::from("99999999999999")),
            DIRECTORY => Some(OsString::from("/logs")),
            _ => None,
        };
        let (limits, directory) = Limits::read(set);
        let calls = Limits::default().calls;
        assert_eq!(limits, Limits { bytes: 1000, calls, function_calls: u32::MAX, texts: 0 });
        assert_eq!(directory, Some(PathBuf::from("/logs")));
    }

    #[test]
    fn no_directory_means_no_log() {
        assert_eq!(Limits::read(|_| None), (Limits::default(), None));
        let empty = |name: &str| (name == DIRECTORY).then(OsString::new);
        assert_eq!(Limits::read(empty).1, None);
    }
}
