//! Edits of sorted lists in source files.

use std::path::Path;

/// A file after an edit: its path and new text. An edit that finds no place returns `None`.
pub(super) fn edited(
    root: &Path,
    path: &str,
    edit: impl FnOnce(&str) -> Option<String>,
) -> Result<(String, String), String> {
    let text =
        std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let text = edit(&text).ok_or_else(|| format!("{path} has changed: no place for the entry"))?;
    Ok((path.to_owned(), text))
}

/// Writes files below `root`, each with its path and text. Creates their folders.
pub(super) fn write_all(root: &Path, files: Vec<(String, String)>) -> Result<(), String> {
    for (path, text) in files {
        let file = root.join(&path);
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder
            .and_then(|()| std::fs::write(&file, text))
            .map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// Inserts a line into the first run of lines with a prefix, which is sorted.
pub(super) fn insert_sorted(text: &str, prefix: &str, line: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|it| it.starts_with(prefix))?;
    // Visibility does not count, and entries that are broken over several lines stay together.
    let belongs = |it: &str| {
        it.starts_with(prefix)
            || it.starts_with("pub(crate) mod ")
            || it.starts_with("    ")
            || it == "};"
    };
    let length = lines[first..].iter().take_while(|it| belongs(it)).count();
    let is_later = |it: &&str| it.starts_with(prefix) && **it > *line;
    let at = lines[first..first + length].iter().position(is_later).unwrap_or(length);
    let mut lines: Vec<&str> = lines;
    lines.insert(first + at, line);
    Some(lines.join("\n") + "\n")
}

/// Inserts text before the first occurrence of a mark.
pub(super) fn insert_before(text: &str, mark: &str, addition: &str) -> Option<String> {
    let at = text.find(mark)?;
    Some(format!("{}{addition}{}", &text[..at], &text[at..]))
}

/// Checks that a name has lower-case letters, and hyphens between them.
pub(super) fn check_kebab_case(name: &str) -> Result<(), String> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c == '-';
    if name.is_empty() || !name.chars().all(is_allowed) || name.split('-').any(str::is_empty) {
        return Err(format!("`{name}` is not in kebab case: lower-case letters and hyphens"));
    }
    Ok(())
}

/// A name in snake case as the name of a type.
pub(super) fn camel_case(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    };
    name.split('_').map(capital).collect()
}

/// Copies a folder of the repository to the same path below `root`.
#[cfg(test)]
pub(super) fn copy_folder(folder: &str, root: &Path) {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).expect("a folder");
        for entry in std::fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &to);
            } else {
                std::fs::copy(entry.path(), to).expect("a file");
            }
        }
    }
    copy(&crate::run::root().join(folder), &root.join(folder));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_stay_before_other_items() {
        let text = "//! Rules.\n\npub(crate) mod a;\npub(crate) mod c;\n\nfn helper() {}\n";
        let with = |line: &str| insert_sorted(text, "pub(crate) mod ", line).expect("a list");
        assert!(
            with("pub(crate) mod b;")
                .contains("mod a;\npub(crate) mod b;\npub(crate) mod c;\n\nfn helper")
        );
        assert!(with("pub(crate) mod d;").contains("mod c;\npub(crate) mod d;\n\nfn helper"));
    }

    #[test]
    fn entries_of_several_lines_stay_together() {
        let text = "pub use a::{\n    A, B,\n};\npub use c::C;\n";
        assert_eq!(
            insert_sorted(text, "pub use ", "pub use b::X;").as_deref(),
            Some("pub use a::{\n    A, B,\n};\npub use b::X;\npub use c::C;\n")
        );
    }

    #[test]
    fn names_in_other_cases_are_refused() {
        for name in ["", "Own", "own_check", "-own", "own-", "own--check", "../own"] {
            assert!(check_kebab_case(name).is_err(), "{name}");
        }
        assert_eq!(check_kebab_case("own-check"), Ok(()));
    }
}
