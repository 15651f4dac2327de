//! Text inserted at places of another text.

use std::ops::Range;

/// Insertions and removals, which keep lines as they are.
#[derive(Debug, Default)]
pub struct Edits {
    /// Place, order of the edit, and text.
    inserted: Vec<(usize, usize, String)>,
    /// Places whose text becomes blank.
    blanked: Vec<Range<usize>>,
}

impl Edits {
    /// Inserts text in front of the byte at a place, behind earlier insertions there; returns its number.
    pub fn insert(&mut self, at: usize, text: String) -> usize {
        let order = self.inserted.len();
        self.inserted.push((at, order, text));
        order
    }

    /// Replaces a word by blanks.
    pub fn blank(&mut self, range: Range<usize>) {
        self.blanked.push(range);
    }

    /// The edited text.
    pub fn apply(self, text: &str) -> String {
        self.apply_with_places(text).0
    }

    /// The edited text, and where in it each insertion is, by its number.
    pub fn apply_with_places(mut self, text: &str) -> (String, Vec<Range<usize>>) {
        self.inserted.sort();
        let mut places = vec![0..0; self.inserted.len()];
        let mut blank = text.to_owned();
        for range in self.blanked {
            blank.replace_range(range.clone(), &" ".repeat(range.len()));
        }
        let mut edited = String::with_capacity(text.len() * 2);
        let mut done = 0;
        for (at, order, inserted) in self.inserted {
            edited.push_str(&blank[done..at]);
            places[order] = edited.len()..edited.len() + inserted.len();
            edited.push_str(&inserted);
            done = at;
        }
        edited.push_str(&blank[done..]);
        (edited, places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertions_at_one_place_keep_their_order() {
        let mut edits = Edits::default();
        edits.insert(5, "c".to_owned());
        edits.insert(2, "a".to_owned());
        edits.insert(2, "b".to_owned());
        edits.blank(2..4);
        let (text, places) = edits.apply_with_places("{}é{}");
        assert_eq!(text, "{}ab  {c}");
        assert_eq!(places, [7..8, 2..3, 3..4]);
    }
}
