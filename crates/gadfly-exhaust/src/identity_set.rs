//! A set of objects by identity for predicates: small ones need no allocation, and its own memory
//! traffic is not traced.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Objects distinguished by address, in order of insertion, so that the set also serves as the work
/// list of a traversal.
///
/// ```
/// use gadfly_exhaust::IdentitySet;
/// let numbers = [1, 1];
/// let mut seen = IdentitySet::new();
/// assert!(seen.insert(&numbers[0]) && seen.insert(&numbers[1]));
/// assert!(!seen.insert(&numbers[0]));
/// assert_eq!((seen.len(), seen.get(1)), (2, Some(&1)));
/// ```
pub struct IdentitySet<'a, T> {
    addresses: Addresses,
    objects: PhantomData<&'a T>,
}

impl<T> std::fmt::Debug for IdentitySet<'_, T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "IdentitySet of {}", self.len())
    }
}

impl<T> Default for IdentitySet<'_, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a, T> IdentitySet<'a, T> {
    /// An empty set.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self { addresses: Addresses::new(), objects: PhantomData }
    }

    /// Adds an object; returns `false` if the set contains it.
    #[inline]
    pub fn insert(&mut self, object: &'a T) -> bool {
        let address = std::ptr::from_ref(object) as usize;
        self.addresses.insert(address, bit::<T>(address))
    }

    /// Returns whether an object is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, object: &T) -> bool {
        let address = std::ptr::from_ref(object) as usize;
        self.addresses.contains(address, bit::<T>(address))
    }

    /// The object inserted as number `index`.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<&'a T> {
        let address = self.addresses.get(index)?;
        // SAFETY: inserted as a reference with lifetime `'a`.
        Some(unsafe { &*(address as *const T) })
    }

    /// Number of objects.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Returns whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

const INLINE: usize = 32;

struct Addresses {
    len: usize,
    /// One of 64 bits for every address in the set: most addresses outside the set are recognised by theirs.
    bits: usize,
    first: [MaybeUninit<usize>; INLINE],
    rest: Vec<usize>,
}

impl Addresses {
    #[inline]
    fn new() -> Self {
        Self { len: 0, bits: 0, first: [MaybeUninit::uninit(); INLINE], rest: Vec::new() }
    }

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn contains(&self, address: usize, bit: usize) -> bool {
        self.bits & bit != 0 && self.is_listed(address)
    }

    #[inline]
    fn insert(&mut self, address: usize, bit: usize) -> bool {
        let bits = self.bits;
        if bits & bit != 0 && self.is_listed(address) {
            return false;
        }
        let len = self.len();
        match self.first.get_mut(len) {
            Some(slot) => {
                slot.write(address);
            }
            None => self.push(address),
        }
        self.bits = bits | bit;
        self.len = len + 1;
        true
    }

    #[inline]
    fn get(&self, index: usize) -> Option<usize> {
        if index >= self.len() {
            return None;
        }
        match self.first.get(index) {
            // SAFETY: the first `len` addresses have been written.
            Some(slot) => Some(load(unsafe { slot.assume_init_ref() })),
            None => self.listed(index),
        }
    }

    #[inline(never)]
    #[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_identity_is_listed")]
    fn is_listed(&self, address: usize) -> bool {
        let inline = self.len.min(INLINE);
        // SAFETY: the first `len` addresses have been written, and `usize` may be read as such.
        let first = unsafe { std::slice::from_raw_parts(self.first.as_ptr().cast(), inline) };
        first.contains(&address) || (!self.rest.is_empty() && self.rest.contains(&address))
    }

    #[cold]
    #[inline(never)]
    fn push(&mut self, address: usize) {
        self.rest.push(address);
    }

    #[cold]
    #[inline(never)]
    fn listed(&self, index: usize) -> Option<usize> {
        self.rest.get(index - INLINE).copied()
    }
}

/// Reads the set's own memory without tracing.
#[inline(always)]
fn load(from: &usize) -> usize {
    #[cfg(all(gadfly_traced, target_arch = "x86_64"))]
    {
        let value;
        // SAFETY: reads the eight bytes of a live `usize` and touches nothing else.
        unsafe {
            std::arch::asm!(
                "mov {value}, [{from}]",
                value = lateout(reg) value,
                from = in(reg) from,
                options(pure, readonly, nostack, preserves_flags)
            );
        }
        value
    }
    #[cfg(not(all(gadfly_traced, target_arch = "x86_64")))]
    *from
}

/// The bit of an address; 64 adjacent objects have different bits.
#[inline]
fn bit<T>(address: usize) -> usize {
    let steps = std::mem::size_of::<T>().max(1).trailing_zeros();
    1_usize.wrapping_shl((address >> steps) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_objects_are_kept_apart() {
        let objects = [0_u8; 100];
        let mut set = IdentitySet::new();
        assert!(objects.iter().all(|object| set.insert(object)));
        assert!(objects.iter().all(|object| !set.insert(object)));
        assert_eq!(set.len(), 100);
        for (index, object) in objects.iter().enumerate() {
            assert!(std::ptr::eq(set.get(index).expect("an object"), object));
        }
        assert_eq!(set.get(100), None);
    }
}
