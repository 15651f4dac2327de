//! When two failures count as one.

use gadfly_plan::types::tracked::{INTENDED_PANIC, is_misuse};
use gadfly_wire::{CrashKind, During, Outcome, ProcessChange, Sequence, What};

/// The properties of a failure that stay the same while a sequence shrinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A panic: where, and what it said, numbers and quotations aside.
    Panic {
        /// File and line, if known.
        place: Option<(String, u32)>,
        /// The message, masked.
        message: String,
        /// The activity during which it failed.
        doing: Doing,
    },
    /// A value that is not alive any more, because another panicked in the middle of a call; wherever it shows.
    Misuse {
        /// The call that was interrupted last.
        interrupted: What,
    },
    /// A broken law.
    Broken {
        /// Its name.
        law: String,
    },
    /// A change that a call leaves behind in its process.
    Left {
        /// The changed part of the process.
        what: ProcessChange,
        /// The call.
        doing: Doing,
    },
    /// A death of the process.
    Died {
        /// The kind of the crash.
        kind: CrashKind,
        /// The activity during which it failed.
        doing: Doing,
    },
}

/// An activity during which something can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// A call of this operation.
    Calling(Option<u32>),
    /// A drop of some variable.
    Dropping,
    /// Formatting.
    Formatting,
    /// Hashing.
    Hashing,
    /// Checking this law.
    Checking(u16),
}

impl Failure {
    /// The failure that an outcome of a sequence is; nothing if it passed or could not run.
    pub fn of(sequence: &Sequence, outcome: &Outcome) -> Option<Failure> {
        match outcome {
            Outcome::Returned | Outcome::Illegal { .. } | Outcome::Rejected { .. } => None,
            // Values that panic when they are used are no failure of anybody's.
            Outcome::Panicked { message, .. } if message == INTENDED_PANIC => None,
            Outcome::Panicked { statement, during, message, location } => {
                let misused = interrupted(sequence).filter(|_| is_misuse(message));
                Some(match misused {
                    Some(interrupted) => Failure::Misuse { interrupted },
                    None => Failure::Panic {
                        place: location.as_ref().map(|place| (place.file.clone(), place.line)),
                        message: masked(message),
                        doing: doing(sequence, *statement, *during),
                    },
                })
            }
            Outcome::Broken { law, .. } => Some(Failure::Broken { law: law.clone() }),
            Outcome::Left { what, statement } => Some(Failure::Left {
                what: *what,
                doing: doing(sequence, *statement, During::Call),
            }),
            Outcome::Died { kind, statement, during } => {
                Some(Failure::Died { kind: *kind, doing: doing(sequence, *statement, *during) })
            }
        }
    }
}

/// The last call that panicked and was caught.
fn interrupted(sequence: &Sequence) -> Option<What> {
    let mut statements = sequence.statements.iter().rev();
    statements.find(|statement| statement.caught).map(|statement| statement.what)
}

/// The statement after which nothing of a sequence runs any more, if it fails before its end.
pub(super) fn last_statement(outcome: &Outcome) -> Option<u32> {
    match outcome {
        Outcome::Panicked { statement, .. }
        | Outcome::Died { statement, .. }
        | Outcome::Left { statement, .. } => Some(*statement),
        _ => None,
    }
}

/// The statement that fails by being called.
pub(super) fn failing_call(outcome: &Outcome) -> Option<u32> {
    match outcome {
        Outcome::Panicked { statement, during: During::Call, .. }
        | Outcome::Died { statement, during: During::Call, .. }
        | Outcome::Left { statement, .. } => Some(*statement),
        _ => None,
    }
}

fn doing(sequence: &Sequence, statement: u32, during: During) -> Doing {
    match during {
        During::Call | During::Engine => {
            let called = sequence.statements.get(statement as usize);
            Doing::Calling(called.and_then(|statement| match statement.what {
                What::Operation(id) => Some(id),
                What::Literal(_) => None,
            }))
        }
        During::Drop(_) => Doing::Dropping,
        During::Debug(_) => Doing::Formatting,
        During::Hash(_) => Doing::Hashing,
        During::Law { law, .. } => Doing::Checking(law),
    }
}

/// The message without its numbers, their units and what it quotes: they differ, the cause does
/// not.
pub fn masked(message: &str) -> String {
    let mut masked = String::new();
    let mut chars = message.chars();
    while let Some(c) = chars.next() {
        match c {
            '0'..='9' | '.' if masked.ends_with('#') && is_number(c, chars.as_str()) => {}
            '0'..='9' => masked.push('#'),
            // A unit.
            _ if c.is_alphabetic() && masked.ends_with('#') => {}
            // A quote that is never closed is an apostrophe.
            '`' | '"' | '\'' if chars.as_str().contains(c) => {
                masked.push('…');
                chars.by_ref().take_while(|inside| *inside != c).for_each(drop);
            }
            _ => masked.push(c),
        }
    }
    masked
}

/// Returns whether a number goes on with this character.
fn is_number(c: char, rest: &str) -> bool {
    c != '.' || rest.starts_with(|next: char| next.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_quotations_are_ignored_in_messages() {
        assert_eq!(masked("len is 3 but index is 17"), masked("len is 0 but index is 40"));
        assert_ne!(masked("len is 3"), masked("cap is 3"));
        assert_eq!(masked("inside 'é' of `aé`"), masked("inside '🦀' of `🦀b`"));
        assert_eq!(masked("it's odd"), "it's odd");
        assert_eq!(masked("after 31ms."), masked("after 1200.000000017s."));
        assert_eq!(masked("after 7.5µs."), "after #.");
    }

    #[test]
    fn misuse_after_an_interruption_is_one_failure() {
        let call = |id, caught| gadfly_wire::Statement {
            what: What::Operation(id),
            args: Vec::new(),
            kills: Vec::new(),
            caught,
        };
        let panicked = |statement, during, message: &str| Outcome::Panicked {
            statement,
            during,
            message: message.to_owned(),
            location: None,
        };
        let of = |caught, outcome: &Outcome| {
            let statements = vec![call(3, caught), call(4, false)];
            Failure::of(&Sequence { statements, ..Sequence::default() }, outcome)
        };
        let dropped = panicked(2, During::Drop(0), "a value was dropped after it was dropped");
        let cloned = panicked(1, During::Call, "a value was cloned after it was dropped");
        let interrupted = What::Operation(3);
        assert_eq!(of(true, &dropped), Some(Failure::Misuse { interrupted }));
        assert_eq!(of(true, &dropped), of(true, &cloned));
        assert_ne!(of(false, &dropped), of(false, &cloned));
        assert!(matches!(of(true, &panicked(1, During::Call, "no")), Some(Failure::Panic { .. })));
        assert_eq!(
            of(false, &panicked(1, During::Hash(0), INTENDED_PANIC)),
            None,
            "it is meant to"
        );
    }

    #[test]
    fn passing_and_impossible_runs_are_no_failures() {
        let sequence = Sequence::default();
        for outcome in [
            Outcome::Returned,
            Outcome::Illegal { statement: 0 },
            Outcome::Rejected { statement: 0 },
        ] {
            assert_eq!(Failure::of(&sequence, &outcome), None);
        }
    }
}
