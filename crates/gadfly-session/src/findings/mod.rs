//! Findings: collected from events by cause, deduplicated, kept from run to run.

pub(super) mod collect;
pub(super) mod dedupe;
pub(super) mod distinct;
pub(super) mod finding_store;
pub(super) mod identity;
pub(super) mod invariant_findings;
pub(super) mod regressions;
