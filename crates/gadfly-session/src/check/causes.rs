//! Failures of properties, one per cause.

use gadfly_build::sanitizer::short_place;
use gadfly_cargo::Subject;
use gadfly_minimise::masked;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::PropertyRecord;
use gadfly_tests::print::print_readable;
use gadfly_triage::{Facts, facts};
use gadfly_wire::{During, Event, Location, Sequence};

use crate::findings::collect::{Evidence, RawFinding};
use crate::findings::distinct::{Distinct, Keep};
use crate::findings::identity::{Identity, SeenAs};
use crate::report::{FindingBuilder, IdKind, Kind};
use crate::triage;

/// Collects failures from events.
pub(super) struct Causes<'a> {
    shadow: &'a Subject,
    prepared: &'a Prepared,
    found: Distinct<RawFinding>,
}

struct Failure<'e> {
    kind: Kind,
    message: String,
    place: Option<&'e Location>,
    bucket: Option<u32>,
    sequence: &'e Sequence,
}

impl<'a> Causes<'a> {
    pub(super) fn new(shadow: &'a Subject, prepared: &'a Prepared) -> Self {
        Causes { shadow, prepared, found: Distinct::new(Keep::First) }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.found.iter().len()
    }

    /// Collects an event if it is a failure of a property.
    pub(super) fn take(&mut self, event: &Event) {
        let (operation, failure) = match event {
            Event::Panic {
                bucket,
                operation,
                during: During::Call,
                message,
                location,
                sequence,
                ..
            } => (
                operation,
                Failure {
                    kind: Kind::Property,
                    message: message.clone(),
                    place: location.as_ref(),
                    bucket: Some(*bucket),
                    sequence,
                },
            ),
            Event::Broken { bucket, law, operation, sequence, .. } => (
                operation,
                Failure {
                    kind: Kind::Property,
                    message: law.sentence.clone(),
                    place: None,
                    bucket: Some(*bucket),
                    sequence,
                },
            ),
            Event::Crash {
                kind,
                operation,
                during: During::Call,
                magnitude,
                note,
                sequence,
                ..
            } => {
                let (death, message) = triage::describe_death(kind, *magnitude, note);
                let kind = death.kind();
                (operation, Failure { kind, message, place: None, bucket: None, sequence })
            }
            _ => return,
        };
        if let Some(property) = self.prepared.property_of(*operation) {
            self.add(property, failure);
        }
    }

    fn add(&mut self, property: &PropertyRecord, failure: Failure<'_>) {
        let place = failure.place.map(|place| short_place(self.shadow, place));
        // Messages of assertions contain values: assertions are distinguished by their place.
        let said = place.clone().unwrap_or_else(|| masked(&failure.message));
        let Failure { kind, message, bucket, sequence, .. } = failure;
        let cause = Identity::of_property(&property.key, kind, &said);
        let identity = SeenAs { cause: cause.clone(), placeless: None };
        self.found.add(identity, bucket, || {
            let readable = print_readable(self.prepared, sequence, During::Call);
            let facts = Facts::stated(facts::Failure::Property, &property.key, &message);
            let key = property.key.clone();
            let finding = FindingBuilder::new(IdKind::Sequence, cause.text(), kind, key, message)
                .at(place)
                .shown_by(readable.source, readable.calls as u64)
                .stated(facts::Failure::Property);
            RawFinding { finding, facts, evidence: Evidence::of(sequence) }
        });
    }

    /// All of them, with how often each was seen.
    pub(super) fn into_found(self, seen: &[u64]) -> Vec<RawFinding> {
        self.found.into_found(seen)
    }
}
