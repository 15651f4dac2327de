//! Plans the operations of a crate and prints what was found: `plan <path> [--all]`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;

use gadfly_build::probe::RustcProbe;
use gadfly_build::workspace::{Flavour, Optimise, Workspace};
use gadfly_cargo::SubjectRequest;
use gadfly_plan::compiler::RoundLimits;
use gadfly_plan::operations::candidate::CallOrigin;
use gadfly_plan::reach::{counted, is_in_reach};
use gadfly_plan::rounds::find_operations;
use gadfly_plan::solve::trait_solver::TraitSolver;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let verbose = std::env::args().any(|arg| arg == "--all");
    let start = std::time::Instant::now();
    let request = SubjectRequest { path: path.into(), ..SubjectRequest::default() };
    let subject = gadfly_cargo::locate(&request)?;
    let base = subject.target_directory.join("gadfly");
    let target_dir = base.join("target");
    let introspection = gadfly_introspect::introspect(&subject, &target_dir, &mut |_| {})?;
    println!("{:.1}s introspected", start.elapsed().as_secs_f64());
    let workspace = Workspace {
        subject: &subject,
        root: base.join(&subject.package).join("build"),
        target_dir,
        engine: base.join("engine"),
        instrument: None,
        flavour: Flavour::default(),
        helpers: None,
        linked: None,
    };
    workspace.prepare(Optimise::Build)?;
    std::fs::create_dir_all(base.join("engine/src"))?;
    std::fs::write(
        base.join("engine/Cargo.toml"),
        "[package]\nname=\"gadfly-engine\"\nversion=\"0.0.0\"\n",
    )?;
    std::fs::write(base.join("engine/src/lib.rs"), "")?;
    let dependencies = workspace.check_dependencies()?;
    println!("{:.1}s dependencies checked", start.elapsed().as_secs_f64());
    let model = introspection.model;
    let solver = TraitSolver::new(&model);
    if let Ok(question) = std::env::var("ASK") {
        let (ty, trait_) = question.split_once('=').expect("type=trait");
        let ty = gadfly_plan::types::parse_type::parse_type(&model, &[], ty);
        let trait_ = gadfly_model::TraitRef::plain(trait_);
        println!(
            "{ty}: {:?} {:?}",
            solver.judge(&ty, &trait_),
            model.traits.contains_key(&trait_.path)
        );
        for id in solver.impls_of(&trait_.path) {
            println!("{:?}", model.impls[*id]);
        }
        return Ok(());
    }
    let mut probe = RustcProbe {
        model: &model,
        toolchain_dir: subject.toolchain_dir.clone(),
        scratch: workspace.root.join("questions"),
        externs: dependencies.externs,
        search_path: dependencies.search_path,
        definitions: String::new(),
        jobs: 2,
    };
    let found =
        find_operations(&solver, RoundLimits::default(), &|_| true, &mut probe, &mut |round| {
            println!(
                "{:.1}s round {}: {} proposed, {} callable",
                start.elapsed().as_secs_f64(),
                round.number,
                round.proposed,
                round.callable
            );
        })?;
    let mut best: BTreeMap<usize, bool> = BTreeMap::new();
    for accepted in &found.accepted {
        if let CallOrigin::Function(id) = accepted.candidate.origin {
            *best.entry(id).or_default() |= accepted.is_inhabited;
        }
        if verbose {
            println!(
                "{} {:?} {} -> {}",
                if accepted.is_inhabited { "+" } else { "-" },
                accepted.candidate.origin,
                accepted.candidate.key(),
                accepted.output
            );
        }
    }
    if verbose {
        for (candidate, reason) in &found.rejected {
            println!("! {:?} {} : {reason}", candidate.origin, candidate.key());
        }
    }
    let public: Vec<usize> =
        counted(&model).filter(|id| is_in_reach(&model, &found, *id)).collect();
    for id in &public {
        let function = &model.functions[*id];
        match best.get(id) {
            Some(true) => {}
            Some(false) => println!("uninhabited {}", function.path),
            None => println!(
                "not callable {} : {}",
                function.path,
                found.reasons.get(id).map_or("-", String::as_str)
            ),
        }
    }
    println!(
        "{} public, {} callable, {} inhabited; {} judged, {} accepted, {} rounds",
        public.len(),
        best.len(),
        best.values().filter(|inhabited| **inhabited).count(),
        found.judged,
        found.accepted.len(),
        found.rounds
    );
    Ok(())
}
