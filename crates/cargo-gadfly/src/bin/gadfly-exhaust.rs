//! A plain shell around the exhaustive search, until the command proper takes it over.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cargo_gadfly::exhaust::{Event, ExhaustError, ExhaustOptions, Mode, Shard, run};
use clap::Parser;

/// Runs functions marked `#[gadfly::exhaust]` on every valid input up to their bounds.
#[derive(Parser)]
struct Arguments {
    /// A crate's directory or its Cargo.toml.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Only count valid structures.
    #[arg(long, group = "mode")]
    count: bool,
    /// Print every valid structure.
    #[arg(long, group = "mode")]
    show: bool,
    /// Draw every valid structure on an HTML page.
    #[arg(long, group = "mode")]
    draw: bool,
    /// Child processes at a time.
    #[arg(long)]
    jobs: Option<usize>,
    /// Search only part i of n.
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// Do not go on where an interrupted run stopped.
    #[arg(long)]
    from_scratch: bool,
    /// Seconds that the search may take.
    #[arg(long)]
    time: Option<u64>,
    /// Only functions whose path contains this.
    #[arg(long)]
    include: Vec<String>,
    /// No functions whose path contains this.
    #[arg(long)]
    exclude: Vec<String>,
    /// The package, in a workspace.
    #[arg(long)]
    package: Option<String>,
    /// Seconds after which one input counts as hanging.
    #[arg(long)]
    patience: Option<u64>,
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is the command")]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut options = ExhaustOptions::new(arguments.path);
    options.mode = match (arguments.count, arguments.show, arguments.draw) {
        (true, ..) => Mode::Count,
        (_, true, _) => Mode::Show,
        (.., true) => Mode::Draw,
        _ => Mode::Check,
    };
    options.jobs = arguments.jobs;
    options.shard = arguments.shard;
    options.resume = !arguments.from_scratch;
    options.time = arguments.time.map(Duration::from_secs);
    options.include = arguments.include;
    options.exclude = arguments.exclude;
    options.package = arguments.package;
    if let Some(seconds) = arguments.patience {
        options.patience = Duration::from_secs(seconds);
    }
    let report = run(&options, &mut |event| match event {
        Event::Structure { text, svg, .. } if svg.is_empty() => println!("{text}"),
        Event::Progress { function, explored, valid, rate, estimate } => {
            let total = estimate.map(|total| format!(" of about {total}")).unwrap_or_default();
            eprintln!("{function}: {explored}{total} candidates, {rate:.0}/s, {valid} valid");
        }
        Event::Started { function, bounds, parts, resumed } => {
            eprintln!("{function}: {bounds}; {parts} parts, {resumed} known");
        }
        _ => {}
    });
    let report = match report {
        Ok(report) => report,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(match error {
                ExhaustError::Build { .. } => 3,
                ExhaustError::Io { .. } | ExhaustError::Platform => 4,
                _ => 2,
            });
        }
    };
    for function in &report.functions {
        println!(
            "{}: {} explored, {} valid, {} failures",
            function.function,
            function.counts.explored,
            function.counts.valid,
            function.counts.failures
        );
        if let Some(case) = &function.case {
            println!("FAIL  {}\n      {} {}\n", case.arguments, case.message, case.location);
            println!("{}", case.test);
        }
        if let Some(page) = &function.page {
            println!("page: {}", page.display());
        }
        for field in &function.unread {
            println!("note: the predicate accepts structures without reading {field}");
        }
    }
    ExitCode::from(u8::from(report.has_findings()))
}
