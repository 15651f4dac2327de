//! The flat program that is being built and run at the moment, and the shared form in which sequences are kept.
//!
//! A kept sequence is a [`SequenceNode`]: other sequences, and a few statements over the concatenation of their variables.
//! Keeping a sequence that extends others therefore costs one small node, however long it is.

use crate::link::registry::Registry;
use crate::rng::mix;
use crate::run::borrow::{bit, is_mutating, Borrows, CallArg, VarSet};
use gadfly_wire::{Access, Argument, Sequence, Statement};
use std::rc::Rc;

/// The bit of a statement whose panic was caught, so that the sequence continued.
pub const CAUGHT: u32 = 1 << 31;

/// A kept sequence.
#[derive(Debug)]
pub struct SequenceNode {
    children: Box<[Rc<SequenceNode>]>,
    /// Per statement: code, number of arguments, packed arguments.
    words: Box<[u32]>,
    length: u32,
    /// Bytes allocated while it ran.
    cost: u64,
    /// A number that stands for its statements.
    number: u64,
}

/// A statement of the flat program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramStep {
    /// Its code.
    pub code: u32,
    first_arg: u32,
    args: u8,
    /// The variables that are dropped before it.
    pub kills: VarSet,
    /// The variables that it may have changed in place.
    pub changed: VarSet,
    /// The appended sequence it belongs to; none if it was added by itself.
    segment: Option<u32>,
    /// Bytes allocated while it ran.
    cost: u64,
}

/// The flat program.
#[derive(Debug, Default)]
pub struct FlatProgram {
    steps: Vec<ProgramStep>,
    args: Vec<CallArg>,
    segments: Vec<Segment>,
}

/// Statements of the program that a value depends on.
#[derive(Clone, Copy, Debug)]
pub struct NeededStatements {
    segments: u128,
    steps: VarSet,
}

/// Some statements of the program, as a sequence to keep.
pub struct Excerpt {
    /// The sequence.
    pub node: Rc<SequenceNode>,
    /// By variable of the program.
    numbers: [u32; crate::run::borrow::MAX_VARS],
}

impl Excerpt {
    /// The number in the sequence of a variable of the program, if it has that.
    pub fn number(&self, var: u32) -> Option<u32> {
        self.numbers.get(var as usize).copied().filter(|number| *number != u32::MAX)
    }
}

/// A variable of a kept sequence beside the one that it is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Companion {
    /// Its type index.
    pub ty: u32,
    /// Its number in the sequence.
    pub var: u32,
}

#[derive(Clone, Debug)]
struct Segment {
    node: Rc<SequenceNode>,
    base: u32,
}

impl SequenceNode {
    /// A sequence of one statement without arguments.
    pub fn leaf(code: u32) -> Rc<SequenceNode> {
        Self::new(Vec::new(), vec![code, 0], 1, 0)
    }

    /// A sequence of one statement without arguments that costs as much as allocating so many bytes.
    pub fn expensive_leaf(code: u32, cost: u64) -> Rc<SequenceNode> {
        Self::new(Vec::new(), vec![code, 0], 1, cost)
    }

    /// A sequence that makes a call with values of others: each with its variable there and its passing.
    pub fn call(code: u32, args: &[(&Rc<SequenceNode>, u32, Access)]) -> Rc<SequenceNode> {
        let mut words = vec![code, args.len() as u32];
        let (mut children, mut length, mut cost) = (Vec::new(), 0, 0);
        for &(node, var, access) in args {
            words.push(pack(CallArg { var: length + var, access }));
            children.push(Rc::clone(node));
            length += node.length;
            cost += node.cost;
        }
        Self::new(children, words, length + 1, cost)
    }

    /// A sequence of two statements without arguments.
    #[cfg(test)]
    pub(crate) fn pair(first: u32, second: u32) -> Rc<SequenceNode> {
        Self::new(Vec::new(), vec![first, 0, second, 0], 2, 0)
    }

