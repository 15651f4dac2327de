//! `gadfly.toml`: the settings that stand beside a crate's `Cargo.toml`.
//!
//! Reads and refuses; what wins over what is decided in `resolve.rs`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer, de};

use super::{LearnSettings, WalkSettings, parse_duration};
use crate::args::{ColorChoice, ProfileChoice, ProvidersChoice, ReportFormat, SanitizerChoice};
use gadfly_session::pipeline::{PathPattern, TriagePolicy};

/// The file's name.
const FILE_NAME: &str = "gadfly.toml";

/// Every setting the file may hold: the fields of [`FileSettings`].
const KNOWN: &[&str] = &[
    "features",
    "all-features",
    "no-default-features",
    "time",
    "calls",
    "seed",
    "include",
    "exclude",
    "jobs",
    "format",
    "out",
    "quiet",
    "color",
    "helpers",
    "keep-going-after-panic",
    "profile",
    "sanitize",
    "tests",
    "write",
    "ignore-failing",
    "triage",
    "walk",
    "check",
    "learn",
];

/// Settings of the file; `None` where it has no value.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct FileSettings {
    pub(crate) features: Option<Vec<String>>,
    pub(crate) all_features: Option<bool>,
    pub(crate) no_default_features: Option<bool>,
    #[serde(deserialize_with = "duration")]
    pub(crate) time: Option<Duration>,
    pub(crate) calls: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) include: Option<Vec<PathPattern>>,
    pub(crate) exclude: Option<Vec<PathPattern>>,
    pub(crate) jobs: Option<NonZeroUsize>,
    pub(crate) format: Option<ReportFormat>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) quiet: Option<bool>,
    pub(crate) color: Option<ColorChoice>,
    pub(crate) helpers: Option<PathBuf>,
    pub(crate) keep_going_after_panic: Option<bool>,
    pub(crate) profile: Option<ProfileChoice>,
    pub(crate) sanitize: Option<SanitizerChoice>,
    pub(crate) tests: Option<bool>,
    pub(crate) write: Option<bool>,
    pub(crate) ignore_failing: Option<bool>,
    pub(crate) triage: Option<TriagePolicy>,
    pub(crate) walk: Option<WalkSettings>,
    pub(crate) check: Option<CheckSettings>,
    pub(crate) learn: Option<LearnSettings>,
}

/// Settings of `cargo gadfly check`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct CheckSettings {
    pub(crate) cases: Option<std::num::NonZeroU32>,
    pub(crate) discards: Option<u32>,
    pub(crate) providers: Option<ProvidersChoice>,
}

/// Reasons why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// It exists and cannot be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// An unknown setting.
    #[error("{FILE_NAME}: line {line}: unknown setting `{name}`{}", ask(suggestion.as_deref()))]
    Unknown {
        /// Line, from 1.
        line: usize,
        /// Its name.
        name: String,
        /// A known setting with a similar name.
        suggestion: Option<String>,
    },
    /// A directory that the author of the crate must not choose: the user runs the command on other people's crates.
    #[error("{FILE_NAME}: `out` is {}, which is not in the target directory", out.display())]
    OutsideTarget {
        /// The directory.
        out: PathBuf,
    },
    /// Not TOML, or a value of the wrong kind.
    #[error("{FILE_NAME}: line {line}: {message}")]
    Invalid {
        /// Line, from 1.
        line: usize,
        /// The problem.
        message: String,
    },
}

impl FileSettings {
    /// Reads the file in the directory of the crate's manifest; a missing file has no settings. `target` is the directory in
    /// which the crate is built, the only one that the file may have gadfly write to.
    pub(crate) fn read_beside(manifest_dir: &Path, target: &Path) -> Result<Self, SettingsError> {
        let path = manifest_dir.join(FILE_NAME);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let mut settings = Self::parse(&text)?;
                // A relative directory in the file is meant from the file.
                settings.out = settings.out.map(|out| manifest_dir.join(out));
                if let Some(out) = &settings.out
                    && !is_below(out, target)
                {
                    return Err(SettingsError::OutsideTarget { out: out.clone() });
                }
                Ok(settings)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SettingsError::Read { path, source }),
        }
    }

    fn parse(text: &str) -> Result<Self, SettingsError> {
        let invalid = |error: toml::de::Error| SettingsError::Invalid {
            line: line_of(text, error.span().map_or(0, |span| span.start)),
            message: one_line(error.message()),
        };
        let table = toml::de::DeTable::parse(text).map_err(invalid)?;
        let unknown = table
            .get_ref()
            .keys()
            .filter(|key| !KNOWN.contains(&key.get_ref().as_ref()))
            .min_by_key(|key| key.span().start);
        if let Some(key) = unknown {
            return Err(SettingsError::Unknown {
                line: line_of(text, key.span().start),
                name: key.get_ref().to_string(),
                suggestion: gadfly_session::suggest::nearest(key.get_ref(), KNOWN)
                    .map(str::to_owned),
            });
        }
        toml::from_str(text).map_err(invalid)
    }
}

