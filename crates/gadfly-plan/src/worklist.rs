//! The state between two rounds: known facts, the next proposals, and the lessons from the compiler's answers.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::{Bound, Name, Ty};

use super::compiler::{Accepted, Compiler, CompilerAnswer, Round, RoundLimits};
use super::infer::instantiate::{Instantiator, nominal_patterns};
use super::infer::kinds::{self, InstanceKind, kind};
use super::infer::requested_types::by_head;
use super::infer::seed::seed;
use super::infer::type_choice::{LearnedType, TypeChooser};
use super::operations::call::calls;
use super::operations::candidate::{CallOrigin, Candidate, PassingMode};
use super::operations::changes;
use super::operations::constants;
use super::operations::construct::builders;
use super::operations::destructure::{self, is_unnamed_iterator};
use super::operations::method_chain;
use super::operations::parts;
use super::select::select;
use super::solve::hints::Hints;
use super::solve::std_traits;
use super::solve::trait_solver::TraitSolver;
use super::types::shape::FunctionShape;
use super::types::subst::{Subst, erase};
use super::types::tracked::tracked;
use super::types::universe::Universe;

/// The number of rounds in which members of a requested type are looked for.
const WANTED_ROUNDS: usize = 4;

/// Candidates with the choices they depend on.
type ChosenCandidates = Vec<(Candidate, Vec<(String, Ty)>)>;

pub(super) struct Proposal {
    candidate: Candidate,
    /// Free choices that are on trial with it.
    choices: Vec<(String, Ty)>,
}

pub(super) struct Worklist<'w> {
    solver: &'w TraitSolver<'w>,
    limits: RoundLimits,
    shapes: Vec<FunctionShape<'w>>,
    /// Functions that are not to be called.
    excluded: BTreeSet<usize>,
    hints: Hints,
    pub(super) universe: Universe,
    learned: LearnedType,
    wanted: BTreeMap<Name, Vec<Ty>>,
    /// Instances that would make functions callable.
    wishes: Vec<Ty>,
    /// The number of types at a function's last request.
    wished: BTreeMap<usize, usize>,
    seen: BTreeSet<String>,
    built: BTreeSet<Ty>,
    taken: BTreeSet<Ty>,
    tries: BTreeMap<usize, usize>,
    /// The number of instances of the types in its signature with which a function was last tried.
    last_known: BTreeMap<usize, usize>,
    pub(super) accepted: Vec<Accepted>,
    pub(super) reasons: BTreeMap<usize, String>,
    pub(super) rejected: Vec<(Candidate, String)>,
    pub(super) rounds: usize,
    pub(super) judged: usize,
}

impl<'w> Worklist<'w> {
    pub(super) fn new(
        solver: &'w TraitSolver<'w>,
        limits: RoundLimits,
        admits: &dyn Fn(&str) -> bool,
    ) -> Self {
        let model = solver.model;
        let is_out = |id: &usize| {
            let function = &model.functions[*id];
            !function.is_helper && !admits(&function.path)
        };
        Worklist {
            excluded: (0..model.functions.len()).filter(is_out).collect(),
            solver,
            limits,
            shapes: model
                .functions
                .iter()
                .map(|function| FunctionShape::of(model, function))
                .collect(),
            hints: Hints::of_model(model),
            universe: Universe::of_literals(limits.types_per_head),
            learned: LearnedType::default(),
            wanted: BTreeMap::new(),
            wishes: Vec::new(),
            wished: BTreeMap::new(),
            seen: BTreeSet::new(),
            built: BTreeSet::new(),
            taken: BTreeSet::new(),
            tries: BTreeMap::new(),
            last_known: BTreeMap::new(),
            accepted: Vec::new(),
            reasons: BTreeMap::new(),
            rejected: Vec::new(),
            rounds: 0,
            judged: 0,
        }
    }

    /// Functions of the subject with an operation that compiles.
    fn callable(&self) -> BTreeSet<usize> {
        self.accepted
            .iter()
            .filter_map(|accepted| match accepted.candidate.origin {
                CallOrigin::Function(id) => Some(id),
                _ => None,
            })
            .collect()
    }

    /// The numbers of functions that can be called, and of those with arguments that exist.
    pub(super) fn reached(&self) -> (usize, usize) {
        (self.callable().len(), self.inhabited_instances().len())
    }

