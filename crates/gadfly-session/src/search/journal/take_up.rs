//! Reads a journal that was left behind, as far as it can be trusted.

use gadfly_cargo::read_regular;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{Event, EventReader};

use super::fits::fits;
use super::keep::head;
use crate::artifacts::Artifacts;

/// The most bytes of a journal.
const MOST: u64 = 4 << 30;

/// What an interrupted run left.
#[derive(Debug, PartialEq)]
pub(crate) enum InterruptedRun {
    /// Nothing: the last run came to its end, or there was none.
    Nothing,
    /// A journal of another harness, or no journal at all.
    Foreign,
    /// Events, and how many bytes of the file are whole.
    Events {
        /// Findings and kept sequences.
        events: Vec<Event>,
        /// The length of the file up to which it can be trusted.
        whole: u64,
        /// Whether something followed that cannot.
        is_torn: bool,
    },
}

/// Reads what was left for this harness.
pub(crate) fn take_up(artifacts: &Artifacts, prepared: &Prepared) -> InterruptedRun {
    match read_regular(&artifacts.journal(), MOST) {
        Err(_) => InterruptedRun::Nothing,
        Ok(bytes) => parse(&bytes, prepared),
    }
}

/// The events in the bytes of a journal.
pub(crate) fn parse(bytes: &[u8], prepared: &Prepared) -> InterruptedRun {
    let head = head(&prepared.fingerprint);
    if !bytes.starts_with(head.as_bytes()) {
        return InterruptedRun::Foreign;
    }
    let mut reader = EventReader::resume(bytes, head.len());
    let mut events = Vec::new();
    let is_torn = loop {
        match reader.next_event() {
            Ok(Some(event)) => events.extend(fits(&event, prepared).then(|| unnumbered(event))),
            Ok(None) => break false,
            // A run that is killed may leave half an event; nothing follows it.
            Err(_) => break true,
        }
    };
    let whole = reader.offset() as u64;
    InterruptedRun::Events { events, whole, is_torn }
}

/// The event without its number, which the next run gives to something else.
fn unnumbered(mut event: Event) -> Event {
    if let Event::Panic { bucket, .. } | Event::Broken { bucket, .. } | Event::Left { bucket, .. } =
        &mut event
    {
        *bucket = u32::MAX;
    }
    event
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{Sequence, to_frame};

    use super::super::keep::RunJournal;
    use super::*;

    fn kept(edges: u32) -> Event {
        Event::Kept { functions: Vec::new(), edges, sequence: Sequence::default() }
    }

    fn prepared() -> Prepared {
        Prepared::new("print".to_owned(), "k", "1.0.0")
    }

    fn artifacts(dir: &tempfile::TempDir) -> Artifacts {
        Artifacts::open(dir.path().to_owned()).expect("opened")
    }

    #[test]
    fn noted_events_are_restored_and_continued() {
        let dir = tempfile::tempdir().expect("a directory");
        let artifacts = artifacts(&dir);
        assert_eq!(take_up(&artifacts, &prepared()), InterruptedRun::Nothing);
        let mut journal = RunJournal::begin(&artifacts, "print").expect("begun");
        journal.note(&kept(1));
        journal.note(&Event::Ready { operations: 1, types: 1 });
        journal.end().expect("written");
        let InterruptedRun::Events { events, whole, is_torn } = take_up(&artifacts, &prepared())
        else {
            panic!("nothing was left");
        };
        assert_eq!((&events[..], is_torn), (&[kept(1)][..], false));
        let mut journal = RunJournal::go_on(&artifacts, whole).expect("gone on");
        journal.note(&kept(2));
        journal.end().expect("written");
        let InterruptedRun::Events { events, .. } = take_up(&artifacts, &prepared()) else {
            panic!("nothing was left");
        };
        assert_eq!(events, [kept(1), kept(2)]);
    }

    #[test]
    fn half_an_event_at_the_end_is_cut_off() {
        let dir = tempfile::tempdir().expect("a directory");
        let artifacts = artifacts(&dir);
        let whole = [head("print").into_bytes(), to_frame(&kept(1))].concat();
        let torn = to_frame(&kept(2));
        std::fs::write(artifacts.journal(), [&whole[..], &torn[..torn.len() - 1]].concat())
            .expect("written");
        let left = take_up(&artifacts, &prepared());
        let length = whole.len() as u64;
        let expected =
            InterruptedRun::Events { events: vec![kept(1)], whole: length, is_torn: true };
        assert_eq!(left, expected);
        RunJournal::go_on(&artifacts, length).expect("gone on").end().expect("written");
        assert_eq!(std::fs::read(artifacts.journal()).expect("read"), whole);
    }

    #[test]
    fn a_journal_of_another_harness_is_left_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let artifacts = artifacts(&dir);
        RunJournal::begin(&artifacts, "other").expect("begun").end().expect("written");
        assert_eq!(take_up(&artifacts, &prepared()), InterruptedRun::Foreign);
    }
}
