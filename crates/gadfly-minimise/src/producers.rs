//! Short ways to make a value of a type, from constructors over literals.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_plan::literals::literal_type_name;
use gadfly_plan::prepared::{OperationOrigin, OperationRecord, ParameterMode, ParameterRecord};
use gadfly_wire::{
    Access, Argument, LITERAL_TYPES, Literal, LiteralType, LiteralValue, Statement, What,
};

/// The number of ways to make a type that are kept.
const WAYS: usize = 4;
/// The number of calls over literals that are kept for a type.
const SHAPES: usize = 8;
/// The longest way, in calls.
const LONGEST: usize = 4;
/// The number of rounds in which ways are looked for that use those found before.
const ROUNDS: usize = 4;

/// The types that statements yield, and short ways to make them.
pub struct Producers {
    outputs: Vec<String>,
    literals: Vec<&'static str>,
    by_type: BTreeMap<String, Vec<Vec<Statement>>>,
    /// Calls over literals that make a type, in which other literals may stand.
    shapes: BTreeMap<String, Vec<Vec<Statement>>>,
    /// Calls that put a literal into a type.
    elements: BTreeMap<String, Vec<Element>>,
    /// Operations that make values which panic when they are used.
    panicking: BTreeSet<u32>,
}

/// A call that puts a literal into a value, which something makes empty.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// The operation.
    pub(super) operation: u32,
    /// The statements that make an empty value.
    pub(super) empty: Vec<Statement>,
    /// The type of the literal.
    pub(super) ty: LiteralType,
    /// `true` if the value is the first argument, not the second.
    pub(super) is_first: bool,
}

impl Element {
    /// The arguments of the call for a value and a literal.
    pub(super) fn args(&self, value: u32, literal: u32) -> [(u32, Access); 2] {
        let (value, literal) = ((value, Access::BorrowMut), (literal, Access::Move));
        if self.is_first { [value, literal] } else { [literal, value] }
    }
}

impl Producers {
    /// Looks for short ways through operations and literals.
    pub fn new(operations: &[OperationRecord], literals: &[Literal]) -> Producers {
        let mut by_type: BTreeMap<String, Vec<Vec<Statement>>> = BTreeMap::new();
        for (index, literal) in (0u32..).zip(literals) {
            if is_simple(&literal.value) {
                let way = vec![statement(What::Literal(index), Vec::new())];
                let ways = by_type.entry(literal_type_name(literal.ty).to_owned()).or_default();
                if ways.len() < WAYS / 2 {
                    ways.push(way);
                }
            }
        }
        for _ in 0..ROUNDS {
            let known = by_type.clone();
            for (id, operation) in (0u32..).zip(operations) {
                let is_maker = operation.is_built
                    && !operation.is_partial
                    && operation.origin != OperationOrigin::Panicking;
                if let Some(way) = is_maker.then(|| way(id, operation, &known)).flatten() {
                    let ways = by_type.entry(operation.output.clone()).or_default();
                    if !ways.contains(&way) {
                        ways.push(way);
                    }
                }
            }
            for ways in by_type.values_mut() {
                // Stable, so that of equals the first known stays first.
                ways.sort_by_key(|way| (calls(way), way.len()));
                ways.truncate(WAYS);
            }
        }
        Producers {
            shapes: shapes(operations, &by_type),
            elements: elements(operations, &by_type),
            outputs: operations.iter().map(|operation| operation.output.clone()).collect(),
            literals: literals.iter().map(|literal| literal_type_name(literal.ty)).collect(),
            by_type,
            panicking: (0u32..)
                .zip(operations)
                .filter(|(_, operation)| operation.origin == OperationOrigin::Panicking)
                .map(|(id, _)| id)
                .collect(),
        }
    }

    /// Returns whether a statement makes a value that panics when it is used.
    pub fn is_panicking(&self, statement: &Statement) -> bool {
        matches!(statement.what, What::Operation(id) if self.panicking.contains(&id))
    }

    /// The type that a statement yields, where `added` are literals after the plan's.
    pub fn type_of(&self, statement: &Statement, added: &[Literal]) -> Option<&str> {
        match statement.what {
            What::Operation(id) => self.outputs.get(id as usize).map(String::as_str),
            What::Literal(index) => {
                let planned = self.literals.get(index as usize).copied();
                planned.or_else(|| {
                    let added = added.get(index as usize - self.literals.len())?;
                    Some(literal_type_name(added.ty))
                })
            }
        }
    }

    /// The way to make a type from a literal: the literal itself, or one call on it.
    pub fn with_literal(&self, ty: &str, literal: &Literal, number: u32) -> Option<Vec<Statement>> {
        let what = What::Literal(number);
        if literal_type_name(literal.ty) == ty {
            return Some(vec![statement(what, Vec::new())]);
        }
        let is_like_it = |way: &&Vec<Statement>| {
            let [first, _] = &way[..] else { return false };
            self.type_of(first, &[]) == Some(literal_type_name(literal.ty))
        };
        let mut way = self.of_type(ty).iter().find(is_like_it)?.clone();
        way[0].what = what;
        Some(way)
    }

    /// Calls over literals that make a type, the shortest first.
    pub(super) fn shapes(&self, ty: &str) -> &[Vec<Statement>] {
        self.shapes.get(ty).map_or(&[], Vec::as_slice)
    }

