//! A file with all its changes in it.

use std::collections::BTreeSet;
use std::ops::Range;

use gadfly_instrument::copy::{Edits, parse, start};

use super::plausible::Defaults;
use super::sites::{Alternative, Form, Place};
use super::visit::Places;
use crate::Mutant;
use crate::switch::MODULE;

/// What is left as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// Mutants that do not compile.
    pub(crate) mutants: BTreeSet<u32>,
    /// Functions that constants call, by file and line of their name.
    pub(crate) functions: BTreeSet<(String, usize)>,
}

/// The rewriting of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileRewrite<'a> {
    /// The path of the file below the package's folder.
    pub(crate) file: &'a str,
    /// The path of the file's module, crate first.
    pub(crate) module: &'a str,
    /// The number of its first mutant.
    pub(crate) first: u32,
    /// Types with default values.
    pub(crate) defaults: &'a Defaults,
    /// What is left as it is.
    pub(crate) left: &'a Left,
}

/// A rewritten file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MutatedFile {
    /// Its text.
    pub(crate) text: String,
    /// Its mutants in order, those that are left out too.
    pub(crate) mutants: Vec<Mutant>,
    /// Places in the text.
    pub(crate) places: Vec<WrittenPlace>,
    /// Functions in the text.
    pub(crate) functions: Vec<WrittenFunction>,
}

/// A place in a rewritten text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenPlace {
    /// The bytes in which the switch is asked.
    pub(crate) asked: Range<usize>,
    /// All bytes.
    pub(crate) bytes: Range<usize>,
    /// Mutants with the bytes that are theirs alone.
    pub(crate) mutants: Vec<(u32, Range<usize>)>,
    /// The first of its mutants, written or not.
    pub(crate) low: u32,
    /// `true` if the compiler does not warn of deprecated functions there.
    pub(crate) is_deprecated: bool,
}

/// A function in a rewritten text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenFunction {
    pub(crate) name: String,
    /// The line of its name in the original.
    pub(crate) line: usize,
    pub(crate) bytes: Range<usize>,
    pub(crate) was_const: bool,
}

impl FileRewrite<'_> {
    /// Rewrites a text.
    ///
    /// # Errors
    ///
    /// Where it is no Rust.
    pub(crate) fn apply(&self, text: &str) -> Result<MutatedFile, syn::Error> {
        let offset = start(text);
        let source = &text[offset..];
        let file = parse(source)?;
        let is_left = |line: usize| self.left.functions.contains(&(self.file.to_owned(), line));
        let found = Places::of(&file, source, self.module, self.defaults, &is_left);
        let mutated = self.written(source, found, offset, &text[..offset]);
        proc_macro2::extra::invalidate_current_thread_spans();
        Ok(mutated)
    }

    fn written(&self, source: &str, found: Places<'_>, offset: usize, head: &str) -> MutatedFile {
        let Places { places, functions, .. } = found;
        let mut edits = Edits::default();
        let mut mutated = MutatedFile::default();
        let mut lows = Vec::new();
        let mut next = self.first;
        for place in &places {
            lows.push(next);
            for alternative in &place.alternatives {
                mutated.mutants.push(Mutant {
                    id: next,
                    file: self.file.to_owned(),
                    line: place.line,
                    column: place.column,
                    operator: alternative.operator,
                    change: alternative.change.clone(),
                    function: functions[place.function].path.clone(),
                });
                next += 1;
            }
        }
        for function in functions.iter().filter(|function| !function.is_left) {
            function.constness.iter().for_each(|word| edits.blank(word.clone()));
        }
        let is_left = |place: &Place| functions[place.function].is_left;
        let inserted = self.insert(&places, &is_left, &lows, &mut edits);
        let ends: Vec<(usize, usize)> = functions
            .iter()
            .map(|it| {
                (
                    edits.insert(it.range.start, String::new()),
                    edits.insert(it.range.end, String::new()),
                )
            })
            .collect();
        let (edited, at) = edits.apply_with_places(source);
        let shift = |range: Range<usize>| range.start + offset..range.end + offset;
        for (index, numbers) in inserted.into_iter().enumerate() {
            let Some(numbers) = numbers else { continue };
            let asked = at[numbers.start].clone();
            let end = numbers.alternatives.iter().map(|(_, number)| at[*number].end).max();
            let end = numbers.end.map_or(end.unwrap_or(asked.end), |number| at[number].end);
            let of = |(id, number): (u32, usize)| (id, shift(at[number].clone()));
            mutated.places.push(WrittenPlace {
                bytes: shift(asked.start..end),
                asked: shift(asked),
                mutants: numbers.alternatives.into_iter().map(of).collect(),
                low: lows[index],
                is_deprecated: functions[places[index].function].is_deprecated,
            });
        }
        for (function, (first, last)) in functions.into_iter().zip(ends) {
            mutated.functions.push(WrittenFunction {
                name: function.name,
                line: function.line,
                bytes: shift(at[first].start..at[last].end),
                was_const: function.constness.is_some() && !function.is_left,
            });
        }
        mutated.text = format!("{head}{edited}");
        mutated
    }

    /// Inserts the text of all places, outer ones around inner ones.
    fn insert(
        &self,
        places: &[Place],
        is_left: &dyn Fn(&Place) -> bool,
        lows: &[u32],
        edits: &mut Edits,
    ) -> Vec<Option<Inserted>> {
        let mut inserted: Vec<Option<Inserted>> = vec![None; places.len()];
        // What ends at a byte stands in front of what begins there; inner places end first and begin last.
        let mut events = Vec::new();
        for (index, place) in places.iter().enumerate().filter(|(_, place)| !is_left(place)) {
            let order = i64::try_from(index).unwrap_or(i64::MAX);
            events.push((place.range.start, 1, order, index));
            if matches!(place.form, Form::Expression | Form::Statement) {
                events.push((place.range.end, 0, -order, index));
            }
        }
        events.sort_unstable();
        for (at, phase, _, index) in events {
            let (place, low) = (&places[index], lows[index]);
            let is_live = |(id, _): &(u32, &Alternative)| !self.left.mutants.contains(id);
            let live = (low..).zip(&place.alternatives).filter(is_live).collect();
            let writer = PlaceWriter { place, low, live };
            if writer.live.is_empty() {
                continue;
            }
            if phase == 1 {
                inserted[index] = Some(writer.begin(at, edits));
            } else if let Some(entry) = &mut inserted[index] {
                writer.end(at, edits, entry);
            }
        }
        inserted
    }
}

