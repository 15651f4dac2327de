//! `cargo gadfly strengthen`: small changes to the crate, and which of them its own tests notice.

mod cache;
mod run;

pub(super) use run::strengthen;
