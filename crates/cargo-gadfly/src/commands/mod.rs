//! What each subcommand does once it was understood: one file each.

mod exhaust;
mod explore;
mod list;
mod prepare;

pub(crate) use exhaust::exhaust;
pub(crate) use explore::explore;
pub(crate) use list::list;
