//! Everything that is known of one finding.

use gadfly_model::rust_path;

use super::{
    Call, Death, Experiments, Panic, SeenSequence, SmallestSequence, TestAttempt, Variation,
};
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
    /// The results of calling the function again with other values, once it was done.
    pub variation: Option<Variation>,
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

    /// Returns whether it is a failure of a call of the crate's whose values can be replaced by others: a panic, or the end
    /// of memory or time.
    pub fn can_be_varied(&self) -> bool {
        let is_exhausted = self.death().is_some_and(Death::is_exhaustion);
        self.call.is_direct && self.call.is_of_subject && (self.panic().is_some() || is_exhausted)
    }

    /// The message of the smallest sequence's panic, or of the panic as it was seen.
    pub fn shown_message(&self) -> &str {
        let shown = self.minimised.as_ref().and_then(|it| it.panic_message.as_deref());
        shown.unwrap_or(&self.message)
    }

    /// Returns whether it is a panic that the author did not write: the language's or a container's, or of code that the
    /// author holds to be unreachable.
    pub fn is_panic_without_check(&self) -> bool {
        let message = self.shown_message();
        self.panic().is_some()
            && (crate::words::is_of_the_language(message)
                || crate::words::is_of_a_container(message)
                || crate::words::admits_a_bug(message))
    }

    /// Returns whether it is an overflow in a function of numbers alone. Which of them leaves no room for the result cannot be
    /// decided by passing others.
    pub fn is_overflow_of_numbers(&self) -> bool {
        crate::words::is_overflow(self.shown_message()) && self.call.computes()
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
            Phase::Varied => self.variation.is_some(),
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
            variation: None,
            proof: None,
            experiments: Experiments::default(),
        }
    }
}
