//! Orders to a program that searches all inputs of one function, and what it reports.

use std::fmt;
use std::str::FromStr;

choice! {
    /// An order to a searching program.
    pub enum ExhaustOrder {
        /// Cut the space of inputs into parts.
        0 => Split {
            /// About how many.
            parts: u32,
            /// The number of shards that parts are put into; they are made small enough for that.
            shards: u32,
        },
        /// Search a part.
        1 => Search(part: ExhaustPart),
        /// Run the function on one input.
        2 => Replay(input: Choices),
        /// Describe one input.
        3 => Describe(input: Choices),
        /// The first order: make reports with this key, which the code under test does not know.
        4 => Begin(key: u32),
    }
}

record! {
    /// A part of the space of inputs.
    pub struct ExhaustPart {
        /// The use to make of valid inputs.
        pub mode: ExhaustMode,
        /// The choices that its candidates start with.
        pub start: Choices,
        /// Its last candidates, if those after them are parts of their own.
        pub last: Option<Choices>,
        /// Inputs that end the process, and are left out.
        pub skipped: Vec<Choices>,
        /// The time after which what is left of it is shared.
        pub share_after_ms: u64,
    }
}

choice! {
    /// The use that is made of valid inputs.
    #[derive(Copy, Eq)]
    pub enum ExhaustMode {
        /// The function runs on each.
        0 => Check,
        /// They are counted.
        1 => Count,
        /// They are shown as text.
        2 => Show,
        /// They are drawn.
        3 => Draw,
    }
}

impl ExhaustMode {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Count => "count",
            Self::Show => "show",
            Self::Draw => "draw",
        }
    }
}

choice! {
    /// A report of a searching program.
    pub enum ExhaustEvent {
        /// The program takes orders.
        0 => Ready {
            /// The function's file.
            file: String,
            /// The function's line.
            line: u32,
            /// A call with variables that are named like the parameters.
            call: String,
            /// The bounds, in a line.
            bounds: String,
        },
        /// The parts of the space, in the order of the search.
        1 => Parts(parts: Vec<WeighedPart>),
        /// The current part ends earlier, and the rest of it is free for other programs.
        2 => Shared {
            /// The end of the current part.
            last: Choices,
            /// The rest, in the order of the search.
            parts: Vec<Choices>,
        },
        /// Sent about five times a second.
        3 => Progress {
            /// Candidates of the current part.
            explored: u64,
            /// Valid ones.
            valid: u64,
            /// The fraction of the part that is done.
            fraction: f64,
        },
        /// A valid input.
        4 => Structure {
            /// The input as text.
            text: String,
            /// The input as a drawing, if drawings are asked for.
            svg: String,
        },
        /// The current part is done.
        5 => Searched {
            /// Its counts.
            counts: ExhaustCounts,
            /// Fields that its predicates accept unread.
            unread: Vec<String>,
            /// Its smallest failing input.
            failure: Option<FailingInput>,
        },
        /// The result of running the function on one input, in a sentence.
        6 => Replayed(message: String),
        /// The description of one input, without a failure.
        7 => Described(input: FailingInput),
        /// The order cannot be carried out: bounds or predicates are wrong.
        8 => Refused(message: String),
    }
}

record! {
    /// A part of the space with its size.
    pub struct WeighedPart {
        /// The choices that its candidates start with.
        pub start: Choices,
        /// Its size, compared with other parts.
        pub weight: f64,
    }
}

record! {
    /// An input that a function fails on.
    #[derive(Default)]
    pub struct FailingInput {
        /// The choices that make it.
        pub choices: Choices,
        /// The input as text.
        pub arguments: String,
        /// The failure, in a sentence.
        pub message: String,
        /// `file:line` of a panic, if known.
        pub location: String,
        /// Statements that bind the arguments; empty if they cannot be written as expressions.
        pub statements: String,
        /// The number of objects in it.
        pub objects: u64,
        /// The length of its text.
        pub length: u64,
        /// `true` if the call itself failed, and not a condition afterwards.
        pub in_call: bool,
        /// The input as a drawing.
        pub svg: String,
    }
}

impl FailingInput {
    /// Its size: few objects first, then a short text.
    pub fn weight(&self) -> (u64, u64) {
        (self.objects, self.length)
    }
}

record! {
    /// The counts of a search, or of a part of one.
    #[derive(Copy, Default, Eq)]
    pub struct ExhaustCounts {
        /// Candidates.
        pub explored: u64,
        /// Valid ones.
        pub valid: u64,
        /// Predicate runs that panicked.
        pub panicked: u64,
        /// Predicate runs that were cut off after too many reads.
        pub cut: u64,
        /// Predicate runs that exhausted the stack.
        pub overflowed: u64,
        /// Predicate runs that did not end.
        pub hung: u64,
        /// Accepted structures that no program can hold.
        pub unowned: u64,
        /// Predicate runs that were audited.
        pub audited: u64,
        /// Valid inputs that failed.
        pub failures: u64,
    }
}

impl ExhaustCounts {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Self) {
        self.explored += other.explored;
        self.valid += other.valid;
        self.panicked += other.panicked;
        self.cut += other.cut;
        self.overflowed += other.overflowed;
        self.hung += other.hung;
        self.unowned += other.unowned;
        self.audited += other.audited;
        self.failures += other.failures;
    }
}

record! {
    /// A record of a search that can be continued. The first one has the parts.
    pub struct ExhaustRecord {
        /// The number of the part.
        pub part: u32,
        /// Its event.
        pub event: ExhaustEvent,
    }
}

record! {
    /// A candidate, or what several of them have in common: choice points with their alternatives.
    #[derive(Default, Eq, Ord, PartialOrd)]
    pub struct Choices {
        /// In order of first reading.
        pub list: Vec<Choice>,
    }
}

record! {
    /// One choice.
    #[derive(Copy, Eq, Ord, PartialOrd)]
    pub struct Choice {
        /// The choice point.
        pub point: u16,
        /// Its alternative.
        pub alternative: u16,
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, Choice { point, alternative }) in self.list.iter().enumerate() {
            let separator = if position > 0 { "." } else { "" };
            write!(formatter, "{separator}{point}-{alternative}")?;
        }
        Ok(())
    }
}

impl FromStr for Choices {
    type Err = NoChoices;

    fn from_str(text: &str) -> Result<Self, NoChoices> {
        let choice = |part: &str| {
            let (point, alternative) = part.split_once('-')?;
            Some(Choice { point: point.parse().ok()?, alternative: alternative.parse().ok()? })
        };
        let parts = text.split('.').filter(|part| !part.is_empty());
        let list: Option<Vec<Choice>> = parts.map(choice).collect();
        list.map(|list| Self { list }).ok_or(NoChoices)
    }
}

/// The error for a text that names no choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoChoices;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_back_from_text() {
        let choice = |(point, alternative)| Choice { point, alternative };
        for list in [vec![], vec![(1, 2)], vec![(1, 0), (12, 345)]] {
            let choices = Choices { list: list.into_iter().map(choice).collect() };
            assert_eq!(choices.to_string().parse(), Ok(choices));
        }
        for text in ["1-2.x", "1-70000", "1", "1-2 "] {
            assert_eq!(text.parse::<Choices>(), Err(NoChoices), "{text}");
        }
    }
}
