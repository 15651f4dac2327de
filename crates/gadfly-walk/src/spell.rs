//! Calls with their arguments as text, without the type's own name: what the oracle knows sequences by.
//!
//! Arguments depend on their place in the sequence as it ran: every sequence asks its sources from their beginning.

use crate::{Call, Purity, Walk};

/// Where arguments come from.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// What makes them, in turn.
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
    sources: Vec<Source>,
}

impl Speller {
    /// Spells arguments from these sources.
    pub fn new(sources: Vec<Source>) -> Speller {
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

    /// What a sequence of a walk is known by: its calls but for those that only looked on the way.
    pub fn key(&self, walk: &Walk, purity: &Purity, step: usize) -> String {
        let sequence = walk.calls_of(step);
        let spelt = self.spell(&walk.calls, &sequence);
        let kept = purity.reduced(&sequence);
        let kept: Vec<&str> = kept.into_iter().map(|at| spelt[at].as_str()).collect();
        kept.join("; ")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[test]
    fn arguments_follow_from_their_place() {
        let number = |text: &str| Maker { text: text.to_owned(), args: Vec::new() };
        let sources = vec![
            Source { makers: vec![number("0"), number("1")] },
            Source { makers: vec![Maker { text: "Item({0})".to_owned(), args: vec![0] }] },
        ];
        let call = |name: &str, args: Vec<usize>| Call {
            name: name.to_owned(),
            role: Role::Procedure,
            args,
        };
        let calls = [call("new", Vec::new()), call("push", vec![1])];
        let spelt = Speller::new(sources).spell(&calls, &[0, 1, 1, 1]);
        assert_eq!(spelt, ["new()", "push(Item(0))", "push(Item(1))", "push(Item(0))"]);
    }
}
