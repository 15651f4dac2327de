//! Variants of a failing call: other arguments, other receivers. What becomes of the call in each shows what decides the failure.
//!
//! A variant is a whole sequence that ends with the call. The receiver is the value on which a method is called, unless that is a
//! number or a handle, which is copied: then it is the object that is passed by reference. Of a free function, it is the first
//! argument, if that is an object.

mod arguments;
mod change;
mod failing_call;
mod growth;
mod receiver;
#[cfg(test)]
mod tests;
mod values;
mod wholeness;

pub use change::{ArgumentSite, Change, Effort, Variant};
pub use failing_call::FailingCall;
pub use growth::{GrowthTrial, Reading};
pub use wholeness::WholenessTrial;
