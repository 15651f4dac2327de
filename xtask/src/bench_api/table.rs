//! The numbers as a table, with what they must be beside them.

use super::measure::Measured;
use super::pinned::Subject;

/// A crate and what came out.
pub(crate) type Row<'r> = (&'r Subject, Result<Measured, String>);

/// All rows so far, misses marked, and below them which functions never returned.
pub(crate) fn render(rows: &[Row<'_>]) -> String {
    let mut text = format!(
        "{:<22} {:>6} {:>8} {:>15} {:>8} {:>15} {:>21} {:>6} {:>6} {:>6} {:>12} {:>6}\n",
        "crate",
        "public",
        "callable",
        "%",
        "returned",
        "%",
        "calls/s",
        "read",
        "check",
        "build",
        "to first",
        "again"
    );
    for (subject, measured) in rows {
        let name = format!("{} {}", subject.name, subject.version);
        let measured = match measured {
            Ok(measured) => measured,
            Err(_) => {
                text.push_str(&format!("{name:<22} failed\n"));
                continue;
            }
        };
        let [callable, returned, speed, first] = judged(subject, measured);
        let [read, check, build] = measured.stages;
        text.push_str(&format!(
            "{name:<22} {:>6} {:>8} {:>15} {:>8} {:>15} {:>21} {read:>6.1} {check:>6.1} {build:>6.1} {:>12} {:>6.2}\n",
            measured.public,
            measured.callable,
            callable.show(1),
            measured.returned,
            returned.show(1),
            speed.show(0),
            first.show(1),
            measured.again,
        ));
    }
    for (subject, measured) in rows {
        let Ok(measured) = measured else { continue };
        for path in &measured.never_returned {
            text.push_str(&format!("  {} never returned: {path}\n", subject.name));
        }
    }
    text
}

/// The number of results that miss their targets; a run that failed is one.
pub(crate) fn missed(rows: &[Row<'_>]) -> usize {
    rows.iter()
        .map(|(subject, measured)| match measured {
            Ok(measured) => judged(subject, measured).iter().filter(|it| it.is_missed()).count(),
            Err(_) => 1,
        })
        .sum()
}

/// A number and what it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Judged {
    value: Option<f64>,
    target: Option<f64>,
    is_at_most: bool,
}

impl Judged {
    fn is_missed(self) -> bool {
        match (self.value, self.target) {
            // Percentages are shown with one digit; what shows as the target reaches it.
            (Some(value), Some(target)) if self.is_at_most => value > target + 0.05,
            (Some(value), Some(target)) => value < target - 0.05,
            _ => false,
        }
    }

    fn show(self, digits: usize) -> String {
        let Some(value) = self.value else { return "-".to_owned() };
        let sign = if self.is_at_most { '≤' } else { '≥' };
        let mark = if self.is_missed() { "✗ " } else { "" };
        match self.target {
            Some(target) => format!("{mark}{value:.digits$} ({sign}{target:.0})"),
            None => format!("{value:.digits$}"),
        }
    }
}

fn judged(subject: &Subject, measured: &Measured) -> [Judged; 4] {
    let targets = subject.targets;
    let left_out = if targets.only_safe { measured.skipped_unsafe } else { 0.0 };
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole * 100.0 } else { 0.0 };
    let at_least = |value: f64, target| Judged { value: Some(value), target, is_at_most: false };
    [
        at_least(share(measured.callable, measured.public - left_out), targets.callable),
        at_least(share(measured.returned, measured.callable), targets.returned),
        at_least(measured.speed, targets.speed),
        Judged { value: measured.first, target: targets.first, is_at_most: true },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench_api::pinned::Targets;

    fn subject(only_safe: bool) -> Subject {
        let targets = Targets {
            callable: Some(100.0),
            only_safe,
            returned: Some(90.0),
            speed: Some(1000.0),
            first: Some(25.0),
        };
        Subject { name: "a".to_owned(), version: "1.0.0".to_owned(), targets }
    }

    fn measured() -> Measured {
        Measured {
            public: 10.0,
            skipped_unsafe: 2.0,
            callable: 8.0,
            returned: 8.0,
            speed: 2000.0,
            first: Some(26.0),
            never_returned: vec!["a::f".to_owned()],
            ..Measured::default()
        }
    }

    #[test]
    fn misses_are_marked_and_counted() {
        let subject = subject(false);
        let rows = [(&subject, Ok(measured()))];
        assert_eq!(missed(&rows), 2);
        let text = render(&rows);
        assert!(text.contains("✗ 80.0 (≥100)"), "{text}");
        assert!(text.contains("✗ 26.0 (≤25)"), "{text}");
        assert!(text.contains(" 100.0 (≥90)"), "{text}");
        assert!(text.contains("a never returned: a::f"), "{text}");
    }

    #[test]
    fn unsafe_functions_are_left_out_where_the_target_says_so() {
        let subject = subject(true);
        let cached = Measured { first: None, ..measured() };
        assert_eq!(missed(&[(&subject, Ok(cached))]), 0);
    }

    #[test]
    fn a_failed_run_is_a_miss() {
        let subject = subject(true);
        assert_eq!(missed(&[(&subject, Err("no".to_owned()))]), 1);
    }
}
