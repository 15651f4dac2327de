//! Panics that documentation announces.

pub(crate) mod documented_by_trait;
pub(crate) mod documented_for_items;
pub(crate) mod documented_panic;
pub(crate) mod documented_promise;
