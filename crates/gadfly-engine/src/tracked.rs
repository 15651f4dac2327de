//! A value that notices what becomes of it: whether it is used after it was dropped, dropped twice, or was never made.
//!
//! Containers that use `unsafe` are filled with it, so that such mistakes show in an ordinary build. Tests that need it get
//! this file's text, all but the first lines and its own tests, so it stands alone.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value that panics when it is used or dropped while it is not alive.
pub struct Tracked {
    number: u8,
    place: u32,
    life: u32,
}

/// Of each place, how many values have lived there, those that died counted twice: it is odd while one lives.
struct Lives {
    places: Vec<u32>,
    free: Vec<u32>,
}

static LIVES: Mutex<Lives> = Mutex::new(Lives { places: Vec::new(), free: Vec::new() });

fn lives() -> MutexGuard<'static, Lives> {
    LIVES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tracked {
    /// Makes a value that is equal to others of its number.
    pub fn new(number: u8) -> Self {
        let mut lives = lives();
        let place = match lives.free.pop() {
            Some(place) => place as usize,
            None => {
                lives.places.push(0);
                lives.places.len() - 1
            }
        };
        lives.places[place] += 1;
        // No place has the number zero: memory full of zeros is no value.
        Self { number, place: place as u32 + 1, life: lives.places[place] }
    }

    #[track_caller]
    fn check(&self, deed: &str) {
        let life = lives().places.get((self.place as usize).wrapping_sub(1)).copied();
        self.judge(deed, life);
    }

    #[track_caller]
    fn judge(&self, deed: &str, life: Option<u32>) {
        // A second panic would end the process, and the first says enough.
        if life == Some(self.life) || std::thread::panicking() {
            return;
        }
        let was_alive = matches!(life, Some(life) if self.life < life && self.life % 2 == 1);
        let why = if was_alive { "after it was dropped" } else { "that was never made" };
        panic!("a value was {} {}", deed, why);
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        let mut lives = lives();
        let place = (self.place as usize).wrapping_sub(1);
        let life = lives.places.get(place).copied();
        if life == Some(self.life) {
            lives.places[place] += 1;
            lives.free.push(place as u32);
        }
        drop(lives);
        self.judge("dropped", life);
    }
}

impl Clone for Tracked {
    #[track_caller]
    fn clone(&self) -> Self {
        self.check("cloned");
        Self::new(self.number)
    }
}

impl Default for Tracked {
    fn default() -> Self {
        Self::new(0)
    }
}

impl fmt::Debug for Tracked {
    #[track_caller]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.check("looked at");
        write!(formatter, "Tracked({})", self.number)
    }
}

impl PartialEq for Tracked {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Tracked {}

impl PartialOrd for Tracked {
    #[track_caller]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tracked {
    #[track_caller]
    fn cmp(&self, other: &Self) -> Ordering {
        self.check("compared");
        other.check("compared");
        self.number.cmp(&other.number)
    }
}

impl Hash for Tracked {
    #[track_caller]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.check("hashed");
        self.number.hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::ManuallyDrop;
    use std::panic::{catch_unwind, AssertUnwindSafe};

    fn message(body: impl FnOnce()) -> Option<String> {
        let payload = catch_unwind(AssertUnwindSafe(body)).err()?;
        payload.downcast_ref::<String>().cloned()
    }

    #[test]
    fn a_life_without_mistakes_is_quiet() {
        let value = Tracked::new(3);
        let copy = value.clone();
        assert_eq!(value, copy);
        assert!(Tracked::new(1) < copy && format!("{value:?}") == "Tracked(3)");
        drop(value);
        let moved = copy;
        assert_eq!(moved, Tracked::new(3));
    }

    #[test]
    fn use_after_drop_and_second_drop_are_noticed_even_where_another_took_the_place() {
        let mut value = ManuallyDrop::new(Tracked::new(7));
        // SAFETY: not sound for most types; this one has no memory of its own, and noticing this is its purpose.
        unsafe { ManuallyDrop::drop(&mut value) };
        assert_eq!(
            message(|| drop(Tracked::clone(&value))).as_deref(),
            Some("a value was cloned after it was dropped")
        );
        let other = Tracked::new(8);
        let again = || {
            // SAFETY: as above.
            unsafe { ManuallyDrop::drop(&mut value) };
        };
        assert_eq!(message(again).as_deref(), Some("a value was dropped after it was dropped"));
        assert_eq!(other, Tracked::new(8));
    }

    #[test]
    fn zeros_are_no_value() {
        let value = ManuallyDrop::new(Tracked { number: 0, place: 0, life: 0 });
        assert_eq!(
            message(|| drop(Tracked::clone(&value))).as_deref(),
            Some("a value was cloned that was never made")
        );
    }
}
