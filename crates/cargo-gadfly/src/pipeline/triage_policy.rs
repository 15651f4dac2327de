//! `[triage]` of `gadfly.toml`: classes that the user gives to findings.

use serde::Deserialize;

use super::PathPattern;
use crate::report::Class;

/// Items by the class that all their findings have.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct TriagePolicy {
    bug: Vec<PathPattern>,
    documented: Vec<PathPattern>,
    precondition: Vec<PathPattern>,
    resource: Vec<PathPattern>,
}

impl TriagePolicy {
    /// The class that the policy gives to findings of an item.
    pub(crate) fn class_of(&self, item: &str) -> Option<Class> {
        let classes = [
            (&self.bug, Class::Bug),
            (&self.documented, Class::Documented),
            (&self.precondition, Class::Precondition),
            (&self.resource, Class::Resource),
        ];
        let fits = |patterns: &[PathPattern]| patterns.iter().any(|p| p.matches_path(item));
        classes.into_iter().find(|(patterns, _)| fits(patterns)).map(|(_, class)| class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_decide_about_the_items_they_name() {
        let text = "documented = [\"Rope::char\"]\nbug = [\"Rope::*_unchecked\"]";
        let policy: TriagePolicy = toml::from_str(text).expect("a policy");
        assert_eq!(policy.class_of("ropey::Rope::char"), Some(Class::Documented));
        assert_eq!(policy.class_of("ropey::Rope::get_unchecked"), Some(Class::Bug));
        assert_eq!(policy.class_of("ropey::Rope::insert"), None);
    }
}
