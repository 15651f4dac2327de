//! Pictures as drawings: a box per object with its plain fields, an arrow per pointer, layered by
//! distance from the root.

use std::fmt::Write as _;

use super::{Picture, PointerKind, Shape};

const LINE: usize = 18;
const LETTER: usize = 8;
const GAP_X: usize = 28;
const GAP_Y: usize = 46;
const MARGIN: usize = 16;

impl Picture {
    /// The structure as an SVG image.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut boxes = vec![ObjectCard::new("", &self.root)];
        boxes.extend(self.objects.iter().map(|(name, shape)| ObjectCard::new(name, shape)));
        let (width, height) = arrange(&mut boxes);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace, monospace\" \
             font-size=\"13\">\n<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
             markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">\
             <path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n"
        );
        for from in &boxes {
            for (row, kind, target) in &from.arrows {
                arrow(&mut svg, from, *row, *kind, &boxes[target + 1]);
            }
        }
        for item in &boxes {
            item.draw(&mut svg);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// One box of the drawing.
struct ObjectCard {
    title: String,
    rows: Vec<String>,
    /// Row, kind and target of each pointer.
    arrows: Vec<(usize, PointerKind, usize)>,
    x: usize,
    y: usize,
}

impl ObjectCard {
    fn new(name: &str, shape: &Shape) -> Self {
        let mut item =
            Self { title: name.to_owned(), rows: Vec::new(), arrows: Vec::new(), x: 0, y: 0 };
        item.fill("", shape);
        item
    }

    /// Flattens nested values into rows; pointers become a dot with an arrow.
    fn fill(&mut self, label: &str, shape: &Shape) {
        let inside = |part: &str| match label {
            "" => part.to_owned(),
            _ => format!("{label}.{part}"),
        };
        match shape {
            Shape::Some(inner) | Shape::Wrapped { inner, .. } => self.fill(label, inner),
            Shape::Pointer { kind, target } => {
                self.arrows.push((self.rows.len(), *kind, *target));
                self.rows.push(format!("{label} ●"));
            }
            Shape::Struct { name, fields } => {
                if label.is_empty() {
                    self.title.clone_from(name);
                }
                for (field, shape) in fields {
                    self.fill(&inside(field), shape);
                }
            }
            Shape::Tuple { name, items } => {
                if label.is_empty() && !name.is_empty() {
                    self.title.clone_from(name);
                } else if !name.is_empty() {
                    self.rows.push(format!("{label}: {name}"));
                }
                for (position, item) in items.iter().enumerate() {
                    self.fill(&inside(&position.to_string()), item);
                }
            }
            Shape::List { items, .. } => {
                if items.is_empty() {
                    self.rows.push(format!("{label}: []"));
                }
                for (position, item) in items.iter().enumerate() {
                    self.fill(&inside(&position.to_string()), item);
                }
            }
            Shape::Atom(atom) => self.rows.push(format!("{label}: {}", atom.text)),
            Shape::None | Shape::Null(_) => self.rows.push(format!("{label} ⊥")),
            Shape::Dangling => self.rows.push(format!("{label} dangling")),
            Shape::Skipped(_) => {}
        }
    }

    fn width(&self) -> usize {
        let longest = self.rows.iter().chain([&self.title]).map(|row| row.chars().count()).max();
        longest.unwrap_or(0) * LETTER + 16
    }

    fn height(&self) -> usize {
        (self.rows.len() + 1) * LINE + 8
    }

    fn row_y(&self, row: usize) -> usize {
        self.y + (row + 2) * LINE - 6
    }

    fn draw(&self, svg: &mut String) {
        let (x, y, width, height) = (self.x, self.y, self.width(), self.height());
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" \
             fill=\"#fffdf5\" stroke=\"#444\"/>"
        );
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>",
            x + 8,
            y + LINE - 3,
            escape(&self.title)
        );
        for (row, text) in self.rows.iter().enumerate() {
            let baseline = self.row_y(row) + 4;
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{baseline}\">{}</text>", x + 8, escape(text));
        }
    }
}

/// Gives every box a position; returns the size of the drawing.
fn arrange(boxes: &mut [ObjectCard]) -> (usize, usize) {
    let mut depth = vec![None; boxes.len()];
    depth[0] = Some(0_usize);
    let mut layers: Vec<Vec<usize>> = vec![vec![0]];
    let mut layer = 0;
    while layer < layers.len() {
        let mut next = Vec::new();
        for index in layers[layer].clone() {
            for (_, _, target) in &boxes[index].arrows {
                if depth[target + 1].is_none() {
                    depth[target + 1] = Some(layer + 1);
                    next.push(target + 1);
                }
            }
        }
        if !next.is_empty() {
            layers.push(next);
        }
        layer += 1;
    }
    let (mut y, mut widest) = (MARGIN, 0);
    for layer in &layers {
        let (mut x, mut tallest) = (MARGIN, 0);
        for index in layer {
            let item = &mut boxes[*index];
            (item.x, item.y) = (x, y);
            x += item.width() + GAP_X;
            tallest = tallest.max(item.height());
        }
        widest = widest.max(x - GAP_X);
        y += tallest + GAP_Y;
    }
    for layer in &layers {
        let last = &boxes[layer[layer.len() - 1]];
        let shift = (widest - (last.x + last.width())) / 2;
        for index in layer {
            boxes[*index].x += shift;
        }
    }
    (widest + MARGIN, y - GAP_Y + MARGIN)
}

fn arrow(svg: &mut String, from: &ObjectCard, row: usize, kind: PointerKind, to: &ObjectCard) {
    let text = from.rows[row].chars().count();
    let (x1, y1) = (from.x + 8 + text * LETTER - LETTER / 2, from.row_y(row));
    let (x2, y2) = (to.x + to.width() / 2, to.y);
    let dashes = match kind {
        PointerKind::Box | PointerKind::Rc | PointerKind::Arc => "",
        _ => " stroke-dasharray=\"5 3\"",
    };
    let bend = y2.saturating_sub(GAP_Y / 2);
    let _ = writeln!(
        svg,
        "<path d=\"M{x1} {y1}C{x1} {} {x2} {bend} {x2} {y2}\" fill=\"none\" stroke=\"#36c\"{dashes} \
         marker-end=\"url(#tip)\"/>",
        y1 + GAP_Y / 2
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::Atom;
    use super::*;

    #[test]
    fn every_object_gets_a_box_and_every_pointer_an_arrow() {
        let pointer = Shape::Pointer { kind: PointerKind::Box, target: 0 };
        let root = Shape::Struct { name: "List".into(), fields: vec![("head".into(), pointer)] };
        let text = Atom { text: "a<b".into(), source: None };
        let node =
            Shape::Struct { name: "Node".into(), fields: vec![("key".into(), Shape::Atom(text))] };
        let svg = Picture { root, objects: vec![("Node".into(), node)] }.svg();
        assert_eq!(svg.matches("<rect").count(), 2);
        assert_eq!(svg.matches("marker-end").count(), 1);
        assert!(svg.contains("key: a&lt;b"));
    }
}
