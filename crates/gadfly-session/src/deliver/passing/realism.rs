//! The likeness of literals to those that a person would write into a test.

use gadfly_wire::{Literal, LiteralValue, Plan, Sequence, What};

/// Texts up to this length are read at a glance.
const SHORT: usize = 24;

/// The oddness of a literal: zero for those that people choose first.
pub(super) fn oddity(literal: &Literal) -> u32 {
    match &literal.value {
        LiteralValue::Bool(_) | LiteralValue::Unit => 0,
        LiteralValue::Char(value) => match value {
            _ if value.is_ascii_alphanumeric() => 0,
            ' '..='~' => 1,
            _ if value.is_alphabetic() => 1,
            _ => 2,
        },
        LiteralValue::Signed(value) => match value {
            0..=20 | 64 | 100 => 0,
            -20..=1000 => 1,
            -100_000..=100_000 => 2,
            _ => 3,
        },
        LiteralValue::Unsigned(value) => match value {
            0..=20 | 64 | 100 => 0,
            0..=1000 => 1,
            0..=100_000 => 2,
            _ => 3,
        },
        LiteralValue::F32(value) => of_float(f64::from(*value)),
        LiteralValue::F64(value) => of_float(*value),
        LiteralValue::Str(text) => of_text(text.chars()),
        LiteralValue::Bytes(bytes) => of_text(bytes.iter().map(|byte| char::from(*byte))) + 1,
    }
}

fn of_float(value: f64) -> u32 {
    let is_round = (value * 4.0).fract() == 0.0 && value.abs() <= 100.0;
    match value {
        _ if value == 0.0 && value.is_sign_negative() => 2,
        _ if is_round && value >= 0.0 => 0,
        _ if is_round => 1,
        _ => 3,
    }
}

fn of_text(text: impl Iterator<Item = char>) -> u32 {
    let (mut length, mut foreign, mut invisible) = (0, 0, 0);
    for letter in text {
        length += 1;
        foreign += usize::from(!letter.is_ascii());
        invisible += usize::from(letter.is_control());
    }
    match length {
        0 => 2,
        _ if invisible > 0 => 3,
        _ if length > 2 * SHORT => 4,
        _ if length > SHORT || foreign > 0 => 2,
        _ => 0,
    }
}

/// A plan that offers ordinary literals alone.
pub(super) struct OrdinaryPlan {
    /// The plan.
    pub(super) plan: Plan,
    /// Its literals, by their indices in the whole plan.
    indices: Vec<u32>,
}

impl OrdinaryPlan {
    /// The same operations, with ordinary literals.
    pub(super) fn of(plan: &Plan) -> OrdinaryPlan {
        let mut indices = Vec::new();
        let mut literals = Vec::new();
        for (index, literal) in (0..).zip(&plan.literals) {
            if oddity(literal) == 0 {
                indices.push(index);
                literals.push(literal.clone());
            }
        }
        OrdinaryPlan { plan: Plan { literals, ..plan.clone() }, indices }
    }

    /// A sequence over the whole plan as one over this; nothing if it uses other literals.
    pub(super) fn narrowed(&self, sequence: &Sequence) -> Option<Sequence> {
        let position = |index: u32| Some(self.indices.binary_search(&index).ok()? as u32);
        with_literals(sequence, position)
    }

    /// A sequence over this plan as one over the whole.
    pub(super) fn widened(&self, sequence: &Sequence) -> Option<Sequence> {
        with_literals(sequence, |index| self.indices.get(index as usize).copied())
    }
}

fn with_literals(sequence: &Sequence, other: impl Fn(u32) -> Option<u32>) -> Option<Sequence> {
    let mut sequence = sequence.clone();
    for statement in &mut sequence.statements {
        if let What::Literal(index) = statement.what {
            statement.what = What::Literal(other(index)?);
        }
    }
    Some(sequence)
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{LiteralType, Statement};

    use super::*;

    fn text(text: &str) -> Literal {
        Literal::new(LiteralType::Str, LiteralValue::Str(text.to_owned()))
    }

    fn number(number: u128) -> Literal {
        Literal::new(LiteralType::U64, LiteralValue::Unsigned(number))
    }

    #[test]
    fn values_that_people_choose_are_ordinary() {
        assert_eq!([number(3), number(12), text("1.2.3-alpha")].map(|it| oddity(&it)), [0; 3]);
        assert!(oddity(&number(64)) < oddity(&number(255)));
        assert!(oddity(&number(1000)) < oddity(&number(u128::from(u64::MAX))));
        assert!(oddity(&text("a")) < oddity(&text("")));
        assert!(oddity(&text("")) < oddity(&text("\u{0}")));
        assert!(oddity(&text("漢")) < oddity(&text(&"a".repeat(70))));
        assert!(of_float(0.5) < of_float(-1.0) && of_float(-1.0) < of_float(f64::NAN));
    }

    #[test]
    fn ordinary_plans_number_literals_anew() {
        let literals = vec![number(u128::MAX), number(2), text(""), text("a")];
        let ordinary = OrdinaryPlan::of(&Plan { literals, ..Plan::default() });
        assert_eq!(ordinary.plan.literals, [number(2), text("a")]);
        let of = |indices: &[u32]| {
            Sequence::of(indices.iter().map(|index| Statement::literal(*index)).collect())
        };
        assert_eq!(ordinary.narrowed(&of(&[3, 1])), Some(of(&[1, 0])));
        assert_eq!(ordinary.narrowed(&of(&[1, 2])), None);
        assert_eq!(ordinary.widened(&of(&[1, 0])), Some(of(&[3, 1])));
        assert_eq!(ordinary.widened(&of(&[2])), None);
    }
}
