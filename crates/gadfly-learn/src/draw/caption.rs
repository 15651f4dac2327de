//! Steps in words.

use gadfly_model::rust_path;

use crate::model::{Input, Label, Learned, Node};
use crate::trace::Position;

/// The most inputs of a step that are shown.
const MOST_INPUTS: usize = 4;
/// The most characters of a line.
const LONGEST: usize = 36;

/// Lines for a step: the call with the part of the object in it, then values.
pub(super) fn lines(learned: &Learned, node: &Node) -> Vec<String> {
    let Label::Call { function, position } = node.label else {
        return vec!["made elsewhere".to_owned()];
    };
    let Some(function) = learned.functions.get(function) else { return Vec::new() };
    let names: Vec<&str> = function.parameters.iter().map(|it| it.name.as_str()).collect();
    let part = match position {
        Position::Return => "returned",
        Position::Argument(index) => names.get(index).copied().unwrap_or("?"),
    };
    let mut lines = vec![shortened(&format!("{} ({part})", rust_path::from_type(&function.path)))];
    let mut inputs: Vec<&Input> = node.inputs.iter().collect();
    inputs.retain(|input| input.values.iter().any(Option::is_some));
    lines.extend(inputs.iter().take(MOST_INPUTS).map(|input| values(&names, input)));
    if inputs.len() > MOST_INPUTS {
        lines.push(format!("{} more", inputs.len() - MOST_INPUTS));
    }
    lines
}

fn values(names: &[&str], input: &Input) -> String {
    let named = input.values.iter().enumerate().filter_map(|(index, value)| {
        let name = names.get(index).copied().unwrap_or("?");
        Some(format!("{name} = {}", value.as_ref()?))
    });
    shortened(&named.collect::<Vec<_>>().join(", "))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(shortened(&"é".repeat(40)), "é".repeat(36) + "…");
    }
}
