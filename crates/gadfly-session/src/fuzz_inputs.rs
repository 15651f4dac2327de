//! Mutated journals, messages and harness records: refused or read, never a panic, and nothing is
//! written anywhere.
//!
//! Only tests. What passes a parser is also put to use, because that is where a bad number bites.

use std::path::Path;

use gadfly_build::prepared_file;
use gadfly_build::sealed::seal;
use gadfly_build::workspace::Flavour;
use gadfly_cargo::Subject;
use gadfly_plan::prepared::{
    FunctionRecord, OperationOrigin, OperationRecord, ParameterMode, ParameterRecord, Prepared,
};
use gadfly_wire::{
    Access, Argument, CrashKind, During, Event, EventReader, Law, Location, Plan, ProcessChange,
    RunConfig, Sequence, Statement, SubjectFrame, What, event_stream_header, fnv32,
    from_file_bytes, to_file_bytes, to_frame,
};

use crate::findings::collect::Findings;
use crate::pipeline::TriagePolicy;
use crate::search::journal::{InterruptedRun, head, parse};
use gadfly_testkit::mutation::{Dice, tree};

/// How many files of each sort.
const JOURNALS: usize = 5000;
const RECORDS: usize = 2000;
const MESSAGES: usize = 3000;

fn subject(root: &Path) -> Subject {
    let text = |text: &str| text.to_owned();
    Subject {
        package: text("k"),
        version: text("1.0.0"),
        lib_name: text("k"),
        edition: text("2021"),
        manifest_path: root.join("Cargo.toml"),
        package_root: root.to_owned(),
        workspace_root: root.to_owned(),
        target_directory: root.join("target"),
        lib_path: root.join("src/lib.rs"),
        features: Vec::new(),
        all_features: false,
        no_default_features: false,
        enabled_features: Vec::new(),
        dependencies: Vec::new(),
        patch_toml: None,
        lock_file: None,
        toolchain_dir: root.to_owned(),
        package_id: text("k"),
        rustc_version: text("1.95.0"),
        rustc_verbose_version: text("rustc 1.95.0"),
        host: text("x86_64-unknown-linux-gnu"),
    }
}

/// A record of a harness with a few operations, whose files stand in a folder.
fn prepared(folder: &Path) -> Prepared {
    let operation =
        |body: &str, parameters: &[(&str, ParameterMode)], output: &str| OperationRecord {
            function: Some(0),
            body: body.to_owned(),
            output: output.to_owned(),
            parameters: parameters
                .iter()
                .map(|(ty, mode)| ParameterRecord {
                    ty: (*ty).to_owned(),
                    mode: *mode,
                    is_copy: false,
                    value_type: gadfly_model::Ty::unit(),
                })
                .collect(),
            is_method: !parameters.is_empty(),
            is_partial: false,
            is_built: true,
            origin: OperationOrigin::Call,
            output_type: gadfly_model::Ty::unit(),
        };
    let mut prepared = Prepared::new("print".to_owned(), "k", "1.0.0");
    prepared.functions.push(FunctionRecord {
        path: "k::Set::insert".to_owned(),
        signature: "fn insert(&mut self, n: u8)".to_owned(),
        callable: true,
        instances: Vec::new(),
        reason: None,
        panics: None,
        requirement: None,
        arguments: Vec::new(),
    });
    let set = ("k::Set", ParameterMode::Exclusive);
    prepared.operations = vec![
        operation("k::Set::new()", &[], "k::Set"),
        operation("k::Set::insert(x0, x1)", &[set, ("u8", ParameterMode::Value)], "bool"),
    ];
    prepared.literals = vec!["7u8".to_owned(), "\"a\"".to_owned()];
    prepared.binary = folder.join("harness");
    prepared.plan = folder.join("plan.bin");
    prepared
}

/// The record with the files that it refers to in their places.
fn with_files(mut prepared: Prepared) -> Prepared {
    for file in prepared.files() {
        std::fs::write(file, "").expect("written");
    }
    let record = prepared.plan.with_file_name("harness.json");
    prepared_file::store(&record, &mut prepared).expect("all files are there");
    prepared
}

fn sequence() -> Sequence {
    let statement = |what, args: &[u32]| Statement {
        what,
        args: args.iter().map(|var| Argument { var: *var, access: Access::Move }).collect(),
        kills: Vec::new(),
        caught: false,
    };
    Sequence {
        statements: vec![
            statement(What::Operation(0), &[]),
            statement(What::Literal(0), &[]),
            statement(What::Operation(1), &[0, 1]),
        ],
        final_drops: vec![2, 0],
        alive: vec![true, false, true],
    }
}

fn events() -> Vec<Event> {
    let location = Location { file: "src/lib.rs".to_owned(), line: 3, column: 9 };
    let law = Law {
        name: "eq-reflexive".to_owned(),
        sentence: "a value equals itself".to_owned(),
        method: "eq".to_owned(),
        assertion: "assert!({0} == {0});".to_owned(),
        helpers: String::new(),
    };
    vec![
        Event::Panic {
            bucket: 0,
            operation: 1,
            during: During::Call,
            statement: 2,
            message: "index out of bounds: the len is 1 but the index is 7".to_owned(),
            location: Some(location.clone()),
            subject_frame: Some(SubjectFrame {
                function: "k::Set::insert".to_owned(),
                location,
                by_operator: false,
            }),
            law: None,
            sequence: sequence(),
        },
        Event::Crash {
            kind: CrashKind::Signal(6),
            operation: 1,
            during: During::Drop(0),
            magnitude: 7,
            note: String::new(),
            law: None,
            sequence: sequence(),
        },
        Event::Broken {
            bucket: 1,
            law,
            operation: 0,
            vars: vec![0, 0],
            detail: String::new(),
            sequence: sequence(),
        },
        Event::Left {
            bucket: 2,
            what: ProcessChange::Directory,
            operation: 0,
            sequence: sequence(),
        },
        Event::Kept { functions: vec![0], edges: 3, sequence: sequence() },
    ]
}

