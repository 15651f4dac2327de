//! Panics of the subject: message, place, and the subject's frame.
//!
//! Owns the process's panic hook. A backtrace costs milliseconds, so one is taken only for a panic (by context and
//! location) that is new. The subject may replace the hook; it is put back at the next check, or after the
//! next panic, which is caught without its location.

use crate::process::allocator;
use crate::rng::mix;
use crate::snapshot::watchdog;
use crate::values::tracked;
use gadfly_wire::{Fnv, Location, SubjectFrame};
use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The number of bytes of a message that are kept.
const MESSAGE_BYTES: usize = 4096;
/// The number of backtraces that a process takes.
const MAX_BACKTRACES: usize = 2000;

/// Prefixes of the panics that std or the compiler raise instead of undefined behaviour, and that end the process.
const UNDEFINED: &[&str] = &[
    "unsafe precondition(s) violated",
    "misaligned pointer dereference",
    "null pointer dereference",
    "null reference produced",
    "trying to construct an enum from an invalid value",
];

/// The address of our hook, which identifies it.
static OURS: AtomicUsize = AtomicUsize::new(0);

/// A captured panic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captured {
    /// Its message.
    pub message: String,
    /// Its location.
    pub location: Option<Location>,
    /// Identifies the panic by context and location.
    pub key: u64,
}

impl Captured {
    /// Returns whether a value panicked that is there to do so.
    pub(crate) fn is_meant(&self) -> bool {
        self.message == tracked::INTENDED_PANIC
    }
}

struct HookState {
    captured: Captured,
    prefixes: Vec<String>,
    /// Panics whose backtrace was taken, by key, with the result.
    known: BTreeMap<u64, Option<SubjectFrame>>,
    report: PanicCallbacks,
}

/// The guarded code that is running.
struct GuardState {
    /// Names it.
    context: Cell<u64>,
    /// The number of times it has panicked.
    panics: Cell<u32>,
}

thread_local! {
    static ARMED: Cell<bool> = const { Cell::new(false) };
    static GUARD: GuardState = const { GuardState { context: Cell::new(0), panics: Cell::new(0) } };
    static STATE: RefCell<HookState> = RefCell::new(HookState {
        captured: Captured::default(),
        prefixes: Vec::new(),
        known: BTreeMap::new(),
        report: PanicCallbacks { on_last: |_| {}, is_known: |_| false },
    });
}

/// The callbacks of the hook.
#[derive(Clone, Copy, Debug)]
pub struct PanicCallbacks {
    /// Receives a panic that may abort the process: a second one within one call, or one that cannot be caught. An empty text
    /// revokes the last.
    pub on_last: fn(&str),
    /// True if a panic with this key was reported before, perhaps by a process that died since.
    pub is_known: fn(u64) -> bool,
}

/// Makes this thread's panics silent and captured from now on.
pub fn arm(prefixes: Vec<String>, report: PanicCallbacks) {
    STATE.with(|state| {
        let mut state = state.borrow_mut();
        state.prefixes = prefixes;
        state.report = report;
    });
    if !ARMED.with(|armed| armed.replace(true)) {
        install();
    }
}

/// Returns whether the process's hook is ours.
pub fn is_hooked() -> bool {
    address_of_hook() == OURS.load(Relaxed)
}

/// Puts our hook back, if it has been replaced.
pub fn restore_hook() {
    if ARMED.with(Cell::get) && !is_hooked() {
        install();
    }
}

/// The innermost frame inside the subject of the panic with this key, if its backtrace was taken here.
pub fn subject_frame(key: u64) -> Option<SubjectFrame> {
    STATE.with(|state| state.borrow().known.get(&key).cloned().flatten())
}

/// Runs code of the subject. `context` identifies the running code in the keys of panics.
#[inline]
pub fn guard<T>(context: u64, run: impl FnOnce() -> T) -> Result<T, Captured> {
    let panics = GUARD.with(|guard| {
        guard.context.set(context);
        guard.panics.replace(0)
    });
    if panics > 1 {
        // The subject dealt with it by itself.
        STATE.with(|state| (state.borrow().report.on_last)(""));
    }
    panic::catch_unwind(AssertUnwindSafe(run)).map_err(|payload| caught(context, payload))
}

