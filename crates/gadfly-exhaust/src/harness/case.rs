//! A failing input, and its size.

use gadfly_wire::FailingInput;

use super::verdict::Verdict;
use crate::describe::{Picture, Shape, Source};
use crate::search::Prefix;

/// A failing input.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) vector: Prefix,
    pub(super) picture: Picture,
    pub(super) verdict: Verdict,
}

impl Case {
    /// The size of the input, to choose the smallest: objects, then length of text.
    pub(super) fn weight(&self) -> (usize, usize) {
        (self.picture.objects.len(), self.picture.to_string().len())
    }

    /// The arguments, each shown by itself.
    pub(super) fn arguments(&self) -> String {
        arguments(&self.picture)
    }

    /// The input as the command gets it; `mutable` has the parameters, and whether each is taken by `&mut`.
    pub(super) fn reported(&self, mutable: &[(&str, bool)]) -> FailingInput {
        let (objects, length) = self.weight();
        FailingInput {
            choices: (&self.vector).into(),
            arguments: self.arguments(),
            message: self.verdict.message(),
            location: self.verdict.location().to_owned(),
            statements: self.statements(mutable).unwrap_or_default(),
            objects: objects as u64,
            length: length as u64,
            in_call: matches!(self.verdict, Verdict::Panicked(_)),
            svg: self.picture.svg(),
        }
    }

    /// The input as source: statements, one per line.
    fn statements(&self, mutable: &[(&str, bool)]) -> Option<String> {
        let Source { mut statements, fields, .. } = self.picture.source()?;
        for (name, value) in fields {
            let is_mutable = mutable.iter().any(|(known, mutable)| *known == name && *mutable);
            let sign = if is_mutable { "mut " } else { "" };
            statements.push(format!("let {sign}{name} = {value};"));
        }
        Some(statements.join("\n"))
    }
}

/// `name = value` for every part of the input.
pub(super) fn arguments(picture: &Picture) -> String {
    let Shape::Struct { fields, .. } = &picture.root else { return picture.to_string() };
    let part = |(name, shape): &(String, Shape)| {
        let part = Picture { root: shape.clone(), objects: picture.objects.clone() };
        format!("{name} = {part}")
    };
    fields.iter().map(part).collect::<Vec<_>>().join(", ")
}
