//! Failures of properties, one per cause.

use std::collections::BTreeMap;

use gadfly_build::sanitizer::short_place;
use gadfly_cargo::Subject;
use gadfly_minimise::masked;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::PropertyRecord;
use gadfly_tests::print::print_readable;
use gadfly_triage::{Facts, facts};
use gadfly_wire::{CrashKind, During, Event, Location, Sequence};

use crate::findings::collect::{Evidence, RawFinding};
use crate::findings::distinct::{Distinct, Keep};
use crate::findings::identity::{Identity, SeenAs};
use crate::pipeline::TriagePolicy;
use crate::report::{Class, FindingBuilder, IdKind, Kind};
use crate::triage::{self, Gatherer, Site};

/// Collects failures from events.
pub(super) struct Causes<'a> {
    shadow: &'a Subject,
    prepared: &'a Prepared,
    policy: &'a TriagePolicy,
    gatherer: Gatherer<'a>,
    found: Distinct<RawFinding>,
    /// Inputs that asked for more memory than there may be, by operation.
    beyond_memory: BTreeMap<u32, u64>,
}

struct Failure<'e> {
    kind: Kind,
    message: String,
    place: Option<&'e Location>,
    bucket: Option<u32>,
    sequence: &'e Sequence,
}

impl<'a> Causes<'a> {
    pub(super) fn new(
        shadow: &'a Subject,
        prepared: &'a Prepared,
        policy: &'a TriagePolicy,
    ) -> Self {
        let gatherer = Gatherer::new(prepared, &shadow.lib_name);
        let found = Distinct::new(Keep::First);
        Causes { shadow, prepared, policy, gatherer, found, beyond_memory: BTreeMap::new() }
    }

    /// The number of inputs of a property that are no failures: they asked for more memory than there may be.
    pub(super) fn beyond_memory(&self, operation: u32) -> u64 {
        self.beyond_memory.get(&operation).copied().unwrap_or_default()
    }

    /// Returns whether a death is one of size alone, as every command judges it.
    fn is_resource(
        &self,
        property: &PropertyRecord,
        kind: CrashKind,
        magnitude: u64,
        sequence: &Sequence,
    ) -> bool {
        if kind != CrashKind::OutOfMemory {
            return false;
        }
        let (operation, during) = (property.operation, During::Call);
        let site = Site { operation, during, law: None, sequence };
        let (death, message) = triage::describe_death(&kind, magnitude, "");
        let mut facts = self.gatherer.death(site, death, &message);
        facts.item.clone_from(&property.key);
        self.policy.judge(&facts).is_some_and(|decision| decision.class == Class::Resource)
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
                let property = self.prepared.property_of(*operation);
                if property.is_some_and(|it| self.is_resource(it, *kind, *magnitude, sequence)) {
                    *self.beyond_memory.entry(*operation).or_default() += 1;
                    return;
                }
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
