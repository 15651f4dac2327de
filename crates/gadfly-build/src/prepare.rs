//! All stages from a model to a harness that can be run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use gadfly_cargo::Subject;
use gadfly_model::{Lifetimes, Model, TraitRef};
use gadfly_plan::compiler::{Accepted, Compiler, CompilerAnswer, Round, RoundLimits, RoundResults};
use gadfly_plan::explain::explain;
use gadfly_plan::infer::requested_types::requested_type;
use gadfly_plan::laws;
use gadfly_plan::literals::{literals, source};
use gadfly_plan::operations::candidate::{CallOrigin, Candidate, Input, PassingMode};
use gadfly_plan::prepared::{
    FunctionRecord, LawRecord, OperationRecord, ParameterMode, ParameterRecord, Prepared,
};
use gadfly_plan::properties::{
    EntryKind, ListedEntry, PropertyRecord, Providers, changers, generators, given, participants,
};
use gadfly_plan::reach::{counted, is_in_reach};
use gadfly_plan::rounds::{More, find_more_operations};
use gadfly_plan::select::{Operation, select};
use gadfly_plan::solve::std_traits::TraitVerdict;
use gadfly_plan::solve::trait_solver::TraitSolver;
use gadfly_plan::splicing;
use gadfly_plan::stubs::{self, Definition, Stubs};
use gadfly_plan::types::signature::signature;
use gadfly_wire::{Law, Plan, to_file_bytes};

use crate::atomic_file::{self, clear};
use crate::edges::subject_edges;
use crate::helpers::Helpers;
use crate::linked::{Linked, TestCrate};
use crate::mine::mine;
use crate::prepared_file;
use crate::probe::{RustcProbe, compiling};
use crate::render::{operation_origin, operation_plan};
use crate::unsafe_code::uses_unsafe;
use crate::workspace::{
    BuildError, Flavour, Instrument, Optimise, Workspace, check_sanitizer, write_engine,
};

/// The specification of a harness: what to make, and where.
pub struct HarnessSpec<'o> {
    /// The crate under test.
    pub subject: &'o Subject,
    /// The folder of this package: `target/gadfly/<package>`.
    pub package_dir: PathBuf,
    /// The folder for everything that packages share: `target/gadfly`.
    pub shared_dir: PathBuf,
    /// Everything that the harness is made from, as a text.
    pub fingerprint: String,
    /// Processes at once.
    pub jobs: usize,
    /// Build fast or run fast.
    pub optimise: Optimise,
    /// The flavour in which the subject is built.
    pub flavour: Flavour,
    /// The person's own functions that build values.
    pub helpers: Option<Helpers>,
    /// An instance of a generic type of which everything is offered, as a person writes it.
    pub wanted: Option<String>,
    /// `true` if a function may be used.
    pub admits: &'o dyn Fn(&str) -> bool,
    /// For a harness that checks properties: what it links.
    pub linked: Option<Linked>,
    /// The choice of functions that make the inputs of properties; `None` where every function is called for its own
    /// results, and only invariants are used of the registered entries.
    pub providers: Option<Providers>,
}

/// A step of the preparation.
pub enum PrepareStep {
    /// A round of questions is over.
    Asked(Round),
    /// The operations are being compiled.
    Compiling {
        /// Their number.
        operations: usize,
    },
}

/// The duration of the stages in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageSeconds {
    /// Finding out what compiles.
    pub check: f64,
    /// Building.
    pub build: f64,
}

/// Facts about the functions that are known before anything is built.
pub struct HarnessPlan {
    /// The operations.
    pub operations: Vec<Operation>,
    /// Every public function with its status.
    pub functions: Vec<FunctionRecord>,
    /// Indices of those functions in the model.
    pub ids: Vec<usize>,
    /// Of each operation, whether its first argument is one that a method is called on.
    pub methods: Vec<bool>,
    /// Types of arguments that are known to be copied.
    pub copies: BTreeSet<String>,
    /// Of each operation, whether it lets a caller break what others rely on.
    pub spoiling: Vec<bool>,
    /// The laws that operations state.
    pub laws: Vec<Law>,
    /// The entries that the crate has registered.
    pub entries: Vec<ListedEntry>,
    /// Types that were made up to implement the crate's traits.
    pub implementors: Vec<Definition>,
}

