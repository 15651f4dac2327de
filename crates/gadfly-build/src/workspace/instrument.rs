//! Coverage counters in the crate under test and in the operations, and in nothing else; a sanitizer in all that is tested.
//!
//! Cargo has no way to give flags to some crates of a build, so the compiler is called through a script that adds them by
//! the crate's name. Where there are no shell scripts, or the compiler does not know the flags, there is no coverage.

use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, Subject};

use super::BuildError;
use super::files::write_if_changed;
use super::flavour::Flavour;

/// Flags that make the compiler put a counter on every edge, and a table of their addresses beside.
const FLAGS: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];

/// A compiler that instruments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrument {
    /// The script that cargo is to call instead of the compiler.
    pub wrapper: PathBuf,
}

impl Instrument {
    /// The compiler for this subject and flavour, its files below `folder`; `None` where there can be no coverage and nothing
    /// else is asked of it. With `as_tests`, the crates of these names see what their tests would.
    pub fn new(
        subject: &Subject,
        flavour: Flavour,
        folder: &Path,
        as_tests: Option<&[String]>,
    ) -> Result<Option<Instrument>, BuildError> {
        if !cfg!(unix) || (as_tests.is_none() && !cfg!(target_os = "linux")) {
            return Ok(None);
        }
        let flags: &[&str] = match cfg!(target_os = "linux") && knows_flags(subject, folder)? {
            true => &FLAGS,
            false if flavour.is_sanitized || as_tests.is_some() => &[],
            false => return Ok(None),
        };
        let wrapper = folder.join(flavour.file("rustc-with-counters", ""));
        write_script(&wrapper, &script(&subject.lib_name, flags, flavour, as_tests))?;
        Ok(Some(Instrument { wrapper }))
    }

    /// The same compiler for the same subject, without counters: for tests that are to be linked as people link them.
    pub fn without_counters(
        &self,
        subject: &Subject,
        flavour: Flavour,
    ) -> Result<Instrument, BuildError> {
        let wrapper = self.wrapper.with_file_name(flavour.file("rustc-without-counters", ""));
        write_script(&wrapper, &script(&subject.lib_name, &[], flavour, None))?;
        Ok(Instrument { wrapper })
    }
}

fn write_script(path: &Path, text: &str) -> Result<(), BuildError> {
    if write_if_changed(path, text)? {
        make_executable(path)
            .map_err(|source| BuildError::Write { path: path.to_owned(), source })?;
    }
    Ok(())
}

/// Asks the compiler once, and remembers its answer beside its version.
fn knows_flags(subject: &Subject, folder: &Path) -> Result<bool, BuildError> {
    let note = folder.join("counters.txt");
    let known = |answer: &str| format!("{answer}\n{}", subject.rustc_verbose_version);
    if let Ok(text) = std::fs::read_to_string(&note) {
        for (answer, is_known) in [("yes", true), ("no", false)] {
            if text == known(answer) {
                return Ok(is_known);
            }
        }
    }
    let source = folder.join("counters.rs");
    write_if_changed(&source, "pub fn f(x: u32) -> u32 { if x > 3 { x } else { 0 } }\n")?;
    let finished = Invocation::rustc(&subject.toolchain_dir)
        .arg(&source)
        .args(["--crate-type=lib", "--emit=obj", "-o"])
        .arg(folder.join("counters.o"))
        .args(FLAGS)
        .run()?;
    let is_known = finished.status.success();
    write_if_changed(&note, &known(if is_known { "yes" } else { "no" }))?;
    Ok(is_known)
}

