//! New files made from templates, and registered in the list of their kind.

mod strategy;

pub(crate) use strategy::new_strategy;
