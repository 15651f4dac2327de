//! Prints what is known about a crate: `cargo run -p gadfly-introspect --example dump -- <path>`.
//!
//! Options after the path: `--functions`, `--types`, `--names`, `--all-crates`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

use std::path::PathBuf;
use std::process::ExitCode;

use gadfly_cargo::{SubjectRequest, locate};
use gadfly_introspect::introspect;
use gadfly_model::{Function, Lifetimes, Owner};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let path = args.first().map_or_else(|| PathBuf::from("."), PathBuf::from);
    let subject = match locate(&SubjectRequest { path, ..SubjectRequest::default() }) {
        Ok(subject) => subject,
        Err(error) => {
            eprintln!("error: {error}\n  help: {}", error.help().unwrap_or_default());
            return ExitCode::FAILURE;
        }
    };
    let target_dir = subject.target_directory.join("gadfly").join("rustdoc");
    let introspection = match introspect(&subject, &target_dir, &mut |_| {}) {
        Ok(introspection) => introspection,
        Err(error) => {
            eprintln!("error: {error}\n  help: {}", error.help().unwrap_or_default());
            return ExitCode::FAILURE;
        }
    };
    let model = introspection.model;
    let is_shown = |krate: &str| has("--all-crates") || model.is_local(krate);
    if has("--functions") {
        for function in model.functions.iter().filter(|function| is_shown(&function.krate)) {
            println!("{}{}", function.path, signature(function));
        }
    }
    if has("--types") {
        for adt in model.adts.values().filter(|adt| is_shown(&adt.krate)) {
            let marks = [(!adt.is_nameable, " unnameable"), (!adt.is_sized, " unsized")];
            let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
            println!("{}{marks}", adt.path);
        }
        for trait_ in model.traits.values().filter(|trait_| is_shown(&trait_.krate)) {
            let mark = if trait_.is_nameable { "" } else { " unnameable" };
            println!("trait {}{mark}", trait_.path);
        }
    }
    if has("--names") {
        for (name, canonical) in &model.names {
            println!("{name} = {canonical}");
        }
    }
    let own = |function: &&Function| model.is_local(&function.krate);
    let count = |test: &dyn Fn(&Owner) -> bool| {
        model.functions.iter().filter(own).filter(|function| test(&function.owner)).count()
    };
    println!(
        "{} {}: {} functions ({} free, {} inherent, {} in trait impls, {} provided), {} types, \
         {} traits, {} impls, {} constants, {} functions of dependencies, json {:.2} s, lowering {:.3} s",
        model.package,
        model.version,
        model.functions.iter().filter(own).count(),
        count(&|owner| matches!(owner, Owner::Module)),
        count(&|owner| matches!(owner, Owner::Inherent(_))),
        count(&|owner| matches!(owner, Owner::TraitImpl(_))),
        count(&|owner| matches!(owner, Owner::Provided(_))),
        model.adts.len(),
        model.traits.len(),
        model.impls.len(),
        model.constants.len(),
        model.functions.len() - model.functions.iter().filter(own).count(),
        introspection.json_lasts,
        introspection.lower_seconds,
    );
    for skipped in &model.skipped {
        println!("skipped {}: {}", skipped.item, skipped.reason);
    }
    ExitCode::SUCCESS
}

fn signature(function: &Function) -> String {
    let params: Vec<String> =
        function.generics.params.iter().map(|param| param.name.to_string()).collect();
    let inputs: Vec<String> = function
        .inputs
        .iter()
        .map(|(name, ty)| format!("{name}: {}", ty.print(Lifetimes::Written)))
        .collect();
    let generics =
        if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) };
    let bounds: Vec<String> = function
        .generics
        .bounds()
        .iter()
        .map(|(ty, bound)| format!("{ty}: {}", bound.print(Lifetimes::Written)))
        .collect();
    let bounds =
        if bounds.is_empty() { String::new() } else { format!(" where {}", bounds.join(", ")) };
    format!("{generics}({}) -> {}{bounds}", inputs.join(", "), function.output)
}