    /// Has proposals judged, and learns from it.
    pub(super) fn ask<C: Compiler>(
        &mut self,
        round: usize,
        proposals: Vec<Proposal>,
        compiler: &mut C,
        progress: &mut dyn FnMut(Round),
    ) -> Result<(), C::Error> {
        let proposed = proposals.len();
        let candidates: Vec<&Candidate> =
            proposals.iter().map(|proposal| &proposal.candidate).collect();
        let answers = compiler.judge(&candidates)?;
        self.judged += proposed;
        self.learn(round, proposals, answers);
        self.rounds = round + 1;
        progress(Round { number: round + 1, proposed, callable: self.callable().len() });
        Ok(())
    }

    /// Adds what belongs to one type, and what that needs, until nothing new comes.
    pub(super) fn serve<C: Compiler>(
        &mut self,
        wanted: &Ty,
        compiler: &mut C,
        progress: &mut dyn FnMut(Round),
    ) -> Result<(), C::Error> {
        self.universe.welcome(wanted);
        for _ in 0..WANTED_ROUNDS {
            let proposals = self.propose_on(|instantiator, shapes, may_call| {
                changes::on_type(instantiator, shapes, wanted, may_call)
            });
            let is_idle = proposals.is_empty();
            let known = self.accepted.len();
            self.ask(self.rounds, proposals, compiler, progress)?;
            self.accepted[known..].iter_mut().for_each(|accepted| accepted.is_extra = true);
            let proposals = self.propose(self.rounds, false);
            if is_idle && proposals.is_empty() {
                break;
            }
            self.ask(self.rounds, proposals, compiler, progress)?;
        }
        Ok(())
    }

    /// Ways to change what the operations that will be kept ask for.
    pub(super) fn propose_changes(&mut self) -> Vec<Proposal> {
        let operations = select(&self.accepted, self.limits.instances);
        self.propose_on(|instantiator, shapes, may_call| {
            changes::missing(instantiator, shapes, &operations, may_call)
        })
    }

    /// Proposals over what is known by now.
    fn propose_on(
        &mut self,
        find: impl FnOnce(
            &Instantiator<'_>,
            &[FunctionShape<'w>],
            &dyn Fn(usize) -> bool,
        ) -> ChosenCandidates,
    ) -> Vec<Proposal> {
        let instantiator = Instantiator {
            solver: self.solver,
            universe: &self.universe,
            chooser: TypeChooser::new(self.solver, &self.universe, &self.learned),
            wanted: &self.wanted,
            hints: &self.hints,
            is_desperate: false,
        };
        let may_call = |id: usize| {
            let function = self.shapes[id].function;
            let is_local = self.solver.model.is_local(&function.krate);
            is_local && !function.is_unsafe && !self.excluded.contains(&id)
        };
        let found = find(&instantiator, &self.shapes, &may_call);
        let keys: BTreeSet<String> = found.iter().map(|(found, _)| key_of(found)).collect();
        let known = self.accepted.iter_mut();
        // Some compile, as was found out long ago, and were not going to be kept.
        known
            .filter(|accepted| keys.contains(&key_of(&accepted.candidate)))
            .for_each(|accepted| accepted.is_extra = true);
        let mut proposals = Vec::new();
        for (candidate, choices) in found {
            self.add(&mut proposals, candidate, choices);
        }
        proposals
    }

    pub(super) fn propose(&mut self, round: usize, is_desperate: bool) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        let requested_types = self.unserved();
        self.wishes.retain(|wish| !self.universe.has(wish));
        let wished: Vec<Ty> = self.wishes.iter().chain(&requested_types).cloned().collect();
        self.wanted = by_head(&wished);
        let mut found = Vec::new();
        let mut wishes = Vec::new();
        let mut looked_at = Vec::new();
        {
            let chooser = TypeChooser::new(self.solver, &self.universe, &self.learned);
            let instantiator = Instantiator {
                solver: self.solver,
                universe: &self.universe,
                chooser,
                wanted: &self.wanted,
                hints: &self.hints,
                is_desperate,
            };
            self.propose_functions(&instantiator, &mut found, &mut wishes, &mut looked_at);
            self.propose_types(&instantiator, round, is_desperate, &mut found);
            self.propose_constructors(&instantiator, &requested_types, &mut found);
        }
        self.last_known.extend(looked_at);
        let bases = self.universe.bases().len();
        for (id, _) in &wishes {
            self.wished.insert(*id, bases);
        }
        for wish in wishes.into_iter().flat_map(|(_, wishes)| wishes) {
            if !self.universe.has(&wish) && !self.wishes.contains(&wish) {
                self.universe.welcome(&wish);
                self.wishes.push(wish);
            }
        }
        for (candidate, choices) in found {
            self.add(&mut proposals, candidate, choices);
        }
        for ty in requested_types {
            self.built.insert(ty);
        }
        self.propose_destructurings(&mut proposals);
        proposals
    }

