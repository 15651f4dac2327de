//! Failures of properties, one per cause.

use std::collections::BTreeMap;

use gadfly_build::sanitizer::short_place;
use gadfly_cargo::Subject;
use gadfly_minimise::masked;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::PropertyRecord;
use gadfly_tests::print::print_readable;
use gadfly_triage::{Facts, facts};
use gadfly_wire::{During, Event, Location, Sequence};

use crate::report::{Finding, IdKind, Kind, short_id};
use crate::session::findings::collect::{Evidence, RawFinding};
use crate::session::triage;

/// Collects failures from events.
pub(super) struct Causes<'a> {
    shadow: &'a Subject,
    prepared: &'a Prepared,
    found: Vec<(RawFinding, Vec<u32>)>,
    by_cause: BTreeMap<String, usize>,
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
        Causes { shadow, prepared, found: Vec::new(), by_cause: BTreeMap::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// Takes note of an event, if it is a failure of a property; others are nobody's business here.
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
        // An assertion that a person wrote says what it sees: its place is what tells it from others.
        let said = place.clone().unwrap_or_else(|| masked(&failure.message));
        let cause = format!("{} {:?} {said}", property.key, failure.kind);
        if let Some(known) = self.by_cause.get(&cause) {
            let (found, buckets) = &mut self.found[*known];
            found.finding.seen += 1;
            buckets.extend(failure.bucket);
            return;
        }
        let readable = print_readable(self.prepared, failure.sequence, During::Call);
        let known = Facts::stated(facts::Failure::Property, &property.key, &failure.message);
        let (id, item) = (short_id(IdKind::Sequence, &cause), property.key.clone());
        let finding = Finding {
            location: place,
            calls: readable.calls as u64,
            source: readable.source,
            ..Finding::stated(facts::Failure::Property, id, failure.kind, item, failure.message)
        };
        let evidence = Evidence {
            sequence: failure.sequence.clone(),
            law: None,
            broken_by: Vec::new(),
            process_change: None,
        };
        self.by_cause.insert(cause, self.found.len());
        self.found.push((
            RawFinding { finding, facts: known, evidence },
            failure.bucket.into_iter().collect(),
        ));
    }

    /// All of them, with how often each was seen.
    pub(super) fn into_found(self, seen: &[u64]) -> Vec<RawFinding> {
        self.found
            .into_iter()
            .map(|(mut found, buckets)| {
                let counted: u64 =
                    buckets.iter().filter_map(|bucket| seen.get(*bucket as usize)).sum();
                found.finding.seen = counted.max(found.finding.seen);
                found
            })
            .collect()
    }
}
