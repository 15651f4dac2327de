//! Panics, deaths and what else goes wrong in the harness, as findings.
//!
//! One finding per place and kind of message, however many functions lead there; the shortest
//! sequence stands for it.

use gadfly_build::sanitizer::{Reporter, short_place};
use gadfly_build::workspace::Flavour;
use gadfly_cargo::Subject;
use gadfly_minimise::masked;
use gadfly_model::rust_path;
use gadfly_plan::laws::is_rep_check;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::types::tracked;
use gadfly_tests::print::print_readable;
use gadfly_triage::Facts;
use gadfly_triage::facts::{DeathCause, Failure};
use gadfly_wire::{
    CrashKind, During, Event, Law, Location, ProcessChangeAt, Sequence, Statement, SubjectFrame,
    What,
};

use crate::findings::distinct::{Distinct, Keep};
use crate::findings::identity::{Identity, SeenAs};
use crate::pipeline::TriagePolicy;
use crate::report::{Class, Finding, FindingBuilder, IdKind, Kind};
use crate::triage::{self, Gatherer, Site, foreign_calls, unwind_misuse};

/// Collects findings from events.
pub(crate) struct Findings<'a> {
    subject: &'a Subject,
    prepared: &'a Prepared,
    found: Distinct<RawFinding>,
    policy: &'a TriagePolicy,
    flavour: Flavour,
    reporter: Reporter<'a>,
    gatherer: Gatherer<'a>,
}

/// A finding, and what shows it.
#[derive(Clone, Debug)]
pub(crate) struct RawFinding {
    pub(crate) finding: Finding,
    /// What its class is decided by.
    pub(crate) facts: Facts,
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
    facts: Facts,
    operation: u32,
    during: During,
    place: Option<Location>,
    sequence: &'e Sequence,
    law: Option<&'e Law>,
    process_change: Option<ProcessChangeAt>,
    is_broken: bool,
    bucket: Option<u32>,
}

impl<'e> Incident<'e> {
    /// An incident with the place where it shows still to be found.
    fn at(site: Site<'e>, facts: Facts) -> Self {
        Incident {
            facts,
            operation: site.operation,
            during: site.during,
            place: None,
            sequence: site.sequence,
            law: site.law,
            process_change: None,
            is_broken: false,
            bucket: None,
        }
    }

