//! What counts as the same finding. Findings with equal identities are one.

use gadfly_build::workspace::Flavour;
use gadfly_minimise::masked;
use gadfly_wire::{Outcome, What};

use crate::deliver::minimising::Minimised;
use crate::report::{Class, Finding, Kind};

/// The identity of a finding in one sense.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity(String);

/// The identities of a failure as it is seen.
#[derive(Clone, Debug)]
pub(crate) struct SeenAs {
    /// The cause, from which the finding's id is made.
    pub(crate) cause: Identity,
    /// The same without its place. It counts where one of two places is unknown: a subject that has replaced the panic hook
    /// hides the place of its next panic.
    pub(crate) placeless: Option<Identity>,
}

impl Identity {
    /// One kind and class of failure at one place of one build, in the same words.
    pub(crate) fn of_failure(
        (kind, class): (Kind, Class),
        place: &str,
        words: &str,
        flavour: Flavour,
    ) -> Identity {
        let mut cause = format!("{kind:?} {class:?} {place} {words}");
        if !flavour.is_usual() {
            // Where it does not show in every build, it is another finding, with a test of its own.
            cause.push_str(flavour.name());
        }
        Identity(cause)
    }

    /// One kind of failure of an item in the same words, wherever it shows.
    pub(crate) fn of_words(kind: Kind, item: &str, words: &str) -> Identity {
        Identity(format!("{kind:?} {item} {words}"))
    }

    /// One kind of failure of a property, at one place or in the same words.
    pub(crate) fn of_property(key: &str, kind: Kind, words: &str) -> Identity {
        Identity(format!("{key} {kind:?} {words}"))
    }

    /// One message about an item, whatever shows it.
    pub(crate) fn of_message(item: &str, message: &str) -> Identity {
        Identity(format!("{item} {message}"))
    }

    /// One kind of failure of an item at one place of one build, however it is judged.
    pub(crate) fn of_place(finding: &Finding) -> Identity {
        let Finding { kind, item, location, profile, .. } = finding;
        Identity(format!("{kind:?} {item} {location:?} {profile}"))
    }

    /// One source for an item, however it fails.
    pub(crate) fn of_source(finding: &Finding) -> Identity {
        Identity(format!("{}\n{}", finding.item, finding.source))
    }

    /// The same calls that end in the same words; nothing for sequences of which that does not say enough.
    pub(crate) fn of_minimised(finding: &Finding, minimised: &Minimised) -> Option<Identity> {
        let words = match &minimised.outcome {
            Outcome::Panicked { message, during, .. } => (masked(message), during),
            Outcome::Died { kind, during, .. } => (format!("{kind:?}"), during),
            _ => return None,
        };
        let statements = minimised.sequence.statements.iter().map(|statement| {
            // Each sequence has a list of literals of its own.
            let (operation, literal) = match statement.what {
                What::Operation(id) => (Some(id), None),
                What::Literal(number) => (None, minimised.literals.get(number as usize)),
            };
            (operation, literal, &statement.args, statement.caught)
        });
        let statements: Vec<_> = statements.collect();
        let about = (finding.kind, finding.class, &finding.law);
        Some(Identity(format!("{about:?} {words:?} {statements:?}")))
    }

    /// Its text, for an id.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_differ_by_build_and_class() {
        let of = |class, flavour| Identity::of_failure((Kind::Panic, class), "a:1", "no", flavour);
        let usual = Flavour::default();
        let release = Flavour { is_release: true, ..usual };
        assert_eq!(of(Class::Bug, usual).text(), "Panic Bug a:1 no");
        assert_eq!(of(Class::Bug, release).text(), "Panic Bug a:1 norelease");
        assert_ne!(of(Class::Bug, usual), of(Class::Precondition, usual));
    }

    #[test]
    fn places_stay_the_same_for_another_judgement() {
        let old = Finding::example();
        let judged = Finding {
            class: Class::Precondition,
            message: "another".to_owned(),
            id: "b".to_owned(),
            ..old.clone()
        };
        let of = |finding: &Finding| Identity::of_place(finding);
        assert_eq!(of(&old), of(&judged));
        let others = [
            Finding { kind: Kind::Crash, ..old.clone() },
            Finding { item: "k::other".to_owned(), ..old.clone() },
            Finding { location: None, ..old.clone() },
            Finding { profile: "release".to_owned(), ..old.clone() },
        ];
        assert!(others.iter().all(|other| of(other) != of(&old)));
    }

    #[test]
    fn sources_count_for_one_item_alone() {
        let finding = |item: &str, source: &str| Finding {
            item: item.to_owned(),
            source: source.to_owned(),
            ..Finding::example()
        };
        let other_message =
            Finding { message: "another".to_owned(), ..finding("k::holds", "f();") };
        let of = |finding: &Finding| Identity::of_source(finding);
        assert_eq!(of(&finding("k::holds", "f();")), of(&other_message));
        assert_ne!(of(&finding("k::holds", "f();")), of(&finding("k::other", "f();")));
        assert_ne!(of(&finding("k::holds", "f();")), of(&finding("k::holds", "g();")));
    }
}
