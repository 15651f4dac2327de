//! Whether the objects of a call had met before.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::function::Functions;
use crate::history::Purity;
use crate::record::{ObjectId, Value};
use crate::trace::{CallId, Position, Trace, When};

/// How often two arguments of a function had met: had been in one earlier call that changed or made one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partners {
    /// The function.
    pub function: usize,
    /// The two arguments.
    pub arguments: (usize, usize),
    /// Calls whose arguments had met.
    pub met: u32,
    /// Calls whose arguments had not.
    pub strangers: u32,
    /// Calls with one object for both.
    pub same: u32,
}

/// What traced calls show about two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They had met in all calls.
    All,
    /// They had met in some calls.
    Some,
    /// They had met in no call.
    None,
}

impl Partners {
    /// The summary.
    pub fn meeting(&self) -> Meeting {
        match (self.met, self.strangers) {
            (_, 0) => Meeting::All,
            (0, _) => Meeting::None,
            _ => Meeting::Some,
        }
    }

    /// Returns whether a new call may have two different objects that have met, or not.
    pub fn allows(&self, have_met: bool) -> bool {
        match self.meeting() {
            Meeting::All => have_met,
            Meeting::None => !have_met,
            Meeting::Some => true,
        }
    }
}

/// Counts meetings of the arguments of public functions, by the numbers of functions.
pub(super) fn count(trace: &Trace, functions: &Functions, purity: &Purity) -> Vec<Partners> {
    let mut met: BTreeSet<(ObjectId, ObjectId)> = BTreeSet::new();
    let mut counts: BTreeMap<(u32, usize, usize), Partners> = BTreeMap::new();
    for moment in &trace.moments {
        match moment.when {
            When::Enter(call) if functions.is_public(trace.calls[call].function) => {
                see(trace, call, &met, &mut counts);
            }
            When::Exit(call) => meet(trace, purity, call, &mut met),
            When::Enter(_) | When::Site(..) => {}
        }
    }
    counts.into_values().collect()
}

fn see(
    trace: &Trace,
    call: CallId,
    met: &BTreeSet<(ObjectId, ObjectId)>,
    counts: &mut BTreeMap<(u32, usize, usize), Partners>,
) {
    let facts = &trace.calls[call];
    let first = |value: &Value| value.objects().into_iter().find_map(|object| object.id);
    let objects: Vec<(usize, ObjectId)> = facts
        .arguments
        .iter()
        .enumerate()
        .filter_map(|(index, value)| Some((index, first(value)?)))
        .collect();
    for (at, (left, one)) in objects.iter().enumerate() {
        for (right, other) in &objects[at + 1..] {
            let function = facts.function as usize;
            let arguments = (*left, *right);
            let new = Partners { function, arguments, met: 0, strangers: 0, same: 0 };
            let partners = counts.entry((facts.function, *left, *right)).or_insert(new);
            if one == other {
                partners.same += 1;
            } else if met.contains(&ordered(*one, *other)) {
                partners.met += 1;
            } else {
                partners.strangers += 1;
            }
        }
    }
}

/// Notes who met in a call that is over.
fn meet(trace: &Trace, purity: &Purity, call: CallId, met: &mut BTreeSet<(ObjectId, ObjectId)>) {
    /// Objects of a call that are paired; a long list would make very many pairs.
    const MOST: usize = 16;
    let mut objects = trace.objects_of(call);
    objects.truncate(MOST);
    let changed: Vec<bool> =
        objects.iter().map(|object| purity.changes_object(trace, call, *object)).collect();
    for (left, one) in objects.iter().enumerate() {
        for (right, other) in objects.iter().enumerate().skip(left + 1) {
            if changed[left] || changed[right] {
                met.insert(ordered(*one, *other));
            }
        }
    }
}

fn ordered(one: ObjectId, other: ObjectId) -> (ObjectId, ObjectId) {
    (one.min(other), one.max(other))
}

impl Partners {
    /// The positions of the two arguments.
    pub fn positions(&self) -> (Position, Position) {
        (Position::Argument(self.arguments.0), Position::Argument(self.arguments.1))
    }
}
