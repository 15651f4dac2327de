//! Literals drawn while a property is tried: each is a number from which its value follows.
//!
//! The engine draws numbers, and the command makes the same literals of them when it writes them down, so that no table has to be
//! shared between processes that may die. A number has a type, a base and a relation: literals of one base are equal, neighbours,
//! opposites or multiples of each other.

use crate::{Literal, LiteralType, LiteralValue, LITERAL_TYPES};

/// The first index of drawn literals: all from here on are none of the plan's.
pub const FIRST_DRAWN: u32 = 1 << 30;

/// Bits of a base, the first of which selects a distribution.
const BASE_BITS: u32 = 22;
/// Bits of a relation.
const RELATION_BITS: u32 = 3;
/// The characters of ordinary texts, by class.
const CLASSES: [&str; 6] = [
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "abcABC019 -_./:",
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
    "aZ0 \t\n\r\0éßΩ漢\u{301}🦀",
    "01-+.eE",
];

/// The index of a drawn literal: of a type, from a random number. The highest bits of the base select the distribution.
pub fn drawn_index(ty: LiteralType, random: u32) -> u32 {
    let base = random & ((1 << BASE_BITS) - 1);
    FIRST_DRAWN | (ty as u32) << (BASE_BITS + RELATION_BITS) | base
}

/// The index of the literal that is related to another drawn one in one of eight ways: the first is equality.
pub fn related_index(drawn: u32, relation: u32) -> u32 {
    let mask = ((1 << RELATION_BITS) - 1) << BASE_BITS;
    (drawn & !mask) | (relation << BASE_BITS & mask)
}

/// The number of values of a type, each of which [`listed_index`] has; nothing if there are many.
pub fn domain(ty: LiteralType) -> Option<u64> {
    match ty {
        LiteralType::Unit => Some(1),
        LiteralType::Bool => Some(2),
        LiteralType::I8 | LiteralType::U8 => Some(1 << 8),
        LiteralType::I16 | LiteralType::U16 => Some(1 << 16),
        _ => None,
    }
}

/// The index of the `nth` of all values of a type with a [`domain`].
pub fn listed_index(ty: LiteralType, nth: u64) -> u32 {
    drawn_index(ty, 1 << (BASE_BITS - 1) | (nth as u32 & 0xffff))
}

/// The type of a drawn literal, if the index is of one.
pub fn drawn_type(index: u32) -> Option<LiteralType> {
    let tag = index.checked_sub(FIRST_DRAWN)? >> (BASE_BITS + RELATION_BITS);
    LITERAL_TYPES.get(tag as usize).copied()
}

/// The literal with this index, if it is a drawn one.
pub fn drawn(index: u32) -> Option<Literal> {
    let ty = drawn_type(index)?;
    let base = index & ((1 << BASE_BITS) - 1);
    let relation = index >> BASE_BITS & ((1 << RELATION_BITS) - 1);
    let mut draws = Draws(u64::from(base) << 8);
    // The distribution by bits lists small domains: these numbers are random already.
    let is_by_bits = base >> (BASE_BITS - 1) == 1;
    let listed = u128::from(base & 0xffff);
    let value = match ty {
        LiteralType::Unit => LiteralValue::Unit,
        LiteralType::Bool => LiteralValue::Bool((listed & 1 == 1) != (relation % 2 == 1)),
        LiteralType::Char => LiteralValue::Char(draws.related_char(is_by_bits, relation)),
        LiteralType::F32 => LiteralValue::F32(related_float(draws.single(is_by_bits), relation)),
        LiteralType::F64 => LiteralValue::F64(related_float(draws.double(is_by_bits), relation)),
        LiteralType::Str => LiteralValue::Str(related_text(draws.text(is_by_bits), relation)),
        LiteralType::Bytes => LiteralValue::Bytes(related_bytes(draws.bytes(is_by_bits), relation)),
        _ => {
            let (bits, is_signed) = integer(ty);
            let plain = match is_by_bits {
                true if bits <= 16 => listed,
                true => draws.wide(),
                false => draws.by_magnitude(bits, is_signed),
            };
            related_integer(plain, relation, bits, is_signed)
        }
    };
    Some(Literal::new(ty, value))
}

/// The width of an integer type, and whether it is signed.
fn integer(ty: LiteralType) -> (u32, bool) {
    match ty {
        LiteralType::I8 => (8, true),
        LiteralType::I16 => (16, true),
        LiteralType::I32 => (32, true),
        LiteralType::I64 | LiteralType::Isize => (64, true),
        LiteralType::I128 => (128, true),
        LiteralType::U8 => (8, false),
        LiteralType::U16 => (16, false),
        LiteralType::U32 => (32, false),
        LiteralType::U128 => (128, false),
        _ => (64, false),
    }
}

