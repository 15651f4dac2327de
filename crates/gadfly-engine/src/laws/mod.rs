//! Laws that follow from a type's traits alone, checked on values as they are made.
//!
//! One file per law, registered in `list.rs`. Only types of the subject are judged; whether a value may be looked at is the
//! borrow table's business.

mod cloning;
mod equality;
mod iteration;
mod law;
mod list;
mod ordering;
mod text;
mod values;

pub use law::TraitLaw;
pub use list::LAWS;
pub use values::{LawValues, Owned, Spec};
