//! The module that is appended to a mutated library, and how a process of it is started.

use std::path::Path;

use gadfly_cargo::Invocation;

/// The name of the module.
pub(crate) const MODULE: &str = "__gadfly_mutants";

/// The status of a process that has run out of fuel.
pub(crate) const EXIT_NO_FUEL: i32 = 86;

/// The fewest places that a process with a mutant may come by before it counts as endless.
pub(crate) const LEAST_FUEL: u64 = 20_000;

/// The text of the module. Marked as deprecated, each place that asks it is named in a warning, so that code that is not compiled
/// is known.
const TEXT: &str = r#"
#[doc(hidden)]
pub mod __gadfly_mutants {
    extern crate std;
    use self::std::io::Write;
    use self::std::prelude::v1::*;
    use self::std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

    const UNREAD: u32 = 0xffff_fffe;
    const RECORD: u32 = 0xffff_ffff;
    const NONE: AtomicU32 = AtomicU32::new(0);

    static ACTIVE: AtomicU32 = AtomicU32::new(UNREAD);
    static FUEL: AtomicU64 = AtomicU64::new(0);
    static ASKED: AtomicU64 = AtomicU64::new(0);
    static SEEN: [AtomicU32; WORDS] = [NONE; WORDS];

    /// Returns whether none of these mutants is active.
    #[deprecated]
    pub fn off(low: u32, count: u32) -> bool {
        match ACTIVE.load(Ordering::Relaxed) {
            0 => true,
            active => is_off(active, low, count),
        }
    }

    /// Returns whether this mutant is active.
    pub fn is(id: u32) -> bool {
        ACTIVE.load(Ordering::Relaxed) == id
    }

    #[cold]
    fn is_off(active: u32, low: u32, count: u32) -> bool {
        let active = if active == UNREAD { read() } else { active };
        if active == 0 {
            return true;
        }
        if active == RECORD {
            record(low);
            return true;
        }
        let left = FUEL.load(Ordering::Relaxed);
        if left == 0 {
            self::std::process::exit(NO_FUEL);
        }
        FUEL.store(left - 1, Ordering::Relaxed);
        active < low || active - low >= count
    }

    fn read() -> u32 {
        let number = |name: &str| self::std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
        FUEL.store(number("GADFLY_MUTANT_FUEL").unwrap_or(LEAST_FUEL), Ordering::Relaxed);
        let is_recorded = self::std::env::var_os("GADFLY_MUTANT_REACH").is_some();
        let active = number("GADFLY_MUTANT").map_or(0, |it| it as u32);
        let active = if is_recorded { RECORD } else { active };
        ACTIVE.store(active, Ordering::Relaxed);
        active
    }

    fn record(low: u32) {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed) + 1;
        if asked >= 1024 && asked.is_power_of_two() {
            write("asked", asked);
        }
        let (word, bit) = ((low / 32) as usize, 1 << (low % 32));
        if SEEN[word].fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            write("reached", low as u64);
        }
    }

    fn write(what: &str, number: u64) {
        let path = match self::std::env::var_os("GADFLY_MUTANT_REACH") {
            Some(path) => path,
            None => return,
        };
        let mut line = String::from(what);
        line.push(' ');
        line.push_str(&number.to_string());
        line.push('\n');
        let file = self::std::fs::OpenOptions::new().create(true).append(true).open(path);
        if let Ok(mut file) = file {
            let _ = file.write_all(line.as_bytes());
        }
    }
}
"#;

/// The module for mutants up to a number.
pub(crate) fn module(most: u32) -> String {
    let words = most / 32 + 1;
    TEXT.replace("WORDS", &words.to_string())
        .replace("NO_FUEL", &EXIT_NO_FUEL.to_string())
        .replace("LEAST_FUEL", &LEAST_FUEL.to_string())
}

/// Sets the mutant of a process.
pub(crate) fn with_mutant(program: Invocation, id: u32, fuel: u64) -> Invocation {
    program.env("GADFLY_MUTANT", id.to_string()).env("GADFLY_MUTANT_FUEL", fuel.to_string())
}

/// Has a process without mutants append to a file which of them it reaches.
pub(crate) fn recording(program: Invocation, file: &Path) -> Invocation {
    program.env("GADFLY_MUTANT_REACH", file)
}

/// The places of mutants that a process has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The first mutants of these places.
    pub(crate) places: std::collections::BTreeSet<u32>,
    /// How often it came by one, at least half of the true number; 0 if that is small.
    pub(crate) asked: u64,
}

impl Reach {
    /// Reads what a process has written.
    pub(crate) fn parse(text: &str) -> Self {
        let mut reach = Self::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("reached", low)) => reach.places.extend(low.parse::<u32>().ok()),
                Some(("asked", number)) => {
                    reach.asked = reach.asked.max(number.parse().unwrap_or_default());
                }
                _ => {}
            }
        }
        reach
    }

    /// The fuel for a process that does the same with a mutant.
    pub(crate) fn fuel(&self) -> u64 {
        self.asked.saturating_mul(16).saturating_add(LEAST_FUEL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_is_read_and_fuel_follows() {
        let reach = Reach::parse("reached 3\nasked 1024\nreached 9\nasked 2048\nreac");
        assert_eq!(reach.places.iter().copied().collect::<Vec<_>>(), [3, 9]);
        assert_eq!(reach.fuel(), 16 * 2048 + LEAST_FUEL);
        assert_eq!(Reach::parse("").fuel(), LEAST_FUEL);
    }

    #[test]
    fn modules_are_rust_with_their_numbers() {
        let text = module(100);
        assert!(text.contains("[AtomicU32; 4]") && text.contains("exit(86)"), "{text}");
        assert!(text.contains(&format!("pub mod {MODULE} ")));
        syn::parse_file(&text).expect("Rust");
    }
}