fn related_integer(value: u128, relation: u32, bits: u32, is_signed: bool) -> LiteralValue {
    let related = match relation {
        0 => value,
        1 => value.wrapping_add(1),
        2 => value.wrapping_sub(1),
        3 => value.wrapping_add(2),
        4 => value.wrapping_neg(),
        5 => value.wrapping_mul(2),
        6 => !value,
        _ => value.wrapping_sub(2),
    };
    let shift = 128 - bits;
    if is_signed {
        LiteralValue::Signed((related << shift) as i128 >> shift)
    } else {
        LiteralValue::Unsigned(related << shift >> shift)
    }
}

fn related_float<F>(value: F, relation: u32) -> F
where
    F: Copy
        + From<f32>
        + std::ops::Neg<Output = F>
        + std::ops::Add<Output = F>
        + std::ops::Mul<Output = F>,
{
    match relation {
        0 => value,
        1 => value + F::from(1.0),
        2 => value + F::from(-1.0),
        3 => value * F::from(2.0),
        4 => -value,
        5 => value * F::from(0.5),
        6 => value + F::from(0.5),
        _ => value * value,
    }
}

fn related_text(mut text: String, relation: u32) -> String {
    match relation {
        0 => {}
        1 => text.push('a'),
        2 => drop(text.pop()),
        3 => text = text.to_uppercase(),
        4 => text = text.chars().rev().collect(),
        5 => text = text.repeat(2),
        6 => text.insert(0, ' '),
        _ => text = text.chars().skip(1).collect(),
    }
    text
}

fn related_bytes(mut bytes: Vec<u8>, relation: u32) -> Vec<u8> {
    match relation {
        0 => {}
        1 => bytes.push(0),
        2 => drop(bytes.pop()),
        3 => bytes.iter_mut().take(1).for_each(|byte| *byte ^= 1),
        4 => bytes.reverse(),
        5 => bytes = bytes.repeat(2),
        6 => bytes.insert(0, 0xff),
        _ => bytes = bytes.split_off(bytes.len().min(1)),
    }
    bytes
}

/// Random bits that follow from a number.
struct Draws(u64);

