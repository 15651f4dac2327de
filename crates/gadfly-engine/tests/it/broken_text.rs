//! Text of a subject whose memory is broken: it must not keep the rest from being read.

use gadfly_wire::{event_stream_header, to_frame, Event, EventReader, Outcome};

#[test]
fn invalid_utf8_is_written_as_text() {
    // SAFETY: only the writer reads the text, as bytes. A subject that overwrites its own memory
    // leaves such behind.
    let message = unsafe { String::from_utf8_unchecked(b"lost \xff\xfe here".to_vec()) };
    let broken = Event::Replayed {
        index: 0,
        outcome: Outcome::Broken { law: message, vars: vec![], detail: String::new() },
    };
    let whole = Event::Replayed { index: 1, outcome: Outcome::Returned };
    let mut bytes = event_stream_header();
    bytes.extend(to_frame(&broken));
    bytes.extend(to_frame(&whole));
    let mut reader = EventReader::new(&bytes);
    let first = reader.next_event().expect("readable").expect("there");
    let Event::Replayed { outcome: Outcome::Broken { law, .. }, .. } = first else {
        panic!("{first:?}");
    };
    assert_eq!(law, "lost \u{fffd}\u{fffd} here");
    assert_eq!(reader.next_event(), Ok(Some(whole)));
}
