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
