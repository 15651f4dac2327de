//! Markers for the ways in which arguments are passed and read from pointers.
//!
//! The engine decides which variable is passed and resolves it to one pointer; code here only turns that
//! pointer into the argument's static type.

use std::any::TypeId;
use std::marker::PhantomData;

/// By value: moved out of its variable, or copied if the type is `Copy`.
pub struct Val<T>(PhantomData<T>);
/// `&'static T`, from a variable holding `T`, `&T` or `&mut T`.
pub struct Ref<T>(PhantomData<T>);
/// `&'static mut T`, from a variable holding `T` or `&mut T`.
pub struct Mut<T>(PhantomData<T>);
/// `&'static U` of an unsized `U`, from a variable holding `&U` or `&mut U`.
pub struct RefDst<U: ?Sized>(PhantomData<U>);
/// `&'static mut U` of an unsized `U`, from a variable holding `&mut U`.
pub struct MutDst<U: ?Sized>(PhantomData<U>);

/// A list of argument markers as a value, so that closures can be checked against it.
pub struct ArgumentsOf<A>(PhantomData<A>);

/// Names the arguments of an operation.
pub fn args<A: Arguments>() -> ArgumentsOf<A> {
    ArgumentsOf(PhantomData)
}

/// The properties of one argument.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentSpec {
    /// The way it is passed.
    pub passing: Passing,
    /// The types it concerns.
    pub types: TypeIds,
}

/// The way an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// See [`Val`].
    Value,
    /// See [`Ref`].
    Shared,
    /// See [`Mut`].
    Exclusive,
    /// See [`RefDst`].
    SharedDst,
    /// See [`MutDst`].
    ExclusiveDst,
}

/// The types an argument concerns.
#[derive(Clone, Copy, Debug)]
pub enum TypeIds {
    /// The type itself.
    Own(fn() -> TypeId),
    /// `T`, `&T` and `&mut T`.
    WithReferences(fn() -> [TypeId; 3]),
}

/// One argument marker.
///
/// # Safety
/// `SPEC` must describe what `get` does with its pointer.
pub unsafe trait Argument {
    /// The argument in the form that the operation receives.
    type Value: 'static;
    /// The properties of the argument.
    const SPEC: ArgumentSpec;
    /// Turns a pointer into the argument.
    ///
    /// # Safety
    /// `place` must point at a live value of the type that `SPEC` asks for: the value itself for `Val`,
    /// `Ref` and `Mut`, the reference for `RefDst` and `MutDst`. The caller upholds aliasing, and treats the
    /// value as gone after `Val` of a type that is not `Copy`.
    unsafe fn get(place: *mut u8) -> Self::Value;
}

// SAFETY: the value is read out of its place, as `Passing::Value` says.
unsafe impl<T: 'static> Argument for Val<T> {
    type Value = T;
    const SPEC: ArgumentSpec =
        ArgumentSpec { passing: Passing::Value, types: TypeIds::Own(TypeId::of::<T>) };
    #[inline]
    unsafe fn get(place: *mut u8) -> T {
        // SAFETY: the caller passes a live `T` and forgets it unless `T` is `Copy`.
        unsafe { place.cast::<T>().read() }
    }
}

// SAFETY: the place is borrowed as a `T`, as `Passing::Shared` says.
unsafe impl<T: 'static> Argument for Ref<T> {
    type Value = &'static T;
    const SPEC: ArgumentSpec = ArgumentSpec {
        passing: Passing::Shared,
        types: TypeIds::WithReferences(with_references::<T>),
    };
    #[inline]
    unsafe fn get(place: *mut u8) -> &'static T {
        // SAFETY: the caller passes a live `T` that outlives every use the borrow table allows.
        unsafe { &*(place as *const T) }
    }
}

// SAFETY: the place is borrowed mutably as a `T`, as `Passing::Exclusive` says.
unsafe impl<T: 'static> Argument for Mut<T> {
    type Value = &'static mut T;
    const SPEC: ArgumentSpec = ArgumentSpec {
        passing: Passing::Exclusive,
        types: TypeIds::WithReferences(with_references::<T>),
    };
    #[inline]
    unsafe fn get(place: *mut u8) -> &'static mut T {
        // SAFETY: as for `Ref`, and the borrow table hands out no second access.
        unsafe { &mut *(place as *mut T) }
    }
}

// SAFETY: the reference in the place is copied, as `Passing::SharedDst` says.
unsafe impl<U: ?Sized + 'static> Argument for RefDst<U> {
    type Value = &'static U;
    const SPEC: ArgumentSpec = ArgumentSpec {
        passing: Passing::SharedDst,
        types: TypeIds::WithReferences(with_references::<U>),
    };
    #[inline]
    unsafe fn get(place: *mut u8) -> &'static U {
        // SAFETY: the place holds a live `&U` or `&mut U`, which have one layout.
        unsafe { *(place as *const &'static U) }
    }
}

// SAFETY: the reference in the place is reborrowed, as `Passing::ExclusiveDst` says.
unsafe impl<U: ?Sized + 'static> Argument for MutDst<U> {
    type Value = &'static mut U;
    const SPEC: ArgumentSpec = ArgumentSpec {
        passing: Passing::ExclusiveDst,
        types: TypeIds::WithReferences(with_references::<U>),
    };
    #[inline]
    unsafe fn get(place: *mut u8) -> &'static mut U {
        // SAFETY: the place holds a live `&mut U`, and the borrow table hands out no second access.
        unsafe { &mut **(place as *mut &'static mut U) }
    }
}

/// A list of argument markers: a tuple of up to twelve.
///
/// # Safety
/// `get` must read one place per entry of `SPECS`, in order.
pub unsafe trait Arguments {
    /// The argument in the form that the operation receives.
    type Values;
    /// The properties of each argument.
    const SPECS: &'static [ArgumentSpec];
    /// Turns pointers into arguments.
    ///
    /// # Safety
    /// `places` must have as many elements as `SPECS`, each as [`Argument::get`] asks.
    unsafe fn get(places: *const *mut u8) -> Self::Values;
}

// SAFETY: no place is read.
unsafe impl Arguments for () {
    type Values = ();
    const SPECS: &'static [ArgumentSpec] = &[];
    #[inline]
    unsafe fn get(_places: *const *mut u8) {}
}

macro_rules! tuples {
    ($($($name:ident $index:literal)*;)*) => {$(
        // SAFETY: one place is read per element, in order.
        unsafe impl<$($name: Argument),*> Arguments for ($($name,)*) {
            type Values = ($($name::Value,)*);
            const SPECS: &'static [ArgumentSpec] = &[$($name::SPEC),*];
            #[inline]
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
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}

fn with_references<T: ?Sized + 'static>() -> [TypeId; 3] {
    [TypeId::of::<T>(), TypeId::of::<&'static T>(), TypeId::of::<&'static mut T>()]
}
