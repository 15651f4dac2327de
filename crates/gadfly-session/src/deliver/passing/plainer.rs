//! Plainer ways to write a sequence: numbers in the place of calls that yield them.

use std::collections::BTreeMap;

use gadfly_plan::literals::source;
use gadfly_plan::prepared::{ParameterMode, Prepared};
use gadfly_tests::print::needed_for;
use gadfly_wire::{Access, Literal, LiteralType, LiteralValue, Sequence, Statement, What};

use crate::deliver::passing::candidates::operation;
use crate::deliver::passing::recording::Recording;

/// Literals, of which each has one index.
pub(super) struct LiteralTable {
    /// All of them.
    pub(super) literals: Vec<Literal>,
    /// Indices by source.
    known: BTreeMap<String, u32>,
}

impl LiteralTable {
    /// A table with these literals at its start.
    pub(super) fn of(literals: Vec<Literal>) -> LiteralTable {
        let known = literals.iter().map(source).zip(0..).collect();
        LiteralTable { literals, known }
    }

    /// The index of a literal, which is added if it is not there.
    fn index(&mut self, literal: &Literal) -> u32 {
        let next = self.literals.len() as u32;
        let index = *self.known.entry(source(literal)).or_insert(next);
        if index == next {
            self.literals.push(literal.clone());
        }
        index
    }
}

/// The sequence with numbers that calls have yielded written as numbers where later calls take them; nothing if there are none.
/// Calls that were made for their number alone are gone.
pub(super) fn plainer(
    prepared: &Prepared,
    recording: &Recording,
    table: &mut LiteralTable,
) -> Option<Sequence> {
    let statements = &recording.sequence.statements;
    let mut written: Vec<Statement> = Vec::new();
    let mut numbers: Vec<u32> = Vec::new();
    // By variable: the literal that stands for it where it is passed on.
    let mut stands_for: Vec<Option<Literal>> = Vec::new();
    let mut is_plainer = false;
    for (statement, step) in statements.iter().zip(&recording.steps) {
        let mut moved = Statement { kills: Vec::new(), ..statement.clone() };
        for argument in &mut moved.args {
            let is_changed = matches!(argument.access, Access::BorrowMut | Access::ReborrowMut);
            let literal = stands_for[argument.var as usize].as_ref().filter(|_| !is_changed);
            argument.var = match literal {
                Some(literal) => {
                    is_plainer = true;
                    written.push(Statement::literal(table.index(literal)));
                    written.len() as u32 - 1
                }
                None => numbers[argument.var as usize],
            };
        }
        let literal = operation(prepared, statement)
            .and_then(|record| literal_of(&record.output, step.result.debug.as_deref()?));
        stands_for.push(literal);
        numbers.push(written.len() as u32);
        written.push(moved);
    }
    if !is_plainer {
        return None;
    }
    let last = written.len() as u32 - 1;
    let changes = |it: &Statement| {
        it.args.iter().any(|it| matches!(it.access, Access::BorrowMut | Access::ReborrowMut))
    };
    let shown: Vec<u32> = (0u32..)
        .zip(&written)
        .filter(|(at, it)| *at == last || changes(it))
        .map(|(at, _)| at)
        .collect();
    Some(Sequence::of(needed_for(&written, &shown)))
}

/// The literal that a value of a type with this `Debug` form is written as.
fn literal_of(ty: &str, debug: &str) -> Option<Literal> {
    let signed = |ty| Some(Literal::new(ty, LiteralValue::Signed(debug.parse().ok()?)));
    let unsigned = |ty| Some(Literal::new(ty, LiteralValue::Unsigned(debug.parse().ok()?)));
    match ty {
        "bool" => Some(Literal::new(LiteralType::Bool, LiteralValue::Bool(debug.parse().ok()?))),
        "i8" => signed(LiteralType::I8),
        "i16" => signed(LiteralType::I16),
        "i32" => signed(LiteralType::I32),
        "i64" => signed(LiteralType::I64),
        "isize" => signed(LiteralType::Isize),
        "u8" => unsigned(LiteralType::U8),
        "u16" => unsigned(LiteralType::U16),
        "u32" => unsigned(LiteralType::U32),
        "u64" => unsigned(LiteralType::U64),
        "usize" => unsigned(LiteralType::Usize),
        _ => None,
    }
}

/// The sequence with calls after it that take what its last result, an iterator, yields; nothing if it is none.
pub(super) fn iterated(prepared: &Prepared, sequence: &Sequence, times: usize) -> Option<Sequence> {
    let last = sequence.statements.len().checked_sub(1)?;
    let record = operation(prepared, &sequence.statements[last])?;
    let is_next = |body: &str| body.ends_with("::next(x0)");
    let next = prepared.operations.iter().position(|it| {
        it.is_built
            && it.function.is_some()
            && !it.is_partial
            && is_next(&it.body)
            && matches!(&it.parameters[..], [only]
                if only.mode == ParameterMode::Exclusive && only.ty == record.output)
    })?;
    let mut sequence = Sequence::of(sequence.statements.clone());
    let call = Statement::new(What::Operation(next as u32));
    let call = call.with_args([(last as u32, Access::BorrowMut)]);
    sequence.statements.extend(std::iter::repeat_n(call, times));
    Some(sequence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_literals() {
        assert_eq!(
            literal_of("u8", "7"),
            Some(Literal::new(LiteralType::U8, LiteralValue::Unsigned(7)))
        );
        assert_eq!(
            literal_of("i32", "-7"),
            Some(Literal::new(LiteralType::I32, LiteralValue::Signed(-7)))
        );
        assert_eq!(literal_of("k::Number", "7"), None);
        assert_eq!(literal_of("bool", "maybe"), None);
    }

    #[test]
    fn literals_have_one_index() {
        let seven = || Literal::new(LiteralType::U8, LiteralValue::Unsigned(7));
        let weighty = Literal { weight: 9, ..seven() };
        let mut table = LiteralTable::of(vec![weighty]);
        assert_eq!(table.index(&seven()), 0);
        let other = Literal::new(LiteralType::U16, LiteralValue::Unsigned(7));
        assert_eq!((table.index(&other), table.index(&other)), (1, 1));
    }
}
