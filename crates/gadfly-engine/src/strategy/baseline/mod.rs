//! Strategies that let themselves be guided less, to measure the directed search against.
//!
//! They look at values as the directed search does, so that the same faults can be seen, and use nothing of what they see.

mod bottom_up;
mod random_walk;
mod top_down;
mod value_counter;

pub use bottom_up::BottomUp;
pub use random_walk::RandomWalk;
pub use top_down::TopDown;
