//! Findings as they are made: every command makes its own here.

use gadfly_triage::facts::Failure;
use gadfly_triage::{Facts, Kind};

use super::finding::{Decision, Finding, debug};
use super::short_id::{IdKind, short_id};

/// A failure that becomes a finding as soon as its class is decided. Everything that is not set is unknown.
#[derive(Clone, Debug)]
pub struct FindingBuilder {
    id: String,
    kind: Kind,
    item: String,
    message: String,
    law: Option<String>,
    location: Option<String>,
    calls: u64,
    seen: u64,
    test: Option<String>,
    source: String,
    profile: String,
}

impl FindingBuilder {
    /// A failure that was seen once. Its id follows from its cause.
    pub fn new(id_kind: IdKind, cause: &str, kind: Kind, item: String, message: String) -> Self {
        Self {
            id: short_id(id_kind, cause),
            kind,
            item,
            message,
            law: None,
            location: None,
            calls: 0,
            seen: 1,
            test: None,
            source: String::new(),
            profile: debug(),
        }
    }

    /// The law that is broken or was being checked.
    pub fn of_law(self, law: Option<String>) -> Self {
        Self { law, ..self }
    }

    /// The place in the subject.
    pub fn at(self, location: Option<String>) -> Self {
        Self { location, ..self }
    }

    /// The sequence that shows it, and the number of its calls.
    pub fn shown_by(self, source: String, calls: u64) -> Self {
        Self { source, calls, ..self }
    }

    /// The number of its occurrences.
    pub fn seen(self, seen: u64) -> Self {
        Self { seen, ..self }
    }

    /// The test that shows it.
    pub fn tested_by(self, test: Option<String>) -> Self {
        Self { test, ..self }
    }

    /// The build in which it shows, if not the usual one.
    pub fn in_build(self, profile: &str) -> Self {
        Self { profile: profile.to_owned(), ..self }
    }

    /// The finding, with its class.
    pub fn decided(self, decision: Decision) -> Finding {
        Finding {
            id: self.id,
            kind: self.kind,
            class: decision.class,
            rule: Some(decision.rule),
            overruled: decision.overruled,
            hint: decision.hint,
            item: self.item,
            law: self.law,
            message: self.message,
            location: self.location,
            calls: self.calls,
            seen: self.seen,
            test: self.test,
            source: self.source,
            profile: self.profile,
            after_panics: 0,
            broken_since: None,
            proven: 0,
            excerpt: Vec::new(),
            symptoms: Vec::new(),
            remark: None,
        }
    }

    /// The finding that something does not hold that a person has stated.
    pub fn stated(self, failure: Failure) -> Finding {
        let facts = Facts::stated(failure, &self.item, &self.message);
        let decision = Decision::by_rules(&facts).expect("statements of people are reported");
        self.decided(decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Class;

    fn builder(cause: &str) -> FindingBuilder {
        let (item, message) = ("k::f".to_owned(), "no".to_owned());
        FindingBuilder::new(IdKind::Sequence, cause, Kind::Property, item, message)
    }

    #[test]
    fn findings_know_nothing_that_is_not_set() {
        let finding = builder("a").stated(Failure::Property);
        assert_eq!((finding.seen, finding.calls, finding.after_panics), (1, 0, 0));
        assert_eq!((&*finding.source, &*finding.profile), ("", "debug"));
        assert_eq!((finding.location, finding.law, finding.test), (None, None, None));
        assert_eq!((finding.class, finding.rule.is_some()), (Class::Bug, true));
    }

    #[test]
    fn findings_have_everything_that_is_set() {
        let decision = Decision {
            class: Class::Precondition,
            rule: "policy".to_owned(),
            overruled: Some("panic".to_owned()),
            hint: None,
        };
        let finding = builder("a")
            .of_law(Some("eq".to_owned()))
            .at(Some("src/lib.rs:1".to_owned()))
            .shown_by("f();".to_owned(), 2)
            .seen(3)
            .tested_by(Some("t::f".to_owned()))
            .in_build("release")
            .decided(decision);
        let expected = Finding {
            id: short_id(IdKind::Sequence, "a"),
            kind: Kind::Property,
            class: Class::Precondition,
            rule: Some("policy".to_owned()),
            overruled: Some("panic".to_owned()),
            hint: None,
            item: "k::f".to_owned(),
            law: Some("eq".to_owned()),
            message: "no".to_owned(),
            location: Some("src/lib.rs:1".to_owned()),
            calls: 2,
            seen: 3,
            test: Some("t::f".to_owned()),
            source: "f();".to_owned(),
            profile: "release".to_owned(),
            after_panics: 0,
            broken_since: None,
            proven: 0,
            excerpt: Vec::new(),
            symptoms: Vec::new(),
            remark: None,
        };
        assert_eq!(finding, expected);
    }

    #[test]
    fn equal_causes_have_equal_ids() {
        let id = |cause| builder(cause).stated(Failure::Property).id;
        assert_eq!(id("a"), id("a"));
        assert_ne!(id("a"), id("b"));
    }
}
