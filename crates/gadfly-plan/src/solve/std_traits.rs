//! Facts about the standard library's own types and traits.
//!
//! There is no machine-readable description of the standard library on a stable toolchain, so a
//! little of it is written down here: enough to choose likely types and to rule out hopeless
//! ones. Nothing here is trusted; the compiler judges every operation.

use gadfly_model::rust_path::last;
use gadfly_model::{Arg, Name, Prim, Ty};

use crate::types::tracked;

/// The answer to whether a type implements a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TraitVerdict {
    /// It does.
    Yes,
    /// Not known here.
    Maybe,
    /// It does not.
    No,
}

impl TraitVerdict {
    /// Both must hold.
    pub fn and(self, other: TraitVerdict) -> TraitVerdict {
        self.max(other)
    }

    fn from_bool(holds: bool) -> TraitVerdict {
        if holds { TraitVerdict::Yes } else { TraitVerdict::No }
    }
}

/// Traits that types get without an impl of their own being listed.
pub fn is_implied(trait_path: &str) -> bool {
    let Some(path) = trait_path.strip_prefix("std::") else { return false };
    matches!(
        last(path),
        "Sized"
            | "Send"
            | "Sync"
            | "Unpin"
            | "UnwindSafe"
            | "RefUnwindSafe"
            | "Freeze"
            | "Any"
            | "Into"
            | "TryInto"
            | "From"
            | "TryFrom"
            | "Borrow"
            | "BorrowMut"
            | "ToOwned"
            | "ToString"
            | "IntoFuture"
            | "Pattern"
            | "SliceIndex"
            | "Fn"
            | "FnMut"
            | "FnOnce"
            | "Tuple"
            | "Pointee"
            | "CloneToUninit"
    )
}

/// Standard traits that a reference has because what it points to has them, or by itself.
pub fn is_forwarded(trait_path: &str) -> bool {
    let Some(path) = trait_path.strip_prefix("std::") else { return false };
    path.starts_with("fmt::")
        || path.starts_with("io::")
        || matches!(
            last(path),
            "Clone"
                | "Copy"
                | "PartialEq"
                | "Eq"
                | "PartialOrd"
                | "Ord"
                | "Hash"
                | "Hasher"
                | "Iterator"
                | "DoubleEndedIterator"
                | "ExactSizeIterator"
                | "FusedIterator"
                | "AsRef"
                | "AsMut"
                | "Deref"
                | "DerefMut"
                | "Error"
                | "Future"
                | "ToSocketAddrs"
        )
}

/// Returns whether a type of the language or the standard library implements a standard trait.
pub fn judge(ty: &Ty, trait_path: &str) -> TraitVerdict {
    let Some(path) = trait_path.strip_prefix("std::") else { return TraitVerdict::Maybe };
    let name = last(path);
    match ty {
        Ty::Prim(prim) => judge_prim(*prim, name),
        Ty::Ref { mutable, inner, .. } => match name {
            "Copy" | "Clone" => TraitVerdict::from_bool(!mutable),
            "Default" => TraitVerdict::from_bool(
                !mutable && matches!(**inner, Ty::Prim(Prim::Str) | Ty::Slice(_)),
            ),
            "Sized" => TraitVerdict::Yes,
            "Hash" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Debug" | "Display" => {
                judge(inner, trait_path)
            }
            "Hasher" | "BuildHasher" | "Float" | "FromStr" => TraitVerdict::No,
            "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" if !mutable => {
                TraitVerdict::No
            }
            "Deref" => TraitVerdict::Yes,
            "DerefMut" => TraitVerdict::from_bool(*mutable),
            "IntoIterator" if matches!(**inner, Ty::Prim(_)) => TraitVerdict::No,
            // What a reference has, it has from what it points to.
            _ if is_forwarded(trait_path) || matches!(**inner, Ty::Prim(_)) => {
                judge(inner, trait_path)
            }
            _ => TraitVerdict::Maybe,
        },
        Ty::Tuple(items) => match name {
            "Copy" | "Clone" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Hash" | "Debug"
            | "Default" => {
                items.iter().fold(TraitVerdict::Yes, |all, item| all.and(judge(item, trait_path)))
            }
            "Sized" | "Extend" | "RangeBounds" | "Tuple" | "From" | "Into" => TraitVerdict::Maybe,
            _ => TraitVerdict::No,
        },
        Ty::FnPointer(_) => match name {
            "Copy" | "Clone" | "Debug" | "PartialEq" | "Eq" | "Hash" | "Ord" | "PartialOrd"
            | "Fn" | "FnMut" | "FnOnce" => TraitVerdict::Yes,
            _ => TraitVerdict::Maybe,
        },
        Ty::Adt(path, _) if **path == *tracked::PATH => tracked::judge(name),
        Ty::Adt(path, args) if path.starts_with("std::") => judge_std(path, args, name, trait_path),
        Ty::Array(inner, _) => match name {
            "Copy" | "Clone" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Hash" | "Debug" => {
                judge(inner, trait_path)
            }
            "Iterator" | "Display" | "Hasher" | "BuildHasher" | "Deref" | "FromStr" => {
                TraitVerdict::No
            }
            _ => TraitVerdict::Maybe,
        },
        _ => TraitVerdict::Maybe,
    }
}

