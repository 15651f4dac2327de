//! A choice point while the plan is being made: a spot of memory and the images it may take.

use super::Object;

/// One spot of the candidate that the search decides about.
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
    /// What the alternatives mean for the pools.
    pub(crate) alternatives: Alternatives,
    /// The pooled object it is part of; nothing for parts of the root.
    pub(crate) owner: Option<Object>,
    /// The choice it depends on.
    pub(crate) guard: Option<Guard>,
    /// Its name.
    pub(crate) label: Label,
    /// Reads of it are reported by [`Field`](crate::Field), so no tracing is needed.
    pub(crate) wrapped: bool,
}

/// How alternatives relate to pooled objects.
#[derive(Debug)]
pub(crate) enum Alternatives {
    /// Constants.
    Plain,
    /// Some constants, then the objects of a pool: any that occurs already, or one fresh.
    Shared {
        /// Index of the pool.
        pool: usize,
        /// How many constants come first.
        constants: usize,
        /// A target has to be held by another pointer as well.
        weak: bool,
    },
    /// Null, then one object that no other owner holds.
    Owned {
        /// Index of the pool.
        pool: usize,
    },
    /// Variants of which each takes a number of fresh objects.
    Variants {
        /// Per alternative, what it takes.
        needs: Vec<Vec<Need>>,
    },
}

/// A fresh object that an alternative takes, and where its address is written.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    /// Index of the pool.
    pub(crate) pool: usize,
    /// Where the pointer goes.
    pub(crate) at: *mut u8,
}

/// A choice point exists only while another one is within a range of alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    /// Index of the other choice.
    pub(crate) parent: usize,
    /// First alternative with which it exists.
    pub(crate) low: usize,
    /// Last alternative with which it exists.
    pub(crate) high: usize,
}

/// The name of a choice point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Label {
    /// `Type.field` of the innermost named field.
    pub(crate) field: String,
    /// The whole way from its object.
    pub(crate) path: String,
}
