//! Fields that are not searched.

use super::Domain;
use crate::describe::{Atom, Describe, Shape};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// The value that a function makes, without a choice.
#[derive(Clone, Copy, Debug)]
pub struct Skip<F> {
    make: F,
    source: &'static str,
}

impl<F> Skip<F> {
    /// Makes the value with a function; `source` is its source text.
    pub fn new(make: F, source: &'static str) -> Self {
        Self { make, source }
    }
}

impl<T, F: Fn() -> T> Domain<T> for Skip<F> {
    fn plant(&self, place: Place<T>, plan: &mut Plan) {
        place.write((self.make)());
        plan.skip(place);
    }

    fn sample(&self, _: &mut Plan) -> T {
        (self.make)()
    }

    fn rebuild(&self, _: &T, _: &mut Rebuild<'_>) -> T {
        (self.make)()
    }

    fn describe(&self, _: &T, _: &mut Describe<'_>) -> Shape {
        Shape::Skipped(Atom { text: String::new(), source: Some(self.source.to_owned()) })
    }
}
