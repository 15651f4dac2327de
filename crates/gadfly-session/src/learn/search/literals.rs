//! Traced values as literals of the harness.

use std::collections::BTreeMap;

use gadfly_learn::{Learned, Literal as TracedLiteral};
use gadfly_plan::literals::{literal_type_name, source};
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{Literal, LiteralType, LiteralValue, Plan};

use crate::pipeline::TracedValues;
use crate::value_types::{literal_type, wanted};

/// The most literals that are added.
const MOST: usize = 20_000;

/// Literals of a harness by source, and those that are close to another.
#[derive(Debug, Default)]
pub(in crate::learn) struct Traced {
    index: BTreeMap<String, u32>,
    near: BTreeMap<u32, Vec<u32>>,
    by_type: BTreeMap<&'static str, Vec<u32>>,
}

impl Traced {
    /// Adds all traced values to a harness and its plan, as values of every primitive type that operations take.
    pub(in crate::learn) fn add(
        learned: &Learned,
        values: TracedValues,
        prepared: &mut Prepared,
        plan: &mut Plan,
    ) -> Self {
        let mut traced = Self::default();
        for (number, literal) in (0..).zip(&plan.literals) {
            traced.know(literal, number);
        }
        let operations = prepared.operations.iter();
        let names = operations.flat_map(|it| &it.parameters).map(wanted);
        let mut types: Vec<LiteralType> = names.filter_map(|name| literal_type(&name)).collect();
        types.sort_by_key(|ty| literal_type_name(*ty));
        types.dedup();
        let nodes = learned.folded.iter().flat_map(|model| &model.nodes);
        let inputs = nodes.flat_map(|node| &node.inputs).flat_map(|input| &input.values);
        for literal in inputs.flatten() {
            for ty in &types {
                let Some(value) = value_of(*ty, literal) else { continue };
                let number = traced.put(*ty, value.clone(), prepared, plan);
                if values == TracedValues::Nearby {
                    for near in neighbours(&value) {
                        let near = traced.put(*ty, near, prepared, plan);
                        if let (Some(number), Some(near)) = (number, near) {
                            traced.near.entry(number).or_default().push(near);
                        }
                    }
                }
            }
        }
        traced
    }

    fn know(&mut self, literal: &Literal, number: u32) {
        self.index.entry(source(literal)).or_insert(number);
        let name = literal_type_name(literal.ty);
        self.by_type.entry(name).or_default().push(number);
    }

    fn put(
        &mut self,
        ty: LiteralType,
        value: LiteralValue,
        prepared: &mut Prepared,
        plan: &mut Plan,
    ) -> Option<u32> {
        let literal = Literal::new(ty, value);
        let text = source(&literal);
        if let Some(known) = self.index.get(&text) {
            return Some(*known);
        }
        if plan.literals.len() >= MOST {
            return None;
        }
        let number = u32::try_from(plan.literals.len()).ok()?;
        self.know(&literal, number);
        plan.literals.push(literal);
        prepared.literals.push(text);
        Some(number)
    }

    /// The literal of a type that a traced value is.
    pub(super) fn find(&self, ty: LiteralType, literal: &TracedLiteral) -> Option<u32> {
        let value = value_of(ty, literal)?;
        self.index.get(&source(&Literal::new(ty, value))).copied()
    }

    /// Literals close to one.
    pub(super) fn near(&self, literal: u32) -> &[u32] {
        self.near.get(&literal).map(Vec::as_slice).unwrap_or_default()
    }

