//! Facts of a failure as it is seen: the call with its types and documentation, the panic or the death.

use std::path::Path;

use gadfly_model::rust_path;
use gadfly_plan::prepared::{
    FunctionRecord, OperationOrigin, OperationRecord, ParameterRecord, Prepared,
};
use gadfly_plan::stubs::Answers;
use gadfly_plan::types::tracked;
use gadfly_triage::Facts;
use gadfly_triage::facts::{
    Call, CallParameter, Death, Documentation, Failure, Misuse, Panic, Raised, SeenSequence,
};
use gadfly_wire::{During, Law, Location, Sequence, SubjectFrame, What};

use super::{foreign_calls, termination};

/// Gathers facts about failures in one harness.
pub(crate) struct Gatherer<'a> {
    prepared: &'a Prepared,
    /// The library's name, as paths start with it.
    krate: &'a str,
}

/// Where a failure occurred.
#[derive(Clone, Copy)]
pub(crate) struct Site<'s> {
    /// The operation.
    pub(crate) operation: u32,
    /// The part of it.
    pub(crate) during: During,
    /// The law that was being checked.
    pub(crate) law: Option<&'s Law>,
    /// The calls.
    pub(crate) sequence: &'s Sequence,
}

impl<'a> Gatherer<'a> {
    /// A gatherer for one harness.
    pub(crate) fn new(prepared: &'a Prepared, krate: &'a str) -> Self {
        Gatherer { prepared, krate }
    }

    /// Facts of a panic.
    pub(crate) fn panic(
        &self,
        site: Site<'_>,
        message: &str,
        frame: Option<&SubjectFrame>,
        location: Option<&Location>,
    ) -> Facts {
        let is_call = site.during == During::Call;
        let own = frame.filter(|frame| !self.is_generated(&frame.location));
        let mut call = self.call(site);
        // Compilers add their own marks after a name: `::<T>`, `<T>`, a hash.
        let is_called = |part: &str| part.split('<').next() == Some(call.method.as_str());
        let raised = match own {
            Some(frame) if is_call && frame.function.split("::").any(is_called) => Raised::Itself,
            Some(_) => Raised::Deeper,
            None => Raised::Outside,
        };
        let path = self.function(site.operation).filter(|_| is_call).map(|it| it.path.as_str());
        call.documentation.items_announce_panics =
            matches!(call.trait_.as_deref(), Some("Extend" | "From" | "FromIterator"))
                && own.zip(path).is_some_and(|(own, path)| self.is_documented_beside(path, own));
        let panic = Panic {
            raised,
            blames_caller: is_call && location.is_some_and(|place| self.is_generated(place)),
            by_operator: is_call && frame.is_some_and(|frame| frame.by_operator),
        };
        Facts { call, ..self.of(site, Failure::Panic(panic), message) }
    }

    /// Facts of the end of a process.
    pub(crate) fn death(&self, site: Site<'_>, death: Death, message: &str) -> Facts {
        let mut call = self.call(site);
        let all = &self.prepared.operations;
        let record = all.get(site.operation as usize).filter(|_| death.is_exhaustion());
        call.may_be_endless = record.is_some_and(|it| termination::iterates(it, all));
        let stubs = &self.prepared.implementors;
        call.depends_on_stub =
            record.is_some_and(|it| termination::depends_on_stub(it, stubs, Answers::Choices));
        Facts { call, ..self.of(site, Failure::Death(death), message) }
    }

    /// Facts of any other failure.
    pub(crate) fn of(&self, site: Site<'_>, failure: Failure, message: &str) -> Facts {
        let statements = &site.sequence.statements;
        let is_panicking = |what: What| {
            let What::Operation(id) = what else { return false };
            let record = self.prepared.operations.get(id as usize);
            record.is_some_and(|record| record.origin == OperationOrigin::Panicking)
        };
        Facts {
            misuse: misuse(message),
            law: site.law.map(|law| law.name.clone()),
            sequence: SeenSequence {
                has_caught_panic: statements.iter().any(|statement| statement.caught),
                has_panicking_value: statements.iter().any(|it| is_panicking(it.what)),
            },
            ..Facts::stated(failure, "", message)
        }
    }

    /// The call that failed, or the use of a value by the engine.
    fn call(&self, site: Site<'_>) -> Call {
        let is_direct = site.during == During::Call;
        let record = self.prepared.operations.get(site.operation as usize).filter(|_| is_direct);
        let function = self.function(site.operation).filter(|_| is_direct);
        let path = function.map_or("", |function| function.path.as_str());
        let called = rust_path::last(path);
        let (method, trait_) = match site.during {
            During::Call | During::Engine => {
                (called, rust_path::trait_of(path).map(rust_path::last))
            }
            During::Drop(_) => ("drop", None),
            During::Debug(_) => ("fmt", None),
            During::Hash(_) => ("hash", None),
            During::Law { .. } => (site.law.map_or("fmt", |law| law.method.as_str()), None),
        };
        let panics = function.and_then(|function| self.panics_of(function));
        let parameter = |parameter: &ParameterRecord| CallParameter {
            ty: parameter.value_type.clone(),
            is_copy: parameter.is_copy,
        };
        Call {
            method: method.to_owned(),
            trait_: trait_.map(str::to_owned),
            is_direct,
            is_of_subject: function.is_some(),
            is_foreign: self.is_foreign(site.operation),
            parameters: record
                .map(|record| record.parameters.iter().map(parameter).collect())
                .unwrap_or_default(),
            takes_receiver: record.is_some_and(|record| record.is_method),
            argument_names: function.map(|it| it.arguments.clone()).unwrap_or_default(),
            output: record.map(|record| record.output_type.clone()),
            is_partial: record.is_some_and(|record| record.is_partial),
            documentation: Documentation {
                announces_panics: panics.is_some(),
                panics_name: panics.map_or_else(Vec::new, |it| named_arguments(it, function)),
                items_announce_panics: false,
                has_requirement: function.is_some_and(|it| it.requirement.is_some()),
            },
            has_checked_sibling: self.has_checked_sibling(path, called),
            may_be_endless: false,
            depends_on_stub: false,
        }
    }

