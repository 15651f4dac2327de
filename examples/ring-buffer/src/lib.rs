//! A queue of fixed capacity that overwrites its oldest items when it is full.
//!
//! ```
//! use ring_buffer::RingBuffer;
//!
//! let mut last_two = RingBuffer::with_capacity(2);
//! last_two.push("a");
//! last_two.push("b");
//! last_two.push("c");
//! assert_eq!(last_two.iter().copied().collect::<Vec<_>>(), ["b", "c"]);
//! ```

mod buffer;
mod iter;

pub use buffer::RingBuffer;
pub use iter::Iter;
