//! Rules of triage for people and for programs: all of them in a table, or one in full.

use gadfly_triage::{Conclusion, Example, Phase, RULES, Rule, decide};
use serde::Serialize;

use crate::console::{Painter, Tone};
use gadfly_session::report::POLICY;

/// The widest that running text gets.
const WIDEST: usize = 100;

/// All rules in order, grouped by phase.
pub(crate) fn rules_table(painter: Painter) -> String {
    let longest = |text: fn(&Rule) -> &str| RULES.iter().map(|rule| text(rule).len()).max();
    let id_width = longest(|rule| rule.id).unwrap_or(0);
    let class_width = longest(|rule| rule.conclusion.name()).unwrap_or(0);
    let mut text = String::new();
    for phase in Phase::ALL {
        let title = painter.paint(Tone::Strong, &format!("Decided {}", phase.describe()));
        text.push_str(&format!("{title}\n"));
        for rule in RULES.iter().filter(|rule| rule.phase == phase) {
            let id = painter.paint(Tone::Strong, &format!("{:<id_width$}", rule.id));
            let class =
                painter.paint(tone(rule), &format!("{:<class_width$}", rule.conclusion.name()));
            text.push_str(&format!("  {id}  {class}  {}\n", rule.summary));
        }
        text.push('\n');
    }
    text.push_str(
        "In each group the first rule that applies decides. A later group is asked only about bugs; that of other values is asked\n\
         about all that words, names or sizes have decided.\n",
    );
    text
}

/// One rule in full.
pub(crate) fn rule_text(rule: &Rule, painter: Painter, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDEST).min(WIDEST);
    let class = painter.paint(tone(rule), rule.conclusion.name());
    let mut text = format!("{}: {class}\n\n", painter.paint(Tone::Strong, rule.id));
    text.push_str(&wrapped(rule.explanation, width));
    let group: Vec<&Rule> = RULES.iter().filter(|other| other.phase == rule.phase).collect();
    let place = group.iter().position(|other| other.id == rule.id).map_or(0, |at| at + 1);
    text.push_str(&format!(
        "\nDecided {}, as rule {place} of {}, {}.\n",
        rule.phase.describe(),
        group.len(),
        rule.evidence.describe()
    ));
    text.push_str("\nDecides, for example:\n");
    for example in (rule.matches)() {
        text.push_str(&format!("  {}\n", example.title));
    }
    let lookalikes = (rule.lookalikes)();
    if !lookalikes.is_empty() {
        text.push_str("\nLooks similar, and is decided by another rule:\n");
        for Example { title, facts } in lookalikes {
            let other = decide(&facts);
            text.push_str(&format!("  {title} [{}: {}]\n", other.id, other.conclusion.name()));
        }
    }
    text.push_str(&overruling(rule));
    text
}

/// What stands for a rule where a person's settings decide.
pub(crate) fn policy_text(painter: Painter) -> String {
    format!(
        "{}\n\nThe settings in gadfly.toml decide, and the rules do not: `[triage]` names the item, or `[triage.rules]`\n\
         the rule that would have decided. The finding keeps that rule as `overruled`.\n",
        painter.paint(Tone::Strong, POLICY)
    )
}

/// Rules as one JSON document, with a line break at its end.
pub(crate) fn rules_json(rules: &[Rule]) -> String {
    let titles = |examples: Vec<Example>| examples.into_iter().map(|it| it.title).collect();
    let document = RuleList {
        format_version: 1,
        command: "explain",
        rules: rules
            .iter()
            .map(|rule| RuleEntry {
                id: rule.id,
                phase: rule.phase.name(),
                class: rule.conclusion.name(),
                evidence: rule.evidence.name(),
                summary: rule.summary,
                explanation: rule.explanation,
                matches: titles((rule.matches)()),
                lookalikes: titles((rule.lookalikes)()),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&document).expect("plain data has a JSON form");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct RuleList {
    format_version: u32,
    command: &'static str,
    rules: Vec<RuleEntry>,
}

#[derive(Serialize)]
struct RuleEntry {
    id: &'static str,
    phase: &'static str,
    class: &'static str,
    evidence: &'static str,
    summary: &'static str,
    explanation: &'static str,
    matches: Vec<&'static str>,
    lookalikes: Vec<&'static str>,
}

fn overruling(rule: &Rule) -> String {
    let Conclusion::Class(class) = rule.conclusion else {
        return "\nNo setting overrules it: such findings cannot be shown reliably.\n".to_owned();
    };
    let other = gadfly_triage::Class::ALL.into_iter().find(|other| *other != class);
    let other = other.map_or("", gadfly_triage::Class::name);
    format!(
        "\nTo overrule it, in gadfly.toml:\n  [triage.rules]\n  {} = \"{other}\"\n\
         \nor for one item alone:\n  [triage]\n  {other} = [\"Type::method\"]\n",
        rule.id
    )
}

fn tone(rule: &Rule) -> Tone {
    match rule.conclusion {
        Conclusion::Class(gadfly_triage::Class::Bug) => Tone::Bad,
        Conclusion::Class(_) | Conclusion::Unproven => Tone::Warning,
    }
}

/// A text in lines of some width at most, where words allow it.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let size = word.chars().count();
        if length > 0 && length + 1 + size > width {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += size;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;

    fn plain() -> Painter {
        Painter::new(ColorChoice::Never, false)
    }

    #[test]
    fn the_table_has_every_rule_once_in_order() {
        let text = rules_table(plain());
        let ids = text.lines().filter_map(|line| line.strip_prefix("  ")?.split("  ").next());
        let expected: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.collect::<Vec<_>>(), expected);
        assert!(text.contains("\nDecided when the test of a bug is proven or not\n"), "{text}");
        assert!(text.contains("  zero-divisor               precondition  the function"), "{text}");
    }

    #[test]
    fn a_rule_is_described_with_lookalikes_and_settings() {
        let rule = gadfly_triage::find("zero-divisor").expect("it exists");
        let text = rule_text(rule, plain(), Some(60));
        assert!(text.starts_with("zero-divisor: precondition\n\nThe function divides"), "{text}");
        let explanation = text.split("\n\n").nth(1).expect("a paragraph");
        assert!(explanation.lines().all(|line| line.chars().count() <= 60), "{explanation}");
        assert!(
            text.contains(
                "\n  `insert(0)` divides by zero, deeper in the crate [language-panic: bug]\n"
            ),
            "{text}"
        );
        assert!(text.contains("\n  [triage.rules]\n  zero-divisor = \"bug\"\n"), "{text}");
    }

    #[test]
    fn rules_that_leave_nothing_to_show_cannot_be_overruled() {
        let rule = gadfly_triage::find("unproven-misuse").expect("it exists");
        let text = rule_text(rule, plain(), None);
        assert!(text.starts_with("unproven-misuse: unproven\n"), "{text}");
        assert!(
            text.ends_with("\nNo setting overrules it: such findings cannot be shown reliably.\n")
        );
    }
}
