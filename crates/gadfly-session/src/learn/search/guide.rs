//! Models in the terms of a harness: which operations are a step, and what may follow it.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_learn::model::{Input, Label, Partners};
use gadfly_learn::trace::Position;
use gadfly_learn::{Learned, Literal};
use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationRecord, Prepared};
use gadfly_wire::{OperationKind, Plan};

use crate::value_types::{literal_type, takes_out, wanted};

/// The most operations that make values of a type without a model.
const MOST_MAKERS: usize = 4;

/// Models and the harness in which they are followed.
#[derive(Debug)]
pub(in crate::learn) struct Guide<'h> {
    pub(super) prepared: &'h Prepared,
    /// By the name of a type without path and parameters: instances of a generic type follow one model.
    machines: BTreeMap<String, Machine>,
    /// By function of the models: operations that call it.
    operations: Vec<Vec<u32>>,
    /// By operation: the function of the models that it calls.
    functions: BTreeMap<u32, usize>,
    partners: Vec<Partners>,
    /// By type: operations that take a value out of it.
    unpacking: BTreeMap<&'h str, u32>,
    /// By type: operations that make values of it, the cheapest first.
    makers: BTreeMap<&'h str, Vec<u32>>,
    /// The crate's name in paths.
    crate_name: String,
}

/// The models of all instances of a type as one: a state is the last step.
#[derive(Debug, Default)]
pub(super) struct Machine {
    pub(super) starts: BTreeSet<Label>,
    next: BTreeMap<Label, BTreeSet<Label>>,
    inputs: BTreeMap<Label, Vec<Input>>,
}

impl Machine {
    /// Returns whether a step is known.
    pub(super) fn knows(&self, label: Label) -> bool {
        self.inputs.contains_key(&label)
    }

    /// Steps that may follow.
    pub(super) fn next(&self, state: Option<Label>) -> Option<&BTreeSet<Label>> {
        match state {
            None => Some(&self.starts),
            Some(state) => self.next.get(&state),
        }
    }

    /// Returns whether a step may be taken.
    pub(super) fn allows(&self, state: Option<Label>, label: Label) -> bool {
        !self.knows(label) || self.next(state).is_some_and(|next| next.contains(&label))
    }

    /// Values of calls that were this step.
    pub(super) fn inputs(&self, label: Label) -> &[Input] {
        self.inputs.get(&label).map(Vec::as_slice).unwrap_or_default()
    }
}

impl<'h> Guide<'h> {
    /// Joins models with the operations of a harness.
    pub(in crate::learn) fn new(
        learned: &Learned,
        prepared: &'h Prepared,
        plan: &Plan,
        crate_name: &str,
    ) -> Self {
        let (operations, functions) = joined(learned, prepared);
        let mut guide = Self {
            prepared,
            machines: machines(learned),
            operations,
            functions,
            partners: learned.partners.clone(),
            unpacking: BTreeMap::new(),
            makers: BTreeMap::new(),
            crate_name: crate_name.to_owned(),
        };
        let is_law = |id: u32| {
            let kind = plan.operations.get(id as usize).map(|it| it.kind);
            !matches!(
                kind,
                Some(
                    OperationKind::Call
                        | OperationKind::Construct
                        | OperationKind::Project
                        | OperationKind::Builtin
                )
            )
        };
        let usable = || built(prepared).filter(|(id, _)| !is_law(*id));
        for (id, record) in usable() {
            if let ([only], true) = (&record.parameters[..], record.is_partial)
                && takes_out(&only.ty, &record.output)
            {
                guide.unpacking.entry(&only.ty).or_insert(id);
            }
        }
        for (id, record) in usable().filter(|(_, record)| !record.is_partial) {
            let ty = guide.yields(id);
            if record.parameters.iter().all(|it| it.ty != ty) {
                guide.makers.entry(ty).or_default().push(id);
            }
        }
        for makers in guide.makers.values_mut() {
            makers.sort_by_key(|id| {
                let record = &prepared.operations[*id as usize];
                let parameters = &record.parameters;
                let objects = parameters.iter().filter(|it| literal_type(&wanted(it)).is_none());
                // What is put together is what a caller chooses; what functions yield depends on more.
                (record.function.is_some(), objects.count(), parameters.len(), *id)
            });
        }
        guide
    }

    /// Names of types that sequences can begin with.
    pub(super) fn types(&self) -> Vec<String> {
        let can_start = |key: &str, machine: &Machine| {
            machine.starts.iter().any(|label| match label {
                Label::Made => !self.made_types(key).is_empty(),
                Label::Call { function, .. } => !self.operations[*function].is_empty(),
            })
        };
        let types = self.machines.iter().filter(|(key, machine)| can_start(key, machine));
        types.map(|(name, _)| name.clone()).collect()
    }

