//! Which arguments functions change.

use std::collections::{BTreeMap, BTreeSet};

use crate::function::{Functions, Passing};
use crate::record::{ObjectId, Value};
use crate::trace::{Call, CallId, Position, Trace};

/// A person's table: the path of a function, or its end, and the parameters that it does not change.
pub type PurityTable = BTreeMap<String, Vec<String>>;

/// Which arguments functions change.
///
/// A person's table wins. A reference whose bytes or `Debug` text has changed in any call is changed. Otherwise the
/// signature decides: shared references are not changed, mutable ones and values are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purity {
    kept: BTreeSet<(u32, usize)>,
    seen_changed: BTreeSet<(u32, usize)>,
    /// Shared references, by the signature or by what was passed.
    shared: BTreeSet<(u32, usize)>,
}

impl Purity {
    /// What a run and signatures show, and a person says.
    pub fn of(trace: &Trace, functions: &Functions, table: &PurityTable) -> Self {
        let mut purity = Self::default();
        for (number, function) in (0..).zip(&functions.0) {
            let named = table.iter().find(|(path, _)| is_end(&function.path, path));
            let kept = named.map(|(_, names)| names.as_slice()).unwrap_or_default();
            for (index, parameter) in function.parameters.iter().enumerate() {
                if kept.contains(&parameter.name) {
                    purity.kept.insert((number, index));
                }
                if parameter.passing == Passing::Shared {
                    purity.shared.insert((number, index));
                }
            }
        }
        for call in &trace.calls {
            purity.see(call, functions);
        }
        purity
    }

    fn see(&mut self, call: &Call, functions: &Functions) {
        for (index, after) in &call.again {
            let Some(before) = call.arguments.get(*index) else { continue };
            if before.parts().first().is_some_and(|before| is_changed(before, after)) {
                self.seen_changed.insert((call.function, *index));
            }
        }
        if functions.get(call.function).is_none() {
            let arguments = call.arguments.iter().enumerate();
            let shared = arguments.filter(|(_, value)| matches!(value, Value::Shared(_)));
            self.shared.extend(shared.map(|(index, _)| (call.function, index)));
        }
    }

    /// Returns whether a function changes an argument.
    pub fn changes(&self, function: u32, argument: usize) -> bool {
        let key = (function, argument);
        !self.kept.contains(&key)
            && (self.seen_changed.contains(&key) || !self.shared.contains(&key))
    }

    /// Returns whether a call changes an object that is in it: at any position, or by making it.
    pub fn changes_object(&self, trace: &Trace, call: CallId, object: ObjectId) -> bool {
        let function = trace.calls[call].function;
        trace.positions(call, object).into_iter().any(|position| match position {
            Position::Argument(index) => self.changes(function, index),
            Position::Return => trace.is_made_within(object, call),
        })
    }
}

/// Returns whether a path is another, or ends with it.
fn is_end(path: &str, end: &str) -> bool {
    let front = path.strip_suffix(end);
    front.is_some_and(|front| front.is_empty() || front.ends_with("::"))
}

/// Returns whether what is behind a reference differs after a call.
fn is_changed(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let texts = before.text_hash.zip(after.text_hash);
            before.hash != after.hash || texts.is_some_and(|(before, after)| before != after)
        }
        _ => {
            let (parts, parts_after) = (before.parts(), after.parts());
            if parts.is_empty() && parts_after.is_empty() {
                return before != after;
            }
            std::mem::discriminant(before) != std::mem::discriminant(after)
                || parts.len() != parts_after.len()
                || parts.iter().zip(parts_after).any(|(before, after)| is_changed(before, after))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_match_by_their_ends() {
        assert!(is_end("graph::Node::degree", "Node::degree"));
        assert!(is_end("graph::Node::degree", "graph::Node::degree"));
        assert!(!is_end("graph::MyNode::degree", "Node::degree"));
    }

    #[test]
    fn values_behind_references_are_compared() {
        let text = |text: &str| Value::Text { text: text.to_owned(), is_whole: true };
        let some = |value| Value::Some(Box::new(value));
        assert!(is_changed(&Value::Signed(1), &Value::Signed(2)));
        assert!(is_changed(&Value::None, &some(Value::Unit)));
        assert!(is_changed(&some(text("a")), &some(text("b"))));
        assert!(!is_changed(&some(text("a")), &some(text("a"))));
    }
}