impl SettingsError {
    /// A remedy.
    pub(crate) fn help(&self) -> Option<String> {
        match self {
            Self::Unknown { suggestion: None, .. } => {
                Some(format!("the settings are {}", KNOWN.join(", ")))
            }
            Self::OutsideTarget { .. } => Some(
                "use a directory below the target directory, or `--out` on the command line"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

/// Returns whether a path leads to a directory or to something in it, wherever its links and `..` lead.
fn is_below(path: &Path, directory: &Path) -> bool {
    match (resolved(path), resolved(directory)) {
        (Some(path), Some(directory)) => path.starts_with(directory),
        _ => false,
    }
}

/// A path without links and `..`: its existing part as the system resolves it, and the names below that. `None` if one of
/// these is `..`.
fn resolved(path: &Path) -> Option<PathBuf> {
    let mut existing = path;
    let mut names = Vec::new();
    loop {
        if let Ok(mut found) = existing.canonicalize() {
            for name in names.into_iter().rev() {
                found.push(name);
            }
            return Some(found);
        }
        match (existing.parent(), existing.file_name()) {
            (Some(parent), Some(name)) => {
                names.push(name);
                existing = parent;
            }
            _ => return None,
        }
    }
}

fn ask(suggestion: Option<&str>) -> String {
    suggestion.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

fn one_line(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(", ")
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_duration(&text).map(Some).map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        FileSettings::parse(text).expect_err("an invalid file").to_string()
    }

    #[test]
    fn every_known_setting_is_read() {
        let text = r#"
            features = ["serde"]
            all-features = false
            no-default-features = true
            time = "2m"
            calls = 1000
            seed = 7
            include = ["Rope"]
            exclude = ["*_unchecked"]
            jobs = 2
            format = "json"
            out = "elsewhere"
            quiet = true
            color = "never"
            helpers = "tests/build.rs"
            keep-going-after-panic = true
            profile = "release"
            sanitize = "address"
            tests = true
            write = false
            ignore-failing = true
            walk = { generators = ["person"], errors-end = true }
            triage = { documented = ["Rope::char"], bug = ["Rope::insert"] }
            check = { cases = 500, discards = 20, providers = "all" }
            learn = { unchanged = { "Node::set_owner" = ["self"] } }
        "#;
        let settings = FileSettings::parse(text).expect("a valid file");
        assert_eq!(settings.features, Some(vec!["serde".to_owned()]));
        assert_eq!(settings.time, Some(Duration::from_secs(120)));
        assert_eq!(settings.format, Some(ReportFormat::Json));
        assert_eq!(settings.profile, Some(ProfileChoice::Release));
        assert_eq!(settings.sanitize, Some(SanitizerChoice::Address));
        let check = settings.check.as_ref().expect("a table");
        assert_eq!(check.providers, Some(ProvidersChoice::All));
        for name in KNOWN {
            assert!(text.contains(&format!(" {name} =")), "{name} is missing in this test");
        }
    }

    #[test]
    fn misspelt_settings_get_a_line_and_a_suggestion() {
        assert_eq!(
            refusal("seed = 1\n\n# why\nexclud = [\"x\"]\n"),
            "gadfly.toml: line 4: unknown setting `exclud`; did you mean `exclude`?"
        );
        assert_eq!(
            refusal("all_features = true"),
            "gadfly.toml: line 1: unknown setting `all_features`; did you mean `all-features`?"
        );
    }

    #[test]
    fn a_setting_like_no_other_gets_the_list() {
        let error = FileSettings::parse("walrus = 1").expect_err("unknown");
        assert_eq!(error.to_string(), "gadfly.toml: line 1: unknown setting `walrus`");
        assert!(error.help().expect("a list").contains("include, exclude"));
    }

    #[test]
    fn broken_toml_names_its_line() {
        let text = refusal("seed = 1\ntime = ");
        assert!(text.starts_with("gadfly.toml: line 2: "), "{text}");
        assert!(!text.contains('\n'), "{text}");
    }

    #[test]
    fn values_of_wrong_types_name_their_line() {
        let text = refusal("seed = 1\ncalls = \"many\"");
        assert!(text.starts_with("gadfly.toml: line 2: invalid type"), "{text}");
        let text = refusal("\ntime = \"soon\"");
        assert!(text.starts_with("gadfly.toml: line 2: `soon` is not a duration"), "{text}");
    }

    #[test]
    fn missing_files_have_no_settings() {
        let dir = tempfile::tempdir().expect("a directory");
        let settings = FileSettings::read_beside(dir.path(), dir.path()).expect("no file is fine");
        assert_eq!(settings, FileSettings::default());
    }

    #[test]
    fn output_stays_in_the_target_directory() {
        let dir = tempfile::tempdir().expect("a directory");
        let target = dir.path().join("target");
        std::fs::create_dir(&target).expect("a directory");
        let read = |out: &str| {
            std::fs::write(dir.path().join(FILE_NAME), format!("out = {out:?}")).expect("written");
            FileSettings::read_beside(dir.path(), &target).map(|settings| settings.out)
        };
        let work = dir.path().join("target/work");
        assert_eq!(read("target/work").expect("inside"), Some(work.clone()));
        assert_eq!(read(&work.to_string_lossy()).expect("inside"), Some(work));
        for out in ["work", ".", "target/../work", "target/work/../../..", "/tmp", "../target"] {
            let error = read(out).expect_err(out);
            assert!(matches!(error, SettingsError::OutsideTarget { .. }), "{out}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_output_elsewhere() {
        let (dir, elsewhere) = (tempfile::tempdir(), tempfile::tempdir());
        let (dir, elsewhere) = (dir.expect("a directory"), elsewhere.expect("a directory"));
        let target = dir.path().join("target");
        std::fs::create_dir(&target).expect("a directory");
        std::os::unix::fs::symlink(elsewhere.path(), target.join("link")).expect("a link");
        std::fs::write(dir.path().join(FILE_NAME), "out = \"target/link/work\"").expect("written");
        let error = FileSettings::read_beside(dir.path(), &target).expect_err("a link");
        assert!(error.to_string().contains("not in the target directory"), "{error}");
    }
}
