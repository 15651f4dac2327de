//! A test as text, before it has a name.

/// A test without its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestText {
    /// The failure that it shows, in one line.
    pub summary: String,
    /// Why it is not run with the others, if it is not.
    pub ignored: Option<&'static str>,
    /// Its statements, one per line.
    pub body: String,
}

impl TestText {
    /// The whole test.
    pub fn named(&self, name: &str) -> String {
        let mut lines = vec![format!("/// {}", self.summary), "#[test]".to_owned()];
        lines.extend(self.ignored.map(|reason| format!("#[ignore = \"{reason}\"]")));
        lines.push(format!("fn {name}() {{"));
        lines.extend(self.body.lines().map(|line| format!("    {line}").trim_end().to_owned()));
        lines.push("}".to_owned());
        lines.join("\n") + "\n"
    }
}
