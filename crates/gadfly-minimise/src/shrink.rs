//! Third phase: simpler literals.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

/// Single characters of a text that are tried one by one.
const MOST_CHARS: usize = 24;

/// Numbers up to this are all tried in the place of larger ones.
const SMALL: i128 = 64;

/// Simpler values of the same type to try, the boldest first.
pub(super) fn simpler(literal: &Literal) -> Vec<Literal> {
    let values: Vec<LiteralValue> = match &literal.value {
        LiteralValue::Bool(true) => vec![LiteralValue::Bool(false)],
        LiteralValue::Bool(false) | LiteralValue::Unit => Vec::new(),
        LiteralValue::Char(value) => chars(*value).into_iter().map(LiteralValue::Char).collect(),
        LiteralValue::Signed(value) => signed(*value).map(LiteralValue::Signed).collect(),
        LiteralValue::Unsigned(value) => unsigned(*value).map(LiteralValue::Unsigned).collect(),
        LiteralValue::F32(value) => floats(f64::from(*value))
            .into_iter()
            .map(|value| LiteralValue::F32(value as f32))
            .collect(),
        LiteralValue::F64(value) => floats(*value).into_iter().map(LiteralValue::F64).collect(),
        LiteralValue::Str(value) => {
            let chars: Vec<char> = value.chars().collect();
            let plain = ['a', 'b', '0', 'A', ' ', 'é'];
            // As many bytes of ASCII.
            let ascii = chars.iter().flat_map(|c| match c.is_ascii() {
                true => vec![*c],
                false => vec!['a'; c.len_utf8()],
            });
            let texts = shorter(&chars, &plain, |c| complexity(*c)).into_iter();
            let texts = texts.chain([ascii.collect()]);
            texts.map(|chars| LiteralValue::Str(chars.into_iter().collect())).collect()
        }
        LiteralValue::Bytes(value) => shorter(value, &[0, 1, b'0', b'a'], |byte| u32::from(*byte))
            .into_iter()
            .map(LiteralValue::Bytes)
            .collect(),
    };
    lighter(literal, values.into_iter())
}

/// Simpler integers that no bisection leads to: all small ones, those with fewer bits, and those that differ by a constant of
/// the subject.
pub(super) fn exhaustive(literal: &Literal, constants: &[Literal]) -> Vec<Literal> {
    let constants = constants.iter().filter(|it| it.ty == literal.ty).map(|it| &it.value);
    match literal.value {
        LiteralValue::Signed(value) => {
            let steps = constants.filter_map(|it| match it {
                LiteralValue::Signed(step) if *step > 1 => Some(*step),
                _ => None,
            });
            let rests = steps.flat_map(|step| [value % step, value.saturating_sub(step)]);
            let bits = (0..126).flat_map(|bit| [value & !(1 << bit), 1 << bit, (1 << bit) - 1]);
            let small = if value < 0 { -SMALL..=SMALL } else { 0..=SMALL };
            lighter(literal, small.chain(rests).chain(bits).map(LiteralValue::Signed))
        }
        LiteralValue::Unsigned(value) => {
            let steps = constants.filter_map(|it| match it {
                LiteralValue::Unsigned(step) if *step > 1 => Some(*step),
                _ => None,
            });
            let rests = steps.flat_map(|step| [value % step, value.saturating_sub(step)]);
            let bits = (0..127).flat_map(|bit| [value & !(1 << bit), 1 << bit, (1 << bit) - 1]);
            // All of the smallest type.
            let most = if literal.ty == LiteralType::U8 { 255 } else { SMALL.unsigned_abs() };
            lighter(literal, (0..=most).chain(rests).chain(bits).map(LiteralValue::Unsigned))
        }
        _ => Vec::new(),
    }
}

/// Literals of these values, each once, as far as they are simpler than another.
fn lighter(literal: &Literal, values: impl Iterator<Item = LiteralValue>) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    for value in values {
        let simpler = Literal { ty: literal.ty, value, weight: 1 };
        let is_new = weight(&simpler) < weight(literal) && !found.contains(&simpler);
        if is_new && fits(&simpler) {
            found.push(simpler);
        }
    }
    found
}

/// Returns whether a number is one of its type: the least has no counterpart above zero.
fn fits(literal: &Literal) -> bool {
    let LiteralValue::Signed(value) = literal.value else { return true };
    let max: i128 = match literal.ty {
        LiteralType::I8 => i8::MAX.into(),
        LiteralType::I16 => i16::MAX.into(),
        LiteralType::I32 => i32::MAX.into(),
        LiteralType::I64 | LiteralType::Isize => i64::MAX.into(),
        _ => i128::MAX,
    };
    (-max - 1..=max).contains(&value)
}

