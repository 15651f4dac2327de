//! Names of tests, from what they show and what distinguishes them from their neighbours.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use gadfly_plan::names::snake_case;
use gadfly_plan::prepared::Prepared;
use gadfly_tests::emit::TestNames;
use gadfly_wire::What;

use crate::deliver::passing::candidates::operation;
use crate::deliver::passing::outcomes::{ChangeKind, ResultKind, entries};
use crate::deliver::passing::recording::Recording;

/// The longest name that is not shortened.
const LONGEST: usize = 64;
/// The most words of a text in a name.
const WORDS: usize = 6;

/// What the name of a test is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// The type, in snake case; empty for a function of no type.
    owner: String,
    /// The function.
    function: String,
    /// What it does, the most telling first.
    outcomes: Vec<String>,
    /// Under which circumstances, the most telling first.
    circumstances: Vec<String>,
}

impl Shown {
    /// What the last call of a recording shows.
    pub(super) fn of(prepared: &Prepared, recording: &Recording, literals: &[String]) -> Shown {
        let statements = &recording.sequence.statements;
        let is_call = |at: &usize| {
            operation(prepared, &statements[*at]).is_some_and(|record| record.function.is_some())
        };
        let Some(last) = (0..statements.len()).rev().find(is_call) else { return Shown::default() };
        let Some(record) = operation(prepared, &statements[last]) else { return Shown::default() };
        let path_of = |function: u32| rust_path::plain(&prepared.functions[function as usize].path);
        let path = record.function.map(path_of).unwrap_or_default();
        let owner = rust_path::last(rust_path::owner(&path));
        let owner =
            if owner.starts_with(char::is_uppercase) { snake_case(owner) } else { String::new() };
        let step = &recording.steps[last];
        let debug = step.result.debug.as_deref();
        let change = step.changed.first().and_then(|look| {
            let before = recording.before(last, look.var)?;
            Some(ChangeKind::of(before, look.debug.as_deref()?))
        });
        let subject = if owner.is_empty() { "value".to_owned() } else { owner.clone() };
        let mut circumstances = Vec::new();
        let receiver = statements[last].args.first().filter(|_| record.is_method);
        if let Some(before) = receiver.and_then(|it| recording.before(last, it.var)) {
            match entries(before) {
                0 => circumstances.push(format!("on_an_empty_{subject}")),
                // Structures have fields, whatever is in them.
                _ if before.starts_with(char::is_uppercase) => {}
                1 => circumstances.push("with_one_entry".to_owned()),
                count => circumstances.push(format!("with_{count}_entries")),
            }
        }
        let given = statements[last].args.iter().skip(usize::from(record.is_method));
        let given: Vec<String> = given
            .filter_map(|argument| match statements[argument.var as usize].what {
                What::Literal(index) => literals.get(index as usize).map(|it| spoken(it)),
                What::Operation(_) => {
                    let look = &recording.steps[argument.var as usize].result;
                    look.debug.as_deref().map(spoken)
                }
            })
            .filter(|words| !words.is_empty())
            .collect();
        if !given.is_empty() {
            circumstances.push(format!("for_{}", given.join("_and_")));
        }
        let earlier: Vec<String> = (0..last)
            .filter(is_call)
            .filter_map(|at| {
                let record = operation(prepared, &statements[at])?;
                let name = rust_path::last(&path_of(record.function?)).to_owned();
                (!record.parameters.is_empty() && record.is_method).then(|| snake_case(&name))
            })
            .collect();
        if let Some(before) = earlier.last() {
            circumstances.push(format!("after_{before}"));
        }
        let outcomes = outcomes(debug, &record.output, change);
        Shown { owner, function: snake_case(rust_path::last(&path)), outcomes, circumstances }
    }

    /// Names, each more telling than the one before.
    fn names(&self, with_owner: bool) -> Vec<String> {
        let mut start = self.function.clone();
        if with_owner && !self.owner.is_empty() {
            start = format!("{}_{start}", self.owner);
        }
        let first = self.outcomes.first().cloned().unwrap_or_default();
        let mut names = vec![joined(&start, &[&first])];
        for circumstance in &self.circumstances {
            names.push(joined(&start, &[&first, circumstance]));
        }
        for second in self.outcomes.iter().skip(1) {
            names.push(joined(&start, &[second]));
            for circumstance in &self.circumstances {
                names.push(joined(&start, &[second, circumstance]));
            }
        }
        for (at, one) in self.circumstances.iter().enumerate() {
            for other in &self.circumstances[at + 1..] {
                names.push(joined(&start, &[&first, one, other]));
            }
        }
        names.retain(|name| name.len() <= LONGEST);
        if names.is_empty() { vec![clean(&start)] } else { names }
    }
}

