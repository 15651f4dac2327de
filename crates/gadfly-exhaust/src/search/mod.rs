//! The search: run the predicate, remember which choices it read, backtrack over those alone.

mod api;
mod choice;
mod core;
mod engine;
mod estimate;
mod filter;
mod found;
mod pause;
mod prefix;
mod reach;
mod split;
mod summary;
mod tables;
mod white_box;

pub use api::{search, Search};
pub use found::Found;
pub use pause::Pause;
pub use prefix::Prefix;
pub use summary::{Progress, Summary};
