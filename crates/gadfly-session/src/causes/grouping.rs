//! Findings with one cause: those that one call is to blame for, and those of one kind.

use gadfly_minimise::masked;
use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{During, Outcome, Statement, What};

use super::suspect::{Suspect, record, twin};
use crate::deliver::minimising::Minimised;
use crate::report::{Finding, Kind};

/// The start of all messages about arithmetic that does not fit its type.
const ARITHMETIC: &str = "attempt to ";
/// Numbers from here on are too large on purpose.
const HUGE: u128 = 1 << 31;

/// A finding with its minimised sequence, and the call that is to blame if memory is misused.
#[derive(Clone)]
pub(crate) struct Member<'m> {
    /// The finding.
    pub(crate) finding: &'m Finding,
    /// Its sequence.
    pub(crate) shown: &'m Minimised,
    /// The blamed call.
    pub(crate) suspect: Option<Suspect>,
}

/// Members by cause, as indices; groups are in the order of their first members.
pub(crate) fn groups(members: &[Member<'_>], prepared: &Prepared) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..members.len()).collect();
    for (index, member) in members.iter().enumerate() {
        for earlier in 0..index {
            let (from, to) = (group[index], group[earlier]);
            if from != to && has_one_cause(member, &members[earlier], prepared) {
                let (gone, stays) = (from.max(to), from.min(to));
                group.iter_mut().filter(|it| **it == gone).for_each(|it| *it = stays);
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
    for (index, group) in group.into_iter().enumerate() {
        groups[group].push(index);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn has_one_cause(left: &Member<'_>, right: &Member<'_>, prepared: &Prepared) -> bool {
    match (&left.suspect, &right.suspect) {
        (Some(one), Some(other)) => one.is_alike(other),
        (Some(suspect), None) => suspect.is_in(prepared, &right.shown.sequence),
        (None, Some(suspect)) => suspect.is_in(prepared, &left.shown.sequence),
        (None, None) => is_of_one_kind(left, right, prepared),
    }
}

/// Returns whether two findings say the same of one type.
fn is_of_one_kind(left: &Member<'_>, right: &Member<'_>, prepared: &Prepared) -> bool {
    let (one, other) = (left.finding, right.finding);
    if one.kind != other.kind || one.class != other.class {
        return false;
    }
    let says_the_same = masked(&one.message_line()) == masked(&other.message_line());
    match one.kind {
        Kind::Law => one.law == other.law && family(left, prepared) == family(right, prepared),
        Kind::Panic if says_the_same && one.message.starts_with(ARITHMETIC) => {
            let is_twin = twin(&one.item) == twin(&other.item);
            let is_overflow = one.message.ends_with("with overflow");
            let is_huge = || has_huge_number(left.shown) && has_huge_number(right.shown);
            let is_beside = rust_path::owner(&one.item) == rust_path::owner(&other.item);
            is_twin || (is_overflow && is_beside && is_huge())
        }
        Kind::Panic | Kind::Crash => {
            says_the_same
                && (twin(&one.item) == twin(&other.item) || asks_one_state(left, right, prepared))
        }
        _ => false,
    }
}

/// The type whose function made the value that breaks a law, where a value is made from another; the item itself otherwise.
fn family(member: &Member<'_>, prepared: &Prepared) -> String {
    let item = &member.finding.item;
    let made = || {
        let Outcome::Broken { vars, .. } = &member.shown.outcome else { return None };
        let maker = Suspect::of(prepared, &member.shown.sequence, *vars.first()?)?.item;
        let (owner, method) = (rust_path::owner(&maker).to_owned(), rust_path::last(item));
        // Beside what makes iterators of the same container.
        (owner != rust_path::owner(item)).then(|| format!("{owner} {method}"))
    };
    made().unwrap_or_else(|| item.clone())
}

/// Returns whether the last calls of two sequences take nothing but the same value, brought about by the same calls. A value that
/// nothing was done with is as its maker intended: what fails on it is at fault itself.
fn asks_one_state(left: &Member<'_>, right: &Member<'_>, prepared: &Prepared) -> bool {
    let start = |member: &Member<'_>| {
        let (last, before) = member.shown.sequence.statements.split_last()?;
        let is_asking = matches!(
            &member.shown.outcome,
            Outcome::Panicked { during: During::Call, .. }
                | Outcome::Died { during: During::Call, .. }
        );
        record(prepared, last).filter(|_| is_asking && last.args.len() == 1)?;
        let uses = |it: &Statement| it.args.iter().any(|argument| argument.var == last.args[0].var);
        before.iter().find(|it| uses(it))?;
        let literals = &member.shown.literals;
        let source = |statement: &Statement| match statement.what {
            What::Literal(number) => literals.get(number as usize).cloned(),
            What::Operation(id) => Some(id.to_string()),
        };
        let statements = before.iter().map(|it| (source(it), it.args.clone())).collect::<Vec<_>>();
        Some((statements, last.args[0].var))
    };
    start(left).is_some_and(|left| start(right) == Some(left))
}

/// Returns whether a sequence has a number in it that is near the end of its type.
fn has_huge_number(shown: &Minimised) -> bool {
    shown.sequence.statements.iter().any(|statement| {
        let What::Literal(number) = statement.what else { return false };
        shown.literals.get(number as usize).is_some_and(|source| is_huge(source))
    })
}

/// Returns whether a literal's source is a huge number, or one by name.
fn is_huge(source: &str) -> bool {
    let number = source.trim_start_matches(['-', '(']);
    let end = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().is_ok_and(|number: u128| number >= HUGE)
        || source.contains("::MAX")
        || source.contains("::MIN")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::causes::suspect::Feature;
    use gadfly_triage::facts;
    use gadfly_wire::Sequence;

    fn shown(literal: &str) -> Minimised {
        Minimised {
            sequence: Sequence::of(vec![Statement::new(What::Literal(0))]),
            outcome: Outcome::Returned,
            note: String::new(),
            known: facts::SmallestSequence::default(),
            experiments: facts::Experiments::default(),
            literals: vec![literal.to_owned()],
            added: Vec::new(),
            calls_before: 1,
            calls: 1,
        }
    }

    fn finding(item: &str, message: &str) -> Finding {
        Finding { item: item.to_owned(), message: message.to_owned(), ..Finding::example() }
    }

    fn suspect(item: &str, features: &[Feature]) -> Suspect {
        let features: BTreeSet<Feature> = features.iter().copied().collect();
        Suspect { item: item.to_owned(), features, statement: 0 }
    }

    fn grouped(members: &[(Finding, Minimised, Option<Suspect>)]) -> Vec<Vec<usize>> {
        let members: Vec<Member<'_>> = members
            .iter()
            .map(|(finding, shown, suspect)| Member { finding, shown, suspect: suspect.clone() })
            .collect();
        groups(&members, &Prepared::new(String::new(), "k", "1.0.0"))
    }

    #[test]
    fn one_blamed_call_is_one_cause() {
        let of = |item: &str, blamed: Option<Suspect>| (finding(item, item), shown("1"), blamed);
        let surplus = || Some(suspect("k::List::insert_many", &[Feature::Surplus]));
        let members = [
            of("k::List::drop", surplus()),
            of("k::List::pop", Some(suspect("k::List::insert_many", &[Feature::Interrupted]))),
            of("k::List::hash", surplus()),
            of("k::List::len", None),
        ];
        assert_eq!(grouped(&members), [vec![0, 2], vec![1], vec![3]]);
    }

    #[test]
    fn overflows_of_one_type_are_one_cause() {
        let overflow = "attempt to multiply with overflow";
        let of =
            |item: &str, message: &str, literal| (finding(item, message), shown(literal), None);
        let members = [
            of("k::Time::hours", overflow, "9223372036854775807"),
            of("k::Time::days", overflow, "i64::MAX"),
            of("k::Time::weeks", overflow, "3"),
            of("k::Size::kilo", overflow, "i64::MAX"),
            of("k::Time::years", "attempt to add with overflow", "i64::MAX"),
            of("k::Time::ratio", "attempt to divide by zero", "i64::MAX"),
            of("k::Time::rest", "attempt to divide by zero", "i64::MAX"),
        ];
        let expected = [vec![0, 1], vec![2], vec![3], vec![4], vec![5], vec![6]];
        assert_eq!(grouped(&members), expected);
    }

    #[test]
    fn twins_are_one_cause() {
        let of = |item: &str, message: &str| (finding(item, message), shown("1"), None);
        let members = [
            of("k::Grid::col", "index 3 of 2"),
            of("k::Grid::col_mut", "index 4 of 1"),
            of("k::Grid::row_mut", "index 4 of 1"),
            of("k::Grid::col_mut", "unwrapped nothing"),
        ];
        assert_eq!(grouped(&members), [vec![0, 1], vec![2], vec![3]]);
    }
}
