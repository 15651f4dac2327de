//! What a type can do, found without asking anybody: an inherent item wins over a trait's item of the same name, and
//! drops out when its bounds do not hold.
//!
//! One line in the list below per capability, and one in each macro after it, which the compiler insists on. `vtable!` reads constants, so that probing a named type costs no code
//! at all; `vtable_of!` asks the same of a type that has no name, through methods.

use super::call::Call;
use super::vtable::{InfoOf, TypeInfo, Vtable};
use crate::fingerprint::FastHasher;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

/// Carries a type to be probed.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T: 'static> Probe<T> {
    /// What every type has.
    pub const INFO: &'static TypeInfo = InfoOf::<T>::INFO;

    /// What every type has.
    pub fn info(&self) -> &'static TypeInfo {
        InfoOf::<T>::INFO
    }
}

impl<T> Call<T> {
    /// The result type, to be probed.
    pub fn probe(&self) -> Probe<T> {
        Probe(PhantomData)
    }
}

/// Keeps a vtable that was put together at run time.
pub fn leak(vtable: Vtable) -> &'static Vtable {
    Box::leak(Box::new(vtable))
}

macro_rules! capabilities {
    ($($constant:ident $method:ident $fallback:ident: $bound:path => $ty:ty = $yes:expr, else $no:expr;)*) => {
        $(
            impl<T: $bound + 'static> Probe<T> {
                #[doc = concat!("Of a type that is `", stringify!($bound), "`.")]
                pub const $constant: $ty = $yes;
                #[doc = concat!("Of a type that is `", stringify!($bound), "`.")]
                pub fn $method(&self) -> $ty { Self::$constant }
            }
        )*

        /// What a probe falls back to when the type cannot do something.
        pub mod fallback {
            use super::*;
            $(
                #[doc = concat!("Of a type that is not `", stringify!($bound), "`.")]
                pub trait $fallback {
                    #[doc = concat!("Of a type that is not `", stringify!($bound), "`.")]
                    const $constant: $ty = $no;
                    #[doc = concat!("Of a type that is not `", stringify!($bound), "`.")]
                    fn $method(&self) -> $ty { $no }
                }
                impl<T> $fallback for Probe<T> {}
            )*
        }
    };
}

capabilities! {
    COPY probe_copy NotCopy: Copy => bool = true, else false;
    EQ probe_eq NotEq: Eq => bool = true, else false;
    SEND probe_send NotSend: Send => bool = true, else false;
    SYNC probe_sync NotSync: Sync => bool = true, else false;
    ERROR probe_error NotError: std::error::Error => bool = true, else false;
    CLONE probe_clone NotClone: Clone => Option<unsafe fn(*const u8, *mut u8)> = Some(clone_into::<T>), else None;
    DEFAULT probe_default NotDefault: Default => Option<unsafe fn(*mut u8)> = Some(default_into::<T>), else None;
    PARTIAL_EQ probe_partial_eq NotPartialEq: PartialEq
        => Option<unsafe fn(*const u8, *const u8) -> bool> = Some(erase_eq::<T>()), else None;
    PARTIAL_CMP probe_partial_cmp NotPartialOrd: PartialOrd
        => Option<unsafe fn(*const u8, *const u8) -> Option<Ordering>> = Some(erase_partial_cmp::<T>()), else None;
    CMP probe_cmp NotOrd: Ord
        => Option<unsafe fn(*const u8, *const u8) -> Ordering> = Some(erase_cmp::<T>()), else None;
    HASH probe_hash NotHash: std::hash::Hash
        => Option<unsafe fn(*const u8, &mut FastHasher)> = Some(erase_hash::<T>()), else None;
    DEBUG probe_debug NotDebug: fmt::Debug
        => Option<unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result>
        = Some(erase_format(<T as fmt::Debug>::fmt)), else None;
    DISPLAY probe_display NotDisplay: fmt::Display
        => Option<unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result>
        = Some(erase_format(<T as fmt::Display>::fmt)), else None;
}

