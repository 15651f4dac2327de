//! Labels for inputs, so that a person sees what a property was tried on.

use std::fmt::Display;

/// Given to a property that asks for it: `m: &mut gadfly::Monitor`.
///
/// ```
/// # use gadfly_check::Monitor;
/// fn reversing_twice_changes_nothing(xs: Vec<u8>, m: &mut Monitor) -> bool {
///     m.collect(xs.len());
///     m.classify(xs.len() < 2, "trivial");
///     xs.iter().rev().rev().eq(&xs)
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Monitor {
    labels: Vec<String>,
}

impl Monitor {
    /// Labels the input with a text: the run ends with a table of how often each came.
    pub fn collect(&mut self, label: impl Display) {
        self.labels.push(label.to_string());
    }

    /// Labels the input with a name if it is of that sort.
    pub fn classify(&mut self, is_of_it: bool, name: &str) {
        if is_of_it {
            self.labels.push(name.to_owned());
        }
    }

    /// Returns whether the input has no label.
    pub(crate) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All labels of an input make one sort.
    pub(crate) fn label(&self) -> String {
        self.labels.join(", ")
    }
}
