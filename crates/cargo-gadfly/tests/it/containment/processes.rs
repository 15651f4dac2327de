//! Processes that are still there.

use std::fs;
use std::path::Path;

/// Programs that run in a directory or below it, or were started from there.
pub(crate) fn left_in(directories: &[&Path]) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().chars().all(|c| c.is_ascii_digit()))
        .filter_map(|entry| {
            let process = entry.path();
            // A zombie has neither; it is gone for all that matters here.
            let at = [fs::read_link(process.join("cwd")), fs::read_link(process.join("exe"))];
            let is_there = at
                .iter()
                .flatten()
                .any(|path| directories.iter().any(|directory| path.starts_with(directory)));
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            is_there.then(|| String::from_utf8_lossy(&line).replace('\0', " "))
        })
        .collect()
}

/// Programs that were started from a directory, each with its parent.
pub(crate) fn started_from(directory: &Path) -> Vec<(u32, u32)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let processes = entries.filter_map(Result::ok).map(|entry| entry.path());
    let ours = processes.filter(|process| {
        fs::read_link(process.join("exe")).is_ok_and(|program| program.starts_with(directory))
    });
    ours.filter_map(|process| {
        let number = process.file_name()?.to_str()?.parse().ok()?;
        let text = fs::read_to_string(process.join("stat")).ok()?;
        // Number, name in parentheses, state, parent.
        let parent = text.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        Some((number, parent))
    })
    .collect()
}

/// Kills a process. False if there was none.
#[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
pub(crate) fn kill(process: u32) -> bool {
    let mut command = std::process::Command::new("kill");
    let status = command.arg("-KILL").arg(process.to_string()).stderr(std::process::Stdio::null());
    status.status().is_ok_and(|status| status.success())
}

/// Sockets that programs which were started from a directory have open.
pub(crate) fn sockets_in(directory: &Path) -> Vec<String> {
    let folder = |(process, _): (u32, u32)| fs::read_dir(format!("/proc/{process}/fd"));
    let open = started_from(directory).into_iter().flat_map(folder).flatten();
    open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok())
        .map(|target| target.display().to_string())
        .filter(|target| target.starts_with("socket:"))
        .collect()
}

/// Panics if a process is left, after giving the system a moment to remove what was ended.
#[track_caller]
pub(crate) fn expect_none_in(directories: &[&Path]) {
    for _ in 0..100 {
        if left_in(directories).is_empty() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("still running: {:?}", left_in(directories));
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_is_found_by_its_directory() {
    let here = std::env::current_dir().expect("a directory");
    assert!(!left_in(&[&here]).is_empty());
    assert!(left_in(&[Path::new("/nowhere")]).is_empty());
}
