//! Says which laws are stated of a crate's types, and which of them the compiler rejects:
//! `laws <path> [working directory] [calls]`. With a number of calls, the laws that are broken in a run of that many.
#![expect(clippy::print_stdout, reason = "an example prints")]

#[expect(dead_code, unreachable_pub, reason = "the test uses more of it")]
#[path = "../tests/soundness/oracle.rs"]
mod oracle;

use std::path::PathBuf;
use std::time::Instant;

use gadfly_build::probe::RustcProbe;
use gadfly_build::run::run_harness;
use gadfly_build::workspace::{Flavour, Optimise, Workspace, write_engine};
use gadfly_cargo::SubjectRequest;
use gadfly_plan::compiler::{Compiler, CompilerAnswer, RoundLimits};
use gadfly_plan::laws;
use gadfly_plan::operations::candidate::Candidate;
use gadfly_plan::rounds::find_operations;
use gadfly_plan::select::select;
use gadfly_plan::solve::trait_solver::TraitSolver;
use gadfly_wire::{Event, RunConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = |nth: usize| std::env::args().nth(nth);
    let path = PathBuf::from(argument(1).unwrap_or_else(|| ".".to_owned()));
    let base = argument(2).map_or_else(|| std::env::temp_dir().join("gadfly-laws"), PathBuf::from);
    match argument(3).and_then(|calls| calls.parse::<u64>().ok()) {
        Some(calls) => run(&path, &base, calls),
        None => list(path, &base),
    }
}

fn list(path: PathBuf, base: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let subject = gadfly_cargo::locate(&SubjectRequest { path, ..SubjectRequest::default() })?;
    let target_dir = base.join("target");
    let model = gadfly_introspect::introspect(&subject, &target_dir, &mut |_| {})?.model;
    let workspace = Workspace {
        subject: &subject,
        root: base.join(&subject.package).join("build"),
        target_dir,
        engine: write_engine(base)?,
        instrument: None,
        flavour: Flavour::default(),
        helpers: None,
        linked: None,
    };
    workspace.prepare(Optimise::Build)?;
    let dependencies = workspace.check_dependencies()?;
    let solver = TraitSolver::new(&model);
    let mut probe = RustcProbe {
        model: &model,
        toolchain_dir: subject.toolchain_dir.clone(),
        scratch: workspace.root.join("questions"),
        externs: dependencies.externs,
        search_path: dependencies.search_path,
        definitions: String::new(),
        jobs: 2,
    };
    let limits = RoundLimits::default();
    let found = find_operations(&solver, limits, &|_| true, &mut probe, &mut |_| {})?;
    let operations = select(&found.accepted, limits.instances);
    let start = Instant::now();
    let proposed = laws::propose(&solver, &operations, &|_| true);
    let proposing = start.elapsed();
    let candidates: Vec<&Candidate> = proposed.iter().map(|(_, candidate)| candidate).collect();
    let answers = probe.judge(&candidates)?;
    let assertions: Vec<Candidate> =
        proposed.iter().map(|(law, candidate)| laws::asserting(law, candidate)).collect();
    let asserted = probe.judge(&assertions.iter().collect::<Vec<&Candidate>>())?;
    for (((law, candidate), answer), asserted) in proposed.iter().zip(&answers).zip(&asserted) {
        println!(
            "{} {}\n    {}\n    {}",
            law.name,
            candidate.markers(),
            candidate.body,
            law.assertion
        );
        if let CompilerAnswer::Rejected { reason, .. } = answer {
            println!("    REJECTED {reason}");
        } else if let CompilerAnswer::Rejected { reason, .. } = asserted {
            println!("    ASSERTION REJECTED {reason}");
        }
    }
    println!(
        "{} operations, {} laws proposed in {proposing:?}, judged after {:?}",
        operations.len(),
        proposed.len(),
        start.elapsed()
    );
    Ok(())
}

fn run(
    path: &std::path::Path,
    base: &std::path::Path,
    calls: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let bench = oracle::Bench::prepare(path, base);
    let config = RunConfig {
        plan_path: bench.prepared.plan.to_string_lossy().into_owned(),
        calls_budget: Some(calls),
        ..RunConfig::default()
    };
    let directory = base.join(&bench.prepared.package).join("laws");
    run_harness(&bench.prepared.binary, &directory, config, &mut |event| match event {
        Event::Broken { law, detail, sequence, .. } => {
            println!("{}: {} {detail}\n{}", law.name, law.sentence, bench.source(&sequence));
            println!("    {}\n", law.assertion);
        }
        Event::Summary { calls, operations, sequences, states, crashes, millis, .. } => {
            println!("{sequences} sequences {states} states {crashes} crashes {millis} ms");
            println!("{calls} calls");
            for (record, counts) in bench.prepared.operations.iter().zip(&operations) {
                let (called, returned) = (counts.called, counts.returned);
                println!("{called} {returned} {} {}", counts.illegal, record.body);
            }
        }
        _ => {}
    })?;
    Ok(())
}
