//! Subcommands, from flags to an exit code: one file each.

mod check;
mod confine;
mod exhaust;
mod explain;
mod explore;
mod learn;
mod list;
mod prepare;
mod publish;
mod replay;
mod strengthen;
mod walk;

pub(crate) use check::check;
pub(crate) use exhaust::exhaust;
pub(crate) use explain::explain;
pub(crate) use explore::explore;
pub(crate) use learn::learn;
pub(crate) use list::list;
pub(crate) use replay::replay;
pub(crate) use strengthen::strengthen;
pub(crate) use walk::walk;
