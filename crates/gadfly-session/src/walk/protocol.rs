//! One type made ready for walking: its calls in the engine's terms and in those of the oracle.

use std::collections::BTreeMap;

use gadfly_plan::literals::source;
use gadfly_plan::prepared::Prepared;
use gadfly_walk::{Call, Speller};
use gadfly_wire::{ArgumentSource, Growth, Literal, Plan, Role, Sequence, WalkCall, WalkOrder};

use super::arguments::ArgumentSources;
use super::named::NamedStreams;
use super::statements::Statements;
use super::surface::{Surface, SurfaceCall};

/// More predicates than this are not looked at.
const MOST_PREDICATES: usize = 12;

/// A type made ready.
pub(super) struct Protocol {
    /// The type.
    pub(super) ty: String,
    /// Constructors and methods, as data of the walk.
    pub(super) calls: Vec<Call>,
    /// The same with what is known of the functions.
    pub(super) entries: Vec<SurfaceCall>,
    /// What the walk cannot call, and why.
    pub(super) left_out: Vec<(String, String)>,
    /// How sequences are spelt.
    pub(super) speller: Speller,
    /// Literals beyond the plan's.
    pub(super) literals: Vec<Literal>,
    /// Sources of all literals.
    pub(super) literal_sources: Vec<String>,
    ordered: Vec<WalkCall>,
    sources: Vec<ArgumentSource>,
    constructors: usize,
}

impl Protocol {
    /// Finds arguments for everything that belongs to the type.
    pub(super) fn new(
        prepared: &Prepared,
        plan: &Plan,
        surface: Surface,
        generators: &[String],
        named: &NamedStreams,
        texts: &BTreeMap<u32, Vec<String>>,
    ) -> Protocol {
        let mut arguments = ArgumentSources::new(prepared, plan, generators, named, &surface.ty);
        for (operation, texts) in texts {
            arguments.prefer_texts(*operation, texts.clone());
        }
        let mut protocol = Protocol {
            ty: surface.ty,
            calls: Vec::new(),
            entries: Vec::new(),
            left_out: Vec::new(),
            speller: Speller::default(),
            literals: Vec::new(),
            literal_sources: prepared.literals.clone(),
            ordered: Vec::new(),
            sources: Vec::new(),
            constructors: 0,
        };
        for entry in surface.constructors {
            protocol.add(entry, &mut arguments);
        }
        protocol.constructors = protocol.calls.len();
        for entry in surface.methods {
            protocol.add(entry, &mut arguments);
        }
        protocol.speller = Speller::new(arguments.spelt);
        protocol.sources = arguments.sources;
        protocol.literal_sources.extend(arguments.literals.iter().map(source));
        protocol.literals = arguments.literals;
        protocol
    }

    fn add(&mut self, entry: SurfaceCall, arguments: &mut ArgumentSources<'_>) {
        let is_method = entry.role != Role::Construct;
        let args = match arguments.of_operation(entry.operation, usize::from(is_method)) {
            Ok(args) => args,
            Err(reason) => {
                self.left_out.push((entry.path, reason));
                return;
            }
        };
        self.calls.push(Call {
            name: entry.name.clone(),
            role: role(entry.role),
            args: args.iter().map(|source| *source as usize).collect(),
        });
        let target = is_method.then_some(WalkCall::TARGET);
        self.ordered.push(WalkCall {
            operation: entry.operation,
            then: entry.then.clone(),
            args: target.into_iter().chain(args).collect(),
            role: entry.role,
            can_fail: entry.can_fail,
        });
        self.entries.push(entry);
    }

    /// The constructors, by index.
    pub(super) fn constructors(&self) -> std::ops::Range<usize> {
        0..self.constructors
    }

    /// The methods, by index.
    pub(super) fn methods(&self) -> Vec<usize> {
        (self.constructors..self.calls.len()).collect()
    }

    /// The methods that distinguish states, by index.
    pub(super) fn predicates(&self) -> Vec<usize> {
        let all = self.methods().into_iter().filter(|call| self.entries[*call].is_predicate);
        all.take(MOST_PREDICATES).collect()
    }

    /// Orders that name these beginnings and methods.
    pub(super) fn order(
        &self,
        starts: &[Vec<usize>],
        methods: &[usize],
        depth: u32,
        growth: Growth,
    ) -> WalkOrder {
        let numbers = |calls: &[usize]| calls.iter().map(|call| *call as u32).collect();
        WalkOrder {
            sources: self.sources.clone(),
            calls: self.ordered.clone(),
            starts: starts.iter().map(|start| numbers(start)).collect(),
            methods: numbers(methods),
            depth,
            most: u64::from(u32::MAX - 1),
            growth,
            merge: false,
            errors_end: false,
            predicates: Vec::new(),
        }
    }

    /// A protocol as a sequence of statements.
    pub(super) fn sequence(&self, calls: &[usize]) -> Option<Sequence> {
        let mut statements = Statements::new(&self.sources);
        for call in calls {
            statements.call(&self.ordered[*call])?;
        }
        Some(statements.sequence())
    }
}

fn role(role: Role) -> gadfly_walk::Role {
    match role {
        Role::Construct => gadfly_walk::Role::Construct,
        Role::Observe => gadfly_walk::Role::Observe,
        Role::Mutate => gadfly_walk::Role::Mutate,
        Role::Procedure => gadfly_walk::Role::Procedure,
        Role::Consume => gadfly_walk::Role::Consume,
        Role::Replace => gadfly_walk::Role::Replace,
    }
}
