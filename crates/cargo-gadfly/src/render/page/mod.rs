//! `report.html`: the results of a run as one page that needs no network, no script and no other file.
//!
//! Everything on it is read from [`RunReport`](gadfly_session::report::RunReport); text of the crate under test reaches the page
//! through [`html::Html`] alone, which escapes it.

mod commands;
mod document;
mod excused;
mod findings;
mod functions;
mod highlight;
mod html;
mod overview;
mod table;

pub(crate) use document::page;
