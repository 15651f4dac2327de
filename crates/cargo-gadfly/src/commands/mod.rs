//! What each subcommand does once it was understood: one file each.

mod explore;
mod list;
mod prepare;
mod replay;

pub(crate) use explore::explore;
pub(crate) use list::list;
pub(crate) use replay::replay;
