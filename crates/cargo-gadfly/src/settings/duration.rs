//! Durations as typed: `500ms`, `60s`, `2m`, `1h`.

use std::time::Duration;

/// A text that is not a duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a duration; write it like 500ms, 60s, 2m or 1h")]
pub(crate) struct DurationError(String);

/// Reads a duration: a number, whole or with a fraction, and its unit.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let refuse = || DurationError(text.to_owned());
    let trimmed = text.trim();
    let unit_at = trimmed.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(refuse)?;
    let (number, unit) = trimmed.split_at(unit_at);
    let number = number.trim_end();
    if !number.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(refuse());
    }
    let seconds_per_unit = match unit {
        "ms" => 0.001,
        "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(refuse()),
    };
    let amount: f64 = number.parse().map_err(|_| refuse())?;
    Duration::try_from_secs_f64(amount * seconds_per_unit).map_err(|_| refuse())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_units_are_durations() {
        for (text, expected) in [
            ("500ms", Duration::from_millis(500)),
            ("60s", Duration::from_secs(60)),
            ("2m", Duration::from_secs(120)),
            ("2 min", Duration::from_secs(120)),
            ("1.5h", Duration::from_secs(5400)),
            ("0s", Duration::ZERO),
        ] {
            assert_eq!(parse_duration(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_examples() {
        for text in ["", "60", "s", "-1s", "1e3s", "60 seconds ago", "1..2s", "infs"] {
            let error = parse_duration(text).expect_err(text).to_string();
            assert!(error.contains("500ms, 60s, 2m"), "{error}");
        }
    }
}
