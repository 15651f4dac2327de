//! The ways to build the crate under test: as for debugging or as for release, with a sanitizer or without.

use std::path::Path;

use gadfly_cargo::{Invocation, ProcessLimits, Sandbox, Subject};
use gadfly_wire::{EXIT_REPORTED, REPORT_FILE};

use super::BuildError;

/// The way in which the crate under test is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flavour {
    /// As for release: without overflow checks and debug assertions.
    pub is_release: bool,
    /// With AddressSanitizer.
    pub is_sanitized: bool,
}

/// The names of all flavours, as reports have them.
const NAMES: [(&str, Flavour); 4] = [
    ("debug", Flavour { is_release: false, is_sanitized: false }),
    ("release", Flavour { is_release: true, is_sanitized: false }),
    ("debug+address", Flavour { is_release: false, is_sanitized: true }),
    ("release+address", Flavour { is_release: true, is_sanitized: true }),
];

impl Flavour {
    /// As reports name it.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, flavour)| *flavour == self).map_or("debug", |(name, _)| name)
    }

    /// The flavour that a report names.
    pub fn of_name(name: &str) -> Option<Flavour> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, flavour)| *flavour)
    }

    /// Returns whether this is what people build when they say nothing.
    pub fn is_usual(self) -> bool {
        self == Flavour::default()
    }

    /// A file's name, different for each flavour: `harness`, `harness-release`.
    pub(crate) fn file(self, stem: &str, extension: &str) -> String {
        let flavour = if self.is_usual() { String::new() } else { format!("-{}", self.name()) };
        format!("{stem}{}{extension}", flavour.replace('+', "-"))
    }
}

/// Refuses a sanitizer that the toolchain does not have: its library comes with the standard library of some targets.
pub(crate) fn check_sanitizer(subject: &Subject) -> Result<(), BuildError> {
    let missing = || BuildError::NoSanitizer { target: subject.host.clone() };
    if !cfg!(target_os = "linux") {
        return Err(missing());
    }
    let finished = Invocation::rustc(&subject.toolchain_dir)
        .args(["--print", "target-libdir", "--target", &subject.host])
        .run()?;
    let folder = String::from_utf8_lossy(&finished.stdout).trim().to_owned();
    let mut files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_there = files.any(|file| file.file_name().to_string_lossy().ends_with("rt.asan.a"));
    if is_there { Ok(()) } else { Err(missing()) }
}

/// The limits of a program that is built with a sanitizer: it reserves address space by the terabyte.
pub(crate) fn limits() -> ProcessLimits {
    ProcessLimits { memory: None, ..ProcessLimits::default() }
}

/// Starts a program in a sandbox. One that is built with a sanitizer reports into `directory`, where it may write.
pub fn contained(
    invocation: Invocation,
    sandbox: Sandbox,
    is_sanitized: bool,
    directory: &Path,
) -> Invocation {
    if !is_sanitized {
        return invocation.contained(sandbox);
    }
    let options = [
        format!("exitcode={EXIT_REPORTED}"),
        format!("log_path='{}'", directory.join(REPORT_FILE).display()),
        "detect_leaks=0".to_owned(),
        // Limits are set by the sandbox, and cannot be changed.
        "disable_coredump=0".to_owned(),
        "allocator_may_return_null=1".to_owned(),
        "quarantine_size_mb=16".to_owned(),
        // There is no program to ask for names, and none could be started.
        "symbolize=0".to_owned(),
    ];
    invocation.contained(sandbox.limits(limits())).env("ASAN_OPTIONS", options.join(":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flavour_has_a_name_and_files_of_its_own() {
        for (name, flavour) in NAMES {
            assert_eq!(Flavour::of_name(name), Some(flavour));
            assert_eq!(flavour.name(), name);
        }
        assert_eq!(Flavour::of_name("bench"), None);
        let file = |name: &str| Flavour::of_name(name).expect("known").file("plan", ".bin");
        assert_eq!(file("debug"), "plan.bin");
        assert_eq!(file("release+address"), "plan-release-address.bin");
    }
}
