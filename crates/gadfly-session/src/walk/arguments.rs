//! Where arguments come from: streams of primitive values, and operations that make the rest of them.
//!
//! Functions that a person names come first. Else a type's variants and plain constructions take turns, the fullest first;
//! else the cheapest function that yields it. Each nested argument has a stream of its own, so that the n-th value of a type
//! is made from the n-th of what it needs.

use std::collections::BTreeMap;

use gadfly_plan::literals::source;
use gadfly_plan::prepared::{OperationRecord, ParameterMode, Prepared};
use gadfly_walk::{ArgumentTexts, Maker};
use gadfly_wire::{ArgumentMaker, ArgumentSource, Literal, LiteralType, LiteralValue, Plan, What};

use super::named::{NamedStreams, is_named, path_of};
use super::spelling::spelling;
use super::streams::stream;
use crate::value_types::{literal_type, wanted};

/// How many variants of a type take turns.
const MOST_VARIANTS: usize = 16;
/// Values are made of values at most so deep.
const DEEPEST: usize = 8;

/// Sources of arguments, and the literals they draw on.
pub(super) struct ArgumentSources<'p> {
    prepared: &'p Prepared,
    plan: &'p Plan,
    /// Names of functions that a person prefers.
    generators: &'p [String],
    /// The values of parameters that a person gives.
    named: &'p NamedStreams,
    /// The type that is walked.
    target: String,
    /// Literals beyond those of the plan.
    pub(super) literals: Vec<Literal>,
    /// The sources as the engine reads them.
    pub(super) sources: Vec<ArgumentSource>,
    /// The same sources as text.
    pub(super) spelt: Vec<ArgumentTexts>,
    known: BTreeMap<(String, bool), u32>,
    costs: BTreeMap<String, u32>,
    /// Text sources whose texts were tried out, by the operation that takes them.
    texts: BTreeMap<u32, Vec<String>>,
}

impl<'p> ArgumentSources<'p> {
    /// No sources yet.
    pub(super) fn new(
        prepared: &'p Prepared,
        plan: &'p Plan,
        generators: &'p [String],
        named: &'p NamedStreams,
        target: &str,
    ) -> Self {
        Self {
            prepared,
            plan,
            generators,
            named,
            target: target.to_owned(),
            literals: Vec::new(),
            sources: Vec::new(),
            spelt: Vec::new(),
            known: BTreeMap::new(),
            costs: costs(prepared, plan),
            texts: BTreeMap::new(),
        }
    }

    /// Texts that an operation is known to take well: its text arguments are drawn from these alone.
    pub(super) fn prefer_texts(&mut self, operation: u32, texts: Vec<String>) {
        self.texts.insert(operation, texts);
    }

    /// The sources of an operation's arguments, its value left out where it has one; why not, if there are none.
    pub(super) fn of_operation(&mut self, id: u32, skip: usize) -> Result<Vec<u32>, String> {
        let record = &self.prepared.operations[id as usize];
        let sizes = self.plan.operations.get(id as usize).map(|plan| plan.size_args.clone());
        let sizes = sizes.filter(|_| skip == 0).unwrap_or_default();
        let mut sources = Vec::new();
        for (at, parameter) in record.parameters.iter().enumerate().skip(skip) {
            let ty = wanted(parameter);
            let is_size = sizes.contains(&(at as u8));
            let named = record.function.and_then(|function| {
                let position = at.checked_sub(usize::from(record.is_method))?;
                self.named.get(&(function, position))
            });
            let texts = self.texts.get(&id).filter(|_| ty == "&str").cloned();
            let source = match (named, texts) {
                (Some(literals), _) => Some(self.add_literals(literals.clone())),
                (None, Some(texts)) => Some(self.texts_source(&texts)),
                (None, None) => self.shared(&ty, is_size),
            };
            match source {
                Some(source) => sources.push(source),
                None => return Err(format!("nothing makes its argument of type {}", parameter.ty)),
            }
        }
        Ok(sources)
    }

    /// The source that all arguments of a type share.
    fn shared(&mut self, ty: &str, is_size: bool) -> Option<u32> {
        let key = (ty.to_owned(), is_size);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let source = self.fresh(ty, is_size, false, &mut Vec::new())?;
        self.known.insert(key, source);
        Some(source)
    }

    /// A new source of values of a type; of those that are taken apart at once, what functions yield is worth more than what
    /// is put together for it.
    fn fresh(
        &mut self,
        ty: &str,
        is_size: bool,
        is_unpacked: bool,
        above: &mut Vec<String>,
    ) -> Option<u32> {
        if let Some(literals) = stream(ty, is_size) {
            return Some(self.add_literals(literals));
        }
        if above.len() >= DEEPEST || above.iter().any(|outer| outer == ty) {
            return None;
        }
        above.push(ty.to_owned());
        let mut makers = Vec::new();
        for id in self.makers(ty, is_unpacked) {
            let record = &self.prepared.operations[id as usize];
            let (body, is_partial) = (record.body.clone(), record.is_partial);
            let parameters: Vec<String> = record.parameters.iter().map(wanted).collect();
            let texts = self.texts.get(&id).cloned();
            let marks = (self.sources.len(), self.literals.len());
            let args: Option<Vec<u32>> = parameters
                .iter()
                .map(|parameter| match &texts {
                    Some(texts) if parameter == "&str" => Some(self.texts_source(texts)),
                    _ => self.fresh(parameter, false, is_partial, above),
                })
                .collect();
            let Some(args) = args else {
                self.sources.truncate(marks.0);
                self.spelt.truncate(marks.0);
                self.literals.truncate(marks.1);
                continue;
            };
            makers.push((id, args, spelling(&body, is_partial)));
        }
        above.pop();
        if makers.is_empty() {
            return None;
        }
        let spelt = makers.iter().map(|(_, args, text)| Maker {
            text: text.clone(),
            args: args.iter().map(|source| *source as usize).collect(),
        });
        self.spelt.push(ArgumentTexts { makers: spelt.collect() });
        let makers = makers
            .into_iter()
            .map(|(id, args, _)| ArgumentMaker { what: What::Operation(id), args });
        self.sources.push(ArgumentSource { makers: makers.collect() });
        Some(self.sources.len() as u32 - 1)
    }

