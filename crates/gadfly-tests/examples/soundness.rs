//! Has the compiler judge what the engine does with a crate:
//! `soundness <path> [count] [seed] [working directory]`.
#![expect(clippy::print_stdout, reason = "an example prints")]

#[expect(dead_code, unreachable_pub, reason = "the test uses more of it")]
#[path = "../tests/soundness/oracle.rs"]
mod oracle;

use std::path::{Path, PathBuf};

use oracle::{Bench, Fault, Orders, select};

fn main() {
    let argument = |nth: usize| std::env::args().nth(nth);
    let number = |nth: usize| argument(nth).and_then(|text| text.parse::<u32>().ok());
    let path = argument(1).unwrap_or_else(|| ".".to_owned());
    let count = number(2).unwrap_or(150);
    let seed = u64::from(number(3).unwrap_or(1));
    let base =
        argument(4).map_or_else(|| std::env::temp_dir().join("gadfly-soundness"), PathBuf::from);
    let bench = Bench::prepare(Path::new(&path), &base);
    let orders = Orders { seed, count: count * 8, calls: 3_000_000, may_fail: false };
    let sequences = select(bench.sample(&bench.plan(), "sample", orders), count as usize);
    let verdict = bench.judge(&sequences, "printed", true);
    for (number, fault) in &verdict.faults {
        match fault {
            Fault::Rejected { code, text } => println!("--- {number}: {code}\n{text}"),
            Fault::Died => println!("--- {number}: died"),
        }
        println!("{}", bench.source(&sequences[*number]));
    }
    println!(
        "{path}: {} of {} sequences pass {:?}, {} depend on a clock",
        verdict.passed(),
        verdict.judged,
        verdict.codes(),
        verdict.unsteady.len()
    );
}
