//! What a run of a beginning shows: which call misuses memory, or after which call a value is broken.

use gadfly_plan::types::tracked::is_misuse;
use gadfly_wire::{CrashKind, During, Outcome};

/// Signal of `abort`.
pub(super) const SIGABRT: i32 = 6;

/// Memory that is misused in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    /// The last statement that has anything to do with it.
    pub(super) upto: u32,
    /// The way in which it shows.
    pub(super) shows: Shows,
}

/// The way in which misused memory shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shows {
    /// In the call itself.
    Calling,
    /// When a value is dropped or looked at.
    Looking {
        /// The value.
        var: u32,
    },
    /// When a law is checked on a value: what checking it takes may be what is wrong.
    Checking {
        /// The value.
        var: u32,
        /// The law.
        law: u16,
    },
    /// In the last call of another finding.
    Behind,
}

/// The misuse of memory that a run shows. `upto` is the last statement of the beginning that was run, and `note` what is known
/// of the end of its process.
pub(super) fn hit(upto: u32, outcome: &Outcome, note: &str) -> Option<Hit> {
    let (statement, during) = match outcome {
        Outcome::Panicked { statement, during, message, .. } if is_misuse(message) => {
            (*statement, *during)
        }
        Outcome::Died { kind, statement, during } if is_memory(*kind, note) => {
            (*statement, *during)
        }
        _ => return None,
    };
    let shows = match during {
        During::Call | During::Engine if statement > upto => Shows::Behind,
        During::Call | During::Engine => Shows::Calling,
        During::Drop(var) | During::Debug(var) | During::Hash(var) => Shows::Looking { var },
        During::Law { law, vars: [var, ..] } => Shows::Checking { var, law },
    };
    Some(Hit { upto: upto.min(statement), shows })
}

/// Returns whether a death is that of a process with broken memory. One that gives up after a second panic is not.
fn is_memory(kind: CrashKind, note: &str) -> bool {
    match kind {
        CrashKind::Signal(SIGABRT) => !note.starts_with("panicked") || is_misuse(note),
        CrashKind::Signal(_) | CrashKind::Reported(_) => true,
        CrashKind::Exit(_) | CrashKind::Hang | CrashKind::OutOfMemory => false,
    }
}

/// The first of several hits that counts. A law that fails on a value as soon as there is one says that what checking it takes
/// is wrong, and not what made the value; `is_own` says the same of looks at values of a type. A call that deliberately ends
/// the process is not distinguished from one that is ended by an allocator, so the last calls of others count only by other signals.
pub(super) fn first(hits: &[Hit], is_own: &mut dyn FnMut(u32) -> bool) -> Option<Hit> {
    let is_at_birth = |hit: &Hit, checked: u32, number: u16| {
        hits.iter().any(|other| {
            other.upto == checked && other.shows == Shows::Checking { var: checked, law: number }
        }) || hit.upto == checked
    };
    let mut ordered: Vec<Hit> = hits.to_vec();
    ordered.sort_unstable();
    ordered.into_iter().find(|hit| match hit.shows {
        Shows::Checking { var, law } => !is_at_birth(hit, var, law),
        Shows::Looking { var } => !is_own(var),
        Shows::Calling | Shows::Behind => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGSEGV: i32 = 11;

    fn died(number: i32, statement: u32, during: During) -> Outcome {
        Outcome::Died { kind: CrashKind::Signal(number), statement, during }
    }

    fn panicked(message: &str) -> Outcome {
        let (message, during) = (message.to_owned(), During::Drop(1));
        Outcome::Panicked { statement: 9, during, message, location: None }
    }

    #[test]
    fn only_misused_memory_counts() {
        let is_hit = |outcome: &Outcome, note| hit(2, outcome, note).is_some();
        assert!(is_hit(&died(SIGSEGV, 2, During::Call), ""));
        assert!(is_hit(&died(SIGABRT, 2, During::Call), "unsafe precondition(s) violated: a"));
        assert!(is_hit(&panicked("a value was dropped after it was dropped"), ""));
        assert!(!is_hit(&panicked("index out of bounds"), ""));
        assert!(!is_hit(&died(SIGABRT, 2, During::Call), "panicked at a.rs:1: no"));
        let hang = Outcome::Died { kind: CrashKind::Hang, statement: 2, during: During::Call };
        assert!(!is_hit(&hang, "") && !is_hit(&Outcome::Returned, ""));
    }

    #[test]
    fn hits_belong_to_the_last_statement_before() {
        let at = |outcome| hit(2, &outcome, "").expect("a hit");
        let looking = Hit { upto: 2, shows: Shows::Looking { var: 1 } };
        assert_eq!(at(died(SIGSEGV, 3, During::Drop(1))), looking);
        assert_eq!(at(died(SIGSEGV, 1, During::Call)), Hit { upto: 1, shows: Shows::Calling });
        assert_eq!(at(died(SIGSEGV, 5, During::Call)), Hit { upto: 2, shows: Shows::Behind });
    }

    #[test]
    fn laws_that_fail_at_birth_blame_no_maker() {
        let checking = |upto| Hit { upto, shows: Shows::Checking { var: 1, law: 4 } };
        let looking = Hit { upto: 3, shows: Shows::Looking { var: 1 } };
        let mut never = |_| false;
        assert_eq!(first(&[checking(1), checking(2), looking], &mut never), Some(looking));
        assert_eq!(first(&[looking, checking(2)], &mut never), Some(checking(2)));
        assert_eq!(first(&[looking], &mut |var| var == 1), None);
        assert_eq!(first(&[], &mut never), None);
    }
}
