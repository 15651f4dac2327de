//! The rules, moment by moment.

use std::collections::HashMap;

use super::store::{Last, Store, Whereabouts};
use crate::record::{Object, ObjectId, Value};
use crate::trace::{Birth, CallId, Moment, ObjectFacts, Outcome, Trace, When};

/// Numbers the objects of a trace.
pub(super) fn resolve(trace: &mut Trace) {
    let moments = std::mem::take(&mut trace.moments);
    let mut resolver = Resolver {
        trace,
        store: Store::default(),
        later: HashMap::new(),
        time: 0,
        began: HashMap::new(),
    };
    let mut process = None;
    let mut start = 0;
    while start < moments.len() {
        let of_process = |it: &&Moment| it.process == moments[start].process;
        let count = moments[start..].iter().take_while(of_process).count();
        if process != Some(moments[start].process) {
            process = Some(moments[start].process);
            resolver.store = Store::default();
            resolver.later = later(resolver.trace, &moments[start..start + count], resolver.time);
        }
        for moment in &moments[start..start + count] {
            match &moment.when {
                When::Enter(call) => resolver.enter(*call),
                When::Exit(call) => resolver.exit(*call),
                When::Site(site, value) => resolver.site(*site, value.clone()),
            }
        }
        start += count;
    }
    trace.moments = moments;
}

/// Type and bytes, with their sightings.
type Later = HashMap<(usize, u64), Vec<Sighting>>;

/// A sighting of some bytes with an address in them.
#[derive(Clone, Copy)]
struct Sighting {
    time: usize,
    address: u64,
    /// `true` if a call began with it. Otherwise the call explains how these bytes came about.
    is_argument: bool,
}

fn later(trace: &Trace, moments: &[Moment], mut time: usize) -> Later {
    let mut later = Later::new();
    for moment in moments {
        time += 1;
        let mut note = |value: &Value, is_argument: bool| {
            for it in value.objects().into_iter().filter(|it| it.has_address) {
                let seen = later.entry((it.type_number, it.hash)).or_default();
                seen.push(Sighting { time, address: it.address, is_argument });
            }
        };
        match &moment.when {
            When::Enter(call) => {
                trace.calls[*call].arguments.iter().for_each(|value| note(value, true));
            }
            When::Exit(call) => {
                trace.calls[*call].again.iter().for_each(|(_, value)| note(value, false));
                if let Outcome::Returned(value) = &trace.calls[*call].outcome {
                    note(value, false);
                }
            }
            When::Site(_, value) => note(value, true),
        }
    }
    later
}

struct Resolver<'a> {
    trace: &'a mut Trace,
    store: Store,
    later: Later,
    /// Number of the moment.
    time: usize,
    /// The moment at which open calls began.
    began: HashMap<CallId, usize>,
}

/// How a value is seen.
#[derive(Clone, Copy)]
enum Seeing {
    /// As an argument; the whereabouts of what is passed by value.
    Argument(Whereabouts),
    Again,
    Returned(CallId),
    Site(u32),
}

/// What a call that returns could return.
struct Reach {
    began: usize,
    /// Objects that are still behind references of the call, and unchanged.
    held: Vec<ObjectId>,
    /// Objects that the call was given by value.
    given: Vec<ObjectId>,
    /// `true` if it was given an object by value or by mutable reference.
    is_wide: bool,
    /// `true` if it was given any object.
    has_objects: bool,
}

