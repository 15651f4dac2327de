//! The subjects crate, built with tracing: counts, holes, misbehaving predicates, field types.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use gadfly_build::traced::{Linking, traced_cargo};
use gadfly_testkit::fixtures_dir;

use crate::project::{PROFILE, traced_target};

/// Builds the suite once.
fn suite() -> &'static Path {
    static SUITE: OnceLock<PathBuf> = OnceLock::new();
    SUITE.get_or_init(|| {
        let manifest = fixtures_dir().join("exhaust-subjects/Cargo.toml");
        let target = traced_target();
        let traced = traced_cargo("build", &manifest, &target, Linking::Quick)
            .expect("a supported platform");
        let mut cargo = traced.cargo.arg("--quiet");
        let settings = PROFILE.lines().filter(|line| line.contains('='));
        for setting in settings.chain(["debug = false"]) {
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
    assert!(text.lines().all(|line| line.contains("\tok\t")), "{text}");
}

#[test]
fn no_read_is_lost() {
    let text = run(&["holes"]);
    assert!(text.lines().count() >= 60, "{text}");
    assert!(!text.contains("Lost"), "{text}");
    // Whether a read is rare makes no difference.
    for name in ["branch", "last_of_loop", "callback", "precompiled_callback", "assembly"] {
        assert!(text.contains(&format!("Audited\trare_{name}\n")), "{text}");
    }
    assert!(text.contains("Seen\trare_seen\n"), "{text}");
    // What runs in precompiled code can only be seen by the audit.
    for name in ["number_display", "string_clone", "assembly"] {
        assert!(text.contains(&format!("Audited\t{name}\n")), "{text}");
    }
}

#[test]
fn misbehaving_predicates_are_survived() {
    let text = run(&["robust"]);
    assert!(text.lines().count() >= 16 && !text.contains("WRONG"), "{text}");
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
