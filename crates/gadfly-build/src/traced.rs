//! Builds of crates in which reads of fields can be seen: LLVM's AddressSanitizer pass reports loads, and no
//! sanitizer runtime is linked.

use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, RunError};
use gadfly_test_file::{Folder, NO_FOLDER};

/// Flags with which the compiler reports loads and blocks of code on a stable toolchain.
const FLAGS: [&str; 11] = [
    "-Cpasses=forceattrs,asan,sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=2",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-force-attribute=sanitize_address",
    "-Cllvm-args=-asan-instrumentation-with-call-threshold=0",
    "-Cllvm-args=-asan-instrument-writes=0",
    "-Cllvm-args=-asan-stack=0",
    "-Cllvm-args=-asan-opt-stack=1",
    "-Cllvm-args=-asan-globals=0",
    "-Cllvm-args=-asan-guard-against-version-mismatch=0",
    "--cfg=gadfly_traced",
];

/// Functions that the passes insert calls of, and those of the search that run once per candidate. The
/// pass for loads leaves them alone because of their names, and the pass for blocks because of an attribute.
const OURS: [&str; 19] = [
    "__asan_load1",
    "__asan_load2",
    "__asan_load4",
    "__asan_load8",
    "__asan_load16",
    "__asan_loadN",
    "__asan_store1",
    "__asan_store2",
    "__asan_store4",
    "__asan_store8",
    "__asan_store16",
    "__asan_storeN",
    "__asan_gadfly_run",
    "__asan_gadfly_try_candidate",
    "__asan_gadfly_read",
    "__asan_gadfly_push",
    "__asan_gadfly_advance",
    "__asan_gadfly_push_unread",
    "__asan_gadfly_first",
];

/// The function that is called at the beginning of a block, in which loads are not reported.
const AT_BLOCK: &str = "__sanitizer_cov_trace_pc_guard";

/// The standard library is linked dynamically: calls of its code, which is precompiled and reports no loads,
/// are then recorded at run time.
const DYNAMIC: &str = "-Cprefer-dynamic";

/// The profile: the callback is worth inlining, which the linker does, and overflow is worth noticing. Debug
/// assertions would check every pointer that the predicate follows and halve the speed. A profile of this
/// name in the workspace's manifest takes its place.
const PROFILE: [&str; 6] = [
    "inherits=\"release\"",
    "lto=\"off\"",
    "codegen-units=1",
    "overflow-checks=true",
    "package.gadfly-exhaust.overflow-checks=false",
    "debug=\"line-tables-only\"",
];

/// Reasons why there is no such build.
#[derive(Debug, thiserror::Error)]
pub enum TracedError {
    /// Loads cannot be reported on this platform.
    #[error(
        "exhaustive search of plain structs needs Linux on x86-64; use gadfly::Field elsewhere"
    )]
    Platform,
    /// The compiler does not name its host.
    #[error("the Rust toolchain does not work: `rustc -vV` does not name the host")]
    Toolchain,
    /// The compiler cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// A run of cargo that builds with tracing.
#[derive(Debug)]
pub struct Traced {
    /// The run, up to and including the options; arguments can follow.
    pub cargo: Invocation,
    /// The triple it builds for.
    pub triple: String,
}

/// The way in which a traced program is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// With the dynamic standard library, so that calls of its code are recorded.
    Dynamic,
    /// The same without optimising the program as a whole: built quickly, searched slowly.
    Quick,
    /// With the standard library in the program, for crates that cannot be linked otherwise.
    Static,
}

