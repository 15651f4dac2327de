//! Results of commands as data. `report.json` is [`RunReport`]; text for people is made in
//! `render`.

mod brief;
mod check_report;
mod details;
mod exhaust_case;
mod exhaust_details;
mod explore_details;
mod finding;
mod finding_builder;
mod learn_details;
mod listing;
mod replay;
mod run_report;
mod short_id;
mod source_excerpt;
mod strengthen_details;
mod symptom;
mod walk_details;
mod walk_report;

pub use brief::{instance, reason, signature};
pub use check_report::{
    CheckReport, CheckVerdict, LabelCount, PropertyReport, StoredTest, StoredValues,
};
pub use details::{RunDetails, UnknownKeys};
pub use exhaust_case::{CaseKind, FailingCase, Placement};
pub use exhaust_details::{ExhaustDetails, SearchedFunction};
pub use explore_details::{ExploreDetails, MinimisedLengths, Recoveries, UnstableItem};
pub use finding::Finding;
pub use finding::{Decision, POLICY};
pub use finding_builder::FindingBuilder;
pub use gadfly_triage::{Class, Kind};
pub use learn_details::{LearnDetails, LearnedType, Learning, ReasonCount, TracedSource};
pub use listing::{ListedItem, Listing};
pub use replay::ReplayResult;
pub use run_report::{
    Coverage, FORMAT_VERSION, FunctionCounts, ReportError, RunReport, Seconds, SkippedItem,
    TestCounts,
};
pub use short_id::IdKind;
pub(crate) use source_excerpt::source_excerpt;
pub use strengthen_details::StrengthenDetails;
pub use symptom::Symptom;
pub use walk_details::{
    LeftOutItem, OracleDetails, WalkDetails, WalkedSequence, WalkedState, WalkedTransition,
};
pub use walk_report::{Sentence, ShownSequence, Testing, WalkReport, Walked, WalkedType};