impl HarnessPlan {
    /// Properties and invariants, and what asks for values.
    fn property_records(&self) -> (Vec<PropertyRecord>, Vec<PropertyRecord>) {
        let (mut properties, mut asked) = (Vec::new(), Vec::new());
        for (operation, checking) in (0u32..).zip(&self.operations) {
            let origin = &checking.candidate.origin;
            let (CallOrigin::Property(index) | CallOrigin::Invariant(index)) = *origin else {
                continue;
            };
            let Some(entry) = self.entries.get(index as usize) else { continue };
            let records =
                if entry.kind == EntryKind::Values { &mut asked } else { &mut properties };
            records.push(PropertyRecord::new(operation, entry));
        }
        (properties, asked)
    }

    fn law_records(&self) -> Vec<LawRecord> {
        let stating = (0u32..).zip(&self.operations);
        stating
            .filter_map(|(operation, stating)| {
                let CallOrigin::Law(index) = stating.candidate.origin else { return None };
                let law = &self.laws[index as usize];
                Some(LawRecord {
                    operation,
                    name: law.name.clone(),
                    sentence: law.sentence.clone(),
                    method: law.method.clone(),
                    assertion: law.assertion.clone(),
                })
            })
            .collect()
    }
}

/// A build that can run beside the other stages.
pub struct Ahead<'o> {
    workspace: Workspace<'o>,
}

impl Ahead<'_> {
    /// Runs it. What fails here fails again, with its reason, when the harness is built.
    pub fn run(&self) {
        let _ = self.workspace.build_ahead();
    }
}