    fn new(
        children: Vec<Rc<SequenceNode>>,
        words: Vec<u32>,
        length: u32,
        cost: u64,
    ) -> Rc<SequenceNode> {
        let from_children = children.iter().fold(0, |number, child| mix(number ^ child.number));
        let number =
            words.iter().fold(from_children, |number, word| mix(number ^ u64::from(*word)));
        let (children, words) = (children.into_boxed_slice(), words.into_boxed_slice());
        Rc::new(SequenceNode { children, words, length, cost, number })
    }

    /// A number that stands for its statements: equal ones have equal numbers, and others hardly ever.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The number of its statements.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The number of bytes allocated while it ran: roughly the cost of running it again.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Visits every statement in order, its variables renumbered to start at `base`. Stops at the first error.
    pub fn visit<E>(
        &self,
        base: u32,
        visit: &mut impl FnMut(u32, &[CallArg]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut next = base;
        for child in &*self.children {
            child.visit(next, visit)?;
            next += child.length;
        }
        let mut args = [CallArg { var: 0, access: Access::Move }; 12];
        let mut words = &self.words[..];
        while let [code, count, rest @ ..] = words {
            let (packed, rest) = rest.split_at(*count as usize);
            for (arg, word) in args.iter_mut().zip(packed) {
                *arg = unpack(*word);
                arg.var += base;
            }
            visit(*code, &args[..packed.len()])?;
            words = rest;
        }
        Ok(())
    }
}

impl FlatProgram {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.args.clear();
        self.segments.clear();
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// A statement.
    #[inline]
    pub fn step(&self, index: u32) -> &ProgramStep {
        &self.steps[index as usize]
    }

    /// The arguments of a statement.
    pub fn args(&self, index: u32) -> &[CallArg] {
        let step = &self.steps[index as usize];
        &self.args[step.first_arg as usize..][..step.args as usize]
    }

    /// Declares that the statements added from now on belong to a kept sequence.
    pub fn begin_segment(&mut self, node: Rc<SequenceNode>) -> u32 {
        self.segments.push(Segment { node, base: self.steps.len() as u32 });
        self.segments.len() as u32 - 1
    }

    /// Adds a statement.
    pub fn push(&mut self, code: u32, args: &[CallArg], kills: VarSet, segment: Option<u32>) {
        let changed = args
            .iter()
            .filter(|arg| is_mutating(arg.access))
            .fold(0, |changed, arg| changed | bit(arg.var));
        self.steps.push(ProgramStep {
            code,
            first_arg: self.args.len() as u32,
            args: args.len() as u8,
            kills,
            changed,
            segment,
            cost: 0,
        });
        self.args.extend_from_slice(args);
    }

    /// Notes how many bytes a statement allocated.
    pub fn set_cost(&mut self, index: u32, bytes: u64) {
        self.steps[index as usize].cost = bytes;
    }

    /// Notes that a statement turned out to leave a variable as it was.
    pub fn unchanged(&mut self, index: u32, var: u32) {
        self.steps[index as usize].changed &= !bit(var);
    }

    /// The statements that a variable's present value depends on.
    pub fn needed(&self, var: u32, borrows: &Borrows) -> NeededStatements {
        let mut needed = bit(var);
        let mut used_segments = 0_u128;
        let mut used_steps: VarSet = 0;
        for index in (0..self.steps.len() as u32).rev() {
            let step = &self.steps[index as usize];
            if let Some(segment) = step.segment {
                if needed & bit(index) != 0 {
                    used_segments |= 1 << segment;
                }
                continue;
            }
            let touches = crate::run::borrow::members(step.changed)
                .any(|changed| (bit(changed) | borrows.ancestors(changed)) & needed != 0);
            if needed & bit(index) != 0 || touches {
                used_steps |= bit(index);
                needed = self.args(index).iter().fold(needed, |set, arg| set | bit(arg.var));
            }
        }
        NeededStatements { segments: used_segments, steps: used_steps }
    }

    /// The length of a sequence of these statements.
    pub fn length_of(&self, needed: &NeededStatements) -> u32 {
        let kept = self.segments.iter().enumerate();
        let kept = kept.filter(|(index, _)| needed.segments & (1 << index) != 0);
        kept.map(|(_, segment)| segment.node.length).sum::<u32>() + needed.steps.count_ones()
    }

