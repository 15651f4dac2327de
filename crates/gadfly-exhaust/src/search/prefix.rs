//! The lower part of a stack: names a part of the search space, or a single candidate.

use std::fmt;
use std::str::FromStr;

use gadfly_wire::{Choice, Choices, NoChoices};

use crate::error::SearchError;

/// Choice points in order of first reading, each with its alternative.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prefix(pub(crate) Vec<(u16, u16)>);

impl fmt::Display for Prefix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Choices::from(self).fmt(formatter)
    }
}

impl FromStr for Prefix {
    type Err = SearchError;

    fn from_str(text: &str) -> Result<Self, SearchError> {
        let choices: Result<Choices, NoChoices> = text.parse();
        let reason = || format!("`{text}` is not a list of choice-alternative pairs");
        let refused = |NoChoices| SearchError::BadVector { reason: reason() };
        choices.map(Self::from).map_err(refused)
    }
}

impl From<&Prefix> for Choices {
    fn from(prefix: &Prefix) -> Self {
        let choice = |&(point, alternative): &(u16, u16)| Choice { point, alternative };
        Self { list: prefix.0.iter().map(choice).collect() }
    }
}

impl From<Choices> for Prefix {
    fn from(choices: Choices) -> Self {
        Self(choices.list.into_iter().map(|it| (it.point, it.alternative)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        for entries in [vec![], vec![(1, 2)], vec![(1, 0), (12, 345)]] {
            let prefix = Prefix(entries);
            assert_eq!(prefix.to_string().parse(), Ok(prefix));
        }
        assert!("1-2.x".parse::<Prefix>().is_err());
    }
}
