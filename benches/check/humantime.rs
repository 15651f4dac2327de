//! Properties of timestamps and durations as text.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use humantime::{format_duration, format_rfc3339_seconds, parse_duration, parse_rfc3339};

fn time(seconds: u32) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(u64::from(seconds))
}

#[gadfly::check]
fn nothing_may_follow_a_timestamp(seconds: u32, more: &str) -> bool {
    gadfly::assume!(!more.is_empty());
    parse_rfc3339(&format!("{}{more}", format_rfc3339_seconds(time(seconds)))).is_err()
}

#[gadfly::check]
fn a_timestamp_reads_back_from_its_text(seconds: u32) {
    let text = format_rfc3339_seconds(time(seconds)).to_string();
    assert_eq!(parse_rfc3339(&text).ok(), Some(time(seconds)));
}

#[gadfly::check]
fn a_duration_reads_back_from_its_text(seconds: u32, nanos: u32) {
    let duration = Duration::new(u64::from(seconds), nanos % 1_000_000_000);
    assert_eq!(parse_duration(&format_duration(duration).to_string()).ok(), Some(duration));
}
