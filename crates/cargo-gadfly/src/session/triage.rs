//! Whose fault a finding looks like, and how a death of the process is put into words.
//!
//! Rough on purpose: it goes by documentation, messages and the size of arguments, and proves
//! nothing.

use gadfly_wire::CrashKind;

use crate::report::{Class, Kind};

/// Arguments above this are absurd where something takes memory or stack in proportion.
const ABSURD_SIZE: u64 = 1 << 20;
/// Arguments above this are absurd where something takes time in proportion, or worse.
const ABSURD_WORK: u64 = 1 << 10;

/// What is known of a call that panicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panicked {
    /// Whether its documentation says when it panics.
    pub(super) is_documented: bool,
    /// Whether the panic was raised in the called function itself, not somewhere below.
    pub(super) is_own_check: bool,
    /// Whether it takes anything but a receiver, so that the caller had a choice to get wrong.
    pub(super) has_arguments: bool,
}

/// Whose fault a panic looks like.
pub(super) fn class_of_panic(call: Panicked, message: &str) -> Class {
    if message.contains("capacity overflow") || message.contains("memory allocation") {
        Class::Resource
    } else if call.is_documented {
        Class::Documented
    } else if call.has_arguments && (is_precondition(message) || is_assertion(call, message)) {
        Class::Precondition
    } else {
        Class::Bug
    }
}

/// What a death of the process is, whose fault it looks like, and what to say about it.
pub(super) fn of_crash(kind: &CrashKind, magnitude: u64, note: &str) -> (Kind, Class, String) {
    let above = |limit: u64| if magnitude > limit { Class::Resource } else { Class::Bug };
    let by_size = above(ABSURD_SIZE);
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    match kind {
        CrashKind::Signal(number) => {
            // A stack overflow is a SIGSEGV or SIGABRT, and absurd arguments explain it.
            let class = if matches!(number, 6 | 11) { by_size } else { Class::Bug };
            (Kind::Crash, class, format!("{}{note}", signal(*number)))
        }
        CrashKind::Exit(code) => {
            (Kind::Crash, Class::Bug, format!("ends the process with exit code {code}{note}"))
        }
        CrashKind::Hang => {
            (Kind::Hang, above(ABSURD_WORK), format!("does not return in time{note}"))
        }
        CrashKind::OutOfMemory => {
            (Kind::Oom, by_size, format!("asks for more memory than it may have{note}"))
        }
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

/// An assertion at the door is about what came in; one further inside is about the house.
fn is_assertion(call: Panicked, message: &str) -> bool {
    call.is_own_check && message.starts_with("assertion")
}

/// Messages of checks on an argument that the caller chose.
fn is_precondition(message: &str) -> bool {
    let signs = [
        "out of range",
        "out of bounds",
        "index",
        "range end",
        "range start",
        "should be <",
        "must be",
        "divide by zero",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_and_messages_decide_about_panics() {
        let call = Panicked { is_documented: false, is_own_check: true, has_arguments: true };
        let documented = Panicked { is_documented: true, ..call };
        let without_arguments = Panicked { has_arguments: false, ..call };
        let deeper = Panicked { is_own_check: false, ..call };
        let overflow = "attempt to subtract with overflow";
        let index = "index out of bounds: the len is 0 but the index is 0";
        let assertion = "assertion failed: len <= A::size()";
        assert_eq!(class_of_panic(call, overflow), Class::Bug);
        assert_eq!(class_of_panic(documented, overflow), Class::Documented);
        assert_eq!(class_of_panic(call, index), Class::Precondition);
        assert_eq!(class_of_panic(without_arguments, index), Class::Bug);
        assert_eq!(class_of_panic(call, assertion), Class::Precondition);
        assert_eq!(class_of_panic(deeper, assertion), Class::Bug);
        assert_eq!(class_of_panic(documented, "capacity overflow"), Class::Resource);
    }

    #[test]
    fn absurd_arguments_explain_hangs_memory_and_deep_recursion() {
        let class = |kind: CrashKind, magnitude| of_crash(&kind, magnitude, "").1;
        assert_eq!(class(CrashKind::Hang, 3), Class::Bug);
        assert_eq!(class(CrashKind::Hang, 30_000), Class::Resource);
        assert_eq!(class(CrashKind::OutOfMemory, u64::MAX), Class::Resource);
        assert_eq!(class(CrashKind::Signal(11), 3), Class::Bug);
        assert_eq!(class(CrashKind::Signal(11), u64::MAX), Class::Resource);
        assert_eq!(class(CrashKind::Exit(0), u64::MAX), Class::Bug);
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
