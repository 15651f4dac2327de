//! The repository's text files and the parts of them that rules and measurements look at.
//!
//! Nothing here decides what is right: [`crate::tidy`] and [`crate::house`] do.

mod comments;
mod files;
mod outline;
mod tokens;

pub(crate) use comments::{Comment, comments};
pub(crate) use files::{Package, SourceFile, find, packages, read_all};
pub(crate) use outline::Outline;
pub(crate) use tokens::{Token, TokenKind, tokens};
