//! Events from a stream that others may write to as well: what is torn or foreign is passed over.

use crate::file::{decode_whole, take_frame, to_frame};
use crate::{Event, Reader, WireError};
use std::collections::VecDeque;

/// The bytes before each event. They are no text, and improbable in a message.
const MARK: [u8; 8] = [0xf5, 0xe7, 0x00, 0x9d, 0xc1, 0xff, 0x1a, 0xb3];
/// The most bytes of an event.
const MOST_BYTES: usize = 64 << 20;
/// The most events that may still be completed: one, but for what the code under test writes.
const MOST_UNFINISHED: usize = 64;

/// An event as it is sent, by a single write.
pub fn to_marked_frame(event: &Event) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    bytes.extend_from_slice(&to_frame(event));
    bytes
}

/// Returns whether a process can read the event back that it is about to send. One with broken memory may not.
pub fn is_readable(marked_frame: &[u8]) -> bool {
    matches!(look(marked_frame), Look::Event(_, length) if length == marked_frame.len())
}

/// Collects the bytes of a stream and finds the events in them.
///
/// A process may be killed within an event, and code under test may write anything at any time. An event behind that is found by
/// the mark before it.
#[derive(Clone, Debug, Default)]
pub struct EventScanner {
    bytes: Vec<u8>,
    /// Bytes that are not needed any more.
    used: usize,
    /// Bytes that were searched for marks.
    searched: usize,
    /// Places of events whose end is missing so far.
    unfinished: VecDeque<usize>,
}

/// The start of some bytes.
enum Look {
    /// An event of so many bytes.
    Event(Box<Event>, usize),
    /// An event whose end is missing.
    Unfinished,
    /// No event.
    Other,
}

impl EventScanner {
    /// Adds bytes that were read.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.used);
        self.searched -= self.used;
        self.unfinished.iter_mut().for_each(|at| *at -= self.used);
        self.used = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next event that is whole.
    pub fn next_event(&mut self) -> Option<Event> {
        for index in 0..self.unfinished.len() {
            let at = self.unfinished[index];
            if let Look::Event(event, length) = look(&self.bytes[at..]) {
                return Some(self.taken(at + length, *event));
            }
        }
        while let Some(found) = find_mark(&self.bytes[self.searched..]) {
            let at = self.searched + found;
            match look(&self.bytes[at..]) {
                Look::Event(event, length) => return Some(self.taken(at + length, *event)),
                Look::Unfinished => self.unfinished.push_back(at),
                Look::Other => {}
            }
            self.searched = at + 1;
        }
        self.searched = self.bytes.len();
        let bytes = &self.bytes;
        self.unfinished.retain(|at| matches!(look(&bytes[*at..]), Look::Unfinished));
        while self.unfinished.len() > MOST_UNFINISHED {
            self.unfinished.pop_front();
        }
        self.used = self.unfinished.front().copied().unwrap_or(self.searched);
        None
    }

    /// An event was found: what was unfinished before it never will be whole.
    fn taken(&mut self, end: usize, event: Event) -> Event {
        (self.used, self.searched) = (end, end);
        self.unfinished.clear();
        event
    }
}

/// The place of the first mark, or of what may become one at the end.
fn find_mark(bytes: &[u8]) -> Option<usize> {
    let could_be = |at: &usize| {
        let rest = &bytes[*at..];
        let length = MARK.len().min(rest.len());
        rest[..length] == MARK[..length]
    };
    (0..bytes.len()).filter(|at| bytes[*at] == MARK[0]).find(could_be)
}

fn look(bytes: &[u8]) -> Look {
    let Some(rest) = bytes.get(MARK.len()..) else { return Look::Unfinished };
    let mut input = Reader::new(rest);
    let payload = match take_frame(&mut input) {
        Ok(payload) => payload,
        Err(WireError::Truncated) if rest.len() <= MOST_BYTES && claims_little(rest) => {
            return Look::Unfinished
        }
        Err(_) => return Look::Other,
    };
    match decode_whole(payload) {
        Ok(event) => Look::Event(Box::new(event), bytes.len() - input.remaining()),
        Err(_) => Look::Other,
    }
}

/// Returns whether a frame says that it has no more bytes than an event may have.
fn claims_little(frame: &[u8]) -> bool {
    let length = Reader::new(frame).unsigned(32, "frame length");
    // Without all of the length it cannot be known yet.
    length.map_or(frame.len() < 5, |length| length <= MOST_BYTES as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(number: u32) -> Event {
        Event::Ready { operations: number, types: 1 }
    }

    /// The numbers of the events in a stream that comes in pieces.
    fn numbers(pieces: &[&[u8]]) -> Vec<u32> {
        let mut scanner = EventScanner::default();
        let mut found = Vec::new();
        for piece in pieces {
            scanner.feed(piece);
            while let Some(event) = scanner.next_event() {
                let Event::Ready { operations, .. } = event else { panic!("{event:?}") };
                found.push(operations);
            }
        }
        found
    }

    #[test]
    fn events_are_found_however_they_are_cut() {
        let stream: Vec<u8> = (0..5).flat_map(|number| to_marked_frame(&event(number))).collect();
        assert_eq!(numbers(&[&stream]), [0, 1, 2, 3, 4]);
        for cut in 0..stream.len() {
            assert_eq!(numbers(&[&stream[..cut], &stream[cut..]]), [0, 1, 2, 3, 4], "{cut}");
        }
        let bytes: Vec<&[u8]> = stream.chunks(1).collect();
        assert_eq!(numbers(&bytes), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn torn_and_foreign_bytes_are_passed_over() {
        let (first, second) = (to_marked_frame(&event(1)), to_marked_frame(&event(2)));
        for end in 0..first.len() {
            assert_eq!(numbers(&[&first[..end], &second]), [2], "torn after {end}");
        }
        let huge = [&MARK[..], &[0xff, 0xff, 0xff, 0xff, 0x0f], b"rest"].concat();
        let zeros = [0; 100];
        let foreign: [&[u8]; 5] = [b"text", &MARK, &huge, &zeros, &[0xff; 64]];
        for bytes in foreign {
            assert_eq!(numbers(&[&first, bytes, &second]), [1, 2], "{bytes:?}");
        }
        for at in 0..first.len() {
            let mut flipped = first.clone();
            flipped[at] ^= 0x10;
            assert_eq!(numbers(&[&flipped, &second]), [2], "byte {at}");
        }
    }

    #[test]
    fn garbled_events_are_not_readable() {
        let whole = to_marked_frame(&event(7));
        assert!(is_readable(&whole));
        assert!(!is_readable(&whole[..whole.len() - 1]));
        assert!(!is_readable(&[&whole[..], b"more"].concat()));
        let mut flipped = whole;
        *flipped.last_mut().expect("a byte") ^= 1;
        assert!(!is_readable(&flipped));
    }
}
