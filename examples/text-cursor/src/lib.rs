//! A position in a text that moves by characters, words and lines.
//!
//! ```
//! use text_cursor::Cursor;
//!
//! let mut cursor = Cursor::new("one two");
//! assert_eq!(cursor.next_word(), Some("one"));
//! assert_eq!(cursor.rest(), " two");
//! ```

mod cursor;
mod edit;
mod position;

pub use cursor::{Cursor, Words};
pub use edit::{Editor, Selection};
pub use position::{ParsePositionError, Position};
