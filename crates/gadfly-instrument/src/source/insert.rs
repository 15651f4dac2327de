//! Text inserted at places of another text.

/// Insertions and removals, which keep lines as they are.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Place, order of the edit, and text.
    inserted: Vec<(usize, usize, String)>,
    /// Places whose text becomes blank.
    blanked: Vec<std::ops::Range<usize>>,
}

impl Edits {
    /// Inserts text in front of the byte at a place, behind earlier insertions there.
    pub(super) fn insert(&mut self, at: usize, text: String) {
        let order = self.inserted.len();
        self.inserted.push((at, order, text));
    }

    /// Replaces a word by blanks.
    pub(super) fn blank(&mut self, range: std::ops::Range<usize>) {
        self.blanked.push(range);
    }

    /// The edited text.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.inserted.sort();
        let mut blank = text.to_owned();
        for range in self.blanked {
            blank.replace_range(range.clone(), &" ".repeat(range.len()));
        }
        let mut edited = String::with_capacity(text.len() * 2);
        let mut done = 0;
        for (at, _, inserted) in self.inserted {
            edited.push_str(&blank[done..at]);
            edited.push_str(&inserted);
            done = at;
        }
        edited.push_str(&blank[done..]);
        edited
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
        assert_eq!(edits.apply("{}é{}"), "{}ab  {c}");
    }
}
