//! `[triage]` of `gadfly.toml`: the class of findings, where the person knows better than the rules.

use std::collections::BTreeMap;

use gadfly_triage::{Conclusion, Facts};
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::PathPattern;
use crate::report::{Class, Decision, POLICY};
use crate::suggest::nearest;

/// Items by the class that all their findings have, and rules by the class that all they decide has.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TriagePolicy {
    bug: Vec<PathPattern>,
    documented: Vec<PathPattern>,
    precondition: Vec<PathPattern>,
    resource: Vec<PathPattern>,
    #[serde(deserialize_with = "classes_of_rules")]
    rules: BTreeMap<String, Class>,
}

impl TriagePolicy {
    /// The class that the person has given to findings of an item, or to all that a rule decides. An item says more.
    pub fn class_of(&self, item: &str, rule: Option<&str>) -> Option<Class> {
        let classes = [
            (&self.bug, Class::Bug),
            (&self.documented, Class::Documented),
            (&self.precondition, Class::Precondition),
            (&self.resource, Class::Resource),
        ];
        let fits = |patterns: &[PathPattern]| patterns.iter().any(|p| p.matches_path(item));
        let of_item = classes.into_iter().find(|(patterns, _)| fits(patterns));
        let of_item = of_item.map(|(_, class)| class);
        of_item.or_else(|| self.rules.get(rule?).copied())
    }

    /// The decision of the rules, with the person's word put last; nothing where the finding is not to be reported.
    pub fn judge(&self, facts: &Facts) -> Option<Decision> {
        let decision = Decision::by_rules(facts)?;
        Some(match self.class_of(&facts.item, Some(&decision.rule)) {
            Some(class) => {
                let overruled = Some(decision.rule);
                Decision { class, rule: POLICY.to_owned(), overruled, hint: None }
            }
            None => decision,
        })
    }
}

/// Rules that exist, with their classes.
fn classes_of_rules<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Class>, D::Error> {
    let classes: BTreeMap<String, Class> = BTreeMap::deserialize(deserializer)?;
    for id in classes.keys() {
        match gadfly_triage::find(id).map(|rule| rule.conclusion) {
            None => return Err(D::Error::custom(unknown_rule(id))),
            Some(Conclusion::Unproven) => {
                return Err(D::Error::custom(format!(
                    "`{id}` gives no class that could be overruled: its findings are not reported"
                )));
            }
            Some(Conclusion::Class(_)) => {}
        }
    }
    Ok(classes)
}

/// The complaint about a rule that does not exist.
pub fn unknown_rule(id: &str) -> String {
    let known: Vec<&str> = gadfly_triage::RULES.iter().map(|rule| rule.id).collect();
    let meant = nearest(id, &known).map(|near| format!("; did you mean `{near}`?"));
    format!("no rule is named `{id}`{}", meant.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use gadfly_triage::examples::{BY_ZERO, NONE, panic};

    use super::*;

    fn policy(text: &str) -> TriagePolicy {
        toml::from_str(text).expect("a policy")
    }

    #[test]
    fn policies_decide_about_the_items_they_name() {
        let policy = policy("documented = [\"Rope::char\"]\nbug = [\"Rope::*_unchecked\"]");
        assert_eq!(policy.class_of("ropey::Rope::char", None), Some(Class::Documented));
        assert_eq!(policy.class_of("ropey::Rope::get_unchecked", None), Some(Class::Bug));
        assert_eq!(policy.class_of("ropey::Rope::insert", None), None);
    }

    #[test]
    fn policies_decide_about_rules_and_sooner_about_items() {
        let policy = policy("resource = [\"rem\"]\n[rules]\nzero-divisor = \"bug\"");
        let judged = |method| policy.judge(&panic(method, BY_ZERO)).expect("it is reported");
        let expected = |class, rule: &str, overruled: Option<&str>| Decision {
            class,
            rule: rule.to_owned(),
            overruled: overruled.map(str::to_owned),
            hint: None,
        };
        assert_eq!(judged("div_floor"), expected(Class::Bug, "policy", Some("zero-divisor")));
        assert_eq!(judged("rem"), expected(Class::Resource, "policy", Some("zero-divisor")));
        assert_eq!(judged("average"), expected(Class::Precondition, "own-zero-check", None));
    }

    #[test]
    fn policies_are_applied_after_rules_of_every_phase() {
        let policy = policy("bug = [\"Stack::pop\"]");
        let facts = panic("pop", NONE).minimised_with(|it| it.has_unchecked_call_before = true);
        let judged = policy.judge(&facts).expect("it is reported");
        assert_eq!((judged.class, judged.rule.as_str()), (Class::Bug, "policy"));
        assert_eq!(judged.overruled.as_deref(), Some("unchecked-call-before"));
    }

    #[test]
    fn rules_that_do_not_exist_are_refused_with_a_suggestion() {
        let parsed: Result<TriagePolicy, _> = toml::from_str("[rules]\nzero-divizor = \"bug\"");
        let message = parsed.expect_err("there is no such rule").message().to_owned();
        assert_eq!(message, "no rule is named `zero-divizor`; did you mean `zero-divisor`?");
        let parsed: Result<TriagePolicy, _> = toml::from_str("[rules]\nunproven-misuse = \"bug\"");
        let message = parsed.expect_err("it gives no class").message().to_owned();
        assert!(message.starts_with("`unproven-misuse` gives no class"), "{message}");
    }
}
