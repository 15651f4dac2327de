//! Messages to the command: lines with a mark that nothing else prints, fields separated by tabs.
//! They go straight to the file descriptor, past any capturing of output.

use std::io::Write as _;

/// Starts every message. The line break before it ends whatever the subject printed last.
const MARK: &str = "\n\u{1e}gadfly\t";

/// Sends one message; `false` if the reader has gone.
pub(super) fn send(kind: &str, fields: &[&str]) -> bool {
    let mut line = String::from(MARK);
    line.push_str(kind);
    for field in fields {
        line.push('\t');
        for character in field.chars() {
            match character {
                '\\' => line.push_str("\\\\"),
                '\n' => line.push_str("\\n"),
                '\t' => line.push_str("\\t"),
                '\r' => line.push_str("\\r"),
                other => line.push(other),
            }
        }
    }
    line.push('\n');
    let mut out = std::io::stdout().lock();
    out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_ok()
}
