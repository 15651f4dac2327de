//! Round trips of every message, and hostile input.

use gadfly_wire::{
    event_stream_header, from_file_bytes, to_file_bytes, to_frame, Access, Argument, ArgumentMaker,
    ArgumentSource, CrashKind, During, EdgeCounts, EdgeHits, EdgeRange, Event, EventReader, Flow,
    FlowKind, FlowTo, Growth, Law, Literal, LiteralType, LiteralValue, Location, Mode, Observed,
    OperationCounts, OperationKind, OperationPlan, Outcome, Plan, ProcessChange, ProcessChangeAt,
    RecordedStep, Role, RunConfig, Sequence, Statement, SubjectEdges, SubjectFrame, WalkCall,
    WalkEdge, WalkOrder, WalkOutcome, What, WireError,
};

fn plan() -> Plan {
    let literal = |ty, value| Literal { ty, value, weight: 3 };
    Plan {
        operations: vec![
            OperationPlan {
                function: Some(7),
                flows: vec![
                    Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Borrow },
                    Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Inherit },
                ],
                static_args: vec![1, 2],
                weight: 500,
                kind: OperationKind::Project,
                size_args: vec![11],
            },
            OperationPlan {
                function: None,
                flows: Vec::new(),
                static_args: Vec::new(),
                weight: 0,
                kind: OperationKind::Builtin,
                size_args: Vec::new(),
            },
        ],
        functions: 8,
        literals: vec![
            literal(LiteralType::Bool, LiteralValue::Bool(true)),
            literal(LiteralType::Char, LiteralValue::Char('\u{10ffff}')),
            literal(LiteralType::I128, LiteralValue::Signed(i128::MIN)),
            literal(LiteralType::I8, LiteralValue::Signed(-1)),
            literal(LiteralType::U128, LiteralValue::Unsigned(u128::MAX)),
            literal(LiteralType::F32, LiteralValue::F32(f32::NEG_INFINITY)),
            literal(LiteralType::F64, LiteralValue::F64(-0.0)),
            literal(LiteralType::Str, LiteralValue::Str("héllo\0".into())),
            literal(LiteralType::Bytes, LiteralValue::Bytes((0..=255).collect())),
            literal(LiteralType::Unit, LiteralValue::Unit),
        ],
        laws: vec![law()],
        properties: vec!["k::holds".to_owned()],
    }
}

fn law() -> Law {
    Law {
        name: "eq-reflexive".to_owned(),
        sentence: "a value equals itself".to_owned(),
        method: "eq".to_owned(),
        assertion: "assert!({0} == {0});".to_owned(),
        helpers: String::new(),
    }
}

fn sequence() -> Sequence {
    let accesses = [
        Access::Move,
        Access::Copy,
        Access::Borrow,
        Access::BorrowMut,
        Access::CopyRef,
        Access::Reborrow,
        Access::ReborrowMut,
    ];
    Sequence {
        statements: vec![
            Statement {
                what: What::Literal(300),
                args: Vec::new(),
                kills: Vec::new(),
                caught: false,
            },
            Statement {
                what: What::Operation(70_000),
                args: accesses.iter().map(|access| Argument { var: 0, access: *access }).collect(),
                kills: vec![0],
                caught: true,
            },
        ],
        final_drops: vec![1],
        alive: vec![false, true],
    }
}

fn config() -> RunConfig {
    RunConfig {
        plan_path: "plan".into(),
        scratch_dir: Some("scratch".into()),
        subject_prefixes: vec!["a".into(), String::new()],
        seed: u64::MAX,
        calls_budget: Some(1),
        mode: Mode::Replay {
            sequences: vec![sequence()],
            literals: vec![Literal::new(LiteralType::Str, LiteralValue::Str("more".into()))],
            observe: true,
        },
        look_for: Some(ProcessChangeAt { operation: 9, what: ProcessChange::PanicHook }),
        isolated: true,
        ..RunConfig::default()
    }
}

fn edge(outcome: WalkOutcome) -> WalkEdge {
    WalkEdge {
        parent: u32::MAX,
        start: 0,
        call: 3,
        outcome,
        changed: true,
        merged: false,
        state: u64::MAX,
    }
}

