//! The running search: its processes, their totals, and the journal from which a run is resumed.

pub(super) mod early_end;
pub(super) mod journal;
pub(super) mod processes;
pub(super) mod totals;
