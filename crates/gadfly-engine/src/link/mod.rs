//! The table that generated code fills in, and its link with the plan.

pub mod registry;
pub mod table;