impl HarnessSpec<'_> {
    /// The folder in which everything is compiled.
    pub fn target_dir(&self) -> PathBuf {
        self.shared_dir.join("target")
    }

    /// The path of the finished harness's record.
    pub fn record(&self) -> PathBuf {
        self.file("harness", ".json")
    }

    /// A file of this package and flavour.
    fn file(&self, stem: &str, extension: &str) -> PathBuf {
        self.package_dir.join(self.flavour.file(stem, extension))
    }

    /// The workspace in which it is made.
    pub fn workspace(&self) -> Result<Workspace<'_>, BuildError> {
        if self.flavour.is_sanitized {
            check_sanitizer(self.subject)?;
        }
        let as_tests = self.linked.as_ref().map(|linked| {
            let tests = linked.tests.iter().map(TestCrate::crate_name);
            std::iter::once(self.subject.lib_name.clone()).chain(tests).collect::<Vec<String>>()
        });
        Ok(Workspace {
            subject: self.subject,
            root: self.package_dir.join("build"),
            target_dir: self.target_dir(),
            engine: write_engine(&self.shared_dir)?,
            instrument: Instrument::new(
                self.subject,
                self.flavour,
                &self.package_dir.join("build"),
                as_tests.as_deref(),
            )?,
            flavour: self.flavour,
            helpers: self.helpers.clone(),
            linked: self.linked.clone(),
        })
    }

    /// The entries that the crate has registered; none unless they are linked.
    pub fn entries(&self) -> Result<Vec<ListedEntry>, BuildError> {
        let workspace = self.workspace()?;
        workspace.prepare(self.optimise)?;
        workspace.list_entries()
    }

    /// A build of what does not depend on the operations, to be run while they are being found.
    pub fn ahead(&self) -> Result<Ahead<'_>, BuildError> {
        let workspace = self.workspace()?;
        workspace.prepare(self.optimise)?;
        Ok(Ahead { workspace })
    }

    /// Finds out what can be called.
    pub fn plan(
        &self,
        model: &Model,
        progress: &mut dyn FnMut(PrepareStep),
    ) -> Result<HarnessPlan, BuildError> {
        self.plan_for(model, Vec::new(), progress)
    }

    /// The same, with the entries that the crate has registered.
    pub fn plan_for(
        &self,
        model: &Model,
        entries: Vec<ListedEntry>,
        progress: &mut dyn FnMut(PrepareStep),
    ) -> Result<HarnessPlan, BuildError> {
        let workspace = self.workspace()?;
        workspace.prepare(self.optimise)?;
        let dependencies = workspace.check_dependencies()?;
        let tracks = tracks(self.linked.is_some(), &self.subject.package_root);
        let mut probe = RustcProbe {
            model,
            toolchain_dir: self.subject.toolchain_dir.clone(),
            scratch: workspace.root.join("questions"),
            externs: dependencies.externs,
            search_path: dependencies.search_path,
            definitions: String::new(),
            jobs: self.jobs,
        };
        // Tests that stand inside of the crate have no place for definitions.
        let stubbed = match self.linked {
            Some(_) => Stubs::default(),
            None => compiling(&mut probe, stubs::make_stubs(&TraitSolver::new(model)))?,
        };
        let joined;
        let model = if stubbed.implementors.is_empty() {
            model
        } else {
            joined = stubs::join(model, &stubbed.implementors);
            &joined
        };
        let definitions: Vec<Definition> =
            stubbed.implementors.iter().map(|it| it.definition.clone()).collect();
        let mut probe = RustcProbe { model, definitions: stubs::module(&definitions), ..probe };
        let solver = TraitSolver::new(model).tracking(tracks).with_obstacles(stubbed.obstacles);
        let limits = RoundLimits::default();
        let mut report = |round: Round| progress(PrepareStep::Asked(round));
        let wanted = self.wanted.as_deref().and_then(|text| requested_type(model, text));
        let mut given = self
            .linked
            .as_ref()
            .map(|linked| given(model, linked.spell, &entries))
            .unwrap_or_default();
        if self.providers.is_none() {
            given.retain(|it| matches!(it.candidate.origin, CallOrigin::Invariant(_)));
        } else {
            let crates = self.subject.dependencies.iter().map(|it| it.crate_name.as_str());
            let proposed = generators(model, &crates.collect::<Vec<&str>>(), &given);
            given.extend(accepted(&mut probe, proposed, false)?);
        }
        let more = More { wanted: wanted.as_ref(), given };
        let mut found =
            find_more_operations(&solver, limits, self.admits, more, &mut probe, &mut report)?;
        let (mut operations, mut laws) = (Vec::new(), Vec::new());
        if let Some(providers) = self.providers {
            let changers = changers(&found.accepted);
            found.accepted.extend(accepted(&mut probe, changers, true)?);
            operations = participants(&found.accepted, providers);
        } else {
            operations.extend(select(&found.accepted, limits.instances));
            laws.extend(stated(&solver, self.admits, &mut probe, &mut operations)?);
            operations.extend(splicing::operation(&operations));
        }
        let ids: Vec<usize> = counted(model).filter(|id| is_in_reach(model, &found, *id)).collect();
        let functions = functions(&solver, &found, &operations, &ids);
        let methods = operations.iter().map(|operation| is_method(model, operation)).collect();
        let copy = TraitRef::plain("std::marker::Copy");
        let inputs = operations.iter().flat_map(|operation| &operation.candidate.inputs);
        let copies = inputs
            .filter(|input| solver.judge(&input.ty, &copy) == TraitVerdict::Yes)
            .map(|input| shown(&input.ty))
            .collect();
        let spoiling = operations.iter().map(|operation| is_spoiling(model, operation)).collect();
        Ok(HarnessPlan {
            operations,
            functions,
            ids,
            methods,
            copies,
            spoiling,
            laws,
            entries,
            implementors: definitions,
        })
    }

    /// Builds what was planned.
    pub fn build(
        &self,
        mut planned: HarnessPlan,
        progress: &mut dyn FnMut(PrepareStep),
    ) -> Result<Prepared, BuildError> {
        let workspace = self.workspace()?;
        progress(PrepareStep::Compiling { operations: planned.operations.len() });
        let built =
            workspace.compile(&planned.operations, &planned.entries, &planned.implementors)?;
        let positions: BTreeMap<usize, u32> =
            planned.ids.iter().zip(0u32..).map(|(id, position)| (*id, position)).collect();
        let function_of = |operation: &Operation| match operation.candidate.origin {
            CallOrigin::Function(id) => positions.get(&id).copied(),
            _ => None,
        };
        let literals = literals(&mine(&self.subject.package_root));
        let plan = Plan {
            operations: planned
                .operations
                .iter()
                .zip(&planned.spoiling)
                .map(|(operation, is_unchecked)| {
                    operation_plan(operation, function_of(operation), *is_unchecked)
                })
                .collect(),
            functions: u32::try_from(planned.ids.len()).expect("a crate has fewer functions"),
            literals: literals.clone(),
            laws: planned.laws.clone(),
            properties: planned.entries.iter().map(|entry| entry.key.clone()).collect(),
        };
        retract(&mut planned, &built.dropped, &function_of);
        let subject = self.subject;
        let mut prepared =
            Prepared::new(self.fingerprint.clone(), &subject.package, &subject.version);
        prepared.operations = planned
            .operations
            .iter()
            .enumerate()
            .map(|(id, operation)| OperationRecord {
                function: function_of(operation),
                body: operation.candidate.body.clone(),
                origin: operation_origin(operation.candidate.origin),
                output: shown(&operation.output),
                output_type: operation.output.clone(),
                parameters: operation
                    .candidate
                    .inputs
                    .iter()
                    .map(|input| parameter(input, &planned.copies))
                    .collect(),
                is_method: planned.methods[id],
                is_partial: operation.candidate.is_partial,
                is_built: !built.dropped.contains_key(&id),
            })
            .collect();
        prepared.laws = planned.law_records();
        (prepared.properties, prepared.asked) = planned.property_records();
        prepared.hooks = planned
            .entries
            .iter()
            .filter(|entry| entry.kind == EntryKind::Hook)
            .map(|entry| entry.module.clone())
            .collect();
        prepared.helpers = self.helpers.as_ref().map(|helpers| helpers.module.clone());
        prepared.implementors = planned.implementors;
        prepared.literals = literals.iter().map(source).collect();
        prepared.functions = planned.functions;
        prepared.binary = self.keep(&built.binary)?;
        prepared.plan = self.file("plan", ".bin");
        write(&prepared.plan, &to_file_bytes(&plan))?;
        if workspace.instrument.is_some() {
            // Without this there is no coverage, and the run says so.
            if let Ok(edges) = subject_edges(&prepared.binary, sources_of(subject)) {
                let path = self.file("edges", ".bin");
                write(&path, &to_file_bytes(&edges))?;
                prepared.edges = Some(path);
            }
        }
        prepared_file::store(&self.record(), &mut prepared)
            .map_err(|source| BuildError::Write { path: self.record(), source })?;
        Ok(prepared)
    }

    /// The program is copied out of the shared folder, where that of the next build replaces it.
    fn keep(&self, binary: &Path) -> Result<PathBuf, BuildError> {
        let kept = self.file("harness", "");
        // A running program cannot be written over, but its name can be given to another.
        clear(&kept);
        let copied =
            std::fs::hard_link(binary, &kept).or_else(|_| std::fs::copy(binary, &kept).map(drop));
        copied.map_err(|source| BuildError::Write { path: kept.clone(), source })?;
        Ok(kept)
    }
}

