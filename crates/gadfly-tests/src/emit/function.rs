//! A test function as text, whatever it tests and wherever it stands.

use gadfly_wire::visible;

/// A test function.
#[derive(Clone, Debug, Default)]
pub(super) struct TestFunction<'t> {
    /// Its documentation, a line each.
    pub(super) doc: &'t [String],
    /// Attributes beside `#[test]`, without their brackets.
    pub(super) attributes: Vec<String>,
    /// Its name.
    pub(super) name: &'t str,
    /// Its statements.
    pub(super) body: &'t str,
}

impl TestFunction<'_> {
    /// Its source.
    pub(super) fn source(&self) -> String {
        let mut lines: Vec<String> = self.doc.iter().map(|line| format!("/// {line}")).collect();
        lines.push("#[test]".to_owned());
        lines.extend(self.attributes.iter().map(|attribute| format!("#[{attribute}]")));
        lines.push(format!("fn {}() {{", self.name));
        lines.push(indented(self.body));
        lines.push("}".to_owned());
        lines.retain(|line| !line.is_empty());
        // The compiler refuses some of these characters, and a reader may be deceived by others.
        visible(&(lines.join("\n") + "\n"))
    }
}

/// Statements one level further in.
pub(super) fn indented(source: &str) -> String {
    let lines = source.lines().map(|line| format!("    {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_cannot_deceive_readers_or_the_compiler() {
        let doc = ["a\rb\u{202e}c\u{1b}[2J".to_owned()];
        let test =
            TestFunction { doc: &doc, name: "a", body: "f(\"\u{2066}\");", ..Default::default() };
        assert_eq!(
            test.source(),
            "/// a\\u{d}b\\u{202e}c\\u{1b}[2J\n#[test]\nfn a() {\n    f(\"\\u{2066}\");\n}\n"
        );
    }
}
