//! The rows of `benches/bugs.toml`: versions with a known bug, and how a report shows it.

use serde::Deserialize;

use super::report::ReportedFinding;

/// A bug that is known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bug {
    /// Its number.
    pub(super) row: u32,
    /// The crate.
    #[serde(rename = "crate")]
    pub(super) name: String,
    /// A version that has it.
    pub(super) bad: String,
    /// A version that has not, if there is one.
    pub(super) good: Option<String>,
    /// The checksum of the bad version's archive, if that is yanked.
    pub(super) bad_checksum: Option<String>,
    /// That of the good version's.
    pub(super) good_checksum: Option<String>,
    /// Features to switch on.
    pub(super) features: Option<String>,
    /// Any of these shows it.
    pub(super) signs: Vec<Sign>,
}

/// Parts of a finding; all that are given must be there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Sign {
    kind: Option<String>,
    item: Option<String>,
    law: Option<String>,
    message: Option<String>,
    location: Option<String>,
}

#[derive(Deserialize)]
struct RowsFile {
    bug: Vec<Bug>,
}

/// Reads the rows.
pub(super) fn parse(text: &str) -> Result<Vec<Bug>, String> {
    toml::from_str::<RowsFile>(text).map(|file| file.bug).map_err(|error| error.to_string())
}

impl Bug {
    /// The first finding of class bug that shows it.
    pub(super) fn shown_by<'f>(
        &self,
        findings: &'f [ReportedFinding],
    ) -> Option<&'f ReportedFinding> {
        findings
            .iter()
            .filter(|finding| finding.class == "bug")
            .find(|finding| self.signs.iter().any(|sign| sign.is_on(finding)))
    }

    /// The first finding of another class that would show it.
    pub(super) fn mistaken<'f>(
        &self,
        findings: &'f [ReportedFinding],
    ) -> Option<&'f ReportedFinding> {
        findings.iter().find(|finding| self.signs.iter().any(|sign| sign.is_on(finding)))
    }
}

impl Sign {
    fn is_on(&self, finding: &ReportedFinding) -> bool {
        let has = |wanted: &Option<String>, text: &str| {
            wanted.as_ref().is_none_or(|wanted| text.contains(wanted.as_str()))
        };
        self.kind.as_ref().is_none_or(|kind| *kind == finding.kind)
            && has(&self.item, &finding.item)
            && has(&self.law, finding.law.as_deref().unwrap_or_default())
            && has(&self.message, &finding.message)
            && has(&self.location, finding.location.as_deref().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_rows_can_be_read() {
        let rows = parse(include_str!("../../../benches/bugs.toml")).expect("well-formed");
        assert!(rows.len() >= 25);
        assert!(rows.iter().all(|bug| !bug.signs.is_empty()));
    }

    #[test]
    fn a_sign_needs_all_its_parts_and_the_class_bug() {
        let text = "[[bug]]\nrow = 1\ncrate = \"a\"\nbad = \"1.0.0\"\n\
                    signs = [{ kind = \"panic\", item = \"push\" }, { law = \"eq\" }]";
        let bug = parse(text).expect("well-formed").remove(0);
        let finding = |kind: &str, item: &str, class: &str| ReportedFinding {
            kind: kind.to_owned(),
            item: item.to_owned(),
            class: class.to_owned(),
            ..ReportedFinding::default()
        };
        assert!(bug.shown_by(&[finding("panic", "a::B::push", "bug")]).is_some());
        assert!(bug.shown_by(&[finding("hang", "a::B::push", "bug")]).is_none());
        let other = [finding("panic", "a::B::push", "documented")];
        assert!(bug.shown_by(&other).is_none() && bug.mistaken(&other).is_some());
    }
}
