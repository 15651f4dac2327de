//! The checks that must pass before a change goes in. `.ci/run` does the same, in the same order.

use crate::run::{self, cargo};
use crate::{deny, oldest, tidy};

/// Everything.
pub(crate) fn ci() -> Result<(), String> {
    lint()?;
    sanitize()?;
    // One test more than there are cores: now and then one waits for what it has contained.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = (cores + 1).to_string();
    cargo(&["test", "--workspace"], &[("RUST_TEST_THREADS", &threads)])
}

/// Everything but the tests.
pub(crate) fn lint() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"], &deny)?;
    oldest::check()?;
    deny::check(&run::root())?;
    tidy::check(&run::root())
}

/// The engine's walks over borrowing tables under AddressSanitizer: a borrow rule that is too weak, or a slot that is used
/// after its end or dropped twice, shows up as a report. The stable toolchain is enough.
pub(crate) fn sanitize() -> Result<(), String> {
    let host = run::host()?;
    let variables = [
        // Literal texts stay allocated on purpose.
        ("ASAN_OPTIONS", "detect_leaks=0"),
        ("RUSTC_BOOTSTRAP", "1"),
        ("RUSTFLAGS", "-Zsanitizer=address"),
    ];
    let test = ["--test", "it"];
    let themes = ["--", "explore::", "ledger::", "borrow::"];
    let place = ["--target", &host, "--target-dir", "target/sanitize"];
    let package = ["test", "--package", "gadfly-engine"];
    cargo(&[&package[..], &test[..], &place[..], &themes[..]].concat(), &variables)
}