    /// Types under a name of which operations make values.
    pub(super) fn made_types(&self, key: &str) -> Vec<&'h str> {
        self.makers.keys().copied().filter(|ty| self.key(ty) == Some(key)).collect()
    }

    /// The name under which a type has its model, if it is the crate's own.
    pub(super) fn key<'t>(&self, ty: &'t str) -> Option<&'t str> {
        let is_own = rust_path::first(ty) == self.crate_name;
        is_own.then(|| rust_path::last(rust_path::head(ty)))
    }

    /// The model of a type.
    pub(super) fn machine(&self, ty: &str) -> Option<&Machine> {
        self.machines.get(self.key(ty)?)
    }

    /// The model under a name.
    pub(super) fn machine_of(&self, key: &str) -> Option<&Machine> {
        self.machines.get(key)
    }

    /// Operations that are a step.
    pub(super) fn operations(&self, label: Label) -> &[u32] {
        match label {
            Label::Made => &[],
            Label::Call { function, .. } => &self.operations[function],
        }
    }

    /// The step that an operation is for the object at a position.
    pub(super) fn label(&self, operation: u32, position: Position) -> Option<Label> {
        let function = *self.functions.get(&operation)?;
        Some(Label::Call { function, position })
    }

    pub(super) fn record(&self, operation: u32) -> &'h OperationRecord {
        &self.prepared.operations[operation as usize]
    }

    /// The operation that takes a value out of one of this type.
    pub(super) fn unpacking(&self, ty: &str) -> Option<u32> {
        self.unpacking.get(ty).copied()
    }

    /// The type of an operation's value, once it is taken out of its result.
    pub(super) fn yields(&self, operation: u32) -> &'h str {
        let output = &self.record(operation).output;
        self.unpacking(output).map_or(output, |id| &self.record(id).output)
    }

    /// Operations that make values of a type.
    pub(super) fn makers(&self, ty: &str) -> &[u32] {
        let makers = self.makers.get(ty).map(Vec::as_slice).unwrap_or_default();
        &makers[..makers.len().min(MOST_MAKERS)]
    }

    /// The operation that makes a value of a type of a traced one, and the literal that it takes.
    pub(super) fn conversion(&self, ty: &str, literal: &Literal) -> Option<(u32, bool)> {
        let mut makers = self.makers.get(ty)?.iter();
        match literal {
            Literal::Text(_) => {
                let takes_text = |id: &&u32| {
                    let record = self.record(**id);
                    record.function.is_none()
                        && matches!(&record.parameters[..], [only] if wanted(only) == "&str")
                };
                makers.find(takes_text).map(|id| (*id, true))
            }
            Literal::Variant(name) => {
                let is_variant = |id: &&u32| {
                    let record = self.record(**id);
                    record.parameters.is_empty() && rust_path::last(&record.body) == name
                };
                makers.find(is_variant).map(|id| (*id, false))
            }
            _ => None,
        }
    }

    /// Returns whether two arguments of a call may have met, or not, as in traced calls.
    pub(super) fn allows_partners(
        &self,
        operation: u32,
        arguments: (usize, usize),
        have_met: bool,
    ) -> bool {
        let Some(function) = self.functions.get(&operation) else { return true };
        let key = (*function, arguments);
        let at = self.partners.binary_search_by_key(&key, |it| (it.function, it.arguments));
        at.map_or(true, |at| self.partners[at].allows(have_met))
    }

    /// Returns whether an operation calls a function of the models.
    pub(in crate::learn) fn has_operation(&self, function: usize) -> bool {
        !self.operations[function].is_empty()
    }

    /// The function of the models that an operation calls.
    pub(in crate::learn) fn function(&self, operation: u32) -> Option<usize> {
        self.functions.get(&operation).copied()
    }
}

fn built(prepared: &Prepared) -> impl Iterator<Item = (u32, &OperationRecord)> {
    (0u32..).zip(&prepared.operations).filter(|(_, operation)| operation.is_built)
}

/// Folded models by the name of their type, instances of one type joined.
fn machines(learned: &Learned) -> BTreeMap<String, Machine> {
    let mut machines: BTreeMap<String, Machine> = BTreeMap::new();
    for model in &learned.folded {
        let key = rust_path::last(rust_path::head(&model.type_name)).to_owned();
        let machine = machines.entry(key).or_default();
        machine.starts.extend(model.starts.iter().map(|edge| model.nodes[edge.to].label));
        for node in &model.nodes {
            let next = machine.next.entry(node.label).or_default();
            next.extend(node.next.iter().map(|edge| model.nodes[edge.to].label));
            machine.inputs.entry(node.label).or_default().extend(node.inputs.iter().cloned());
        }
    }
    machines
}

/// Operations by function of the models, and the other way round: by type, trait and name, as paths may differ in modules.
fn joined(learned: &Learned, prepared: &Prepared) -> (Vec<Vec<u32>>, BTreeMap<u32, usize>) {
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, function) in learned.functions.iter().enumerate() {
        by_name.entry(name_of(&function.path)).or_default().push(number);
    }
    let mut operations = vec![Vec::new(); learned.functions.len()];
    let mut functions = BTreeMap::new();
    for (id, record) in built(prepared) {
        let Some(function) = record.function else { continue };
        let path = &prepared.functions[function as usize].path;
        // Two types of one name in two modules look the same in what callers write.
        if let Some([number]) = by_name.get(&name_of(path)).map(Vec::as_slice) {
            let parameters = learned.functions[*number].parameters.len();
            if parameters == record.parameters.len() {
                operations[*number].push(id);
                functions.insert(id, *number);
            }
        }
    }
    (operations, functions)
}

/// The name of a function with its type and trait, but without modules and parameters.
fn name_of(path: &str) -> String {
    // The rewriter writes the module first: `k::m::<Type as Trait>::f`.
    let cast = path.find('<').map(|at| &path[at..]).and_then(rust_path::split_cast);
    let head = |text: &str| rust_path::last(rust_path::head(text)).to_owned();
    match cast {
        Some((own, rest)) => {
            format!("<{} as {}>::{}", head(own), head(rest), rust_path::last(rest))
        }
        None => rust_path::from_type(&rust_path::plain(path)).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_name_that_callers_write() {
        assert_eq!(name_of("hound::write::WavWriter::new"), name_of("hound::WavWriter<W>::new"));
        assert_eq!(
            name_of("k::m::<Version as Ord>::cmp"),
            name_of("<k::Version as std::cmp::Ord>::cmp")
        );
        assert_eq!(name_of("hound::read::read_header"), name_of("hound::read_header"));
        assert_ne!(name_of("k::A::new"), name_of("k::B::new"));
        assert_ne!(name_of("k::<A as Clone>::clone"), name_of("k::A::clone"));
    }
}
