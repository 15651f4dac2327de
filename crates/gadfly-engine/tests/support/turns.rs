//! Turns: one run at a time.
//!
//! Runs share the panic hook, the memory limit and the count of allocated bytes of their process.

use gadfly_engine::entry;
use gadfly_engine::events::EventSink;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::RunConfig;
use std::sync::{Mutex, MutexGuard, PoisonError};

static TURN: Mutex<()> = Mutex::new(());

/// Waits until no other test runs the engine.
pub(crate) fn wait() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a linked harness when it is its turn, in this process; returns the exit code.
pub(crate) fn run(config: &RunConfig, registry: &Registry, sink: &mut dyn EventSink) -> u8 {
    let _turn = wait();
    entry::run_from_now(config, registry, sink)
}