/// Writes the text of one place.
struct PlaceWriter<'a> {
    place: &'a Place,
    low: u32,
    live: Vec<(u32, &'a Alternative)>,
}

impl PlaceWriter<'_> {
    /// The condition that holds unless one of its mutants is active.
    fn off(&self) -> String {
        format!("crate::{MODULE}::off({}, {})", self.low, self.place.alternatives.len())
    }

    /// The condition of an alternative; none for the last.
    fn is(&self, id: u32) -> String {
        match self.live.last() {
            Some((last, _)) if *last == id => String::new(),
            _ => format!("if crate::{MODULE}::is({id}) "),
        }
    }

    fn begin(&self, at: usize, edits: &mut Edits) -> Inserted {
        let off = self.off();
        let mut entry = Inserted::default();
        match self.place.form {
            Form::Expression => entry.start = edits.insert(at, format!("(if {off} {{(")),
            Form::Statement => {
                entry.start = edits.insert(at, format!("if {off} {{ "));
                entry.alternatives.push((self.low, entry.start));
            }
            Form::Arm => {
                entry.start = edits.insert(at, format!(" if {off}"));
                entry.alternatives.push((self.low, entry.start));
            }
            Form::Body => {
                entry.start = edits.insert(at, format!(" if !{off} {{"));
                for (id, alternative) in &self.live {
                    let text = format!(" {}{{ return {}; }}", self.is(*id), alternative.text);
                    entry.alternatives.push((*id, edits.insert(at, text)));
                }
                entry.end = Some(edits.insert(at, " }".to_owned()));
            }
        }
        entry
    }

    fn end(&self, at: usize, edits: &mut Edits, entry: &mut Inserted) {
        if self.place.form == Form::Statement {
            entry.end = Some(edits.insert(at, " }".to_owned()));
            return;
        }
        edits.insert(at, ")}".to_owned());
        for (id, alternative) in &self.live {
            let text = format!(" else {}{{{}}}", self.is(*id), alternative.text);
            entry.alternatives.push((*id, edits.insert(at, text)));
        }
        entry.end = Some(edits.insert(at, ")".to_owned()));
    }
}

/// Numbers of insertions for a place.
#[derive(Clone, Debug, Default)]
struct Inserted {
    /// The one that asks the switch.
    start: usize,
    alternatives: Vec<(u32, usize)>,
    end: Option<usize>,
}
