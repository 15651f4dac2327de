//! Laws of functions that do the same under related names.

pub(in crate::laws) mod checked;
pub(in crate::laws) mod defaults;
pub(in crate::laws) mod operators;
pub(in crate::laws) mod trying;
