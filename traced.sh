#!/bin/sh
# temporary
export RUSTFLAGS="-Cpasses=forceattrs,asan -Cllvm-args=-force-attribute=sanitize_address -Cllvm-args=-asan-instrumentation-with-call-threshold=0 -Cllvm-args=-asan-instrument-writes=0 -Cllvm-args=-asan-stack=0 -Cllvm-args=-asan-globals=0 -Cllvm-args=-asan-guard-against-version-mismatch=0 --cfg gadfly_traced"
exec cargo "$@" --target x86_64-unknown-linux-gnu --config 'profile.release.lto="fat"' --config 'profile.release.codegen-units=1'
