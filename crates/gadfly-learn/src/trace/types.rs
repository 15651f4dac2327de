//! What a run shows about types.

use super::{Outcome, Trace, When};
use crate::record::{Object, Value};

/// What a run shows about a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeFacts {
    /// Its name, with paths and parameters.
    pub name: String,
    /// `true` if its values have to be dropped.
    pub has_destructor: bool,
    /// `true` if its values have no identity: nothing to drop, and nothing changes them. Such a type has no model.
    pub is_plain: bool,
    /// `true` if equal bytes are handles of one object, as those of `Rc` are.
    pub is_handle: bool,
}

impl TypeFacts {
    pub(super) fn new(name: &str, has_destructor: bool) -> Self {
        let is_handle =
            ["alloc::rc::Rc<", "alloc::sync::Arc<"].iter().any(|it| name.starts_with(it));
        Self { name: name.to_owned(), has_destructor, is_plain: !has_destructor, is_handle }
    }
}

/// Fills in what calls show about types.
pub(super) fn judge(trace: &mut Trace) {
    let mut seen = Seen { types: &mut trace.types };
    for call in &trace.calls {
        for argument in &call.arguments {
            seen.value(argument, false);
        }
        for (position, value) in &call.again {
            if let Some(before) = call.arguments.get(*position) {
                seen.compare(before, value);
            }
        }
        if let Outcome::Returned(value) = &call.outcome {
            seen.value(value, false);
            seen.handles(&call.again, value);
        }
    }
    for moment in &trace.moments {
        if let When::Site(_, value) = &moment.when {
            seen.value(value, false);
        }
    }
    for facts in seen.types.iter_mut() {
        facts.is_plain |= facts.name.ends_with("{{closure}}");
    }
}

struct Seen<'a> {
    types: &'a mut [TypeFacts],
}

impl Seen<'_> {
    /// Types behind a mutable reference have an identity unless they have no size.
    fn value(&mut self, value: &Value, is_mutable: bool) {
        match value {
            Value::Object(object) => {
                let facts = &mut self.types[object.type_number];
                if object.size == 0 {
                    (facts.has_destructor, facts.is_plain) = (false, true);
                } else if is_mutable {
                    facts.is_plain = false;
                }
            }
            Value::Mutable(inner) => self.value(inner, true),
            Value::Shared(inner) => self.value(inner, false),
            _ => value.parts().iter().for_each(|part| self.value(part, is_mutable)),
        }
    }

    /// Types whose values change while a function runs have an identity.
    fn compare(&mut self, before: &Value, after: &Value) {
        let (before, after) = (before.objects(), after.objects());
        for (before, after) in before.into_iter().zip(after) {
            if is_same_place(before, after) && before.hash != after.hash {
                self.types[after.type_number].is_plain = false;
            }
        }
    }

    /// Two values with one address in them, both alive: handles.
    fn handles(&mut self, again: &[(usize, Value)], returned: &Value) {
        for new in returned.objects().into_iter().filter(|it| it.has_address) {
            let old = again.iter().flat_map(|(_, value)| value.objects());
            let mut copies = old.filter(|it| is_copy(it, new));
            if copies.next().is_some() {
                self.types[new.type_number].is_handle = true;
            }
        }
    }
}

/// Returns whether two looks are at one object, before and after a call.
pub(crate) fn is_same_place(before: &Object, after: &Object) -> bool {
    before.type_number == after.type_number && before.address == after.address
}

fn is_copy(old: &Object, new: &Object) -> bool {
    old.type_number == new.type_number && old.hash == new.hash && old.address != new.address
}
