//! Patterns over item paths, for `--include` and `--exclude`.
//!
//! A pattern names one or more whole segments (`Rope`, `Rope::insert`, `iter::*`) and matches
//! wherever they stand side by side in a path, hence also everything inside what they name.

use std::convert::Infallible;
use std::str::FromStr;

use serde::Deserialize;

/// One pattern.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(from = "String")]
pub struct PathPattern {
    segments: Vec<String>,
}

/// A choice of items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemFilter {
    /// Any of these lets an item in; none at all lets every item in.
    pub include: Vec<PathPattern>,
    /// Any of these keeps it out in any case.
    pub exclude: Vec<PathPattern>,
}

impl ItemFilter {
    /// Returns whether the item of this path is chosen.
    pub fn admits(&self, path: &str) -> bool {
        let spellings = spellings(path);
        let any = |patterns: &[PathPattern]| {
            patterns.iter().any(|pattern| spellings.iter().any(|path| pattern.matches(path)))
        };
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }
}

impl PathPattern {
    /// Returns whether it matches an item's path.
    pub fn matches_path(&self, path: &str) -> bool {
        spellings(path).iter().any(|path| self.matches(path))
    }

    fn matches(&self, path: &[&str]) -> bool {
        path.windows(self.segments.len()).any(|window| {
            window.iter().zip(&self.segments).all(|(segment, pattern)| fits(pattern, segment))
        })
    }
}

impl From<String> for PathPattern {
    fn from(text: String) -> Self {
        let text = text.trim().trim_start_matches("::");
        Self { segments: text.split("::").map(|segment| segment.trim().to_owned()).collect() }
    }
}

impl FromStr for PathPattern {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.to_owned().into())
    }
}

/// The spellings of an item's path, as segments without generic arguments: for
/// `<semver::Version as Ord>::cmp` those are `semver::Version::cmp` and `Ord::cmp`.
fn spellings(path: &str) -> Vec<Vec<&str>> {
    let Some((head, method)) = qualified(path) else {
        return vec![segments(path)];
    };
    let owners = match split_at_as(head) {
        Some((ty, bound)) => vec![ty, bound],
        None => vec![head],
    };
    owners
        .into_iter()
        .map(|owner| {
            let mut all = segments(owner);
            all.extend(segments(method));
            all
        })
        .collect()
}

/// Splits `<head>::rest` at the bracket that closes the first one.
fn qualified(path: &str) -> Option<(&str, &str)> {
    let inner = path.strip_prefix('<')?;
    let mut depth = 1_usize;
    for (at, c) in inner.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if !inner[..at].ends_with('-') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], inner[at + 1..].trim_start_matches("::")));
        }
    }
    None
}

/// Splits `Type as Trait` at the ` as ` outside of all brackets.
fn split_at_as(head: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, c) in head.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if !head[..at].ends_with('-') => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                if let Some(bound) = head[at..].strip_prefix(" as ") {
                    return Some((&head[..at], bound));
                }
            }
            _ => {}
        }
    }
    None
}

/// The names of a path, generic arguments and reference marks left out.
fn segments(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    for (at, c) in path.char_indices() {
        let in_name = depth == 0 && (c.is_alphanumeric() || c == '_' || c == '#');
        match (in_name, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                names.push(&path[from..at]);
                start = None;
            }
            _ => {}
        }
        match c {
            '<' => depth += 1,
            '>' if !path[..at].ends_with('-') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    names.extend(start.map(|from| &path[from..]));
    names
}

/// Returns whether a segment fits a pattern, `*` standing for any characters.
fn fits(pattern: &str, segment: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == segment;
    };
    let Some(mut left) = segment.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some(at) = left.find(piece) else { return false };
        left = &left[at + piece.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        let filter = ItemFilter { include: vec![pattern.to_owned().into()], exclude: Vec::new() };
        assert_eq!(filter.admits(path), expected, "{pattern} on {path}");
    }

    #[test]
    fn whole_segments_match_anywhere_in_the_path() {
        check("Rope", "ropey::Rope::insert", true);
        check("ropey::Rope", "ropey::Rope::insert", true);
        check("Rope::insert", "ropey::Rope::insert", true);
        check("insert", "ropey::Rope::insert", true);
        check("::ropey::Rope", "ropey::Rope::insert", true);
        check("Rop", "ropey::Rope::insert", false);
        check("ropey::insert", "ropey::Rope::insert", false);
        check("ropey::Rope::insert::more", "ropey::Rope::insert", false);
    }

    #[test]
    fn stars_stand_for_characters_within_a_segment() {
        check("iter::*", "ropey::iter::Lines::next", true);
        check("iter::*", "ropey::Rope::iter", false);
        check("*_unchecked", "a::get_unchecked", true);
        check("get_*_mut", "a::get_disjoint_mut", true);
        check("get_*_mut", "a::get_mut", false);
        check("a*b*c", "aXbYbZc", true);
        check("*", "anything", true);
    }

    #[test]
    fn trait_methods_match_by_type_and_trait() {
        let path = "<semver::Version as core::cmp::PartialOrd<semver::Version>>::lt";
        check("Version::lt", path, true);
        check("PartialOrd::lt", path, true);
        check("semver", path, true);
        check("Version::le", path, false);
    }

    #[test]
    fn generic_arguments_are_no_segments() {
        check("SmallVec::insert", "smallvec::SmallVec<A>::insert", true);
        check("SmallVec::push", "<smallvec::SmallVec<[i32; 4]>>::push", true);
        check("String", "smallvec::SmallVec<String>::insert", false);
    }

    #[test]
    fn exclusion_is_stronger_than_inclusion() {
        let filter = ItemFilter {
            include: vec!["Rope".to_owned().into()],
            exclude: vec!["insert*".to_owned().into()],
        };
        assert!(filter.admits("ropey::Rope::remove"));
        assert!(!filter.admits("ropey::Rope::insert_char"));
        assert!(!filter.admits("ropey::Lines::next"));
        assert!(ItemFilter::default().admits("ropey::Lines::next"));
    }
}