/// Takes events as a search does; how many findings they are.
fn found(events: &[Event], subject: &Subject, prepared: &Prepared) -> usize {
    let policy = TriagePolicy::default();
    let mut findings = Findings::new(subject, prepared, Flavour::default(), &policy);
    for event in events {
        findings.take(event);
    }
    findings.into_found(&[1, 2]).len()
}

#[test]
fn mutated_journals_are_read_as_far_as_they_can_be_trusted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (subject, prepared) = (subject(folder.path()), prepared(folder.path()));
    let head = head(&prepared.fingerprint).into_bytes();
    let whole: Vec<u8> = events().iter().flat_map(to_frame).collect();
    let InterruptedRun::Events { events: read, is_torn: false, .. } =
        parse(&[head.clone(), whole.clone()].concat(), &prepared)
    else {
        panic!("an unchanged journal is read");
    };
    assert_eq!((read.len(), found(&read, &subject, &prepared)), (5, 4));
    let before = tree(folder.path());
    let mut dice = Dice(1);
    let (mut refused, mut shorter, mut used) = (0, 0, 0);
    for round in 0..JOURNALS {
        let bytes = if round % 2 == 0 {
            dice.mutate(&[head.clone(), whole.clone()].concat(), &[b"\xff\xff\xff\xff\x0f", b"\n"])
        } else {
            // With the right sum, so that what is inside is looked at as well.
            let frames = events().into_iter().map(|event| reframed(&to_frame(&event), &mut dice));
            [head.clone()].into_iter().chain(frames).collect::<Vec<_>>().concat()
        };
        match parse(&bytes, &prepared) {
            InterruptedRun::Nothing => panic!("there is something"),
            InterruptedRun::Foreign => refused += 1,
            InterruptedRun::Events { events, whole, .. } => {
                assert!(whole as usize <= bytes.len());
                shorter += usize::from(events.len() < 4);
                used += found(&events, &subject, &prepared);
            }
        }
    }
    assert!(refused > 10 && shorter > 1000 && used > 1000, "{refused} {shorter} {used}");
    assert_eq!(tree(folder.path()), before);
}

/// A frame with something changed in its payload and its sum made right again.
fn reframed(frame: &[u8], dice: &mut Dice) -> Vec<u8> {
    // A length of at most two bytes, four bytes of sum, the payload.
    let start = if frame[0] < 0x80 { 5 } else { 6 };
    let payload = dice.mutate(&frame[start..], &[b"\xff\xff\xff\xff\x0f", b"\x00", b"../../x"]);
    let sum = fnv32(&payload);
    let mut length = payload.len();
    let mut bytes = Vec::new();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(sum.to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn mutated_messages_are_refused_or_read() {
    let mut dice = Dice(2);
    let plan = to_file_bytes(&Plan::default());
    let config = to_file_bytes(&RunConfig { seeds: vec![sequence()], ..RunConfig::default() });
    let stream: Vec<u8> =
        events().iter().map(to_frame).fold(event_stream_header(), |mut all, frame| {
            all.extend(frame);
            all
        });
    for _ in 0..MESSAGES / 3 {
        let words: &[&[u8]] = &[b"\xff\xff\xff\xff\x0f", b"gadflyPL"];
        let _ = from_file_bytes::<Plan>(&dice.mutate(&plan, words));
        let _ = from_file_bytes::<RunConfig>(&dice.mutate(&config, words));
        let bytes = dice.mutate(&stream, words);
        let mut reader = EventReader::new(&bytes);
        while let Ok(Some(_)) = reader.next_event() {}
        assert!(reader.offset() <= bytes.len());
    }
}

#[test]
fn mutated_records_of_harnesses_are_discarded_or_name_only_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = subject(folder.path());
    let record = folder.path().join("harness.json");
    let original = prepared(folder.path());
    let original = with_files(original);
    let words: &[&[u8]] = &[
        b"null",
        b"99",
        b"4294967296",
        b"-1",
        b"[",
        b"{",
        b"\"",
        b"/bin/sh",
        b"/../../bin/sh",
        b"\"x0, x1, x2, x9\"",
    ];
    let mut dice = Dice(5);
    let (mut refused, mut used) = (0, 0);
    for _ in 0..RECORDS {
        // With the right sum, so that what is inside is looked at as well.
        let bytes = seal(&dice.mutate(&original.to_bytes(), words));
        std::fs::write(&record, bytes).expect("written");
        match prepared_file::load(&record, "print") {
            None => refused += 1,
            Some(loaded) => {
                assert_eq!((&loaded.binary, &loaded.plan), (&original.binary, &original.plan));
                let fitting: Vec<Event> = events()
                    .into_iter()
                    .filter(|event| crate::search::journal::fits(event, &loaded))
                    .collect();
                found(&fitting, &subject, &loaded);
                used += 1;
            }
        }
    }
    assert!(refused > 100 && used > 50, "{refused} {used}");
    assert_eq!(tree(folder.path()).len(), 3);
}

#[test]
fn a_record_that_names_another_program_is_discarded() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("harness.json");
    let mut hostile = with_files(prepared(folder.path()));
    for binary in ["/bin/sh".into(), folder.path().join("../../../../../../bin/sh")] {
        hostile.binary = binary;
        std::fs::write(&record, seal(&hostile.to_bytes())).expect("written");
        assert!(prepared_file::load(&record, "print").is_none(), "{:?}", hostile.binary);
    }
}
