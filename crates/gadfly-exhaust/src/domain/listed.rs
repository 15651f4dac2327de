//! Explicit lists of values of any type that can be cloned and shown.

use std::fmt::Debug;

use super::Domain;
use crate::describe::{Atom, Describe, Shape};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// An explicit list of values.
#[derive(Clone, Debug)]
pub struct Values<T>(Vec<T>);

impl<T> Values<T> {
    /// The values in the order in which they are tried.
    pub fn new<V: Listed<T>>(values: impl IntoIterator<Item = V>) -> Self {
        Self(values.into_iter().map(Listed::value).collect())
    }
}

/// Types that can be listed as values of `T`: the type itself, and literals for `String`.
pub trait Listed<T> {
    /// The value.
    #[doc(hidden)]
    fn value(self) -> T;
}

impl<T> Listed<T> for T {
    fn value(self) -> T {
        self
    }
}

impl Listed<String> for &str {
    fn value(self) -> String {
        self.to_owned()
    }
}

impl<T: Clone + Debug + 'static> Domain<T> for Values<T> {
    fn plant(&self, place: Place<T>, plan: &mut Plan) {
        plan.constants(place, self.0.clone());
    }

    fn sample(&self, _: &mut Plan) -> T {
        self.0.first().cloned().expect("a domain with at least one value")
    }

    fn rebuild(&self, value: &T, _: &mut Rebuild<'_>) -> T {
        value.clone()
    }

    fn describe(&self, value: &T, _: &mut Describe<'_>) -> Shape {
        Atom::debug(value)
    }
}

impl<T: Clone + Debug + 'static, const N: usize> Domain<T> for [T; N] {
    fn plant(&self, place: Place<T>, plan: &mut Plan) {
        Values(self.to_vec()).plant(place, plan);
    }

    fn sample(&self, plan: &mut Plan) -> T {
        Values(self.to_vec()).sample(plan)
    }

    fn rebuild(&self, value: &T, _: &mut Rebuild<'_>) -> T {
        value.clone()
    }

    fn describe(&self, value: &T, _: &mut Describe<'_>) -> Shape {
        Atom::debug(value)
    }
}

impl<const N: usize> Domain<String> for [&str; N] {
    fn plant(&self, place: Place<String>, plan: &mut Plan) {
        Values::<String>::new(*self).plant(place, plan);
    }

    fn sample(&self, plan: &mut Plan) -> String {
        Values::<String>::new(*self).sample(plan)
    }

    fn rebuild(&self, value: &String, _: &mut Rebuild<'_>) -> String {
        value.clone()
    }

    fn describe(&self, value: &String, _: &mut Describe<'_>) -> Shape {
        Atom::debug(value)
    }
}
