//! Probing of a type's traits, at compile time: an inherent item takes precedence over a trait's item of the same name, and
//! drops out when its bounds do not hold.
//!
//! One line in the list below per capability, and one in each macro after it, which the compiler insists on. `vtable!` reads constants, so that probing a named type costs no code
//! at all; `vtable_of!` asks the same of a type that has no name, through methods.

use super::call::Call;
use super::law_table::{
    self, CloneFromFn, CloneIterator, CompareFn, DrainFn, EqItems, LenFn, OperatorsFn, ParseFn,
    RoundTrip, SizeHint, SizeHintFn, SourcesFn, TextFn, TraverseFn, TwoEnds,
};
use super::vtable::{
    CloneFn, CmpFn, DefaultFn, EqFn, FormatFn, HashFn, InfoOf, PartialCmpFn, TypeInfo, Vtable,
};
use crate::values::fingerprint::FastHasher;
use std::cmp::Ordering;
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

/// Carries a type to be probed.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T: 'static> Probe<T> {
    /// The properties that every type has.
    pub const INFO: &'static TypeInfo = InfoOf::<T>::INFO;

    /// The properties that every type has.
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

/// Keeps a vtable that was built at run time.
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

        /// The fallbacks of a probe for traits that the type does not implement.
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

/// Takes a trait's own function under an erased signature, where a wrapper would be code per type.
///
/// References to sized types and raw pointers are ABI-compatible in Rust's own calling convention for every pointee, so
/// calling through the erased signature is allowed; what the pointers must point at becomes the caller's business.
macro_rules! erase {
    ($function:expr, $from:ty, $to:ty) => {{
        let function: $from = $function;
        // SAFETY: see above: each use erases nothing but the referent of references to a sized type.
        Some(unsafe { std::mem::transmute::<$from, $to>(function) })
    }};
}

capabilities! {
    COPY probe_copy NotCopy: Copy => bool = true, else false;
    EQ probe_eq NotEq: Eq => bool = true, else false;
    SEND probe_send NotSend: Send => bool = true, else false;
    SYNC probe_sync NotSync: Sync => bool = true, else false;
    ERROR probe_error NotError: std::error::Error => bool = true, else false;
    CLONE probe_clone NotClone: Clone => Option<CloneFn> = Some(clone_into::<T>), else None;
    DEFAULT probe_default NotDefault: Default
        => Option<DefaultFn> = Some(default_into::<T>), else None;
    PARTIAL_EQ probe_partial_eq NotPartialEq: PartialEq
        => Option<EqFn> = erase!(<T as PartialEq>::eq, fn(&T, &T) -> bool, EqFn), else None;
    PARTIAL_CMP probe_partial_cmp NotPartialOrd: PartialOrd
        => Option<PartialCmpFn>
        = erase!(<T as PartialOrd>::partial_cmp, fn(&T, &T) -> Option<Ordering>, PartialCmpFn),
        else None;
    CMP probe_cmp NotOrd: Ord
        => Option<CmpFn> = erase!(<T as Ord>::cmp, fn(&T, &T) -> Ordering, CmpFn), else None;
    HASH probe_hash NotHash: Hash
        => Option<HashFn> = erase!(<T as Hash>::hash, fn(&T, &mut FastHasher), HashFn), else None;
    DEBUG probe_debug NotDebug: fmt::Debug
        => Option<FormatFn> = erase!(<T as fmt::Debug>::fmt, FormatOf<T>, FormatFn), else None;
    DISPLAY probe_display NotDisplay: fmt::Display
        => Option<FormatFn> = erase!(<T as fmt::Display>::fmt, FormatOf<T>, FormatFn), else None;
    NE probe_ne NotNe: PartialEq
        => Option<EqFn> = erase!(<T as PartialEq>::ne, fn(&T, &T) -> bool, EqFn), else None;
    OPERATORS probe_operators NotOperators: PartialOrd
        => Option<OperatorsFn> = Some(law_table::operators::<T>), else None;
    CLONE_FROM probe_clone_from NotCloneFrom: Clone
        => Option<CloneFromFn>
        = erase!(<T as Clone>::clone_from, fn(&mut T, &T), CloneFromFn), else None;
    LOWER_HEX probe_lower_hex NotLowerHex: fmt::LowerHex
        => Option<FormatFn> = erase!(<T as fmt::LowerHex>::fmt, FormatOf<T>, FormatFn), else None;
    UPPER_HEX probe_upper_hex NotUpperHex: fmt::UpperHex
        => Option<FormatFn> = erase!(<T as fmt::UpperHex>::fmt, FormatOf<T>, FormatFn), else None;
    BINARY probe_binary NotBinary: fmt::Binary
        => Option<FormatFn> = erase!(<T as fmt::Binary>::fmt, FormatOf<T>, FormatFn), else None;
    OCTAL probe_octal NotOctal: fmt::Octal
        => Option<FormatFn> = erase!(<T as fmt::Octal>::fmt, FormatOf<T>, FormatFn), else None;
    LOWER_EXP probe_lower_exp NotLowerExp: fmt::LowerExp
        => Option<FormatFn> = erase!(<T as fmt::LowerExp>::fmt, FormatOf<T>, FormatFn), else None;
    UPPER_EXP probe_upper_exp NotUpperExp: fmt::UpperExp
        => Option<FormatFn> = erase!(<T as fmt::UpperExp>::fmt, FormatOf<T>, FormatFn), else None;
    SIZE_HINT probe_size_hint NotIterator: Iterator
        => Option<SizeHintFn>
        = erase!(<T as Iterator>::size_hint, fn(&T) -> SizeHint, SizeHintFn), else None;
    LEN probe_len NotExactSize: ExactSizeIterator
        => Option<LenFn> = erase!(<T as ExactSizeIterator>::len, fn(&T) -> usize, LenFn), else None;
    FUSED probe_fused NotFused: std::iter::FusedIterator => bool = true, else false;
    TRAVERSE probe_traverse NotCloneIterator: CloneIterator
        => Option<TraverseFn> = Some(law_table::traverse::<T>), else None;
    DRAIN probe_drain NotDrainable: Iterator
        => Option<DrainFn> = Some(law_table::drain::<T>), else None;
    SHORTCUTS probe_shortcuts NotEqItems: EqItems
        => Option<CompareFn> = Some(law_table::shortcuts::<T>), else None;
    MIDWAY probe_midway NotMidway: EqItems
        => Option<CompareFn> = Some(law_table::midway::<T>), else None;
    BACKWARDS probe_backwards NotTwoEnds: TwoEnds
        => Option<CompareFn> = Some(law_table::backwards::<T>), else None;
    TEXT probe_text NotBorrowStr: std::borrow::Borrow<str>
        => Option<TextFn>
        = erase!(<T as std::borrow::Borrow<str>>::borrow, fn(&T) -> &str, TextFn), else None;
    PARSE probe_parse NotRoundTrip: RoundTrip
        => Option<ParseFn> = Some(law_table::parse::<T>), else None;
    SOURCES probe_sources NotSources: std::error::Error
        => Option<SourcesFn> = Some(law_table::sources::<T>), else None;
}

