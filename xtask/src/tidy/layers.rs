//! Layers inside the command: the session, and the data it exchanges, do not use the command line.

use crate::sources::SourceFile;

/// Where the command's sources are.
const ROOT: &str = "crates/cargo-gadfly/src/";
/// Layers that know nothing of the command line.
const LOWER: &[&str] = &["artifacts", "error", "pipeline", "report", "session", "text"];
/// The command line.
const UPPER: &[&str] = &[
    "args",
    "command_error",
    "commands",
    "console",
    "exit_code",
    "interrupt",
    "render",
    "settings",
    "shell",
];

/// Reports imports of an upper layer in a lower one.
pub(super) fn problems(file: &SourceFile) -> Vec<String> {
    let Some(path) = file.path.strip_prefix(ROOT) else { return Vec::new() };
    let layer = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
    if !LOWER.contains(&layer) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    for (line, number) in file.text.lines().zip(1..) {
        let code = line.split("//").next().unwrap_or(line);
        let used = code.split("crate::").skip(1).map(first_name);
        for upper in used.filter(|name| UPPER.contains(name)) {
            problems.push(format!("{}:{number}: `{layer}` must not use `{upper}`", file.path));
        }
    }
    problems
}

/// The name that a text starts with.
fn first_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems_of(path: &str, text: &str) -> Vec<String> {
        problems(&SourceFile { path: format!("{ROOT}{path}"), text: text.to_owned() })
    }

    #[test]
    fn imports_of_the_command_line_are_reported() {
        let text = "//! A flow.\nuse crate::console::Console;\nuse crate::report::Finding;\n";
        let expected = "session/explore.rs:2: `session` must not use `console`";
        assert_eq!(problems_of("session/explore.rs", text), [format!("{ROOT}{expected}")]);
        assert_eq!(problems_of("text.rs", text).len(), 1);
        assert_eq!(problems_of("error.rs", "use crate::interrupt;\n").len(), 1);
        assert_eq!(problems_of("error.rs", "use crate::pipeline::interrupt;\n").len(), 0);
    }

    #[test]
    fn comments_and_upper_layers_are_not_reported() {
        let text = "//! Shown by [`render`](crate::render::x).\nuse crate::settings::Y;\n";
        assert_eq!(problems_of("commands/explore.rs", text), Vec::<String>::new());
        let comment = "// crate::console::Console\n";
        assert_eq!(problems_of("session/explore.rs", comment), Vec::<String>::new());
    }
}
