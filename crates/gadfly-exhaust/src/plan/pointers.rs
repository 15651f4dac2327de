//! Planting pointers: owned ones, shared ones, and those of variants.

use std::alloc::Layout;
use std::any::TypeId;
use std::ops::RangeInclusive;

use super::builder::push_image;
use super::pool::COUNTERS;
use super::{Alternatives, Manager, Need, Plan, Pool};
use crate::bounds::short_name;
use crate::error::PlanError;
use crate::finitize::Finitize;
use crate::place::Place;

/// The initial counters: one owner, the search itself, which never drops it.
const HELD: usize = 1;

impl Plan {
    /// The pool of a type, opened on first use; `None` and an error if it has no bound.
    pub(crate) fn pool<T: Finitize>(&mut self) -> Option<usize> {
        let found = self.pool_if_bounded::<T>();
        if found.is_none() {
            let ty = short_name::<T>();
            self.fail(|field| PlanError::NoPool { field, ty });
        }
        found
    }

    /// The pool of a type if the bounds give it a size.
    pub(crate) fn pool_if_bounded<T: Finitize>(&mut self) -> Option<usize> {
        let ty = TypeId::of::<T>();
        if let Some(pool) = self.pool_of.get(&ty) {
            return Some(*pool);
        }
        let key = T::pool_key();
        let (name, size) = self.bounds.pools.get(&key)?.clone();
        if self.pools.iter().any(|pool| pool.key == key) {
            let why = "some pointers lead to it directly and others to a cell around it";
            self.fail(|field| PlanError::MixedPointers { field, ty: name.clone(), why });
        }
        if size > 60_000 {
            self.fail(|field| PlanError::TooLarge { field });
        }
        self.pools.push(Pool {
            ty,
            key,
            name,
            size,
            objects: Vec::new(),
            ranges: Vec::new(),
            manager: Manager::Box,
            owned: false,
            shared: false,
            slots: false,
            interchangeable: false,
            adjacent: false,
            allocate: |plan, pool| plan.allocate_objects::<T>(pool),
            plant: |plan, pool, index| {
                let place = Place::new(plan.pools[pool].objects[index].cast::<T>());
                T::plant(place, plan);
            },
        });
        self.pool_of.insert(ty, self.pools.len() - 1);
        Some(self.pools.len() - 1)
    }

    /// Allocates the objects of a pool: those that only boxes and sequences own side by side, so that a
    /// sequence can have several; others behind a pair of counters.
    fn allocate_objects<T: Finitize>(&mut self, pool: usize) {
        let size = self.pools[pool].size;
        if self.pools[pool].owned && std::mem::size_of::<T>() > 0 {
            let first = self.buffer::<T>(size);
            let objects = (0..size).map(|index| first.wrapping_add(index).cast());
            self.pools[pool].objects = objects.collect();
            self.pools[pool].adjacent = true;
            return;
        }
        for _ in 0..size {
            let object = self.counted::<T>();
            self.pools[pool].objects.push(object.cast());
        }
    }

    /// Memory for a `T` with the counters of an `Rc` or `Arc` in front of it.
    pub(crate) fn counted<T>(&mut self) -> *mut T {
        let align = std::mem::align_of::<T>().max(std::mem::align_of::<usize>());
        let lead = COUNTERS.next_multiple_of(align);
        let size = lead + std::mem::size_of::<T>();
        let Ok(layout) = Layout::from_size_align(size, align) else {
            return self.place::<T>().as_ptr();
        };
        let memory = self.memory(layout);
        // SAFETY: `memory` has `lead` bytes before the value, which is at least `COUNTERS`, and
        // both counter words are aligned because `lead` and the allocation are.
        unsafe {
            let value = memory.add(lead);
            value.sub(COUNTERS).cast::<usize>().write(HELD);
            value.sub(COUNTERS / 2).cast::<usize>().write(HELD);
            value.cast()
        }
    }

    /// Addresses of a pool's objects, allocated if needed.
    pub(crate) fn objects<T: Finitize>(&mut self, pool: usize) -> Vec<*mut T> {
        if self.pools[pool].objects.is_empty() && !self.pools[pool].slots {
            self.allocate_objects::<T>(pool);
        }
        self.pools[pool].objects.iter().map(|object| object.cast()).collect()
    }

