//! From findings and kept sequences to proven tests in the user's tree.

pub(super) mod expected_form;
pub(super) mod minimise_input;
pub(super) mod minimising;
pub(super) mod passing_tests;
pub(super) mod pipeline;
pub(super) mod placing;
mod test_drafts;
pub(super) mod unstable;
