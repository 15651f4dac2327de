//! The arguments of the command line.

use super::USAGE;

/// The benchmarks to run, and the options.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Orders {
    /// Rows or crates; all if empty.
    pub(super) only: Vec<String>,
    /// The time to search; each benchmark has its own default.
    pub(super) time: Option<String>,
    /// The number of calls to make, where calls are compared.
    pub(super) calls: Option<String>,
    /// `true` if the good versions are left out.
    pub(super) bad_only: bool,
    /// `true` if baselines without a required number are included.
    pub(super) all: bool,
    /// Another list of bugs than the usual one.
    pub(super) list: Option<String>,
}

impl Orders {
    /// Returns whether something with this name or number was asked for.
    pub(super) fn wants(&self, names: &[&str]) -> bool {
        self.only.is_empty() || names.iter().any(|name| self.only.iter().any(|only| only == name))
    }

    /// The time to search.
    pub(super) fn time_or<'o>(&'o self, default: &'o str) -> &'o str {
        self.time.as_deref().unwrap_or(default)
    }
}

/// Reads the arguments.
pub(super) fn parse(arguments: &[String]) -> Result<Orders, String> {
    let mut orders = Orders {
        only: Vec::new(),
        time: None,
        calls: None,
        bad_only: false,
        all: false,
        list: None,
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n\n{USAGE}"));
        match argument.as_str() {
            "--all" => orders.all = true,
            "--bad-only" => orders.bad_only = true,
            "--time" => orders.time = Some(value()?.clone()),
            "--list" => orders.list = Some(value()?.clone()),
            "--calls" => orders.calls = Some(value()?.clone()),
            "--only" => orders.only.extend(value()?.split(',').map(str::to_owned)),
            _ => return Err(format!("unknown argument {argument}\n\n{USAGE}")),
        }
    }
    Ok(orders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_crates_can_be_picked() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let orders = parse(&words("--only 63,half --time 5s --calls 9 --bad-only --all"))
            .expect("good arguments");
        assert!(orders.wants(&["63", "hashlink"]) && orders.wants(&["45", "half"]));
        assert!(!orders.wants(&["3", "slab"]));
        assert_eq!((orders.time_or("60s"), orders.bad_only), ("5s", true));
        assert!(orders.all);
        assert_eq!(orders.calls.as_deref(), Some("9"));
        assert!(parse(&words("--only")).is_err() && parse(&words("-x")).is_err());
    }
}
