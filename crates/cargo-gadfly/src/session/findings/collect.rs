//! Panics, deaths and what else goes wrong in the harness, as findings.
//!
//! One finding per place and kind of message, however many functions lead there; the shortest
//! sequence stands for it.

use std::collections::BTreeMap;
use std::path::Path;

use gadfly_build::sanitizer::{Reporter, short_place};
use gadfly_build::workspace::Flavour;
use gadfly_cargo::Subject;
use gadfly_minimise::masked;
use gadfly_plan::prepared::{FunctionRecord, Prepared};
use gadfly_plan::stubs::Answers;
use gadfly_plan::types::tracked;
use gadfly_tests::print::print_readable;
use gadfly_wire::{
    CrashKind, During, Event, Law, Location, ProcessChangeAt, Sequence, SubjectFrame,
};

use crate::pipeline::TriagePolicy;
use crate::report::{Class, Finding, Kind, is_anybodys, plain_path, split_cast};
use crate::session::triage::{self, Panicked, foreign_calls, termination, unwind_misuse};

/// Collects findings from events.
pub(crate) struct Findings<'a> {
    subject: &'a Subject,
    prepared: &'a Prepared,
    found: Vec<Entry>,
    by_cause: BTreeMap<String, usize>,
    /// Findings by all but their place, which is not always known.
    by_words: BTreeMap<String, usize>,
    policy: &'a TriagePolicy,
    flavour: Flavour,
    reporter: Reporter<'a>,
}

struct Entry {
    found: RawFinding,
    buckets: Vec<u32>,
}

/// A finding, and what shows it.
#[derive(Clone, Debug)]
pub(crate) struct RawFinding {
    pub(crate) finding: Finding,
    pub(crate) evidence: Evidence,
}

/// A sequence that failed, as it was seen.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    /// The sequence.
    pub(crate) sequence: Sequence,
    /// The law that was broken or being checked.
    pub(crate) law: Option<Law>,
    /// The variables that broke it, if it was broken.
    pub(crate) broken_by: Vec<u32>,
    /// What is left behind, and by which operation.
    pub(crate) process_change: Option<ProcessChangeAt>,
}

/// What went wrong, and what is known of it.
struct Incident<'e> {
    kind: Kind,
    class: Class,
    operation: u32,
    during: During,
    message: String,
    place: Option<&'e Location>,
    sequence: &'e Sequence,
    law: Option<&'e Law>,
    process_change: Option<ProcessChangeAt>,
    is_broken: bool,
    bucket: Option<u32>,
}

