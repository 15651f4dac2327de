//! Types whose values can be enumerated, and implementations for types of the standard library.

mod boxes;
mod cell;
mod counted;
mod option;
mod raw;
mod scalar;
mod sequence;
mod tuple;

pub(crate) use counted::layout_is_known;
pub(crate) use sequence::sequence_shape;

use std::any::TypeId;

use crate::describe::{Describe, Shape};
use crate::domain::{Auto, Domain, Each};
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;

/// A type with a finite set of values, given the bounds of a search. Derive it.
///
/// The methods are for derived code and for the engine; they may change between versions.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` cannot be enumerated",
    label = "no domain for `{Self}`",
    note = "derive it: #[derive(Finitize)]; or give the field its values: #[finitize(0..=9)], #[finitize(values = [..])]; or leave the field out of the search: #[finitize(skip)]"
)]
pub trait Finitize: Sized + 'static {
    /// Adds the choice points of a value at `place` and leaves a valid first value there.
    fn plant(place: Place<Self>, plan: &mut Plan);

    /// A first value outside the candidate, to build enum variants from.
    fn sample(plan: &mut Plan) -> Self;

    /// Rebuilds this value of the candidate as a real value.
    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self;

    /// This value of the candidate as a picture.
    fn describe(&self, describe: &mut Describe<'_>) -> Shape;

    /// The type that the size of a pool of `Self` is declared for.
    #[doc(hidden)]
    fn pool_key() -> TypeId {
        TypeId::of::<Self>()
    }

    /// Plants an optional value; for pointers, one choice instead of two.
    #[doc(hidden)]
    fn plant_option(place: Place<Option<Self>>, plan: &mut Plan) {
        Each(Auto).plant(place, plan);
    }
}
