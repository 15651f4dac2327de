//! Messages of `assert!` and its relatives: conditions, and the words beside them.

/// The words that an author wrote in an assertion beside its condition; `None` for other panics.
pub fn words_of_assertion(message: &str) -> Option<&str> {
    let rest = message.strip_prefix("assertion")?;
    let is_comparison = rest.starts_with(" `left");
    let words = rest.split_once("failed: ").filter(|_| is_comparison);
    Some(words.map_or("", |(_, words)| words.lines().next().unwrap_or_default()))
}

/// Returns whether an assertion compares an index with a length: `index <= self.len()`.
pub fn is_check_of_index(assertion: &str) -> bool {
    let words = assertion.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let has = |names: &[&str]| words.clone().any(|word| names.contains(&word));
    has(&["index", "idx", "at", "pos", "position", "offset"]) && has(&["len", "length", "size"])
}

/// Returns whether an assertion mentions an argument by its name: it was passed on as it came, and is checked deeper.
pub fn names_one_of(assertion: &str, arguments: &[String]) -> bool {
    let condition = assertion.lines().next().unwrap_or_default();
    // `assert_eq!` calls its own sides that.
    let condition = condition.replace("`left == right`", "").replace("`left != right`", "");
    let mut words = condition.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| arguments.iter().any(|argument| argument == word))
}
