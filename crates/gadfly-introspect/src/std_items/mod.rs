//! Facts about the standard library, which has no documents of its own here: public paths, generic parameters and type
//! aliases.

mod aliases;
mod generics;
mod paths;
#[cfg(test)]
mod tests;

pub(crate) use aliases::alias;
pub(crate) use generics::{Default, default_args, lifetimes, supertrait_with_args};
pub(crate) use paths::{is_std, public_path};