    /// All literals of a type.
    pub(super) fn of_type(&self, ty: LiteralType) -> &[u32] {
        let name = literal_type_name(ty);
        self.by_type.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// A traced value as one of a type, if it fits.
fn value_of(ty: LiteralType, literal: &TracedLiteral) -> Option<LiteralValue> {
    let unsigned = |text: &str, most: u128| {
        text.parse().ok().filter(|value| *value <= most).map(LiteralValue::Unsigned)
    };
    let signed = |text: &str, bits: u32| {
        let most = i128::MAX >> (128 - bits);
        let value: i128 = text.parse().ok()?;
        (value <= most && value >= -most - 1).then_some(LiteralValue::Signed(value))
    };
    match (ty, literal) {
        (LiteralType::Unit, TracedLiteral::Unit) => Some(LiteralValue::Unit),
        (LiteralType::Bool, TracedLiteral::Bool(value)) => Some(LiteralValue::Bool(*value)),
        (LiteralType::Char, TracedLiteral::Char(value)) => Some(LiteralValue::Char(*value)),
        (LiteralType::F32, TracedLiteral::Float32(bits)) => {
            Some(LiteralValue::F32(f32::from_bits(*bits)))
        }
        (LiteralType::F64, TracedLiteral::Float64(bits)) => {
            Some(LiteralValue::F64(f64::from_bits(*bits)))
        }
        (LiteralType::Str, TracedLiteral::Text(text)) => Some(LiteralValue::Str(text.clone())),
        (LiteralType::Bytes, TracedLiteral::Bytes(bytes)) => {
            Some(LiteralValue::Bytes(bytes.clone()))
        }
        (_, TracedLiteral::Integer(text)) => match ty {
            LiteralType::U8 => unsigned(text, u8::MAX.into()),
            LiteralType::U16 => unsigned(text, u16::MAX.into()),
            LiteralType::U32 => unsigned(text, u32::MAX.into()),
            LiteralType::U64 | LiteralType::Usize => unsigned(text, u64::MAX.into()),
            LiteralType::U128 => unsigned(text, u128::MAX),
            LiteralType::I8 => signed(text, 8),
            LiteralType::I16 => signed(text, 16),
            LiteralType::I32 => signed(text, 32),
            LiteralType::I64 | LiteralType::Isize => signed(text, 64),
            LiteralType::I128 => signed(text, 128),
            _ => None,
        },
        _ => None,
    }
}

/// Values next to one.
fn neighbours(value: &LiteralValue) -> Vec<LiteralValue> {
    match value {
        LiteralValue::Signed(value) => [value.checked_sub(1), value.checked_add(1)]
            .into_iter()
            .flatten()
            .map(LiteralValue::Signed)
            .collect(),
        LiteralValue::Unsigned(value) => [value.checked_sub(1), value.checked_add(1)]
            .into_iter()
            .flatten()
            .map(LiteralValue::Unsigned)
            .collect(),
        LiteralValue::Str(text) => {
            let mut shorter = text.clone();
            let is_shorter = shorter.pop().is_some();
            let twice = LiteralValue::Str(text.repeat(2));
            is_shorter.then_some(LiteralValue::Str(shorter)).into_iter().chain([twice]).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traced_values_fit_their_type_or_are_none() {
        let integer = TracedLiteral::Integer("200".to_owned());
        assert_eq!(value_of(LiteralType::U8, &integer), Some(LiteralValue::Unsigned(200)));
        assert_eq!(value_of(LiteralType::I8, &integer), None);
        let negative = TracedLiteral::Integer("-128".to_owned());
        assert_eq!(value_of(LiteralType::I8, &negative), Some(LiteralValue::Signed(-128)));
        assert_eq!(value_of(LiteralType::Usize, &negative), None);
        let text = TracedLiteral::Text("a".to_owned());
        assert_eq!(value_of(LiteralType::Str, &text), Some(LiteralValue::Str("a".to_owned())));
        assert_eq!(value_of(LiteralType::Bytes, &text), None);
    }

    #[test]
    fn neighbours_are_one_step_away() {
        let near = neighbours(&LiteralValue::Unsigned(0));
        assert_eq!(near, [LiteralValue::Unsigned(1)]);
        let near = neighbours(&LiteralValue::Str("ab".to_owned()));
        assert_eq!(near.len(), 2);
    }
}
