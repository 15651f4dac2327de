//! Properties, makers and invariants: the function as it is, and an entry that is registered when the program is linked.

mod bounds;
mod expand;
mod hook;
mod instances;
mod options;
mod parameter;
mod registration;
mod signature;
mod values;

pub(crate) use expand::{expand, FunctionRole};
pub(crate) use hook::hook;
pub(crate) use options::CheckAttribute;
pub(crate) use values::values;
