//! Public spellings of the standard library's items.
//!
//! rustdoc names an item by where it is defined (`core::iter::traits::iterator::Iterator`), which
//! is mostly private. The public path is nearly always `std`, the first module, the name; the
//! exceptions are modules that are public one level deeper.

use gadfly_model::rust_path;

/// Returns whether a definition path lies in the standard library.
pub(crate) fn is_std(definition: &str) -> bool {
    matches!(rust_path::first(definition), "std" | "core" | "alloc")
}

/// The public path of a type or trait of the standard library.
pub(crate) fn public_path(definition: &str) -> String {
    let segments: Vec<&str> = definition.split("::").collect();
    let [_, modules @ .., name] = &segments[..] else { return definition.to_owned() };
    let module = match modules {
        [] => return format!("std::{name}"),
        ["collections", inside @ ..] => return collection(inside, name),
        ["sync", nested @ ("atomic" | "mpsc"), ..] => format!("sync::{nested}"),
        ["ffi", "os_str"] if *name == "Display" => "ffi::os_str".to_owned(),
        ["str", "pattern", ..] => "str::pattern".to_owned(),
        ["core_arch" | "arch", ..] => "arch::x86_64".to_owned(),
        ["core_simd", ..] => "simd".to_owned(),
        ["os", "fd" | "raw", ..] => format!("os::{}", modules[1]),
        ["os", "net", "linux_ext", ..] => "os::linux::net".to_owned(),
        ["os", system, area, ..] => format!("os::{system}::{area}"),
        ["ffi", "primitives"] => "ffi".to_owned(),
        [first, ..] => (*first).to_owned(),
    };
    format!("std::{module}::{name}")
}

/// Collections are re-exported at `std::collections`, their iterators and entries are not.
fn collection(inside: &[&str], name: &str) -> String {
    const COLLECTIONS: &[&str] =
        &["BTreeMap", "BTreeSet", "BinaryHeap", "HashMap", "HashSet", "LinkedList", "VecDeque"];
    let module = match inside {
        ["btree", "map", ..] | ["btree_map", ..] => "btree_map",
        ["btree", "set", ..] | ["btree_set", ..] => "btree_set",
        ["hash", "map", ..] | ["hash_map", ..] => "hash_map",
        ["hash", "set", ..] | ["hash_set", ..] => "hash_set",
        [module @ ("binary_heap" | "linked_list" | "vec_deque"), ..] => module,
        _ => return format!("std::collections::{name}"),
    };
    if COLLECTIONS.contains(&name) {
        return format!("std::collections::{name}");
    }
    format!("std::collections::{module}::{name}")
}