    fn texts_source(&mut self, texts: &[String]) -> u32 {
        let literal = |text: &String| Literal {
            ty: LiteralType::Str,
            value: LiteralValue::Str(text.clone()),
            weight: 1,
        };
        self.add_literals(texts.iter().map(literal).collect())
    }

    fn add_literals(&mut self, literals: Vec<Literal>) -> u32 {
        let first = self.plan.literals.len() + self.literals.len();
        let makers = (first..first + literals.len())
            .map(|index| ArgumentMaker { what: What::Literal(index as u32), args: Vec::new() });
        self.sources.push(ArgumentSource { makers: makers.collect() });
        let spelt = literals.iter().map(|literal| Maker { text: short(literal), args: Vec::new() });
        self.spelt.push(ArgumentTexts { makers: spelt.collect() });
        self.literals.extend(literals);
        self.sources.len() as u32 - 1
    }

    /// The operations that make values of a type, best first.
    fn makers(&self, ty: &str, is_unpacked: bool) -> Vec<u32> {
        let yields = |(id, record): &(u32, &OperationRecord)| {
            record.is_built
                && record.output == ty
                && !is_law(self.plan, *id)
                && record.parameters.iter().all(|it| self.costs.contains_key(&wanted(it)))
        };
        let all: Vec<(u32, &OperationRecord)> =
            (0u32..).zip(&self.prepared.operations).filter(yields).collect();
        let named = all.iter().filter(|(_, record)| self.is_generator(record));
        let named: Vec<u32> = named.map(|(id, _)| *id).collect();
        if !named.is_empty() {
            return named;
        }
        let mut plain: Vec<&(u32, &OperationRecord)> = all
            .iter()
            .filter(|(_, record)| record.function.is_none() && !record.is_partial)
            .filter(|(_, record)| ty != self.target && !is_unpacked && is_construction(record))
            .collect();
        plain.sort_by_key(|(id, record)| (std::cmp::Reverse(record.parameters.len().min(1)), *id));
        if !plain.is_empty() {
            return plain.into_iter().map(|(id, _)| *id).take(MOST_VARIANTS).collect();
        }
        let takes_itself =
            |record: &OperationRecord| record.parameters.iter().any(|parameter| parameter.ty == ty);
        let best =
            all.iter().filter(|(_, record)| !takes_itself(record)).min_by_key(|(id, record)| {
                (is_unpacked && record.function.is_none(), self.cost(record), *id)
            });
        best.map(|(id, _)| *id).into_iter().collect()
    }

    fn is_generator(&self, record: &OperationRecord) -> bool {
        let path = path_of(self.prepared, record);
        path.is_some_and(|path| self.generators.iter().any(|name| is_named(path, name)))
    }

    fn cost(&self, record: &OperationRecord) -> u32 {
        cost_of(record, &self.costs).unwrap_or(u32::MAX)
    }
}

/// Whether a built-in operation puts a value together, rather than take one apart.
fn is_construction(record: &OperationRecord) -> bool {
    let by_reference = record.parameters.iter().any(|parameter| {
        matches!(parameter.mode, ParameterMode::Exclusive | ParameterMode::ExclusiveUnsized)
    });
    !by_reference && !record.body.starts_with("&x0.") && !record.body.contains("mem::take")
}

fn is_law(plan: &Plan, id: u32) -> bool {
    let operation = plan.operations.get(id as usize);
    operation.is_some_and(|it| matches!(it.kind, gadfly_wire::OperationKind::Law(_)))
}

/// What it takes to make a value of each type, in operations.
fn costs(prepared: &Prepared, plan: &Plan) -> BTreeMap<String, u32> {
    let mut costs = BTreeMap::new();
    let parameters = prepared.operations.iter().flat_map(|record| &record.parameters);
    for ty in parameters.map(wanted) {
        if literal_type(&ty).is_some() {
            costs.insert(ty, 0);
        }
    }
    loop {
        let mut has_changed = false;
        for (id, record) in (0u32..).zip(&prepared.operations) {
            if !record.is_built || is_law(plan, id) {
                continue;
            }
            let Some(cost) = cost_of(record, &costs) else { continue };
            if costs.get(&record.output).is_none_or(|known| cost < *known) {
                costs.insert(record.output.clone(), cost);
                has_changed = true;
            }
        }
        if !has_changed {
            return costs;
        }
    }
}

fn cost_of(record: &OperationRecord, costs: &BTreeMap<String, u32>) -> Option<u32> {
    // What may have nothing to yield is a last resort.
    let own = if record.is_partial { 20 } else { 1 };
    record.parameters.iter().try_fold(own, |sum: u32, parameter| {
        Some(sum.saturating_add(*costs.get(&wanted(parameter))?))
    })
}

/// A literal without its type.
fn short(literal: &Literal) -> String {
    match &literal.value {
        LiteralValue::Signed(value) => value.to_string(),
        LiteralValue::Unsigned(value) => value.to_string(),
        LiteralValue::F32(value) => format!("{value:?}"),
        LiteralValue::F64(value) => format!("{value:?}"),
        _ => source(literal),
    }
}
