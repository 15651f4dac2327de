//! The steps of a type as an image.

use std::fmt::Write as _;

use super::{caption, layout};
use crate::model::{Edge, Learned, Model};

const LETTER: f64 = 7.2;
const LINE: f64 = 16.0;
const PADDING: f64 = 10.0;
const GAP_X: f64 = 60.0;
const GAP_Y: f64 = 26.0;
const MARGIN: f64 = 24.0;
/// How far an arrow back passes below the boxes.
const DETOUR: f64 = 30.0;

/// A step's place.
#[derive(Clone, Default)]
struct Card {
    lines: Vec<String>,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Draws a model: a box per step with the values seen, an arrow per step that follows. Arrows back are blue and pass below;
/// those that only a search took are dashed.
pub fn svg(learned: &Learned, model: &Model) -> String {
    let (cards, width, height) = arranged(learned, model);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"ui-monospace, monospace\" font-size=\"12\">\n\
         <title>{}</title>\n<defs>\n{}{}</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <circle class=\"start\" cx=\"{MARGIN}\" cy=\"{:.1}\" r=\"6\"/>\n",
        escaped(&model.type_name),
        head("next", "#444"),
        head("back", "#06c"),
        height / 2.0,
    );
    for edge in &model.starts {
        arrow(&mut svg, (MARGIN + 6.0, height / 2.0), edge, &cards[edge.to]);
    }
    for (node, card) in model.nodes.iter().zip(&cards) {
        for edge in &node.next {
            let right = (card.x + card.width, card.y + card.height / 2.0);
            match edge.is_back {
                true => arrow_back(&mut svg, card, edge, &cards[edge.to]),
                false => arrow(&mut svg, right, edge, &cards[edge.to]),
            }
        }
    }
    for card in &cards {
        card.draw(&mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Cards by step, and the size of the image.
fn arranged(learned: &Learned, model: &Model) -> (Vec<Card>, f64, f64) {
    let mut cards: Vec<Card> =
        model.nodes.iter().map(|node| Card::new(caption::lines(learned, node))).collect();
    let columns = layout::columns(model);
    let height_of = |column: &[usize], cards: &[Card]| {
        column.iter().map(|node| cards[*node].height + GAP_Y).sum::<f64>()
    };
    let heights: Vec<f64> = columns.iter().map(|column| height_of(column, &cards)).collect();
    let tallest = heights.iter().copied().fold(0.0, f64::max);
    let mut x = MARGIN + GAP_X;
    for (column, height) in columns.iter().zip(heights) {
        let mut y = MARGIN + (tallest - height) / 2.0;
        let width = column.iter().map(|node| cards[*node].width).fold(0.0, f64::max);
        for node in column {
            let card = &mut cards[*node];
            (card.x, card.y, card.width) = (x, y, width);
            y += card.height + GAP_Y;
        }
        x += width + GAP_X;
    }
    (cards, x - GAP_X + MARGIN + DETOUR, tallest + 2.0 * MARGIN + DETOUR)
}

impl Card {
    fn new(lines: Vec<String>) -> Self {
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        let width = longest as f64 * LETTER + 2.0 * PADDING;
        let height = lines.len() as f64 * LINE + PADDING;
        Self { lines, width, height, ..Self::default() }
    }

    fn draw(&self, svg: &mut String) {
        put(
            svg,
            format_args!(
                "<g class=\"step\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" \
                 fill=\"#eef4ff\" stroke=\"#345\"/>",
                self.x, self.y, self.width, self.height
            ),
        );
        for (index, line) in self.lines.iter().enumerate() {
            let y = self.y + PADDING / 2.0 + LINE * (index as f64 + 0.8);
            let style = if index == 0 { "font-weight=\"bold\"" } else { "fill=\"#555\"" };
            put(
                svg,
                format_args!(
                    "<text x=\"{:.1}\" y=\"{y:.1}\" {style}>{}</text>",
                    self.x + PADDING,
                    escaped(line)
                ),
            );
        }
        svg.push_str("</g>\n");
    }
}

fn arrow(svg: &mut String, from: (f64, f64), edge: &Edge, to: &Card) {
    let (x, y) = (to.x - 1.0, to.y + to.height / 2.0);
    let bend = (x - from.0) / 2.0;
    put(
        svg,
        format_args!(
            "<path class=\"next\" d=\"M{:.1} {:.1} C{:.1} {:.1} {:.1} {y:.1} {x:.1} {y:.1}\" fill=\"none\" \
             stroke=\"#444\"{} marker-end=\"url(#next)\">{}</path>\n",
            from.0,
            from.1,
            from.0 + bend,
            from.1,
            x - bend,
            dashes(edge),
            times(edge),
        ),
    );
}

/// From the lower edge of a box, below what is between, to the lower edge of an earlier one.
fn arrow_back(svg: &mut String, from: &Card, edge: &Edge, to: &Card) {
    let start = (from.x + from.width * 0.7, from.y + from.height);
    let end = (to.x + to.width * 0.3, to.y + to.height + 1.0);
    let depth = start.1.max(end.1) + DETOUR;
    put(
        svg,
        format_args!(
            "<path class=\"back\" d=\"M{:.1} {:.1} C{:.1} {depth:.1} {:.1} {depth:.1} {:.1} {:.1}\" fill=\"none\" \
             stroke=\"#06c\"{} marker-end=\"url(#back)\">{}</path>\n",
            start.0,
            start.1,
            start.0,
            end.0,
            end.0,
            end.1,
            dashes(edge),
            times(edge),
        ),
    );
}

fn dashes(edge: &Edge) -> &'static str {
    if edge.is_only_learned() { " stroke-dasharray=\"5 4\"" } else { "" }
}

fn times(edge: &Edge) -> String {
    format!("<title>{} traced, {} learned</title>", edge.traced, edge.learned)
}

fn head(id: &str, colour: &str) -> String {
    format!(
        "<marker id=\"{id}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"{colour}\"/></marker>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("writing to a string");
}
