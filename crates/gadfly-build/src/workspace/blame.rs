//! Which operations and types the compiler complains about.

use std::collections::{BTreeMap, BTreeSet};

use super::artifacts::CargoMessage;
use crate::render::{GeneratedLine, Rendered};

/// The operations that have to be left out.
#[derive(Debug, Default)]
pub(super) struct Blame {
    /// Operations, with the compiler's reason.
    pub(super) operations: BTreeMap<usize, String>,
    /// Types whose tables are left out.
    pub(super) types: BTreeSet<usize>,
}

impl Blame {
    /// Notes what complaints are about; false if nothing new is.
    pub(super) fn add(&mut self, rendered: &Rendered, messages: &[CargoMessage]) -> bool {
        let before = (self.operations.len(), self.types.len());
        self.add_places(rendered, messages);
        if before == (self.operations.len(), self.types.len()) {
            self.add_instances(rendered, messages);
        }
        before != (self.operations.len(), self.types.len())
    }

    /// Adds the operations that complaints point at. Where the code generator complains about a constant of the subject's,
    /// only a note after that names the use.
    fn add_places(&mut self, rendered: &Rendered, messages: &[CargoMessage]) {
        let mut reason = "";
        for message in messages {
            let CargoMessage::Complaint { message } = message else { continue };
            if message.is_error() {
                reason = &message.message;
            } else if reason.is_empty() || !message.is_note() {
                continue;
            }
            let is_ours =
                |file: &str| rendered.lines.iter().any(|(name, _)| *name == file_name(file));
            for (file, line) in message.lines(&is_ours) {
                self.add_line(rendered.owner(file_name(&file), line), reason);
            }
        }
    }

    /// Adds the operations that name a missing instance, if the code generator reports no place.
    fn add_instances(&mut self, rendered: &Rendered, messages: &[CargoMessage]) {
        let mut reason = "";
        for message in messages {
            let CargoMessage::Complaint { message } = message else { continue };
            if message.is_error() {
                reason = &message.message;
            }
            let Some(instance) = instance(&message.message) else { continue };
            for (file, text) in &rendered.files {
                for (index, line) in text.lines().enumerate() {
                    if plain(line).contains(&instance) {
                        self.add_line(rendered.owner(file, index + 1), reason);
                    }
                }
            }
        }
    }

    fn add_line(&mut self, line: Option<GeneratedLine>, reason: &str) {
        match line {
            Some(GeneratedLine::Operation(id)) => {
                self.operations.entry(id).or_insert_with(|| reason.to_owned());
            }
            Some(GeneratedLine::Type(index)) => {
                self.types.insert(index);
            }
            Some(GeneratedLine::Frame) | None => {}
        }
    }
}

/// `List<i32,i32>`, from a note that says "the above error was encountered while instantiating `fn List::<i32, i32>::push`".
fn instance(message: &str) -> Option<String> {
    let named = message.split_once("while instantiating `")?.1;
    let named = plain(named.trim_start_matches("fn "));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let open = named.char_indices().find(|(at, c)| *c == '<' && named[..*at].ends_with(is_name))?.0;
    let start = named[..open].rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
    let mut depth = 0_usize;
    for (at, c) in named[open..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(named[start..=open + at].to_owned());
        }
    }
    None
}

/// Source without blanks, lifetimes and the colons before arguments, which the compiler and we write differently.
fn plain(source: &str) -> String {
    let mut plain = String::new();
    let mut in_lifetime = false;
    for c in source.chars() {
        in_lifetime = c == '\'' || (in_lifetime && (c.is_alphanumeric() || c == '_'));
        if !in_lifetime && !c.is_whitespace() {
            plain.push(c);
        }
    }
    plain.replace("::<", "<").replace("<,", "<")
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(level: &str, text: &str) -> CargoMessage {
        let message = format!(
            "{{\"message\":{text:?},\"level\":{level:?},\"code\":null,\"spans\":[],\"children\":[],\"rendered\":null}}"
        );
        let line = format!("{{\"reason\":\"compiler-message\",\"message\":{message}}}");
        CargoMessage::parse(&line).expect("a message")
    }

    #[test]
    fn users_of_missing_instances_are_left_out() {
        let lines = [
            "fn o0(t: &mut Table) { t.op(0, call(args::<(Mut<k::List<i32, i32>>,)>(), |(x0,)| { x0.push(1) })); }",
            "fn o1(t: &mut Table) { t.op(1, call(args::<(Mut<k::List<u8, i32>>,)>(), |(x0,)| { x0.push(1) })); }",
            "fn t0(t: &mut Table) { t.ty(\"List<i32, i32>\", vtable!(k::List<i32, i32>)); }",
        ];
        let owners =
            vec![GeneratedLine::Operation(0), GeneratedLine::Operation(1), GeneratedLine::Type(0)];
        let rendered = Rendered {
            files: vec![("operations0.rs".to_owned(), lines.join("\n"))],
            lines: vec![("operations0.rs".to_owned(), owners)],
        };
        let note =
            "the above error was encountered while instantiating `fn List::<i32, i32>::push`";
        let messages = [message("error", "attempt to compute `4 - 8`"), message("note", note)];
        let mut blame = Blame::default();
        assert!(blame.add(&rendered, &messages));
        assert_eq!(
            blame.operations,
            BTreeMap::from([(0, "attempt to compute `4 - 8`".to_owned())])
        );
        assert_eq!(blame.types, BTreeSet::from([0]));
        assert!(!blame.add(&rendered, &messages), "there is nothing more to leave out");
    }

    #[test]
    fn missing_instances_are_read_as_they_are_written() {
        let read = |named: &str| instance(&format!("encountered while instantiating `fn {named}`"));
        assert_eq!(read("List::<Option<u8>, 3>::push").as_deref(), Some("List<Option<u8>,3>"));
        assert_eq!(read("<k::Iter<'_, u8> as Iterator>::next").as_deref(), Some("Iter<u8>"));
        assert_eq!(read("fill::<u8>").as_deref(), Some("fill<u8>"));
        assert_eq!(read("main"), None);
    }
}