fn joined(start: &str, parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    let all: Vec<&str> = std::iter::once(start).chain(parts.copied()).collect();
    clean(&all.join("_"))
}

/// The name as an identifier.
fn clean(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let letters: String = letters.collect();
    let parts: Vec<&str> = letters.split('_').filter(|part| !part.is_empty()).collect();
    let name = parts.join("_").to_ascii_lowercase();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("it_{name}") }
}

/// Names for tests, each once and none longer than needed to distinguish it.
pub(super) fn names(shown: &[Shown], taken: &mut TestNames) -> Vec<String> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for it in shown {
        owners.entry(&it.function).or_default().insert(&it.owner);
    }
    let choices: Vec<Vec<String>> =
        shown.iter().map(|it| it.names(owners[it.function.as_str()].len() > 1)).collect();
    let mut level = vec![0; shown.len()];
    let at = |level: &[usize], index: usize| {
        choices[index][level[index].min(choices[index].len() - 1)].as_str()
    };
    loop {
        let mut same: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for index in 0..shown.len() {
            same.entry(at(&level, index)).or_default().push(index);
        }
        let mut is_better = false;
        for group in same.values().filter(|group| group.len() > 1) {
            for index in group {
                if level[*index] + 1 < choices[*index].len() {
                    level[*index] += 1;
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
    (0..shown.len()).map(|index| taken.name(at(&level, index))).collect()
}

fn outcomes(debug: Option<&str>, output: &str, change: Option<ChangeKind>) -> Vec<String> {
    let changed = change.map(|change| match change {
        ChangeKind::Unchanged => "changes_nothing".to_owned(),
        ChangeKind::Grown => "adds_an_entry".to_owned(),
        ChangeKind::Shrunk => "leaves_fewer_entries".to_owned(),
        ChangeKind::Changed => "changes_a_value".to_owned(),
    });
    let is_plain = matches!(change, None | Some(ChangeKind::Unchanged));
    let Some(debug) = debug.filter(|_| output != "()") else {
        return changed.into_iter().collect();
    };
    let kind = ResultKind::of(debug);
    let result = match kind {
        ResultKind::True => "returns_true".to_owned(),
        ResultKind::False => "returns_false".to_owned(),
        ResultKind::Nothing => "returns_none".to_owned(),
        ResultKind::Something => "returns_some".to_owned(),
        ResultKind::Success => "succeeds".to_owned(),
        ResultKind::Failure(text) => format!("fails_with_{}", words(quoted(text).unwrap_or(text))),
        ResultKind::Empty if debug == "0" => "returns_zero".to_owned(),
        ResultKind::Empty => "returns_nothing".to_owned(),
        ResultKind::Value if debug.len() <= 8 && !debug.contains(' ') => {
            format!("returns_{}", spoken(debug))
        }
        ResultKind::Value => String::new(),
    };
    let exact = match kind {
        ResultKind::Something | ResultKind::Success => {
            let inner = debug.split_once('(').map_or("", |(_, inner)| inner.trim_end_matches(')'));
            Some(format!("returns_{}", spoken(inner))).filter(|name| name.len() < 30)
        }
        _ => None,
    };
    let is_telling = matches!(kind, ResultKind::Something | ResultKind::Failure(_));
    let ordered = match is_plain || is_telling {
        true => [Some(result), changed],
        false => [changed, Some(result)],
    };
    ordered
        .into_iter()
        .flatten()
        .chain(exact)
        .filter(|it| !it.is_empty() && it != "returns_")
        .collect()
}

/// A value in words: `3u8` as `3`, `-1` as `minus_1`, `""` as `an_empty_text`.
fn spoken(value: &str) -> String {
    let value = value.trim_start_matches('&');
    match value {
        "\"\"" => return "an_empty_text".to_owned(),
        "[]" | "{}" => return "nothing".to_owned(),
        _ => {}
    }
    if let Some(end) = value.find(['i', 'u', 'f']).filter(|_| !value.starts_with('"')) {
        let (digits, ty) = value.split_at(end);
        if let Ok(number) = digits.parse::<i128>() {
            return of_number(number, ty);
        }
    }
    match value.strip_prefix('-') {
        Some(positive) if positive.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("minus_{}", words(positive))
        }
        _ => words(value),
    }
}

fn of_number(number: i128, ty: &str) -> String {
    let largest = match ty {
        "u8" => i128::from(u8::MAX),
        "u16" => u16::MAX.into(),
        "u32" => u32::MAX.into(),
        "u64" | "usize" => u64::MAX.into(),
        "i8" => i8::MAX.into(),
        "i16" => i16::MAX.into(),
        "i32" => i32::MAX.into(),
        "i64" | "isize" => i64::MAX.into(),
        _ => return words(&number.to_string()),
    };
    match number {
        _ if number == largest => format!("the_largest_{ty}"),
        _ if number < 0 && -(number + 1) == largest => format!("the_smallest_{ty}"),
        _ if number < 0 => format!("minus_{}", -number),
        _ => number.to_string(),
    }
}

/// The text inside quotes: the message of an error that wraps one.
fn quoted(text: &str) -> Option<&str> {
    let (_, inner) = text.split_once('"')?;
    let (inner, _) = inner.rsplit_once('"')?;
    Some(inner).filter(|inner| inner.contains(' '))
}

/// The first words of a text.
fn words(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let words: Vec<String> = parts.take(WORDS).map(snake_case).collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(owner: &str, function: &str, outcomes: &[&str], circumstances: &[&str]) -> Shown {
        let own = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
        Shown {
            owner: owner.to_owned(),
            function: function.to_owned(),
            outcomes: own(outcomes),
            circumstances: own(circumstances),
        }
    }

    fn named(shown: &[Shown]) -> Vec<String> {
        names(shown, &mut TestNames::default())
    }

    #[test]
    fn outcomes_name_tests() {
        let tests = [
            shown("map", "get", &["returns_none"], &["for_3"]),
            shown("map", "get", &["returns_some"], &["for_1", "after_insert"]),
            shown("map", "len", &["returns_2"], &[]),
        ];
        assert_eq!(named(&tests), ["get_returns_none", "get_returns_some", "len_returns_2"]);
    }

    #[test]
    fn circumstances_distinguish_neighbours() {
        let tests = [
            shown("map", "get", &["returns_none"], &["on_an_empty_map", "for_3"]),
            shown("map", "get", &["returns_none"], &["with_one_entry", "for_3"]),
        ];
        assert_eq!(
            named(&tests),
            ["get_returns_none_on_an_empty_map", "get_returns_none_with_one_entry"]
        );
    }

    #[test]
    fn types_distinguish_functions_of_one_name() {
        let tests =
            [shown("map", "len", &["returns_2"], &[]), shown("set", "len", &["returns_2"], &[])];
        assert_eq!(named(&tests), ["map_len_returns_2", "set_len_returns_2"]);
        let twins = [tests[0].clone(), tests[0].clone()];
        assert_eq!(named(&twins), ["len_returns_2", "len_returns_2_2"]);
    }

    #[test]
    fn outcomes_are_put_in_words() {
        let check = |debug, change, expected: &[&str]| {
            assert_eq!(outcomes(debug, "T", change), expected);
        };
        let (grown, same) = (Some(ChangeKind::Grown), Some(ChangeKind::Unchanged));
        check(Some("None"), grown, &["adds_an_entry", "returns_none"]);
        check(Some("Some(3)"), grown, &["returns_some", "adds_an_entry", "returns_3"]);
        check(Some("None"), same, &["returns_none", "changes_nothing"]);
        check(Some("Err(UnexpectedEnd)"), None, &["fails_with_unexpected_end"]);
        check(Some("Err(Error(\"no number here\"))"), None, &["fails_with_no_number_here"]);
        assert_eq!(outcomes(Some("()"), "()", grown), ["adds_an_entry"]);
    }

    #[test]
    fn values_are_spoken() {
        for (value, expected) in [
            ("3u8", "3"),
            ("-1i32", "minus_1"),
            ("255u8", "the_largest_u8"),
            ("-128i8", "the_smallest_i8"),
            ("\"\"", "an_empty_text"),
            ("\"1.2.3-alpha\"", "1_2_3_alpha"),
            ("1..3", "1_3"),
        ] {
            assert_eq!(spoken(value), expected);
        }
        assert_eq!(clean("9__Lives!"), "it_9_lives");
    }
}