/// The distance of a literal from the one that a person would write first.
pub(super) fn weight(literal: &Literal) -> u128 {
    match &literal.value {
        LiteralValue::Bool(value) => u128::from(*value),
        LiteralValue::Char(value) => u128::from(complexity(*value)),
        LiteralValue::Signed(value) => {
            value.unsigned_abs().saturating_mul(2).saturating_add(u128::from(*value < 0))
        }
        LiteralValue::Unsigned(value) => value.saturating_mul(2),
        LiteralValue::F32(value) => float_weight(f64::from(*value)),
        LiteralValue::F64(value) => float_weight(*value),
        LiteralValue::Str(value) => {
            value.chars().map(|c| ((c.len_utf8() as u128) << 24) + u128::from(complexity(c))).sum()
        }
        LiteralValue::Bytes(value) => value.iter().map(|byte| 1000 + u128::from(*byte)).sum(),
        LiteralValue::Unit => 0,
    }
}

fn signed(value: i128) -> impl Iterator<Item = i128> {
    let halves = std::iter::successors(Some(value / 2), |half| (*half != 0).then(|| half / 2));
    [0, 1, -1, 2].into_iter().chain(value.checked_neg()).chain(halves.take(8)).chain(nearer(value))
}

/// Numbers between a number and zero: half of the way, a quarter, and so on, so that a bound is found in few steps.
fn nearer(value: i128) -> impl Iterator<Item = i128> {
    let steps = std::iter::successors(Some(value / 2), |step| (*step != 0).then(|| step / 2));
    steps.take_while(|step| *step != 0).chain([value.signum()]).map(move |step| value - step)
}

fn unsigned(value: u128) -> impl Iterator<Item = u128> {
    let halves = std::iter::successors(Some(value / 2), |half| (*half != 0).then(|| half / 2));
    let steps = std::iter::successors(Some(value / 2), |step| (*step != 0).then(|| step / 2));
    let steps = steps.take_while(|step| *step != 0).chain([1]);
    let nearer = steps.map(move |step| value.saturating_sub(step));
    [0, 1, 2].into_iter().chain(halves.take(8)).chain(nearer)
}

/// Plain characters, and those between a character and the first of its kind.
fn chars(value: char) -> Vec<char> {
    let plain = ['a', 'b', '0', '1', 'A', ' ', '\u{80}', 'é'];
    let number = u32::from(value);
    let nearer = std::iter::successors(Some(number / 2), |step| Some(step / 2))
        .take_while(|step| *step != 0)
        .filter_map(move |step| char::from_u32(number - step));
    plain.into_iter().chain(('a'..='z').chain('0'..='9').chain('A'..='Z')).chain(nearer).collect()
}

fn floats(value: f64) -> Vec<f64> {
    let mut found = vec![0.0, 1.0, -1.0, 0.5, -value, value.trunc(), value / 2.0];
    if value.is_infinite() {
        found.push(f64::MAX.copysign(value));
    }
    // From very large numbers in few steps.
    let root = value.abs().sqrt();
    found.extend([root.trunc().copysign(value), value / 1024.0]);
    for digits in [1.0, 10.0, 100.0, 1000.0] {
        found.push((value * digits).trunc() / digits);
        found.push((value * digits).round() / digits);
    }
    if value.abs() < 9e15 {
        // Whole numbers like integers.
        found.extend(signed(value.trunc() as i128).map(|value| value as f64));
        found.extend((0..=SMALL).map(|small| (small as f64).copysign(value)));
    }
    found.retain(|found| !found.is_nan());
    found
}

fn float_weight(value: f64) -> u128 {
    if value == 0.0 && value.is_sign_positive() {
        0
    } else if value.is_nan() {
        u128::MAX
    } else {
        // Whole numbers before fractions, those with few digits before others, small before large.
        let digits = [1.0, 10.0, 100.0, 1000.0].into_iter();
        let fraction = digits.take_while(|digits| (value * digits).fract() != 0.0).count() as u128;
        let most = (1_u128 << 120) as f64;
        let size = if value.abs() < most {
            (value.abs() * 2.0) as u128
        } else {
            (1 << 122) + value.abs().log2().min(2000.0) as u128
        };
        size + 2 + fraction * 1_000_000 + u128::from(value < 0.0)
    }
}

/// Parts of a text, and the text with single elements plain.
fn shorter<T: Clone>(items: &[T], plains: &[T], weight: impl Fn(&T) -> u32) -> Vec<Vec<T>> {
    let mut found = vec![Vec::new()];
    let mut width = items.len() / 2;
    while width >= 1 {
        for start in (0..items.len()).step_by(width).take(MOST_CHARS) {
            let end = (start + width).min(items.len());
            found.push([&items[..start], &items[end..]].concat());
        }
        width /= 2;
    }
    for (index, item) in items.iter().enumerate().take(MOST_CHARS) {
        for plain in plains.iter().filter(|plain| weight(plain) < weight(item)) {
            let mut changed = items.to_vec();
            changed[index] = plain.clone();
            found.push(changed);
        }
    }
    found
}

