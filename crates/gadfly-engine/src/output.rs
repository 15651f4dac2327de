//! What the subject prints: kept away from the terminal, and from filling the disk.

use crate::sys;
use std::fs::{File, OpenOptions};
use std::sync::OnceLock;

/// The output file is emptied when it gets longer than this.
const MAX_BYTES: u64 = 256 << 10;

static OUTPUT: OnceLock<File> = OnceLock::new();

/// Points standard output and error at the file, or nowhere, and standard input at nothing.
pub fn redirect(path: Option<&str>) -> Result<(), String> {
    if !sys::CAN_CONTAIN {
        return Ok(());
    }
    let mut options = OpenOptions::new();
    let null = options.read(true).write(true).open("/dev/null");
    let null = null.map_err(|error| format!("failed to open /dev/null: {error}"))?;
    let output = match path {
        None => &null,
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(|error| format!("failed to open {path}: {error}"))?;
            OUTPUT.get_or_init(|| file)
        }
    };
    let streams = [(&null, 0), (output, 1), (output, 2)];
    if streams.iter().all(|(file, number)| sys::redirect(file, *number)) {
        Ok(())
    } else {
        Err("failed to redirect the standard streams".to_owned())
    }
}

/// Empties the output file if it has grown too long; the newest output is the interesting part.
pub fn trim() {
    let Some(file) = OUTPUT.get() else { return };
    if file.metadata().map_or(0, |metadata| metadata.len()) > MAX_BYTES {
        // Failing to do so is no reason to stop a search.
        let _ = file.set_len(0);
    }
}
