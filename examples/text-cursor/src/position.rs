//! Line and column.

use std::fmt;
use std::str::FromStr;

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    line: u32,
    column: u32,
}

impl Position {
    /// A position.
    pub fn new(line: u32, column: u32) -> Self {
        Self { line, column }
    }

    /// The line, from 1.
    pub fn line(self) -> u32 {
        self.line
    }

    /// The column, from 1.
    pub fn column(self) -> u32 {
        self.column
    }

    /// The same place in the next line.
    pub fn below(self) -> Self {
        Self { line: self.line.saturating_add(1), ..self }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let (line, column) = text.split_once(':').ok_or(ParsePositionError)?;
        let number = |text: &str| text.parse().map_err(|_| ParsePositionError);
        Ok(Self { line: number(line)?, column: number(column)? })
    }
}

/// The text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePositionError;

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a line and a column, like 3:14")
    }
}

impl std::error::Error for ParsePositionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_can_be_written_and_read() {
        let position = Position::new(3, 14);
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!("3-14".parse::<Position>(), Err(ParsePositionError));
    }
}
