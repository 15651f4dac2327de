//! Generic parameters of the standard library that signatures leave out.

use gadfly_model::Ty;

/// The replacement of an argument that is left out.
pub(crate) enum Default {
    /// The type that the trait is asked of.
    SelfTy,
    /// This type.
    Ty(Ty),
}

/// Defaults of the type parameters of a type or trait, by position: `None` has no default.
pub(crate) fn default_args(path: &str) -> Vec<Option<Default>> {
    let random_state = || Some(Default::Ty(Ty::adt("std::hash::RandomState", [])));
    match path {
        "std::collections::HashMap" => vec![None, None, random_state()],
        "std::collections::HashSet" => vec![None, random_state()],
        "std::ops::ControlFlow" => vec![None, Some(Default::Ty(Ty::unit()))],
        _ if has_rhs(path) => vec![Some(Default::SelfTy)],
        _ => Vec::new(),
    }
}

/// Traits declared as `trait Name<Rhs = Self>`.
fn has_rhs(path: &str) -> bool {
    const OPERATORS: &[&str] =
        &["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor", "Shl", "Shr"];
    if matches!(
        path,
        "std::cmp::PartialEq" | "std::cmp::PartialOrd" | "std::iter::Sum" | "std::iter::Product"
    ) {
        return true;
    }
    let Some(name) = path.strip_prefix("std::ops::") else { return false };
    OPERATORS.contains(&name.strip_suffix("Assign").unwrap_or(name))
}

/// The supertrait of a generic trait that takes the same arguments.
pub(crate) fn supertrait_with_args(path: &str) -> Option<&'static str> {
    Some(match path {
        "std::ops::IndexMut" => "std::ops::Index",
        "std::ops::Fn" | "std::ops::FnMut" => "std::ops::FnOnce",
        "std::cmp::PartialOrd" => "std::cmp::PartialEq",
        _ => return None,
    })
}

/// The number of lifetime parameters of a type.
pub(crate) fn lifetimes(path: &str) -> usize {
    if TWO_LIFETIMES.contains(&path) {
        return 2;
    }
    usize::from(ONE_LIFETIME.binary_search(&path).is_ok())
}

pub(super) const TWO_LIFETIMES: &[&str] = &[
    "std::fmt::DebugList",
    "std::fmt::DebugMap",
    "std::fmt::DebugSet",
    "std::fmt::DebugStruct",
    "std::fmt::DebugTuple",
    "std::thread::Scope",
];

