//! Stored inputs on which a property failed, run again as ordinary tests.
//!
//! What a stored input asks for may be gone: a property of another name, other arguments, an assumption that was added. Such
//! a test says so on standard error and passes: it has nothing to say about the code any more.

use crate::argument::PassedBy;
use crate::discard::{self, is_discard};
use crate::entry::{find, Entry};
use crate::notes::take_notes;
use crate::outcome::{expect_err, expect_panic, Outcome, Verdict};
use std::any::TypeId;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// Runs a property on a stored input: panics if it does not hold.
///
/// # Panics
/// If the property does, or returns `false` or an `Err`.
#[track_caller]
pub fn replay<R: Outcome>(property: impl FnOnce() -> R) {
    discard::begin();
    let verdict = catch_unwind(AssertUnwindSafe(|| property().verdict()));
    let was_discarded = discard::end();
    match verdict {
        Err(payload) if !was_discarded || !is_discard(&*payload) => resume_unwind(payload),
        _ if was_discarded => stale("the assumption of the property does not hold for this input"),
        Ok(Verdict::Failed) => {
            panic!("the property does not hold for this input: {}", take_notes().failure)
        }
        _ => {}
    }
}

/// Runs a property on a stored input that returns a `Result` of something that says nothing.
///
/// # Panics
/// If the property does, or returns an `Err`.
#[track_caller]
pub fn replay_result<T, E: Debug>(property: impl FnOnce() -> Result<T, E>) {
    replay(|| property().map(drop));
}

/// Runs a property that must panic on a stored input.
///
/// # Panics
/// If the property does not, or with another message.
#[track_caller]
pub fn replay_panics<R>(text: &str, property: impl FnOnce() -> R) {
    replay(|| expect_panic(text, property));
}

/// Runs a property that must return an `Err` on a stored input.
///
/// # Panics
/// If the property does not.
#[track_caller]
pub fn replay_err<T, E>(property: impl FnOnce() -> Result<T, E>) {
    replay(|| expect_err(property()));
}

/// Runs the property with this key on a stored input, wherever it stands in this program and however private it is.
///
/// # Panics
/// If the property does not hold.
#[track_caller]
pub fn replay_named(key: &str, arguments: &mut [Given<'_>]) {
    let Some(entry) = find(key) else {
        return stale(&format!("there is no property {key} in this program"));
    };
    if !fits(entry, arguments) {
        return stale(&format!("{key} takes other arguments now"));
    }
    let places: Vec<*mut u8> = arguments.iter().map(|argument| argument.place).collect();
    arguments.iter_mut().for_each(|argument| argument.is_gone = true);
    let mut verdict = Verdict::Passed as u8;
    // SAFETY: one place per argument, of the type and kind it asks for, as `fits` says; each comes from a borrow or a value
    // that lives longer than this call, and no two from one value. There is room for a `u8`.
    let is_judged = unsafe { (entry.thunk.run)(places.as_ptr(), &mut verdict) };
    if !is_judged {
        return stale("the assumption of the property does not hold for this input");
    }
    assert!(
        verdict == Verdict::Passed as u8,
        "{key} does not hold for this input: {}",
        take_notes().failure
    );
}

/// An argument for [`replay_named`].
#[derive(Debug)]
pub struct Given<'a> {
    passing: PassedBy,
    id: TypeId,
    place: *mut u8,
    drop: Option<unsafe fn(*mut u8, bool)>,
    /// `true` if the value was handed over; only its room is left then.
    is_gone: bool,
    lives: PhantomData<&'a mut ()>,
}

impl<'a> Given<'a> {
    /// A value.
    pub fn value<T: 'static>(value: T) -> Self {
        Self::boxed(PassedBy::Value, TypeId::of::<T>(), value)
    }

    /// A shared reference.
    pub fn shared<T: 'static>(value: &'a T) -> Self {
        let place = (value as *const T).cast_mut().cast();
        Self::borrowed(PassedBy::Shared, TypeId::of::<T>(), place)
    }

    /// A mutable reference.
    pub fn exclusive<T: 'static>(value: &'a mut T) -> Self {
        let place = (value as *mut T).cast();
        Self::borrowed(PassedBy::Exclusive, TypeId::of::<T>(), place)
    }

    /// A shared reference to what has no size of its own.
    pub fn shared_unsized<U: ?Sized + 'static>(value: &'a U) -> Self {
        Self::boxed(PassedBy::SharedDst, TypeId::of::<U>(), value)
    }

    /// A mutable reference to what has no size of its own.
    pub fn exclusive_unsized<U: ?Sized + 'static>(value: &'a mut U) -> Self {
        Self::boxed(PassedBy::ExclusiveDst, TypeId::of::<U>(), value)
    }

    fn borrowed(passing: PassedBy, id: TypeId, place: *mut u8) -> Self {
        Given { passing, id, place, drop: None, is_gone: false, lives: PhantomData }
    }

    fn boxed<T: 'a>(passing: PassedBy, id: TypeId, value: T) -> Self {
        let place = Box::into_raw(Box::new(value)).cast();
        Given { drop: Some(release::<T>), ..Self::borrowed(passing, id, place) }
    }
}