    /// The variables that broke a law, if one was broken.
    fn broken_by(&self) -> Vec<u32> {
        match self.during {
            During::Law { vars, .. } if self.is_broken => {
                vars.into_iter().filter(|var| *var != u32::MAX).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Evidence {
    /// A sequence that fails by itself.
    pub(crate) fn of(sequence: &Sequence) -> Self {
        Evidence {
            sequence: sequence.clone(),
            law: None,
            broken_by: Vec::new(),
            process_change: None,
        }
    }
}

impl AsRef<Finding> for RawFinding {
    fn as_ref(&self) -> &Finding {
        &self.finding
    }
}

impl AsMut<Finding> for RawFinding {
    fn as_mut(&mut self) -> &mut Finding {
        &mut self.finding
    }
}

impl RawFinding {
    /// Judges the finding by the facts that are known by now; returns whether it is to be reported.
    pub(crate) fn judge(&mut self, policy: &TriagePolicy) -> bool {
        let decision = policy.judge(&self.facts);
        let is_reported = decision.is_some();
        if let Some(decision) = decision {
            self.finding.judge(decision);
        }
        is_reported
    }
}

impl<'a> Findings<'a> {
    pub(crate) fn new(
        subject: &'a Subject,
        prepared: &'a Prepared,
        flavour: Flavour,
        policy: &'a TriagePolicy,
    ) -> Self {
        let reporter = Reporter::new(subject, &prepared.binary);
        Findings {
            subject,
            prepared,
            found: Distinct::new(Keep::BestShown),
            policy,
            flavour,
            reporter,
            gatherer: Gatherer::new(prepared, &subject.lib_name),
        }
    }

    /// How many look like the subject's fault.
    pub(crate) fn bugs(&self) -> usize {
        self.found.iter().filter(|finding| finding.class == Class::Bug).count()
    }

    /// The finding that an event is, if its cause is new.
    pub(crate) fn take(&mut self, event: &Event) -> Option<Finding> {
        let incident = match event {
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
                let law = law.as_ref();
                let site = Site { operation: *operation, during: *during, law, sequence };
                let (frame, location) = (subject_frame.as_ref(), location.as_ref());
                Incident { bucket: Some(*bucket), ..self.panic(site, message, frame, location) }
            }
            Event::Crash { kind, operation, during, magnitude, note, law, sequence } => {
                let law = law.as_ref();
                let site = Site { operation: *operation, during: *during, law, sequence };
                self.crash(site, *kind, *magnitude, note)
            }
            Event::Broken { bucket, law, operation, vars, detail, sequence } => Incident {
                bucket: Some(*bucket),
                ..self.broken(*operation, law, vars, detail, sequence)
            },
            Event::Left { bucket, what, operation, sequence } => {
                let (during, operation) = (During::Call, *operation);
                let site = Site { operation, during, law: None, sequence };
                let words = triage::describe_process_change(*what);
                let facts = self.gatherer.of(site, Failure::ProcessChange, words);
                Incident {
                    process_change: Some(ProcessChangeAt { operation, what: *what }),
                    bucket: Some(*bucket),
                    ..Incident::at(site, facts)
                }
            }
            _ => return None,
        };
        self.add(incident)
    }

    fn panic<'e>(
        &self,
        site: Site<'e>,
        message: &str,
        frame: Option<&SubjectFrame>,
        location: Option<&Location>,
    ) -> Incident<'e> {
        let states = self.is_invariant(site.operation) || self.is_rep_check(site.operation);
        if site.during == During::Call && states {
            return Incident { place: location.cloned(), ..self.violated(site, message) };
        }
        let facts = self.gatherer.panic(site, message, frame, location);
        let frame = frame.map(|frame| &frame.location);
        let frame = frame.filter(|place| !self.gatherer.is_generated(place));
        let place = frame.or(location).filter(|place| !tracked::is_place(&place.file));
        Incident { place: place.cloned(), ..Incident::at(site, facts) }
    }

    fn crash<'e>(
        &self,
        site: Site<'e>,
        kind: CrashKind,
        magnitude: u64,
        note: &str,
    ) -> Incident<'e> {
        let report = match kind {
            CrashKind::Reported(_) => self.reporter.describe(note),
            _ => None,
        };
        let (note, undefined) = triage::undefined_at(note);
        let (mut death, mut message) = triage::describe_death(&kind, magnitude, note);
        let mut place = undefined;
        if let Some(report) = report {
            death.end = DeathCause::Sanitizer { error: report.error };
            message = report.message;
            place = report.place.or(place);
        }
        let facts = self.gatherer.death(site, death, &message);
        Incident { place, ..Incident::at(site, facts) }
    }

    fn broken<'e>(
        &self,
        operation: u32,
        law: &'e Law,
        vars: &[u32],
        detail: &str,
        sequence: &'e Sequence,
    ) -> Incident<'e> {
        if self.is_invariant(operation) {
            let during = During::Call;
            let site = Site { operation, during, law: None, sequence };
            return self.violated(site, &law.sentence);
        }
        let at = |index: usize| vars.get(index).copied().unwrap_or(u32::MAX);
        let during = During::Law { law: u16::MAX, vars: [at(0), at(1), at(2)] };
        let site = Site { operation, during, law: Some(law), sequence };
        let facts = self.gatherer.of(site, Failure::Law, &law_message(law, detail));
        Incident { is_broken: true, ..Incident::at(site, facts) }
    }

    /// A value for which something does not hold that must hold at any time.
    fn violated<'e>(&self, site: Site<'e>, message: &str) -> Incident<'e> {
        let site = Site { law: None, ..site };
        Incident::at(site, self.gatherer.of(site, Failure::Invariant, message))
    }

    /// All findings, worst first.
    pub(crate) fn into_found(self, seen: &[u64]) -> Vec<RawFinding> {
        let mut all = self.found.into_found(seen);
        all.sort_by(|left, right| left.finding.by_weight(&right.finding));
        all
    }

    fn add(&mut self, mut incident: Incident<'_>) -> Option<Finding> {
        let interrupted = self.item_of_interrupted(&incident);
        let is_interrupted = interrupted.is_some();
        if is_interrupted {
            // Where it shows says nothing of where it comes from.
            incident.place = None;
        }
        let item = interrupted.unwrap_or_else(|| self.item(&incident));
        incident.facts.item.clone_from(&item);
        let decision = self.policy.judge(&incident.facts)?;
        let kind = incident.facts.kind();
        let place = incident.place.as_ref().filter(|place| !self.gatherer.is_generated(place));
        let location = place.map(|place| short_place(self.subject, place));
        // What one function of a type gets wrong there, others do, too.
        let owner = rust_path::split_last(&item).map_or(item.as_str(), |(owner, _)| owner);
        let place = match is_interrupted {
            true => owner,
            false => location.as_deref().unwrap_or(&item),
        };
        let law = incident.law.map(|law| law.name.clone());
        let words = match &law {
            _ if is_interrupted => unwind_misuse::CAUSE.to_owned(),
            // Messages of assertions contain values: assertions are distinguished by their place.
            _ if kind == Kind::Contract && location.is_some() => String::new(),
            Some(law) if incident.is_broken => law.clone(),
            // The stacks below the first line differ from way to way.
            _ if self.flavour.is_sanitized && kind == Kind::Crash => {
                masked(incident.facts.message.lines().next().unwrap_or_default())
            }
            _ => masked(&incident.facts.message),
        };
        let about = (kind, decision.class);
        let cause = Identity::of_failure(about, place, &words, self.flavour);
        let placeless = Some(Identity::of_words(kind, &item, &words));
        let readable = print_readable(self.prepared, incident.sequence, incident.during);
        let message = incident.facts.message.clone();
        let finding = FindingBuilder::new(IdKind::Sequence, cause.text(), kind, item, message)
            .of_law(law)
            .at(location)
            .shown_by(readable.source, readable.calls as u64)
            .in_build(self.flavour.name())
            .decided(decision);
        let evidence = Evidence {
            law: incident.law.cloned(),
            broken_by: incident.broken_by(),
            process_change: incident.process_change,
            ..Evidence::of(incident.sequence)
        };
        let found = RawFinding { finding, facts: incident.facts, evidence };
        self.found.add(SeenAs { cause, placeless }, incident.bucket, || found).cloned()
    }

    /// What a value's panic interrupted, where another value then turns out to be misused.
    fn item_of_interrupted(&self, incident: &Incident<'_>) -> Option<String> {
        let operations = &self.prepared.operations;
        let culprit =
            unwind_misuse::culprit(&incident.facts.message, incident.sequence, operations)?;
        Some(match culprit.function {
            Some(function) => rust_path::plain(&self.prepared.functions[function as usize].path),
            None => foreign_calls::name(culprit),
        })
    }

    /// The function at fault: the one called, or the method of a value that the engine used; where that is not the subject's,
    /// the function of the subject that made the value, or else that was called last.
    fn item(&self, incident: &Incident<'_>) -> String {
        let item = self.failing_item(incident);
        let is_called =
            incident.during == During::Call && self.gatherer.function(incident.operation).is_some();
        let is_of_subject = is_called
            || self.prepared.property_of(incident.operation).is_some()
            || rust_path::first(&item) == self.subject.lib_name;
        if is_of_subject {
            return item;
        }
        let statements = &incident.sequence.statements;
        let maker = match incident.during {
            During::Drop(var) | During::Debug(var) | During::Hash(var) => Some(var),
            During::Law { vars, .. } => Some(vars[0]),
            During::Call | During::Engine => (statements.len() as u32).checked_sub(1),
        };
        let maker = maker.and_then(|at| maker_of(self.prepared, statements, at));
        maker.or_else(|| last_function(self.prepared, statements)).unwrap_or(item)
    }

    /// The function that was called, or the method of a value that the engine used, of whatever crate.
    fn failing_item(&self, incident: &Incident<'_>) -> String {
        let operation = incident.operation;
        if let Some(property) = self.prepared.property_of(operation) {
            return property.key.clone();
        }
        let stated = self.prepared.laws.iter().find(|law| law.operation == operation);
        let method = match incident.during {
            During::Call | During::Engine => match (self.gatherer.function(operation), stated) {
                (Some(function), _) => return rust_path::plain(&function.path),
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
        // If a value of a foreign type fails when it is observed, the function that made it is responsible.
        let is_foreign_failure =
            foreign_calls::is_foreign_failure(ty, incident.facts.kind(), incident.place.as_ref());
        // The types of some values have no name but that of the function.
        let is_nameless = ty.starts_with("impl ");
        if let (true, Some(function)) =
            (is_foreign_failure || is_nameless, self.gatherer.function(operation))
        {
            return rust_path::plain(&function.path);
        }
        let ty = foreign_calls::held(ty, &self.subject.lib_name).unwrap_or(ty);
        rust_path::plain(&format!("{}::{method}", ty.trim_start_matches("mut ")))
    }

    /// Returns whether an operation calls a method that checks the representation of its receiver.
    fn is_rep_check(&self, operation: u32) -> bool {
        self.gatherer.function(operation).is_some_and(|function| is_rep_check(&function.path))
    }

    fn is_invariant(&self, operation: u32) -> bool {
        self.prepared.property_of(operation).is_some()
    }
}

/// The function of the subject that a statement calls.
fn function_of(prepared: &Prepared, statement: &Statement) -> Option<String> {
    let What::Operation(id) = statement.what else { return None };
    let function = prepared.operations.get(id as usize)?.function?;
    Some(rust_path::plain(&prepared.functions.get(function as usize)?.path))
}

/// The function of the subject that made the value of a statement, or that from which the standard library made it.
fn maker_of(prepared: &Prepared, statements: &[Statement], mut at: u32) -> Option<String> {
    loop {
        let statement = statements.get(at as usize)?;
        let function = function_of(prepared, statement);
        if function.is_some() {
            return function;
        }
        // Arguments are made before they are used.
        at = statement.args.first().map(|argument| argument.var).filter(|var| *var < at)?;
    }
}

/// The last function of the subject that statements call.
fn last_function(prepared: &Prepared, statements: &[Statement]) -> Option<String> {
    statements.iter().rev().find_map(|statement| function_of(prepared, statement))
}

/// What a broken law is reported as.
pub(crate) fn law_message(law: &Law, detail: &str) -> String {
    if detail.is_empty() { law.sentence.clone() } else { format!("{}: {detail}", law.sentence) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::foreign_calls::tests::record;
    use gadfly_plan::prepared::{FunctionRecord, OperationRecord};
    use gadfly_wire::Access;

    #[test]
    fn values_of_others_blame_the_function_they_come_from() {
        let function = |path: &str| FunctionRecord {
            path: path.to_owned(),
            signature: String::new(),
            callable: true,
            instances: Vec::new(),
            reason: None,
            panics: None,
            requirement: None,
            arguments: Vec::new(),
        };
        let of = |function, body| OperationRecord { function, ..record(body, "k::Map") };
        let mut prepared = Prepared::new(String::new(), "k", "1.0.0");
        prepared.functions = ["k::Map::drain", "k::Name::new"].map(function).to_vec();
        prepared.operations = vec![
            of(Some(0), "k::Map::drain(x0)"),
            of(None, "::std::iter::Iterator::next(x0)"),
            of(Some(1), "k::Name::new()"),
        ];
        let next = Statement::operation(1).with_args([(0, Access::BorrowMut)]);
        let statements = [Statement::operation(0), next, Statement::operation(2)];
        let maker = |at| maker_of(&prepared, &statements, at);
        assert_eq!(maker(1).as_deref(), Some("k::Map::drain"));
        assert_eq!(maker(2).as_deref(), Some("k::Name::new"));
        assert_eq!(maker_of(&prepared, &statements[1..2], 0), None);
        assert_eq!(last_function(&prepared, &statements).as_deref(), Some("k::Name::new"));
    }
}