    fn add(
        &mut self,
        proposals: &mut Vec<Proposal>,
        candidate: Candidate,
        choices: Vec<(String, Ty)>,
    ) {
        if candidate.inputs.len() > super::MAX_INPUTS {
            return;
        }
        if self.seen.insert(key_of(&candidate)) {
            if let CallOrigin::Function(id) | CallOrigin::Foreign(id) = candidate.origin {
                *self.tries.entry(id).or_default() += 1;
            }
            proposals.push(Proposal { candidate, choices });
        }
    }

    fn propose_functions(
        &self,
        instantiator: &Instantiator<'_>,
        found: &mut Vec<(Candidate, Vec<(String, Ty)>)>,
        wishes: &mut Vec<(usize, Vec<Ty>)>,
        looked_at: &mut Vec<(usize, usize)>,
    ) {
        let inhabited = self.inhabited_instances();
        let kinds = self.inhabited_kinds();
        for (id, shape) in self.shapes.iter().enumerate() {
            let model = self.solver.model;
            let is_local = model.is_local(&shape.function.krate);
            if self.excluded.contains(&id)
                || shape.function.is_unsafe
                || (!is_local && !shape.function.is_helper && !self.is_useful_abroad(shape))
            {
                continue;
            }
            let is_wanted = self.makes_wanted(shape);
            let has_enough = !is_wanted
                && inhabited.get(&id).is_some_and(|labels| labels.len() >= self.limits.instances);
            let kinds = kinds.get(&id).cloned().unwrap_or_default();
            let is_done = kinds.len() >= kinds::MOST || !kinds::may_differ(self.solver, shape);
            let tries = self.tries.get(&id).copied().unwrap_or(0);
            let limit = match (is_local, is_wanted) {
                (true, true) => 2 * self.limits.tries,
                (true, false) => self.limits.tries,
                (false, _) => 4,
            };
            if (has_enough && is_done) || tries >= limit {
                continue;
            }
            // One that works is looked at again when there is something new to try it on.
            let known = self.known_instances(shape);
            let has_grown = self.last_known.get(&id).is_none_or(|last| *last != known);
            if inhabited.contains_key(&id) && !is_wanted && !has_grown {
                continue;
            }
            looked_at.push((id, known));
            let origin = if is_local { CallOrigin::Function(id) } else { CallOrigin::Foreign(id) };
            // Where one instance works already, few more are asked about at a time.
            let most = match (inhabited.contains_key(&id), is_wanted) {
                (true, false) => 2,
                _ if tries == 0 => 3,
                _ => 6,
            };
            let mut fresh = 0;
            let envs = instantiator.environments(shape);
            // What there is does not fit, or seemed to and did not.
            let fails = tries >= 3 && !inhabited.contains_key(&id);
            if (envs.is_empty() || fails) && is_local && self.may_wish(id) {
                wishes.push((id, instantiator.wishes(shape)));
            }
            for env in envs {
                for candidate in calls(self.solver, shape, &env, origin) {
                    let is_welcome = !has_enough || !kinds.contains(&kind(&candidate));
                    if fresh < most && is_welcome && !self.seen.contains(&key_of(&candidate)) {
                        fresh += 1;
                        found.push((candidate, env.choices.clone()));
                    }
                }
            }
        }
    }

