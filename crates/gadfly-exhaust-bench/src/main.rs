//! `cargo run --release -p gadfly-exhaust-bench [MOST] [SUBJECT]`: builds the golden subjects as
//! `cargo gadfly exhaust` would, counts every row with at most MOST candidates (all by default)
//! and prints candidates per second, by the clock and by processor time, with the audit off; then
//! the rows with a demand once more, the best of several rounds, with and without the audit; then
//! what a second process gains. A Java Korat is run on the same structures if `KORAT_JAR` names one
//! or a `korat.jar` lies in the home directory or in `/usr/share/java`.

#![expect(clippy::disallowed_methods, reason = "a measurement starts what it measures")]

mod split;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use gadfly_build::traced::{Linking, traced_cargo};

/// What the search has to reach, in millions of candidates per second.
const DEMANDS: [(&str, &str, f64); 3] =
    [("binary tree", "10", 10.0), ("heap array", "8", 10.0), ("red-black tree", "10", 5.0)];

/// How often a row with a demand is counted.
const ROUNDS: u32 = 9;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is the command")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let most = arguments.next().unwrap_or_else(|| u64::MAX.to_string());
    let only = arguments.next();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = root.join("target/exhaust-bench");
    let manifest = root.join("fixtures/exhaust-subjects/Cargo.toml");
    let traced = match traced_cargo("build", &manifest, &target, Linking::Dynamic) {
        Ok(traced) => traced,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    match traced.cargo.arg("--quiet").run() {
        Ok(finished) if finished.status.success() => {}
        Ok(finished) => {
            eprintln!("error: the subjects do not build\n{}", finished.stderr);
            return ExitCode::FAILURE;
        }
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    let suite = target.join(traced.triple).join("gadfly-exhaust/suite");
    println!("a bare loop: {:.0} M steps/s", bare_loop());
    println!(
        "{:<26} {:>3} {:>11} {:>10} {:>8} {:>8} {:>7} {:>7}",
        "subject", "n", "explored", "valid", "wall s", "cpu s", "M/s", "M/cpu s"
    );
    let mut command = Command::new(&suite);
    command.arg("count").arg(most).args(only.as_deref()).env("NO_AUDIT", "1");
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("error: failed to run the subjects: {error}");
            return ExitCode::FAILURE;
        }
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [subject, n, explored, valid, seconds, _, verdict, wall] = fields[..] else {
            println!("{line}");
            continue;
        };
        let (seconds, wall) = (number(seconds), number(wall));
        let per_second = |seconds: f64| number(explored) / seconds.max(1e-9) / 1e6;
        let speed = per_second(seconds);
        let demand = DEMANDS.iter().find(|demand| (demand.0, demand.1) == (subject, n));
        let note = match demand {
            Some((_, _, demand)) if speed < *demand => format!("  below {demand} M/s"),
            Some((_, _, demand)) => format!("  at least {demand} M/s"),
            None => String::new(),
        };
        let wrong = if verdict == "ok" { String::new() } else { format!("  {verdict}") };
        println!(
            "{subject:<26} {n:>3} {explored:>11} {valid:>10} {wall:>8.3} {seconds:>8.3} {:>7.1} \
             {speed:>7.1}{note}{wrong}",
            per_second(wall)
        );
    }
    best_of_rounds(&suite, only.as_deref());
    two_processes(&suite, only.as_deref());
    korat();
    if output.status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Counts the rows with a demand in turn, several times, and prints the fastest of each: whatever
/// else the machine does only adds to the time.
#[expect(clippy::print_stdout, reason = "this is the command")]
fn best_of_rounds(suite: &Path, only: Option<&str>) {
    let demands = DEMANDS.iter().filter(|demand| only.is_none_or(|only| only == demand.0));
    let mut best: Vec<_> = demands.map(|demand| (demand, 0.0_f64, 0.0_f64)).collect();
    for _ in 0..ROUNDS {
        for ((subject, n, _), bare, audited) in &mut best {
            *bare = bare.max(speed(suite, subject, n, false));
            *audited = audited.max(speed(suite, subject, n, true));
        }
    }
    for ((subject, n, demand), bare, audited) in best {
        println!(
            "{subject} {n}, best of {ROUNDS}: {bare:.1} M/s, {audited:.1} with the audit (at least \
             {demand})"
        );
    }
}

