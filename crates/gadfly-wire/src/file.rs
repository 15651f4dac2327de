//! Files and streams of messages: a magic with the format version, then checksummed frames.
//!
//! A frame is the payload's length, an FNV-1a checksum of the payload, and the payload. Plans and run
//! configurations are files with exactly one frame; events are a stream of frames that may end anywhere.

use crate::hash::fnv32;
use crate::{
    Decode, Encode, Event, ExhaustEvent, ExhaustOrder, ExhaustRecord, Plan, Reader, RunConfig,
    SubjectEdges, WireError, Writer,
};

/// The version at the head of every file. Raised with every change of any message.
pub const FORMAT_VERSION: u32 = 9;

/// A message that is a file of its own, or comes through a pipe.
pub trait Message: Encode + Decode {
    /// The magic bytes of the file, or at the start of the pipe.
    const MAGIC: &'static [u8; 8];
    /// The name of the message in errors.
    const NAME: &'static str;
}

impl Message for Plan {
    const MAGIC: &'static [u8; 8] = b"gadflyPL";
    const NAME: &'static str = "plan";
}

impl Message for RunConfig {
    const MAGIC: &'static [u8; 8] = b"gadflyRC";
    const NAME: &'static str = "run configuration";
}

impl Message for SubjectEdges {
    const MAGIC: &'static [u8; 8] = b"gadflyED";
    const NAME: &'static str = "list of edges";
}

impl Message for ExhaustOrder {
    const MAGIC: &'static [u8; 8] = b"gadflyXO";
    const NAME: &'static str = "search order";
}

impl Message for ExhaustEvent {
    const MAGIC: &'static [u8; 8] = b"gadflyXE";
    const NAME: &'static str = "search report";
}

impl Message for ExhaustRecord {
    const MAGIC: &'static [u8; 8] = b"gadflyXR";
    const NAME: &'static str = "search record";
}

const EVENTS_MAGIC: &[u8; 8] = b"gadflyEV";

/// The whole file holding one message.
pub fn to_file_bytes<M: Message>(message: &M) -> Vec<u8> {
    let mut bytes = header(M::MAGIC);
    bytes.extend_from_slice(&to_frame(message));
    bytes
}

/// Reads a whole file holding one message.
pub fn from_file_bytes<M: Message>(bytes: &[u8]) -> Result<M, WireError> {
    let mut input = Reader::new(bytes);
    check_header(&mut input, M::MAGIC, M::NAME)?;
    let payload = take_frame(&mut input)?;
    if input.remaining() > 0 {
        return Err(WireError::Trailing);
    }
    decode_whole(payload)
}

/// The magic bytes of an event stream.
pub fn event_stream_header() -> Vec<u8> {
    header(EVENTS_MAGIC)
}

/// One frame, to be appended to a stream by a single write.
pub fn to_frame<T: Encode>(value: &T) -> Vec<u8> {
    to_keyed_frame(value, 0)
}

/// A frame whose checksum only those can make and check who know the key.
pub fn to_keyed_frame<T: Encode>(value: &T, key: u32) -> Vec<u8> {
    let mut payload = Writer::new();
    value.encode(&mut payload);
    let payload = payload.into_bytes();
    let mut frame = Writer::new();
    frame.unsigned(payload.len() as u128);
    frame.raw(&(fnv32(&payload) ^ key).to_le_bytes());
    frame.raw(&payload);
    frame.into_bytes()
}

/// Reads the events in the bytes of a stream, as far as they go.
#[derive(Clone, Debug)]
pub struct EventReader<'a> {
    bytes: &'a [u8],
    offset: usize,
    /// True if the head of the stream is still to come.
    has_head: bool,
}

impl<'a> EventReader<'a> {
    /// A reader at the start of a stream.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0, has_head: true }
    }

    /// A reader over bytes from the middle of a stream, starting with a frame.
    pub fn without_head(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0, has_head: false }
    }

    /// A reader that continues where an earlier one, over a shorter stream, had got to.
    pub fn resume(bytes: &'a [u8], offset: usize) -> Self {
        Self { bytes, offset: offset.min(bytes.len()), has_head: offset == 0 }
    }

    /// The offset of the next frame.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The next event; `None` at a clean end. [`WireError::Truncated`] means that the stream stops inside
    /// a frame: try again from [`Self::offset`] when it has grown.
    pub fn next_event(&mut self) -> Result<Option<Event>, WireError> {
        let mut input = Reader::new(&self.bytes[self.offset..]);
        if self.has_head && self.offset == 0 {
            check_header(&mut input, EVENTS_MAGIC, "event stream")?;
        }
        if input.remaining() == 0 {
            self.offset = self.bytes.len();
            return Ok(None);
        }
        let payload = take_frame(&mut input)?;
        let event = decode_whole(payload)?;
        self.offset = self.bytes.len() - input.remaining();
        Ok(Some(event))
    }
}

pub(crate) fn header(magic: &[u8; 8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes
}

pub(crate) fn check_header(
    input: &mut Reader<'_>,
    magic: &[u8; 8],
    expected: &'static str,
) -> Result<(), WireError> {
    if input.raw(8)? != magic {
        return Err(WireError::NotAMessage { expected });
    }
    let mut version = [0; 4];
    version.copy_from_slice(input.raw(4)?);
    match u32::from_le_bytes(version) {
        FORMAT_VERSION => Ok(()),
        found => Err(WireError::Version { found }),
    }
}

pub(crate) fn take_frame<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], WireError> {
    take_keyed_frame(input, 0)
}

pub(crate) fn take_keyed_frame<'a>(
    input: &mut Reader<'a>,
    key: u32,
) -> Result<&'a [u8], WireError> {
    let length = input.unsigned(32, "frame length")? as usize;
    let mut expected = [0; 4];
    expected.copy_from_slice(input.raw(4)?);
    let payload = input.raw(length)?;
    if (fnv32(payload) ^ key).to_le_bytes() != expected {
        return Err(WireError::Corrupt);
    }
    Ok(payload)
}

pub(crate) fn decode_whole<T: Decode>(payload: &[u8]) -> Result<T, WireError> {
    let mut input = Reader::new(payload);
    let value = T::decode(&mut input)?;
    if input.remaining() > 0 {
        return Err(WireError::Trailing);
    }
    Ok(value)
}
