//! Questions to a person about outcomes of a walk: on a screen of its own, or line by line.

mod lines;
mod screen;

pub(crate) use lines::Lines;
pub(crate) use screen::Screen;
