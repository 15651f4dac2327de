//! The trait of domains, and the default domain of a type.

use crate::describe::{Describe, Shape};
use crate::finitize::Finitize;
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// The possible values of a `T` at one place.
///
/// Implemented for ranges and arrays of values; [`Auto`] is the default of the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain of `{T}`",
    label = "cannot give the values of `{T}`",
    note = "a domain is a range, an array of values of exactly this type, or another #[finitize(..)] option"
)]
pub trait Domain<T> {
    /// Adds the choice points at `place` and leaves a valid first value there.
    fn plant(&self, place: Place<T>, plan: &mut Plan);

    /// A first value outside the candidate, to build enum variants from.
    fn sample(&self, plan: &mut Plan) -> T;

    /// Rebuilds the value of the candidate as a real value.
    fn rebuild(&self, value: &T, rebuild: &mut Rebuild<'_>) -> T;

    /// The value of the candidate as a picture.
    fn describe(&self, value: &T, describe: &mut Describe<'_>) -> Shape;
}

/// The default domain of a type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Auto;

impl<T: Finitize> Domain<T> for Auto {
    fn plant(&self, place: Place<T>, plan: &mut Plan) {
        T::plant(place, plan);
    }

    fn sample(&self, plan: &mut Plan) -> T {
        T::sample(plan)
    }

    fn rebuild(&self, value: &T, rebuild: &mut Rebuild<'_>) -> T {
        value.rebuild(rebuild)
    }

    fn describe(&self, value: &T, describe: &mut Describe<'_>) -> Shape {
        value.describe(describe)
    }
}