fn script(lib_name: &str, flags: &[&str], flavour: Flavour, as_tests: Option<&[String]>) -> String {
    // Tests themselves are left out, and with them code that only they use, which is not under test.
    let tested = match as_tests {
        Some(names) if !names.is_empty() => format!(
            "\ncase $name in {}) set -- \"$@\" --cfg test; if [ -n \"$lints\" ]; then set -- \"$@\" $lints; lints=; fi ;; esac",
            names.join("|")
        ),
        _ => String::new(),
    };
    let flags = flags.join(" ");
    // What runs while building is not built for a target, and the engine is not what is tested.
    let sanitizer = if flavour.is_sanitized {
        // Stacks are followed by frame pointers, the engine's part in them, too.
        "
if [ -n \"$target\" ]; then set -- \"$@\" -Cforce-frame-pointers=yes; fi
case $name in
    ''|___|build_script_*|gadfly_engine|gadfly_wire) ;;
    *) if [ -n \"$target\" ]; then
        RUSTC_BOOTSTRAP=1
        export RUSTC_BOOTSTRAP
        set -- \"$@\" -Zsanitizer=address
    fi ;;
esac"
    } else {
        ""
    };
    format!(
        "#!/bin/sh
# Calls the compiler, with coverage counters for the crate under test and the operations.
# Lints that a crate forbids itself have grown since, and are of no interest here.
name=
target=
previous=
lints='--cap-lints warn'
for argument do
    if [ \"$previous\" = --crate-name ]; then name=$argument; fi
    if [ \"$argument\" = --cap-lints ]; then lints=; fi
    if [ \"$argument\" = --target ]; then target=named; fi
    previous=$argument
done{sanitizer}{tested}
case $name in
    {lib_name}|gadfly_operations_at*) exec \"$@\" $lints {flags} ;;
esac
exec \"$@\"
"
    )
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_subject_and_the_operations_get_counters() {
        let folder = tempfile::tempdir().expect("a directory");
        let wrapper = folder.path().join("wrapper");
        std::fs::write(&wrapper, script("semver", &FLAGS, Flavour::default(), None))
            .expect("written");
        let run = |more: &[&str]| {
            let finished = Invocation::new("sh", folder.path())
                .arg(&wrapper)
                .args(["echo", "--crate-name"])
                .args(more)
                .run()
                .expect("a shell");
            String::from_utf8_lossy(&finished.stdout).into_owned()
        };
        for name in ["semver", "gadfly_operations_at1"] {
            let line = run(&[name]);
            assert!(line.contains("sancov") && line.contains("--cap-lints warn"), "{line}");
        }
        for name in ["serde", "build_script_build"] {
            assert!(!run(&[name]).contains("sancov"));
        }
        let twice = run(&["semver", "--cap-lints", "allow"]);
        assert_eq!(twice.matches("--cap-lints").count(), 1, "{twice}");
    }

    #[test]
    fn the_sanitizer_is_for_the_subject_alone() {
        let folder = tempfile::tempdir().expect("a directory");
        let wrapper = folder.path().join("wrapper");
        let flavour = Flavour { is_sanitized: true, ..Flavour::default() };
        std::fs::write(&wrapper, script("semver", &FLAGS, flavour, None)).expect("written");
        let run = |name: &str, more: &[&str]| {
            let finished = Invocation::new("sh", folder.path())
                .arg(&wrapper)
                .args(["sh", "-c", "echo $RUSTC_BOOTSTRAP \"$@\"", "--crate-name", name])
                .args(more)
                .env_remove("RUSTC_BOOTSTRAP")
                .run()
                .expect("a shell");
            String::from_utf8_lossy(&finished.stdout).into_owned()
        };
        for name in ["semver", "serde", "gadfly_operations_at1", "gadfly_failures"] {
            let line = run(name, &["--target", "t"]);
            assert!(line.starts_with("1 ") && line.contains("-Zsanitizer=address"), "{line}");
            assert!(!run(name, &[]).contains("sanitizer=address"), "{name}");
        }
        for name in ["gadfly_engine", "gadfly_wire", "build_script_build", "___"] {
            assert!(!run(name, &["--target", "t"]).contains("sanitizer=address"), "{name}");
        }
    }
}
