//! Readable numbers and times, and lines cut to a width.

use std::time::Duration;

/// `11204` as `11,204`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Exact below a million, three figures above: `24.1 M`, `1.02 M`.
pub fn magnitude(number: u64) -> String {
    let (scaled, unit) = match number {
        0..1_000_000 => return thousands(number),
        1_000_000..1_000_000_000 => (number as f64 / 1e6, "M"),
        _ => (number as f64 / 1e9, "G"),
    };
    let decimals = match scaled {
        s if s < 9.995 => 2,
        s if s < 99.95 => 1,
        _ => 0,
    };
    format!("{scaled:.decimals$} {unit}")
}

/// A number per second: `412k`, `1.20 M`.
pub fn rate(per_second: f64) -> String {
    let number = per_second.round() as u64;
    match number {
        0..1_000 => number.to_string(),
        1_000..10_000 => format!("{:.1}k", per_second / 1e3),
        10_000..999_500 => format!("{:.0}k", per_second / 1e3),
        _ => magnitude(number.max(1_000_000)),
    }
}

/// A point in time on a clock: `0:31`, `1:00`, `1:02:05`.
pub fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// A count with its noun: `1 call`, `3 calls`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number))
}

/// A duration: `0.4s`, `12.3s`, `2:05`, `1:02:05`.
pub fn elapsed(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{:.1}s", duration.as_millis() as f64 / 1e3),
        _ => clock(duration),
    }
}

/// The text, cut with `…` if it has more than `width` characters.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn large_numbers_keep_three_figures() {
        for (number, text) in [
            (999_999, "999,999"),
            (1_020_000, "1.02 M"),
            (24_100_000, "24.1 M"),
            (9_999_999, "10.0 M"),
            (412_000_000, "412 M"),
            (3_500_000_000, "3.50 G"),
        ] {
            assert_eq!(magnitude(number), text);
        }
    }

    #[test]
    fn rates_are_short() {
        for (per_second, text) in [
            (0.0, "0"),
            (999.2, "999"),
            (1_234.0, "1.2k"),
            (411_800.0, "412k"),
            (999_700.0, "1.00 M"),
            (1_204_000.0, "1.20 M"),
        ] {
            assert_eq!(rate(per_second), text);
        }
    }

    #[test]
    fn clocks_count_minutes_and_seconds() {
        for (seconds, text) in [(0, "0:00"), (31, "0:31"), (60, "1:00"), (3725, "1:02:05")] {
            assert_eq!(clock(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(count(1, "call"), "1 call");
        assert_eq!(count(0, "call"), "0 calls");
        assert_eq!(count(11_204, "time"), "11,204 times");
    }

    #[test]
    fn durations_from_a_minute_on_read_like_clocks() {
        for (milliseconds, text) in [
            (0, "0.0s"),
            (380, "0.4s"),
            (59_900, "59.9s"),
            (60_000, "1:00"),
            (3_725_000, "1:02:05"),
        ] {
            assert_eq!(elapsed(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn cut_text_says_that_it_was_cut() {
        assert_eq!(cut("naïve", 5), "naïve");
        assert_eq!(cut("naïvely", 5), "naïv…");
        assert_eq!(cut("one two", 5), "one…");
    }
}
