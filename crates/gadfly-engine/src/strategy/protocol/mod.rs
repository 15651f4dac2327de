//! Every protocol of a type up to a length: breadth first, each on a fresh value.

mod enumerate;
mod run_calls;
mod show;
mod states;

pub use enumerate::Protocols;
pub use states::States;