fn judge_prim(prim: Prim, name: &str) -> TraitVerdict {
    let number = prim.is_integer() || prim.is_float();
    match name {
        "Copy" | "Clone" | "PartialEq" | "PartialOrd" | "Debug" | "Display" => TraitVerdict::Yes,
        "Sized" => TraitVerdict::from_bool(prim != Prim::Str),
        "Eq" | "Ord" | "Hash" => TraitVerdict::from_bool(!prim.is_float()),
        "Default" | "FromStr" => TraitVerdict::from_bool(prim != Prim::Str && prim != Prim::Never),
        "Add" | "Sub" | "Mul" | "Div" | "Rem" | "AddAssign" | "SubAssign" | "MulAssign"
        | "DivAssign" | "RemAssign" | "Sum" | "Product" => TraitVerdict::from_bool(number),
        "BitAnd" | "BitOr" | "BitXor" | "BitAndAssign" | "BitOrAssign" | "BitXorAssign" | "Not" => {
            TraitVerdict::from_bool(prim.is_integer() || prim == Prim::Bool)
        }
        "Shl" | "Shr" | "ShlAssign" | "ShrAssign" | "LowerHex" | "UpperHex" | "Octal"
        | "Binary" => TraitVerdict::from_bool(prim.is_integer()),
        "Neg" => {
            TraitVerdict::from_bool(prim.is_float() || (Prim::I8..=Prim::Isize).contains(&prim))
        }
        "LowerExp" | "UpperExp" => TraitVerdict::from_bool(number),
        "Step" => TraitVerdict::from_bool(prim.is_integer() || prim == Prim::Char),
        "From" | "Into" | "TryFrom" | "TryInto" | "Borrow" | "BorrowMut" | "ToString"
        | "ToOwned" | "Any" | "Send" | "Sync" | "Unpin" | "UnwindSafe" | "RefUnwindSafe" => {
            TraitVerdict::Maybe
        }
        "AsRef" => TraitVerdict::from_bool(prim == Prim::Str),
        _ => TraitVerdict::No,
    }
}

