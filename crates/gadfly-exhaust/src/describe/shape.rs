//! The form of a structure, independent of its Rust types.

use std::any::Any;
use std::fmt::Debug;

/// A structure: its root and the targets of its pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The root.
    pub root: Shape,
    /// The objects, in the order of the first visit.
    pub objects: Vec<(String, Shape)>,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A value without parts.
    Atom(Atom),
    /// A field that is not searched.
    Skipped(Atom),
    /// `Name { field: .. }`.
    Struct {
        /// The path of the struct or variant.
        name: String,
        /// Its fields.
        fields: Vec<(String, Shape)>,
    },
    /// `Name(.., ..)`, or a tuple if the name is empty.
    Tuple {
        /// The path of the struct or variant.
        name: String,
        /// Its fields.
        items: Vec<Shape>,
    },
    /// A sequence.
    List {
        /// Its source before the bracket.
        prefix: &'static str,
        /// Its elements.
        items: Vec<Shape>,
    },
    /// `None`.
    None,
    /// `Some(..)`.
    Some(Box<Shape>),
    /// A value inside a wrapper that is shown only in source, such as a cell.
    Wrapped {
        /// The function that wraps it.
        by: &'static str,
        /// The content.
        inner: Box<Shape>,
    },
    /// A pointer to an object of the picture.
    Pointer {
        /// Its kind.
        kind: PointerKind,
        /// Index into the objects.
        target: usize,
    },
    /// A null pointer.
    Null(PointerKind),
    /// A weak pointer without a target.
    Dangling,
}

/// A value without parts, for people and for source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// For people.
    pub text: String,
    /// As an expression, if one is known.
    pub source: Option<String>,
}

/// The kinds of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PointerKind {
    /// `Box`
    Box,
    /// `Rc`
    Rc,
    /// `Arc`
    Arc,
    /// `rc::Weak`
    RcWeak,
    /// `sync::Weak`
    ArcWeak,
    /// `*const T`
    Const,
    /// `*mut T`
    Mut,
    /// `NonNull`
    NonNull,
}

impl Atom {
    /// The picture of a value whose debug output is also its source, or nearly so.
    pub(crate) fn debug<T: Debug + 'static>(value: &T) -> Shape {
        let text = format!("{value:?}");
        let any: &dyn Any = value;
        let source = if any.is::<String>() {
            Some(format!("String::from({text})"))
        } else if is_literal(&text) {
            Some(text.clone())
        } else {
            None
        };
        Shape::Atom(Self { text, source })
    }
}

/// Returns whether debug output is also source: numbers, characters, strings, booleans, and options
/// and tuples of them.
fn is_literal(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next() {
        Some('"' | '\'') => true,
        Some(first) if first.is_ascii_digit() || first == '-' => {
            characters.all(|rest| rest.is_ascii_digit() || rest == '.' || rest == 'e')
        }
        _ => {
            let inner = text.strip_prefix("Some(").and_then(|rest| rest.strip_suffix(')'));
            matches!(text, "true" | "false" | "None" | "()") || inner.is_some_and(is_literal)
        }
    }
}

impl Shape {
    /// A value inside a wrapper.
    pub(crate) fn wrapped(by: &'static str, inner: Self) -> Self {
        Self::Wrapped { by, inner: Box::new(inner) }
    }

    /// The shapes directly inside.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Struct { fields, .. } => fields.iter().map(|(_, shape)| shape).collect(),
            Self::Tuple { items, .. } | Self::List { items, .. } => items.iter().collect(),
            Self::Some(inner) | Self::Wrapped { inner, .. } => vec![inner],
            _ => Vec::new(),
        }
    }

    /// Calls `visit` for every pointer in the shape, in order.
    pub(crate) fn pointers(&self, visit: &mut dyn FnMut(PointerKind, usize)) {
        if let Self::Pointer { kind, target } = self {
            visit(*kind, *target);
        }
        for part in self.parts() {
            part.pointers(visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_reads_back_counts_as_source() {
        for literal in ["3", "-4", "2.5", "'a'", "\"x\"", "true", "None", "Some(3)", "Some(None)"] {
            assert!(is_literal(literal), "{literal}");
        }
        for other in ["Red", "[1, 2]", "{1: 2}", "Some(Red)", "inf"] {
            assert!(!is_literal(other), "{other}");
        }
    }
}
