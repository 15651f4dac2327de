//! Types that implement the subject's traits where no other type does: visitors, handlers and receivers, which are for
//! callers to write.
//!
//! They do as little as they can. Provided methods stay as they are; the rest return the plainest value that is known.
//! Where only an implementor gets to see values of a type, a second type keeps copies of them. Operations, questions to
//! the compiler and tests each have the definitions, in a module of this name.

mod declare;
mod definition;
mod join;
mod keep;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub(super) use definition::takers;
pub use definition::{Answers, Definition, Stub, has_word, module};
pub use join::join;
pub use write::{Stubs, make_stubs};

/// The module that the definitions stand in.
pub const MODULE: &str = "implementors";
