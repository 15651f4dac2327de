//! Pictures as one line of text: pointers are followed, empty ones left out, and objects with several
//! pointers are numbered.

use std::fmt::{self, Write as _};

use super::{Picture, Shape};

impl fmt::Display for Picture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts = vec![0_usize; self.objects.len()];
        let mut count = |_, target: usize| counts[target] += 1;
        self.root.pointers(&mut count);
        for (_, object) in &self.objects {
            object.pointers(&mut count);
        }
        let shown = vec![false; self.objects.len()];
        let mut text = TextWriter { picture: self, counts, shown, out: String::new() };
        text.shape(&self.root);
        formatter.write_str(&text.out)
    }
}

struct TextWriter<'a> {
    picture: &'a Picture,
    counts: Vec<usize>,
    shown: Vec<bool>,
    out: String,
}

impl TextWriter<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Atom(atom) => self.out.push_str(&atom.text),
            Shape::Skipped(_) => self.out.push('_'),
            Shape::None => self.out.push_str("None"),
            Shape::Null(_) => self.out.push_str("null"),
            Shape::Dangling => self.out.push_str("dangling"),
            Shape::Some(inner) => match &**inner {
                Shape::Pointer { .. } => self.shape(inner),
                _ => self.around("Some(", inner, ")"),
            },
            Shape::Wrapped { inner, .. } => self.shape(inner),
            Shape::Pointer { target, .. } => self.target(*target),
            Shape::Struct { name, fields } => self.fields(name, fields),
            Shape::Tuple { name, items } => {
                self.out.push_str(name);
                if !items.is_empty() || name.is_empty() {
                    self.list("(", items, ")");
                }
            }
            Shape::List { items, .. } => self.list("[", items, "]"),
        }
    }

    fn around(&mut self, before: &str, inner: &Shape, after: &str) {
        self.out.push_str(before);
        self.shape(inner);
        self.out.push_str(after);
    }

    fn list(&mut self, open: &str, items: &[Shape], close: &str) {
        self.out.push_str(open);
        for (position, item) in items.iter().enumerate() {
            if position > 0 {
                self.out.push_str(", ");
            }
            self.shape(item);
        }
        self.out.push_str(close);
    }

    /// Writes fields, without absent pointers and skipped fields.
    fn fields(&mut self, name: &str, fields: &[(String, Shape)]) {
        let shown: Vec<_> = fields
            .iter()
            .filter(|(_, shape)| !matches!(shape, Shape::None | Shape::Null(_) | Shape::Skipped(_)))
            .collect();
        self.out.push_str(name);
        if fields.is_empty() {
            return;
        }
        self.out.push_str(" {");
        for (position, (field, shape)) in shown.iter().enumerate() {
            let _ = write!(self.out, "{} {field}: ", if position > 0 { "," } else { "" });
            self.shape(shape);
        }
        self.out.push_str(if shown.is_empty() { "}" } else { " }" });
    }

    fn target(&mut self, target: usize) {
        let several = self.counts[target] > 1;
        if std::mem::replace(&mut self.shown[target], true) {
            let _ = write!(self.out, "#{target}");
            return;
        }
        if several {
            let _ = write!(self.out, "#{target}=");
        }
        let picture = self.picture;
        self.shape(&picture.objects[target].1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Atom, PointerKind};
    use super::*;

    fn node(key: &str, next: Shape) -> Shape {
        let key = Shape::Atom(Atom { text: key.into(), source: None });
        Shape::Struct {
            name: "Node".into(),
            fields: vec![("key".into(), key), ("next".into(), next)],
        }
    }

    #[test]
    fn an_object_met_twice_gets_a_number() {
        let to = |target| Shape::Pointer { kind: PointerKind::Rc, target };
        let picture = Picture {
            root: to(0),
            objects: vec![
                ("Node".into(), node("1", Shape::Some(Box::new(to(1))))),
                ("Node".into(), node("2", Shape::Some(Box::new(to(0))))),
            ],
        };
        let expected = "#0=Node { key: 1, next: Node { key: 2, next: #0 } }";
        assert_eq!(picture.to_string(), expected);
    }

    #[test]
    fn absent_pointers_are_left_out() {
        let picture = Picture { root: node("3", Shape::None), objects: Vec::new() };
        assert_eq!(picture.to_string(), "Node { key: 3 }");
    }
}
