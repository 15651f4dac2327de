//! A position in the bytes of a log.

use super::error::{Problem, RecordError};

/// Reads bytes of one part of a log; positions are those of the whole.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, position: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn remaining(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn error(&self, problem: Problem) -> RecordError {
        RecordError { position: self.position, problem }
    }

    pub(super) fn byte(&mut self) -> Result<u8, RecordError> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], RecordError> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(self.error(Problem::Short));
        };
        self.rest = rest;
        self.position += count;
        Ok(taken)
    }

    /// The next bytes as a part with a cursor of its own.
    pub(super) fn part(&mut self, count: usize) -> Result<Self, RecordError> {
        let position = self.position;
        Ok(Self { rest: self.take(count)?, position })
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], RecordError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(super) fn number(&mut self) -> Result<u128, RecordError> {
        let start = self.clone();
        let (mut value, mut shift) = (0_u128, 0_u32);
        loop {
            let byte = self.byte()?;
            let part = u128::from(byte & 0x7f);
            if shift > 126 || (shift == 126 && part > 3) {
                return Err(start.error(Problem::Number));
            }
            value |= part << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    /// A number of a smaller type.
    pub(super) fn small<T: TryFrom<u128>>(&mut self) -> Result<T, RecordError> {
        let start = self.clone();
        T::try_from(self.number()?).map_err(|_| start.error(Problem::Number))
    }

    pub(super) fn text(&mut self) -> Result<&'a str, RecordError> {
        let length = self.small()?;
        let start = self.clone();
        std::str::from_utf8(self.take(length)?).map_err(|_| start.error(Problem::Text))
    }
}
