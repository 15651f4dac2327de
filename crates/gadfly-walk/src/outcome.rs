//! The outcome of the last call of a sequence, as a text that stays the same from run to run.

use std::fmt::Write as _;

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It returned nothing.
    Unit,
    /// It returned a value that looks like this.
    Value(String),
    /// It returned a value of this type, which cannot be looked at.
    Opaque(String),
    /// It returned this error, or a constructor had nothing to yield, and the sequence ends.
    Failed(String),
    /// It panicked with this message.
    Panic(String),
    /// It left a value for which something does not hold that must hold at any time: this, and what it says.
    Violated(String),
    /// The process died, in this way.
    Died(String),
    /// It could not be made.
    Refused,
    /// It does not do the same every time.
    Unstable,
}

impl Outcome {
    /// A value, its addresses made equal.
    pub fn value(text: &str) -> Outcome {
        if text == "()" { Outcome::Unit } else { Outcome::Value(without_addresses(text)) }
    }

    /// A panic, its addresses made equal.
    pub fn panic(message: &str) -> Outcome {
        Outcome::Panic(without_addresses(message))
    }

    /// A violated invariant with what it says, addresses made equal.
    pub fn violated(invariant: &str, message: &str) -> Outcome {
        Outcome::Violated(format!("{invariant}, {}", without_addresses(message)))
    }

    /// Returns whether the sequence ended normally.
    pub fn is_normal(&self) -> bool {
        matches!(self, Outcome::Unit | Outcome::Value(_) | Outcome::Opaque(_) | Outcome::Unstable)
    }

    /// Returns whether the call was made.
    pub fn is_executed(&self) -> bool {
        *self != Outcome::Refused
    }

    /// The outcome that a line of the oracle stands for, as far as it says.
    pub fn parse(line: &str) -> Outcome {
        match line {
            "()" => Outcome::Unit,
            _ => match line.split_once(": ") {
                Some(("panic", message)) => Outcome::Panic(message.to_owned()),
                Some(("violated", what)) => Outcome::Violated(what.to_owned()),
                Some(("death", how)) => Outcome::Died(how.to_owned()),
                _ if line.ends_with(" *ends*") => {
                    Outcome::Failed(line.trim_end_matches(" *ends*").to_owned())
                }
                _ if line.starts_with("some ") => Outcome::Opaque(line[5..].to_owned()),
                _ => Outcome::Value(line.to_owned()),
            },
        }
    }

    /// One line for people and for the oracle.
    pub fn text(&self) -> String {
        match self {
            Outcome::Unit => "()".to_owned(),
            Outcome::Value(text) => one_line(text),
            Outcome::Opaque(ty) => format!("some {ty}"),
            Outcome::Failed(text) => format!("{} *ends*", one_line(text)),
            Outcome::Panic(message) => format!("panic: {}", one_line(message)),
            Outcome::Violated(what) => format!("violated: {}", one_line(what)),
            Outcome::Died(how) => format!("death: {how}"),
            Outcome::Refused => "not made".to_owned(),
            Outcome::Unstable => "differs from run to run".to_owned(),
        }
    }
}

/// The text with control characters written out, so that it stays on its line.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            control if control.is_control() => {
                write!(line, "\\u{{{:x}}}", u32::from(control)).expect("writing to a string");
            }
            other => line.push(other),
        }
    }
    line
}

/// The text with every number that looks like an address replaced: it differs from run to run.
fn without_addresses(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        let (before, number) = rest.split_at(at);
        clean.push_str(before);
        let digits = number[2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits >= 8 {
            clean.push_str("0x…");
        } else {
            clean.push_str(&number[..2 + digits]);
        }
        rest = &number[2 + digits..];
    }
    clean.push_str(rest);
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_made_equal_and_short_numbers_are_not() {
        let text = Outcome::value("Iter { ptr: 0x7ffd0a1b2c3d, flags: 0xff }").text();
        assert_eq!(text, "Iter { ptr: 0x…, flags: 0xff }");
        assert_eq!(Outcome::value("()"), Outcome::Unit);
    }

    #[test]
    fn a_line_is_read_as_what_it_was_written_for() {
        for outcome in [
            Outcome::Unit,
            Outcome::Value("Some(1)".to_owned()),
            Outcome::Opaque("Iter".to_owned()),
            Outcome::Failed("Err(())".to_owned()),
            Outcome::Panic("no: never".to_owned()),
            Outcome::Violated("Even::is_even, it is false".to_owned()),
            Outcome::Died("signal 11".to_owned()),
        ] {
            assert_eq!(Outcome::parse(&outcome.text()), outcome);
        }
    }

    #[test]
    fn an_outcome_is_one_line() {
        assert_eq!(Outcome::panic("left\n right").text(), "panic: left\\n right");
        assert_eq!(Outcome::Value("a\u{1b}[31m".to_owned()).text(), "a\\u{1b}[31m");
    }
}
