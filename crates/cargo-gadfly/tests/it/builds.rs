//! Findings of unusual builds: in release, under AddressSanitizer, after caught panics.

use gadfly_testkit::Project;

use crate::{expect_clean_tests, fresh_place, report, sharing_gadfly};

const FAILURES: &str = "tests/gadfly_failures.rs";

/// The finding about an item, in a report.
#[track_caller]
fn found(report: &serde_json::Value, item: &str) -> serde_json::Value {
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["item"] == item);
    found.unwrap_or_else(|| panic!("{item} in {findings:?}")).clone()
}

/// Runs a finding's test again and returns what is said of it.
fn replay(project: &Project, finding: &serde_json::Value, code: i32) -> String {
    let id = finding["id"].as_str().expect("an id");
    sharing_gadfly().run(project, &format!("replay {id}")).expect_code(code).stdout
}

#[cfg(target_os = "linux")]
#[test]
fn findings_are_reproduced_in_their_own_builds() {
    let project = Project::of_fixture("memory");
    let place = fresh_place("fixture-memory");
    let line = "explore --calls 20000 --jobs 2";

    // As people build it, nothing shows.
    sharing_gadfly().run(&project, &format!("{line} --no-tests")).expect_code(0);
    assert_eq!(report(&place)["findings"], serde_json::json!([]));

    let run = sharing_gadfly().run(&project, &format!("{line} --sanitize address"));
    let stdout = run.expect_code(1).stdout;
    let sanitized = report(&place);
    let overflow = found(&sanitized, "fixture_memory::Block::next");
    assert_eq!(overflow["kind"], "crash");
    assert_eq!(overflow["profile"], "debug+address");
    assert_eq!(overflow["location"], "src/lib.rs:29");
    let message = overflow["message"].as_str().expect("a message");
    assert!(
        message.starts_with(
            "heap-buffer-overflow: read of 4 bytes past the end of 16 allocated bytes\n\
             in fixture_memory::Block::next (src/lib.rs:29)\n\
             allocated in fixture_memory::Block::new (src/lib.rs:13)"
        ),
        "{message}"
    );
    let freed = found(&sanitized, "fixture_memory::Loan::number");
    let message = freed["message"].as_str().expect("a message");
    assert_eq!(
        message,
        "heap-use-after-free: read of 4 bytes in 4 freed bytes\n\
         in fixture_memory::Loan::number (src/lib.rs:62)\n\
         freed in fixture_memory::Loan::give_back (src/lib.rs:55)\n\
         allocated in fixture_memory::Loan::new (src/lib.rs:48)"
    );
    assert!(stdout.contains(" · AddressSanitizer\n"), "{stdout}");
    assert_eq!(sanitized["tests"]["failing"], 2);
    let failures = project.read(FAILURES);
    let id = freed["id"].as_str().expect("an id");
    let comment = format!("/// Shows under AddressSanitizer: `cargo gadfly replay {id}` runs it");
    assert!(failures.contains(&comment), "{failures}");
    assert!(replay(&project, &freed, 1).contains("heap-use-after-free"));

    // Another build adds its own findings, and takes nothing away.
    sharing_gadfly().run(&project, &format!("{line} --profile release")).expect_code(1);
    let wrapped = found(&report(&place), "fixture_memory::Countdown::before_last");
    assert_eq!(wrapped["profile"], "release");
    assert_eq!(wrapped["message"], "255 steps are left");
    let failures = project.read(FAILURES);
    for test in [
        "block_next_crashes_under_asan",
        "loan_number_crashes_under_asan",
        "countdown_before_last_panics_in_release",
    ] {
        assert_eq!(failures.matches(&format!("fn {test}()")).count(), 1, "{failures}");
    }
    // What passes there may not pass as people build it.
    assert!(!project.files().iter().any(|file| file.contains("gadfly_regression")));
    assert!(replay(&project, &wrapped, 1).contains("panics: 255 steps are left"));
    expect_clean_tests(&project, "2021");

    // What is fixed passes, in the build in which it failed.
    let source = project.read("src/lib.rs");
    let fixed = source.replace("self.left.wrapping_sub(1)", "self.left.saturating_sub(1)");
    let project = project.with("src/lib.rs", &fixed);
    assert!(replay(&project, &wrapped, 0).contains("passes"));
}

#[test]
fn panic_residue_is_found_on_request() {
    let project = Project::of_fixture("unwinding");
    let place = fresh_place("fixture-unwinding");
    sharing_gadfly().run(&project, "explore --calls 20000 --no-tests").expect_code(0);
    let line = "explore --calls 20000 --keep-going-after-panic";
    let stdout = sharing_gadfly().run(&project, line).expect_code(1).stdout;
    assert!(stdout.contains(" · after a caught panic\n"), "{stdout}");
    let finding = found(&report(&place), "fixture_unwinding::Words::average");
    assert_eq!((finding["after_panics"].as_u64(), finding["calls"].as_u64()), (Some(1), Some(3)));
    let failures = project.read(FAILURES);
    assert!(failures.contains("catch_unwind"), "{failures}");
    assert!(failures.contains("/// What a panic has left behind is used again here.\n"));
    assert!(replay(&project, &finding, 1).contains("panics: every word has a character"));
    // Also where the process dies of it, in a test that catches panics in a process of its own.
    let crash = found(&report(&place), "fixture_unwinding::Words::most");
    assert_eq!(crash["test"], "gadfly_failures::words_most_crashes_after_a_panic");
    assert!(replay(&project, &crash, 1).contains("SIGABRT"));
    expect_clean_tests(&project, "2021");
}

#[test]
fn code_generation_errors_drop_single_operations() {
    let source = "
use std::marker::PhantomData;

/// As many items as fit into another type.
pub struct Inside<A, T>(PhantomData<(A, T)>);

impl<A, T> Inside<A, T> {
    pub const CAPACITY: usize = (std::mem::size_of::<A>() - 8) / std::mem::size_of::<T>();

    pub fn room() -> usize {
        Self::CAPACITY
    }
}

pub fn half(number: u8) -> u8 {
    number / 2
}
";
    let manifest = "[package]\nname = \"uneven\"\nedition = \"2021\"\n\n[workspace]\n";
    let project = Project::of_source(source).with("Cargo.toml", manifest);
    let place = fresh_place("uneven");
    sharing_gadfly().run(&project, "explore --calls 2000").expect_code(0);
    let report = report(&place);
    assert!(report["calls"].as_u64().is_some_and(|calls| calls >= 2000), "{report}");
}
