//! The subjects crate, built with tracing: counts, holes, misbehaving predicates, field types.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use cargo_gadfly::exhaust::traced_cargo;

/// Builds the suite once.
fn suite() -> &'static Path {
    static SUITE: OnceLock<PathBuf> = OnceLock::new();
    SUITE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let target = root.join("target/exhaust-suite");
        let manifest = root.join("fixtures/exhaust-subjects/Cargo.toml");
        let traced = traced_cargo("build", &manifest, &target).expect("a supported platform");
        // What is seen does not depend on link-time optimisation, which takes its time here.
        let mut cargo = traced.cargo.arg("--quiet");
        for setting in ["lto=\"off\"", "codegen-units=16", "debug=false", "opt-level=1"] {
            cargo = cargo.arg("--config").arg(format!("profile.gadfly-exhaust.{setting}"));
        }
        let finished = cargo.run().expect("cargo runs");
        assert!(finished.status.success(), "{}", finished.stderr);
        target.join(traced.triple).join("gadfly-exhaust/suite")
    })
}

fn run(arguments: &[&str]) -> String {
    let output = Command::new(suite()).args(arguments).output().expect("the suite runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    text
}

#[test]
fn explored_and_valid_counts_are_those_published() {
    let text = run(&["count", "160000"]);
    assert!(text.lines().count() >= 75, "{text}");
    assert!(text.lines().all(|line| line.ends_with("\tok")), "{text}");
}

#[test]
fn no_read_is_lost() {
    let text = run(&["holes"]);
    assert!(text.lines().count() >= 60, "{text}");
    assert!(!text.contains("Lost"), "{text}");
    // What runs in precompiled code can only be seen by the audit.
    for name in ["number_display", "string_clone", "assembly"] {
        assert!(text.contains(&format!("Audited\t{name}\n")), "{text}");
    }
}

#[test]
fn misbehaving_predicates_are_survived() {
    let text = run(&["robust"]);
    assert!(text.lines().count() >= 12 && !text.contains("WRONG"), "{text}");
}

#[test]
fn every_field_type_has_all_its_values() {
    let text = run(&["types"]);
    assert!(text.lines().count() >= 40 && !text.contains("WRONG"), "{text}");
}

/// At these scopes, so many percent of the changes were noticed in the published experiment.
#[test]
fn changed_operations_are_noticed() {
    let published = [
        ("search tree", "6", 99.26),
        ("heap array", "5", 89.78),
        ("sorted list", "6", 97.40),
        ("red-black tree", "6", 89.76),
    ];
    for (subject, scope, percent) in published {
        let text = run(&["mutate", subject, scope]);
        let fields: Vec<&str> = text.lines().next().unwrap_or_default().split('\t').collect();
        let [_, _, _, mutants, _, killed] = fields[..] else { panic!("{text}") };
        assert!(mutants.parse::<u32>().is_ok_and(|mutants| mutants >= 50), "{text}");
        assert!(killed.parse::<f64>().is_ok_and(|killed| killed >= percent), "{text}");
    }
}
