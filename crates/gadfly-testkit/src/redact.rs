//! Makes output comparable: what differs from run to run gets a name.

use std::path::{Path, PathBuf};

/// Replaces directories and times.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    /// Longest first, so that a directory inside another gets its own name.
    directories: Vec<(String, String)>,
}

impl Redactor {
    /// Replaces times alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces a directory too, also where its links are resolved.
    #[must_use]
    pub fn directory(mut self, path: &Path, name: &str) -> Self {
        let resolved = path.canonicalize().ok();
        for path in resolved.into_iter().chain([path.to_owned()]) {
            self.directories.push((text(path), name.to_owned()));
        }
        self.directories.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        self
    }

    /// The text with names in place of what differs. A time is what stands in round brackets at
    /// the end of a line and consists of digits, `.`, `:` and perhaps an `s`: `(1.2s)`, `(2:05)`.
    pub fn redact(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (path, name) in &self.directories {
            text = text.replace(path, name);
        }
        text.split_inclusive('\n').map(without_time).collect()
    }
}

fn text(path: PathBuf) -> String {
    path.to_string_lossy().into_owned()
}

fn without_time(line: &str) -> String {
    let content = line.trim_end_matches('\n');
    let ending = &line[content.len()..];
    let Some((before, last)) = content.rsplit_once('(') else { return line.to_owned() };
    let Some(time) = last.strip_suffix(')') else { return line.to_owned() };
    let number = time.strip_suffix('s').unwrap_or(time);
    let is_time = number.starts_with(|c: char| c.is_ascii_digit())
        && number.contains(['.', ':'])
        && number.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ':');
    if is_time { format!("{before}(TIME){ending}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_at_the_end_of_a_line_are_replaced() {
        let redactor = Redactor::new();
        assert_eq!(
            redactor.redact("Reading x  (0.4s)\nnext (2:05)\n"),
            "Reading x  (TIME)\nnext (TIME)\n"
        );
        assert_eq!(redactor.redact("f(1)\n(seed 0)\n(unsafe fns)"), "f(1)\n(seed 0)\n(unsafe fns)");
    }

    #[test]
    fn inner_directories_are_replaced_before_outer_ones() {
        let redactor = Redactor::new()
            .directory(Path::new("/a/b"), "[OUTER]")
            .directory(Path::new("/a/b/c"), "[INNER]");
        assert_eq!(redactor.redact("in /a/b/c and /a/b"), "in [INNER] and [OUTER]");
    }
}