impl Drop for Given<'_> {
    fn drop(&mut self) {
        if let Some(drop) = self.drop {
            // SAFETY: the place came from a box of the type that `drop` was made for, and is not used again.
            unsafe { drop(self.place, self.is_gone) };
        }
    }
}

/// Frees the room of a boxed value, and drops the value unless it is gone.
unsafe fn release<T>(place: *mut u8, is_gone: bool) {
    // SAFETY: the caller passes what a box of a `T` was turned into. A value that is gone must not be dropped; one that is
    // `Copy` needs no drop in any case.
    unsafe {
        if is_gone {
            drop(Box::from_raw(place.cast::<std::mem::MaybeUninit<T>>()));
        } else {
            drop(Box::from_raw(place.cast::<T>()));
        }
    }
}

fn fits(entry: &Entry, arguments: &[Given<'_>]) -> bool {
    let parameters = entry.thunk.parameters;
    parameters.len() == arguments.len()
        && parameters.iter().zip(arguments).all(|(parameter, argument)| {
            parameter.passing == argument.passing && (parameter.id)() == argument.id
        })
}

/// Says that a test has nothing to say about the code any more.
#[expect(clippy::print_stderr, reason = "a test that says nothing about the code says so")]
pub fn stale(why: &str) {
    eprintln!("gadfly: this test does not apply any more: {why}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{assume, ByMut, ByUnsizedRef, ByValue, Monitor, Options, Returns};
    use linkme::distributed_slice;

    #[distributed_slice(crate::ENTRIES)]
    static PUSHED: fn() -> &'static Entry = || {
        static ENTRY: Entry = Entry {
            kind: crate::EntryRole::Property,
            name: "pushed",
            label: "",
            types: "",
            signature: "",
            module: "tests",
            owner: || "a::Stack",
            file: file!(),
            line: line!(),
            options: Options {
                cases: None,
                panics: None,
                err: false,
                returns: Returns::Value,
                assumes: true,
                monitor: None,
                receiver: false,
                is_async: false,
            },
            thunk: crate::property::<(ByMut<Vec<u8>>, ByValue<String>, ByUnsizedRef<str>), _, _>(
                |(xs, text, other), _: &mut Monitor| {
                    assume!(!text.is_empty());
                    xs.push(7);
                    text == other
                },
            ),
        };
        &ENTRY
    };

    fn run(xs: &mut Vec<u8>, text: &str, other: &str) -> bool {
        catch_unwind(AssertUnwindSafe(|| {
            replay_named(
                "tests::Stack::pushed",
                &mut [
                    Given::exclusive(xs),
                    Given::value(text.to_owned()),
                    Given::shared_unsized(other),
                ],
            );
        }))
        .is_ok()
    }

    #[test]
    fn a_property_is_found_by_its_name_and_run() {
        let mut xs = vec![1];
        assert!(run(&mut xs, "a", "a"));
        assert_eq!(xs, [1, 7]);
        assert!(!run(&mut xs, "a", "b"));
        assert!(run(&mut xs, "", "b"), "what does not apply passes");
        assert_eq!(xs, [1, 7, 7]);
    }

    #[test]
    fn entries_that_are_gone_pass() {
        replay_named("tests::Stack::popped", &mut []);
        replay_named("tests::Stack::pushed", &mut [Given::value(1_u8), Given::shared(&2)]);
        replay_named("tests::Stack::pushed", &mut []);
    }

    #[test]
    fn direct_replays_fail_as_the_property_does() {
        replay(|| true);
        assert!(catch_unwind(|| replay(|| false)).is_err());
        assert!(catch_unwind(|| replay::<()>(|| panic!("no"))).is_err());
        replay(|| assume!(1 > 2));
        replay_panics::<()>("full", || panic!("full"));
        assert!(catch_unwind(|| replay_panics("full", || ())).is_err());
        replay_result(|| Ok::<u8, u8>(1));
        assert!(catch_unwind(|| replay_result(|| Err::<u8, u8>(1))).is_err());
        replay_err(|| Err::<(), ()>(()));
        assert!(catch_unwind(|| replay_err(|| Ok::<(), ()>(()))).is_err());
    }
}