    /// Returns whether a place is in the operations, into which generic code is compiled.
    pub(crate) fn is_generated(&self, place: &Location) -> bool {
        let home = self.prepared.plan.parent().unwrap_or(&self.prepared.plan);
        foreign_calls::is_generated(Path::new(&place.file), home)
    }

    /// The function that an operation calls.
    pub(crate) fn function(&self, operation: u32) -> Option<&'a FunctionRecord> {
        let record = self.record(operation)?;
        Some(&self.prepared.functions[record.function? as usize])
    }

    fn record(&self, operation: u32) -> Option<&'a OperationRecord> {
        self.prepared.operations.get(operation as usize)
    }

    /// Returns whether an operation has nothing to do with the subject: it only supplies others with values.
    fn is_foreign(&self, operation: u32) -> bool {
        let states_law = self.prepared.laws.iter().any(|law| law.operation == operation);
        let record = self.record(operation);
        let record = record.filter(|record| record.function.is_none() && !states_law);
        record.is_some_and(|record| foreign_calls::is_strange(record, self.krate))
    }

    /// The documentation of a function's panics, or that of the inherent function with the same name, which the method of a
    /// trait passes on to.
    fn panics_of<'f>(&'f self, function: &'f FunctionRecord) -> Option<&'f str> {
        let is_namesake = |known: &&FunctionRecord| {
            !known.path.starts_with('<')
                && rust_path::plain(&known.path) == rust_path::plain(&function.path)
        };
        let of_namesake = || {
            let functions = self.prepared.functions.iter().filter(is_namesake);
            functions.filter(|_| function.path.starts_with('<')).find_map(|it| it.panics.as_deref())
        };
        function.panics.as_deref().or_else(of_namesake)
    }

    /// Returns whether a panic was raised in a method of the same type whose documentation announces it.
    fn is_documented_beside(&self, path: &str, frame: &SubjectFrame) -> bool {
        let owner = |path: &str| {
            let plain = rust_path::plain(path);
            rust_path::split_last(&plain)
                .map(|(owner, method)| (owner.to_owned(), method.to_owned()))
        };
        let Some((called_on, _)) = owner(path) else { return false };
        self.prepared.functions.iter().filter(|known| known.panics.is_some()).any(|known| {
            owner(&known.path).is_some_and(|(owner, method)| {
                let mut parts = frame.function.split("::");
                owner == called_on && parts.any(|part| part.split('<').next() == Some(&method))
            })
        })
    }

    /// Returns whether a function beside this one does the same and reports when it cannot.
    fn has_checked_sibling(&self, path: &str, name: &str) -> bool {
        let Some(owner) = path.strip_suffix(name) else { return false };
        let is_sibling = |known: &FunctionRecord| {
            let other = known.path.strip_prefix(owner);
            other.and_then(|other| other.strip_prefix("checked_").or(other.strip_prefix("try_")))
                == Some(name)
        };
        !name.is_empty() && self.prepared.functions.iter().any(is_sibling)
    }
}

/// The arguments, by number and without the receiver, that the documentation of a function's panics names: as code, or as a
/// word that is long enough to be no other.
fn named_arguments(panics: &str, function: Option<&FunctionRecord>) -> Vec<usize> {
    const LONG: usize = 4;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.map(str::to_owned).collect()
    };
    let code: Vec<String> = panics.split('`').skip(1).step_by(2).flat_map(words).collect();
    let prose = words(panics);
    let is_named =
        |name: &String| code.contains(name) || (name.len() >= LONG && prose.contains(name));
    let arguments = function.map(|function| function.arguments.as_slice()).unwrap_or_default();
    arguments.iter().enumerate().filter(|(_, name)| is_named(name)).map(|(at, _)| at).collect()
}

/// The use of a value that was not alive, if a message reports one.
pub(crate) fn misuse(message: &str) -> Option<Misuse> {
    let is_in_panic = message.contains(" in a panic ");
    tracked::is_misuse(message).then_some(Misuse { is_in_panic })
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
    fn methods_of_traits_panic_as_their_namesake_announces() {
        let mut prepared = Prepared::new(String::new(), "k", "1.0.0");
        prepared.functions = vec![
            function("k::Graph<N>::add", true),
            function("<k::Graph<N> as k::Build>::add", false),
            function("<k::List<N> as k::Build>::add", false),
            function("k::Graph<N>::len", false),
        ];
        let gatherer = Gatherer::new(&prepared, "k");
        let announces: Vec<bool> =
            prepared.functions.iter().map(|each| gatherer.panics_of(each).is_some()).collect();
        assert_eq!(announces, [true, true, false, false]);
    }

    #[test]
    fn documentation_names_arguments_as_code_or_words() {
        let arguments = ["at", "index", "a"].map(str::to_owned).to_vec();
        let function = FunctionRecord { arguments, ..function("k::List<N>::swap", true) };
        let named = |panics: &str| named_arguments(panics, Some(&function));
        assert_eq!(named("Panics if `at` or a is wrong."), [0]);
        assert_eq!(named("Panics if the index is at a place that does not exist."), [1]);
        assert_eq!(named("Panics if `self.len() < a`."), [2]);
        assert!(named("Panics at night.").is_empty());
    }
}