impl Draws {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.bits()) << 64 | u128::from(self.bits())
    }

    /// A number of any magnitude, each as likely as any other, and of either sign if there are signs.
    fn by_magnitude(&mut self, bits: u32, is_signed: bool) -> u128 {
        let is_negative = is_signed && self.bits() & 1 == 1;
        let width = 1 + self.below((bits - u32::from(is_signed)) as usize) as u32;
        // The highest bit is set, or there would be fewer than this many.
        let value = (self.wide() | 1 << 127) >> (128 - width);
        if is_negative {
            value.wrapping_neg()
        } else {
            value
        }
    }

    fn double(&mut self, is_by_bits: bool) -> f64 {
        if is_by_bits {
            return f64::from_bits(self.bits());
        }
        match self.below(3) {
            0 => (self.below(4001) as f64 - 2000.0) / 8.0,
            1 => f64::from(self.bits() as i32),
            // Any exponent is as likely as any other within that which amounts have.
            _ => {
                let fraction = self.bits() as i64 as f64 / (1_u64 << 63) as f64;
                fraction * 10_f64.powi(self.below(25) as i32 - 8)
            }
        }
    }

    fn single(&mut self, is_by_bits: bool) -> f32 {
        if is_by_bits {
            f32::from_bits(self.bits() as u32)
        } else {
            self.double(false) as f32
        }
    }

    fn related_char(&mut self, is_by_bits: bool, relation: u32) -> char {
        let plain = if is_by_bits {
            let number = self.below(0x0011_0000) as u32;
            char::from_u32(number).unwrap_or('\u{d7ff}')
        } else {
            let class = CLASSES[self.below(CLASSES.len())];
            self.one_of(class)
        };
        let moved = |by: i32| {
            let number = (plain as u32).wrapping_add(by as u32);
            char::from_u32(number).unwrap_or(plain)
        };
        match relation {
            0 => plain,
            1 => moved(1),
            2 => moved(-1),
            3 => plain.to_uppercase().next().unwrap_or(plain),
            4 => plain.to_lowercase().next().unwrap_or(plain),
            5 => moved(32),
            6 => moved(2),
            _ => moved(-2),
        }
    }

    fn one_of(&mut self, class: &str) -> char {
        let nth = self.below(class.chars().count());
        class.chars().nth(nth).unwrap_or('a')
    }

    /// A short length more often than a long one.
    fn length(&mut self) -> usize {
        let most = [4, 12, 40][self.below(3)];
        self.below(most + 1)
    }

    fn text(&mut self, is_any: bool) -> String {
        let class = CLASSES[self.below(CLASSES.len())];
        let length = self.length();
        let mut text = String::new();
        for _ in 0..length {
            let is_any = is_any && self.below(4) == 0;
            text.push(if is_any { self.related_char(true, 0) } else { self.one_of(class) });
        }
        text
    }

    fn bytes(&mut self, is_any: bool) -> Vec<u8> {
        if !is_any {
            return self.text(false).into_bytes();
        }
        let length = self.length();
        (0..length).map(|_| self.bits() as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn value(ty: LiteralType, random: u32) -> LiteralValue {
        drawn(drawn_index(ty, random)).expect("it is drawn").value
    }

    fn unsigned(ty: LiteralType, random: u32) -> u128 {
        match value(ty, random) {
            LiteralValue::Unsigned(value) => value,
            other => panic!("{other:?}"),
        }
    }

    /// A stream of random numbers, other than the one inside.
    fn randoms(count: u32) -> impl Iterator<Item = u32> {
        (1..=count).map(|number| number.wrapping_mul(0x9e37_79b1).rotate_left(13) ^ number)
    }

    #[test]
    fn indices_hold_types_and_stay_apart() {
        for ty in LITERAL_TYPES {
            for random in [0, 1, u32::MAX] {
                let index = drawn_index(ty, random);
                assert_eq!(drawn_type(index), Some(ty));
                assert_eq!(drawn(index).map(|literal| literal.ty), Some(ty));
                assert!(index < (1 << 31) - (1 << 28), "room for operations");
            }
        }
        assert!(
            drawn(0).is_none() && drawn(FIRST_DRAWN - 1).is_none() && drawn(u32::MAX).is_none()
        );
    }

    #[test]
    fn small_domains_are_listed_completely() {
        let listed = |ty| {
            let all = (0..domain(ty).expect("it is small")).map(|nth| listed_index(ty, nth));
            all.map(|index| format!("{:?}", drawn(index))).collect::<BTreeSet<String>>().len()
        };
        assert_eq!(listed(LiteralType::Bool), 2);
        assert_eq!(listed(LiteralType::U8), 256);
        assert_eq!(listed(LiteralType::I8), 256);
        assert_eq!(listed(LiteralType::I16), 65_536);
        assert_eq!(domain(LiteralType::U32), None);
    }

    #[test]
    fn numbers_rarely_come_twice() {
        for (ty, least) in [
            (LiteralType::U16, 3_500),
            (LiteralType::I32, 8_000),
            (LiteralType::U64, 8_500),
            (LiteralType::F64, 6_500),
            (LiteralType::Str, 7_500),
            (LiteralType::Bytes, 7_500),
            (LiteralType::Char, 4_000),
        ] {
            let made: BTreeSet<String> =
                randoms(10_000).map(|random| format!("{:?}", value(ty, random))).collect();
            assert!(made.len() > least, "{ty:?}: {}", made.len());
        }
    }

    /// Half of the numbers are as likely of any width as of any other, and half of all values are equally likely.
    #[test]
    fn magnitudes_are_spread_as_documented() {
        let mut widths = [0_u32; 65];
        for random in randoms(64_000) {
            let value = unsigned(LiteralType::U64, random & !(1 << (BASE_BITS - 1)));
            widths[128 - value.leading_zeros() as usize] += 1;
        }
        // A thousand are expected of each; five standard deviations are 160.
        assert!(widths[1..].iter().all(|count| (840..1160).contains(count)), "{widths:?}");
        let mut sixteenths = [0_u32; 16];
        for random in randoms(16_000) {
            let value = unsigned(LiteralType::U64, random | 1 << (BASE_BITS - 1));
            sixteenths[(value >> 60) as usize] += 1;
        }
        assert!(sixteenths.iter().all(|count| (840..1160).contains(count)), "{sixteenths:?}");
    }

    #[test]
    fn signs_are_equally_likely() {
        let negative = randoms(10_000).filter(
            |random| matches!(value(LiteralType::I32, *random), LiteralValue::Signed(it) if it < 0),
        );
        assert!((4_700..5_300).contains(&negative.count()));
    }

    #[test]
    fn related_numbers_are_near_or_opposite() {
        let base = drawn_index(LiteralType::I8, 0x0020_0005);
        let related = |relation| drawn(related_index(base, relation)).map(|it| it.value);
        let expected = [5, 6, 4, 7, -5, 10, -6, 3];
        for (relation, value) in (0..).zip(expected) {
            assert_eq!(related(relation), Some(LiteralValue::Signed(value)));
        }
        let wide = drawn_index(LiteralType::U8, 0x0020_00ff);
        let next = drawn(related_index(wide, 1)).map(|it| it.value);
        assert_eq!(next, Some(LiteralValue::Unsigned(0)), "it wraps");
    }

    #[test]
    fn texts_have_all_lengths_and_classes() {
        let texts: Vec<String> = randoms(4_000)
            .map(|random| match value(LiteralType::Str, random) {
                LiteralValue::Str(text) => text,
                other => panic!("{other:?}"),
            })
            .collect();
        let share = |is: &dyn Fn(&str) -> bool| texts.iter().filter(|text| is(text)).count();
        assert!(share(&|text| text.is_empty()) > 200);
        assert!(share(&|text| text.chars().count() > 20) > 400);
        assert!(share(&|text| !text.is_empty() && text.parse::<u32>().is_ok()) > 100);
        assert!(share(&|text| !text.is_ascii()) > 400);
    }
}
