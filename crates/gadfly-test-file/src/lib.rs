//! The form of test files that gadfly writes into a crate: the agreement between the command, which writes them, and the
//! attributes, which make them part of the crate.
//!
//! A file that belongs to one function or type says in its head which command wrote it, and has a checksum of all that stands
//! below. A file whose checksum does not fit was edited by a person, and stays as it is.

mod blocks;
mod by_name;
mod checksum;
mod folder;
mod head;
mod test_file;

pub use blocks::{Block, Blocks};
pub use by_name::{names_called, CALL_BY_NAME};
pub use checksum::checksum;
pub use folder::{module_name, stem_of_module, Folder, NO_FOLDER};
pub use head::{Head, Origin};
pub use test_file::{same_signature, TestFile};
