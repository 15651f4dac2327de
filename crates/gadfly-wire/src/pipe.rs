//! Messages through a pipe between two running programs.

use std::io::Read;
use std::marker::PhantomData;

use crate::file::{check_header, decode_whole, header, take_keyed_frame};
use crate::{Message, Reader, WireError};

/// The most bytes that one message may have.
const MOST_BYTES: usize = 64 << 20;
/// The number of bytes that are asked for at a time.
const CHUNK: usize = 64 << 10;

/// The bytes before the first message.
pub fn pipe_head<M: Message>() -> Vec<u8> {
    header(M::MAGIC)
}

/// The reading end of a pipe, or of a file of the same form. Anything before the head is skipped: the program may have printed
/// there.
#[derive(Debug)]
pub struct PipeReader<R, M> {
    source: R,
    bytes: Vec<u8>,
    /// Bytes of `bytes` that were read as messages.
    used: usize,
    /// Bytes of whole messages that were dropped from `bytes`.
    dropped: u64,
    has_head: bool,
    /// The key of the frames.
    key: u32,
    message: PhantomData<fn() -> M>,
}

impl<R: Read, M: Message> PipeReader<R, M> {
    /// A reader that has read nothing yet.
    pub fn new(source: R) -> Self {
        Self::keyed(source, 0)
    }

    /// A reader of frames that were made with a key.
    pub fn keyed(source: R, key: u32) -> Self {
        let (bytes, message) = (Vec::new(), PhantomData);
        Self { source, bytes, used: 0, dropped: 0, has_head: false, key, message }
    }

    /// Waits for the next message; `None` when no more can come. A message that is cut short by the end is dropped.
    pub fn receive(&mut self) -> Result<Option<M>, WireError> {
        loop {
            if let Some(message) = self.take()? {
                return Ok(Some(message));
            }
            if self.bytes.len() - self.used > MOST_BYTES {
                return Err(WireError::Corrupt);
            }
            if !self.fill() {
                return Ok(None);
            }
        }
    }

    /// The number of bytes up to the end of the last message.
    pub fn offset(&self) -> u64 {
        self.dropped + self.used as u64
    }

    /// The next message, if all of it is here.
    fn take(&mut self) -> Result<Option<M>, WireError> {
        if !self.has_head && !self.take_head()? {
            return Ok(None);
        }
        let mut input = Reader::new(&self.bytes[self.used..]);
        let payload = match take_keyed_frame(&mut input, self.key) {
            Err(WireError::Truncated) => return Ok(None),
            taken => taken?,
        };
        // The frame is whole: a message that ends early is damaged, and more bytes do not help.
        let message = decode_whole(payload).map_err(|error| match error {
            WireError::Truncated => WireError::Corrupt,
            other => other,
        })?;
        self.used = self.bytes.len() - input.remaining();
        Ok(Some(message))
    }

    /// Takes the head; `false` if it is not here yet.
    fn take_head(&mut self) -> Result<bool, WireError> {
        self.skip_to_head();
        let mut input = Reader::new(&self.bytes[self.used..]);
        match check_header(&mut input, M::MAGIC, M::NAME) {
            Err(WireError::Truncated) => return Ok(false),
            checked => checked?,
        }
        self.used = self.bytes.len() - input.remaining();
        self.has_head = true;
        Ok(true)
    }

    /// Passes over bytes that cannot belong to the head.
    fn skip_to_head(&mut self) {
        let rest = &self.bytes[self.used..];
        let could_be = |at: &usize| {
            let length = M::MAGIC.len().min(rest.len() - at);
            rest[*at..at + length] == M::MAGIC[..length]
        };
        self.used += (0..rest.len()).find(could_be).unwrap_or(rest.len());
    }

    /// Waits for more bytes; `false` if there are none.
    fn fill(&mut self) -> bool {
        if self.used > 0 {
            self.bytes.drain(..self.used);
            self.dropped += self.used as u64;
            self.used = 0;
        }
        let length = self.bytes.len();
        self.bytes.resize(length + CHUNK, 0);
        let count = loop {
            match self.source.read(&mut self.bytes[length..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                // A pipe that cannot be read has come to its end.
                read => break read.unwrap_or(0),
            }
        };
        self.bytes.truncate(length + count);
        count > 0
    }
}
