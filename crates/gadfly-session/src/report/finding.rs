//! A finding: one cause of failure, with a sequence that shows it.

use gadfly_triage::{Class, Conclusion, Evidence, Facts, Kind, decide, overruled_hint};
use serde::{Deserialize, Serialize};

use super::Symptom;

/// What stands for a rule where a person's settings have decided.
pub const POLICY: &str = "policy";

/// One cause of failure.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// A short name that stays the same from run to run.
    pub id: String,
    /// Its symptom.
    pub kind: Kind,
    /// The party that looks responsible.
    pub class: Class,
    /// The rule that decided the class, or `policy` where a person's settings did; nothing in reports of before there were
    /// rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The rule that a person's settings overrule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overruled: Option<String>,
    /// The rule that would have decided by words, names or sizes, where an experiment decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The function or type at fault.
    pub item: String,
    /// The law that is broken, of a [`Kind::Law`].
    #[serde(default)]
    pub law: Option<String>,
    /// The message of the failure.
    pub message: String,
    /// The place in the subject, as `src/lib.rs:2772`.
    #[serde(default)]
    pub location: Option<String>,
    /// Calls of the sequence in `source`.
    #[serde(default)]
    pub calls: u64,
    /// Occurrences.
    #[serde(default)]
    pub seen: u64,
    /// The test that shows it, as `gadfly_failures::url_debug_panics`.
    #[serde(default)]
    pub test: Option<String>,
    /// The body of that test.
    #[serde(default)]
    pub source: String,
    /// The build in which it shows: `debug`, `release`, and either with `+address`.
    #[serde(default = "debug")]
    pub profile: String,
    /// Panics that its test catches before the failure, which shows the state they leave behind.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub after_panics: u64,
    /// The call after which something is broken, as `call 2 of 4, k::List::insert`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken_since: Option<String>,
    /// Runs of its test, all of which failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub proven: u64,
    /// The lines of source around its place, with their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excerpt: Vec<String>,
    /// What else its cause shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symptoms: Vec<Symptom>,
    /// A remark on the way in which it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serializer asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The profile that goes without saying.
pub(crate) fn debug() -> String {
    "debug".to_owned()
}

/// The class of a finding, and the rule that decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The class.
    pub class: Class,
    /// The rule, or [`POLICY`].
    pub rule: String,
    /// The rule that a person's policy overrules.
    pub overruled: Option<String>,
    /// The rule whose hint an experiment overrules.
    pub hint: Option<String>,
}

impl Decision {
    /// The decision of the rules alone; nothing where the finding is not to be reported.
    pub fn by_rules(facts: &Facts) -> Option<Decision> {
        let rule = decide(facts);
        match rule.conclusion {
            Conclusion::Class(class) => {
                let hint = overruled_hint(facts).map(|hint| hint.id.to_owned());
                Some(Decision { class, rule: rule.id.to_owned(), overruled: None, hint })
            }
            Conclusion::Unproven => None,
        }
    }
}

impl AsRef<Finding> for Finding {
    fn as_ref(&self) -> &Finding {
        self
    }
}

impl AsMut<Finding> for Finding {
    fn as_mut(&mut self) -> &mut Finding {
        self
    }
}

impl Finding {
    /// Sets its class, and the rule that decided it.
    pub fn judge(&mut self, decision: Decision) {
        self.class = decision.class;
        self.rule = Some(decision.rule);
        self.overruled = decision.overruled;
        self.hint = decision.hint;
    }

    /// The rule that decides it apart from a person's settings.
    pub fn own_rule(&self) -> Option<&str> {
        self.overruled.as_deref().or(self.rule.as_deref()).filter(|rule| *rule != POLICY)
    }

    /// The reason for its class in one clause, with the rule's name.
    pub fn reason(&self) -> Option<String> {
        let rule = self.rule.as_deref()?;
        if rule == POLICY {
            let over = self.overruled.as_deref().map(|rule| format!(" over {rule}"));
            return Some(format!("gadfly.toml decides it [policy{}]", over.unwrap_or_default()));
        }
        let Some(known) = gadfly_triage::find(rule) else { return Some(format!("[{rule}]")) };
        let basis = match known.evidence {
            Evidence::Experiment => ", by experiment",
            Evidence::Hint | Evidence::Fact => "",
        };
        Some(format!("{} [{rule}{basis}]", known.summary))
    }

