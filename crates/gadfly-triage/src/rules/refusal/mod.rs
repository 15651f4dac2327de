//! Panics that refuse an argument, and those that only look like it.

pub(crate) mod assertion_about_arguments;
pub(crate) mod assertion_about_index;
pub(crate) mod assertion_names_argument;
pub(crate) mod blames_caller;
pub(crate) mod capacity;
pub(crate) mod char_boundary;
pub(crate) mod documented_requirement;
pub(crate) mod foreign_panic;
pub(crate) mod message_about_arguments;
pub(crate) mod order_of_calls;
pub(crate) mod own_check;
pub(crate) mod own_index_check;
pub(crate) mod own_zero_check;
pub(crate) mod slice_lengths;
pub(crate) mod unwrapping_method;
