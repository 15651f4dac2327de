//! The subject's output: kept off the terminal, and bounded in size.

use crate::sys;
use std::fs::{File, OpenOptions};
use std::sync::OnceLock;

/// The output file is emptied when it gets longer than this.
const MAX_BYTES: u64 = 256 << 10;

static OUTPUT: OnceLock<File> = OnceLock::new();
/// The path of the output file, once output is redirected.
static PATH: OnceLock<Option<String>> = OnceLock::new();

/// Points standard output and error at the file, or nowhere, and standard input at nothing.
pub fn redirect(path: Option<&str>) -> Result<(), String> {
    if !sys::CAN_CONTAIN {
        return Ok(());
    }
    let _ = PATH.set(path.map(str::to_owned));
    let null = open_null()?;
    let output = match path {
        None => &null,
        Some(path) => {
            let file = open(path)?;
            OUTPUT.get_or_init(|| file)
        }
    };
    point(&null, output)
}

/// Redirects the streams again, after the subject has redirected or closed them.
pub fn restore() {
    let Some(path) = PATH.get() else { return };
    // The subject may have closed our files as well, so that they are opened anew; without them it prints nowhere.
    let Ok(null) = open_null() else { return };
    let output = path.as_deref().map(open);
    let _ = match &output {
        Some(Ok(output)) => point(&null, output),
        _ => point(&null, &null),
    };
}

/// Empties the output file if it has grown too long; the newest output is the interesting part.
pub fn trim() {
    let Some(file) = OUTPUT.get() else { return };
    if file.metadata().map_or(0, |metadata| metadata.len()) > MAX_BYTES {
        // Failing to do so is no reason to stop a search.
        let _ = file.set_len(0);
    }
}

fn open_null() -> Result<File, String> {
    let null = OpenOptions::new().read(true).write(true).open("/dev/null");
    null.and_then(above_streams).map_err(|error| format!("failed to open /dev/null: {error}"))
}

fn open(path: &str) -> Result<File, String> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(above_streams).map_err(|error| format!("failed to open {path}: {error}"))
}

/// Moves a file away from the numbers of the streams, which it gets where those are closed.
pub(crate) fn above_streams(file: File) -> std::io::Result<File> {
    #[cfg(unix)]
    if std::os::fd::AsRawFd::as_raw_fd(&file) < 3 {
        return file.try_clone();
    }
    Ok(file)
}

fn point(null: &File, output: &File) -> Result<(), String> {
    let streams = [(null, 0), (output, 1), (output, 2)];
    if streams.iter().all(|(file, number)| sys::redirect(file, *number)) {
        Ok(())
    } else {
        Err("failed to redirect the standard streams".to_owned())
    }
}