/// Prepares `cargo <subcommand>` for a traced build of the crate at `manifest`, into
/// `target_directory`. Build scripts and procedural macros stay as they are.
pub fn traced_cargo(
    subcommand: &str,
    manifest: &Path,
    target_directory: &Path,
    linking: Linking,
) -> Result<Traced, TracedError> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err(TracedError::Platform);
    }
    let directory = manifest.parent().unwrap_or(Path::new("."));
    let libraries = library_directory(directory)?;
    let triple = triple_of(&libraries).ok_or(TracedError::Toolchain)?;
    let profile = own_profile(manifest);
    let flags = flags(linking, profile.as_ref(), &libraries);
    let mut cargo = Invocation::cargo(directory)
        .arg(subcommand)
        .arg("--manifest-path")
        .arg(manifest)
        .args(["--target", &triple, "--target-dir"])
        .arg(target_directory)
        .args(["--profile", "gadfly-exhaust"])
        // Tests that were written earlier are not searched, and one that no longer compiles must not stop the build.
        .env(Folder::Failures.variable(), NO_FOLDER);
    if profile.is_none() {
        let is_static = linking == Linking::Static;
        for setting in PROFILE {
            let setting =
                if is_static { setting.replace("off", "fat") } else { setting.to_owned() };
            cargo = cargo.arg("--config").arg(format!("profile.gadfly-exhaust.{setting}"));
        }
    }
    cargo = match std::env::var("RUSTFLAGS") {
        // The variable outranks configuration, so the flags have to go there too.
        Ok(own) if !own.is_empty() => cargo.env("RUSTFLAGS", format!("{own} {}", flags.join(" "))),
        _ => {
            let quoted: Vec<String> = flags.iter().map(|flag| format!("{flag:?}")).collect();
            let flags = format!("target.{triple}.rustflags=[{}]", quoted.join(","));
            cargo.arg("--config").arg(flags)
        }
    };
    Ok(Traced { cargo: cargo.env_remove("CARGO_ENCODED_RUSTFLAGS"), triple })
}

/// The compiler's flags. The linker optimises the program as a whole unless the profile is the user's own;
/// one that asks for that itself cannot be linked dynamically.
fn flags(linking: Linking, profile: Option<&toml::Value>, libraries: &Path) -> Vec<String> {
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    let force =
        |function, attribute| format!("-Cllvm-args=-force-attribute={function}:{attribute}");
    flags.extend(OURS.map(|function| force(function, "nosanitize_coverage")));
    flags.push(force(AT_BLOCK, "disable_sanitizer_instrumentation"));
    let lto = profile.and_then(|profile| profile.get("lto"));
    let is_whole = lto.is_some_and(|lto| match lto {
        toml::Value::String(lto) => lto != "off",
        lto => lto.as_bool() == Some(true),
    });
    let linker = libraries.with_file_name("bin").join("gcc-ld");
    if linking == Linking::Static || is_whole || !linker.is_dir() {
        return flags;
    }
    flags.push(DYNAMIC.to_owned());
    flags.push(format!("-Clink-arg=-Wl,-rpath,{}", libraries.display()));
    if profile.is_none() && linking == Linking::Dynamic {
        flags.push("-Clinker-plugin-lto".to_owned());
        flags.push("-Clink-arg=-fuse-ld=lld".to_owned());
        flags.push(format!("-Clink-arg=-B{}", linker.display()));
    }
    flags
}

/// The profile for this build in the manifest, or in one above it.
fn own_profile(manifest: &Path) -> Option<toml::Value> {
    let mut manifests = manifest.ancestors().skip(1).map(|folder| folder.join("Cargo.toml"));
    manifests.find_map(|path| {
        let table: toml::Table = std::fs::read_to_string(path).ok()?.parse().ok()?;
        table.get("profile")?.get("gadfly-exhaust").cloned()
    })
}

/// The directory of the toolchain's libraries for the host.
pub fn library_directory(directory: &Path) -> Result<PathBuf, TracedError> {
    let finished = Invocation::rustc(directory).args(["--print", "target-libdir"]).run()?;
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    let path = text.lines().next().filter(|line| !line.is_empty());
    path.map(PathBuf::from).ok_or(TracedError::Toolchain)
}

/// The triple in the path of its libraries, `lib/rustlib/TRIPLE/lib`.
fn triple_of(libraries: &Path) -> Option<String> {
    libraries.parent()?.file_name()?.to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_profiles_decide_how_programs_are_linked() {
        // A directory with a linker, as every toolchain has.
        let libraries = library_directory(Path::new(".")).expect("a toolchain");
        let flags = |linking, profile: Option<&str>| {
            let profile = profile.map(|text| toml::Value::Table(text.parse().expect("TOML")));
            flags(linking, profile.as_ref(), &libraries).join(" ")
        };
        let (dynamic, by_linker) = (DYNAMIC, "-Clinker-plugin-lto");
        let usual = flags(Linking::Dynamic, None);
        assert!(usual.contains(dynamic) && usual.contains(by_linker), "{usual}");
        let fast = flags(Linking::Dynamic, Some("lto = \"off\""));
        assert!(fast.contains(dynamic) && !fast.contains(by_linker), "{fast}");
        for whole in ["lto = true", "lto = \"fat\""] {
            assert!(!flags(Linking::Dynamic, Some(whole)).contains(dynamic));
        }
        assert!(!flags(Linking::Quick, None).contains(by_linker));
        assert!(!flags(Linking::Static, None).contains(dynamic));
    }
}
