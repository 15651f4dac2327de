//! The ways in which a property takes its arguments, each read from a pointer.
//!
//! The runner of a property chooses the values and upholds the borrow checker's rules; code here only turns a pointer into
//! the argument's type.

use std::any::TypeId;
use std::marker::PhantomData;

/// By value.
pub struct ByValue<T>(PhantomData<T>);
/// `&T`.
pub struct ByRef<T>(PhantomData<T>);
/// `&mut T`.
pub struct ByMut<T>(PhantomData<T>);
/// `&U` of an unsized `U`.
pub struct ByUnsizedRef<U: ?Sized>(PhantomData<U>);
/// `&mut U` of an unsized `U`.
pub struct ByUnsizedMut<U: ?Sized>(PhantomData<U>);

/// The way an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedBy {
    /// See [`ByValue`].
    Value,
    /// See [`ByRef`].
    Shared,
    /// See [`ByMut`].
    Exclusive,
    /// See [`ByUnsizedRef`].
    SharedDst,
    /// See [`ByUnsizedMut`].
    ExclusiveDst,
}

/// Facts about one argument.
#[derive(Clone, Copy, Debug)]
pub struct ParameterFacts {
    /// The way it is passed.
    pub passing: PassedBy,
    /// Of its type, or of what it refers to.
    pub id: fn() -> TypeId,
    /// Of that, a shared reference to it, and a mutable one.
    pub ids: fn() -> [TypeId; 3],
    /// The compiler's name of that.
    pub type_name: fn() -> &'static str,
}

/// One argument marker.
///
/// # Safety
/// `PARAMETER` must describe what `get` does with its pointer.
pub unsafe trait PropertyArgument {
    /// The type that the property receives.
    type Value: 'static;
    /// Facts about the argument.
    const PARAMETER: ParameterFacts;
    /// Turns a pointer into the argument.
    ///
    /// # Safety
    /// `place` must point at a live value of the type that `PARAMETER` names: the value itself for `ByValue`, `ByRef` and `ByMut`,
    /// the reference for `ByUnsizedRef` and `ByUnsizedMut`. The caller upholds aliasing, keeps what is referred to alive for as long as
    /// the property runs, and treats the value as gone after `ByValue` of a type that is not `Copy`.
    unsafe fn get(place: *mut u8) -> Self::Value;
}

const fn parameter<T: ?Sized + 'static>(passing: PassedBy) -> ParameterFacts {
    ParameterFacts {
        passing,
        id: TypeId::of::<T>,
        ids: with_references::<T>,
        type_name: std::any::type_name::<T>,
    }
}

// SAFETY: the value is read out of its place, as `PassedBy::Value` says.
unsafe impl<T: 'static> PropertyArgument for ByValue<T> {
    type Value = T;
    const PARAMETER: ParameterFacts = parameter::<T>(PassedBy::Value);
    unsafe fn get(place: *mut u8) -> T {
        // SAFETY: the caller passes a live `T` and forgets it unless `T` is `Copy`.
        unsafe { place.cast::<T>().read() }
    }
}

// SAFETY: the place is borrowed as a `T`, as `PassedBy::Shared` says.
unsafe impl<T: 'static> PropertyArgument for ByRef<T> {
    type Value = &'static T;
    const PARAMETER: ParameterFacts = parameter::<T>(PassedBy::Shared);
    unsafe fn get(place: *mut u8) -> &'static T {
        // SAFETY: the caller passes a `T` that lives while the property runs and is not changed elsewhere.
        unsafe { &*(place as *const T) }
    }
}

// SAFETY: the place is borrowed mutably as a `T`, as `PassedBy::Exclusive` says.
unsafe impl<T: 'static> PropertyArgument for ByMut<T> {
    type Value = &'static mut T;
    const PARAMETER: ParameterFacts = parameter::<T>(PassedBy::Exclusive);
    unsafe fn get(place: *mut u8) -> &'static mut T {
        // SAFETY: as for `ByRef`, and nothing else has access.
        unsafe { &mut *place.cast::<T>() }
    }
}

// SAFETY: the reference in the place is copied, as `PassedBy::SharedDst` says.
unsafe impl<U: ?Sized + 'static> PropertyArgument for ByUnsizedRef<U> {
    type Value = &'static U;
    const PARAMETER: ParameterFacts = parameter::<U>(PassedBy::SharedDst);
    unsafe fn get(place: *mut u8) -> &'static U {
        // SAFETY: the place holds a live `&U` or `&mut U`, which have one layout.
        unsafe { *(place as *const &'static U) }
    }
}

// SAFETY: the reference in the place is reborrowed, as `PassedBy::ExclusiveDst` says.
unsafe impl<U: ?Sized + 'static> PropertyArgument for ByUnsizedMut<U> {
    type Value = &'static mut U;
    const PARAMETER: ParameterFacts = parameter::<U>(PassedBy::ExclusiveDst);
    unsafe fn get(place: *mut u8) -> &'static mut U {
        // SAFETY: the place holds a live `&mut U`, and nothing else has access.
        unsafe { &mut **place.cast::<&'static mut U>() }
    }
}

/// A list of argument markers: a tuple of up to eight.
///
/// # Safety
/// `get` must read one place per entry of `PARAMETERS`, in order.
pub unsafe trait PropertyArguments {
    /// The types that the property receives.
    type Values;
    /// Facts about each argument.
    const PARAMETERS: &'static [ParameterFacts];
    /// Turns pointers into arguments.
    ///
    /// # Safety
    /// `places` must have as many elements as `PARAMETERS`, each as [`PropertyArgument::get`] asks.
    unsafe fn get(places: *const *mut u8) -> Self::Values;
}

// SAFETY: no place is read.
unsafe impl PropertyArguments for () {
    type Values = ();
    const PARAMETERS: &'static [ParameterFacts] = &[];
    unsafe fn get(_places: *const *mut u8) {}
}

macro_rules! tuples {
    ($($($name:ident $index:literal)*;)*) => {$(
        // SAFETY: one place is read per element, in order.
        unsafe impl<$($name: PropertyArgument),*> PropertyArguments for ($($name,)*) {
            type Values = ($($name::Value,)*);
            const PARAMETERS: &'static [ParameterFacts] = &[$($name::PARAMETER),*];
            unsafe fn get(places: *const *mut u8) -> Self::Values {
                // SAFETY: the caller passes as many places as there are markers.
                unsafe { ($($name::get(*places.add($index)),)*) }
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
}

fn with_references<T: ?Sized + 'static>() -> [TypeId; 3] {
    [TypeId::of::<T>(), TypeId::of::<&'static T>(), TypeId::of::<&'static mut T>()]
}