    /// The number of instances of the types in a function's signature; where there is no such type, the number of all
    /// types.
    fn known_instances(&self, shape: &FunctionShape<'_>) -> usize {
        let inputs = shape.function.inputs.iter().map(|(_, ty)| ty);
        let mut heads: BTreeSet<Name> = BTreeSet::new();
        for ty in shape.self_ty.iter().chain(inputs) {
            for pattern in nominal_patterns(self.solver.model, ty) {
                if let Ty::Adt(head, _) = pattern {
                    heads.insert(head);
                }
            }
        }
        if heads.is_empty() {
            return self.universe.bases().len();
        }
        heads.iter().map(|head| self.universe.instances(head).len()).sum()
    }

    /// Wishing is costly: again only when there are other types to wish with.
    fn may_wish(&self, id: usize) -> bool {
        self.wished.get(&id).is_none_or(|bases| *bases + 8 <= self.universe.bases().len())
    }

    /// Returns whether the function's result is of a type of which other instances are asked for.
    fn makes_wanted(&self, shape: &FunctionShape<'_>) -> bool {
        let Ty::Adt(head, _) = &shape.function.output else { return false };
        let wanted = self.wanted.get(head).map_or(&[][..], Vec::as_slice);
        wanted.iter().any(|ty| !self.universe.has(ty))
    }

    /// Instances per function whose arguments can all be made.
    fn inhabited_instances(&self) -> BTreeMap<usize, BTreeSet<&str>> {
        let mut instances: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        for accepted in self.accepted.iter().filter(|accepted| accepted.is_inhabited) {
            if let CallOrigin::Function(id) | CallOrigin::Foreign(id) = accepted.candidate.origin {
                instances.entry(id).or_default().insert(&accepted.candidate.label);
            }
        }
        instances
    }

    /// Kinds of instances per function of the subject whose arguments can all be made.
    fn inhabited_kinds(&self) -> BTreeMap<usize, BTreeSet<InstanceKind>> {
        let mut kinds: BTreeMap<usize, BTreeSet<InstanceKind>> = BTreeMap::new();
        for accepted in self.accepted.iter().filter(|accepted| accepted.is_inhabited) {
            if let CallOrigin::Function(id) = accepted.candidate.origin {
                kinds.entry(id).or_default().insert(kind(&accepted.candidate));
            }
        }
        kinds
    }

    /// A dependency's function is called only to make something that is wanted.
    fn is_useful_abroad(&self, shape: &FunctionShape<'_>) -> bool {
        let mut useful = false;
        shape.function.output.walk(&mut |part| {
            useful |= matches!(part, Ty::Adt(path, _) if self.wanted.contains_key(path));
            !useful
        });
        useful && shape.function.inputs.len() <= 3
    }

    /// Literals, variants, fields and constants of the subject's types.
    fn propose_types(
        &self,
        instantiator: &Instantiator<'_>,
        round: usize,
        is_desperate: bool,
        found: &mut Vec<(Candidate, Vec<(String, Ty)>)>,
    ) {
        let mut add = |candidate: Candidate| found.push((candidate, Vec::new()));
        let model = self.solver.model;
        for (path, adt) in &model.adts {
            let is_local = model.is_local(&adt.krate);
            let wanted = self.wanted.get(path).map_or(&[][..], Vec::as_slice);
            if !adt.is_nameable || (!is_local && wanted.is_empty()) {
                continue;
            }
            let known = self.universe.instances(path);
            let mut instances: Vec<Ty> = wanted.iter().chain(known).cloned().collect();
            if instances.is_empty() && (!adt.generics.is_generic() || round >= 2 || is_desperate) {
                instances.extend(seed(self.solver, instantiator, path, &adt.generics));
            }
            for instance in &instances {
                parts::constructors(self.solver, instance).into_iter().for_each(&mut add);
                if known.contains(instance) {
                    parts::projections(self.solver, instance).into_iter().for_each(&mut add);
                }
            }
        }
        constants::reads(self.solver, &self.universe, &self.wanted).into_iter().for_each(&mut add);
    }

    /// Makers of standard types that compiled operations ask for.
    fn propose_constructors(
        &self,
        instantiator: &Instantiator<'_>,
        wanted: &[Ty],
        found: &mut Vec<(Candidate, Vec<(String, Ty)>)>,
    ) {
        let implementors = |bounds: &[Bound]| {
            let bounds: Vec<&Bound> = bounds.iter().collect();
            instantiator
                .chooser
                .types(&bounds, &[], &Subst::default())
                .into_iter()
                .take(3)
                .collect()
        };
        for ty in wanted {
            if !self.built.contains(ty) {
                for candidate in builders(self.solver, ty, &implementors) {
                    found.push((candidate, Vec::new()));
                }
            }
        }
    }

