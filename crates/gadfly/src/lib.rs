//! The library that a crate links to be searched by `cargo gadfly`.
//!
//! [`#[gadfly::check]`](macro@check) marks a property, which `cargo gadfly check` tries on inputs that the crate's own
//! functions make; [`assume!`] and [`Monitor`] go with it.
//!
//! [`derive(Finitize)`](macro@Finitize) says which values a type can take,
//! [`#[gadfly::exhaust]`](macro@exhaust) runs a function on every valid input up to a bound, and
//! [`search`] does the same from ordinary code:
//!
//! ```
//! use gadfly::{search, Bounds, Field, Finitize};
//!
//! #[derive(Finitize)]
//! struct Node {
//!     next: Field<Option<Box<Node>>>,
//!     #[finitize(1..=3)]
//!     key: Field<u8>,
//! }
//!
//! #[derive(Finitize)]
//! struct List {
//!     head: Field<Option<Box<Node>>>,
//! }
//!
//! fn is_sorted(list: &List) -> bool {
//!     let mut node = list.head.as_ref();
//!     while let Some(this) = node {
//!         node = this.next.as_ref();
//!         if node.is_some_and(|next| *next.key < *this.key) {
//!             return false;
//!         }
//!     }
//!     true
//! }
//!
//! let bounds = Bounds::new().pool::<Node>(2);
//! let found = search::<List>(&bounds, is_sorted, |_| {})?;
//! assert_eq!(found.valid, 1 + 3 + 6);
//! # Ok::<(), gadfly::SearchError>(())
//! ```

pub use gadfly_check::{
    assume, block_on, contained, from_arbitrary, from_proptest, from_quickcheck, replay,
    replay_err, replay_named, replay_panics, replay_result, Given, Monitor, Outcome, Verdict,
};
pub use gadfly_exhaust::{
    all_different, is_in, is_tree, read, satisfies, search, sorted, Bounds, Field, Finitize, Found,
    IdentitySet, Pause, Picture, Prefix, Progress, Search, SearchError, Summary,
};
pub use gadfly_macros::{check, exhaust, invariant, make, regressions, values, Finitize};

#[doc(hidden)]
pub mod __private {
    //! Items that the macros' output refers to. Not for people; changes without notice.

    pub use gadfly_check as check;
    pub use gadfly_exhaust::harness::{attempt, Harness, Subject, Verdict};
    pub use gadfly_exhaust::{
        lengths, Aliased, Auto, Describe, Each, Finitize, InField, Index, Many, Place, Plan,
        Rebuild, Sequence, Shape, Skip, Slots, Values,
    };
}

#[cfg(feature = "proptest")]
pub mod proptest {
    //! Values for users of proptest: with the feature `proptest`.

    pub use gadfly_check::values;
}

pub mod domain {
    //! Domains to give to fields from outside, with [`Bounds::set`](crate::Bounds::set).

    pub use gadfly_exhaust::{Aliased, Auto, Domain, Each, Index, Sequence, Slots, Values};
}
