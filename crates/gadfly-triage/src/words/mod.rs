//! The words that rules look for: in messages, in conditions of assertions, and in names of functions.
//!
//! Every list is here, so that a word has one home. A word is never added to change one finding.

mod arguments;
mod assertions;
mod authors;
mod language;
mod names;

pub use arguments::is_about_an_argument;
pub use assertions::{is_check_of_index, names_one_of, names_receiver_only, words_of_assertion};
pub use authors::{
    admits_a_bug, is_about_order, is_no_number, speaks_of_arguments, speaks_of_division,
};
pub use language::{
    is_about_a_place, is_about_index, is_about_lengths, is_about_wrong_state, is_by_zero,
    is_of_a_container, is_of_the_language, is_overflow, is_resource, is_result_too_large,
    is_within_a_char, says_unreachable,
};
pub use names::{
    divides, is_arithmetic, is_of_arithmetic, is_promise, is_unwrapping, must_never_panic,
};