fn protocols() -> RunConfig {
    let maker = ArgumentMaker { what: What::Literal(3), args: vec![1] };
    let call = WalkCall {
        operation: 4,
        then: vec![5],
        args: vec![WalkCall::TARGET, 0],
        role: Role::Mutate,
        can_fail: true,
    };
    let order = WalkOrder {
        sources: vec![ArgumentSource { makers: vec![maker] }],
        calls: vec![call],
        starts: vec![vec![0], vec![0, 1]],
        methods: vec![1, 2],
        depth: 3,
        most: 9,
        growth: Growth::Changed,
        merge: true,
        errors_end: false,
        predicates: vec![2],
    };
    RunConfig { mode: Mode::Walk { order, literals: Vec::new() }, ..RunConfig::default() }
}

#[test]
fn orders_for_protocols_survive_the_way() {
    let bytes = to_file_bytes(&protocols());
    assert_eq!(from_file_bytes::<RunConfig>(&bytes), Ok(protocols()));
    for end in 0..bytes.len() {
        assert!(from_file_bytes::<RunConfig>(&bytes[..end]).is_err());
    }
}

fn events() -> Vec<Event> {
    let location = || Location { file: "src/lib.rs".into(), line: 1, column: u32::MAX };
    vec![
        Event::Ready { operations: 1, types: 2 },
        Event::Progress {
            calls: 1,
            sequences: 2,
            states: 3,
            functions_returned: 4,
            panics: 5,
            crashes: 6,
            coverage: Some(EdgeCounts { hit: 1, all: 2 }),
            millis: 7,
        },
        Event::Panic {
            bucket: 0,
            operation: 1,
            during: During::Drop(3),
            statement: 2,
            message: "no".into(),
            location: Some(location()),
            subject_frame: Some(SubjectFrame {
                function: "f".into(),
                location: location(),
                by_operator: true,
            }),
            law: Some(law()),
            sequence: sequence(),
        },
        Event::Crash {
            kind: CrashKind::Signal(-11),
            operation: 4,
            during: During::Call,
            magnitude: u64::MAX,
            note: String::new(),
            law: None,
            sequence: sequence(),
        },
        Event::Sample { sequence: sequence() },
        Event::Replayed {
            index: 1,
            outcome: Outcome::Panicked {
                statement: 9,
                during: During::Law { law: 3, vars: [1, 2, u32::MAX] },
                message: "no".into(),
                location: Some(location()),
            },
        },
        Event::Broken {
            bucket: 1,
            law: law(),
            operation: 2,
            vars: vec![0, 1],
            detail: "left: 1, right: 2".into(),
            sequence: sequence(),
        },
        Event::Left {
            bucket: 2,
            what: ProcessChange::Directory,
            operation: 5,
            sequence: sequence(),
        },
        Event::Replayed {
            index: 2,
            outcome: Outcome::Left { what: ProcessChange::Thread, statement: 4 },
        },
        Event::Kept { functions: vec![3], edges: 4, sequence: sequence() },
        Event::Observed {
            index: 3,
            sequence: sequence(),
            values: vec![Observed {
                var: 1,
                is_final: true,
                debug: Some("V(1)".into()),
                display: None,
            }],
        },
        Event::Recorded {
            index: 4,
            sequence: sequence(),
            steps: vec![RecordedStep {
                result: Observed {
                    var: 1,
                    is_final: false,
                    debug: None,
                    display: Some("1".into()),
                },
                changed: vec![Observed { var: 0, is_final: false, debug: None, display: None }],
                edges: vec![EdgeHits { edge: 300, times: 255 }],
            }],
        },
        Event::Walked {
            first: 7,
            depth: 2,
            edges: vec![
                edge(WalkOutcome::Returned(Some("1".into()))),
                edge(WalkOutcome::Failed("Err(())".into())),
                edge(WalkOutcome::Panicked { message: "no".into(), location: Some(location()) }),
                edge(WalkOutcome::Died(CrashKind::Hang)),
                edge(WalkOutcome::Refused),
            ],
        },
        Event::StateFound { state: 5, calls: vec![0, 1] },
        Event::StepFound { from: 5, call: 1, to: Some(4) },
        Event::Summary {
            calls: 1,
            sequences: 2,
            states: 3,
            millis: 4,
            recovery_millis: 5,
            longest_recovery_micros: 6,
            operations: vec![OperationCounts::default(); 2],
            panics_seen: vec![1, 2],
            crashes: 3,
            coverage: None,
            reached: vec![1 << 63, 5],
            finished: true,
        },
    ]
}