    /// Some statements, as a sequence to keep.
    ///
    /// Statements that came from kept sequences are taken or left with the whole of their sequence, and moved to the front:
    /// they share no variable with anything before them.
    pub fn keep(&self, needed: &NeededStatements) -> Excerpt {
        self.build(needed.segments, needed.steps)
    }

    /// All statements as a sequence to keep. Kept sequences must have come before everything else.
    pub fn whole(&self) -> Rc<SequenceNode> {
        let own = (0..self.steps.len() as u32)
            .filter(|index| self.steps[*index as usize].segment.is_none())
            .fold(0, |set, index| set | bit(index));
        let segments = (0..self.segments.len()).fold(0, |set, index| set | 1 << index);
        self.build(segments, own).node
    }

    fn build(&self, used_segments: u128, used_steps: VarSet) -> Excerpt {
        let mut numbers = [u32::MAX; crate::run::borrow::MAX_VARS];
        let (mut next, mut cost) = (0, 0);
        let mut children = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            if used_segments & (1 << index) == 0 {
                continue;
            }
            for offset in 0..segment.node.length {
                numbers[(segment.base + offset) as usize] = next + offset;
            }
            next += segment.node.length;
            cost += segment.node.cost;
            children.push(Rc::clone(&segment.node));
        }
        let mut words = Vec::with_capacity(4 * used_steps.count_ones() as usize);
        for index in crate::run::borrow::members(used_steps) {
            let args = self.args(index);
            words.push(self.steps[index as usize].code);
            words.push(args.len() as u32);
            for arg in args {
                words.push(pack(CallArg { var: numbers[arg.var as usize], access: arg.access }));
            }
            cost += self.steps[index as usize].cost;
            numbers[index as usize] = next;
            next += 1;
        }
        let node = if words.is_empty() && children.len() == 1 {
            children.remove(0)
        } else {
            SequenceNode::new(children, words, next, cost)
        };
        Excerpt { node, numbers }
    }
}

/// Puts flat words (per statement: code, number of arguments, packed arguments) into the wire form, working the kills out
/// again. Statements that the borrow rules forbid cut the sequence short.
pub fn to_wire(registry: &Registry, words: &[u32]) -> Sequence {
    let mut sequence = Sequence::default();
    let mut borrows = Borrows::default();
    let mut words = words;
    while let [code, count, rest @ ..] = words {
        let Some(packed) = rest.get(..*count as usize) else { break };
        let args: Vec<CallArg> = packed.iter().map(|word| unpack(*word)).collect();
        let (code, caught) = (*code & !CAUGHT, *code & CAUGHT != 0);
        let rules = registry.rules(code);
        let Ok(kills) = borrows.check(rules, &args) else { break };
        sequence.statements.push(Statement {
            what: registry.what(code),
            args: args.iter().map(|arg| Argument { var: arg.var, access: arg.access }).collect(),
            kills: borrows.drop_order(kills),
            caught,
        });
        let result = borrows.apply(rules, &args, kills);
        if caught {
            borrows.give_up(result);
        }
        words = &rest[packed.len()..];
    }
    sequence.final_drops = borrows.drop_order(borrows.alive());
    sequence.alive = (0..borrows.len() as u32).map(|var| borrows.is_alive(var)).collect();
    sequence
}

/// An argument as one word.
#[inline]
pub fn pack(arg: CallArg) -> u32 {
    let access = match arg.access {
        Access::Move => 0,
        Access::Copy => 1,
        Access::Borrow => 2,
        Access::BorrowMut => 3,
        Access::CopyRef => 4,
        Access::Reborrow => 5,
        Access::ReborrowMut => 6,
    };
    arg.var << 3 | access
}

/// An argument from one word. Only words from [`pack`] come here; the unused code reads as a move.
#[inline]
pub fn unpack(word: u32) -> CallArg {
    let access = match word & 7 {
        1 => Access::Copy,
        2 => Access::Borrow,
        3 => Access::BorrowMut,
        4 => Access::CopyRef,
        5 => Access::Reborrow,
        6 => Access::ReborrowMut,
        _ => Access::Move,
    };
    CallArg { var: word >> 3, access }
}
