//! A choice point of the plan: a part of the memory and its possible images.

use super::PooledObject;

/// A part of the candidate that the search chooses.
#[derive(Debug)]
pub(crate) struct ChoiceDraft {
    /// First byte.
    pub(crate) at: *mut u8,
    /// Number of bytes.
    pub(crate) size: usize,
    /// The alternatives one after the other, each `size` bytes.
    pub(crate) images: Vec<u8>,
    /// Number of alternatives.
    pub(crate) count: usize,
    /// The relation of the alternatives to the pools.
    pub(crate) alternatives: Alternatives,
    /// The pooled object it is part of; nothing for parts of the root.
    pub(crate) owner: Option<PooledObject>,
    /// The choice it depends on.
    pub(crate) guard: Option<ChoiceGuard>,
    /// Its name.
    pub(crate) label: ChoiceLabel,
    /// `true` if [`Field`](crate::Field) reports its reads, so that no tracing is needed.
    pub(crate) wrapped: bool,
}

/// The relation of alternatives to pooled objects.
#[derive(Debug)]
pub(crate) enum Alternatives {
    /// Constants.
    Plain,
    /// Some constants, then the objects of a pool: those that occur, and one fresh.
    Shared {
        /// Index of the pool.
        pool: usize,
        /// The number of constants.
        constants: usize,
        /// `true` if another pointer must own the target.
        weak: bool,
    },
    /// Null, then one object that no other owner holds.
    Owned {
        /// Index of the pool.
        pool: usize,
    },
    /// Variants, each of which takes a number of fresh objects.
    Variants {
        /// Per alternative, its fresh objects.
        needs: Vec<Vec<Need>>,
    },
}

/// A fresh object of an alternative, and the place of its address.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// Index of the pool.
    pub(crate) pool: usize,
    /// The place of the pointer.
    pub(crate) at: *mut u8,
}

/// The condition for a choice point to exist: another one is within a range of alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChoiceGuard {
    /// Index of the other choice.
    pub(crate) parent: usize,
    /// First alternative with which it exists.
    pub(crate) low: usize,
    /// Last alternative with which it exists.
    pub(crate) high: usize,
}

/// The name of a choice point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChoiceLabel {
    /// `Type.field` of the innermost named field.
    pub(crate) field: String,
    /// The path from its object.
    pub(crate) path: String,
}
