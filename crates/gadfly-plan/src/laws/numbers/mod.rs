//! Laws of ordered values and numbers.

pub(in crate::laws) mod clamping;
pub(in crate::laws) mod extremes;
pub(in crate::laws) mod rounding;