/// Seconds since `start`, for reports.
pub fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}

/// Adds operations that state laws about what the others make: those that compile.
fn stated(
    solver: &TraitSolver<'_>,
    admits: &dyn Fn(&str) -> bool,
    probe: &mut RustcProbe<'_>,
    operations: &mut Vec<Operation>,
) -> Result<Vec<Law>, BuildError> {
    let proposed = laws::propose(solver, operations, admits);
    let assertions: Vec<Candidate> =
        proposed.iter().map(|(law, candidate)| laws::asserting(law, candidate)).collect();
    let stating = proposed.iter().map(|(_, candidate)| candidate);
    let mut answers = probe.judge(&stating.chain(&assertions).collect::<Vec<&Candidate>>())?;
    let asserted = answers.split_off(proposed.len());
    let mut kept = Vec::new();
    for ((law, mut candidate), answer) in
        proposed.into_iter().zip(answers.into_iter().zip(asserted))
    {
        // A law that could not be shown in a test is of no use.
        let (CompilerAnswer::Accepted { output, .. }, CompilerAnswer::Accepted { .. }) = answer
        else {
            continue;
        };
        let number = u32::try_from(kept.len()).expect("there are fewer laws");
        candidate.origin = CallOrigin::Law(number);
        operations.push(Operation { candidate, output });
        kept.push(law);
    }
    Ok(kept)
}

/// Operations beyond the rounds: those that compile.
fn accepted(
    probe: &mut RustcProbe<'_>,
    proposed: Vec<Candidate>,
    is_inhabited: bool,
) -> Result<Vec<Accepted>, BuildError> {
    let answers = probe.judge(&proposed.iter().collect::<Vec<&Candidate>>())?;
    let accepted =
        proposed.into_iter().zip(answers).filter_map(|(candidate, answer)| match answer {
            CompilerAnswer::Accepted { output, .. } => {
                Some(Accepted { candidate, output, round: 0, is_inhabited, is_extra: true })
            }
            CompilerAnswer::Rejected { .. } => None,
        });
    Ok(accepted.collect())
}

/// The folder of the library's sources: not the package, below which generated sources are, too.
pub fn sources_of(subject: &Subject) -> &Path {
    subject.lib_path.parent().unwrap_or(&subject.package_root)
}

