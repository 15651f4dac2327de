//! Literals drawn at random, beside the boundaries that every run starts from: a property of numbers alone would otherwise
//! meet the same few in every run.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

/// The number of literals of each type.
const PER_TYPE: usize = 64;
/// The largest length of a text.
const LONGEST: u64 = 12;
/// The characters of texts, beside any letter.
const ALPHABET: &[char] =
    &['a', 'b', 'c', 'A', 'Z', '0', '1', '9', ' ', '-', '.', '/', ':', '_', 'é', 'ß', '🦀'];

/// Literals of every type that has many, the same for the same seed.
pub fn random_literals(seed: u64) -> Vec<Literal> {
    let mut draws = Draws { state: seed ^ 0x9e37_79b9_7f4a_7c15 };
    let mut all = Vec::new();
    for (ty, bits, is_signed) in [
        (LiteralType::I8, 8, true),
        (LiteralType::I16, 16, true),
        (LiteralType::I32, 32, true),
        (LiteralType::I64, 64, true),
        (LiteralType::I128, 128, true),
        (LiteralType::Isize, 64, true),
        (LiteralType::U8, 8, false),
        (LiteralType::U16, 16, false),
        (LiteralType::U32, 32, false),
        (LiteralType::U64, 64, false),
        (LiteralType::U128, 128, false),
        (LiteralType::Usize, 64, false),
    ] {
        for _ in 0..PER_TYPE {
            let value = draws.integer(bits);
            let value = if is_signed {
                let shift = 128 - bits;
                LiteralValue::Signed(((value << shift) as i128) >> shift)
            } else {
                LiteralValue::Unsigned(value)
            };
            all.push(Literal { ty, value, weight: 1 });
        }
    }
    for _ in 0..PER_TYPE {
        let number = draws.float();
        let (double, single) = (LiteralValue::F64(number), LiteralValue::F32(number as f32));
        all.push(Literal { ty: LiteralType::F64, value: double, weight: 1 });
        all.push(Literal { ty: LiteralType::F32, value: single, weight: 1 });
        let letter = LiteralValue::Char(draws.char());
        all.push(Literal { ty: LiteralType::Char, value: letter, weight: 1 });
        let length = draws.below(LONGEST);
        let text = LiteralValue::Str((0..length).map(|_| draws.char()).collect());
        all.push(Literal { ty: LiteralType::Str, value: text, weight: 1 });
        let length = draws.below(LONGEST);
        let bytes = LiteralValue::Bytes((0..length).map(|_| draws.bits() as u8).collect());
        all.push(Literal { ty: LiteralType::Bytes, value: bytes, weight: 1 });
    }
    all
}

struct Draws {
    state: u64,
}

impl Draws {
    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }

    /// A number of any magnitude, each as likely as any other.
    fn integer(&mut self, bits: u32) -> u128 {
        let all = u128::from(self.bits()) << 64 | u128::from(self.bits());
        let width = 1 + u32::try_from(self.below(u64::from(bits))).unwrap_or(0);
        let value = all >> (128 - width);
        // Now and then the highest bit, so that signed numbers are negative as often as not.
        if self.below(3) == 0 { !value & (u128::MAX >> (128 - bits)) } else { value }
    }

    fn float(&mut self) -> f64 {
        let number = f64::from_bits(self.bits());
        match self.below(3) {
            0 if number.is_finite() => number,
            1 => (self.below(2001) as f64 - 1000.0) / 8.0,
            _ => (self.bits() as i32).into(),
        }
    }

    fn char(&mut self) -> char {
        match self.below(8) {
            0 => char::from_u32(u32::try_from(self.below(0x3000)).unwrap_or(0)).unwrap_or('a'),
            _ => ALPHABET[usize::try_from(self.below(ALPHABET.len() as u64)).unwrap_or(0)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        assert_eq!(random_literals(1), random_literals(1));
        assert_ne!(random_literals(1), random_literals(2));
    }

    #[test]
    fn numbers_fit_their_types_and_are_of_both_signs() {
        let signed: Vec<i128> = random_literals(0)
            .into_iter()
            .filter(|literal| literal.ty == LiteralType::I8)
            .filter_map(|literal| match literal.value {
                LiteralValue::Signed(value) => Some(value),
                _ => None,
            })
            .collect();
        assert!(signed.iter().all(|value| i8::try_from(*value).is_ok()), "{signed:?}");
        assert!(signed.iter().any(|value| *value < 0) && signed.iter().any(|value| *value > 0));
        let fits = |literal: &Literal| match (literal.ty, &literal.value) {
            (LiteralType::U16, LiteralValue::Unsigned(value)) => u16::try_from(*value).is_ok(),
            _ => true,
        };
        assert!(random_literals(0).iter().all(fits));
    }
}
