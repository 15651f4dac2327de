//! A symptom: a finding that is listed with another, because both have one cause.

use gadfly_triage::Kind;
use serde::{Deserialize, Serialize};

use super::Finding;

/// What else a cause shows.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Symptom {
    /// The function or type that shows it.
    pub item: String,
    /// The kind of failure.
    pub kind: Kind,
    /// The message, in one line.
    pub message: String,
    /// The place in the subject.
    #[serde(default)]
    pub location: Option<String>,
    /// The id that a finding of its own would have.
    pub id: String,
}

impl Symptom {
    /// A finding as the symptom of another.
    pub fn of(finding: &Finding) -> Symptom {
        Symptom {
            item: finding.item.clone(),
            kind: finding.kind,
            message: finding.message_line(),
            location: finding.location.clone(),
            id: finding.id.clone(),
        }
    }
}