/// The result for each public function.
fn functions(
    solver: &TraitSolver<'_>,
    found: &RoundResults,
    operations: &[Operation],
    ids: &[usize],
) -> Vec<FunctionRecord> {
    let mut labels: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for operation in operations {
        if let CallOrigin::Function(id) = operation.candidate.origin {
            labels.entry(id).or_default().insert(operation.candidate.label.clone());
        }
    }
    ids.iter()
        .map(|id| {
            let function = &solver.model.functions[*id];
            let instances = labels.get(id);
            let reason = match instances {
                Some(_) => None,
                None => Some(explain(solver, function, found.reasons.get(id).map(String::as_str))),
            };
            FunctionRecord {
                path: function.path.to_string(),
                signature: signature(solver.model, function),
                callable: instances.is_some(),
                instances: instances
                    .into_iter()
                    .flatten()
                    .filter(|label| !label.is_empty())
                    .cloned()
                    .collect(),
                reason,
                panics: function.documented_panics().map(str::to_owned),
                requirement: function.requirement().map(str::to_owned),
                arguments: function
                    .inputs
                    .iter()
                    .skip(usize::from(function.receiver.is_some()))
                    .map(|(name, _)| name.to_string())
                    .collect(),
            }
        })
        .collect()
}

/// Returns whether an operation's first argument is a receiver. Built-in operations are known by taking
/// it by reference.
fn is_method(model: &Model, operation: &Operation) -> bool {
    use CallOrigin::{Foreign, Function, Invariant, Maker, Property};
    let candidate = &operation.candidate;
    match candidate.origin {
        Function(id) | Foreign(id) => model.functions[id].receiver.is_some(),
        Property(_) | Invariant(_) | Maker(_) => candidate.body.starts_with("x0."),
        _ => {
            let first = candidate.inputs.first();
            first.is_some_and(|first| matches!(first.mode, PassingMode::Ref | PassingMode::Mut))
        }
    }
}

fn is_spoiling(model: &Model, operation: &Operation) -> bool {
    match operation.candidate.origin {
        CallOrigin::Function(id) | CallOrigin::Foreign(id) => {
            laws::is_unchecked(&model.functions[id])
        }
        origin => matches!(origin, CallOrigin::Forget | CallOrigin::Panicking),
    }
}

fn parameter(input: &Input, copies: &BTreeSet<String>) -> ParameterRecord {
    let mode = match input.mode {
        PassingMode::Val => ParameterMode::Value,
        PassingMode::Ref => ParameterMode::Shared,
        PassingMode::Mut => ParameterMode::Exclusive,
        PassingMode::RefDst => ParameterMode::SharedUnsized,
        PassingMode::MutDst => ParameterMode::ExclusiveUnsized,
    };
    let ty = shown(&input.ty);
    let is_copy = copies.contains(&ty);
    ParameterRecord { ty, value_type: input.ty.clone(), mode, is_copy }
}

/// Functions whose operations all failed in the build cannot be called after all.
fn retract(
    planned: &mut HarnessPlan,
    dropped: &BTreeMap<usize, String>,
    function_of: &dyn Fn(&Operation) -> Option<u32>,
) {
    for (id, reason) in dropped {
        let Some(position) = function_of(&planned.operations[*id]) else { continue };
        let is_left = planned.operations.iter().enumerate().any(|(other, operation)| {
            !dropped.contains_key(&other) && function_of(operation) == Some(position)
        });
        if !is_left {
            let function = &mut planned.functions[position as usize];
            function.callable = false;
            function.instances.clear();
            function.reason = Some(reason.clone());
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    atomic_file::write_own(path, bytes)
        .map_err(|source| BuildError::Write { path: path.to_owned(), source })
}

/// The type as people write it, lifetimes left out.
pub fn shown(ty: &gadfly_model::Ty) -> String {
    ty.print(Lifetimes::Inferred)
}

/// Returns whether parameters may stand for values that notice what becomes of them. Tests that stand inside of the crate, as those
/// of what it has registered may, have no place for their definition.
fn tracks(is_linked: bool, package_root: &Path) -> bool {
    !is_linked && uses_unsafe(&package_root.join("src"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_crates_get_tracked_values_and_outside_tests() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("src")).expect("it is made");
        let write = |text| std::fs::write(folder.path().join("src/lib.rs"), text).expect("written");
        write("pub fn f() {}");
        assert!(!tracks(false, folder.path()));
        write("pub fn f() { unsafe { g() } }");
        assert!(tracks(false, folder.path()));
        assert!(!tracks(true, folder.path()));
    }
}
