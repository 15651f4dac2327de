//! The lower part of a stack: names a part of the search space, or a single candidate.

use std::fmt;
use std::str::FromStr;

use crate::error::SearchError;

/// Choice points in order of first reading, each with its alternative.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prefix(pub(crate) Vec<(u16, u16)>);

impl fmt::Display for Prefix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (choice, alternative)) in self.0.iter().enumerate() {
            let separator = if position > 0 { "." } else { "" };
            write!(formatter, "{separator}{choice}-{alternative}")?;
        }
        Ok(())
    }
}

impl FromStr for Prefix {
    type Err = SearchError;

    fn from_str(text: &str) -> Result<Self, SearchError> {
        let entry = |part: &str| {
            let (choice, alternative) = part.split_once('-')?;
            Some((choice.parse().ok()?, alternative.parse().ok()?))
        };
        let parts = text.split('.').filter(|part| !part.is_empty());
        let entries: Option<Vec<(u16, u16)>> = parts.map(entry).collect();
        let reason = || format!("`{text}` is not a list of choice-alternative pairs");
        entries.map(Self).ok_or_else(|| SearchError::BadVector { reason: reason() })
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
