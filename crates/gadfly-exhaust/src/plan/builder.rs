//! The plan under construction: memory, pools, choice points and the current field.

use std::alloc::Layout;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;

use super::{Alternatives, ChoiceDraft, ChoiceGuard, ChoiceLabel, Pool, PooledObject};
use crate::arena::Arena;
use crate::bounds::{short_name, Bounds};
use crate::error::PlanError;
use crate::finitize::Finitize;
use crate::place::Place;

/// The most choice points: they and their groups are numbered with 16 bits.
const MOST_CHOICES: usize = 30_000;
/// Alternatives of one choice point.
const MOST_ALTERNATIVES: usize = 65_000;

/// The memory of a candidate and all its choices. Made by [`Finitize::plant`].
pub struct Plan {
    pub(crate) arena: Arena,
    pub(crate) bounds: Bounds,
    pub(crate) pools: Vec<Pool>,
    pub(crate) choices: Vec<ChoiceDraft>,
    pub(crate) errors: Vec<PlanError>,
    pub(crate) root: *mut u8,
    pub(crate) root_size: usize,
    /// Choice points of the root are in `0..root_end`.
    pub(crate) root_end: usize,
    /// Fields that are not searched: first byte, number of bytes, name.
    pub(crate) skipped: Vec<(*mut u8, usize, String)>,
    /// Owners of values whose images are in use.
    keep: Vec<Box<dyn Any>>,
    pub(super) used_bounds: Vec<String>,
    /// Pools by the type pointed to.
    pub(super) pool_of: BTreeMap<TypeId, usize>,
    pub(super) owner: Option<PooledObject>,
    pub(super) guard: Option<ChoiceGuard>,
    pub(super) path: Vec<String>,
    pub(super) field: String,
    /// Types entered without a choice in between.
    pub(super) open: Vec<TypeId>,
    /// Types entered on the path from the object being planted.
    pub(super) entered: Vec<TypeId>,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Plan")
            .field("choices", &self.choices.len())
            .field("pools", &self.pools)
            .finish_non_exhaustive()
    }
}

impl Plan {
    /// Plants a `T` as the root and all objects it can point to.
    pub(crate) fn of<T: Finitize>(bounds: &Bounds) -> Result<Self, Vec<PlanError>> {
        let mut plan = Self::empty(bounds, short_name::<T>(), std::mem::size_of::<T>());
        let root = plan.place::<T>();
        plan.root = root.as_ptr().cast();
        plan.structure::<T>(&short_name::<T>(), |plan| T::plant(root, plan));
        plan.finish()
    }

    fn empty(bounds: &Bounds, name: String, root_size: usize) -> Self {
        Self {
            arena: Arena::new(),
            bounds: bounds.clone(),
            pools: Vec::new(),
            choices: Vec::new(),
            errors: Vec::new(),
            root: std::ptr::null_mut(),
            root_size,
            root_end: 0,
            skipped: Vec::new(),
            keep: Vec::new(),
            used_bounds: Vec::new(),
            pool_of: BTreeMap::new(),
            owner: None,
            guard: None,
            path: Vec::new(),
            field: name,
            open: Vec::new(),
            entered: Vec::new(),
        }
    }

    fn finish(mut self) -> Result<Self, Vec<PlanError>> {
        self.root_end = self.choices.len();
        self.plant_pools();
        self.own_slots();
        self.check_bounds();
        if self.errors.is_empty() {
            Ok(self)
        } else {
            Err(self.errors)
        }
    }

    /// Memory for one value that lives as long as the plan.
    pub(crate) fn place<T>(&mut self) -> Place<T> {
        Place::new(self.memory(Layout::new::<T>()).cast())
    }

    /// Memory for several adjacent values.
    pub(crate) fn buffer<T>(&mut self, count: usize) -> *mut T {
        match Layout::array::<T>(count) {
            Ok(layout) => self.memory(layout).cast(),
            Err(_) => self.memory(Layout::new::<T>()).cast(),
        }
    }

    /// A word outside of the candidate, for addresses that nothing reads.
    pub(super) fn keep_word(&mut self) -> *mut u8 {
        let mut word = Box::new(0_usize);
        let at = std::ptr::from_mut(&mut *word).cast();
        self.keep.push(word);
        at
    }

    /// Arena memory; when it is full the plan fails, and the memory handed out is never used.
    pub(super) fn memory(&mut self, layout: Layout) -> *mut u8 {
        if let Some(memory) = self.arena.allocate(layout) {
            return memory;
        }
        self.fail(|field| PlanError::TooLarge { field });
        let fallback = layout.size().max(1).next_multiple_of(16);
        let words: &'static mut [u128] = vec![0_u128; fallback / 16].leak();
        words.as_mut_ptr().cast()
    }

    /// Records an error at the current field.
    pub(crate) fn fail(&mut self, error: impl FnOnce(String) -> PlanError) {
        let error = error(self.field.clone());
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// The values for a choice among constants at `place`, which is left holding the first.
    pub(crate) fn constants<T: 'static>(&mut self, place: Place<T>, values: Vec<T>) {
        if values.is_empty() {
            self.fail(|field| PlanError::Empty { field });
            return;
        }
        let mut images = Vec::new();
        for value in &values {
            push_image(&mut images, std::ptr::from_ref(value));
        }
        self.keep.push(Box::new(values));
        self.choose(place, images, Alternatives::Plain);
    }

