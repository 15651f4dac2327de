//! The compiler's answer about a copy.

use std::ops::Range;

use gadfly_cargo::{Invocation, RunError};
use gadfly_model::rust_path;
use serde::Deserialize;

/// The compiler's answer.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// `true` if the copy compiles.
    pub is_good: bool,
    /// Errors.
    pub errors: Vec<Complaint>,
    /// Warnings.
    pub warnings: Vec<Complaint>,
    /// Errors as a person would see them, and cargo's standard error.
    pub output: String,
}

/// An error or a warning with its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Its text.
    pub message: String,
    /// Its places, those that it is about first.
    pub places: Vec<Place>,
}

/// A place in a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, below the copy's folder.
    pub file: String,
    /// The first line.
    pub line: usize,
    /// The bytes of the file.
    pub bytes: Range<usize>,
}

/// Runs cargo, whose arguments ask for a check of chosen targets.
///
/// # Errors
///
/// Where cargo cannot be run.
pub fn check(cargo: Invocation) -> Result<Checked, RunError> {
    let finished = cargo.arg("--message-format=json").run()?;
    let stdout = String::from_utf8_lossy(&finished.stdout);
    let messages = stdout.lines().filter_map(diagnostic);
    let (errors, others): (Vec<_>, Vec<_>) = messages.partition(|it| it.level == "error");
    let rendered = errors.iter().filter_map(|it| it.rendered.as_deref());
    let output = format!("{}{}", rendered.collect::<String>(), finished.stderr);
    Ok(Checked {
        is_good: finished.status.success(),
        errors: errors.into_iter().map(Diagnostic::complaint).collect(),
        warnings: others.into_iter().map(Diagnostic::complaint).collect(),
        output,
    })
}

#[derive(Deserialize)]
struct Line {
    message: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    level: String,
    #[serde(default)]
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
}

fn diagnostic(line: &str) -> Option<Diagnostic> {
    let line: Line = serde_json::from_str(line).ok()?;
    line.message
}

impl Diagnostic {
    fn complaint(mut self) -> Complaint {
        self.spans.sort_by_key(|span| !span.is_primary);
        let place = |span: Span| Place {
            file: span.file_name,
            line: span.line_start,
            bytes: span.byte_start..span.byte_end,
        };
        Complaint { message: self.message, places: self.spans.into_iter().map(place).collect() }
    }
}

/// The name of a function that a constant calls, from the compiler's message.
pub fn called_in_constant(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("cannot call non-const ")?;
    let path = rest.split('`').nth(1)?;
    // Parameters may stand anywhere: `Set::<T>::new`, `parse::<T>`.
    let plain = rust_path::plain(path);
    Some(rust_path::last(plain.trim_end_matches(':')).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_name_the_function_that_they_call() {
        let name = called_in_constant;
        let of = |path: &str| {
            name(&format!("cannot call non-const associated function `{path}` in constants"))
        };
        assert_eq!(of("Set::new"), Some("new".to_owned()));
        assert_eq!(of("demo::Set::<u8>::empty"), Some("empty".to_owned()));
        assert_eq!(of("parse::<u8>"), Some("parse".to_owned()));
        assert_eq!(name("mismatched types"), None);
    }

    #[test]
    fn complaints_begin_with_what_they_are_about() {
        let line = r#"{"message":{"message":"used","level":"error","rendered":null,"spans":[
            {"file_name":"a.rs","line_start":1,"byte_start":2,"byte_end":4,"is_primary":false},
            {"file_name":"b.rs","line_start":7,"byte_start":9,"byte_end":12,"is_primary":true}]}}"#;
        let complaint = diagnostic(line).expect("a message").complaint();
        let place = |file: &str, line, bytes| Place { file: file.to_owned(), line, bytes };
        assert_eq!(complaint.places, [place("b.rs", 7, 9..12), place("a.rs", 1, 2..4)]);
        assert!(diagnostic(r#"{"reason":"build-finished","success":true}"#).is_none());
    }
}
