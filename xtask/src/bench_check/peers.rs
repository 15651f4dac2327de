//! The same properties with generators written by hand, side by side in one run.

use std::path::Path;

use serde_json::Value;

use crate::run::{cargo_output, note, output};

/// The number of inputs tried for a measurement.
const CASES: &str = "100000";

/// Measures, and says what is slower than it should be.
pub(super) fn run(root: &Path) -> Result<Vec<String>, String> {
    let peers = root.join("benches/peers");
    // As people run them: `cargo test` builds without optimisation. Optimised, for comparison.
    let measure = |profile: &str| -> Result<Value, String> {
        let arguments = ["run", "--profile", profile, "--quiet", "--", CASES];
        let measured = cargo_output(&arguments, &peers)?;
        serde_json::from_str(&measured).map_err(|error| error.to_string())
    };
    let (measured, optimised) = (measure("dev")?, measure("release")?);
    let command = root.join("target/release/cargo-gadfly");
    let out = root.join("target/bench-check/out/peers").to_string_lossy().into_owned();
    let arguments = ["check", "--format", "json", "--no-tests", "--quiet", "--out", &out];
    let arguments: Vec<&str> = arguments.into_iter().chain(["--cases", CASES]).collect();
    let mut wrong = Vec::new();
    let mut table = String::from("cases per second\n");
    for (property, peers_of_it) in measured["speed"].as_object().into_iter().flatten() {
        let one = ["--property", property];
        let checked = output(&command, &[&arguments[..], &one[..]].concat(), &peers)?;
        let checked: Value = serde_json::from_str(&checked).map_err(|error| error.to_string())?;
        let ours = checked["check"]["cases_per_second"].as_f64().unwrap_or(0.0);
        let peer = |name: &str| peers_of_it[name].as_f64().unwrap_or(0.0);
        let fast = |name: &str| optimised["speed"][property][name].as_f64().unwrap_or(0.0);
        let ratio = ours / peer("proptest").max(1.0);
        table.push_str(&format!(
            "  {property:<32} gadfly {ours:>8.0}  cargo test: proptest {:>8.0} (ratio {ratio:.2}), quickcheck {:>8.0}  \
             optimised: proptest {:>8.0}, quickcheck {:>8.0}\n",
            peer("proptest"),
            peer("quickcheck"),
            fast("proptest"),
            fast("quickcheck"),
        ));
        if ratio < 1.0 {
            wrong.push(format!("{property}: {ratio:.2} of proptest's speed"));
        }
    }
    table.push_str("what each finds within 1,000 inputs\n");
    for (generator, found) in measured["finds"].as_object().into_iter().flatten() {
        table.push_str(&format!("  {generator:<28} {}\n", found.as_str().unwrap_or_default()));
    }
    note(&table);
    Ok(wrong)
}