/// Millions of candidates per second of processor time of one row, 0 if it could not be counted.
fn speed(suite: &Path, subject: &str, n: &str, audit: bool) -> f64 {
    let mut command = Command::new(suite);
    command.args(["row", subject, n]);
    if !audit {
        command.env("NO_AUDIT", "1");
    }
    let Ok(output) = command.output() else { return 0.0 };
    let line = String::from_utf8_lossy(&output.stdout).into_owned();
    match line.trim_end().split('\t').collect::<Vec<_>>()[..] {
        [_, _, explored, _, seconds, _, "ok", _] => number(explored) / number(seconds) / 1e6,
        _ => 0.0,
    }
}

/// Measures what a second process gains: wall-clock time on an idle machine, and how evenly the
/// work was divided on any machine.
#[expect(clippy::print_stdout, reason = "this is the command")]
fn two_processes(suite: &Path, only: Option<&str>) {
    for (subject, n, _) in DEMANDS {
        if only.is_some_and(|only| only != subject) {
            continue;
        }
        let taken = |processes| split::search(suite, subject, n, processes);
        let (one, two) = match (taken(1), taken(2)) {
            (Ok(one), Ok(two)) => (one, two),
            (Err(error), _) | (_, Err(error)) => {
                println!("{subject} {n} in two processes: {error}");
                continue;
            }
        };
        let same = (one.explored, one.valid) == (two.explored, two.valid);
        println!(
            "{subject} {n} in two processes: {:.2} times as fast by the clock ({:.2} s, {:.2} s); \
             {:.2} times if each has a core of its own, by the processor time of the parts ({:.2} s \
             in all, the largest part {:.1}% of it); counts {}",
            one.wall / two.wall,
            one.wall,
            two.wall,
            one.total() / one.two_cores(),
            one.total(),
            100.0 * one.largest(),
            if same { "are the same" } else { "DIFFER" }
        );
    }
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

/// How fast this machine is right now: dependent steps of integer arithmetic.
fn bare_loop() -> f64 {
    let start = Instant::now();
    let mut value = 1_u64;
    for step in 0..200_000_000_u64 {
        value = std::hint::black_box(value.wrapping_mul(31) ^ step);
    }
    std::hint::black_box(value);
    200.0 / start.elapsed().as_secs_f64()
}

/// Runs a Java Korat on the structures that both know, if there is one.
#[expect(clippy::print_stdout, reason = "this is the command")]
fn korat() {
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join("korat.jar"));
    let usual = home.into_iter().chain([PathBuf::from("/usr/share/java/korat.jar")]);
    let named = std::env::var_os("KORAT_JAR").map(PathBuf::from);
    let Some(jar) = named.into_iter().chain(usual).find(|jar| jar.is_file()) else {
        println!("no Java Korat: set KORAT_JAR to its jar to run it on the same structures");
        return;
    };
    let subjects = [
        ("korat.examples.binarytree.BinaryTree", "10,10,10"),
        ("korat.examples.heaparray.HeapArray", "8"),
        ("korat.examples.redblacktree.RedBlackTree", "8,8,8,7"),
    ];
    for (class, bounds) in subjects {
        let start = Instant::now();
        let mut command = Command::new("java");
        command.arg("-cp").arg(&jar).args(["korat.Korat", "--class", class, "--args", bounds]);
        match command.output() {
            Ok(output) => {
                println!("Java Korat: {class} {bounds}: {:.2} s", start.elapsed().as_secs_f64());
                for line in String::from_utf8_lossy(&output.stdout).lines() {
                    println!("    {line}");
                }
            }
            Err(error) => println!("Java Korat: failed to run java: {error}"),
        }
    }
}
