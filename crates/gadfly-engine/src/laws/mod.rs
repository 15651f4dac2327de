//! Laws that follow from a type's traits alone, checked on values as they are made.
//!
//! One file per law, registered in `list.rs`. Only types of the subject are judged; whether a value may be looked at is the
//! borrow table's business.

mod borrow_agrees;
mod check;
mod clone_alike;
mod clone_equal;
mod clone_from_agrees;
mod clone_independent;
mod clone_midway;
mod cmp_agrees_with_eq;
mod cmp_agrees_with_partial_cmp;
mod cmp_dual;
mod cmp_transitive;
mod ends_agree;
mod eq_reflexive;
mod eq_symmetric;
mod eq_transitive;
mod error_sources;
mod formats;
mod fused;
mod hash_agrees_with_eq;
mod iterators;
mod law;
mod len_agrees;
mod list;
mod ne_negates_eq;
mod operators_agree;
mod partial_cmp_agrees_with_eq;
mod partial_cmp_dual;
mod partial_cmp_transitive;
mod report;
mod round_trip;
mod schedule;
mod shortcuts_agree;
mod size_hint_bounds;
mod size_hint_count;
mod size_hint_drained;
mod values;
mod witnesses;

pub use law::TraitLaw;
pub use list::LAWS;
pub use schedule::Checks;
pub use values::{Owned, Spec, Values};
