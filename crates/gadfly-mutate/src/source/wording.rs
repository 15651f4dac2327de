//! Changes in words.

/// The most characters of code in a sentence.
const LONGEST: usize = 48;

/// Code on one line, cut to a length.
pub(super) fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line,
    }
}

/// `<= instead of <`.
pub(super) fn instead(new: &str, old: &str) -> String {
    format!("{} instead of {}", code(new), code(old))
}

/// `without self.items.clear()`.
pub(super) fn without(old: &str) -> String {
    format!("without {}", code(old.trim_end_matches(';')))
}

/// `return None at once`.
pub(super) fn at_once(value: &str) -> String {
    match value {
        "()" => "return at once".to_owned(),
        value => format!("return {} at once", code(value)),
    }
}