    /// The label before the item: the kind if that says more than `bug`.
    pub fn label(&self) -> &'static str {
        match (self.class, self.kind) {
            (Class::Documented, _) => "documented",
            (Class::Precondition, _) => "precondition",
            (Class::Resource, _) => "resource",
            // A bug is what a test has shown; before that, a panic was seen.
            (Class::Bug, Kind::Panic) if self.test.is_none() => "panic",
            (Class::Bug, Kind::Panic) => "bug",
            (Class::Bug, Kind::Law) => "law",
            (Class::Bug, Kind::Crash) => "crash",
            (Class::Bug, Kind::Hang) => "hang",
            (Class::Bug, Kind::Oom) => "oom",
            (Class::Bug, Kind::Property) => "property",
            (Class::Bug, Kind::Contract) => "contract",
        }
    }

    /// Returns whether a call leaves its process changed, as opposed to breaking an invariant.
    pub fn is_lasting_change(&self) -> bool {
        self.kind == Kind::Contract && self.class == Class::Resource
    }

    /// Returns whether a test shows it once it can be made to occur again: what is excused as the caller's has none.
    pub(crate) fn has_test_to_come(&self) -> bool {
        match self.class {
            Class::Bug | Class::Documented => true,
            Class::Precondition => false,
            Class::Resource => self.kind == Kind::Contract,
        }
    }

    /// The worse of two findings first; ties in an order that is the same every time.
    pub fn by_weight(&self, other: &Self) -> std::cmp::Ordering {
        let key = |finding: &Self| (finding.class, finding.kind);
        let name = |finding: &Self| (finding.item.clone(), finding.id.clone());
        key(self).cmp(&key(other)).then_with(|| name(self).cmp(&name(other)))
    }

    /// The message of the failure, in one line.
    pub fn message_line(&self) -> String {
        self.message.lines().next().unwrap_or_default().to_owned()
    }

    /// The failure in one line.
    pub fn event(&self) -> String {
        let message = self.message_line();
        match self.kind {
            Kind::Panic => format!("panics: {message}"),
            Kind::Contract if !self.is_lasting_change() => format!("does not hold: {message}"),
            Kind::Hang if message.is_empty() => "does not return".to_owned(),
            _ => message,
        }
    }

    /// The build in which it shows, if not the usual one.
    pub fn unusual_profile(&self) -> Option<&'static str> {
        match self.profile.as_str() {
            "release" => Some("release"),
            "debug+address" => Some("AddressSanitizer"),
            "release+address" => Some("release with AddressSanitizer"),
            _ => None,
        }
    }

    /// The number of panics that its test catches.
    pub fn caught(&self) -> usize {
        usize::try_from(self.after_panics).unwrap_or(0)
    }

    /// Item and event in one line.
    pub fn headline(&self) -> String {
        format!("{} {}", self.item, self.event())
    }

    /// An example.
    #[cfg(any(test, feature = "examples"))]
    pub fn example() -> Self {
        Self {
            id: "k3f".to_owned(),
            kind: Kind::Panic,
            class: Class::Bug,
            rule: Some("language-panic".to_owned()),
            overruled: None,
            hint: None,
            item: "url::Url::path_segments_mut".to_owned(),
            law: None,
            message: "index out of bounds".to_owned(),
            location: Some("src/lib.rs:2772".to_owned()),
            calls: 3,
            seen: 11_204,
            test: Some("gadfly_failures::url_debug_panics".to_owned()),
            source: "let url = Url::parse(\"a:b\").unwrap();\nlet _ = format!(\"{url:?}\");"
                .to_owned(),
            profile: debug(),
            after_panics: 0,
            broken_since: None,
            proven: 3,
            excerpt: Vec::new(),
            symptoms: Vec::new(),
            remark: None,
        }
    }
}
