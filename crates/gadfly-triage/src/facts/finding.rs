//! Everything that is known of one finding.

use gadfly_model::rust_path;

use super::{Call, Death, Experiments, Panic, SeenSequence, SmallestSequence, TestAttempt};
use crate::class::Kind;
use crate::rule::Phase;

/// Everything that is known of one finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The function or type at fault, as findings name it: `k::Stack::push`.
    pub item: String,
    /// The message of a panic or of a law; the description of a death.
    pub message: String,
    /// The use of a value that was not alive, if the message reports one.
    pub misuse: Option<Misuse>,
    /// The failure itself.
    pub failure: Failure,
    /// The call that failed.
    pub call: Call,
    /// The law that was being checked.
    pub law: Option<String>,
    /// The sequence as it was seen.
    pub sequence: SeenSequence,
    /// The smallest sequence that fails in the same way, once it is known.
    pub minimised: Option<SmallestSequence>,
    /// The attempt to show the finding in a test, once it was made.
    pub proof: Option<TestAttempt>,
    /// Results of experiments that were run.
    pub experiments: Experiments,
}

/// How a sequence failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A panic.
    Panic(Panic),
    /// The end of the process.
    Death(Death),
    /// A law that does not hold.
    Law,
    /// An invariant of a type that does not hold.
    Invariant,
    /// A property, or another statement of a person's, that does not hold.
    Property,
    /// An outcome of a walk that a person called wrong, or has not judged.
    Judged,
    /// Something left behind in the process.
    ProcessChange,
}

/// A use of a value that was not alive, as tracked values report it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// Whether another panic was under way, so that the report came later.
    pub is_in_panic: bool,
}

impl Facts {
    /// The panic, if it is one.
    pub fn panic(&self) -> Option<&Panic> {
        match &self.failure {
            Failure::Panic(panic) => Some(panic),
            _ => None,
        }
    }

    /// The death, if it is one.
    pub fn death(&self) -> Option<&Death> {
        match &self.failure {
            Failure::Death(death) => Some(death),
            _ => None,
        }
    }

    /// Returns whether it is a panic in a call that left the caller a choice: arguments, or a number as the receiver.
    pub fn is_panic_with_choice(&self) -> bool {
        self.panic().is_some() && self.call.has_choice()
    }

    /// Returns whether it is a panic whose message the author wrote.
    pub fn is_panic_of_author(&self) -> bool {
        self.panic().is_some() && !crate::words::is_of_the_language(&self.message)
    }

    /// The last name of the item: `push`.
    pub fn item_method(&self) -> &str {
        rust_path::last(&self.item)
    }

    /// The kind of finding.
    pub fn kind(&self) -> Kind {
        match &self.failure {
            Failure::Panic(_) => Kind::Panic,
            Failure::Death(death) => death.kind(),
            Failure::Law => Kind::Law,
            Failure::Invariant | Failure::ProcessChange => Kind::Contract,
            Failure::Property | Failure::Judged => Kind::Property,
        }
    }

    /// Returns whether the facts of a phase are known.
    pub fn has_reached(&self, phase: Phase) -> bool {
        match phase {
            Phase::Seen => true,
            Phase::Minimised => self.minimised.is_some(),
            Phase::Proven => self.proof.is_some(),
        }
    }

    /// Facts of a failure of which nothing else matters: a person has stated what must hold.
    pub fn stated(failure: Failure, item: &str, message: &str) -> Facts {
        Facts {
            item: item.to_owned(),
            message: message.to_owned(),
            misuse: None,
            failure,
            call: Call::default(),
            law: None,
            sequence: SeenSequence::default(),
            minimised: None,
            proof: None,
            experiments: Experiments::default(),
        }
    }
}
