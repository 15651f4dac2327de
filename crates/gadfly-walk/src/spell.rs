//! Calls with their arguments as text, without the type's own name: what the oracle knows sequences by.
//!
//! Arguments depend on their place in the sequence as it ran: every sequence asks its sources from their beginning.

use std::collections::BTreeSet;

use crate::{Call, Purity, Walk};

/// The source text of arguments.
#[derive(Clone, Debug, Default)]
pub struct ArgumentTexts {
    /// The functions that make them, in turn.
    pub makers: Vec<Maker>,
}

/// Makes one argument.
#[derive(Clone, Debug)]
pub struct Maker {
    /// The text, with `{0}`, `{1}`, … for its own arguments.
    pub text: String,
    /// The sources of those.
    pub args: Vec<usize>,
}

/// Spells sequences.
#[derive(Clone, Debug, Default)]
pub struct Speller {
    sources: Vec<ArgumentTexts>,
}

impl Speller {
    /// Spells arguments from these sources.
    pub fn new(sources: Vec<ArgumentTexts>) -> Speller {
        Speller { sources }
    }

    /// Every call of a sequence with its arguments.
    pub fn spell(&self, calls: &[Call], sequence: &[usize]) -> Vec<String> {
        let mut requests = vec![0; self.sources.len()];
        sequence
            .iter()
            .map(|call| {
                let call = &calls[*call];
                let args: Vec<String> =
                    call.args.iter().map(|source| self.next(*source, &mut requests)).collect();
                format!("{}({})", call.name, args.join(", "))
            })
            .collect()
    }

    /// The key of a sequence of a walk: its calls without those before the last that only looked.
    pub fn key(&self, walk: &Walk, purity: &Purity, step: usize) -> String {
        let sequence = walk.calls_of(step);
        let spelt = self.spell(&walk.calls, &sequence);
        let kept = purity.reduced(&sequence);
        let kept: Vec<&str> = kept.into_iter().map(|at| spelt[at].as_str()).collect();
        kept.join("; ")
    }

    /// The calls that a key stands for, if they come out as that key when they are run as they are.
    pub fn read(&self, calls: &[Call], key: &str) -> Option<Vec<usize>> {
        let sequence: Option<Vec<usize>> = parts(key)
            .into_iter()
            .map(|part| {
                let name = name_of(part);
                calls.iter().position(|call| call.name == name)
            })
            .collect();
        let sequence = sequence?;
        (self.spell(calls, &sequence).join("; ") == key).then_some(sequence)
    }

    /// The calls that changed the value in walks with these keys: others are left out of a key before its last call.
    pub fn changing<'k>(
        &self,
        calls: &[Call],
        keys: impl IntoIterator<Item = &'k str>,
    ) -> BTreeSet<usize> {
        let names = keys.into_iter().flat_map(|key| {
            let parts = parts(key);
            let last = parts.len().saturating_sub(1);
            parts.into_iter().take(last).skip(1).map(name_of)
        });
        names.filter_map(|name| calls.iter().position(|call| call.name == name)).collect()
    }

    fn next(&self, source: usize, requests: &mut [usize]) -> String {
        let Some(found) = self.sources.get(source).filter(|found| !found.makers.is_empty()) else {
            return "?".to_owned();
        };
        let maker = &found.makers[requests[source] % found.makers.len()];
        requests[source] += 1;
        let mut text = maker.text.clone();
        for (at, inner) in maker.args.iter().enumerate() {
            let inner = self.next(*inner, requests);
            text = text.replace(&format!("{{{at}}}"), &inner);
        }
        text
    }
}

/// The name of a call with its arguments.
fn name_of(part: &str) -> &str {
    part.split('(').next().unwrap_or(part)
}

/// The calls of a key: what stands between semicolons outside of brackets and texts.
fn parts(key: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0_u32, None);
    let mut characters = key.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quoted, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(mark), _) if mark == character => quoted = None,
            (Some(_), _) => {}
            (None, '"') => quoted = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ';') if depth == 0 => {
                parts.push(key[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(key[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[test]
    fn arguments_follow_from_their_place() {
        let number = |text: &str| Maker { text: text.to_owned(), args: Vec::new() };
        let sources = vec![
            ArgumentTexts { makers: vec![number("0"), number("1")] },
            ArgumentTexts { makers: vec![Maker { text: "Item({0})".to_owned(), args: vec![0] }] },
        ];
        let call = |name: &str, args: Vec<usize>| Call {
            name: name.to_owned(),
            role: Role::Procedure,
            args,
        };
        let calls = [call("new", Vec::new()), call("push", vec![1])];
        let speller = Speller::new(sources);
        let spelt = speller.spell(&calls, &[0, 1, 1, 1]);
        assert_eq!(spelt, ["new()", "push(Item(0))", "push(Item(1))", "push(Item(0))"]);
        assert_eq!(speller.read(&calls, "new(); push(Item(0))"), Some(vec![0, 1]));
        // What only looked on the way had taken an argument.
        assert_eq!(speller.read(&calls, "new(); push(Item(1))"), None);
        assert_eq!(speller.read(&calls, "new(); gone()"), None);
    }

    #[test]
    fn calls_inside_of_keys_change_the_value() {
        let call =
            |name: &str| Call { name: name.to_owned(), role: Role::Mutate, args: Vec::new() };
        let calls = [call("new"), call("add"), call("clear"), call("size")];
        let keys = ["new(); add(); size()", "new(); add(); clear(); size()", "new(); clear()"];
        let speller = Speller::default();
        assert_eq!(speller.changing(&calls, keys), BTreeSet::from([1, 2]));
        assert_eq!(speller.changing(&calls, [keys[2]]), BTreeSet::new(), "the last may be pure");
    }

    #[test]
    fn calls_are_split_outside_of_brackets_and_texts() {
        assert_eq!(
            parts("new(); a([0; 3]); b(\"x; \\\"y\")"),
            ["new()", "a([0; 3])", "b(\"x; \\\"y\")"]
        );
    }
}
