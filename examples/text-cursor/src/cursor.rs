//! Reading: a cursor borrows its text and hands out parts of it.

use crate::Position;

/// A position in a borrowed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, offset: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The position in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The text after it.
    pub fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// The text before it.
    pub fn consumed(&self) -> &'t str {
        &self.text[..self.offset]
    }

    /// Returns whether nothing comes after it.
    pub fn is_at_end(&self) -> bool {
        self.offset == self.text.len()
    }

    /// The next character, without moving.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves past the next character.
    pub fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Moves back before the previous character.
    pub fn retreat(&mut self) -> Option<char> {
        let previous = self.consumed().chars().next_back()?;
        self.offset -= 1;
        Some(previous)
    }

    /// Moves past characters as long as they are accepted; returns them.
    pub fn take_while(&mut self, mut accept: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|next| !accept(next)).unwrap_or(rest.len());
        self.offset += length;
        &rest[..length]
    }

    /// Moves past the next word and the space before it.
    pub fn next_word(&mut self) -> Option<&'t str> {
        self.take_while(char::is_whitespace);
        let word = self.take_while(|next| !next.is_whitespace());
        (!word.is_empty()).then_some(word)
    }

    /// The words from here on.
    pub fn words(self) -> Words<'t> {
        Words { cursor: self }
    }

    /// Line and column, both from 1.
    pub fn position(&self) -> Position {
        let line = self.consumed().matches('\n').count();
        let start = self.consumed().rfind('\n').map_or(0, |at| at + 1);
        let column = self.text[start..self.offset].chars().count();
        Position::new(line as u32 + 1, column as u32 + 1)
    }

    /// Moves to the start of a line, counted from 1, if there is such a line.
    pub fn go_to_line(&mut self, line: usize) -> bool {
        let mut starts =
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1));
        match starts.nth(line - 1) {
            Some(offset) => {
                self.offset = offset;
                true
            }
            None => false,
        }
    }
}

/// The words of a text.
#[derive(Clone, Debug)]
pub struct Words<'t> {
    cursor: Cursor<'t>,
}

impl<'t> Words<'t> {
    /// The current position.
    pub fn cursor(&self) -> Cursor<'t> {
        self.cursor
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        self.cursor.next_word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_go_by_one_after_the_other() {
        let mut cursor = Cursor::new("añb");
        assert_eq!(cursor.advance(), Some('a'));
        assert_eq!(cursor.advance(), Some('ñ'));
        assert_eq!(cursor.rest(), "b");
    }

    #[test]
    fn what_was_passed_can_be_passed_back() {
        let mut cursor = Cursor::new("ab");
        cursor.advance();
        assert_eq!(cursor.retreat(), Some('a'));
        assert_eq!(cursor.retreat(), None);
    }

    #[test]
    fn words_have_space_between_them() {
        let words: Vec<&str> = Cursor::new(" one\ttwo  three ").words().collect();
        assert_eq!(words, ["one", "two", "three"]);
    }

    #[test]
    fn positions_count_from_one() {
        let mut cursor = Cursor::new("one\ntwo");
        assert_eq!(cursor.position(), Position::new(1, 1));
        assert!(cursor.go_to_line(2));
        cursor.advance();
        assert_eq!(cursor.position(), Position::new(2, 2));
        assert!(!cursor.go_to_line(3));
    }
}
