//! Kinds of results and of changes, read off the texts of values.

/// The kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ResultKind<'t> {
    /// `true`
    True,
    /// `false`
    False,
    /// `None`
    Nothing,
    /// `Some`
    Something,
    /// `Ok`
    Success,
    /// `Err`, with the text in it.
    Failure(&'t str),
    /// Zero, an empty text or an empty collection.
    Empty,
    /// Anything else.
    Value,
}

impl<'t> ResultKind<'t> {
    /// The kind of a value with this `Debug` form.
    pub(super) fn of(debug: &'t str) -> ResultKind<'t> {
        match debug {
            "true" => ResultKind::True,
            "false" => ResultKind::False,
            "None" => ResultKind::Nothing,
            _ if debug.starts_with("Some(") => ResultKind::Something,
            _ if debug.starts_with("Ok(") => ResultKind::Success,
            _ if debug.starts_with("Err(") => ResultKind::Failure(
                debug.strip_prefix("Err(").unwrap_or_default().trim_end_matches(')'),
            ),
            _ if entries(debug) == 0 => ResultKind::Empty,
            _ => ResultKind::Value,
        }
    }

    /// Returns whether a test that shows only results of this kind shows that nothing is there.
    pub(super) fn is_about_nothing(self) -> bool {
        matches!(self, ResultKind::Nothing | ResultKind::Failure(_) | ResultKind::Empty)
    }
}

/// The number of parts that a value's `Debug` form lists; zero for what is empty, and for zero.
pub(super) fn entries(debug: &str) -> usize {
    if ["0", "0.0", "\"\"", "[]", "{}", "()"].contains(&debug) {
        return 0;
    }
    let Some(start) = debug.find(['{', '[', '(']) else { return 1 };
    let inner = &debug[start..];
    if ["{}", "[]"].contains(&inner) {
        return 0;
    }
    let (mut depth, mut commas, mut quote) = (0_usize, 0, false);
    let mut is_escaped = false;
    for letter in inner.chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if quote => is_escaped = true,
            '"' => quote = !quote,
            _ if quote => {}
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => commas += 1,
            _ => {}
        }
    }
    commas + 1
}

/// Returns whether a value with this `Debug` form holds something: more than one number that is not zero, or text that is not
/// empty. One number alone among the fields of a struct may be a capacity.
pub(super) fn is_full(debug: &str) -> bool {
    let parts = debug.split(|c: char| !c.is_alphanumeric() && c != '"');
    let is_something = |part: &&str| {
        let is_number = part.starts_with(|c: char| c.is_ascii_digit());
        is_number && part.contains(|c: char| ('1'..='9').contains(&c))
            || part.starts_with('"') && part.len() > 1 && *part != "\"\""
    };
    let found = parts.filter(is_something).count();
    let is_collection = debug.starts_with(['[', '{']);
    found > 1 || found == 1 && (is_collection || entries(debug) == 1)
}

/// The number of parts that a value holds at any depth: what grows when something is put into it.
pub(super) fn size(debug: &str) -> usize {
    let mut size = 0;
    let mut quote = false;
    let mut before = ' ';
    for letter in debug.chars() {
        match letter {
            '"' if before != '\\' => quote = !quote,
            ',' if !quote => size += 1,
            '}' | ']' if !quote && !matches!(before, '{' | '[') => size += 1,
            _ => {}
        }
        before = letter;
    }
    size
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChangeKind {
    /// The value is as it was.
    Unchanged,
    /// It has more parts.
    Grown,
    /// It has fewer parts.
    Shrunk,
    /// It has as many, and is another.
    Changed,
}

impl ChangeKind {
    /// The change from one `Debug` form to another.
    pub(super) fn of(before: &str, after: &str) -> ChangeKind {
        match size(before).cmp(&size(after)) {
            _ if before == after => ChangeKind::Unchanged,
            std::cmp::Ordering::Less => ChangeKind::Grown,
            std::cmp::Ordering::Greater => ChangeKind::Shrunk,
            std::cmp::Ordering::Equal => ChangeKind::Changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_kinds() {
        for (debug, kind) in [
            ("true", ResultKind::True),
            ("None", ResultKind::Nothing),
            ("Some(0)", ResultKind::Something),
            ("Err(Empty)", ResultKind::Failure("Empty")),
            ("0", ResultKind::Empty),
            ("Slab { }", ResultKind::Value),
            ("Bag {}", ResultKind::Empty),
            ("[]", ResultKind::Empty),
            ("[0]", ResultKind::Value),
            ("10", ResultKind::Value),
        ] {
            assert_eq!(ResultKind::of(debug), kind, "{debug}");
        }
        assert!(ResultKind::Nothing.is_about_nothing() && !ResultKind::False.is_about_nothing());
    }

    #[test]
    fn parts_are_counted_at_the_top() {
        for (debug, count) in [
            ("{1..3: 2}", 1),
            ("{1..3: [1, 2], 4..5: \"a, b\"}", 2),
            ("Bag { items: [], start: 0 }", 2),
            ("\"\"", 0),
            ("7", 1),
        ] {
            assert_eq!(entries(debug), count, "{debug}");
        }
    }

    #[test]
    fn full_values_hold_something() {
        for debug in ["Slab { len: 1, cap: 4 }", "{1..3: 0}", "Some(3)", "Name(\"a\")", "[2, 0]"] {
            assert!(is_full(debug), "{debug}");
        }
        for debug in ["Slab { len: 0, cap: 4 }", "{}", "Bag { items: [], start: 0 }", "Name(\"\")"]
        {
            assert!(!is_full(debug), "{debug}");
        }
    }

    #[test]
    fn changes_have_directions() {
        for (before, after, kind) in [
            ("{}", "{1..3: 2}", ChangeKind::Grown),
            ("{1..3: 2, 4..5: 2}", "{1..5: 2}", ChangeKind::Shrunk),
            ("Bag { items: [1] }", "Bag { items: [1, 2] }", ChangeKind::Grown),
            ("Bag { items: [] }", "Bag { items: [2] }", ChangeKind::Grown),
            ("[1, 2]", "[2, 1]", ChangeKind::Changed),
            ("[1]", "[1]", ChangeKind::Unchanged),
        ] {
            assert_eq!(ChangeKind::of(before, after), kind, "{before} {after}");
        }
    }
}
