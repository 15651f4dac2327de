//! The only place of this crate that starts processes and prints.

use std::path::PathBuf;
use std::process::Command;
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
    tell(&format!("$ {line}"));
    let begun = Instant::now();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("failed to run `{line}`: {error}"))?;
    tell(&format!("  {:.0} s", begun.elapsed().as_secs_f64()));
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed")) }
}

/// Says something to the person who runs this.
#[expect(clippy::print_stderr, reason = "this is how a task talks")]
pub(crate) fn tell(text: &str) {
    eprintln!("{text}");
}
