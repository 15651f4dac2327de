//! Calls made beside the running sequence, which leave it as it was.

pub(crate) mod clone_input;
pub(crate) mod prepared_call;
pub(crate) mod prober;