    /// Calls that put a literal into a type.
    pub(super) fn elements(&self, ty: &str) -> &[Element] {
        self.elements.get(ty).map_or(&[], Vec::as_slice)
    }

    /// The literals among some statements: places, and types.
    pub(super) fn leaves(&self, way: &[Statement]) -> Vec<(usize, LiteralType)> {
        let leaf = |(at, statement): (usize, &Statement)| {
            let is_literal = matches!(statement.what, What::Literal(_));
            let ty = self.type_of(statement, &[]).filter(|_| is_literal)?;
            Some((at, literal_type(ty)?))
        };
        way.iter().enumerate().filter_map(leaf).collect()
    }

    /// Short ways to make a type, the shortest first; the last statement yields the value.
    pub fn of_type(&self, ty: &str) -> &[Vec<Statement>] {
        self.by_type.get(ty).map_or(&[], Vec::as_slice)
    }
}

/// The calls over literals that make each type.
fn shapes(
    operations: &[OperationRecord],
    known: &BTreeMap<String, Vec<Vec<Statement>>>,
) -> BTreeMap<String, Vec<Vec<Statement>>> {
    let mut shapes: BTreeMap<String, Vec<Vec<Statement>>> = BTreeMap::new();
    for (id, operation) in (0_u32..).zip(operations) {
        let Some(way) = is_ordinary(operation).then(|| way(id, operation, known)).flatten() else {
            continue;
        };
        if calls(&way) < way.len() {
            shapes.entry(operation.output.clone()).or_default().push(way);
        }
    }
    for shapes in shapes.values_mut() {
        shapes.sort_by_key(|way| (calls(way), way.len()));
        shapes.truncate(SHAPES);
    }
    shapes
}

/// Returns whether an operation is a call as a person would write it to make a value.
fn is_ordinary(operation: &OperationRecord) -> bool {
    let is_ordinary = matches!(
        operation.origin,
        OperationOrigin::Call
            | OperationOrigin::Foreign
            | OperationOrigin::Plain
            | OperationOrigin::Maker
    );
    operation.is_built && is_ordinary
}

/// The calls that put a literal into each type of which there are empty values.
fn elements(
    operations: &[OperationRecord],
    known: &BTreeMap<String, Vec<Vec<Statement>>>,
) -> BTreeMap<String, Vec<Element>> {
    let mut elements: BTreeMap<String, Vec<Element>> = BTreeMap::new();
    for (id, operation) in (0_u32..).zip(operations).filter(|(_, it)| is_ordinary(it)) {
        let [first, second] = &operation.parameters[..] else { continue };
        let is_first = first.mode == ParameterMode::Exclusive;
        let (value, item) = if is_first { (first, second) } else { (second, first) };
        let ty = literal_type(&taken(item)).filter(|_| value.mode == ParameterMode::Exclusive);
        let empty = known
            .get(&value.ty)
            .and_then(|ways| ways.iter().find(|way| way.len() == calls(way) && !way.is_empty()));
        if let (Some(ty), Some(empty)) = (ty, empty) {
            let element = Element { operation: id, empty: empty.clone(), ty, is_first };
            elements.entry(value.ty.clone()).or_default().push(element);
        }
    }
    elements
}

/// The type of literals with this name.
fn literal_type(name: &str) -> Option<LiteralType> {
    LITERAL_TYPES.into_iter().find(|ty| literal_type_name(*ty) == name)
}

/// The type of what is passed for a parameter.
fn taken(parameter: &ParameterRecord) -> String {
    match parameter.mode {
        ParameterMode::SharedUnsized => format!("&{}", parameter.ty),
        ParameterMode::ExclusiveUnsized => format!("&mut {}", parameter.ty),
        ParameterMode::Value | ParameterMode::Shared | ParameterMode::Exclusive => {
            parameter.ty.clone()
        }
    }
}

/// The shortest way to call an operation, each argument made anew.
fn way(
    id: u32,
    operation: &OperationRecord,
    known: &BTreeMap<String, Vec<Vec<Statement>>>,
) -> Option<Vec<Statement>> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut args = Vec::new();
    for parameter in &operation.parameters {
        let shortest = known.get(&taken(parameter))?.first()?;
        let base = statements.len() as u32;
        statements
            .extend(shortest.iter().map(|part| super::edit::renumbered(part, &|var| base + var)));
        args.push(Argument { var: statements.len() as u32 - 1, access: Access::Move });
    }
    statements.push(statement(What::Operation(id), args));
    (calls(&statements) <= LONGEST).then_some(statements)
}

fn statement(what: What, args: Vec<Argument>) -> Statement {
    Statement { what, args, kills: Vec::new(), caught: false }
}

fn calls(way: &[Statement]) -> usize {
    way.iter().filter(|statement| matches!(statement.what, What::Operation(_))).count()
}

/// Values that a person would write first.
fn is_simple(value: &LiteralValue) -> bool {
    match value {
        LiteralValue::Bool(_) | LiteralValue::Unit => true,
        LiteralValue::Char(value) => matches!(value, 'a' | '0'),
        LiteralValue::Signed(value) => matches!(value, 0 | 1),
        LiteralValue::Unsigned(value) => matches!(value, 0 | 1),
        LiteralValue::F32(value) => *value == 0.0 || *value == 1.0,
        LiteralValue::F64(value) => *value == 0.0 || *value == 1.0,
        LiteralValue::Str(value) => value.len() < 2,
        LiteralValue::Bytes(value) => value.len() < 2,
    }
}
