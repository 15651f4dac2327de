//! The engine's view of a type: the minimum that every type has, and the functions that probing found.

use super::law_table::LawTable;
use crate::values::fingerprint::FastHasher;
use std::any::TypeId;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

/// `Clone::clone`, from a live value into room for another.
pub type CloneFn = unsafe fn(*const u8, *mut u8);
/// `Default::default`, into room for a value.
pub type DefaultFn = unsafe fn(*mut u8);
/// `PartialEq::eq`
pub type EqFn = unsafe fn(*const u8, *const u8) -> bool;
/// `PartialOrd::partial_cmp`
pub type PartialCmpFn = unsafe fn(*const u8, *const u8) -> Option<Ordering>;
/// `Ord::cmp`
pub type CmpFn = unsafe fn(*const u8, *const u8) -> Ordering;
/// `Hash::hash`
pub type HashFn = unsafe fn(*const u8, &mut FastHasher);
/// `Debug::fmt` or `Display::fmt`
pub type FormatFn = unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result;

/// The properties that every type has.
pub struct TypeInfo {
    /// Its identity.
    pub id: fn() -> TypeId,
    /// Its name as the compiler prints it.
    pub name: fn() -> &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Its alignment in bytes.
    pub align: usize,
    /// Its drop glue, if it needs any.
    pub drop: Option<unsafe fn(*mut u8)>,
}

/// The functions of a type, as far as probing finds them. Pointers are to live values of the type, or to room for one.
pub struct Vtable {
    /// The properties that every type has.
    pub info: &'static TypeInfo,
    /// `Copy`
    pub copy: bool,
    /// `Eq`
    pub eq: bool,
    /// `Send`
    pub send: bool,
    /// `Sync`
    pub sync: bool,
    /// `std::error::Error`
    pub error: bool,
    /// `Clone::clone`, writing to the second pointer.
    pub clone: Option<CloneFn>,
    /// `Default::default`, writing to the pointer.
    pub default: Option<DefaultFn>,
    /// `PartialEq::eq`
    pub partial_eq: Option<EqFn>,
    /// `PartialOrd::partial_cmp`
    pub partial_cmp: Option<PartialCmpFn>,
    /// `Ord::cmp`
    pub cmp: Option<CmpFn>,
    /// `Hash::hash`
    pub hash: Option<HashFn>,
    /// `Debug::fmt`
    pub debug: Option<FormatFn>,
    /// `Display::fmt`
    pub display: Option<FormatFn>,
    /// The functions that only laws call; absent for types whose laws are not checked.
    pub laws: Option<&'static LawTable>,
}

/// Carries a type to its [`TypeInfo`].
pub(super) struct InfoOf<T>(PhantomData<T>);

impl<T: 'static> InfoOf<T> {
    pub(super) const INFO: &'static TypeInfo = &TypeInfo {
        id: TypeId::of::<T>,
        name: std::any::type_name::<T>,
        size: std::mem::size_of::<T>(),
        align: std::mem::align_of::<T>(),
        drop: if std::mem::needs_drop::<T>() {
            let glue: unsafe fn(*mut T) = std::ptr::drop_in_place::<T>;
            // SAFETY: both take one thin raw pointer, and those are ABI-compatible for every pointee.
            Some(unsafe { std::mem::transmute::<unsafe fn(*mut T), unsafe fn(*mut u8)>(glue) })
        } else {
            None
        },
    };
}