#[cold]
fn caught(context: u64, payload: Box<dyn Any + Send>) -> Captured {
    let captured = if GUARD.with(|guard| guard.panics.get()) == 0 {
        // Either the hook was replaced or the panic was resumed without asking it.
        install();
        Captured { message: cut(text_of(&*payload)), key: mix(context), ..Captured::default() }
    } else {
        STATE.with(|state| std::mem::take(&mut state.borrow_mut().captured))
    };
    discard(payload);
    captured
}

/// Drops a payload, whose own drop may panic in turn; a payload that keeps panicking is leaked.
fn discard(payload: Box<dyn Any + Send>) {
    if payload.is::<&'static str>() || payload.is::<String>() {
        return;
    }
    if let Err(second) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}

fn install() {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if ARMED.with(Cell::get) {
            // Memory for the place is no cost of the call: the length of paths differs from folder to folder.
            let spent = allocator::spent();
            let location = info.location().map(|location| Location {
                file: location.file().to_owned(),
                line: location.line(),
                column: location.column(),
            });
            capture(text_of(info.payload()), location);
            allocator::forget_since(spent);
        } else {
            previous(info);
        }
    }));
    OURS.store(address_of_hook(), Relaxed);
}

fn address_of_hook() -> usize {
    let hook = panic::take_hook();
    let address = std::ptr::addr_of!(*hook).cast::<()>() as usize;
    panic::set_hook(hook);
    address
}

fn capture(message: &str, location: Option<Location>) {
    let (context, panics) = GUARD.with(|guard| {
        let panics = guard.panics.get();
        guard.panics.set(panics.saturating_add(1));
        (guard.context.get(), panics)
    });
    STATE.with(|state| {
        // Already in use: a panic inside of the code below, which is ours to survive, not to record.
        let Ok(mut state) = state.try_borrow_mut() else { return };
        if panics == 1 {
            let place = location.as_ref().map(|at| format!("{}:{}", at.file, at.line));
            (state.report.on_last)(&format!(
                "panicked at {}: {message} (after: {})",
                place.as_deref().unwrap_or("an unknown place"),
                state.captured.message,
            ));
        }
        let key = key_of(context, location.as_ref());
        // A panic after a first one is rarely reported, and it may happen every time.
        if panics == 0
            && message != tracked::INTENDED_PANIC
            && state.known.len() < MAX_BACKTRACES
            && !state.known.contains_key(&key)
            && !(state.report.is_known)(key)
        {
            // Reading debug information takes time and memory that are not the subject's.
            let frame = watchdog::paused(|| {
                allocator::unlimited(|| {
                    innermost(&format!("{:#}", Backtrace::force_capture()), &state.prefixes)
                })
            });
            state.known.insert(key, frame);
        }
        if panics == 0 && UNDEFINED.iter().any(|start| message.starts_with(start)) {
            let what = message.lines().next().unwrap_or(message);
            // Addresses differ from run to run.
            let what = what.split(" but is 0x").next().unwrap_or(what);
            let frame = state.known.get(&key).and_then(Option::as_ref);
            let place = frame.map(|it| format!(", {}:{}", it.location.file, it.location.line));
            (state.report.on_last)(&format!("{what}{}", place.unwrap_or_default()));
        }
        state.captured = Captured { message: cut(message), location, key };
    });
}

fn key_of(context: u64, location: Option<&Location>) -> u64 {
    let Some(location) = location else { return mix(context) };
    let file = Fnv::from_zero().of(location.file.as_bytes()).finish();
    mix(mix(context) ^ file ^ (u64::from(location.line) << 32) ^ u64::from(location.column))
}

fn text_of(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "a panic with a payload that is not text"
    }
}