/// The distance of a character from the one that a person would write first.
fn complexity(c: char) -> u32 {
    match c {
        'a'..='z' => u32::from(c) - u32::from('a'),
        '0'..='9' => 26 + u32::from(c) - u32::from('0'),
        'A'..='Z' => 36 + u32::from(c) - u32::from('A'),
        ' '..='~' => 62 + u32::from(c),
        // The first that comes to mind of those that are no ASCII.
        'é' => 200,
        _ if c.is_control() => 0x20_0000 + u32::from(c),
        _ => 300 + u32::from(c),
    }
}

/// Values to try in the place of a call that yields this type; none for types without literals.
pub(super) fn plain_values(ty: &str) -> Vec<Literal> {
    let literal = |ty, value| Literal { ty, value, weight: 1 };
    let unsigned = |ty, max: u128| -> Vec<Literal> {
        let values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 16, 32, 64, 100, max];
        values.into_iter().map(|value| literal(ty, LiteralValue::Unsigned(value))).collect()
    };
    let signed = |ty, max: i128| -> Vec<Literal> {
        let values = [0, 1, -1, 2, 3, 4, 5, 10, 64, 100, max, -max - 1];
        values.into_iter().map(|value| literal(ty, LiteralValue::Signed(value))).collect()
    };
    match ty {
        "u8" => unsigned(LiteralType::U8, u8::MAX.into()),
        "u16" => unsigned(LiteralType::U16, u16::MAX.into()),
        "u32" => unsigned(LiteralType::U32, u32::MAX.into()),
        "u64" => unsigned(LiteralType::U64, u64::MAX.into()),
        "usize" => unsigned(LiteralType::Usize, u64::MAX.into()),
        "i8" => signed(LiteralType::I8, i8::MAX.into()),
        "i16" => signed(LiteralType::I16, i16::MAX.into()),
        "i32" => signed(LiteralType::I32, i32::MAX.into()),
        "i64" => signed(LiteralType::I64, i64::MAX.into()),
        "isize" => signed(LiteralType::Isize, i64::MAX.into()),
        "&[u8]" => [&b""[..], b"a", b"\0", b"\xff", b"abc", b"0123456789abcdef"]
            .map(|value| literal(LiteralType::Bytes, LiteralValue::Bytes(value.to_vec())))
            .to_vec(),
        "bool" => [false, true]
            .map(|value| literal(LiteralType::Bool, LiteralValue::Bool(value)))
            .to_vec(),
        "char" => ['a', '0', 'é']
            .map(|value| literal(LiteralType::Char, LiteralValue::Char(value)))
            .to_vec(),
        "&str" => ["", "a", "é"]
            .map(|value| literal(LiteralType::Str, LiteralValue::Str(value.to_owned())))
            .to_vec(),
        _ => Vec::new(),
    }
}

/// Returns whether a literal of this type is worth shrinking at all.
pub(super) fn can_shrink(ty: LiteralType) -> bool {
    ty != LiteralType::Unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_and_ones_are_found_without_bisection() {
        let of = |value| Literal::new(LiteralType::U64, LiteralValue::Unsigned(value));
        let found = exhaustive(&of(3495), &[of(251)]);
        // The remainder, one step less, fewer bits, nothing but ones.
        for value in [3495 % 251, 3495 - 251, 3495 & !1024, 255, 17] {
            assert!(found.contains(&of(value)), "{value}");
        }
        assert!(exhaustive(&Literal::new(LiteralType::Unit, LiteralValue::Unit), &[]).is_empty());
    }

    #[test]
    fn characters_and_floats_have_an_order() {
        let char = |value| weight(&Literal::new(LiteralType::Char, LiteralValue::Char(value)));
        assert!(char('a') < char('b') && char('z') < char('0') && char('9') < char('A'));
        assert!(char('~') < char('é') && char('é') < char('漢'));
        let float = |value| weight(&Literal::new(LiteralType::F64, LiteralValue::F64(value)));
        assert!(float(0.0) < float(1.0) && float(1001.0) < float(0.5) && float(0.5) < float(0.25));
        assert!(float(1e30) < float(1e300) && float(1e300) < float(f64::INFINITY));
        assert!(float(f64::INFINITY) < float(f64::NAN));
    }

    #[test]
    fn the_least_number_has_no_counterpart() {
        let of = |value: i128| Literal {
            ty: LiteralType::I16,
            value: LiteralValue::Signed(value),
            weight: 1,
        };
        let least = simpler(&of(i16::MIN.into()));
        assert!(least.contains(&of(i128::from(i16::MIN) + 1)), "{least:?}");
        assert!(!least.contains(&of(-i128::from(i16::MIN))), "{least:?}");
        assert!(simpler(&of(-7)).contains(&of(7)));
    }
}
