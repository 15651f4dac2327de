//! The borrow table against the borrow checker: random passing sequences compile and run as
//! ordinary Rust, and with any of the table's rules weakened they do not.

mod controls;
#[expect(unreachable_pub, reason = "another test includes this file too")]
mod copies;
#[expect(unreachable_pub, reason = "an example includes this file too")]
mod oracle;
mod subjects;

use oracle::{Fault, Orders, select};
use subjects::{SUBJECTS, bench};

#[test]
fn engine_sequences_pass_the_borrow_checker() {
    let judged: Vec<usize> = std::thread::scope(|scope| {
        let judge = |subject: &'static subjects::Subject| {
            let bench = bench(subject.name);
            let wanted = subject.sequences;
            let orders = Orders { seed: 7, count: wanted * 8, calls: 1_000_000, may_fail: false };
            let sequences = select(bench.sample(&bench.plan(), "sample", orders), wanted as usize);
            let verdict = bench.judge(&sequences, "printed", true);
            let complaints: Vec<String> = verdict
                .faults
                .iter()
                .map(|(number, fault)| match fault {
                    Fault::Rejected { text, .. } => text.clone(),
                    Fault::Died => format!("it died:\n{}", bench.source(&sequences[*number])),
                })
                .collect();
            assert!(complaints.is_empty(), "{}:\n{}", subject.name, complaints.join("\n"));
            assert!(verdict.unsteady.is_empty(), "{} depends on a clock", subject.name);
            assert_eq!(verdict.passed(), wanted as usize, "{} gave too few", subject.name);
            verdict.passed()
        };
        let started: Vec<_> =
            SUBJECTS.iter().map(|subject| scope.spawn(move || judge(subject))).collect();
        started.into_iter().map(|judge| judge.join().expect("every subject passes")).collect()
    });
    assert!(judged.len() >= 4 && judged.iter().sum::<usize>() >= 500, "{judged:?}");
}