fn cut(text: &str) -> String {
    let mut end = text.len().min(MESSAGE_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}

/// The first frame of a printed backtrace whose file starts with one of the prefixes.
fn innermost(backtrace: &str, prefixes: &[String]) -> Option<SubjectFrame> {
    let mut function = "";
    // Numbers have operators of their own only in generic code; elsewhere the compiler knows what to do, unless it is given
    // references.
    let (mut by_operator, mut by_reference) = (false, false);
    // The frames before std's call of the hook are those of the hook, which is the engine's.
    let start = backtrace.find("panic_with_hook").unwrap_or(0);
    for line in backtrace[start..].lines().skip(1) {
        let line = line.trim();
        let Some(place) = line.strip_prefix("at ") else {
            // `12: name`, or `12: 0x7f… - name`.
            let name = line.split_once(": ").map_or(line, |(_, name)| name.trim());
            function = match name.split_once(" - ") {
                Some((address, name)) if address.starts_with("0x") => name,
                _ => name,
            };
            continue;
        };
        // Functions that were inlined are named without their trait, but stand where they stand.
        by_operator |=
            place.contains("/core/src/ops/arith.rs:") || place.contains("/core/src/ops/bit.rs:");
        by_reference |= place.contains("/core/src/internal_macros.rs:");
        if !prefixes.iter().any(|prefix| place.starts_with(prefix.as_str())) {
            continue;
        }
        let (place, column) = split_number(place)?;
        let (file, line) = split_number(place).unwrap_or((place, column));
        let location = Location { file: file.to_owned(), line, column };
        let by_operator = by_operator && (!by_reference || is_of_numbers(function));
        return Some(SubjectFrame { function: function.to_owned(), location, by_operator });
    }
    None
}

/// Returns whether a function was compiled for a number in the place of a parameter: `sub<u64>`, `<k::Ratio<u64> as Sub>::sub`, but not
/// `<k::Money as Add<u64>>::add`.
fn is_of_numbers(function: &str) -> bool {
    let numbers =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    // The parameters of the trait are other types.
    let own = match function.split_once(" as ") {
        Some((own, rest)) => [own, rest.rsplit_once(">::").map_or("", |(_, name)| name)].join(","),
        None => function.to_owned(),
    };
    let mut parts = own.split(['<', '>', ',', ' ', '&', '(', ')', '[', ']', ';']).skip(1);
    parts.any(|part| numbers.contains(&part))
}

fn split_number(place: &str) -> Option<(&str, u32)> {
    let (rest, number) = place.rsplit_once(':')?;
    Some((rest, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// One test at a time: the hook belongs to the process, and is unset for a moment while it is replaced.
    fn turn() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn armed() -> MutexGuard<'static, ()> {
        let turn = turn();
        let report = PanicCallbacks { on_last: |_| {}, is_known: |key| key == 0 };
        arm(vec![env!("CARGO_MANIFEST_DIR").to_owned()], report);
        turn
    }

    #[inline(never)]
    fn deep_in_the_subject(values: &[u8]) -> u8 {
        values[std::hint::black_box(7)]
    }

    #[test]
    fn message_location_and_innermost_frame_are_captured() {
        let _turn = armed();
        let captured = guard(1, || deep_in_the_subject(&[1])).expect_err("it panics");
        assert_eq!(captured.message, "index out of bounds: the len is 1 but the index is 7");
        let location = captured.location.expect("there is a location");
        assert!(location.file.ends_with("panic.rs"), "{location:?}");
        let frame = subject_frame(captured.key).expect("the tests have debug information");
        assert!(frame.function.contains("deep_in_the_subject"), "{frame:?}");
        assert_eq!(frame.location.line, location.line);
    }

    #[inline(never)]
    fn twice<T: std::ops::Add<Output = T> + Copy>(number: T) -> T {
        number + number
    }

    #[test]
    fn operators_of_chosen_types_are_distinguished() {
        let _turn = armed();
        let by_operator = |context, run: fn() -> u8| {
            let captured = guard(context, || std::hint::black_box(run())).expect_err("it panics");
            subject_frame(captured.key).expect("a frame").by_operator
        };
        assert!(by_operator(7, || twice(std::hint::black_box(200))));
        assert!(!by_operator(8, || std::hint::black_box(200_u8) + std::hint::black_box(100)));
        assert!(!by_operator(9, || std::hint::black_box(&200_u8) + std::hint::black_box(&100)));
    }

    #[test]
    fn inlined_operators_are_recognised_by_location() {
        let backtrace = "   0: panic_with_hook
   1: core::panicking::panic_const::panic_const_mul_overflow
             at /rustc/5980/library/core/src/panicking.rs:175:17
   2: mul
             at /rustc/5980/library/core/src/ops/arith.rs:352:45
   3: {closure#0}<i32>
             at /subject/src/point.rs:242:30
";
        let frame = innermost(backtrace, &["/subject".to_owned()]).expect("a frame");
        assert!(frame.by_operator && frame.location.line == 242, "{frame:?}");
        let forwarded = backtrace.replace(
            "   3:",
            "   3: mul\n             at /rustc/5980/library/core/src/internal_macros.rs:25:17\n   4:",
        );
        let frame = innermost(&forwarded, &["/subject".to_owned()]).expect("a frame");
        assert!(frame.by_operator, "{frame:?}");
        let plain = forwarded.replace("{closure#0}<i32>", "{closure#0}");
        let frame = innermost(&plain, &["/subject".to_owned()]).expect("a frame");
        assert!(!frame.by_operator, "{frame:?}");
    }

    #[test]
    fn functions_compiled_for_numbers_are_recognised_by_name() {
        for of in ["sub<u64>", "<k::Ratio<u64> as core::ops::Sub>::sub", "k::f::<i32, k::A>"] {
            assert!(is_of_numbers(of), "{of}");
        }
        let others = [
            "<k::Money as core::ops::Add<u64>>::add",
            "k::i32::parse",
            "f<k::A>",
            "<u8>::to_ascii",
        ];
        for other in others {
            assert_eq!(is_of_numbers(other), other.starts_with("<u8>"), "{other}");
        }
    }

    #[test]
    fn known_panics_need_no_backtrace() {
        let _turn = turn();
        arm(Vec::new(), PanicCallbacks { on_last: |_| {}, is_known: |_| true });
        let captured = guard(2, || deep_in_the_subject(&[])).expect_err("it panics");
        let known = STATE.with(|state| state.borrow().known.contains_key(&captured.key));
        assert!(!known);
    }

    #[test]
    fn context_and_location_identify_panics() {
        let _turn = armed();
        let at = |context| guard(context, || deep_in_the_subject(&[])).expect_err("it panics").key;
        assert_ne!(at(3), at(4));
        let other = guard(3, || panic!("elsewhere")).expect_err("it panics").key;
        assert_ne!(at(3), other);
    }

    #[test]
    fn payloads_whose_drop_panics_are_survived() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic::panic_any(Bomb);
            }
        }
        let _turn = armed();
        let captured = guard(5, || panic::panic_any(Bomb)).expect_err("it panics");
        assert_eq!(captured.message, "a panic with a payload that is not text");
    }

    #[test]
    fn replaced_and_wrapped_hooks_are_restored() {
        let _turn = armed();
        restore_hook();
        assert!(is_hooked());
        panic::set_hook(Box::new(|_| {}));
        assert!(!is_hooked());
        restore_hook();
        assert!(is_hooked());
        let ours = panic::take_hook();
        panic::set_hook(Box::new(move |info| ours(info)));
        assert!(!is_hooked());
        restore_hook();
        let captured = guard(9, || panic!("heard")).expect_err("it panics");
        assert!(is_hooked() && captured.location.is_some(), "{captured:?}");
    }

    #[test]
    fn resumed_panics_have_no_location() {
        let _turn = armed();
        let captured = guard(6, || panic::resume_unwind(Box::new("again"))).expect_err("it panics");
        assert_eq!((captured.message.as_str(), captured.location), ("again", None));
    }
}
