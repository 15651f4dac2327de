//! The frame: one boxed value per variable of the running sequence.
//!
//! Values are boxed so that their addresses survive, and an empty slot (moved or dropped) has a null pointer. The frame
//! knows layouts but no borrows: the caller asks the borrow table before it moves, drops or reads a slot.

use crate::link::registry::LinkedType;
use crate::run::lineage::Lineage;
use std::alloc::Layout;

/// Room for the value of one variable.
#[derive(Clone, Copy, Debug)]
pub struct FrameSlot {
    /// The address of the value; null when there is none.
    pub place: *mut u8,
    /// Its type index.
    pub ty: u32,
    /// The lineage of the value.
    pub lineage: Lineage,
}

/// The slots of the running sequence.
#[derive(Debug, Default)]
pub struct ValueFrame {
    slots: Vec<FrameSlot>,
}

impl ValueFrame {
    /// The number of slots, empty ones included.
    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The slot of a variable.
    #[inline]
    pub fn slot(&self, var: u32) -> &FrameSlot {
        &self.slots[var as usize]
    }

    /// The slot of a variable, to be changed.
    #[inline]
    pub fn slot_mut(&mut self, var: u32) -> &mut FrameSlot {
        &mut self.slots[var as usize]
    }

    /// Adds a slot whose place holds a live value of the type.
    #[inline]
    pub fn push(&mut self, place: *mut u8, ty: u32, lineage: Lineage) {
        self.slots.push(FrameSlot { place, ty, lineage });
    }

    /// Takes a place out of its slot, leaving it empty.
    #[inline]
    pub fn take(&mut self, var: u32) -> *mut u8 {
        std::mem::replace(&mut self.slots[var as usize].place, std::ptr::null_mut())
    }

    /// Forgets every slot. A value that is still in one leaks.
    pub fn clear(&mut self) {
        self.slots.clear();
    }
}

/// Makes room for a value of the type.
#[inline]
pub fn allocate(ty: &LinkedType) -> *mut u8 {
    if ty.size == 0 {
        // Aligned and not null is all that a value without bytes asks for.
        return ty.align as *mut u8;
    }
    let layout = layout(ty);
    // SAFETY: the size is not zero.
    let place = unsafe { std::alloc::alloc(layout) };
    if place.is_null() {
        std::alloc::handle_alloc_error(layout);
    }
    place
}

/// Gives back the room of a value that is gone.
///
/// # Safety
/// `place` must come from [`allocate`] for the same type, and hold no live value.
#[inline]
pub unsafe fn release(ty: &LinkedType, place: *mut u8) {
    if ty.size != 0 {
        // SAFETY: allocated with this very layout.
        unsafe { std::alloc::dealloc(place, layout(ty)) };
    }
}

#[inline]
fn layout(ty: &LinkedType) -> Layout {
    // SAFETY: size and alignment are those of an existing Rust type.
    unsafe { Layout::from_size_align_unchecked(ty.size, ty.align) }
}
