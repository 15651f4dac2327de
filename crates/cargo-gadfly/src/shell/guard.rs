//! Gadfly's own panics, turned into one sentence.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Mutex;

/// The message of the last panic, kept by the hook for [`guard`].
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics from printing by themselves; call once, at the start of the process.
pub(crate) fn silence_panics() {
    panic::set_hook(Box::new(|info| remember(describe(info))));
}

/// Runs the work; a panic becomes its message and place.
pub(super) fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let said = LAST.lock().map(|mut last| last.take()).unwrap_or_default();
        said.unwrap_or_else(|| text_of(payload.as_ref()).to_owned())
    })
}

fn remember(text: String) {
    if let Ok(mut last) = LAST.lock() {
        *last = Some(text);
    }
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let text = text_of(info.payload()).replace('\n', " ");
    match info.location() {
        Some(place) => format!("{text} ({}:{})", place.file(), place.line()),
        None => text,
    }
}

fn text_of(payload: &dyn std::any::Any) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        let number = guard(|| 3).expect("no panic");
        assert_eq!(number, 3);
        let text = guard(|| panic::panic_any("the moon fell")).map(|()| 0).expect_err("a panic");
        assert!(text.starts_with("the moon fell"), "{text}");
    }
}