impl Resolver<'_> {
    fn enter(&mut self, call: CallId) {
        self.time += 1;
        self.began.insert(call, self.time);
        let mut arguments = std::mem::take(&mut self.trace.calls[call].arguments);
        let count: usize = arguments.iter().map(|it| self.identified(it).len()).sum();
        let passed = if count > 1 { Whereabouts::Stored } else { Whereabouts::Consumed };
        for argument in &mut arguments {
            self.value(argument, false, Seeing::Argument(passed), None);
        }
        self.trace.calls[call].arguments = arguments;
    }

    fn exit(&mut self, call: CallId) {
        self.time += 1;
        let mut again = std::mem::take(&mut self.trace.calls[call].again);
        let mut outcome = std::mem::replace(&mut self.trace.calls[call].outcome, Outcome::Open);
        let arguments = std::mem::take(&mut self.trace.calls[call].arguments);
        if let Outcome::Returned(value) = &mut outcome {
            self.moved_out(&arguments, &again, value);
        }
        self.again(&arguments, &mut again);
        if let Outcome::Returned(value) = &mut outcome {
            let reach = self.reach(call, &arguments, &again);
            self.value(value, false, Seeing::Returned(call), Some(&reach));
        }
        let call = &mut self.trace.calls[call];
        (call.arguments, call.again, call.outcome) = (arguments, again, outcome);
    }

    fn site(&mut self, site: u32, mut value: Value) {
        self.time += 1;
        self.value(&mut value, false, Seeing::Site(site), None);
    }

    /// Objects of a value that have an identity.
    fn identified<'v>(&self, value: &'v Value) -> Vec<&'v Object> {
        let all = value.objects().into_iter();
        all.filter(|it| !self.trace.types[it.type_number].is_plain).collect()
    }

    /// What was behind a reference and is in the returned value now, while something else is behind the reference.
    fn moved_out(&mut self, arguments: &[Value], again: &[(usize, Value)], returned: &mut Value) {
        for (position, value) in again {
            let Some(before) = arguments.get(*position) else { continue };
            let after = value.objects();
            for (before, after) in before.objects().into_iter().zip(after) {
                let is_changed = before.hash != after.hash && before.address == after.address;
                if let Some(id) = before.id.filter(|_| is_changed) {
                    let free =
                        |it: &Object| it.id.is_none() && it.type_number == before.type_number;
                    let found = first_mut(returned, &|it| free(it) && it.hash == before.hash);
                    if let Some(object) = found {
                        object.id = Some(id);
                        self.store.see(id, object, Whereabouts::Returned, self.time);
                    }
                }
            }
        }
    }

    /// Second looks: what is at the place of an argument is that argument, unless it is another one of the call.
    fn again(&mut self, arguments: &[Value], again: &mut [(usize, Value)]) {
        let before: Vec<Object> =
            arguments.iter().flat_map(|it| self.identified(it)).cloned().collect();
        for (_, value) in again {
            self.look_again(value, &before);
        }
    }

    fn look_again(&mut self, value: &mut Value, before: &[Object]) {
        if let Value::Object(object) = value {
            if self.trace.types[object.type_number].is_plain {
                return;
            }
            let is_type = |it: &&Object| it.type_number == object.type_number;
            let at_place = before.iter().filter(is_type).find(|it| it.address == object.address);
            let by_bytes = |it: &&Object| it.hash == object.hash && it.has_address;
            let other = before.iter().filter(is_type).find(by_bytes);
            let left = |it: &&Object| {
                let id = it.id.and_then(|id| self.store.last(id));
                id.is_some_and(|last| {
                    last.whereabouts == Whereabouts::Returned && last.time == self.time
                })
            };
            let found = match at_place {
                Some(same) if same.hash == object.hash => Some(same),
                _ => other.or(at_place).filter(|it| !left(it)),
            };
            match found.and_then(|it| it.id) {
                Some(id) => {
                    object.id = Some(id);
                    self.store.see(id, object, Whereabouts::Placed, self.time);
                }
                None => self.object(object, true, Seeing::Again, None),
            }
            return;
        }
        value.parts_mut().iter_mut().for_each(|part| self.look_again(part, before));
    }

    fn reach(&self, call: CallId, arguments: &[Value], again: &[(usize, Value)]) -> Reach {
        let held = again.iter().flat_map(|(_, value)| value.objects()).filter_map(|it| it.id);
        let mut reach = Reach {
            began: self.began.get(&call).copied().unwrap_or_default(),
            held: held.collect(),
            given: Vec::new(),
            is_wide: false,
            has_objects: false,
        };
        for argument in arguments {
            let objects = self.identified(argument);
            reach.has_objects |= !objects.is_empty();
            match argument {
                Value::Shared(_) => {}
                Value::Mutable(_) => reach.is_wide |= !objects.is_empty(),
                _ => {
                    reach.is_wide |= !objects.is_empty();
                    reach.given.extend(objects.iter().filter_map(|it| it.id));
                }
            }
        }
        reach
    }

    fn value(&mut self, value: &mut Value, is_placed: bool, seeing: Seeing, reach: Option<&Reach>) {
        let is_placed = match value {
            Value::Object(object) => {
                if !self.trace.types[object.type_number].is_plain && object.id.is_none() {
                    self.object(object, is_placed, seeing, reach);
                }
                return;
            }
            Value::Shared(_) | Value::Mutable(_) | Value::Boxed(_) | Value::List { .. } => true,
            _ => is_placed,
        };
        for part in value.parts_mut() {
            self.value(part, is_placed, seeing, reach);
        }
    }

    fn object(
        &mut self,
        look: &mut Object,
        is_placed: bool,
        seeing: Seeing,
        reach: Option<&Reach>,
    ) {
        let reach = reach.filter(|_| !is_placed);
        let id = match self.find(look, is_placed, reach) {
            Some(id) => id,
            None => {
                let birth = match seeing {
                    Seeing::Returned(call) => Birth::Returned(call),
                    Seeing::Site(site) => Birth::Site(site),
                    Seeing::Argument(_) | Seeing::Again => Birth::Unknown,
                };
                self.trace.objects.push(ObjectFacts { type_number: look.type_number, birth });
                self.trace.objects.len() - 1
            }
        };
        let whereabouts = match seeing {
            _ if is_placed => Whereabouts::Placed,
            Seeing::Argument(whereabouts) => whereabouts,
            Seeing::Again | Seeing::Returned(_) | Seeing::Site(_) => Whereabouts::Returned,
        };
        look.id = Some(id);
        self.store.see(id, look, whereabouts, self.time);
    }

    /// Applies the rules in their order.
    fn find(&self, look: &Object, is_placed: bool, reach: Option<&Reach>) -> Option<ObjectId> {
        let is_handle = self.trace.types[look.type_number].is_handle && look.has_address;
        let is_allowed = |id: ObjectId, last: &Last| match reach {
            None => true,
            Some(reach) if is_handle && reach.has_objects => true,
            Some(reach) => reach.allows(id, last),
        };
        let moving = self
            .store
            .newest(look, |id, last| last.whereabouts.is_moving() && is_allowed(id, last));
        let at = self.store.at(look).filter(|_| is_placed);
        let in_place = at.filter(|(_, last)| last.hash == look.hash).map(|(id, _)| id);
        let same = || self.store.newest(look, is_allowed);
        let given = || {
            let reach = reach?;
            let is_type = |id: &&ObjectId| {
                let last = self.store.last(**id).filter(|last| last.time < self.time);
                last.is_some_and(|last| last.type_number == look.type_number)
            };
            reach.given.iter().find(is_type).copied()
        };
        let changed = || at.filter(|(_, last)| !self.is_seen_elsewhere(last, look.address));
        let found = moving.or(in_place).or_else(same).or_else(given);
        found.or_else(|| changed().map(|(id, _)| id))
    }

    /// Returns whether the bytes of an object are seen at another address next, and not because a call made them.
    fn is_seen_elsewhere(&self, last: &Last, address: u64) -> bool {
        let seen = self.later.get(&(last.type_number, last.hash)).filter(|_| last.has_address);
        let next = seen.and_then(|seen| seen.iter().find(|it| it.time > self.time));
        next.is_some_and(|next| next.is_argument && next.address != address)
    }
}

impl Reach {
    /// Returns whether a call may return, by value, an object that was seen before.
    fn allows(&self, id: ObjectId, last: &Last) -> bool {
        if self.held.contains(&id) {
            return false;
        }
        let is_seen_within = last.time > self.began;
        let is_stored = last.whereabouts == Whereabouts::Stored;
        is_seen_within || self.is_wide || (self.has_objects && is_stored)
    }
}

/// The first object of a value that fulfils a condition.
fn first_mut<'v>(value: &'v mut Value, wanted: &dyn Fn(&Object) -> bool) -> Option<&'v mut Object> {
    match value {
        Value::Object(object) => Some(object).filter(|it| wanted(it)),
        _ => value.parts_mut().iter_mut().find_map(|part| first_mut(part, wanted)),
    }
}
