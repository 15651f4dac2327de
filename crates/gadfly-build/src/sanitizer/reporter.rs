//! Descriptions of reports for people: the error in a line, and the subject's part of each stack in another.

use std::cell::OnceCell;
use std::path::Path;

use gadfly_cargo::Subject;
use gadfly_wire::Location;

use super::{ErrorReport, StackFrame, StackKind, Symbols};
use crate::prepare::sources_of;

/// Puts reports of one program into words.
pub struct Reporter<'a> {
    subject: &'a Subject,
    program: &'a Path,
    symbols: OnceCell<Option<Symbols>>,
}

/// A report in words.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportText {
    /// The sanitizer's word for the error.
    pub error: String,
    /// The error, then a line for each stack.
    pub message: String,
    /// The place in the subject.
    pub place: Option<Location>,
}

impl<'a> Reporter<'a> {
    /// For reports that `program` writes.
    pub fn new(subject: &'a Subject, program: &'a Path) -> Self {
        Reporter { subject, program, symbols: OnceCell::new() }
    }

    /// Describes a report; `None` if the text is none.
    pub fn describe(&self, text: &str) -> Option<ReportText> {
        let name = self.program.file_name().unwrap_or_default().to_string_lossy();
        let report = ErrorReport::parse(text, &name)?;
        let mut message = report.headline();
        let mut place = None;
        for stack in &report.stacks {
            let frames = self.symbols().map(|symbols| symbols.frames(&stack.addresses));
            let frames = frames.unwrap_or_default();
            if stack.kind == StackKind::Access && place.is_none() {
                place = frames.first().map(|frame| frame.location.clone());
            }
            if !frames.is_empty() {
                let deed = match stack.kind {
                    StackKind::Access => "",
                    StackKind::Freed => "freed ",
                    StackKind::Allocated => "allocated ",
                };
                let frames: Vec<String> = frames.iter().map(|frame| self.shown(frame)).collect();
                message.push_str(&format!("\n{deed}in {}", frames.join(", from ")));
            }
        }
        Some(ReportText { error: report.error, message, place })
    }

    fn shown(&self, frame: &StackFrame) -> String {
        let StackFrame { function, location } = frame;
        format!("{function} ({})", short_place(self.subject, location))
    }

    fn symbols(&self) -> Option<&Symbols> {
        let read = || Symbols::read(self.program, sources_of(self.subject));
        self.symbols.get_or_init(read).as_ref()
    }
}

/// A place as people write it: `src/lib.rs:12`.
pub fn short_place(subject: &Subject, place: &Location) -> String {
    let root = subject.package_root.to_string_lossy();
    let file =
        place.file.strip_prefix(&*root).map_or(&*place.file, |rest| rest.trim_start_matches('/'));
    format!("{file}:{}", place.line)
}
