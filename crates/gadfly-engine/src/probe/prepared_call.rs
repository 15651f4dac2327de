//! Calls that are made again and again beside the running sequence, on what became of the same values and on other literals.
//!
//! Whatever is the same each time is found out once: how arguments are passed, what the journal is told of them, where clones
//! and results have their room. The journal has each call before it is made, as ever.

use crate::link::registry::{Operation, Parameter, Type};
use crate::probe::probe_call::{access_of, ProbeResult, Value, MOST_ARGS};
use crate::process::panic;
use crate::run::borrow::Arg;
use crate::run::execute::Machine;
use crate::run::frame;
use crate::run::program::pack;
use crate::snapshot::journal::Count;
use crate::snapshot::quarantine::Lineage;
use crate::values::literal::{LiteralOperation, Room, NO_LITERAL};
use gadfly_wire::{Access, During};
use std::sync::atomic::Ordering::Relaxed;

/// What an argument of a repeated call is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// A literal of a type.
    Literal(u32),
    /// What became of a value.
    Value {
        /// Its type.
        ty: u32,
        /// The variable that the journal knows it as.
        var: u32,
    },
    /// The same, and it is the call that changes it.
    Changed {
        /// Its type.
        ty: u32,
        /// The variable that the journal knows it as.
        var: u32,
    },
}

/// A call, ready to be made many times.
pub(crate) struct PreparedCall<'r> {
    code: u32,
    operation: &'r Operation,
    output: &'r Type,
    /// As which arguments it takes literals, and how these are passed.
    literals: Vec<(usize, u32)>,
    /// Its other arguments.
    values: Vec<Lent<'r>>,
    /// What the journal is told: a statement for each literal, and the call.
    words: Vec<u32>,
    /// Where the word for its first argument is.
    first: usize,
    places: [*mut u8; MOST_ARGS],
    rooms: Box<[Room; MOST_ARGS]>,
    /// Room for its result.
    out: Place<'r>,
    /// The largest integer among the literals.
    magnitude: u64,
    /// Whether none of its like has killed the process.
    is_harmless: bool,
}

/// How a value is passed.
struct Lent<'r> {
    /// As which argument.
    at: usize,
    how: How<'r>,
}

enum How<'r> {
    /// By its own place.
    Itself,
    /// By the place that it refers to.
    Behind,
    /// As a clone that the call takes, in this room.
    Given(unsafe fn(*const u8, *mut u8), Place<'r>),
    /// As a clone that is there after the call.
    Shown,
}

/// Room for a value that is not there between two calls.
struct Place<'r> {
    ty: &'r Type,
    place: *mut u8,
}

impl<'r> Place<'r> {
    fn new(ty: &'r Type) -> Self {
        Self { ty, place: frame::allocate(ty) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // SAFETY: allocated for this type. Whoever writes a value moves it out again or drops it before anything else is done.
        unsafe { frame::release(self.ty, self.place) };
    }
}

impl PreparedCall<'_> {
    /// Forgets the literals of the last call.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.magnitude = 0;
    }

    /// Takes the literal with this code as the `nth` of the next call.
    #[inline]
    pub(crate) fn take(&mut self, nth: usize, code: u32, literal: &LiteralOperation) {
        let (at, _) = self.literals[nth];
        self.words[2 * nth] = code;
        self.magnitude = self.magnitude.max(literal.extent());
        literal.copy_to(&mut self.rooms[at]);
    }

    /// What its arguments were made from.
    #[inline]
    fn lineage(&self, values: &[Value]) -> Lineage {
        let literals = Lineage { magnitude: self.magnitude, ..Lineage::default() };
        values.iter().fold(literals, |lineage, value| lineage.max(value.lineage))
    }

    /// What the journal is told of the call, whose first statement would have the number `next`.
    #[inline]
    fn words(&mut self, next: u32) -> (&[u32], usize) {
        for (nth, (at, access)) in self.literals.iter().enumerate() {
            self.words[self.first + at] = (next + nth as u32) << 3 | access;
        }
        (&self.words, self.first - 2)
    }
}

