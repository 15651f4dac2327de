//! Bounded-exhaustive search: all structures of a type, up to a bound and up to isomorphism, that
//! satisfy a predicate. The predicate is run on candidates. The fields that it reads before it
//! returns `false` determine which other candidates need not be tried.
//!
//! Reads of plain fields are traced in builds made by `cargo gadfly exhaust`; reads of [`Field`]s are
//! traced in every build. Users depend on the `gadfly` crate, which re-exports this.

mod arena;
mod audit;
mod bounds;
mod describe;
mod domain;
mod error;
mod field;
mod finitize;
mod generators;
mod guard;
#[doc(hidden)]
pub mod harness;
mod identity_set;
mod place;
mod plan;
mod rebuild;
mod search;
mod trace;

pub use bounds::Bounds;
pub use describe::{Atom, Describe, Picture, PointerKind, Shape, Source};
pub use domain::{
    lengths, Aliased, Auto, Domain, Each, Index, Lengths, Listed, Many, Sequence, Skip, Slots,
    Values,
};
pub use error::{PlanError, SearchError};
pub use field::{Field, InField};
pub use finitize::Finitize;
pub use generators::{all_different, is_in, is_tree, satisfies, sorted, Link};
pub use identity_set::IdentitySet;
pub use place::Place;
pub use plan::Plan;
pub use rebuild::Rebuild;
pub use search::{search, Found, Pause, Prefix, Progress, Search, Summary};
pub use trace::read;
