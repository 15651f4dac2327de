//! `derive(Finitize)`.

mod attribute;
mod body;
mod derive;

pub(crate) use attribute::FieldDomain;
pub(crate) use derive::derive;