fn judge_std(path: &str, args: &[Arg], name: &str, trait_path: &str) -> TraitVerdict {
    let inner = || {
        args.iter().fold(TraitVerdict::Yes, |all, arg| match arg {
            Arg::Ty(ty) => all.and(judge(ty, trait_path)),
            _ => all,
        })
    };
    let short = last(path);
    let is_range = path.starts_with("std::ops::Range");
    let is_iterator = is_std_iterator(path);
    let is_owned = matches!(
        short,
        "Vec"
            | "String"
            | "Box"
            | "Rc"
            | "Arc"
            | "HashMap"
            | "HashSet"
            | "BTreeMap"
            | "BTreeSet"
            | "VecDeque"
            | "BinaryHeap"
            | "LinkedList"
            | "PathBuf"
            | "OsString"
            | "CString"
            | "RefCell"
            | "Mutex"
            | "RwLock"
            | "Weak"
            | "Cow"
    );
    match name {
        "Copy" => {
            if is_owned || is_range || is_iterator {
                TraitVerdict::No
            } else if matches!(
                short,
                "Option" | "Result" | "Reverse" | "Wrapping" | "Poll" | "Bound"
            ) {
                inner()
            } else {
                TraitVerdict::Maybe
            }
        }
        "Clone" | "PartialEq" | "Eq" | "Debug" => match short {
            "Vec" | "Option" | "Result" | "Box" | "VecDeque" | "LinkedList" | "BTreeMap"
            | "BTreeSet" => inner(),
            "String" | "Duration" | "Ordering" => TraitVerdict::Yes,
            _ => TraitVerdict::Maybe,
        },
        "Hash" | "PartialOrd" | "Ord" => match short {
            "HashMap" | "HashSet" => TraitVerdict::No,
            "Vec" | "Option" | "Result" | "Box" | "VecDeque" | "BTreeMap" | "BTreeSet" => inner(),
            _ => TraitVerdict::Maybe,
        },
        "ExactSizeIterator" if short == "Filter" => TraitVerdict::No,
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
            if is_iterator || matches!(short, "Box") {
                TraitVerdict::Maybe
            } else if is_range {
                TraitVerdict::from_bool(matches!(short, "Range" | "RangeInclusive" | "RangeFrom"))
            } else {
                TraitVerdict::No
            }
        }
        "Hasher" => TraitVerdict::from_bool(matches!(short, "DefaultHasher" | "SipHasher")),
        "BuildHasher" => {
            TraitVerdict::from_bool(matches!(short, "RandomState" | "BuildHasherDefault"))
        }
        "Deref" | "DerefMut" => TraitVerdict::from_bool(matches!(
            short,
            "Box"
                | "Rc"
                | "Arc"
                | "Vec"
                | "String"
                | "Cow"
                | "Ref"
                | "RefMut"
                | "MutexGuard"
                | "Pin"
        )),
        "Display" => match short {
            "String" | "Arguments" | "Error" => TraitVerdict::Yes,
            "Vec" | "Option" | "Result" | "HashMap" | "BTreeMap" => TraitVerdict::No,
            _ => TraitVerdict::Maybe,
        },
        "Add" | "Sub" | "Mul" | "Div" | "Rem" | "Neg" => TraitVerdict::from_bool(matches!(
            short,
            "Duration" | "Wrapping" | "Saturating" | "Instant"
        )),
        "Fn" | "FnMut" | "FnOnce" => TraitVerdict::from_bool(short == "Box"),
        "Error" => TraitVerdict::from_bool(
            short.ends_with("Error") || matches!(short, "Box" | "Infallible"),
        ),
        "Write" if trait_path.starts_with("std::fmt") => TraitVerdict::from_bool(short == "String"),
        "Write" => TraitVerdict::from_bool(matches!(
            short,
            "Vec"
                | "VecDeque"
                | "Cursor"
                | "BufWriter"
                | "LineWriter"
                | "Sink"
                | "Empty"
                | "Box"
                | "File"
        )),
        "Read" | "BufRead" => TraitVerdict::from_bool(matches!(
            short,
            "Cursor"
                | "BufReader"
                | "Empty"
                | "Repeat"
                | "Box"
                | "File"
                | "Take"
                | "Chain"
                | "VecDeque"
        )),
        "Seek" => TraitVerdict::from_bool(matches!(
            short,
            "Cursor" | "BufReader" | "BufWriter" | "Box" | "File"
        )),
        "IntoIterator" => match short {
            "String" | "Duration" | "Ordering" | "Rc" | "Arc" | "Cell" | "RefCell" => {
                TraitVerdict::No
            }
            _ => TraitVerdict::Maybe,
        },
        "Future" => TraitVerdict::from_bool(matches!(short, "Ready" | "Pending" | "Pin" | "Box")),
        _ => TraitVerdict::Maybe,
    }
}