type FormatOf<T> = fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result;

/// The capabilities of a named type, as a `&'static Vtable`.
#[macro_export]
macro_rules! vtable {
    ($subject:ty) => {
        $crate::vtable!($subject, None)
    };
    ($subject:ty, $laws:expr) => {{
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
            laws: $laws,
        };
        VTABLE
    }};
}

/// The capabilities of a named type whose laws are to be checked, as a `&'static Vtable`.
#[macro_export]
macro_rules! judged {
    ($subject:ty) => {{
        use $crate::generated::fallback::*;
        const LAWS: &$crate::generated::LawTable = &$crate::generated::LawTable {
            ne: $crate::generated::Probe::<$subject>::NE,
            operators: $crate::generated::Probe::<$subject>::OPERATORS,
            clone_from: $crate::generated::Probe::<$subject>::CLONE_FROM,
            lower_hex: $crate::generated::Probe::<$subject>::LOWER_HEX,
            upper_hex: $crate::generated::Probe::<$subject>::UPPER_HEX,
            binary: $crate::generated::Probe::<$subject>::BINARY,
            octal: $crate::generated::Probe::<$subject>::OCTAL,
            lower_exp: $crate::generated::Probe::<$subject>::LOWER_EXP,
            upper_exp: $crate::generated::Probe::<$subject>::UPPER_EXP,
            size_hint: $crate::generated::Probe::<$subject>::SIZE_HINT,
            len: $crate::generated::Probe::<$subject>::LEN,
            fused: $crate::generated::Probe::<$subject>::FUSED,
            traverse: $crate::generated::Probe::<$subject>::TRAVERSE,
            drain: $crate::generated::Probe::<$subject>::DRAIN,
            shortcuts: $crate::generated::Probe::<$subject>::SHORTCUTS,
            midway: $crate::generated::Probe::<$subject>::MIDWAY,
            backwards: $crate::generated::Probe::<$subject>::BACKWARDS,
            text: $crate::generated::Probe::<$subject>::TEXT,
            parse: $crate::generated::Probe::<$subject>::PARSE,
            sources: $crate::generated::Probe::<$subject>::SOURCES,
        };
        $crate::vtable!($subject, Some(LAWS))
    }};
}

/// The capabilities of the result of a `Call` whose type has no name.
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
            laws: Some($crate::generated::leak_laws($crate::generated::LawTable {
                ne: probe.probe_ne(),
                operators: probe.probe_operators(),
                clone_from: probe.probe_clone_from(),
                lower_hex: probe.probe_lower_hex(),
                upper_hex: probe.probe_upper_hex(),
                binary: probe.probe_binary(),
                octal: probe.probe_octal(),
                lower_exp: probe.probe_lower_exp(),
                upper_exp: probe.probe_upper_exp(),
                size_hint: probe.probe_size_hint(),
                len: probe.probe_len(),
                fused: probe.probe_fused(),
                traverse: probe.probe_traverse(),
                drain: probe.probe_drain(),
                shortcuts: probe.probe_shortcuts(),
                midway: probe.probe_midway(),
                backwards: probe.probe_backwards(),
                text: probe.probe_text(),
                parse: probe.probe_parse(),
                sources: probe.probe_sources(),
            })),
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
