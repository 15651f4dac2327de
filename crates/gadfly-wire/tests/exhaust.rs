//! Messages of an exhaustive search: round trips, pipes that are cut or disturbed, and hostile bytes.

use std::io::Read;

use gadfly_wire::{
    pipe_head, to_frame, to_keyed_frame, Choice, Choices, ExhaustCounts, ExhaustEvent, ExhaustMode,
    ExhaustOrder, ExhaustPart, ExhaustRecord, FailingInput, Message, PipeReader, WeighedPart,
    WireError,
};

fn choices() -> Choices {
    let choice = |(point, alternative)| Choice { point, alternative };
    Choices { list: [(1, 0), (u16::MAX, 7)].into_iter().map(choice).collect() }
}

fn orders() -> Vec<ExhaustOrder> {
    let modes = [ExhaustMode::Check, ExhaustMode::Count, ExhaustMode::Show, ExhaustMode::Draw];
    let search = |mode| {
        ExhaustOrder::Search(ExhaustPart {
            mode,
            start: choices(),
            last: Some(Choices::default()),
            skipped: vec![choices()],
            share_after_ms: u64::MAX,
        })
    };
    let mut orders = vec![
        ExhaustOrder::Split { parts: 64, shards: 1 },
        ExhaustOrder::Replay(choices()),
        ExhaustOrder::Describe(choices()),
        ExhaustOrder::Begin(7),
    ];
    orders.extend(modes.map(search));
    orders
}

fn events() -> Vec<ExhaustEvent> {
    let failure = FailingInput {
        choices: choices(),
        arguments: "tree = Tree\n".into(),
        statements: "let tree = Tree;".into(),
        objects: 3,
        in_call: true,
        ..FailingInput::default()
    };
    vec![
        ExhaustEvent::Ready {
            file: "src/lib.rs".into(),
            line: 7,
            call: "insert(tree)".into(),
            bounds: "Node ≤ 5".into(),
        },
        ExhaustEvent::Parts(vec![WeighedPart { start: choices(), weight: 0.5 }]),
        ExhaustEvent::Shared { last: choices(), parts: vec![choices(), Choices::default()] },
        ExhaustEvent::Progress { explored: 1, valid: 2, fraction: 0.25 },
        ExhaustEvent::Structure { text: "tree".into(), svg: "<svg/>".into() },
        ExhaustEvent::Searched {
            counts: ExhaustCounts { explored: 9, failures: 1, ..ExhaustCounts::default() },
            unread: vec!["Tree.size".into()],
            failure: Some(failure.clone()),
        },
        ExhaustEvent::Replayed("panics: no".into()),
        ExhaustEvent::Described(failure),
        ExhaustEvent::Refused("no bound".into()),
    ]
}

fn stream<M: Message>(messages: &[M]) -> Vec<u8> {
    messages.iter().fold(pipe_head::<M>(), |mut bytes, message| {
        bytes.extend(to_frame(message));
        bytes
    })
}

/// A pipe that has one byte at a time.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(&mut buffer[..1])
    }
}

/// Reads until the end or an error.
fn read_all<M: Message>(source: impl Read) -> (Vec<M>, Option<WireError>) {
    let mut reader = PipeReader::new(source);
    let mut found = Vec::new();
    loop {
        match reader.receive() {
            Ok(Some(message)) => found.push(message),
            Ok(None) => return (found, None),
            Err(error) => return (found, Some(error)),
        }
    }
}

#[test]
fn orders_and_events_survive_the_pipe() {
    assert_eq!(read_all(&stream(&orders())[..]), (orders(), None));
    assert_eq!(read_all(&stream(&events())[..]), (events(), None));
    assert_eq!(read_all(Slow(&stream(&events()))), (events(), None));
    let record = |event| ExhaustRecord { part: 70_000, event };
    let records: Vec<ExhaustRecord> = events().into_iter().map(record).collect();
    assert_eq!(read_all(&stream(&records)[..]), (records, None));
}

