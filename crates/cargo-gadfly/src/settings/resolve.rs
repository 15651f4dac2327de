//! Flags over file over defaults: the settings of a run.
//!
//! A flag replaces the file's value of the same setting. The three feature settings count as
//! one, and so do the two budgets: typing any of them sets the file's group aside.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use gadfly_build::workspace::Flavour;
use gadfly_wire::Direction;

use super::{CheckSettings, FileSettings, FlagSettings, LearnSettings, WalkSettings};
use crate::args::{ColorChoice, ProfileChoice, ReportFormat};
use gadfly_session::pipeline::{Features, ItemFilter, LearnedUse, SearchBudget, Settings};

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// All settings of a command: those of its session, and those of its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandSettings {
    /// Settings of the session.
    pub(crate) session: Settings,
    /// Form of results.
    pub(crate) format: ReportFormat,
    /// The directory for reports and working files, if not the usual one.
    pub(crate) out: Option<PathBuf>,
    /// True if only results are printed.
    pub(crate) quiet: bool,
    /// Use of colours.
    pub(crate) color: ColorChoice,
    /// Settings of walks from the file.
    pub(crate) walk: WalkSettings,
    /// Settings of properties from the file.
    pub(crate) check: CheckSettings,
    /// Settings of tracing from the file.
    pub(crate) learn: LearnSettings,
}

impl CommandSettings {
    /// Puts flags over the file, and both over the defaults.
    pub(crate) fn resolve(flags: FlagSettings, file: FileSettings) -> Self {
        let session = Settings {
            features: features(&flags, &file),
            budget: budget(&flags, &file),
            plateau: flags.plateau,
            direction: flags.direction.unwrap_or(Direction::Directed),
            seed: flags.seed.or(file.seed).unwrap_or(0),
            filter: ItemFilter {
                include: typed_or(flags.filter.include, file.include),
                exclude: typed_or(flags.filter.exclude, file.exclude),
            },
            jobs: flags.jobs.or(file.jobs).unwrap_or_else(cores),
            triage: file.triage.unwrap_or_default(),
            instance: None,
            resume: false,
            learned: LearnedUse::default(),
            sandbox: !flags.no_sandbox,
            helpers: file.helpers,
            keep_going: file.keep_going_after_panic.unwrap_or(false),
            flavour: Flavour {
                is_release: file.profile == Some(ProfileChoice::Release),
                is_sanitized: file.sanitize.is_some(),
            },
            tests: file.tests.unwrap_or(true),
            write: file.write.unwrap_or(true),
            ignore_failing: file.ignore_failing.unwrap_or(false),
        };
        Self {
            session,
            format: flags.format.or(file.format).unwrap_or_default(),
            out: flags.output.out.or(file.out),
            quiet: flags.output.quiet || file.quiet.unwrap_or(false),
            color: flags.output.color.or(file.color).unwrap_or_default(),
            walk: file.walk.unwrap_or_default(),
            check: file.check.unwrap_or_default(),
            learn: file.learn.unwrap_or_default(),
        }
    }
}

fn features(flags: &FlagSettings, file: &FileSettings) -> Features {
    if flags.features != Features::default() {
        return flags.features.clone();
    }
    Features {
        names: file.features.clone().unwrap_or_default(),
        all: file.all_features.unwrap_or(false),
        no_default: file.no_default_features.unwrap_or(false),
    }
}

fn budget(flags: &FlagSettings, file: &FileSettings) -> SearchBudget {
    let typed = SearchBudget { time: flags.time, calls: flags.calls };
    let written = SearchBudget { time: file.time, calls: file.calls };
    [typed, written]
        .into_iter()
        .find(|budget| budget.time.is_some() || budget.calls.is_some())
        .unwrap_or(SearchBudget { time: Some(DEFAULT_TIME), calls: None })
}

fn typed_or<T>(typed: Vec<T>, written: Option<Vec<T>>) -> Vec<T> {
    if typed.is_empty() { written.unwrap_or_default() } else { typed }
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_a_minute_from_seed_zero() {
        let settings = CommandSettings::resolve(FlagSettings::default(), FileSettings::default());
        assert_eq!(settings.session.budget, SearchBudget { time: Some(DEFAULT_TIME), calls: None });
        assert_eq!(settings.session.seed, 0);
        assert_eq!(settings.format, ReportFormat::Human);
        assert_eq!(settings.session.features, Features::default());
    }

    #[test]
    fn the_file_is_used_where_nothing_was_typed() {
        let file = FileSettings {
            seed: Some(3),
            calls: Some(10),
            quiet: Some(true),
            include: Some(vec!["Rope".to_owned().into()]),
            features: Some(vec!["serde".to_owned()]),
            ..FileSettings::default()
        };
        let settings = CommandSettings::resolve(FlagSettings::default(), file);
        assert_eq!(settings.session.seed, 3);
        assert_eq!(settings.session.budget, SearchBudget { time: None, calls: Some(10) });
        assert!(settings.quiet);
        assert!(!settings.session.filter.admits("ropey::Lines"));
        assert_eq!(settings.session.features.names, ["serde"]);
    }

    #[test]
    fn flags_win_over_the_file() {
        let file = FileSettings {
            seed: Some(3),
            exclude: Some(vec!["Lines".to_owned().into()]),
            format: Some(ReportFormat::Json),
            ..FileSettings::default()
        };
        let flags = FlagSettings {
            seed: Some(4),
            filter: ItemFilter { exclude: vec!["Rope".to_owned().into()], ..ItemFilter::default() },
            format: Some(ReportFormat::Human),
            ..FlagSettings::default()
        };
        let settings = CommandSettings::resolve(flags, file);
        assert_eq!(settings.session.seed, 4);
        assert!(settings.session.filter.admits("ropey::Lines"));
        assert!(!settings.session.filter.admits("ropey::Rope"));
        assert_eq!(settings.format, ReportFormat::Human);
    }

    #[test]
    fn a_typed_budget_sets_the_files_budget_aside() {
        let file = FileSettings { time: Some(DEFAULT_TIME), ..FileSettings::default() };
        let flags = FlagSettings { calls: Some(5), ..FlagSettings::default() };
        let budget = CommandSettings::resolve(flags, file).session.budget;
        assert_eq!(budget, SearchBudget { time: None, calls: Some(5) });
    }

    #[test]
    fn typed_features_set_the_files_features_aside() {
        let file = FileSettings { all_features: Some(true), ..FileSettings::default() };
        let flags = FlagSettings {
            features: Features { names: vec!["a".to_owned()], ..Features::default() },
            ..FlagSettings::default()
        };
        let features = CommandSettings::resolve(flags, file).session.features;
        assert_eq!(features.names, ["a"]);
        assert!(!features.all);
    }
}
