//! Laws of functions that undo or repeat what another did.

pub(in crate::laws) mod conversions;
pub(in crate::laws) mod idempotence;
pub(in crate::laws) mod involution;
pub(in crate::laws) mod rotation;
pub(in crate::laws) mod round_trips;
pub(in crate::laws) mod setting;