/// Stable types with one lifetime parameter, sorted.
pub(super) const ONE_LIFETIME: &[&str] = &[
    "std::borrow::Cow",
    "std::cell::Ref",
    "std::cell::RefMut",
    "std::collections::binary_heap::Drain",
    "std::collections::binary_heap::Iter",
    "std::collections::binary_heap::PeekMut",
    "std::collections::btree_map::Entry",
    "std::collections::btree_map::ExtractIf",
    "std::collections::btree_map::Iter",
    "std::collections::btree_map::IterMut",
    "std::collections::btree_map::Keys",
    "std::collections::btree_map::OccupiedEntry",
    "std::collections::btree_map::Range",
    "std::collections::btree_map::RangeMut",
    "std::collections::btree_map::VacantEntry",
    "std::collections::btree_map::Values",
    "std::collections::btree_map::ValuesMut",
    "std::collections::btree_set::Difference",
    "std::collections::btree_set::ExtractIf",
    "std::collections::btree_set::Intersection",
    "std::collections::btree_set::Iter",
    "std::collections::btree_set::Range",
    "std::collections::btree_set::SymmetricDifference",
    "std::collections::btree_set::Union",
    "std::collections::hash_map::Drain",
    "std::collections::hash_map::Entry",
    "std::collections::hash_map::ExtractIf",
    "std::collections::hash_map::Iter",
    "std::collections::hash_map::IterMut",
    "std::collections::hash_map::Keys",
    "std::collections::hash_map::OccupiedEntry",
    "std::collections::hash_map::VacantEntry",
    "std::collections::hash_map::Values",
    "std::collections::hash_map::ValuesMut",
    "std::collections::hash_set::Difference",
    "std::collections::hash_set::Drain",
    "std::collections::hash_set::ExtractIf",
    "std::collections::hash_set::Intersection",
    "std::collections::hash_set::Iter",
    "std::collections::hash_set::SymmetricDifference",
    "std::collections::hash_set::Union",
    "std::collections::linked_list::ExtractIf",
    "std::collections::linked_list::Iter",
    "std::collections::linked_list::IterMut",
    "std::collections::vec_deque::Drain",
    "std::collections::vec_deque::Iter",
    "std::collections::vec_deque::IterMut",
    "std::env::SplitPaths",
    "std::ffi::os_str::Display",
    "std::fmt::Arguments",
    "std::fmt::Formatter",
    "std::io::IoSlice",
    "std::io::IoSliceMut",
    "std::io::StderrLock",
    "std::io::StdinLock",
    "std::io::StdoutLock",
    "std::net::Incoming",
    "std::option::Iter",
    "std::option::IterMut",
    "std::os::fd::BorrowedFd",
    "std::os::unix::net::Incoming",
    "std::panic::Location",
    "std::panic::PanicHookInfo",
    "std::path::Ancestors",
    "std::path::Component",
    "std::path::Components",
    "std::path::Display",
    "std::path::Iter",
    "std::path::Prefix",
    "std::path::PrefixComponent",
    "std::process::CommandArgs",
    "std::process::CommandEnvs",
    "std::result::Iter",
    "std::result::IterMut",
    "std::slice::ArrayWindows",
    "std::slice::ChunkBy",
    "std::slice::ChunkByMut",
    "std::slice::Chunks",
    "std::slice::ChunksExact",
    "std::slice::ChunksExactMut",
    "std::slice::ChunksMut",
    "std::slice::EscapeAscii",
    "std::slice::Iter",
    "std::slice::IterMut",
    "std::slice::RChunks",
    "std::slice::RChunksExact",
    "std::slice::RChunksExactMut",
    "std::slice::RChunksMut",
    "std::slice::RSplit",
    "std::slice::RSplitMut",
    "std::slice::RSplitN",
    "std::slice::RSplitNMut",
    "std::slice::Split",
    "std::slice::SplitInclusive",
    "std::slice::SplitInclusiveMut",
    "std::slice::SplitMut",
    "std::slice::SplitN",
    "std::slice::SplitNMut",
    "std::slice::Windows",
    "std::str::Bytes",
    "std::str::CharIndices",
    "std::str::Chars",
    "std::str::EncodeUtf16",
    "std::str::EscapeDebug",
    "std::str::EscapeDefault",
    "std::str::EscapeUnicode",
    "std::str::Lines",
    "std::str::LinesAny",
    "std::str::MatchIndices",
    "std::str::Matches",
    "std::str::RMatchIndices",
    "std::str::RMatches",
    "std::str::RSplit",
    "std::str::RSplitN",
    "std::str::RSplitTerminator",
    "std::str::Split",
    "std::str::SplitAsciiWhitespace",
    "std::str::SplitInclusive",
    "std::str::SplitN",
    "std::str::SplitTerminator",
    "std::str::SplitWhitespace",
    "std::str::Utf8Chunk",
    "std::str::Utf8Chunks",
    "std::string::Drain",
    "std::sync::MutexGuard",
    "std::sync::RwLockReadGuard",
    "std::sync::RwLockWriteGuard",
    "std::sync::mpsc::Iter",
    "std::sync::mpsc::TryIter",
    "std::task::Context",
    "std::thread::ScopedJoinHandle",
    "std::vec::Drain",
    "std::vec::ExtractIf",
    "std::vec::Splice",
];
