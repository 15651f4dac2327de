//! SARIF 2.1.0, the format of code scanning services: one result per bug, its sequence as a code flow.

use gadfly_session::report::{Finding, Kind, RunReport};
use serde_json::{Value, json};

use super::Repository;
use super::repository::Place;
use super::steps::{bugs, steps};

/// The schema that documents name.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Kinds of findings, each a rule of the tool: a result names its rule by its position here.
const RULES: &[(Kind, &str, &str)] = &[
    (Kind::Panic, "panic", "A call panics although its documentation does not announce it."),
    (Kind::Law, "law", "Values break a law of a trait or of a function's name."),
    (Kind::Crash, "crash", "A call ends its process, or misuses memory."),
    (Kind::Hang, "hang", "A call does not return."),
    (Kind::Oom, "oom", "A call needs more memory than its arguments explain."),
    (Kind::Property, "property", "A property of the crate's author does not hold for an input."),
    (Kind::Contract, "contract", "A call breaks an invariant."),
];

/// The report as a SARIF document.
pub(crate) fn sarif(report: &RunReport, repository: &Repository) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(_, id, text)| {
            json!({
                "id": id,
                "shortDescription": { "text": text },
                "defaultConfiguration": { "level": "error" },
            })
        })
        .collect();
    let results: Vec<Value> = bugs(report).map(|finding| result(finding, repository)).collect();
    let driver = json!({
        "name": "gadfly",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    });
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "automationDetails": { "id": format!("gadfly/{}/{}/", report.command, report.package) },
            "invocations": [{ "executionSuccessful": report.details.is_complete() }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

fn result(finding: &Finding, repository: &Repository) -> Value {
    let index = RULES.iter().position(|(kind, ..)| *kind == finding.kind);
    let place = finding.location.as_deref().and_then(|location| repository.place(location));
    let mut text = finding.headline();
    if let Some(test) = &finding.test {
        text.push_str(&format!("\nThe test {test} shows it."));
    }
    json!({
        "ruleId": index.map(|index| RULES[index].1),
        "ruleIndex": index,
        "level": "error",
        "message": { "text": text },
        "locations": [location(finding, place.as_ref())],
        "codeFlows": code_flows(finding, place.as_ref()),
        "partialFingerprints": { "gadflyFinding/v1": finding.id },
        "properties": {
            "calls": finding.calls,
            "seen": finding.seen,
            "profile": finding.profile,
            "triageRule": finding.rule,
        },
    })
}

/// The location of a finding: the item, and its place if that is a file of the repository.
fn location(finding: &Finding, place: Option<&Place>) -> Value {
    let logical = json!([{ "fullyQualifiedName": finding.item, "kind": "function" }]);
    let mut location = json!({ "logicalLocations": logical });
    if let Some(place) = place {
        location["physicalLocation"] = physical(place);
    }
    location
}

fn physical(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if let Some(line) = place.line {
        physical["region"] = json!({ "startLine": line });
    }
    physical
}

/// The sequence of calls; the last one leads to the place.
fn code_flows(finding: &Finding, place: Option<&Place>) -> Value {
    let steps = steps(finding);
    if steps.is_empty() {
        return json!([]);
    }
    let last = steps.len() - 1;
    let locations: Vec<Value> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let mut location = json!({ "message": { "text": step } });
            if let (true, Some(place)) = (index == last, place) {
                location["physicalLocation"] = physical(place);
            }
            json!({ "location": location, "executionOrder": index + 1 })
        })
        .collect();
    json!([{ "threadFlows": [{ "locations": locations }] }])
}

/// A path as a relative reference: everything outside of the unreserved characters is encoded.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::Class;

    fn document(findings: Vec<Finding>) -> Value {
        let report = RunReport { findings, ..RunReport::new("explore", "url", "2.5.8", 0) };
        serde_json::from_str(&sarif(&report, &Repository::default())).expect("JSON")
    }

    #[test]
    fn every_bug_is_a_result_with_its_place() {
        let excused = Finding { class: Class::Documented, ..Finding::example() };
        let document = document(vec![Finding::example(), excused]);
        let results = document["runs"][0]["results"].as_array().expect("results");
        let [result] = &results[..] else { panic!("{results:?}") };
        assert_eq!(result["ruleId"], "panic");
        let region = &result["locations"][0]["physicalLocation"];
        assert_eq!(region["artifactLocation"]["uri"], "src/lib.rs");
        assert_eq!(region["region"]["startLine"], 2772);
        let name = &result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"];
        assert_eq!(name, "url::Url::path_segments_mut");
        let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(steps.as_array().map(Vec::len), Some(2));
        assert_eq!(steps[1]["location"]["physicalLocation"], *region);
        assert_eq!(steps[0]["location"].get("physicalLocation"), None);
    }

    #[test]
    fn every_kind_is_a_rule() {
        let document = document(vec![]);
        let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
        assert_eq!(rules.len(), RULES.len());
        for (index, (kind, id, _)) in RULES.iter().enumerate() {
            let finding = Finding { kind: *kind, ..Finding::example() };
            let value = result(&finding, &Repository::default());
            assert_eq!((&value["ruleId"], &value["ruleIndex"]), (&json!(id), &json!(index)));
        }
    }

    #[test]
    fn places_in_dependencies_are_only_named() {
        let location = Some("/rustc/1/library/core/src/ops.rs:3".to_owned());
        let document = document(vec![Finding { location, ..Finding::example() }]);
        let location = &document["runs"][0]["results"][0]["locations"][0];
        assert_eq!(location.get("physicalLocation"), None);
        assert!(location["logicalLocations"].is_array());
    }

    #[test]
    fn uris_are_encoded() {
        assert_eq!(uri("src/a b%é.rs"), "src/a%20b%25%C3%A9.rs");
    }
}
