//! Deaths of the process: as facts, and in words.

use gadfly_triage::facts::{Death, DeathCause};
use gadfly_wire::{CrashKind, Location};

/// What is known of the end of a process: its facts, and its description.
pub(crate) fn describe_death(kind: &CrashKind, magnitude: u64, note: &str) -> (Death, String) {
    let more = if note.is_empty() { String::new() } else { format!(": {note}") };
    let (end, words) = match kind {
        CrashKind::Signal(number) => {
            (DeathCause::Signal(*number), format!("{}{more}", signal(*number)))
        }
        CrashKind::Exit(code) => {
            (DeathCause::Exit(*code), format!("ends the process with exit code {code}{more}"))
        }
        CrashKind::Hang => (DeathCause::Hang, format!("does not return in time{more}")),
        CrashKind::Reported(_) => {
            (DeathCause::Sanitizer { error: String::new() }, "is ended by a sanitizer".to_owned())
        }
        CrashKind::OutOfMemory => {
            (DeathCause::OutOfMemory, format!("asks for more memory than it may have{more}"))
        }
    };
    (Death { end, magnitude, note: note.to_owned() }, words)
}

/// The message with which the standard library stopped undefined behaviour, and its place in the subject: `words, file:line`.
pub(crate) fn undefined_at(note: &str) -> (&str, Option<Location>) {
    let split = || {
        let (words, place) = note.rsplit_once(", ").filter(|_| !note.starts_with("panicked"))?;
        let (file, line) = place.rsplit_once(':')?;
        let location = Location { file: file.to_owned(), line: line.parse().ok()?, column: 0 };
        Some((words, Some(location)))
    };
    split().unwrap_or((note, None))
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
    fn deaths_are_described_in_words() {
        let words = |kind: CrashKind, note| describe_death(&kind, 0, note).1;
        assert_eq!(words(CrashKind::Signal(6), ""), "aborts the process (SIGABRT)");
        assert_eq!(words(CrashKind::Signal(11), "a: b"), "crashes the process (SIGSEGV): a: b");
        assert_eq!(words(CrashKind::Exit(0), ""), "ends the process with exit code 0");
        assert_eq!(words(CrashKind::Hang, ""), "does not return in time");
    }
}
