//! Lists of missed mutants that cargo-mutants writes.

use gadfly_model::rust_path;

use crate::{Mutant, Operator};

/// Places of missed mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissedList {
    entries: Vec<Missed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Missed {
    file: String,
    line: usize,
    /// The function whose body is replaced: `insert`, with its type if it has one.
    body: Option<(Option<String>, String)>,
}

impl MissedList {
    /// Reads lines such as `src/map.rs:88:21: replace < with <= in Map::get`; other lines are skipped.
    pub fn parse(text: &str) -> Self {
        Self { entries: text.lines().filter_map(Missed::parse).collect() }
    }

    /// Returns whether there is nothing on the list.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether a mutant is of a place on the list: a changed body by its function, anything else by its line.
    pub fn has(&self, mutant: &Mutant) -> bool {
        self.entries.iter().any(|it| it.file == mutant.file && it.is_of(mutant))
    }
}

impl Missed {
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.trim().splitn(4, ':');
        let file = parts.next()?.trim().replace('\\', "/");
        let line = parts.next()?.parse().ok()?;
        parts.next()?.parse::<usize>().ok()?;
        let body = parts.next().and_then(|text| replaced_body(text.trim()));
        file.ends_with(".rs").then_some(Self { file, line, body })
    }

    fn is_of(&self, mutant: &Mutant) -> bool {
        let Some((owner, name)) = &self.body else {
            return mutant.operator != Operator::Body && self.line == mutant.line;
        };
        let function = mutant.function.as_str();
        let of_type = rust_path::last(rust_path::owner(function));
        mutant.operator == Operator::Body
            && rust_path::last(function) == name
            && owner.as_deref().is_none_or(|owner| owner == of_type)
    }
}

/// The function of `replace Map::get -> Option<V> with None` and `replace <impl Drop for Map>::drop with ()`.
fn replaced_body(text: &str) -> Option<(Option<String>, String)> {
    let rest = text.strip_prefix("replace ")?;
    let path = match rest.split_once(" -> ") {
        Some((path, _)) => path,
        None => rest.strip_suffix(" with ()")?,
    };
    let (owner, name) = (rust_path::owner(path), rust_path::last(path));
    let of_type = owner.rsplit_once(" for ").map_or(owner, |(_, of_type)| of_type);
    let of_type = rust_path::head(of_type.trim_start_matches(['<', '&']).trim_end_matches('>'));
    let owner = (!of_type.is_empty()).then(|| rust_path::last(of_type).to_owned());
    Some((owner, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(line: usize, operator: Operator, function: &str) -> Mutant {
        Mutant {
            id: 1,
            file: "src/map.rs".to_owned(),
            line,
            column: 1,
            operator,
            change: String::new(),
            function: function.to_owned(),
        }
    }

    #[test]
    fn operators_are_found_by_line() {
        let list = MissedList::parse("src/map.rs:88:21: replace < with <= in Map::get\n");
        assert!(list.has(&mutant(88, Operator::Binary, "demo::map::Map::get")));
        assert!(!list.has(&mutant(89, Operator::Binary, "demo::map::Map::get")));
        assert!(!list.has(&mutant(88, Operator::Body, "demo::map::Map::get")));
    }

    #[test]
    fn bodies_are_found_by_function() {
        let text = "src/map.rs:9:5: replace Map<K, V>::get -> Option<&V> with None\n\
                    src/map.rs:30:9: replace <impl Drop for Map<K, V>>::drop with ()\n\
                    src/map.rs:40:9: replace free -> bool with true\n";
        let list = MissedList::parse(text);
        assert!(list.has(&mutant(7, Operator::Body, "demo::map::Map::get")));
        assert!(list.has(&mutant(29, Operator::Body, "demo::map::Map::drop")));
        assert!(list.has(&mutant(39, Operator::Body, "demo::map::free")));
        assert!(!list.has(&mutant(7, Operator::Body, "demo::map::Set::get")));
        assert!(!list.has(&mutant(9, Operator::Binary, "demo::map::Map::get")));
    }

    #[test]
    fn other_lines_are_skipped() {
        assert!(MissedList::parse("3 mutants tested\nREADME.md:1:1: x\n\n").is_empty());
    }
}
