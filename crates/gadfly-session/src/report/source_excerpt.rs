//! Lines of source around a place.

use std::path::Path;

/// The lines on either side.
const AROUND: usize = 1;

/// The lines of a crate's source around a place such as `src/lib.rs:12`, each with its number; none where there is no such
/// place.
pub(crate) fn source_excerpt(root: &Path, place: &str) -> Vec<String> {
    let lines = || {
        let (file, line) = place.rsplit_once(':')?;
        let text = std::fs::read_to_string(root.join(file)).ok()?;
        Some(around(&text, line.parse().ok()?))
    };
    lines().unwrap_or_default()
}

fn around(text: &str, line: usize) -> Vec<String> {
    let first = line.saturating_sub(AROUND).max(1);
    let numbered = text.lines().enumerate().skip(first - 1).take(line + AROUND + 1 - first);
    let lines: Vec<(usize, &str)> = numbered.map(|(index, text)| (index + 1, text)).collect();
    let last = lines.last().map_or(0, |(number, _)| number.to_string().len());
    lines.iter().map(|(number, text)| format!("{number:>last$} | {text}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_have_numbered_lines() {
        let text = "a\nb\n    c\nd\n";
        assert_eq!(around(text, 3), ["2 | b", "3 |     c", "4 | d"]);
        assert_eq!(around(text, 1), ["1 | a", "2 | b"]);
        assert_eq!(around(text, 4), ["3 |     c", "4 | d"]);
        assert_eq!(around(text, 0), ["1 | a"]);
        assert_eq!(around(&"x\n".repeat(12), 9), [" 8 | x", " 9 | x", "10 | x"]);
        let place = "/rustc/core.rs:3";
        assert_eq!(source_excerpt(Path::new("/nowhere"), place), Vec::<String>::new());
    }
}
