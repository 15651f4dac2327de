//! A value that detects misuse: use after drop, double drop, and use without construction.
//!
//! Containers that use `unsafe` are filled with it, so that such mistakes show in an ordinary build. Some of the values panic
//! when they are used or dropped, as any code may: a container that is interrupted there must not drop anything twice either.
//! Tests that need it get this file's text, all but the first lines and its own tests, so it stands alone.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value that panics when it is used or dropped while it is not alive.
pub struct Tracked {
    number: u8,
    /// The number of uses it survives, plus one; zero if it survives any number, [`MORTAL`] if it does not survive its own drop.
    patience: u8,
    /// The number of uses that are left.
    left: AtomicU8,
    place: u32,
    life: u32,
}

const GONE: &str = "after it was dropped";
const UNMADE: &str = "that was never made";
/// The patience of values that panic when they are dropped.
const MORTAL: u8 = u8::MAX;
/// The message of a value that panics on purpose.
pub const INTENDED_PANIC: &str = "a panicking value panicked, as it is meant to";

thread_local! {
    /// The misuse that happened while another panic was unwinding.
    static NOTED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Returns whether the message of a panic reports the use of a value that was not alive.
pub fn is_misuse(message: &str) -> bool {
    message.starts_with("a value was ") && (message.ends_with(GONE) || message.ends_with(UNMADE))
}

/// Discards recorded misuse.
pub fn forget() {
    NOTED.with(|noted| noted.set(None));
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

/// Panics as panicking values do; a second panic would end the process.
#[track_caller]
fn give_way() {
    if !std::thread::panicking() {
        panic!("{}", INTENDED_PANIC);
    }
}

impl Tracked {
    /// Makes a value that is equal to others of its number.
    pub fn new(number: u8) -> Self {
        Self::with_patience(number, 0)
    }

    /// Makes a value that panics once, when it is cloned, compared or asked something after as many times as are given.
    pub fn panicking(uses: u8) -> Self {
        Self::with_patience(0, uses.saturating_add(1).min(MORTAL - 1))
    }

    /// Makes a value that panics when it is dropped, unless another panic is under way.
    pub fn panicking_on_drop() -> Self {
        Self::with_patience(0, MORTAL)
    }

    fn with_patience(number: u8, patience: u8) -> Self {
        let mut lives = lives();
        let place = match lives.free.pop() {
            Some(place) => place as usize,
            None => {
                lives.places.push(0);
                lives.places.len() - 1
            }
        };
        lives.places[place] += 1;
        let left = AtomicU8::new(if patience == MORTAL { 0 } else { patience });
        // No place has the number zero: memory full of zeros is no value.
        Self { number, patience, left, place: place as u32 + 1, life: lives.places[place] }
    }

    /// Returns whether its number is even.
    #[track_caller]
    pub fn is_even(&self) -> bool {
        self.check("looked at");
        self.wear();
        self.number % 2 == 0
    }

    /// Returns true if the value is alive.
    #[track_caller]
    pub fn is_there(&self) -> bool {
        self.is_even() || self.number % 2 == 1
    }

    /// The value itself, once it was looked at.
    #[track_caller]
    pub fn passed_on(self) -> Self {
        self.is_even();
        self
    }

    /// Counts a use.
    #[track_caller]
    fn wear(&self) {
        let left = self.left.load(Relaxed);
        self.left.store(left.saturating_sub(1), Relaxed);
        if left == 1 {
            give_way();
        }
    }

    #[track_caller]
    fn check(&self, deed: &str) {
        let life = lives().places.get((self.place as usize).wrapping_sub(1)).copied();
        self.judge(deed, life);
    }

    #[track_caller]
    fn judge(&self, deed: &str, life: Option<u32>) {
        let was_alive = matches!(life, Some(life) if self.life < life && self.life % 2 == 1);
        let why = if was_alive { GONE } else { UNMADE };
        let is_alive = life == Some(self.life);
        if std::thread::panicking() {
            // A second panic would end the process; the next use of a tracked value reports it.
            if !is_alive {
                NOTED.with(|noted| noted.set(Some(noted.get().unwrap_or(why))));
            }
            return;
        }
        if let Some(why) = NOTED.with(Cell::take) {
            panic!("a value was dropped in a panic {}", why);
        }
        if !is_alive {
            panic!("a value was {} {}", deed, why);
        }
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
        // It is gone by now: a second drop is misuse.
        if self.patience == MORTAL {
            give_way();
        }
    }
}

impl Clone for Tracked {
    #[track_caller]
    fn clone(&self) -> Self {
        self.check("cloned");
        self.wear();
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
        write!(formatter, "Tracked({})", self.number)?;
        match self.patience {
            0 => Ok(()),
            MORTAL => write!(formatter, ", panicking at its end"),
            patience => write!(formatter, ", panicking after {}", patience - 1),
        }
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
        self.wear();
        other.wear();
        (self.number, self.patience).cmp(&(other.number, other.patience))
    }
}

impl Hash for Tracked {
    #[track_caller]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.check("hashed");
        (self.number, self.patience).hash(hasher);
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
    fn use_after_drop_is_noticed_in_reused_places() {
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
        let value = ManuallyDrop::new(Tracked {
            number: 0,
            patience: 0,
            left: AtomicU8::new(0),
            place: 0,
            life: 0,
        });
        assert_eq!(
            message(|| drop(Tracked::clone(&value))).as_deref(),
            Some("a value was cloned that was never made")
        );
    }

    #[test]
    fn brittle_values_panic_once_after_so_many_uses() {
        let value = Tracked::panicking(1);
        assert!(value.is_even());
        assert_eq!(message(|| drop(value.clone())).as_deref(), Some(INTENDED_PANIC));
        assert!(value.is_there() && value == Tracked::panicking(1) && value != Tracked::new(0));
        let other = Tracked::panicking(0);
        assert_eq!(message(|| assert!(other == value)).as_deref(), Some(INTENDED_PANIC));
        assert!(!is_misuse(INTENDED_PANIC));
    }

    #[test]
    fn values_that_panic_when_dropped_count_as_dropped() {
        let mut value = ManuallyDrop::new(Tracked::panicking_on_drop());
        assert!(value.is_even() && value.is_there());
        assert!(*value != Tracked::new(0), "values differ by their behaviour");
        assert_eq!(format!("{:?}", *value), "Tracked(0), panicking at its end");
        assert!(message(|| drop(Tracked::clone(&value))).is_none(), "a clone stands its end");
        // SAFETY: not sound for most types; this one has no memory of its own, and noticing this is its purpose.
        let mut end = || message(|| unsafe { ManuallyDrop::drop(&mut value) });
        assert_eq!(end().as_deref(), Some(INTENDED_PANIC));
        assert_eq!(end().as_deref(), Some("a value was dropped after it was dropped"));
    }

    #[test]
    fn panicking_values_dropped_together_panic_once() {
        let all: Vec<Tracked> = (0..3).map(|_| Tracked::panicking_on_drop()).collect();
        assert_eq!(message(|| drop(all)).as_deref(), Some(INTENDED_PANIC));
        let message_of_panic = message(|| {
            let _last = Tracked::panicking_on_drop();
            panic!("{}", String::from("another"));
        });
        assert_eq!(message_of_panic.as_deref(), Some("another"));
    }

    #[test]
    fn misuse_while_unwinding_is_reported_later() {
        let mut value = ManuallyDrop::new(Tracked::new(7));
        // SAFETY: as above.
        unsafe { ManuallyDrop::drop(&mut value) };
        let interrupted = message(|| {
            // SAFETY: as above.
            let _second = unsafe { std::ptr::read(&*value) };
            panic!("{}", INTENDED_PANIC);
        });
        assert_eq!(interrupted.as_deref(), Some(INTENDED_PANIC));
        let next = Tracked::new(1);
        let message_of_panic = message(|| assert!(!next.is_even()));
        assert_eq!(
            message_of_panic.as_deref(),
            Some("a value was dropped in a panic after it was dropped")
        );
        assert!(
            message_of_panic.is_some_and(|message_of_panic| is_misuse(&message_of_panic))
                && message(|| drop(next)).is_none()
        );
    }
}
