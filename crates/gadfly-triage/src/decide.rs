//! The decision: a function from facts to the rule that decides.

use std::collections::BTreeSet;

use crate::class::Class;
use crate::facts::{Experiment, Facts};
use crate::list::RULES;
use crate::rule::{Conclusion, Evidence, Phase, Rule};

/// The rule that decides on these facts.
///
/// In each phase the first rule that applies decides. Rules of a later phase are asked only about what is a bug so far, and
/// overrule that; those about variants of the call are asked about all that only a hint has decided. The facts of an earlier
/// phase do not change when those of a later one become known, so neither does its decision.
pub fn decide(facts: &Facts) -> &'static Rule {
    decide_by(RULES, facts).expect("the last rule of the first phase always applies")
}

/// The rule that would have decided by a hint, where an experiment with the failing call decides.
pub fn overruled_hint(facts: &Facts) -> Option<&'static Rule> {
    let is_varied = decide(facts).phase == Phase::Varied;
    is_varied.then(|| decide(&Facts { variation: None, proof: None, ..facts.clone() }))
}

/// Returns whether experiments with the failing call may change the decision.
pub fn may_be_overruled(facts: &Facts) -> bool {
    decide(facts).evidence == Evidence::Hint && facts.can_be_varied()
}

/// Experiments whose results may change the decision: those of rules that have not been considered for want of them.
pub fn wanted(facts: &Facts) -> BTreeSet<Experiment> {
    wanted_by(RULES, facts)
}

fn decide_by<'r>(rules: &'r [Rule], facts: &Facts) -> Option<&'r Rule> {
    let mut decided: Option<&Rule> = None;
    for phase in Phase::ALL.into_iter().filter(|phase| facts.has_reached(*phase)) {
        if !decided.is_none_or(|rule| is_open(rule, phase)) {
            continue;
        }
        let found = rules.iter().find(|rule| rule.phase == phase && rule.may_decide(facts));
        decided = found.or(decided);
        let is_new_bug = |rule: &Rule| rule.conclusion == Conclusion::Class(Class::Bug);
        if phase == Phase::Varied && found.is_some_and(is_new_bug) {
            decided = excuse_in_sequence(rules, facts).or(decided);
        }
    }
    decided
}

/// The rule about the smallest sequence that excuses what an experiment has made a bug. It was not asked while a hint excused
/// that.
fn excuse_in_sequence<'r>(rules: &'r [Rule], facts: &Facts) -> Option<&'r Rule> {
    rules.iter().find(|rule| {
        rule.phase == Phase::Minimised && rule.evidence == Evidence::Fact && rule.may_decide(facts)
    })
}

/// Returns whether rules of a phase are asked about what this rule has decided.
fn is_open(decided: &Rule, phase: Phase) -> bool {
    match phase {
        Phase::Varied => decided.evidence == Evidence::Hint,
        Phase::Seen | Phase::Minimised | Phase::Proven => {
            decided.conclusion == Conclusion::Class(Class::Bug)
        }
    }
}

