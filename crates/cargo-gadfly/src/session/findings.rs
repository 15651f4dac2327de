//! Panics and deaths in the harness, as findings.
//!
//! One finding per function, place and kind of message; whose fault it looks like is told from
//! the documentation and the message.

use std::collections::BTreeMap;

use gadfly_cargo::Subject;
use gadfly_harness::prepared::Prepared;
use gadfly_harness::print::print_sequence;
use gadfly_wire::{CrashKind, During, Event, Location, Sequence};

use crate::report::{Class, Finding, Kind};

/// Collects findings from events.
pub(super) struct Findings<'a> {
    subject: &'a Subject,
    prepared: &'a Prepared,
    found: Vec<Entry>,
    by_cause: BTreeMap<String, usize>,
}

struct Entry {
    finding: Finding,
    buckets: Vec<u32>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(subject: &'a Subject, prepared: &'a Prepared) -> Self {
        Findings { subject, prepared, found: Vec::new(), by_cause: BTreeMap::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.found.iter().filter(|entry| entry.finding.class == Class::Bug).count()
    }

    /// The finding that an event is, if its cause is new.
    pub(super) fn take(&mut self, event: &Event) -> Option<Finding> {
        match event {
            Event::Panic {
                bucket,
                operation,
                during,
                message,
                location,
                subject_frame,
                sequence,
                ..
            } => {
                let place =
                    subject_frame.as_ref().map(|frame| &frame.location).or(location.as_ref());
                let class = self.class_of_panic(*operation, message);
                self.add(
                    Kind::Panic,
                    class,
                    *operation,
                    *during,
                    message,
                    place,
                    sequence,
                    Some(*bucket),
                )
            }
            Event::Crash { kind, operation, during, note, sequence, .. } => {
                let (kind, class, message) = match kind {
                    CrashKind::Signal(number) => {
                        (Kind::Crash, Class::Bug, format!("killed by signal {number} {note}"))
                    }
                    CrashKind::Exit(code) => {
                        (Kind::Crash, Class::Bug, format!("ends the process with code {code}"))
                    }
                    CrashKind::Hang => {
                        (Kind::Hang, Class::Resource, "does not come back".to_owned())
                    }
                    CrashKind::OutOfMemory => (
                        Kind::Oom,
                        Class::Resource,
                        "asks for more memory than there is".to_owned(),
                    ),
                };
                self.add(kind, class, *operation, *during, message.trim(), None, sequence, None)
            }
            _ => None,
        }
    }

    /// All findings, worst first.
    pub(super) fn into_report(self, seen: &[u64]) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self
            .found
            .into_iter()
            .map(|entry| {
                let counted = entry.buckets.iter().filter_map(|bucket| seen.get(*bucket as usize));
                let counted: u64 = counted.sum();
                Finding { seen: counted.max(entry.finding.seen), ..entry.finding }
            })
            .collect();
        findings.sort_by(|left, right| {
            (left.class, left.kind, &left.item).cmp(&(right.class, right.kind, &right.item))
        });
        findings
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of an event, passed on")]
    fn add(
        &mut self,
        kind: Kind,
        class: Class,
        operation: u32,
        during: During,
        message: &str,
        place: Option<&Location>,
        sequence: &Sequence,
        bucket: Option<u32>,
    ) -> Option<Finding> {
        let item = self.item(operation, during);
        let location = place.map(|place| self.location(place));
        let cause = format!("{kind:?} {item} {location:?} {}", masked(message));
        if let Some(known) = self.by_cause.get(&cause) {
            let entry = &mut self.found[*known];
            entry.finding.seen += 1;
            entry.buckets.extend(bucket);
            return None;
        }
        let finding = Finding {
            id: short_id(&cause),
            kind,
            class,
            item,
            law: None,
            message: message.to_owned(),
            location,
            calls: sequence.statements.len() as u64,
            seen: 1,
            test: None,
            source: print_sequence(self.prepared, sequence),
        };
        self.by_cause.insert(cause, self.found.len());
        self.found.push(Entry { finding: finding.clone(), buckets: bucket.into_iter().collect() });
        Some(finding)
    }

    /// The function at fault: the one called, or the trait method the engine used itself.
    fn item(&self, operation: u32, during: During) -> String {
        let record = self.prepared.operations.get(operation as usize);
        let function = record.and_then(|record| record.function).map_or_else(
            || "a built-in operation".to_owned(),
            |id| self.prepared.functions[id as usize].path.clone(),
        );
        match during {
            During::Call | During::Engine => function,
            During::Drop(_) => format!("Drop of what {function} returned"),
            During::Debug(_) => format!("Debug of what {function} returned"),
            During::Hash(_) => format!("Hash of what {function} returned"),
        }
    }

    fn location(&self, place: &Location) -> String {
        let root = self.subject.package_root.to_string_lossy();
        let file = place
            .file
            .strip_prefix(&*root)
            .map_or(&*place.file, |rest| rest.trim_start_matches('/'));
        format!("{file}:{}", place.line)
    }

    fn class_of_panic(&self, operation: u32, message: &str) -> Class {
        let record = self.prepared.operations.get(operation as usize);
        let function = record
            .and_then(|record| record.function)
            .map(|id| &self.prepared.functions[id as usize]);
        if message.contains("capacity overflow") || message.contains("memory allocation") {
            Class::Resource
        } else if function.is_some_and(|function| function.panics.is_some()) {
            Class::Documented
        } else if is_precondition(message) {
            Class::Precondition
        } else {
            Class::Bug
        }
    }
}

/// Messages of checks on an argument that the caller chose.
fn is_precondition(message: &str) -> bool {
    let signs = [
        "out of range",
        "out of bounds",
        "index",
        "range end",
        "range start",
        "should be <",
        "must be",
        "divide by zero",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// The message without its numbers: they differ, the cause does not.
fn masked(message: &str) -> String {
    message.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}

/// Three or four letters that stay the same from run to run.
fn short_id(cause: &str) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in cause.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
    (0..4)
        .map(|index| char::from(LETTERS[(hash >> (index * 5)) as usize % LETTERS.len()]))
        .collect()
}
