//! Deaths of the process: whose fault they look like, and how they are put into words.

use gadfly_wire::{CrashKind, Location};

use crate::report::{Class, Kind};

/// Arguments above this are absurd where something takes memory or stack in proportion.
const ABSURD_SIZE: u64 = 1 << 20;
/// Arguments above this are absurd where they ask for more memory than there may be: it grows with their square at least.
const ABSURD_SIDE: u64 = 1 << 12;
/// Arguments above this are absurd where something takes time in proportion, or worse.
const ABSURD_WORK: u64 = 1 << 10;

/// What a death of the process is, whose fault it looks like, and what to say about it.
pub(crate) fn of_crash(kind: &CrashKind, magnitude: u64, note: &str) -> (Kind, Class, String) {
    let above = |limit: u64| if magnitude > limit { Class::Resource } else { Class::Bug };
    let by_size = above(ABSURD_SIZE);
    // A panic of the subject's that was the second would say so first.
    let is_undefined = !note.is_empty() && !note.starts_with("panicked");
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    match kind {
        CrashKind::Signal(number) => {
            // A stack overflow is a SIGSEGV or SIGABRT, and absurd arguments explain it.
            let class =
                if matches!(number, 6 | 11) && !is_undefined { by_size } else { Class::Bug };
            (Kind::Crash, class, format!("{}{note}", signal(*number)))
        }
        CrashKind::Exit(code) => {
            (Kind::Crash, Class::Bug, format!("ends the process with exit code {code}{note}"))
        }
        CrashKind::Hang => {
            (Kind::Hang, above(ABSURD_WORK), format!("does not return in time{note}"))
        }
        CrashKind::Reported(_) => (Kind::Crash, Class::Bug, "is ended by a sanitizer".to_owned()),
        CrashKind::OutOfMemory => {
            (Kind::Oom, above(ABSURD_SIDE), format!("asks for more memory than it may have{note}"))
        }
    }
}

/// What the standard library said when it stopped undefined behaviour, and where in the subject that was: `words, file:line`.
pub(crate) fn undefined_at(note: &str) -> (&str, Option<Location>) {
    let split = || {
        let (words, place) = note.rsplit_once(", ").filter(|_| !note.starts_with("panicked"))?;
        let (file, line) = place.rsplit_once(':')?;
        let location = Location { file: file.to_owned(), line: line.parse().ok()?, column: 0 };
        Some((words, Some(location)))
    };
    split().unwrap_or((note, None))
}

/// Whose fault an error looks like that a sanitizer reports.
pub(crate) fn of_report(error: &str, magnitude: u64) -> Class {
    match error {
        "allocation-size-too-big" | "out-of-memory" | "calloc-overflow" => Class::Resource,
        "stack-overflow" if magnitude > ABSURD_SIZE => Class::Resource,
        _ => Class::Bug,
    }
}

fn signal(number: i32) -> String {
    let name = match number {
        4 => "SIGILL",
        6 => return "aborts the process (SIGABRT)".to_owned(),
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        _ => return format!("crashes the process (signal {number})"),
    };
    format!("crashes the process ({name})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_arguments_explain_hangs_memory_and_deep_recursion() {
        let class = |kind: CrashKind, magnitude| of_crash(&kind, magnitude, "").1;
        assert_eq!(class(CrashKind::Hang, 3), Class::Bug);
        assert_eq!(class(CrashKind::Hang, 30_000), Class::Resource);
        assert_eq!(class(CrashKind::OutOfMemory, 5000), Class::Resource);
        assert_eq!(class(CrashKind::OutOfMemory, 500), Class::Bug);
        assert_eq!(class(CrashKind::Signal(11), 3), Class::Bug);
        assert_eq!(class(CrashKind::Signal(11), u64::MAX), Class::Resource);
        assert_eq!(class(CrashKind::Exit(0), u64::MAX), Class::Bug);
        let note = "unsafe precondition(s) violated: slice::get_unchecked requires …";
        assert_eq!(of_crash(&CrashKind::Signal(6), u64::MAX, note).1, Class::Bug);
    }

    #[test]
    fn what_a_sanitizer_reports_is_a_bug_unless_it_is_about_size() {
        assert_eq!(of_report("heap-buffer-overflow", u64::MAX), Class::Bug);
        assert_eq!(of_report("stack-overflow", 3), Class::Bug);
        assert_eq!(of_report("stack-overflow", u64::MAX), Class::Resource);
        assert_eq!(of_report("allocation-size-too-big", 3), Class::Resource);
    }

    #[test]
    fn undefined_behaviour_has_a_place() {
        let note = "unsafe precondition(s) violated: aligned, and not null, /k/src/map.rs:12";
        let (words, place) = undefined_at(note);
        assert_eq!(words, "unsafe precondition(s) violated: aligned, and not null");
        let place = place.expect("a place");
        assert_eq!((place.file.as_str(), place.line), ("/k/src/map.rs", 12));
        for note in ["", "null pointer dereference", "panicked at a.rs:1: no, b.rs:2"] {
            assert_eq!(undefined_at(note), (note, None));
        }
    }

    #[test]
    fn deaths_are_told_in_words() {
        let words = |kind: CrashKind, note| of_crash(&kind, 0, note).2;
        assert_eq!(words(CrashKind::Signal(6), ""), "aborts the process (SIGABRT)");
        assert_eq!(words(CrashKind::Signal(11), "a: b"), "crashes the process (SIGSEGV): a: b");
        assert_eq!(words(CrashKind::Exit(0), ""), "ends the process with exit code 0");
        assert_eq!(words(CrashKind::Hang, ""), "does not return in time");
    }
}
