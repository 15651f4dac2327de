//! Causes, each with the findings that it explains.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_build::run::HarnessError;

use super::grouping::{Member, groups};
use super::suspect::Suspect;
use super::symptoms::{note_symptoms, shown_first};
use super::tracing::{Case, Tracer};
use crate::deliver::minimising::{Minimised, Minimiser};
use crate::findings::collect::RawFinding;
use crate::report::{Class, Finding};

/// A cause of findings.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    /// The findings, by their place among all: the one to show first, and then in the order in which they may take its place.
    pub(crate) members: Vec<usize>,
}

/// The causes of all bugs with a minimised sequence. Findings of which the call to blame is known are named after it.
pub(crate) fn causes(
    minimiser: &Minimiser<'_>,
    all: &mut [RawFinding],
    shown: &BTreeMap<usize, Minimised>,
) -> Result<Vec<Cause>, HarnessError> {
    let is_bug = |index: &usize| {
        let found = &all[*index];
        found.finding.class == Class::Bug && found.evidence.process_change.is_none()
    };
    let indices: Vec<usize> = shown.keys().copied().filter(is_bug).collect();
    let case = |index: &usize| Case {
        sequence: &shown[index].sequence,
        added: &shown[index].added,
        outcome: (&shown[index].outcome, &shown[index].note),
    };
    let cases: Vec<Case<'_>> = indices.iter().map(case).collect();
    let suspects = Tracer::new(minimiser).suspects(&cases)?;
    let member = |(index, suspect): (&usize, &'_ Option<Suspect>)| Member {
        finding: &all[*index].finding,
        shown: &shown[index],
        suspect: suspect.clone(),
    };
    let members: Vec<Member<'_>> = indices.iter().zip(&suspects).map(member).collect();
    let mut causes = Vec::new();
    let mut names: Vec<(usize, String)> = Vec::new();
    let since = |(index, suspect): (&usize, &'_ Option<Suspect>)| {
        let suspect = suspect.as_ref()?;
        Some((*index, suspect.since(&shown[index].sequence)))
    };
    let since: Vec<(usize, String)> = indices.iter().zip(&suspects).filter_map(since).collect();
    for group in groups(&members, minimiser.prepared) {
        let blamed = group.iter().find_map(|member| members[*member].suspect.as_ref());
        let blamed = blamed.map(|suspect| suspect.item.clone());
        let mut group = group;
        group.sort_by_key(|member| {
            let member = &members[*member];
            shown_first((member.finding, member.shown), blamed.as_deref())
        });
        let indices: Vec<usize> = group.iter().map(|member| indices[*member]).collect();
        names.extend(blamed.into_iter().map(|item| (indices[0], item)));
        causes.push(Cause { members: indices });
    }
    for (index, since) in since {
        all[index].finding.broken_since = Some(since);
    }
    for (index, item) in names {
        all[index].finding.item = item;
    }
    Ok(causes)
}

impl Cause {
    /// The finding that is shown.
    pub(crate) fn shown(&self) -> usize {
        self.members[0]
    }

    /// Gives the place of the one that is shown to the next, which takes over its name; returns whether there is another.
    pub(crate) fn show_next(&mut self, all: &mut [RawFinding]) -> bool {
        let Some(next) = self.members.get(1).copied() else { return false };
        let first = self.members.remove(0);
        self.members.push(first);
        all[next].finding.item = all[first].finding.item.clone();
        true
    }

    /// Lists all members but the one that is shown as its symptoms.
    pub(crate) fn list_symptoms(&self, all: &mut [RawFinding]) {
        let others: Vec<Finding> =
            self.members[1..].iter().map(|index| all[*index].finding.clone()).collect();
        note_symptoms(&mut all[self.shown()].finding, others.iter());
    }
}

/// All findings that are listed with others.
pub(crate) fn listed_with_others(causes: &[Cause]) -> BTreeSet<usize> {
    causes.iter().flat_map(|cause| &cause.members[1..]).copied().collect()
}
