//! A test as text, before it has a name.

use super::function::TestFunction;

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
        let attributes = self.ignored.map(|reason| format!("ignore = {reason:?}"));
        let doc = [self.summary.clone()];
        let attributes = attributes.into_iter().collect();
        TestFunction { doc: &doc, attributes, name, body: &self.body }.source()
    }
}