impl<'a> Machine<'a> {
    /// Prepares a call whose arguments are these, if it can be made so and nothing might refer to a literal after it.
    pub(crate) fn repeated(&self, code: u32, roles: &[Role]) -> Option<PreparedCall<'a>> {
        let registry = self.registry;
        let operation = registry.operation(code)?;
        if operation.args.len() != roles.len() || roles.len() > MOST_ARGS {
            return None;
        }
        let mut literals = Vec::new();
        let mut values = Vec::new();
        let mut packed = Vec::new();
        let (mut carries, mut lends) = (false, false);
        for (at, (role, parameter)) in roles.iter().zip(&operation.args).enumerate() {
            let (ty, var) = match *role {
                Role::Literal(ty) => (ty, 0),
                Role::Value { ty, var } | Role::Changed { ty, var } => (ty, var),
            };
            let access = access_of(parameter, ty)?;
            let word = pack(Arg { var, access });
            packed.push(word);
            let info = &registry.types[ty as usize];
            let how = match role {
                Role::Literal(_) => {
                    // Whether something keeps it is not known of properties.
                    lends |= access == Access::Borrow;
                    literals.push((at, word));
                    continue;
                }
                Role::Value { .. } => {
                    carries |= info.carries;
                    how(info, parameter, access)?
                }
                Role::Changed { .. } => How::Itself,
            };
            values.push(Lent { at, how });
        }
        if carries && lends {
            return None;
        }
        let mut words = [0, 0].repeat(literals.len());
        words.extend([code, roles.len() as u32]);
        let first = words.len();
        words.extend(packed);
        let output = &registry.types[operation.output as usize];
        Some(PreparedCall {
            code,
            operation,
            output,
            literals,
            values,
            words,
            first,
            places: [std::ptr::null_mut(); MOST_ARGS],
            rooms: Box::new([NO_LITERAL; MOST_ARGS]),
            out: Place::new(output),
            magnitude: 0,
            is_harmless: self.quarantine.is_harmless(code),
        })
    }

    /// Changes a cloned input by a call that was prepared for it and whose first statement would have the number `next`: the number of
    /// the statement after it, or nothing when the call did not return.
    pub(crate) fn change(
        &mut self,
        call: &mut PreparedCall<'_>,
        cloned_input: &mut Value,
        next: u32,
    ) -> Option<u32> {
        let lineage = call.lineage(std::slice::from_ref(cloned_input));
        if !self.may(call, lineage) {
            return None;
        }
        for lent in &call.values {
            call.places[lent.at] = cloned_input.place;
        }
        self.begin_call(call, lineage, next);
        let (run, out) = (call.operation.run, call.out.place);
        // SAFETY: one place per argument, of the type and kind it asks for, as `changes` made sure: the cloned input, which nobody else
        // knows, and literals that were written for this call and that nothing keeps. There is room for the result.
        let yielded =
            panic::guard(u64::from(call.code), || unsafe { run(call.places.as_ptr(), out) });
        cloned_input.lineage = cloned_input.lineage.max(lineage).deeper();
        if !matches!(yielded, Ok(true)) {
            let count = if yielded.is_err() { Count::Panicked } else { Count::Illegal };
            self.journal.count(call.code, count);
            return None;
        }
        self.journal.count(call.code, Count::Returned);
        let next = next + call.literals.len() as u32 + 1;
        if let Some(glue) = call.output.drop {
            self.journal.set_during(During::Drop(next - 1));
            // SAFETY: the result is alive, nobody else knows it, and what it may borrow from is still there. When that is given
            // up half-way, nothing touches it again.
            panic::guard(0, || unsafe { glue(out) }).ok()?;
        }
        Some(next)
    }

    /// Calls a property, prepared for what these are cloned inputs of, whose first statement would have the number `next`.
    pub(crate) fn try_on(
        &mut self,
        call: &mut PreparedCall<'_>,
        cloned_inputs: &[Value],
        next: u32,
    ) -> ProbeResult {
        let lineage = call.lineage(cloned_inputs);
        if !self.may(call, lineage) || cloned_inputs.len() != call.values.len() {
            return ProbeResult::Impossible;
        }
        let mark = self.journal.mark();
        if !self.lend_cloned_inputs(call, cloned_inputs) {
            return ProbeResult::Impossible;
        }
        self.begin_call(call, lineage, next);
        let run = call.operation.run;
        let mut verdict = 0_u8;
        // SAFETY: one place per argument, of the type and kind it asks for: cloned inputs that are only looked at, clones and literals
        // that were made for this call. There is room for a `u8`, which linking made sure is what a property yields.
        let told = panic::guard(u64::from(call.code), || unsafe {
            run(call.places.as_ptr(), &mut verdict)
        });
        self.drop_shown(call, cloned_inputs, call.values.len());
        match told {
            Ok(true) if verdict == 0 => {
                self.journal.rewind(mark);
                self.journal.count(call.code, Count::Returned);
                ProbeResult::Kept
            }
            Ok(false) => {
                self.journal.rewind(mark);
                self.journal.count(call.code, Count::Illegal);
                ProbeResult::Refused
            }
            Ok(true) | Err(_) => ProbeResult::Failed,
        }
    }

    /// Finds the places of a call's values, cloning some. False, with no clone left, if one cannot be cloned.
    #[inline]
    fn lend_cloned_inputs(&mut self, call: &mut PreparedCall<'_>, cloned_inputs: &[Value]) -> bool {
        for (index, lent) in call.values.iter().enumerate() {
            let cloned_input = &cloned_inputs[index];
            let place = match &lent.how {
                How::Itself => Some(cloned_input.place),
                // SAFETY: the place holds a live reference to a sized value, which is a thin pointer.
                How::Behind => Some(unsafe { *cloned_input.place.cast::<*mut u8>() }),
                How::Given(clone, room) => {
                    self.journal.set_during(During::Debug(cloned_input.var));
                    // SAFETY: the cloned input is alive and nobody else has it, and there is room for another of its type, where none is.
                    let cloned =
                        panic::guard(0, || unsafe { clone(cloned_input.place, room.place) });
                    cloned.ok().map(|()| room.place)
                }
                How::Shown => self.clone_value(*cloned_input).map(|clone| clone.place),
            };
            let Some(place) = place else {
                self.drop_given(call, cloned_inputs, index);
                self.drop_shown(call, cloned_inputs, index);
                return false;
            };
            call.places[lent.at] = place;
        }
        true
    }

    /// Drops those of the first few clones that the call would have taken, had it been made.
    #[cold]
    fn drop_given(&mut self, call: &PreparedCall<'_>, cloned_inputs: &[Value], count: usize) {
        for (lent, cloned_input) in call.values[..count].iter().zip(cloned_inputs) {
            let glue = self.registry.types[cloned_input.ty as usize].drop;
            if let (How::Given(_, room), Some(glue)) = (&lent.how, glue) {
                self.journal.set_during(During::Drop(cloned_input.var));
                // SAFETY: the clone was made and not passed to anybody.
                let _ = panic::guard(0, || unsafe { glue(room.place) });
            }
        }
    }

    /// Drops those of the first few clones that the call leaves alive.
    #[inline]
    fn drop_shown(&mut self, call: &PreparedCall<'_>, cloned_inputs: &[Value], count: usize) {
        for (index, lent) in call.values[..count].iter().enumerate() {
            if matches!(lent.how, How::Shown) {
                self.drop_value(Value { place: call.places[lent.at], ..cloned_inputs[index] });
            }
        }
    }

    /// Whether a call may be made.
    #[inline]
    fn may(&self, call: &PreparedCall<'_>, lineage: Lineage) -> bool {
        let calls = || self.journal.calls.load(Relaxed);
        call.is_harmless || self.quarantine.allows(call.code, lineage, calls)
    }

    /// Tells the journal of a call that is about to be made.
    #[inline]
    fn begin_call(&mut self, call: &mut PreparedCall<'_>, lineage: Lineage, next: u32) {
        for (at, _) in &call.literals {
            call.places[*at] = call.rooms[*at].as_mut_ptr();
        }
        let (words, last) = call.words(next);
        self.journal.statements(words, last);
        self.journal.count(call.code, Count::Called);
        self.announce_call(lineage);
    }
}

/// How a value of a type is passed, if that can be done many times.
fn how<'r>(ty: &'r Type, parameter: &Parameter, access: Access) -> Option<How<'r>> {
    let clone = || ty.vtable?.clone;
    Some(match access {
        Access::CopyRef | Access::Reborrow if parameter.thin => How::Behind,
        Access::Borrow | Access::Copy | Access::CopyRef | Access::Reborrow => How::Itself,
        Access::Move => How::Given(clone()?, Place::new(ty)),
        Access::BorrowMut => clone().map(|_| How::Shown)?,
        Access::ReborrowMut => return None,
    })
}
