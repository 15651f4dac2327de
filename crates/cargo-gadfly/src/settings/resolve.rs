//! Flags over file over defaults: what a run really goes by.
//!
//! A flag replaces the file's value of the same setting. The three feature settings count as
//! one, and so do the two budgets: typing any of them sets the file's group aside.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use gadfly_harness::workspace::Flavour;
use gadfly_wire::Direction;

use super::{CheckSettings, FileSettings, FlagSettings, ItemFilter, TriagePolicy, WalkSettings};
use crate::args::{ColorChoice, OutputFormat, ProfileChoice};

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Everything a run goes by, apart from where the crate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The subject's features.
    pub(crate) features: Features,
    /// When the search ends.
    pub(crate) budget: Budget,
    /// Stop when nothing new was reached for so long.
    pub(crate) plateau: Option<Duration>,
    /// What the search lets itself be guided by.
    pub(crate) direction: Direction,
    /// Where the random choices start.
    pub(crate) seed: u64,
    /// Which items take part.
    pub(crate) filter: ItemFilter,
    /// How many processes work at once.
    pub(crate) jobs: NonZeroUsize,
    /// How results are printed.
    pub(crate) format: OutputFormat,
    /// Where reports and working files go, if not to the usual place.
    pub(crate) out: Option<PathBuf>,
    /// Results only.
    pub(crate) quiet: bool,
    /// When colours are used.
    pub(crate) color: ColorChoice,
    /// Whose fault findings are, where the person knows better.
    pub(crate) triage: TriagePolicy,
    /// What walks go by.
    pub(crate) walk: WalkSettings,
    /// The file with functions that build values, as from the crate's manifest.
    pub(crate) helpers: Option<PathBuf>,
    /// Whether values that a panic has touched stay in use.
    pub(crate) keep_going: bool,
    /// How the crate is built.
    pub(crate) flavour: Flavour,
    /// Whether findings become tests.
    pub(crate) tests: bool,
    /// Whether what an interrupted run has found is taken up.
    pub(crate) resume: bool,
    /// Whether the crate's code is confined.
    pub(crate) sandbox: bool,
    /// Whether tests are placed in the crate.
    pub(crate) write: bool,
    /// Whether tests that fail are placed so that they run only when asked for.
    pub(crate) ignore_failing: bool,
    /// What the file says about properties.
    pub(crate) check: CheckSettings,
}

/// Features of the subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// Switched on by name.
    pub(crate) names: Vec<String>,
    /// All of them.
    pub(crate) all: bool,
    /// Without the default ones.
    pub(crate) no_default: bool,
}

/// When the search ends: at whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// After this much wall-clock time.
    pub(crate) time: Option<Duration>,
    /// After this many calls.
    pub(crate) calls: Option<u64>,
}

impl Settings {
    /// Puts flags over the file, and both over the defaults.
    pub(crate) fn resolve(flags: FlagSettings, file: FileSettings) -> Self {
        Self {
            features: Features::resolve(&flags, &file),
            budget: Budget::resolve(&flags, &file),
            plateau: flags.plateau,
            direction: flags.direction.unwrap_or(Direction::Directed),
            seed: flags.seed.or(file.seed).unwrap_or(0),
            filter: ItemFilter {
                include: typed_or(flags.filter.include, file.include),
                exclude: typed_or(flags.filter.exclude, file.exclude),
            },
            jobs: flags.jobs.or(file.jobs).unwrap_or_else(cores),
            format: flags.output.format.or(file.format).unwrap_or_default(),
            out: flags.output.out.or(file.out),
            quiet: flags.output.quiet || file.quiet.unwrap_or(false),
            color: flags.output.color.or(file.color).unwrap_or_default(),
            triage: file.triage.unwrap_or_default(),
            walk: file.walk.unwrap_or_default(),
            resume: false,
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
            check: file.check.unwrap_or_default(),
        }
    }
}

impl Features {
    fn resolve(flags: &FlagSettings, file: &FileSettings) -> Self {
        if flags.features != Self::default() {
            return flags.features.clone();
        }
        Self {
            names: file.features.clone().unwrap_or_default(),
            all: file.all_features.unwrap_or(false),
            no_default: file.no_default_features.unwrap_or(false),
        }
    }
}

impl Budget {
    fn resolve(flags: &FlagSettings, file: &FileSettings) -> Self {
        let typed = Self { time: flags.time, calls: flags.calls };
        let written = Self { time: file.time, calls: file.calls };
        [typed, written]
            .into_iter()
            .find(|budget| budget.time.is_some() || budget.calls.is_some())
            .unwrap_or(Self { time: Some(DEFAULT_TIME), calls: None })
    }
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
    use crate::args::OutputArgs;

    #[test]
    fn defaults_are_a_minute_from_seed_zero() {
        let settings = Settings::resolve(FlagSettings::default(), FileSettings::default());
        assert_eq!(settings.budget, Budget { time: Some(DEFAULT_TIME), calls: None });
        assert_eq!(settings.seed, 0);
        assert_eq!(settings.format, OutputFormat::Human);
        assert_eq!(settings.features, Features::default());
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
        let settings = Settings::resolve(FlagSettings::default(), file);
        assert_eq!(settings.seed, 3);
        assert_eq!(settings.budget, Budget { time: None, calls: Some(10) });
        assert!(settings.quiet);
        assert!(!settings.filter.admits("ropey::Lines"));
        assert_eq!(settings.features.names, ["serde"]);
    }

    #[test]
    fn flags_win_over_the_file() {
        let file = FileSettings {
            seed: Some(3),
            exclude: Some(vec!["Lines".to_owned().into()]),
            format: Some(OutputFormat::Json),
            ..FileSettings::default()
        };
        let flags = FlagSettings {
            seed: Some(4),
            filter: ItemFilter { exclude: vec!["Rope".to_owned().into()], ..ItemFilter::default() },
            output: OutputArgs { format: Some(OutputFormat::Human), ..OutputArgs::default() },
            ..FlagSettings::default()
        };
        let settings = Settings::resolve(flags, file);
        assert_eq!(settings.seed, 4);
        assert!(settings.filter.admits("ropey::Lines"));
        assert!(!settings.filter.admits("ropey::Rope"));
        assert_eq!(settings.format, OutputFormat::Human);
    }

    #[test]
    fn a_typed_budget_sets_the_files_budget_aside() {
        let file = FileSettings { time: Some(DEFAULT_TIME), ..FileSettings::default() };
        let flags = FlagSettings { calls: Some(5), ..FlagSettings::default() };
        let budget = Settings::resolve(flags, file).budget;
        assert_eq!(budget, Budget { time: None, calls: Some(5) });
    }

    #[test]
    fn typed_features_set_the_files_features_aside() {
        let file = FileSettings { all_features: Some(true), ..FileSettings::default() };
        let flags = FlagSettings {
            features: Features { names: vec!["a".to_owned()], ..Features::default() },
            ..FlagSettings::default()
        };
        let features = Settings::resolve(flags, file).features;
        assert_eq!(features.names, ["a"]);
        assert!(!features.all);
    }
}
