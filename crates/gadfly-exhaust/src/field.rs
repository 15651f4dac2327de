//! Portable tracing: a field that reports its reads itself. Needs no special build.

use std::ops::{Deref, DerefMut};

use crate::describe::{Describe, Shape};
use crate::domain::{Auto, Domain};
use crate::finitize::Finitize;
use crate::place::Place;
use crate::plan::Plan;
use crate::rebuild::Rebuild;
use crate::trace::touch_range;

/// A field whose reads are traced in any build, on any platform.
///
/// ```
/// use gadfly_exhaust::Field;
/// struct Node { next: Field<Option<Box<Node>>>, key: Field<i32> }
/// let node = Node { next: None.into(), key: 3.into() };
/// assert!(*node.key > 2 && node.next.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Field<T>(T);

impl<T> Field<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Field<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        touch_range(std::ptr::from_ref(&self.0) as usize, std::mem::size_of::<T>());
        &self.0
    }
}

impl<T> DerefMut for Field<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Finitize> Finitize for Field<T> {
    fn plant(place: Place<Self>, plan: &mut Plan) {
        Auto.plant_wrapped(place, plan);
    }

    fn sample(plan: &mut Plan) -> Self {
        Self(T::sample(plan))
    }

    fn rebuild(&self, rebuild: &mut Rebuild<'_>) -> Self {
        Self(self.0.rebuild(rebuild))
    }

    fn describe(&self, describe: &mut Describe<'_>) -> Shape {
        Shape::wrapped("Field::new", self.0.describe(describe))
    }
}

/// The domain of the content is also one of the field.
#[derive(Clone, Copy, Debug)]
pub struct InField<D>(pub D);

impl<T: 'static, D: Domain<T>> Domain<Field<T>> for InField<D> {
    fn plant(&self, place: Place<Field<T>>, plan: &mut Plan) {
        self.0.plant_wrapped(place, plan);
    }

    fn sample(&self, plan: &mut Plan) -> Field<T> {
        Field(self.0.sample(plan))
    }

    fn rebuild(&self, value: &Field<T>, rebuild: &mut Rebuild<'_>) -> Field<T> {
        Field(self.0.rebuild(&value.0, rebuild))
    }

    fn describe(&self, value: &Field<T>, describe: &mut Describe<'_>) -> Shape {
        Shape::wrapped("Field::new", self.0.describe(&value.0, describe))
    }
}

/// Plants the content of a `Field`.
trait PlantWrapped<T> {
    fn plant_wrapped(&self, place: Place<Field<T>>, plan: &mut Plan);
}

impl<T, D: Domain<T>> PlantWrapped<T> for D {
    fn plant_wrapped(&self, place: Place<Field<T>>, plan: &mut Plan) {
        let bytes = place.as_ptr() as usize..place.as_ptr().wrapping_add(1) as usize;
        let first = plan.choices.len();
        self.plant(Place::new(place.as_ptr().cast::<T>()), plan);
        // Only the bytes of the field itself are read through it: not the elements of a
        // sequence, nor the content of a box.
        for choice in &mut plan.choices[first..] {
            choice.wrapped = choice.wrapped || bytes.contains(&(choice.at as usize));
        }
    }
}
