//! Laws that follow from names, on crates that break and keep them: what is reported is what is
//! broken, and nothing else.

#[expect(unreachable_pub, reason = "it is another test's")]
#[path = "../soundness/copies.rs"]
mod copies;
#[expect(dead_code, unreachable_pub, reason = "the borrow table is judged with the rest of it")]
#[path = "../soundness/oracle.rs"]
mod oracle;

use std::collections::BTreeSet;
use std::path::Path;

use copies::copy_of;
use gadfly_build::prepare::HarnessPlan;
use gadfly_build::run::run_harness;
use gadfly_plan::laws;
use gadfly_plan::operations::candidate::CallOrigin;
use gadfly_wire::{Event, RunConfig};
use oracle::Bench;

/// Names of laws, each with the type it is about.
type Laws = BTreeSet<(String, String)>;

/// Several short walks see more than a long one.
const SEEDS: u64 = 8;

/// Every law with the type that breaks it.
const BROKEN: &[(&str, &str)] = &[
    ("assign-operator", "Money"),
    ("capacity-len", "Tank"),
    ("checked-siblings", "Tick"),
    ("clamp-bounds", "Depth"),
    ("clear-empty", "Jar"),
    ("contains-get", "Lexicon"),
    ("contains-iter", "Members"),
    ("convert-back", "Level"),
    ("count-iter", "Web"),
    ("drain-empty", "Sink"),
    ("empty-iter", "Trail"),
    ("empty-len", "Bag"),
    ("entry-place", "Index"),
    ("equal-items", "Run"),
    ("equal-len", "Cord"),
    ("extreme-ignores-nan", "Fraction"),
    ("extreme-of-two", "Rank"),
    ("first-iter", "Front"),
    ("get-iter", "Lane"),
    ("idempotent", "Label"),
    ("idempotent", "ToDottedCase"),
    ("insert-contains", "Crowd"),
    ("insert-get", "Book"),
    ("insert-len", "Ledger"),
    ("key-finds", "Arena"),
    ("last-iter", "Back"),
    ("len-iter", "Shelf"),
    ("new-default", "Options"),
    ("operator-references", "Vector"),
    ("push-pop", "Pile"),
    ("remove-gone", "Register"),
    ("rep-check", "Boiler"),
    ("rep-check", "Gauge"),
    ("rep-check", "Valve"),
    ("retain-none", "Sieve"),
    ("reverse-twice", "Row"),
    ("round-trip", "Packet"),
    ("rounding-side", "Halves"),
    ("set-operation", "Herd"),
    ("set-relation", "Guests"),
    ("shrink-same", "Spare"),
    ("split-join", "Chain"),
    ("there-and-back", "Wheel"),
    ("truncate-len", "Tape"),
    ("try-agrees", "Tray"),
    ("with-getter", "Hour"),
];

#[test]
fn each_law_is_broken_by_its_type_alone() {
    let (stated, broken) = judge("names-broken", "laws", &|_| {});
    let expected: Laws =
        BROKEN.iter().map(|(law, ty)| ((*law).to_owned(), (*ty).to_owned())).collect();
    let laws =
        |pairs: &Laws| -> BTreeSet<String> { pairs.iter().map(|(law, _)| law.clone()).collect() };
    assert_eq!(laws(&stated), laws(&expected), "a law lacks its type");
    assert_eq!(broken, expected);
}

#[test]
fn nothing_is_reported_of_types_that_keep_what_their_names_promise() {
    let (stated, broken) = judge("names-kept", "laws", &|_| {});
    for pair in BROKEN {
        let pair = (pair.0.to_owned(), pair.1.to_owned());
        assert!(stated.contains(&pair), "{pair:?} was not looked at");
    }
    assert_eq!(broken, BTreeSet::new());
}

#[test]
fn an_assertion_fails_wherever_its_law_is_broken() {
    let strengthen = |planned: &mut HarnessPlan| {
        for operation in &mut planned.operations {
            if let CallOrigin::Law(index) = operation.candidate.origin {
                let law = &planned.laws[index as usize];
                let asserting = laws::asserting(law, &operation.candidate).body;
                let candidate = &mut operation.candidate;
                candidate.body = format!(
                    "{{ let holds = {}; holds || {{ let mut passes = false; \
                     lawful(&mut || {{ {asserting}; passes = true; true }}); !passes }} }}",
                    candidate.body
                );
            }
        }
    };
    let (stated, broken) = judge("names-broken", "assertions", &strengthen);
    assert!(stated.len() > BROKEN.len());
    assert_eq!(broken, BTreeSet::new());
}

/// The laws that are stated and those that are broken, each with the type it is about.
fn judge(fixture: &str, folder: &str, change: &dyn Fn(&mut HarnessPlan)) -> (Laws, Laws) {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let copy = copy_of(&format!("fixtures/{fixture}"), &base.join("subjects"));
    let bench = Bench::prepare_with(&copy, &base, change);
    let prepared = &bench.prepared;
    let krate = format!("fixture_{}::", fixture.replace('-', "_"));
    let about = |operation: u32| {
        let law = prepared.law_of(operation)?;
        let body = &prepared.operations[operation as usize].body;
        let (_, rest) = body.split_once(&krate)?;
        let end = rest.find(|letter: char| !letter.is_alphanumeric())?;
        Some((law.name.clone(), rest[..end].to_owned()))
    };
    let built = (0u32..).zip(&prepared.operations).filter(|(_, operation)| operation.is_built);
    let stated = built.filter_map(|(operation, _)| about(operation)).collect();
    let mut broken = BTreeSet::new();
    for seed in 0..SEEDS {
        let config = RunConfig {
            plan_path: prepared.plan.to_string_lossy().into_owned(),
            calls_budget: Some(300_000),
            seed,
            ..RunConfig::default()
        };
        run_harness(&prepared.binary, &base.join(fixture), config, &mut |event| {
            if let Event::Broken { operation, .. } = event {
                broken.extend(about(operation));
            }
        })
        .expect("the harness runs");
    }
    (stated, broken)
}
