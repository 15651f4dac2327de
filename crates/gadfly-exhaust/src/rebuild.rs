//! Real values from candidates: every object is allocated by the pointer that owns it, so that a
//! method may change and drop the value. Images of the search are only read.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use crate::bounds::{short_name, Bounds, SharedDomain};
use crate::domain::Domain;
use crate::error::SearchError;
use crate::finitize::Finitize;
use crate::plan::Manager;

/// A rebuild in progress, with the objects made so far.
pub struct Rebuild<'a> {
    bounds: &'a Bounds,
    managers: &'a BTreeMap<TypeId, Manager>,
    /// Candidate address → real object.
    made: BTreeMap<usize, Made>,
    failure: Option<SearchError>,
}

/// An object of the candidate and the real one made from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) candidate: usize,
    pub(crate) real: usize,
    pub(crate) size: usize,
}

struct Made {
    object: *mut u8,
    size: usize,
    boxed: bool,
    /// Drops the reference that the rebuild itself holds.
    release: Option<fn(*mut u8)>,
}

impl std::fmt::Debug for Rebuild<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Rebuild").field("made", &self.made.len()).finish_non_exhaustive()
    }
}

impl<'a> Rebuild<'a> {
    /// Rebuilds the candidate `value`.
    pub(crate) fn value<T: Finitize>(
        value: &T,
        bounds: &'a Bounds,
        managers: &'a BTreeMap<TypeId, Manager>,
    ) -> Result<T, SearchError> {
        Self::watched(value, bounds, managers, &mut Vec::new())
    }

    /// The same, and records which real object stands for which object of the candidate.
    pub(crate) fn watched<T: Finitize>(
        value: &T,
        bounds: &'a Bounds,
        managers: &'a BTreeMap<TypeId, Manager>,
        objects: &mut Vec<Pair>,
    ) -> Result<T, SearchError> {
        let mut rebuild = Self { bounds, managers, made: BTreeMap::new(), failure: None };
        let real = value.rebuild(&mut rebuild);
        objects.extend(rebuild.made.iter().map(|(candidate, made)| Pair {
            candidate: *candidate,
            real: made.object as usize,
            size: made.size,
        }));
        match rebuild.finish() {
            None => Ok(real),
            Some(failure) => {
                // Two boxes share an object in it: dropping it would free that twice.
                std::mem::forget(real);
                Err(failure)
            }
        }
    }

    /// A field, with its domain or the one that the bounds set.
    #[doc(hidden)]
    pub fn field<F: 'static, D: Domain<F>>(
        &mut self,
        owner: &str,
        name: &str,
        value: &F,
        domain: &D,
    ) -> F {
        let own = self.bounds.fields.get(&format!("{owner}.{name}"));
        match own.and_then(|any| any.downcast_ref::<SharedDomain<F>>()) {
            Some(domain) => domain.rebuild(value, self),
            None => domain.rebuild(value, self),
        }
    }

    /// The box that owns the real object of `target`.
    pub(crate) fn boxed<T: Finitize>(&mut self, target: &T) -> Box<T> {
        let object = self.object(target);
        let address = std::ptr::from_ref(target) as usize;
        let made = self.made.get_mut(&address).expect("just made");
        if std::mem::replace(&mut made.boxed, true) {
            self.failure = Some(SearchError::NotRebuildable { ty: short_name::<T>() });
        }
        // SAFETY: allocated as a box of this layout in `object`. Should a second box come out of
        // this, the rebuild has failed and the caller forgets the value.
        unsafe { Box::from_raw(object) }
    }

    /// A raw pointer to the real object of `target`, without ownership.
    pub(crate) fn raw<T: Finitize>(&mut self, target: &T) -> *mut T {
        self.object(target)
    }

    /// One more owner of the real object of `target`.
    pub(crate) fn rc<T: Finitize>(&mut self, target: &T) -> Rc<T> {
        let object = self.object(target);
        // SAFETY: the pool of `T` is managed by `Rc`, so the object was made by `Rc::into_raw`
        // and its count includes the rebuild's own reference.
        unsafe {
            Rc::increment_strong_count(object);
            Rc::from_raw(object)
        }
    }

    /// A weak pointer to the real object.
    pub(crate) fn rc_weak<T: Finitize>(&mut self, weak: &rc::Weak<T>) -> rc::Weak<T> {
        match weak.upgrade() {
            Some(target) => Rc::downgrade(&self.rc(&*target)),
            None => rc::Weak::new(),
        }
    }

    /// One more owner of the real object of `target`.
    pub(crate) fn arc<T: Finitize>(&mut self, target: &T) -> Arc<T> {
        let object = self.object(target);
        // SAFETY: as for `rc`.
        unsafe {
            Arc::increment_strong_count(object);
            Arc::from_raw(object)
        }
    }

    /// A weak pointer to the real object.
    pub(crate) fn arc_weak<T: Finitize>(&mut self, weak: &sync::Weak<T>) -> sync::Weak<T> {
        match weak.upgrade() {
            Some(target) => Arc::downgrade(&self.arc(&*target)),
            None => sync::Weak::new(),
        }
    }

    /// The real object of `target`, allocated before it is filled, so that cycles can be built.
    fn object<T: Finitize>(&mut self, target: &T) -> *mut T {
        let address = std::ptr::from_ref(target) as usize;
        if let Some(made) = self.made.get(&address) {
            return made.object.cast();
        }
        let manager = self.managers.get(&TypeId::of::<T>()).copied().unwrap_or(Manager::Box);
        let size = std::mem::size_of::<T>();
        let empty = MaybeUninit::<T>::uninit();
        let (object, release): (*mut T, Option<fn(*mut u8)>) = match manager {
            Manager::Box if std::mem::size_of::<T>() == 0 => (distinct::<T>(), None),
            Manager::Box => (Box::into_raw(Box::new(empty)).cast(), None),
            Manager::Rc => (Rc::into_raw(Rc::new(empty)).cast_mut().cast(), Some(release_rc::<T>)),
            Manager::Arc => {
                (Arc::into_raw(Arc::new(empty)).cast_mut().cast(), Some(release_arc::<T>))
            }
        };
        self.made.insert(address, Made { object: object.cast(), size, boxed: false, release });
        let value = target.rebuild(self);
        // SAFETY: allocated above for a `T` and not written yet: while the value was built, other
        // parts only copied the address or the counters.
        unsafe { object.write(value) };
        object
    }

    /// Drops the references to counted objects; returns the error, if any.
    fn finish(self) -> Option<SearchError> {
        for made in self.made.values() {
            if let Some(release) = made.release {
                release(made.object);
            }
        }
        self.failure
    }
}

/// A unique address for a zero-sized value: boxes of such values allocate and free nothing,
/// yet pointers to them differ in the candidate. The byte is never freed.
fn distinct<T>() -> *mut T {
    let align = std::mem::align_of::<T>();
    let layout = std::alloc::Layout::from_size_align(align, align).expect("a valid alignment");
    // SAFETY: the layout has a size above zero.
    let address = unsafe { std::alloc::alloc(layout) };
    if address.is_null() {
        std::alloc::handle_alloc_error(layout);
    }
    address.cast()
}

fn release_rc<T>(object: *mut u8) {
    // SAFETY: made by `Rc::into_raw` with room for a `T` that has been filled since; this gives
    // back the one reference that the rebuild held.
    drop(unsafe { Rc::from_raw(object.cast::<T>()) });
}

fn release_arc<T>(object: *mut u8) {
    // SAFETY: as for `release_rc`.
    drop(unsafe { Arc::from_raw(object.cast::<T>()) });
}