    /// A choice between `constants` and pointers to pooled objects, made by `point`.
    pub(crate) fn shared<P, T: Finitize>(
        &mut self,
        place: Place<P>,
        constants: Vec<P>,
        manager: Option<Manager>,
        weak: bool,
        point: impl Fn(*mut T) -> P,
    ) {
        let Some(pool) = self.pool::<T>() else { return };
        if let Some(manager) = manager {
            self.manage(pool, manager);
        }
        self.pools[pool].shared = true;
        if self.pools[pool].slots {
            let ty = self.pools[pool].name.clone();
            let why = "it lives in a slot of a Vec, which only indices can refer to";
            self.fail(|field| PlanError::MixedPointers { field, ty, why });
            return;
        }
        let mut images = Vec::new();
        let count = constants.len();
        for value in constants {
            push_image(&mut images, &*std::mem::ManuallyDrop::new(value));
        }
        for object in self.objects::<T>(pool) {
            push_image(&mut images, &*std::mem::ManuallyDrop::new(point(object)));
        }
        if images.is_empty() {
            self.fail(|field| PlanError::Empty { field });
            return;
        }
        self.choose(place, images, Alternatives::Shared { pool, constants: count, weak });
    }

    /// `None`, or a box around an object that nothing else owns.
    pub(crate) fn owned_option<T: Finitize>(&mut self, place: Place<Option<Box<T>>>) {
        let Some(pool) = self.pool::<T>() else { return };
        self.manage(pool, Manager::Box);
        self.pools[pool].owned = true;
        let mut images = Vec::new();
        push_image(&mut images, std::ptr::from_ref(&None::<Box<T>>));
        for object in self.objects::<T>(pool) {
            // SAFETY: the box is only looked at as bytes and never dropped; its target is arena
            // memory for a `T`.
            let pointer = std::mem::ManuallyDrop::new(Some(unsafe { Box::from_raw(object) }));
            push_image(&mut images, &*pointer);
        }
        self.choose(place, images, Alternatives::Owned { pool });
    }

    /// A sequence that owns its elements: each length takes so many fresh objects of the pool, which are side by
    /// side. `make` makes the sequence from the address of its first element and its length.
    pub(crate) fn owned_sequence<S, T: Finitize>(
        &mut self,
        place: Place<S>,
        pool: usize,
        own: Option<&RangeInclusive<usize>>,
        make: impl Fn(*mut T, usize) -> S,
    ) {
        let size = self.pools[pool].size;
        let lengths = self.lengths(Some(own.unwrap_or(&(0..=size))));
        self.manage(pool, Manager::Box);
        self.pools[pool].owned = true;
        let objects = self.objects::<T>(pool);
        if *lengths.start() > 0 {
            // The shortest one must not need an object.
            let ty = short_name::<S>();
            self.fail(|field| PlanError::Endless { field, ty });
            return;
        }
        if size > 1 && !self.pools[pool].adjacent {
            let ty = self.pools[pool].name.clone();
            let why = "the elements of a sequence are side by side, and its objects are apart";
            self.fail(|field| PlanError::MixedPointers { field, ty, why });
            return;
        }
        let first = objects.first().copied().unwrap_or(std::ptr::NonNull::dangling().as_ptr());
        let mut images = Vec::new();
        let longest = size.min(*lengths.end());
        for length in 0..=longest {
            push_image(&mut images, &*std::mem::ManuallyDrop::new(make(first, length)));
        }
        let word = std::mem::size_of::<*mut T>();
        let last = &images[images.len() - std::mem::size_of::<S>()..];
        let address = (first as usize).to_ne_bytes();
        let Some(offset) = last.chunks(word).position(|bytes| *bytes == address) else { return };
        let at = place.as_ptr().cast::<u8>().wrapping_add(offset * word);
        // Elements but the first follow from it.
        let nowhere = self.keep_word();
        let need = |position| Need { pool, at: if position == 0 { at } else { nowhere } };
        let needs = (0..=longest).map(|length| (0..length).map(need).collect()).collect();
        self.choose(place, images, Alternatives::Variants { needs });
    }

