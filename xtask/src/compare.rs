//! `cargo xtask compare OLD NEW [CRATE…]`: whether two builds of the command report the same.
//!
//! Both run on copies of all fixtures and of the crates that are given, with the same seed and number of calls, in the
//! same folder. Times and keys that only one of the builds knows how to write are ignored.
//!
//! The search is guided by outcomes alone: which edges a program has follows from what the compiler inlines, which changes
//! with every name in the engine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gadfly_testkit::{Project, fixture_names, fixtures_dir};
use serde_json::Value;

use crate::run::{note, output, root};

/// Keys of a report that depend on the clock.
const TIMES: [&str; 4] = ["seconds", "calls_per_second", "recoveries", "calls_by_minute"];
/// Keys that were added since format version 1 and that an older build does not write.
const ADDED: [&str; 3] = ["rule", "overruled", "hint"];

/// Runs both programs on every subject and lists the differences.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let [old, new, crates @ ..] = arguments else {
        return Err("Usage: cargo xtask compare OLD NEW [CRATE...]".to_owned());
    };
    let programs = [Path::new(old), Path::new(new)].map(|program| {
        program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))
    });
    let [old, new] = programs;
    let (old, new) = (old?, new?);
    let mut subjects: Vec<(String, Project)> = fixture_names()
        .into_iter()
        .filter(|name| fixtures_dir().join(name).join("src/lib.rs").is_file())
        .map(|name| (name.clone(), Project::of_fixture(&name)))
        .collect();
    for path in crates {
        subjects.push((path.clone(), Project::copy_of(Path::new(path))));
    }
    let mut different = Vec::new();
    for (name, project) in &subjects {
        let calls = if crates.contains(name) { "300000" } else { "30000" };
        let reports = [&old, &new].map(|program| report(program, project, calls));
        let found = match reports {
            [Ok(left), Ok(right)] => differences(&left, &right),
            [Err(left), Err(right)] if left == right => Vec::new(),
            [left, right] => vec![format!("{left:?} against {right:?}")],
        };
        note(&format!("{name}: {}", if found.is_empty() { "the same" } else { "different" }));
        found.iter().for_each(|difference| note(&format!("  {difference}")));
        if !found.is_empty() {
            different.push(name.as_str());
        }
    }
    match different.is_empty() {
        true => Ok(()),
        false => Err(format!("reports differ: {}", different.join(", "))),
    }
}

/// The report of one run, or the last line of its error.
fn report(program: &Path, project: &Project, calls: &str) -> Result<Value, String> {
    let place: PathBuf = root().join("target/compare");
    // The build of dependencies is shared by all runs; findings of other runs are not looked at again.
    let _ = std::fs::remove_dir_all(place.join("findings"));
    let place = place.to_string_lossy();
    let line = [
        "explore",
        "--calls",
        calls,
        "--seed",
        "1",
        "--direction",
        "bottom-up",
        "--no-write",
        "--format",
        "json",
        "--out",
        &place,
    ];
    let printed = output(program, &line, project.path())
        .map_err(|message| message.lines().last().unwrap_or_default().to_owned())?;
    serde_json::from_str(&printed).map_err(|error| error.to_string())
}

/// The paths at which two reports differ, with both values.
fn differences(left: &Value, right: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", left, right, &mut found);
    found
}

fn compare(path: &str, left: &Value, right: &Value, found: &mut Vec<String>) {
    match (left, right) {
        (Value::Object(lefts), Value::Object(rights)) => {
            let keys: BTreeSet<&String> = lefts.keys().chain(rights.keys()).collect();
            for key in keys {
                let is_added = ADDED.contains(&key.as_str()) && !lefts.contains_key(key);
                if TIMES.contains(&key.as_str()) || is_added {
                    continue;
                }
                let value = |map: &serde_json::Map<String, Value>| map.get(key).cloned();
                let (left, right) = (value(lefts), value(rights));
                let path = format!("{path}/{key}");
                compare(&path, &left.unwrap_or_default(), &right.unwrap_or_default(), found);
            }
        }
        (Value::Array(lefts), Value::Array(rights)) if lefts.len() == rights.len() => {
            for (index, (left, right)) in lefts.iter().zip(rights).enumerate() {
                compare(&format!("{path}/{index}"), left, right, found);
            }
        }
        _ if left == right => {}
        _ => found.push(format!("{path}: {left} against {right}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_and_added_keys_are_ignored() {
        let old = json!({ "seconds": 1, "findings": [{ "id": "a" }] });
        let new = json!({ "seconds": 2, "findings": [{ "id": "a", "rule": "zero-divisor" }] });
        assert_eq!(differences(&old, &new), [""; 0]);
    }

    #[test]
    fn other_values_are_differences() {
        let old = json!({ "calls": 1, "findings": [{ "id": "a" }] });
        let new = json!({ "calls": 1, "findings": [{ "id": "b" }] });
        assert_eq!(differences(&old, &new), ["/findings/0/id: \"a\" against \"b\""]);
        let fewer = json!({ "calls": 1, "findings": [] });
        assert_eq!(differences(&old, &fewer).len(), 1);
    }

    #[test]
    fn lost_keys_are_differences() {
        let old = json!({ "findings": [{ "rule": "a" }] });
        let new = json!({ "findings": [{}] });
        assert_eq!(differences(&old, &new).len(), 1);
    }
}
