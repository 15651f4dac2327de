#!/bin/sh
# Runs the engine's walks over borrowing fixtures under AddressSanitizer: a borrow rule that is too weak, a slot that is used
# after its end or dropped twice shows up as a report. Needs nothing but the stable toolchain.
set -eu
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
# Literal texts stay allocated on purpose, so leaks are not looked for.
ASAN_OPTIONS=detect_leaks=0 RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address \
    cargo test --package gadfly-engine --test walk --test ledger --test borrow \
    --target "$target" --target-dir target/sanitize "$@"
