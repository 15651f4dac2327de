//! Builders of facts, for the examples of rules and for tests.

use gadfly_model::{Prim, Ty};

use crate::facts::{
    Call, CallParameter, Death, DeathCause, Facts, Failure, Misuse, Panic, Raised, Site,
    SmallestSequence, Tally, TestAttempt, Trials, Variation,
};

/// The message of an index that is out of bounds.
pub const INDEX: &str = "index out of bounds: the len is 0 but the index is 0";
/// The message of a difference below zero.
pub const BELOW_ZERO: &str = "attempt to subtract with overflow";
/// The message of a product that is too large.
pub const TOO_LARGE: &str = "attempt to multiply with overflow";
/// The message of a division by zero.
pub const BY_ZERO: &str = "attempt to divide by zero";
/// The message of an `unwrap` of `None`.
pub const NONE: &str = "called `Option::unwrap()` on a `None` value";
/// The message of a tracked value that was dropped twice.
pub const TWICE: &str = "a value was dropped after it was dropped";
/// The message of a tracked value that was dropped and never made, noticed in another panic.
pub const IN_PANIC: &str = "a value was dropped in a panic that was never made";

/// A panic in `k::Stack::METHOD(&mut self, usize)`, undocumented, raised by the method itself.
pub fn panic(method: &str, message: &str) -> Facts {
    let failure =
        Failure::Panic(Panic { raised: Raised::Itself, blames_caller: false, by_operator: false });
    let call = Call {
        method: method.to_owned(),
        is_direct: true,
        is_of_subject: true,
        takes_receiver: true,
        output: Some(Ty::unit()),
        ..Call::default()
    };
    let item = format!("k::Stack::{method}");
    let facts = Facts { call, ..Facts::stated(failure, &item, message) };
    facts.taking([Ty::Prim(Prim::Usize)])
}

/// The end of the process in `k::Stack::METHOD(&mut self, usize)`.
pub fn death(method: &str, end: DeathCause, magnitude: u64) -> Facts {
    let failure = Failure::Death(Death { end, magnitude, note: String::new() });
    Facts { failure, ..panic(method, "") }
}

/// Four variants that return.
pub fn all_return() -> Tally {
    Tally { returned: 4, ..Tally::default() }
}

/// Four variants that fail in the same way.
pub fn none_returns() -> Tally {
    Tally { alike: 4, ..Tally::default() }
}

impl Site {
    /// The first argument, with values that have no order.
    pub fn of(other: Tally) -> Site {
        Site::with(Trials { other, ..Trials::default() })
    }

    /// The first argument, with smaller values that end so, and larger ones that fail in the same way.
    pub fn below(smaller: Tally) -> Site {
        Site::with(Trials { smaller, larger: none_returns(), ..Trials::default() })
    }

    /// The first argument, with smaller and larger values that end so.
    pub fn around(both: Tally) -> Site {
        Site::with(Trials { smaller: both, larger: both, ..Trials::default() })
    }

    fn with(trials: Trials) -> Site {
        Site { argument: 1, trials, ..Site::default() }
    }
}

impl Facts {
    /// The same with a change.
    pub fn with(mut self, change: impl FnOnce(&mut Facts)) -> Facts {
        change(&mut self);
        self
    }

    /// The same, with a change to the panic.
    fn with_panic(self, change: impl FnOnce(&mut Panic)) -> Facts {
        self.with(|it| {
            if let Failure::Panic(panic) = &mut it.failure {
                change(panic);
            }
        })
    }

    /// The same, raised deeper in the crate.
    pub fn deeper(self) -> Facts {
        self.with_panic(|panic| panic.raised = Raised::Deeper)
    }

    /// The same, raised outside of the crate.
    pub fn outside(self) -> Facts {
        self.with_panic(|panic| panic.raised = Raised::Outside)
    }

    /// The same, with the location of the caller.
    pub fn blaming_caller(self) -> Facts {
        self.with_panic(|panic| panic.blames_caller = true)
    }

    /// The same, raised by an operator of a type that was chosen for a parameter.
    pub fn by_operator(self) -> Facts {
        self.with_panic(|panic| panic.by_operator = true)
    }

    /// The same, in an operation that has nothing to do with the crate.
    pub fn foreign(self) -> Facts {
        self.outside().with(|it| {
            it.call.is_of_subject = false;
            it.call.is_foreign = true;
        })
    }

    /// The same, with documentation that announces panics.
    pub fn documented(self) -> Facts {
        self.with(|it| it.call.documentation.announces_panics = true)
    }

    /// The same, with arguments of these types after a receiver of the crate's own type.
    pub fn taking(self, types: impl IntoIterator<Item = Ty>) -> Facts {
        let receiver = Ty::adt("k::Stack", []);
        let parameter = |ty: Ty| CallParameter { is_copy: ty == Ty::adt("k::Handle", []), ty };
        self.with(|it| {
            it.call.parameters = [receiver].into_iter().chain(types).map(parameter).collect();
        })
    }

    /// The same, with nothing but a receiver.
    pub fn without_arguments(self) -> Facts {
        self.taking([])
    }

    /// The same, with a text as its only argument.
    pub fn taking_text(self) -> Facts {
        self.taking([Ty::shared(Ty::Prim(Prim::Str))])
    }

    /// The same, with arguments of these names.
    pub fn naming(self, arguments: &[&str]) -> Facts {
        self.with(|it| {
            it.call.argument_names = arguments.iter().map(|&name| name.to_owned()).collect();
        })
    }

    /// The same, returning `Result`.
    pub fn fallible(self) -> Facts {
        let output = Ty::adt("std::result::Result", [Ty::unit(), Ty::adt("k::Error", [])]);
        self.with(|it| it.call.output = Some(output))
    }

    /// The same, in a method of this trait.
    pub fn of_trait(self, name: &str) -> Facts {
        self.with(|it| it.call.trait_ = Some(name.to_owned()))
    }

    /// The same, with the text that the process left.
    pub fn noting(self, note: &str) -> Facts {
        self.with(|it| {
            if let Failure::Death(death) = &mut it.failure {
                note.clone_into(&mut death.note);
            }
        })
    }

    /// The same, where the message reports the use of a value that was not alive.
    pub fn misusing(self) -> Facts {
        self.with(|it| it.misuse = Some(Misuse { is_in_panic: it.message == IN_PANIC }))
    }

    /// The same, minimised.
    pub fn minimised(self) -> Facts {
        let is_panic = self.panic().is_some();
        self.with(|it| {
            let panic_message = is_panic.then(|| it.message.clone());
            it.minimised = Some(SmallestSequence { panic_message, ..SmallestSequence::default() });
        })
    }

    /// The same, minimised, with a change to what is known then.
    pub fn minimised_with(self, change: impl FnOnce(&mut SmallestSequence)) -> Facts {
        self.minimised().with(|it| change(it.minimised.get_or_insert_default()))
    }

    /// The same, with results of calling the function again with other values.
    pub fn varied(self, change: impl FnOnce(&mut Variation)) -> Facts {
        self.minimised().with(|it| {
            let mut variation = Variation::default();
            change(&mut variation);
            it.variation = Some(variation);
        })
    }

    /// The same, after the attempt to show it in a test.
    pub fn proven(self, has_test: bool) -> Facts {
        self.with(|it| {
            it.proof = Some(TestAttempt { has_test, after_panics: 0, misuse: it.misuse });
        })
    }
}
