//! Tests in the tree of the crate under test.
//!
//! What a file is going to hold is planned as text; the placer alone reads and writes. A person's edits stay: a file that belongs
//! to one function or type is recognised by its checksum, a file of its own by a copy of what was written last.

mod add;
mod error;
mod merging;
mod placer;
mod replace;

pub use add::{Addition, add};
pub use error::PlaceError;
pub use merging::{Merged, join, merge, pick};
pub use placer::{Outcome, Placer, Planned, remove};
pub use replace::{Replacement, replace};