    /// Records a field that is not searched.
    pub(crate) fn skip<T>(&mut self, place: Place<T>) {
        let entry = (place.as_ptr().cast(), std::mem::size_of::<T>(), self.field.clone());
        self.skipped.push(entry);
    }

    /// Adds a choice point whose alternatives are `images`, and writes the first one.
    pub(crate) fn choose<T>(
        &mut self,
        place: Place<T>,
        images: Vec<u8>,
        alternatives: Alternatives,
    ) -> usize {
        let size = std::mem::size_of::<T>();
        let at = place.as_ptr().cast::<u8>();
        let count = images.len().checked_div(size).unwrap_or(1);
        self.draft(at, size, images, count, alternatives)
    }

    /// Adds a choice point with an explicit number of alternatives.
    pub(crate) fn draft(
        &mut self,
        at: *mut u8,
        size: usize,
        images: Vec<u8>,
        count: usize,
        alternatives: Alternatives,
    ) -> usize {
        if count > MOST_ALTERNATIVES || self.choices.len() >= MOST_CHOICES {
            self.fail(|field| PlanError::TooLarge { field });
        }
        if images.len() >= size {
            // SAFETY: `at` is the start of a place of `size` bytes in the arena and `images` is
            // a separate allocation that starts with `size` initialised bytes.
            unsafe { std::ptr::copy_nonoverlapping(images.as_ptr(), at, size) };
        }
        let label = ChoiceLabel { field: self.field.clone(), path: self.path.join(".") };
        self.choices.push(ChoiceDraft {
            at,
            size,
            images,
            count,
            alternatives,
            owner: self.owner,
            guard: self.guard,
            label,
            wrapped: false,
        });
        self.choices.len() - 1
    }

    /// Runs `plant` for parts that exist only with alternatives `low..=high` of `parent`.
    pub(crate) fn guarded<R>(
        &mut self,
        guard: ChoiceGuard,
        plant: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = self.guard.replace(guard);
        let result = plant(self);
        self.guard = outer;
        result
    }

    fn plant_pools(&mut self) {
        let mut next = 0;
        // Planting objects may open further pools.
        while next < self.pools.len() {
            if !self.pools[next].slots {
                let (allocate, size) = (self.pools[next].allocate, self.pools[next].size);
                if self.pools[next].objects.is_empty() {
                    allocate(self, next);
                }
                for index in 0..size {
                    self.plant_object(next, index);
                }
            }
            next += 1;
        }
    }

    /// Plants one object of a pool with itself as the owner of the choices.
    pub(crate) fn plant_object(&mut self, pool: usize, index: usize) {
        let start = self.choices.len();
        let plant = self.pools[pool].plant;
        let name = format!("{}[{index}]", self.pools[pool].name);
        let ty = self.pools[pool].ty;
        let owner = self.owner.replace(PooledObject { pool, index });
        let guard = self.guard.take();
        let path = std::mem::replace(&mut self.path, vec![name]);
        let field = std::mem::replace(&mut self.field, self.pools[pool].name.clone());
        let open = std::mem::replace(&mut self.open, vec![ty]);
        let entered = std::mem::replace(&mut self.entered, vec![ty]);
        plant(self, pool, index);
        (self.owner, self.guard, self.path) = (owner, guard, path);
        (self.field, self.open, self.entered) = (field, open, entered);
        let range = (start, self.choices.len());
        self.pools[pool].ranges.push(range);
    }

    /// Makes slots that are distinguished by their numbers parts of the root: all of them exist, whether a
    /// number refers to them or not.
    fn own_slots(&mut self) {
        let plain = |pool: &Pool| pool.slots && !pool.interchangeable;
        for choice in &mut self.choices[..self.root_end] {
            if choice.owner.is_some_and(|owner| plain(&self.pools[owner.pool])) {
                choice.owner = None;
            }
        }
    }

    fn check_bounds(&mut self) {
        let mut names: Vec<String> = self.bounds.fields.keys().cloned().collect();
        names.extend(self.bounds.lengths.keys().cloned());
        let planned: Vec<TypeId> = self.pools.iter().map(|pool| pool.key).collect();
        for (ty, (name, size)) in &self.bounds.pools {
            // A pool of size 0 is never planted, as requested.
            if !planned.contains(ty) && *size > 0 {
                names.push(name.clone());
            } else {
                self.used_bounds.push(name.clone());
            }
        }
        names.sort();
        for bound in names {
            if !self.used_bounds.contains(&bound) && self.errors.is_empty() {
                self.errors.push(PlanError::UnusedBound { bound });
            }
        }
    }
}

/// Appends the bytes of a value. Padding is copied unchanged, since the bytes are only copied back.
pub(crate) fn push_image<T>(images: &mut Vec<u8>, value: *const T) {
    let size = std::mem::size_of::<T>();
    images.reserve(size);
    // SAFETY: `value` points to a `T`, hence to `size` readable bytes; the reservation above makes
    // room for them, and untyped copies may contain padding bytes.
    unsafe {
        let end = images.as_mut_ptr().add(images.len());
        std::ptr::copy_nonoverlapping(value.cast::<u8>(), end, size);
        images.set_len(images.len() + size);
    }
}