/// The capabilities of a named type, as a `&'static Vtable`.
#[macro_export]
macro_rules! vtable {
    ($subject:ty) => {{
        use $crate::generated::fallback::*;
        const VTABLE: &$crate::generated::Vtable = &$crate::generated::Vtable {
            info: $crate::generated::Probe::<$subject>::INFO,
            copy: $crate::generated::Probe::<$subject>::COPY,
            eq: $crate::generated::Probe::<$subject>::EQ,
            send: $crate::generated::Probe::<$subject>::SEND,
            sync: $crate::generated::Probe::<$subject>::SYNC,
            error: $crate::generated::Probe::<$subject>::ERROR,
            clone: $crate::generated::Probe::<$subject>::CLONE,
            default: $crate::generated::Probe::<$subject>::DEFAULT,
            partial_eq: $crate::generated::Probe::<$subject>::PARTIAL_EQ,
            partial_cmp: $crate::generated::Probe::<$subject>::PARTIAL_CMP,
            cmp: $crate::generated::Probe::<$subject>::CMP,
            hash: $crate::generated::Probe::<$subject>::HASH,
            debug: $crate::generated::Probe::<$subject>::DEBUG,
            display: $crate::generated::Probe::<$subject>::DISPLAY,
        };
        VTABLE
    }};
}

/// The capabilities of the result of a [`Call`](crate::generated::Call) whose type has no name.
#[macro_export]
macro_rules! vtable_of {
    ($call:expr) => {{
        use $crate::generated::fallback::*;
        let probe = $call.probe();
        $crate::generated::leak($crate::generated::Vtable {
            info: probe.info(),
            copy: probe.probe_copy(),
            eq: probe.probe_eq(),
            send: probe.probe_send(),
            sync: probe.probe_sync(),
            error: probe.probe_error(),
            clone: probe.probe_clone(),
            default: probe.probe_default(),
            partial_eq: probe.probe_partial_eq(),
            partial_cmp: probe.probe_partial_cmp(),
            cmp: probe.probe_cmp(),
            hash: probe.probe_hash(),
            debug: probe.probe_debug(),
            display: probe.probe_display(),
        })
    }};
}

unsafe fn clone_into<T: Clone>(from: *const u8, to: *mut u8) {
    // SAFETY: the caller passes a live `T` and room for another.
    unsafe { to.cast::<T>().write((*from.cast::<T>()).clone()) }
}

unsafe fn default_into<T: Default>(to: *mut u8) {
    // SAFETY: the caller passes room for a `T`.
    unsafe { to.cast::<T>().write(T::default()) }
}

// The functions below take a trait's own function instead of wrapping it, which would be code per type. References to
// sized types and raw pointers are ABI-compatible in Rust's own calling convention whatever they point at, so calling
// through the erased signature is allowed; what the pointers must point at becomes the caller's business.

const fn erase_eq<T: PartialEq>() -> unsafe fn(*const u8, *const u8) -> bool {
    let function: fn(&T, &T) -> bool = <T as PartialEq>::eq;
    // SAFETY: see above.
    unsafe {
        std::mem::transmute::<fn(&T, &T) -> bool, unsafe fn(*const u8, *const u8) -> bool>(function)
    }
}

const fn erase_partial_cmp<T: PartialOrd>() -> unsafe fn(*const u8, *const u8) -> Option<Ordering> {
    let function: fn(&T, &T) -> Option<Ordering> = <T as PartialOrd>::partial_cmp;
    // SAFETY: see above.
    unsafe {
        std::mem::transmute::<
            fn(&T, &T) -> Option<Ordering>,
            unsafe fn(*const u8, *const u8) -> Option<Ordering>,
        >(function)
    }
}

const fn erase_cmp<T: Ord>() -> unsafe fn(*const u8, *const u8) -> Ordering {
    let function: fn(&T, &T) -> Ordering = <T as Ord>::cmp;
    // SAFETY: see above.
    unsafe {
        std::mem::transmute::<fn(&T, &T) -> Ordering, unsafe fn(*const u8, *const u8) -> Ordering>(
            function,
        )
    }
}

const fn erase_hash<T: std::hash::Hash>() -> unsafe fn(*const u8, &mut FastHasher) {
    let function: fn(&T, &mut FastHasher) = <T as std::hash::Hash>::hash::<FastHasher>;
    // SAFETY: see above.
    unsafe {
        std::mem::transmute::<fn(&T, &mut FastHasher), unsafe fn(*const u8, &mut FastHasher)>(
            function,
        )
    }
}

const fn erase_format<T>(
    function: fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result {
    // SAFETY: see above.
    unsafe {
        std::mem::transmute::<
            fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
            unsafe fn(*const u8, &mut fmt::Formatter<'_>) -> fmt::Result,
        >(function)
    }
}
