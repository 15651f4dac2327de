//! Pictures as Rust expressions. Shared objects become variables; cycles and raw pointers have no
//! expression.

use std::fmt::Write as _;

use super::{Picture, PointerKind, Shape};

/// Source that builds a structure: statements, then the expression for each part of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// `let` statements for objects with several owners.
    pub statements: Vec<String>,
    /// The root as an expression.
    pub expression: String,
    /// If the root is a struct: its fields, each as an expression.
    pub fields: Vec<(String, String)>,
}

impl Picture {
    /// The structure as source, unless it has no expression (cycles, raw pointers, listed values
    /// whose source is unknown).
    #[must_use]
    pub fn source(&self) -> Option<Source> {
        let mut writer = SourceWriter {
            picture: self,
            owners: self.owners()?,
            open: vec![false; self.objects.len()],
            named: vec![None; self.objects.len()],
            statements: Vec::new(),
        };
        let mut fields = Vec::new();
        if let Shape::Struct { fields: parts, .. } = &self.root {
            for (name, shape) in parts {
                fields.push((name.clone(), writer.shape(shape)?));
            }
            // The expression is made from the fields, so that shared objects appear once.
        }
        let expression = match &self.root {
            Shape::Struct { name, .. } => braces(name, &fields),
            other => writer.shape(other)?,
        };
        Some(Source { statements: writer.statements, expression, fields })
    }

    /// The number of owners of each object; `None` if a pointer has no expression.
    fn owners(&self) -> Option<Vec<usize>> {
        let mut owners = vec![0; self.objects.len()];
        let mut expressible = true;
        let mut count = |kind: PointerKind, target: usize| match kind {
            PointerKind::Box | PointerKind::Rc | PointerKind::Arc => owners[target] += 1,
            _ => expressible = false,
        };
        self.root.pointers(&mut count);
        for (_, object) in &self.objects {
            object.pointers(&mut count);
        }
        expressible.then_some(owners)
    }
}

struct SourceWriter<'a> {
    picture: &'a Picture,
    owners: Vec<usize>,
    open: Vec<bool>,
    named: Vec<Option<String>>,
    statements: Vec<String>,
}

impl SourceWriter<'_> {
    fn shape(&mut self, shape: &Shape) -> Option<String> {
        Some(match shape {
            Shape::Atom(atom) | Shape::Skipped(atom) => atom.source.clone()?,
            Shape::None => "None".to_owned(),
            Shape::Null(PointerKind::Const) => "std::ptr::null()".to_owned(),
            Shape::Null(_) => "std::ptr::null_mut()".to_owned(),
            Shape::Dangling => "Default::default()".to_owned(),
            Shape::Some(inner) => format!("Some({})", self.shape(inner)?),
            Shape::Wrapped { by, inner } => format!("{by}({})", self.shape(inner)?),
            Shape::Pointer { kind, target } => self.pointer(*kind, *target)?,
            Shape::Struct { name, fields } => {
                let mut parts = Vec::new();
                for (field, shape) in fields {
                    parts.push((field.clone(), self.shape(shape)?));
                }
                braces(name, &parts)
            }
            Shape::Tuple { name, items } => {
                let comma = if name.is_empty() && items.len() == 1 { "," } else { "" };
                match (items.is_empty(), name.is_empty()) {
                    (true, false) => name.clone(),
                    _ => format!("{name}({}{comma})", self.items(items)?),
                }
            }
            Shape::List { prefix, items } => format!("{prefix}[{}]", self.items(items)?),
        })
    }

    fn items(&mut self, items: &[Shape]) -> Option<String> {
        let parts: Option<Vec<String>> = items.iter().map(|item| self.shape(item)).collect();
        Some(parts?.join(", "))
    }

    fn pointer(&mut self, kind: PointerKind, target: usize) -> Option<String> {
        let name = match kind {
            PointerKind::Box => "Box",
            PointerKind::Rc => "std::rc::Rc",
            PointerKind::Arc => "std::sync::Arc",
            _ => return None,
        };
        if let Some(variable) = &self.named[target] {
            return Some(format!("{name}::clone(&{variable})"));
        }
        if std::mem::replace(&mut self.open[target], true) {
            return None;
        }
        let picture = self.picture;
        let (ty, shape) = &picture.objects[target];
        let value = format!("{name}::new({})", self.shape(shape)?);
        self.open[target] = false;
        if self.owners[target] < 2 {
            return Some(value);
        }
        if kind == PointerKind::Box {
            return None;
        }
        let stem: String = ty.chars().filter(|character| character.is_alphanumeric()).collect();
        let variable = format!("{}_{target}", stem.to_lowercase());
        self.statements.push(format!("let {variable} = {value};"));
        self.named[target] = Some(variable.clone());
        Some(format!("{name}::clone(&{variable})"))
    }
}

fn braces(name: &str, fields: &[(String, String)]) -> String {
    let mut text = format!("{name} {{");
    for (position, (field, value)) in fields.iter().enumerate() {
        let comma = if position > 0 { "," } else { "" };
        let _ = write!(text, "{comma} {field}: {value}");
    }
    text.push_str(if fields.is_empty() { "}" } else { " }" });
    text
}

#[cfg(test)]
mod tests {
    use super::super::Atom;
    use super::*;

    fn key(text: &str) -> Shape {
        Shape::Atom(Atom { text: text.into(), source: Some(text.into()) })
    }

    fn leaf(text: &str) -> (String, Shape) {
        ("Leaf".into(), Shape::Tuple { name: "Leaf".into(), items: vec![key(text)] })
    }

    #[test]
    fn boxes_nest_and_shared_objects_become_variables() {
        let pointer = |kind, target| Shape::Pointer { kind, target };
        let root = Shape::Tuple {
            name: String::new(),
            items: vec![
                pointer(PointerKind::Box, 0),
                pointer(PointerKind::Rc, 1),
                pointer(PointerKind::Rc, 1),
            ],
        };
        let picture = Picture { root, objects: vec![leaf("1"), leaf("2")] };
        let source = picture.source().expect("an expression");
        assert_eq!(source.statements, ["let leaf_1 = std::rc::Rc::new(Leaf(2));"]);
        assert_eq!(
            source.expression,
            "(Box::new(Leaf(1)), std::rc::Rc::clone(&leaf_1), std::rc::Rc::clone(&leaf_1))"
        );
    }

    #[test]
    fn cycles_have_no_expression() {
        let to_itself = Shape::Pointer { kind: PointerKind::Rc, target: 0 };
        let picture =
            Picture { root: to_itself.clone(), objects: vec![("Node".into(), to_itself)] };
        assert_eq!(picture.source(), None);
    }
}
