//! The names a person may have meant.

/// Those of `names` that are spelled nearly like `wanted`, best first; all of them when none is.
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.collect();
    let limit = (wanted.chars().count() / 3).max(1);
    let mut close: Vec<(usize, &str)> = names
        .iter()
        .map(|name| (distance(wanted, name), *name))
        .filter(|(distance, name)| *distance <= limit || name.contains(wanted))
        .collect();
    close.sort_unstable();
    if close.is_empty() {
        return names.into_iter().map(str::to_owned).collect();
    }
    close.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// Edit distance where `-` and `_` are the same.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().map(fold).collect();
    let right: Vec<char> = right.chars().map(fold).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

fn fold(c: char) -> char {
    if c == '-' { '_' } else { c.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_are_recognised() {
        let names = ["serde", "std", "alloc"];
        assert_eq!(nearest("serd", names.into_iter()), ["serde"]);
        assert_eq!(nearest("sdt", names.into_iter()), ["serde", "std", "alloc"]);
        assert_eq!(nearest("my_core", ["my-core", "x"].into_iter()), ["my-core"]);
    }
}
