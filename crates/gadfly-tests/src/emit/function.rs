//! A test function as text, whatever it tests and wherever it stands.

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
        lines.join("\n") + "\n"
    }
}

/// Statements one level further in.
pub(super) fn indented(source: &str) -> String {
    let lines = source.lines().map(|line| format!("    {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}