    /// Plants a sequence that takes its elements from their pool: one that is part of its own elements, and one
    /// without a length of its own. Returns `false` if its elements are in line.
    pub(crate) fn pooled_sequence<S, T: Finitize>(
        &mut self,
        place: Place<S>,
        len: Option<&RangeInclusive<usize>>,
        make: impl Fn(*mut T, usize, usize) -> S,
    ) -> bool {
        let is_recursive = self.entered.contains(&TypeId::of::<T>());
        let has_length = len.is_some() || self.bounds.lengths.contains_key(&self.field);
        if has_length && !is_recursive {
            return false;
        }
        match self.pool_if_bounded::<T>() {
            Some(pool) if !self.pools[pool].slots => {
                let make = |first, length| make(first, length, length);
                self.owned_sequence::<S, T>(place, pool, len, make);
                true
            }
            _ => self.is_inside_itself::<T>(),
        }
    }

    /// A box without a choice of its own. Below a choice with an alternative that lacks it, it takes a
    /// pooled object; otherwise its target belongs to the owner.
    pub(crate) fn mandatory_box<T: Finitize>(&mut self, place: Place<Box<T>>) {
        if let Some(guard) = self.guard {
            if let Some(pool) = self.pool_if_bounded::<T>() {
                if guard.low > 0 || self.is_enum(guard.parent) {
                    self.manage(pool, Manager::Box);
                    self.pools[pool].owned = true;
                    self.objects::<T>(pool);
                    let need = Need { pool, at: place.as_ptr().cast() };
                    self.add_need(guard.parent, guard.low, guard.high, &need);
                    let sample = self.counted::<T>();
                    // SAFETY: written into the arena as bytes; never dropped or read before an
                    // alternative replaces it by the address of a planted object.
                    place.write(unsafe { Box::from_raw(sample) });
                    return;
                }
            }
        }
        if self.open.contains(&TypeId::of::<T>()) {
            let ty = short_name::<T>();
            self.fail(|field| PlanError::Endless { field, ty });
            return;
        }
        if self.entered.contains(&TypeId::of::<T>()) {
            let ty = short_name::<T>();
            self.fail(|field| PlanError::NoPool { field, ty });
            return;
        }
        let object = self.counted::<T>();
        self.structure::<T>("", |plan| T::plant(Place::new(object), plan));
        // SAFETY: `object` is a planted `T` in the arena; candidates are never dropped.
        place.write(unsafe { Box::from_raw(object) });
    }

    /// The slots of a vector of pooled objects, planted in place.
    pub(crate) fn slots<T: Finitize>(&mut self) -> Option<(*mut T, usize)> {
        let pool = self.pool::<T>()?;
        if self.pools[pool].slots || !self.pools[pool].objects.is_empty() {
            let ty = self.pools[pool].name.clone();
            let why = "its objects already live somewhere else";
            self.fail(|field| PlanError::MixedPointers { field, ty, why });
            return None;
        }
        let size = self.pools[pool].size;
        self.pools[pool].slots = true;
        self.pools[pool].shared = true;
        let buffer = self.buffer::<T>(size);
        for index in 0..size {
            self.pools[pool].objects.push(buffer.wrapping_add(index).cast());
        }
        for index in 0..size {
            self.plant_object(pool, index);
        }
        Some((buffer, size))
    }

    fn manage(&mut self, pool: usize, manager: Manager) {
        let known = &mut self.pools[pool];
        let first = !known.owned && known.manager == Manager::Box;
        if known.manager == manager || first {
            known.manager = manager;
            return;
        }
        let ty = known.name.clone();
        let why = "Box, Rc and Arc cannot own the same objects";
        self.fail(|field| PlanError::MixedPointers { field, ty, why });
    }

    fn is_enum(&self, choice: usize) -> bool {
        let draft = &self.choices[choice];
        matches!(draft.alternatives, Alternatives::Variants { .. }) && draft.images.is_empty()
    }

    fn add_need(&mut self, choice: usize, low: usize, high: usize, need: &Need) {
        if let Alternatives::Variants { needs } = &mut self.choices[choice].alternatives {
            for taken in &mut needs[low..=high] {
                taken.push(need.clone());
            }
        }
    }
}