#[test]
fn reports_without_the_key_are_refused() {
    let report = ExhaustEvent::Replayed("passed".into());
    let read = |frame: Vec<u8>| {
        let bytes = [pipe_head::<ExhaustEvent>(), frame].concat();
        PipeReader::<_, ExhaustEvent>::keyed(&bytes[..], 7).receive()
    };
    assert_eq!(read(to_keyed_frame(&report, 7)), Ok(Some(report.clone())));
    for forged in [to_frame(&report), to_keyed_frame(&report, 8)] {
        assert_eq!(read(forged), Err(WireError::Corrupt));
    }
}

#[test]
fn output_before_the_head_is_skipped() {
    for before in ["\nrunning 1 test\n", "gadfly", "gadflyXgadfly", "\u{1e}gadfly\tdone\t1\n"] {
        let bytes = [before.as_bytes(), &stream(&events())].concat();
        assert_eq!(read_all(&bytes[..]), (events(), None), "{before}");
        assert_eq!(read_all(Slow(&bytes)), (events(), None), "{before}");
    }
    assert_eq!(read_all::<ExhaustEvent>(&b"running 0 tests\n"[..]), (Vec::new(), None));
}

#[test]
fn cut_pipes_yield_the_whole_messages_before() {
    let bytes = stream(&events());
    for end in 0..bytes.len() {
        let (found, error) = read_all::<ExhaustEvent>(&bytes[..end]);
        assert_eq!(found, events()[..found.len()]);
        assert!(found.len() < events().len() && error.is_none(), "{end}: {error:?}");
    }
}

#[test]
fn offsets_name_the_end_of_the_last_message() {
    let bytes = stream(&events());
    let cut = &bytes[..bytes.len() - 1];
    let mut reader = PipeReader::<_, ExhaustEvent>::new(Slow(cut));
    while let Ok(Some(_)) = reader.receive() {}
    let whole = stream(&events()[..events().len() - 1]);
    assert_eq!(reader.offset(), whole.len() as u64);
}

#[test]
fn other_versions_and_damaged_messages_are_refused() {
    let mut newer = stream(&events());
    newer[8] = 200;
    assert_eq!(
        read_all::<ExhaustEvent>(&newer[..]),
        (Vec::new(), Some(WireError::Version { found: 200 }))
    );
    let mut damaged = stream(&events()[..1]);
    *damaged.last_mut().expect("not empty") ^= 1;
    assert_eq!(read_all::<ExhaustEvent>(&damaged[..]), (Vec::new(), Some(WireError::Corrupt)));
    // A whole frame with half a message, which more bytes do not complete.
    let half = [pipe_head::<ExhaustEvent>(), to_frame(&7_u8)].concat();
    assert_eq!(read_all::<ExhaustEvent>(&half[..]), (Vec::new(), Some(WireError::Corrupt)));
    let orders = stream(&orders());
    assert_eq!(read_all::<ExhaustEvent>(&orders[..]), (Vec::new(), None));
}

#[test]
fn mutated_pipes_are_read_without_panics() {
    let stream = stream(&events());
    let mut random = 0x1234_5678_9abc_def1_u64;
    let mut draw = move |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % bound
    };
    for _ in 0..2_000 {
        let mut bytes = stream.clone();
        for _ in 0..1 + draw(4) {
            let at = draw(bytes.len());
            match draw(4) {
                0 => bytes[at] = draw(256) as u8,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, draw(256) as u8),
                _ => bytes[at] = 0xff,
            }
        }
        let _ = read_all::<ExhaustEvent>(&bytes[..]);
        let payload = &bytes[bytes.len().min(17)..];
        let mut input = gadfly_wire::Reader::new(payload);
        let _ = <ExhaustEvent as gadfly_wire::Decode>::decode(&mut input);
        let _ = <ExhaustOrder as gadfly_wire::Decode>::decode(&mut input);
    }
}