    /// Access to the parts of values that exist.
    fn propose_destructurings(&mut self, proposals: &mut Vec<Proposal>) {
        let outputs: Vec<(Ty, Candidate)> = self
            .accepted
            .iter()
            .filter(|accepted| accepted.is_inhabited)
            .map(|accepted| (accepted.output.clone(), accepted.candidate.clone()))
            .collect();
        for (output, candidate) in outputs {
            if matches!(candidate.origin, CallOrigin::Function(_)) && is_unnamed_iterator(&output) {
                self.add(proposals, destructure::collected(&candidate), Vec::new());
            }
            if matches!(candidate.origin, CallOrigin::Function(_)) {
                for chained in method_chain::methods(&self.shapes, &output, &candidate) {
                    self.add(proposals, chained, Vec::new());
                }
            }
            if self.taken.insert(output.clone()) {
                for candidate in destructure::takers(self.solver, &output) {
                    self.add(proposals, candidate, Vec::new());
                }
            }
        }
    }

    /// Argument types of compiled operations that nothing makes yet, or that nothing makes from
    /// scratch although anybody could.
    fn unserved(&self) -> Vec<Ty> {
        let mut wanted = Vec::new();
        for accepted in &self.accepted {
            for input in &accepted.candidate.inputs {
                let is_missing = !accepted.is_inhabited && !self.universe.serves(input);
                let is_plain = input.mode == PassingMode::Val
                    && (std_traits::is_plain_data(&input.ty) || input.ty == tracked())
                    && !self.built.contains(&input.ty);
                if !is_missing && !is_plain {
                    continue;
                }
                let ty = match input.mode {
                    PassingMode::Val | PassingMode::Ref | PassingMode::Mut => input.ty.clone(),
                    PassingMode::RefDst => Ty::shared(input.ty.clone()),
                    PassingMode::MutDst => Ty::exclusive(input.ty.clone()),
                };
                if !wanted.contains(&ty) {
                    wanted.push(ty);
                }
            }
        }
        wanted
    }

    fn learn(&mut self, round: usize, proposals: Vec<Proposal>, answers: Vec<CompilerAnswer>) {
        for (mut proposal, answer) in proposals.into_iter().zip(answers) {
            match answer {
                CompilerAnswer::Accepted { output, inputs } => {
                    for (bounds, ty) in &proposal.choices {
                        self.learned.accept(bounds, ty);
                    }
                    for (input, ty) in proposal.candidate.inputs.iter_mut().zip(inputs) {
                        input.ty = ty;
                    }
                    self.accepted.push(Accepted {
                        candidate: proposal.candidate,
                        output: erase(&output),
                        round,
                        is_inhabited: false,
                        is_extra: false,
                    });
                }
                CompilerAnswer::Rejected { reason, is_bound } => {
                    if let ([(bounds, ty)], true) = (proposal.choices.as_slice(), is_bound) {
                        self.learned.reject(bounds, ty);
                    }
                    // A bound that one of many types does not meet says nothing of the function.
                    if let (CallOrigin::Function(id), false) = (proposal.candidate.origin, is_bound)
                    {
                        self.reasons.insert(id, reason.clone());
                    }
                    self.rejected.push((proposal.candidate, reason));
                }
            }
        }
        self.fire();
    }

    /// The least fixpoint: an operation fires when values for all its arguments can be made.
    pub(super) fn fire(&mut self) {
        loop {
            let mut has_fired = false;
            for accepted in &mut self.accepted {
                if !accepted.is_inhabited
                    && accepted.candidate.inputs.iter().all(|input| self.universe.serves(input))
                {
                    accepted.is_inhabited = true;
                    has_fired = true;
                    self.universe.add(&accepted.output);
                }
            }
            if !has_fired {
                return;
            }
        }
    }
}

/// Two functions may be called by the same text: a trait's method, provided and overridden.
fn key_of(candidate: &Candidate) -> String {
    match candidate.origin {
        CallOrigin::Function(id) => format!("{id}:{}", candidate.key()),
        _ => candidate.key(),
    }
}