/// An associated type of a standard trait for a standard type.
pub fn assoc(ty: &Ty, trait_path: &str, name: &str) -> Option<Ty> {
    let first = |args: &[Arg]| {
        args.iter().find_map(|arg| match arg {
            Arg::Ty(ty) => Some(ty.clone()),
            _ => None,
        })
    };
    let trait_name = last(trait_path.strip_prefix("std::")?);
    match (trait_name, name) {
        ("Iterator" | "IntoIterator", "Item") => match ty {
            Ty::Adt(path, args) => {
                let short = last(path);
                let is_set = path.ends_with("_set::Iter") || path.ends_with("slice::Iter");
                match short {
                    "Chars" => Some(Ty::Prim(Prim::Char)),
                    "Bytes" => Some(Ty::Prim(Prim::U8)),
                    "IntoIter" if !path.contains("_map::") => first(args),
                    "Filter" => assoc(&first(args)?, trait_path, name),
                    "Map" => match type_args(args).get(1) {
                        Some(Ty::FnPointer(pointer)) => Some(pointer.output.clone()),
                        _ => None,
                    },
                    "Iter" if is_set => first(args).map(Ty::shared),
                    "IterMut" if path.ends_with("slice::IterMut") => first(args).map(Ty::exclusive),
                    "Range" | "RangeInclusive" | "RangeFrom" | "Once" | "Empty" | "Repeat" => {
                        first(args)
                    }
                    "Vec" | "VecDeque" | "BTreeSet" | "HashSet" | "BinaryHeap" | "LinkedList"
                    | "Option"
                        if trait_name == "IntoIterator" =>
                    {
                        first(args)
                    }
                    "BTreeMap" | "HashMap" if trait_name == "IntoIterator" => {
                        let types: Vec<Ty> = args
                            .iter()
                            .filter_map(|arg| match arg {
                                Arg::Ty(ty) => Some(ty.clone()),
                                _ => None,
                            })
                            .take(2)
                            .collect();
                        Some(Ty::Tuple(types))
                    }
                    _ => None,
                }
            }
            Ty::Array(inner, _) if trait_name == "IntoIterator" => Some((**inner).clone()),
            Ty::Ref { mutable, inner, .. } => match &**inner {
                Ty::Slice(element) | Ty::Array(element, _) => Some(reference(*mutable, element)),
                Ty::Adt(path, args) if last(path) == "Vec" => {
                    first(args).map(|element| reference(*mutable, &element))
                }
                _ => None,
            },
            _ => None,
        },
        (
            "Add" | "Sub" | "Mul" | "Div" | "Rem" | "Neg" | "Not" | "BitAnd" | "BitOr" | "BitXor"
            | "Shl" | "Shr",
            "Output",
        ) => match ty {
            Ty::Prim(_) => Some(ty.clone()),
            Ty::Ref { inner, .. } if matches!(**inner, Ty::Prim(_)) => Some((**inner).clone()),
            _ => None,
        },
        ("Deref", "Target") => match ty {
            Ty::Adt(path, args) => match last(path) {
                "Box" | "Rc" | "Arc" => first(args),
                "Vec" => first(args).map(|element| Ty::Slice(Box::new(element))),
                "String" => Some(Ty::Prim(Prim::Str)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a standard type is put together by its users from what they have: a text, a list.
pub fn is_plain_data(ty: &Ty) -> bool {
    const HEADS: &[&str] = &[
        "std::string::String",
        "std::vec::Vec",
        "std::option::Option",
        "std::collections::VecDeque",
        "std::collections::BTreeMap",
        "std::collections::BTreeSet",
        "std::collections::HashMap",
        "std::collections::HashSet",
    ];
    matches!(ty, Ty::Adt(path, _) if HEADS.contains(&&**path))
}

/// Standard types that have no known size.
pub fn is_unsized(path: &str) -> bool {
    matches!(path, "std::path::Path" | "std::ffi::OsStr" | "std::ffi::CStr" | "std::bstr::ByteStr")
}

/// Returns whether a standard type is an iterator, by where it lives and what it is called.
pub fn is_std_iterator(path: &str) -> bool {
    if path.starts_with("std::iter::") {
        return true;
    }
    matches!(
        last(path),
        "Iter"
            | "IterMut"
            | "IntoIter"
            | "Keys"
            | "Values"
            | "ValuesMut"
            | "IntoKeys"
            | "IntoValues"
            | "Drain"
            | "Chars"
            | "CharIndices"
            | "Bytes"
            | "Lines"
            | "Split"
            | "SplitWhitespace"
            | "Chunks"
            | "ChunksExact"
            | "ChunksMut"
            | "Windows"
            | "Components"
            | "SplitN"
            | "RSplit"
            | "Range"
            | "RangeInclusive"
            | "RangeFrom"
            | "SplitAsciiWhitespace"
            | "Difference"
            | "Intersection"
            | "Union"
            | "SymmetricDifference"
            | "EscapeDefault"
            | "EscapeDebug"
    ) && path.starts_with("std::")
        && path != "std::ops::RangeTo"
}

fn reference(mutable: bool, element: &Ty) -> Ty {
    if mutable { Ty::exclusive(element.clone()) } else { Ty::shared(element.clone()) }
}

/// The first type argument of a list.
pub fn first_type(args: &[Arg]) -> Option<&Ty> {
    args.iter().find_map(|arg| match arg {
        Arg::Ty(ty) => Some(ty),
        _ => None,
    })
}

/// The type arguments of a list.
pub fn type_args(args: &[Arg]) -> Vec<&Ty> {
    args.iter()
        .filter_map(|arg| match arg {
            Arg::Ty(ty) => Some(ty),
            _ => None,
        })
        .collect()
}

/// The primitive types offered for a parameter about which nothing better is known, in the
/// order in which they are tried. Small value sets first: keys should collide.
pub fn likely_types() -> Vec<Ty> {
    let prims = [
        Prim::I32,
        Prim::U32,
        Prim::F64,
        Prim::U8,
        Prim::Usize,
        Prim::Char,
        Prim::U64,
        Prim::I64,
        Prim::Bool,
        Prim::U16,
        Prim::F32,
        Prim::I8,
        Prim::I16,
        Prim::I128,
        Prim::U128,
        Prim::Isize,
    ];
    let mut types: Vec<Ty> = prims.into_iter().map(Ty::Prim).collect();
    types.insert(1, Ty::adt("std::string::String", []));
    types.push(Ty::shared(Ty::Prim(Prim::Str)));
    types.push(Ty::adt("std::vec::Vec", [Ty::Prim(Prim::U8)]));
    types
}

/// The name as a [`Name`], for building model types by hand.
pub fn name(text: &str) -> Name {
    text.into()
}