impl<'e> Incident<'e> {
    /// The variables that broke a law, if one was broken.
    fn broken_by(&self) -> Vec<u32> {
        match self.during {
            During::Law { vars, .. } if self.is_broken => {
                vars.into_iter().filter(|var| *var != u32::MAX).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A value for which something does not hold that must hold at any time.
    fn of_invariant(operation: u32, sequence: &'e Sequence) -> Self {
        Incident {
            kind: Kind::Contract,
            class: Class::Bug,
            operation,
            during: During::Call,
            message: String::new(),
            place: None,
            sequence,
            law: None,
            process_change: None,
            is_broken: false,
            bucket: None,
        }
    }
}

impl<'a> Findings<'a> {
    pub(crate) fn new(
        subject: &'a Subject,
        prepared: &'a Prepared,
        flavour: Flavour,
        policy: &'a TriagePolicy,
    ) -> Self {
        let (by_cause, by_words) = (BTreeMap::new(), BTreeMap::new());
        let reporter = Reporter::new(subject, &prepared.binary);
        Findings {
            subject,
            prepared,
            found: Vec::new(),
            by_cause,
            by_words,
            policy,
            flavour,
            reporter,
        }
    }

    /// How many look like the subject's fault.
    pub(crate) fn bugs(&self) -> usize {
        self.found.iter().filter(|entry| entry.found.finding.class == Class::Bug).count()
    }

    /// The finding that an event is, if its cause is new.
    pub(crate) fn take(&mut self, event: &Event) -> Option<Finding> {
        match event {
            Event::Panic {
                bucket,
                operation,
                during,
                message,
                location,
                subject_frame,
                law,
                sequence,
                ..
            } => {
                if *during == During::Call && self.is_invariant(*operation) {
                    return self.add(Incident {
                        message: message.clone(),
                        place: location.as_ref(),
                        bucket: Some(*bucket),
                        ..Incident::of_invariant(*operation, sequence)
                    });
                }
                let class = self.class_of_panic(
                    *operation,
                    *during,
                    law.as_ref(),
                    subject_frame.as_ref(),
                    location.as_ref(),
                    message,
                );
                let frame = subject_frame.as_ref().map(|frame| &frame.location);
                let frame = frame.filter(|place| !self.is_generated(place));
                self.add(Incident {
                    kind: Kind::Panic,
                    class,
                    operation: *operation,
                    during: *during,
                    message: message.clone(),
                    place: frame
                        .or(location.as_ref())
                        .filter(|place| !tracked::is_place(&place.file)),
                    sequence,
                    law: law.as_ref(),
                    process_change: None,
                    is_broken: false,
                    bucket: Some(*bucket),
                })
            }
            Event::Crash { kind: died, operation, during, magnitude, note, law, sequence } => {
                let told = match died {
                    CrashKind::Reported(_) => self.reporter.describe(note),
                    _ => None,
                };
                let (note, undefined) = triage::undefined_at(note);
                let (kind, class, message) = match &told {
                    Some(told) => {
                        let class = triage::of_report(&told.error, *magnitude);
                        (Kind::Crash, class, told.message.clone())
                    }
                    None => triage::of_crash(died, *magnitude, note),
                };
                let is_excused = (*during == During::Call && self.is_strange(*operation))
                    || self.is_up_to_caller(kind, *operation)
                    || unwind_misuse::may_end_so(*died, note, sequence, &self.prepared.operations);
                let class = if is_excused { Class::Precondition } else { class };
                self.add(Incident {
                    kind,
                    class,
                    operation: *operation,
                    during: *during,
                    message,
                    place: told
                        .as_ref()
                        .and_then(|told| told.place.as_ref())
                        .or(undefined.as_ref()),
                    sequence,
                    law: law.as_ref(),
                    process_change: None,
                    is_broken: false,
                    bucket: None,
                })
            }
            Event::Broken { bucket, law, operation, sequence, .. }
                if self.is_invariant(*operation) =>
            {
                self.add(Incident {
                    message: law.sentence.clone(),
                    bucket: Some(*bucket),
                    ..Incident::of_invariant(*operation, sequence)
                })
            }
            Event::Broken { bucket, law, operation, vars, detail, sequence } => {
                let at = |index: usize| vars.get(index).copied().unwrap_or(u32::MAX);
                self.add(Incident {
                    kind: Kind::Law,
                    class: Class::Bug,
                    operation: *operation,
                    during: During::Law { law: u16::MAX, vars: [at(0), at(1), at(2)] },
                    message: law_message(law, detail),
                    place: None,
                    sequence,
                    law: Some(law),
                    process_change: None,
                    is_broken: true,
                    bucket: Some(*bucket),
                })
            }
            Event::Left { bucket, what, operation, sequence } => self.add(Incident {
                kind: Kind::Contract,
                // It may well be what the function is for.
                class: Class::Resource,
                operation: *operation,
                during: During::Call,
                message: triage::describe_process_change(*what).to_owned(),
                place: None,
                sequence,
                law: None,
                process_change: Some(ProcessChangeAt { operation: *operation, what: *what }),
                is_broken: false,
                bucket: Some(*bucket),
            }),
            _ => None,
        }
    }

    /// All findings, worst first.
    pub(crate) fn into_found(self, seen: &[u64]) -> Vec<RawFinding> {
        let mut all: Vec<RawFinding> = self
            .found
            .into_iter()
            .map(|entry| {
                let counted = entry.buckets.iter().filter_map(|bucket| seen.get(*bucket as usize));
                let counted: u64 = counted.sum();
                let mut found = entry.found;
                found.finding.seen = counted.max(found.finding.seen);
                found
            })
            .collect();
        all.sort_by(|left, right| left.finding.by_weight(&right.finding));
        all
    }

    fn add(&mut self, mut incident: Incident<'_>) -> Option<Finding> {
        if unwind_misuse::is_nobodys(&incident.message, incident.sequence) {
            return None;
        }
        let interrupted = self.item_of_interrupted(&incident);
        let is_interrupted = interrupted.is_some();
        if is_interrupted {
            // Where it shows says nothing of where it comes from.
            incident.place = None;
        }
        let item = interrupted.unwrap_or_else(|| self.item(&incident));
        incident.class = self.policy.class_of(&item).unwrap_or(incident.class);
        let place = incident.place.filter(|place| !self.is_generated(place));
        let location = place.map(|place| short_place(self.subject, place));
        // What one function of a type gets wrong there, others do, too.
        let owner = item.rsplit_once("::").map_or(item.as_str(), |(owner, _)| owner);
        let place = match is_interrupted {
            true => owner,
            false => location.as_deref().unwrap_or(&item),
        };
        let law = incident.law.map(|law| law.name.clone());
        let said = match &law {
            _ if is_interrupted => unwind_misuse::CAUSE.to_owned(),
            // An assertion that a person wrote says what it sees: its place is what tells it from others.
            _ if incident.kind == Kind::Contract && location.is_some() => String::new(),
            Some(law) if incident.is_broken => law.clone(),
            // The stacks below the first line differ from way to way.
            _ if self.flavour.is_sanitized && incident.kind == Kind::Crash => {
                masked(incident.message.lines().next().unwrap_or_default())
            }
            _ => masked(&incident.message),
        };
        let mut cause = format!("{:?} {:?} {place} {said}", incident.kind, incident.class);
        if !self.flavour.is_usual() {
            // Where it does not show in every build, it is another finding, with a test of its own.
            cause.push_str(self.flavour.name());
        }
        let words = format!("{:?} {item} {said}", incident.kind);
        let readable = print_readable(self.prepared, incident.sequence, incident.during);
        let broken_by = incident.broken_by();
        let finding = Finding {
            id: short_id(&cause),
            kind: incident.kind,
            class: incident.class,
            item,
            law,
            message: incident.message,
            location,
            calls: readable.calls as u64,
            seen: 1,
            test: None,
            source: readable.source,
            profile: self.flavour.name().to_owned(),
            after_panics: 0,
        };
        let evidence = Evidence {
            sequence: incident.sequence.clone(),
            law: incident.law.cloned(),
            broken_by,
            process_change: incident.process_change,
        };
        let known = self.by_cause.get(&cause).copied().or_else(|| {
            // A subject that has replaced the panic hook keeps the place of its next panic to itself.
            let known = *self.by_words.get(&words)?;
            let place = &self.found[known].found.finding.location;
            (finding.location.is_none() || place.is_none()).then_some(known)
        });
        if let Some(known) = known {
            self.by_cause.insert(cause, known);
            let entry = &mut self.found[known];
            entry.buckets.extend(incident.bucket);
            let old = &entry.found.finding;
            let seen = old.seen + 1;
            let says_more = finding.location.is_some() && old.location.is_none();
            let says_less = finding.location.is_none() && old.location.is_some();
            if says_more || (finding.calls < old.calls && !says_less) {
                entry.found = RawFinding { finding, evidence };
            }
            entry.found.finding.seen = seen;
            return None;
        }
        self.by_cause.insert(cause, self.found.len());
        self.by_words.entry(words).or_insert(self.found.len());
        let buckets = incident.bucket.into_iter().collect();
        let found = RawFinding { finding: finding.clone(), evidence };
        self.found.push(Entry { found, buckets });
        Some(finding)
    }

    /// What a value's panic interrupted, where another value then turns out to be misused.
    fn item_of_interrupted(&self, incident: &Incident<'_>) -> Option<String> {
        let operations = &self.prepared.operations;
        let culprit = unwind_misuse::culprit(&incident.message, incident.sequence, operations)?;
        Some(match culprit.function {
            Some(function) => plain_path(&self.prepared.functions[function as usize].path),
            None => foreign_calls::name(culprit),
        })
    }

    /// The function at fault: the one called, or the method of a value that the engine used.
    fn item(&self, incident: &Incident<'_>) -> String {
        let operation = incident.operation;
        if let Some(property) = self.prepared.property_of(operation) {
            return property.key.clone();
        }
        let stated = self.prepared.laws.iter().find(|law| law.operation == operation);
        let method = match incident.during {
            During::Call | During::Engine => match (self.function(operation), stated) {
                (Some(function), _) => return plain_path(&function.path),
                (None, Some(law)) => law.method.as_str(),
                (None, None) => {
                    let record = self.prepared.operations.get(operation as usize);
                    return record.map_or_else(String::new, foreign_calls::name);
                }
            },
            During::Drop(_) => "drop",
            During::Debug(_) => "fmt",
            During::Hash(_) => "hash",
            During::Law { .. } => incident.law.map_or("law", |law| law.method.as_str()),
        };
        let record = self.prepared.operations.get(operation as usize);
        // An operation that states a law yields whether it holds; its first argument is in question.
        let questioned = record.filter(|_| stated.is_some()).and_then(|it| it.parameters.first());
        let named = || {
            record
                .filter(|_| stated.is_some())
                .and_then(|it| foreign_calls::owner_in(&it.body, method))
        };
        let ty = match questioned {
            Some(parameter) => parameter.ty.as_str(),
            None => named().or(record.map(|record| record.output.as_str())).unwrap_or_default(),
        };
        let ty = ty.trim_start_matches(['&', ' ']);
        // Where a value that is none of the subject's fails whoever looks at it, the function that made it is at fault.
        let is_no_good = foreign_calls::is_no_good(ty, incident.kind, incident.place);
        // The types of some values have no name but that of the function.
        let is_nameless = ty.starts_with("impl ");
        if let (true, Some(function)) = (is_no_good || is_nameless, self.function(operation)) {
            return plain_path(&function.path);
        }
        let ty = foreign_calls::held(ty, &self.subject.lib_name).unwrap_or(ty);
        plain_path(&format!("{}::{method}", ty.trim_start_matches("mut ")))
    }

    /// The class of a panic, unless the person's own policy says otherwise.
    fn class_of_panic(
        &self,
        operation: u32,
        during: During,
        law: Option<&Law>,
        frame: Option<&SubjectFrame>,
        location: Option<&Location>,
        message: &str,
    ) -> Class {
        let is_call = during == During::Call;
        let record = self.prepared.operations.get(operation as usize).filter(|_| is_call);
        let function = self.function(operation).filter(|_| is_call);
        let path = function.map_or("", |function| function.path.as_str());
        let called = path.rsplit("::").next().unwrap_or_default();
        let (method, trait_) = match during {
            During::Call | During::Engine => (called, trait_of(path)),
            During::Drop(_) => ("drop", None),
            During::Debug(_) => ("fmt", None),
            During::Hash(_) => ("hash", None),
            During::Law { .. } => (law.map_or("fmt", |law| law.method.as_str()), None),
        };
        // Compilers add their own marks after a name: `::<T>`, `<T>`, a hash.
        let is_called = |part: &str| part.split('<').next() == Some(called);
        let own = frame.filter(|frame| !self.is_generated(&frame.location));
        let call = Panicked {
            method,
            trait_,
            is_documented: function
                .is_some_and(|function| says_that_it_panics(&self.prepared.functions, function)),
            hands_on: matches!(trait_, Some("Extend" | "From" | "FromIterator"))
                && own.is_some_and(|frame| self.is_documented_beside(path, frame)),
            has_requirement: function.is_some_and(|function| function.requirement.is_some()),
            is_own_check: is_call
                && own.is_some_and(|frame| frame.function.split("::").any(is_called)),
            blames_caller: is_call && location.is_some_and(|place| self.is_generated(place)),
            has_arguments: record.is_some_and(|record| {
                let chosen = record.parameters.iter().skip(usize::from(record.is_method));
                // A number that a method is called on is chosen like any other.
                let receiver = record.parameters.first().filter(|first| is_anybodys(&first.ty));
                chosen.count() > 0 || receiver.is_some()
            }),
            arguments: function.map_or(&[], |function| function.arguments.as_slice()),
            may_choose_index: record.is_some_and(triage::may_choose_index),
            reads_text: record.is_some_and(triage::reads_text),
            takes_everything: record.is_some_and(triage::takes_everything),
            can_refuse: record.is_some_and(triage::can_refuse),
            is_in_subject: function.is_some() || !is_call || own.is_some(),
            by_operator: is_call && frame.is_some_and(|frame| frame.by_operator),
            has_checked_sibling: self.has_checked_sibling(path, called),
        };
        triage::class_of_panic(call, message)
    }

    /// Whether a panic was raised in a method of the same type whose documentation says when it panics.
    fn is_documented_beside(&self, path: &str, frame: &SubjectFrame) -> bool {
        let owner = |path: &str| {
            let plain = plain_path(path);
            plain.rsplit_once("::").map(|(owner, method)| (owner.to_owned(), method.to_owned()))
        };
        let Some((called_on, _)) = owner(path) else { return false };
        self.prepared.functions.iter().filter(|known| known.panics.is_some()).any(|known| {
            owner(&known.path).is_some_and(|(owner, method)| {
                let mut parts = frame.function.split("::");
                owner == called_on && parts.any(|part| part.split('<').next() == Some(&method))
            })
        })
    }

    /// Whether a function beside this one does the same and says so when it cannot.
    fn has_checked_sibling(&self, path: &str, name: &str) -> bool {
        let Some(owner) = path.strip_suffix(name) else { return false };
        let is_sibling = |known: &FunctionRecord| {
            let other = known.path.strip_prefix(owner);
            other.and_then(|other| other.strip_prefix("checked_").or(other.strip_prefix("try_")))
                == Some(name)
        };
        !name.is_empty() && self.prepared.functions.iter().any(is_sibling)
    }

    fn is_invariant(&self, operation: u32) -> bool {
        self.prepared.property_of(operation).is_some()
    }

    fn function(&self, operation: u32) -> Option<&FunctionRecord> {
        let record = self.prepared.operations.get(operation as usize)?;
        Some(&self.prepared.functions[record.function? as usize])
    }

    /// Whether an operation has nothing to do with the subject: it only supplies others with values.
    fn is_strange(&self, operation: u32) -> bool {
        let states_law = self.prepared.laws.iter().any(|law| law.operation == operation);
        let record = self.prepared.operations.get(operation as usize);
        let record = record.filter(|record| record.function.is_none() && !states_law);
        record.is_some_and(|record| foreign_calls::is_strange(record, &self.subject.lib_name))
    }

    /// Whether a call that does not come back, or takes all memory, was given something that may be endless; or what made the
    /// value that does so.
    fn is_up_to_caller(&self, kind: Kind, operation: u32) -> bool {
        let all = &self.prepared.operations;
        let record = all.get(operation as usize);
        matches!(kind, Kind::Hang | Kind::Oom)
            && record.is_some_and(|record| {
                termination::goes_through(record, all)
                    || termination::goes_by(record, &self.prepared.implementors, Answers::Choices)
            })
    }

    /// Whether a place is in the operations, into which generic code is compiled.
    fn is_generated(&self, place: &Location) -> bool {
        let home = self.prepared.plan.parent().unwrap_or(&self.prepared.plan);
        foreign_calls::is_generated(Path::new(&place.file), home)
    }
}

/// Whether a function's documentation says that it panics, or that of the inherent function with the same name, which the
/// method of a trait hands on to.
fn says_that_it_panics(functions: &[FunctionRecord], function: &FunctionRecord) -> bool {
    let is_namesake = |known: &&FunctionRecord| {
        !known.path.starts_with('<') && plain_path(&known.path) == plain_path(&function.path)
    };
    function.panics.is_some()
        || (function.path.starts_with('<')
            && functions.iter().filter(is_namesake).any(|known| known.panics.is_some()))
}

/// What a broken law is reported as.
pub(crate) fn law_message(law: &Law, detail: &str) -> String {
    if detail.is_empty() { law.sentence.clone() } else { format!("{}: {detail}", law.sentence) }
}

/// `Add` of `<k::A as std::ops::Add<k::B>>::add`.
fn trait_of(path: &str) -> Option<&str> {
    let (_, rest) = split_cast(path)?;
    let name = rest.split(['<', '>']).next()?;
    name.rsplit("::").next()
}

/// Three or four letters that stay the same from run to run.
pub(crate) fn short_id(cause: &str) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in cause.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
    (0..4)
        .map(|index| char::from(LETTERS[(hash >> (index * 5)) as usize % LETTERS.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(path: &str, panics: bool) -> FunctionRecord {
        FunctionRecord {
            path: path.to_owned(),
            signature: String::new(),
            callable: true,
            instances: Vec::new(),
            reason: None,
            panics: panics.then(|| "Panics if it is full.".to_owned()),
            requirement: None,
            arguments: Vec::new(),
        }
    }

    #[test]
    fn the_method_of_a_trait_panics_as_its_namesake_says() {
        let functions = [
            function("k::Graph<N>::add", true),
            function("<k::Graph<N> as k::Build>::add", false),
            function("<k::List<N> as k::Build>::add", false),
            function("k::Graph<N>::len", false),
        ];
        let says = functions.each_ref().map(|each| says_that_it_panics(&functions, each));
        assert_eq!(says, [true, true, false, false]);
    }
}