fn wanted_by(rules: &[Rule], facts: &Facts) -> BTreeSet<Experiment> {
    let Some(decided) = decide_by(rules, facts) else { return BTreeSet::new() };
    let may_change = |rule: &&Rule| {
        let is_later = rule.phase > decided.phase;
        let is_earlier_in_list = rule.phase == decided.phase
            && rules.iter().position(|it| it.id == rule.id)
                < rules.iter().position(|it| it.id == decided.id);
        let is_open = decided.conclusion == Conclusion::Class(Class::Bug);
        facts.has_reached(rule.phase) && (is_earlier_in_list || (is_later && is_open))
    };
    let missing = rules.iter().filter(may_change).flat_map(|rule| rule.needs);
    missing.copied().filter(|it| facts.experiments.result(*it).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::examples;
    use crate::facts::Effect;
    use crate::rule::Example;

    #[test]
    fn examples_are_decided_by_their_rule() {
        for rule in RULES {
            let (matches, lookalikes) = ((rule.matches)(), (rule.lookalikes)());
            assert!(!matches.is_empty(), "{}: no example matches", rule.id);
            let is_last = rule.id == "unexplained";
            assert!(!lookalikes.is_empty() || is_last, "{}: no lookalike", rule.id);
            for Example { title, facts } in matches {
                assert_eq!(decide(&facts).id, rule.id, "{}: {title}", rule.id);
            }
            for Example { title, facts } in lookalikes {
                assert_ne!(decide(&facts).id, rule.id, "{}: {title}", rule.id);
            }
        }
    }

    #[test]
    fn rules_are_complete_and_named_once() {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for rule in RULES {
            *names.entry(rule.id).or_default() += 1;
            let is_kebab = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(rule.id.chars().all(is_kebab), "{}: not in kebab case", rule.id);
            assert!(!rule.summary.is_empty() && !rule.summary.ends_with('.'), "{}", rule.id);
            assert!(rule.explanation.ends_with('.'), "{}: not a sentence", rule.id);
            for Example { title, .. } in (rule.matches)().into_iter().chain((rule.lookalikes)()) {
                assert!(!title.is_empty() && !title.ends_with('.'), "{}: {title}", rule.id);
            }
        }
        assert!(names.values().all(|count| *count == 1), "{names:?}");
        assert!(!names.contains_key("policy"), "reports use that name for a person's settings");
    }

    #[test]
    fn phases_stand_in_order_in_the_list() {
        assert!(RULES.is_sorted_by_key(|rule| rule.phase));
        let last = RULES.iter().rfind(|rule| rule.phase == Phase::Seen).expect("there are some");
        assert_eq!((last.id, last.conclusion), ("unexplained", Conclusion::Class(Class::Bug)));
    }

    #[test]
    fn later_phases_overrule_bugs_only() {
        let later: BTreeSet<Phase> = RULES.iter().map(|rule| rule.phase).collect();
        assert_eq!(later.len(), Phase::ALL.len());
        let mut bug = examples::panic("pop", "called `Option::unwrap()` on a `None` value");
        let mut documented = bug.clone().documented();
        for facts in [&mut bug, &mut documented] {
            facts.minimised = Some(crate::facts::SmallestSequence {
                has_unchecked_call_before: true,
                ..Default::default()
            });
        }
        assert_eq!(decide(&bug).id, "unchecked-call-before");
        assert_eq!(decide(&documented).id, "documented-panic");
    }

    #[test]
    fn experiments_overrule_hints_and_nothing_else() {
        let regardless = |facts: Facts| {
            let facts = facts
                .varied(|it| it.sites = vec![crate::facts::Site::of(examples::none_returns())]);
            (decide(&facts).id, overruled_hint(&facts).map(|hint| hint.id))
        };
        let documented = examples::panic("find", examples::INDEX).documented();
        assert!(may_be_overruled(&documented));
        assert_eq!(regardless(documented), ("no-argument-matters", Some("documented-panic")));
        let leaked = examples::panic("find", examples::INDEX).documented().minimised();
        let leaked = leaked.varied(|it| {
            it.sites = vec![crate::facts::Site::of(examples::none_returns())];
        });
        let leaked = leaked.minimised_with(|it| it.has_unchecked_call_before = true);
        assert_eq!(decide(&leaked).id, "unchecked-call-before");
        let foreign = examples::panic("find", examples::INDEX).foreign();
        assert!(!may_be_overruled(&foreign));
        assert_eq!(regardless(foreign), ("foreign-panic", None));
    }

    #[test]
    fn rules_wait_for_the_experiments_they_need() {
        let facts = examples::panic("pop", "nothing").minimised();
        let patient = Rule {
            needs: &[Experiment::NumberOutOfReach],
            applies: |facts| {
                facts.experiments.result(Experiment::NumberOutOfReach) == Some(Effect::LacksMemory)
            },
            phase: Phase::Minimised,
            id: "patient",
            ..RULES[0]
        };
        let always = Rule {
            applies: |_| true,
            id: "always",
            conclusion: Conclusion::Class(Class::Bug),
            ..RULES[0]
        };
        let rules = [always, patient];
        let decided = |facts: &Facts| decide_by(&rules, facts).map(|rule| rule.id);
        assert_eq!(decided(&facts), Some("always"));
        assert_eq!(wanted_by(&rules, &facts), BTreeSet::from([Experiment::NumberOutOfReach]));
        let mut known = facts.clone();
        known.experiments.record(Experiment::NumberOutOfReach, Effect::LacksMemory);
        assert_eq!(decided(&known), Some("patient"));
        assert!(wanted_by(&rules, &known).is_empty());
        let excused = [Rule { conclusion: Conclusion::Class(Class::Resource), ..always }, patient];
        assert!(wanted_by(&excused, &facts).is_empty(), "no result would change that");
    }
}