fn stream() -> Vec<u8> {
    events().iter().fold(event_stream_header(), |mut bytes, event| {
        bytes.extend(to_frame(event));
        bytes
    })
}

/// Reads until the end or an error.
fn read_all(bytes: &[u8]) -> (Vec<Event>, Option<WireError>) {
    let mut reader = EventReader::new(bytes);
    let mut found = Vec::new();
    loop {
        match reader.next_event() {
            Ok(Some(event)) => found.push(event),
            Ok(None) => return (found, None),
            Err(error) => return (found, Some(error)),
        }
    }
}

#[test]
fn every_message_survives_the_round_trip() {
    assert_eq!(from_file_bytes(&to_file_bytes(&plan())), Ok(plan()));
    assert_eq!(from_file_bytes(&to_file_bytes(&config())), Ok(config()));
    let ranges = vec![EdgeRange { first: 3, count: 2 }];
    let edges = SubjectEdges { counters: 9, ranges, places: vec![7, 0] };
    assert_eq!(from_file_bytes(&to_file_bytes(&edges)), Ok(edges));
    let sampling = RunConfig { mode: Mode::Sample { count: 9 }, ..config() };
    assert_eq!(from_file_bytes(&to_file_bytes(&sampling)), Ok(sampling));
    assert_eq!(read_all(&stream()), (events(), None));
}

#[test]
fn cut_streams_yield_the_whole_events_before() {
    let bytes = stream();
    for end in 12..bytes.len() {
        let (found, error) = read_all(&bytes[..end]);
        assert!(found.len() < events().len() && found == events()[..found.len()]);
        assert!(matches!(error, None | Some(WireError::Truncated)), "{end}: {error:?}");
    }
}

#[test]
fn reading_resumes_where_a_shorter_stream_ended() {
    let bytes = stream();
    let mut found = Vec::new();
    let mut offset = 0;
    for end in 0..=bytes.len() {
        let mut reader = EventReader::resume(&bytes[..end], offset);
        while let Ok(Some(event)) = reader.next_event() {
            found.push(event);
        }
        offset = reader.offset();
    }
    assert_eq!(found, events());
}

#[test]
fn a_damaged_payload_is_reported_as_such() {
    let mut bytes = to_file_bytes(&plan());
    *bytes.last_mut().expect("not empty") ^= 1;
    assert_eq!(from_file_bytes::<Plan>(&bytes), Err(WireError::Corrupt));
}

#[test]
fn other_messages_other_versions_and_leftovers_are_refused() {
    let bytes = to_file_bytes(&plan());
    assert_eq!(
        from_file_bytes::<RunConfig>(&bytes),
        Err(WireError::NotAMessage { expected: "run configuration" })
    );
    let mut newer = bytes.clone();
    newer[8] = 200;
    assert_eq!(from_file_bytes::<Plan>(&newer), Err(WireError::Version { found: 200 }));
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(from_file_bytes::<Plan>(&longer), Err(WireError::Trailing));
}

#[test]
fn mutated_bytes_decode_or_fail_without_panics() {
    let plan = to_file_bytes(&plan());
    let stream = stream();
    let mut random = 0x1234_5678_9abc_def1_u64;
    let mut draw = move |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % bound
    };
    for round in 0..10_000 {
        let mut bytes = if round % 2 == 0 { plan.clone() } else { stream.clone() };
        for _ in 0..1 + draw(4) {
            let at = draw(bytes.len());
            match draw(4) {
                0 => bytes[at] = draw(256) as u8,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, draw(256) as u8),
                _ => bytes[at] = 0xff,
            }
        }
        // Behind the checksum sits the decoder proper, so it gets its share too.
        let _ = from_file_bytes::<Plan>(&bytes);
        let _ = read_all(&bytes);
        let payload = &bytes[bytes.len().min(17)..];
        let mut input = gadfly_wire::Reader::new(payload);
        let _ = <Plan as gadfly_wire::Decode>::decode(&mut input);
        let mut input = gadfly_wire::Reader::new(payload);
        let _ = <Event as gadfly_wire::Decode>::decode(&mut input);
    }
}

#[test]
fn a_lie_about_a_length_allocates_nothing() {
    // A list that claims four billion entries and has none.
    let mut input = gadfly_wire::Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
    let decoded = <Vec<u64> as gadfly_wire::Decode>::decode(&mut input);
    assert_eq!(decoded, Err(WireError::Truncated));
}
