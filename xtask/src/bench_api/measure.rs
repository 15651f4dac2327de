//! One run of the command on one crate, from its report.

use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use super::orders::Orders;
use crate::run::output;

/// The result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Measured {
    /// Public functions.
    pub(crate) public: f64,
    /// Those of them that are unsafe to call, and therefore skipped.
    pub(crate) skipped_unsafe: f64,
    /// Callable ones.
    pub(crate) callable: f64,
    /// Those that returned.
    pub(crate) returned: f64,
    /// Paths of those that never did.
    pub(crate) never_returned: Vec<String>,
    /// Calls per second.
    pub(crate) speed: f64,
    /// Seconds of the stages: reading, checking, building.
    pub(crate) stages: [f64; 3],
    /// Seconds from the command to the first sequence, if nothing was cached.
    pub(crate) first: Option<f64>,
    /// The same for the next run.
    pub(crate) again: f64,
}

/// Runs the command on a crate.
pub(crate) fn explore(command: &Path, crate_: &Path, orders: &Orders) -> Result<Measured, String> {
    if !orders.keep {
        let _ = std::fs::remove_dir_all(crate_.join("target"));
    }
    let path = crate_.to_string_lossy().into_owned();
    let walk = |budget: &[&str]| -> Result<(Value, f64), String> {
        let mut arguments = vec!["explore", &path, "--format", "json", "--no-tests"];
        arguments.extend(budget);
        let start = Instant::now();
        let text = output(command, &arguments, crate_)?;
        let total = start.elapsed().as_secs_f64();
        let report: Value =
            serde_json::from_str(&text).map_err(|error| format!("no report: {error}"))?;
        // What the command does after the search counts as if it came before: it is little.
        let before = total - number(&report["seconds"]["search"]);
        Ok((report, before))
    };
    let (report, first) = walk(&["--time", &orders.time])?;
    let (_, again) = walk(&["--time", "100ms"])?;
    let mut measured = read(&report);
    measured.first = (!orders.keep).then_some(first);
    measured.again = again;
    Ok(measured)
}

fn read(report: &Value) -> Measured {
    let functions = &report["functions"];
    let seconds = &report["seconds"];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let is_unsafe =
        |item: &&Value| item["reason"].as_str().is_some_and(|reason| reason.contains("unsafe"));
    Measured {
        public: number(&functions["public"]),
        skipped_unsafe: list(&report["skipped"]).iter().filter(is_unsafe).count() as f64,
        callable: number(&functions["callable"]),
        returned: number(&functions["returned"]),
        never_returned: list(&report["never_returned"])
            .iter()
            .filter_map(|path| Some(path.as_str()?.to_owned()))
            .collect(),
        speed: number(&report["calls_per_second"]),
        stages: ["introspect", "check", "build"].map(|stage| number(&seconds[stage])),
        ..Measured::default()
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() {
        let report = serde_json::json!({
            "functions": {"public": 10, "callable": 8, "returned": 7},
            "skipped": [{"item": "a", "reason": "it is unsafe to call"}, {"item": "b", "reason": "-"}],
            "never_returned": ["c::d"],
            "calls_per_second": 5.5,
            "seconds": {"introspect": 1.0, "check": 2.0, "build": 3.0},
        });
        let measured = read(&report);
        assert_eq!((measured.public, measured.callable, measured.returned), (10.0, 8.0, 7.0));
        assert_eq!(measured.skipped_unsafe, 1.0);
        assert_eq!(measured.never_returned, ["c::d"]);
        assert_eq!(measured.stages, [1.0, 2.0, 3.0]);
    }
}
