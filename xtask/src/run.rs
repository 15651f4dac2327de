//! The only place of this crate that starts processes and prints.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("this crate stands in the root of the repository").to_owned()
}

/// Runs cargo in the root of the repository with some variables set; its failure is an error.
#[expect(clippy::disallowed_methods, reason = "a task is no part of the command")]
pub(crate) fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("cargo {}", arguments.join(" "));
    note(&format!("$ {line}"));
    let begun = Instant::now();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("failed to run `{line}`: {error}"))?;
    note(&format!("  {:.0} s", begun.elapsed().as_secs_f64()));
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed")) }
}

/// The standard output of cargo in a folder; its failure is an error.
pub(crate) fn cargo_output(arguments: &[&str], folder: &Path) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let (is_success, stdout, stderr) = captured(Path::new(&cargo), arguments, folder)?;
    if is_success { Ok(stdout) } else { Err(stderr) }
}

/// The standard output of a program in a folder, whatever its exit code; silence is an error.
pub(crate) fn output(program: &Path, arguments: &[&str], folder: &Path) -> Result<String, String> {
    let (_, stdout, stderr) = captured(program, arguments, folder)?;
    if stdout.is_empty() { Err(stderr) } else { Ok(stdout) }
}

#[expect(clippy::disallowed_methods, reason = "a task is no part of the command")]
fn captured(
    program: &Path,
    arguments: &[&str],
    folder: &Path,
) -> Result<(bool, String, String), String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .map_err(|error| format!("failed to run {}: {error}", program.display()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((output.status.success(), text(&output.stdout), text(&output.stderr)))
}

/// The standard output of a program that gets the same line whenever it asks for one; silence is an error.
#[expect(clippy::disallowed_methods, reason = "a task is no part of the command")]
pub(crate) fn answered(
    program: &Path,
    arguments: &[&str],
    folder: &Path,
    line: &str,
) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("failed to run {}: {error}", program.display());
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut input = child.stdin.take().expect("it was asked for");
    let line = line.to_owned();
    // It ends when the program does: writing fails then.
    let answers = std::thread::spawn(move || while input.write_all(line.as_bytes()).is_ok() {});
    let output = child.wait_with_output().map_err(failed)?;
    answers.join().expect("writing does not panic");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if stdout.is_empty() { Err(format!("{} wrote nothing", program.display())) } else { Ok(stdout) }
}

/// The commits since a revision, merges aside, one line each: hash and subject.
#[expect(clippy::disallowed_methods, reason = "a task is no part of the command")]
pub(crate) fn log(folder: &Path, since: &str) -> Result<String, String> {
    let output = Command::new("git")
        .args(["log", "--no-merges", "--format=%h %s", &format!("{since}..HEAD")])
        .current_dir(folder)
        .output()
        .map_err(|error| format!("failed to run `git log`: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// The machine this toolchain builds for by default.
#[expect(clippy::disallowed_methods, reason = "a task is no part of the command")]
pub(crate) fn host() -> Result<String, String> {
    let output = Command::new("rustc")
        .arg("-vV")
        .current_dir(root())
        .output()
        .map_err(|error| format!("failed to run `rustc -vV`: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` names no host".to_owned())
}

/// Says something to the person who runs this.
#[expect(clippy::print_stderr, reason = "this is how a task talks")]
pub(crate) fn note(text: &str) {
    eprintln!("{text}");
}

/// Writes a task's result to standard output.
#[expect(clippy::print_stdout, reason = "results of tasks go to standard output")]
pub(crate) fn show(text: &str) {
    print!("{text}");
}
