//! The paths by which callers name a method.

use gadfly_model::{Arg, Impl, Lifetimes, TraitRef, Ty};

/// `semver::Version::parse`: an inherent method by its type's path.
pub(super) fn inherent(block: &Impl, name: &str) -> String {
    match &block.for_ {
        Ty::Adt(path, _) => format!("{path}::{name}"),
        _ => exact(block, name),
    }
}

/// `<k::Map<u8>>::get`: an inherent method by its type with arguments, where several impls of
/// one type have a method of that name.
pub(super) fn exact(block: &Impl, name: &str) -> String {
    format!("<{}>::{name}", block.for_.print(Lifetimes::Inferred))
}

/// `<semver::Version as std::cmp::Ord>::cmp`.
pub(super) fn of_trait(block: &Impl, trait_: &TraitRef, name: &str) -> String {
    let mut shown = trait_.clone();
    // `PartialEq<Self>` is written as `PartialEq`.
    if let [Arg::Ty(only)] = &shown.args[..]
        && *only == block.for_
        && shown.path.starts_with("std::")
        && !crate::std_items::default_args(&shown.path).is_empty()
    {
        shown.args.clear();
    }
    shown.assoc.clear();
    shown.assoc_bounds.clear();
    let for_ = block.for_.print(Lifetimes::Inferred);
    format!("<{for_} as {}>::{name}", shown.print(Lifetimes::Inferred))
}
