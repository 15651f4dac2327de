//! Measures, and prints what was measured as JSON.

use std::time::Instant;

use gadfly_peers::{turns_back, Bugs, SumStack};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck};

// -- generators for proptest

/// A step of the second and third generator.
#[derive(Clone, Debug)]
enum Step {
    Push(i32),
    Pop,
    Clear,
}

/// Generator 1: pushes alone.
fn pushes() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0..100_i32).prop_map(Step::Push), 0..100)
}

/// Generator 2: pushes and pops.
fn pushes_and_pops() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![(0..100_i32).prop_map(Step::Push), Just(Step::Pop)];
    prop::collection::vec(step, 0..100)
}

/// Generator 3: and changes of what is handed out.
fn pushes_pops_and_clears() -> impl Strategy<Value = Vec<Step>> {
    let step =
        prop_oneof![(0..100_i32).prop_map(Step::Push), Just(Step::Pop), Just(Step::Clear)];
    prop::collection::vec(step, 0..100)
}

/// A short one, as a person who cares for speed would write it.
fn short_stack() -> impl Strategy<Value = SumStack> {
    let step = prop_oneof![any::<i32>().prop_map(Step::Push), Just(Step::Pop)];
    prop::collection::vec(step, 0..8).prop_map(|steps| built(&steps, Bugs::default()))
}

fn built(steps: &[Step], bugs: Bugs) -> SumStack {
    let mut stack = SumStack::with_bugs(bugs);
    for step in steps {
        match step {
            Step::Push(x) => stack.push(*x),
            Step::Pop => drop(stack.pop()),
            Step::Clear => stack.data().clear(),
        }
    }
    stack
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

// -- generators for quickcheck

#[derive(Clone, Debug)]
struct Stack(SumStack);

impl Arbitrary for Stack {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut stack = SumStack::new();
        for _ in 0..usize::arbitrary(g) % 8 {
            if bool::arbitrary(g) {
                stack.push(i32::arbitrary(g));
            } else {
                stack.pop();
            }
        }
        Stack(stack)
    }
}

// -- measurements

fn main() {
    let cases: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let stack = (
        per_second(cases, || {
            let run = runner(cases).run(&short_stack(), |stack| {
                prop_assert!(stack.is_consistent());
                Ok(())
            });
            assert!(run.is_ok());
        }),
        per_second(cases, || {
            let property: fn(Stack) -> bool = |stack| stack.0.is_consistent();
            QuickCheck::new().tests(cases.into()).max_tests(u64::MAX).quickcheck(property);
        }),
    );
    let list = (
        per_second(cases, || {
            let run = runner(cases).run(&prop::collection::vec(any::<u8>(), 0..8), |xs| {
                prop_assert!(turns_back(&xs));
                Ok(())
            });
            assert!(run.is_ok());
        }),
        per_second(cases, || {
            let property: fn(Vec<u8>) -> bool = |xs| turns_back(&xs);
            QuickCheck::new().rng(Gen::new(8)).tests(cases.into()).max_tests(u64::MAX).quickcheck(property);
        }),
    );
    let speed = |(proptest, quickcheck): (f64, f64)| {
        format!("{{\"proptest\": {proptest:.0}, \"quickcheck\": {quickcheck:.0}}}")
    };
    let finds: Vec<String> = [
        ("generator 1, 2 lines", found(pushes())),
        ("generator 2, 3 lines", found(pushes_and_pops())),
        ("generator 3, 4 lines", found(pushes_pops_and_clears())),
    ]
    .into_iter()
    .map(|(name, found)| format!("\"{name}\": \"{found}\""))
    .collect();
    println!(
        "{{\"speed\": {{\"sum_matches_data\": {}, \"reversing_twice_changes_nothing\": {}}}, \"finds\": {{{}}}}}",
        speed(stack),
        speed(list),
        finds.join(", ")
    );
}

/// Which bugs a generator shows within 1,000 inputs.
fn found(strategy: impl Strategy<Value = Vec<Step>>) -> String {
    let shows = |bugs: Bugs, with_leak: bool| {
        let run = runner(1000).run(&strategy, |steps| {
            // In a stack that does not hand its data out there is nothing to clear.
            let steps: Vec<Step> = steps
                .into_iter()
                .filter(|step| with_leak || !matches!(step, Step::Clear))
                .collect();
            prop_assert!(built(&steps, bugs).is_consistent());
            Ok(())
        });
        if run.is_err() { "yes" } else { "no" }
    };
    let first = shows(Bugs { pop: true }, false);
    let second = shows(Bugs::default(), true);
    format!("bug 1: {first}, bug 2: {second}")
}

fn per_second(cases: u32, run: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    run();
    f64::from(cases) / begun.elapsed().as_secs_f64()
}
