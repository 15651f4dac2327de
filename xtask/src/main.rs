//! Automation of the repository: `cargo xtask <task>`.

mod bench_api;
mod bench_check;
mod bench_search;
mod bench_walk;
mod checks;
mod compare;
mod deny;
mod house;
mod oldest;
mod package;
mod run;
mod scaffold;
mod sources;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <TASK>

Tasks:
  ci        lint, sanitize, all tests: what must pass before a change goes in
  lint      formatting, clippy and documentation with warnings denied, deny, tidy
  deny      licences, sources and versions of dependencies
  tidy      the rules of this repository that no other tool knows
  house     sizes, prose and names of the sources, measured; `--list` has the places
  package   every package as it would be published, and the command installed from these
  sanitize  the engine under AddressSanitizer
  compare   whether two builds of the command report the same on all fixtures: `compare OLD NEW [CRATE...]`
  new-law, new-rule, new-strategy
            a law, a rule of triage or a strategy of the engine, from a template:
            `new-law NAME FOLDER`, `new-rule NAME [FOLDER]`, `new-strategy NAME`
  bench     how much of well-known crates is reached, and how fast: `bench api`;
            how good the search is: `bench bugs|precision|direction|throughput|memory`;
            what properties find, and how fast they are tried: `bench check`;
            how much walks ask, and how fast they are: `bench walk`";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).take(2).collect();
    let result = match words.first().copied() {
        Some("bench") if words.get(1) == Some(&"api") => {
            bench_api::run(&run::root(), &arguments[2..])
        }
        Some("bench") if words.get(1) == Some(&"check") => {
            bench_check::run(&run::root(), &arguments[2..])
        }
        Some("bench") if words.get(1) == Some(&"walk") => {
            bench_walk::run(&run::root(), &arguments[2..])
        }
        Some("bench") => {
            let name = words.get(1).copied().unwrap_or_default();
            bench_search::run(&run::root(), name, arguments.get(2..).unwrap_or_default())
        }
        Some("ci") => checks::ci(),
        Some("compare") => compare::run(&arguments[1..]),
        Some("deny") => deny::check(&run::root()),
        Some("house") => house::run(&run::root(), &arguments[1..]),
        Some("lint") => checks::lint(),
        Some("new-law") => scaffold::new_law(&run::root(), &arguments[1..]),
        Some("new-rule") => scaffold::new_rule(&run::root(), &arguments[1..]),
        Some("package") => package::package(),
        Some("sanitize") => checks::sanitize(),
        Some("new-strategy") => scaffold::new_strategy(&run::root(), arguments.get(1))
            .map(|next_steps| run::note(&next_steps)),
        Some("tidy") => tidy::check(&run::root()),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            run::note(&message);
            ExitCode::FAILURE
        }
    }
}
