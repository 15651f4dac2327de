//! The compiler's machine-readable complaints, and which line of ours they belong to.

use serde::Deserialize;

/// One complaint.
#[derive(Debug, Deserialize)]
pub struct Diagnostic {
    /// Its text.
    pub message: String,
    /// Its code.
    pub code: Option<Code>,
    /// `error`, `warning`, ….
    pub level: String,
    /// Its places.
    pub spans: Vec<DiagnosticSpan>,
    /// Further remarks.
    #[serde(default)]
    pub children: Vec<Diagnostic>,
    /// As a person would see it.
    pub rendered: Option<String>,
}

/// `E0277`.
#[derive(Debug, Deserialize)]
pub struct Code {
    /// The code's text.
    pub code: String,
}

/// A place.
#[derive(Debug, Deserialize)]
pub struct DiagnosticSpan {
    /// The file.
    pub file_name: String,
    /// The first line.
    pub line_start: usize,
    /// `true` if it is what the complaint is about.
    pub is_primary: bool,
    /// The macro call it comes from.
    pub expansion: Option<Box<Expansion>>,
}

/// A macro call.
#[derive(Debug, Deserialize)]
pub struct Expansion {
    /// Its place.
    pub span: DiagnosticSpan,
}

impl Diagnostic {
    /// Reads one line of `--error-format=json`.
    pub fn parse(line: &str) -> Option<Diagnostic> {
        serde_json::from_str(line).ok()
    }

    /// Returns whether it stops the compilation.
    pub fn is_error(&self) -> bool {
        self.level.starts_with("error")
    }

    /// Returns whether it says more about the one before it.
    pub fn is_note(&self) -> bool {
        self.level == "note"
    }

    /// Returns whether it only counts others.
    pub fn is_summary(&self) -> bool {
        self.spans.is_empty()
            && (self.message.starts_with("aborting due to")
                || self.message.starts_with("could not compile"))
    }

    /// Returns whether it has this code.
    pub fn has_code(&self, code: &str) -> bool {
        self.code.as_ref().is_some_and(|own| own.code == code)
    }

    /// Lines in files that `is_ours` accepts: those of primary spans, else of any.
    pub fn lines(&self, is_ours: &dyn Fn(&str) -> bool) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        collect(self.spans.iter().filter(|span| span.is_primary), is_ours, &mut found);
        if found.is_empty() {
            collect(self.spans.iter(), is_ours, &mut found);
        }
        if found.is_empty() {
            for child in &self.children {
                collect(child.spans.iter(), is_ours, &mut found);
            }
        }
        found
    }
}

fn collect<'d>(
    spans: impl Iterator<Item = &'d DiagnosticSpan>,
    is_ours: &dyn Fn(&str) -> bool,
    found: &mut Vec<(String, usize)>,
) {
    for span in spans {
        let mut place = Some(span);
        while let Some(span) = place {
            if is_ours(&span.file_name) {
                let line = (span.file_name.clone(), span.line_start);
                if !found.contains(&line) {
                    found.push(line);
                }
                break;
            }
            place = span.expansion.as_ref().map(|expansion| &expansion.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(spans: &str) -> Diagnostic {
        let line = format!(
            r#"{{"message":"m","code":{{"code":"E0277"}},"level":"error","spans":{spans},"children":[],"rendered":null}}"#
        );
        Diagnostic::parse(&line).expect("a diagnostic")
    }

    #[test]
    fn a_complaint_inside_a_macro_belongs_to_the_line_that_calls_it() {
        let spans = r#"[{"file_name":"/std/macros.rs","line_start":9,"is_primary":true,
            "expansion":{"span":{"file_name":"ours.rs","line_start":4,"is_primary":false,"expansion":null}}}]"#;
        let found = diagnostic(spans).lines(&|file| file == "ours.rs");
        assert_eq!(found, [("ours.rs".to_owned(), 4)]);
    }

    #[test]
    fn primary_places_win_over_others() {
        let spans = r#"[{"file_name":"ours.rs","line_start":1,"is_primary":false,"expansion":null},
            {"file_name":"ours.rs","line_start":2,"is_primary":true,"expansion":null}]"#;
        assert_eq!(diagnostic(spans).lines(&|_| true), [("ours.rs".to_owned(), 2)]);
    }
}
