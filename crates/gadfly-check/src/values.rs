//! Values that a crate asks for and `cargo gadfly check` stores, as functions that make them.

use crate::argument::{ByValue, PropertyArguments};
use crate::notes::note_failure;
use crate::outcome::Verdict;
use crate::thunk::{OutputFacts, Thunk};
use linkme::distributed_slice;
use std::any::Any;
use std::fmt::Debug;

/// The length of the prefix of a value's `Debug` form that identifies it.
const LONGEST: usize = 2000;

/// Everything that is stored in this program.
#[distributed_slice]
pub static STORED: [fn() -> Stored];

/// Functions that make values of one type, those first that take the fewest calls.
pub struct Stored {
    makers: Box<dyn Any>,
}

impl Stored {
    /// Functions that make values.
    pub fn of<T: 'static>(makers: &'static [fn() -> T]) -> Self {
        Self { makers: Box::new(makers) }
    }
}

/// The functions that are stored for a type; none if there are none.
pub fn stored<T: 'static>() -> &'static [fn() -> T] {
    let all = STORED.iter().map(|stored| stored());
    let ours = all.filter_map(|stored| stored.makers.downcast::<&'static [fn() -> T]>().ok());
    ours.map(|makers| *makers).max_by_key(|makers| makers.len()).unwrap_or(&[])
}

/// Asks for values: like a property that holds for none. Its failure text is the value's `Debug` form, so that the runner
/// receives every value once.
pub const fn asked<T: Debug + 'static>() -> Thunk {
    Thunk {
        run: run_asked::<T>,
        parameters: <(ByValue<T>,) as PropertyArguments>::PARAMETERS,
        output: OutputFacts::of::<u8>(),
    }
}

unsafe fn run_asked<T: Debug + 'static>(places: *const *mut u8, out: *mut u8) -> bool {
    // SAFETY: the caller passes one place with a `T`.
    let (value,) = unsafe { <(ByValue<T>,) as PropertyArguments>::get(places) };
    note_failure(format!("{value:?}").chars().take(LONGEST).collect());
    // SAFETY: the caller passes room for a `u8`.
    unsafe { out.write(Verdict::Failed as u8) };
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::take_notes;

    #[derive(Debug)]
    struct Kept(u8);
    struct Other;

    #[distributed_slice(STORED)]
    static KEPT: fn() -> Stored = || Stored::of::<Kept>(&[|| Kept(1), || Kept(2)]);

    #[test]
    fn stored_values_are_found_by_type() {
        let made: Vec<u8> = stored::<Kept>().iter().map(|make| make().0).collect();
        assert_eq!(made, [1, 2]);
        assert_eq!(stored::<Other>().len(), 0);
    }

    #[test]
    fn asked_values_are_reported_by_their_form() {
        let thunk = asked::<Kept>();
        let mut value = std::mem::ManuallyDrop::new(Kept(7));
        let places = [std::ptr::from_mut(&mut value).cast::<u8>()];
        let mut verdict = 0_u8;
        // SAFETY: one place with a value that is not used again, and room for a `u8`.
        assert!(unsafe { (thunk.run)(places.as_ptr(), &mut verdict) });
        assert_eq!((verdict, take_notes().failure.as_str()), (Verdict::Failed as u8, "Kept(7)"));
    }
}
