//! Pools: the numbered, interchangeable objects of one type that pointers can lead to.

use std::any::TypeId;

use super::Plan;

/// One object of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PooledObject {
    /// Index of the pool.
    pub(crate) pool: usize,
    /// Index within the pool.
    pub(crate) index: usize,
}

/// The owner that frees the objects of a pool in a real value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manager {
    /// Boxes, or callers of `Box::from_raw`.
    Box,
    /// `Rc`.
    Rc,
    /// `Arc`.
    Arc,
}

/// The objects of one type.
#[derive(Debug)]
pub(crate) struct Pool {
    /// The type pointed to.
    pub(crate) ty: TypeId,
    /// The type that its bound was declared for.
    pub(crate) key: TypeId,
    /// Its name.
    pub(crate) name: String,
    /// Number of objects.
    pub(crate) size: usize,
    /// Address of each object.
    pub(crate) objects: Vec<*mut u8>,
    /// The choice points of each object are within this range.
    pub(crate) ranges: Vec<(usize, usize)>,
    /// The owner of the objects.
    pub(crate) manager: Manager,
    /// `true` if a pointer owns its target exclusively.
    pub(crate) owned: bool,
    /// `true` if a pointer may lead to a target that occurs elsewhere.
    pub(crate) shared: bool,
    /// `true` if the objects are the slots of a `Vec`, planted with the `Vec`.
    pub(crate) slots: bool,
    /// `true` if each object follows the one before it in memory.
    pub(crate) adjacent: bool,
    /// `true` if slots are referred to by numbers that stand for any slot.
    pub(crate) interchangeable: bool,
    /// Allocates the objects once all pointers are known.
    pub(crate) allocate: fn(&mut Plan, usize),
    /// Plants the fields of the object with this index.
    pub(crate) plant: fn(&mut Plan, usize, usize),
}

/// Room in front of every pooled object for the two counters of an `Rc` or `Arc`.
pub(crate) const COUNTERS: usize = 2 * std::mem::size_of::<usize>();
