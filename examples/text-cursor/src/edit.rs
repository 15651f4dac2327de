//! Writing: an editor owns its text and lends out the selected part of it.

use std::ops::Range;

/// An owned text with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Editor {
    text: String,
    offset: usize,
}

impl Editor {
    /// An editor at the end of a text.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let offset = text.len();
        Self { text, offset }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The position of the cursor in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Moves the cursor to the nearest place at or before an offset.
    pub fn go_to(&mut self, offset: usize) {
        self.offset = self.boundary(offset);
    }

    /// Writes at the cursor and moves it behind what was written.
    pub fn insert(&mut self, text: &str) -> &mut Self {
        self.text.insert_str(self.offset, text);
        self.offset += text.len();
        self
    }

    /// Removes the character before the cursor.
    pub fn backspace(&mut self) -> Option<char> {
        let previous = self.text[..self.offset].chars().next_back()?;
        self.offset -= previous.len_utf8();
        Some(self.text.remove(self.offset))
    }

    /// Selects a part of the text, as near to the range as characters allow.
    pub fn select(&mut self, range: Range<usize>) -> Selection<'_> {
        let range = self.boundary(range.start)..self.boundary(range.end);
        Selection { editor: self, range }
    }

    /// The lines of the text.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines()
    }

    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// A selected part of an editor's text.
#[derive(Debug)]
pub struct Selection<'e> {
    editor: &'e mut Editor,
    range: Range<usize>,
}

impl<'e> Selection<'e> {
    /// The selected text.
    pub fn text(&self) -> &str {
        &self.editor.text[self.range.clone()]
    }

    /// Selects everything.
    pub fn all(mut self) -> Self {
        self.range = 0..self.editor.text.len();
        self
    }

    /// Writes something else in its place; the cursor stands behind it afterwards.
    pub fn replace(self, text: &str) -> &'e mut Editor {
        self.editor.text.replace_range(self.range.clone(), text);
        self.editor.offset = self.range.start + text.len();
        self.editor
    }

    /// Removes it.
    pub fn delete(self) -> String {
        let removed: String = self.editor.text.drain(self.range.clone()).collect();
        self.editor.offset = self.editor.offset.min(self.editor.text.len());
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_at_the_cursor() {
        let mut editor = Editor::new("ac");
        editor.go_to(1);
        editor.insert("b").insert("!");
        assert_eq!(editor.text(), "ab!c");
        assert_eq!(editor.backspace(), Some('!'));
        assert_eq!(editor.text(), "abc");
    }

    #[test]
    fn a_selection_can_be_replaced() {
        let mut editor = Editor::new("one two");
        let editor = editor.select(4..7).replace("three");
        assert_eq!(editor.text(), "one three");
        assert_eq!(editor.offset(), 9);
    }

    #[test]
    fn a_selection_can_be_deleted() {
        let mut editor = Editor::new("one two");
        assert_eq!(editor.select(3..9).delete(), " two");
        assert_eq!(editor.text(), "one");
        assert_eq!(editor.offset(), 3);
    }
}
