//! The states of a type as a picture.

use std::fmt::Write as _;

use crate::StateMachine;

const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 46.0;
/// Room for what stands beside the states.
const MARGIN: f64 = 190.0;

/// Draws the machine: states on a circle, an arrow per pair of states, panicking calls in red.
pub fn draw(machine: &StateMachine, title: &str) -> String {
    let count = machine.states.len().max(1);
    let radius = if count == 1 { 0.0 } else { 90.0 + 55.0 * count as f64 };
    let size = 2.0 * (radius + MARGIN);
    let center = size / 2.0;
    let place = |index: usize| {
        let angle =
            std::f64::consts::TAU * index as f64 / count as f64 - std::f64::consts::FRAC_PI_2;
        (center + radius * angle.cos(), center + radius * angle.sin())
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size:.0}\" height=\"{size:.0}\" \
         viewBox=\"0 0 {size:.0} {size:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{}</title>\n<defs>\n{}{}</defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(title),
        head("arrow", "#444"),
        head("bad", "#c00"),
    );
    for ((from, to), calls) in machine.arrows() {
        let start = place(from);
        match to {
            Some(to) if to == from => own_loop(&mut svg, start, center, &calls),
            Some(to) => arrow(&mut svg, start, place(to), &calls),
            None => panics(&mut svg, start, center, &calls),
        }
    }
    for (index, state) in machine.states.iter().enumerate() {
        let (x, y) = place(index);
        let border = if index == 0 { 2.5 } else { 1.2 };
        put(
            &mut svg,
            format_args!(
                "<g class=\"state\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"20\" \
             fill=\"#eef4ff\" stroke=\"#345\" stroke-width=\"{border}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text></g>\n",
                x - WIDTH / 2.0,
                y - HEIGHT / 2.0,
                y + 5.0,
                escaped(&state.name),
            ),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn arrow(svg: &mut String, from: (f64, f64), to: (f64, f64), calls: &[&str]) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (nx, ny) = (-dy / length, dx / length);
    let (start, end) = (edge(from, to), edge(to, from));
    let bend = (from.0 + dx / 2.0 + nx * 34.0, from.1 + dy / 2.0 + ny * 34.0);
    put(
        svg,
        format_args!(
            "<path class=\"step\" d=\"M{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#444\" \
         marker-end=\"url(#arrow)\"/>\n",
            start.0 + nx * 8.0,
            start.1 + ny * 8.0,
            bend.0,
            bend.1,
            end.0 + nx * 8.0,
            end.1 + ny * 8.0,
        ),
    );
    label(svg, (bend.0 + nx * 4.0, bend.1 + ny * 4.0), "middle", "#222", calls);
}

fn own_loop(svg: &mut String, at: (f64, f64), center: f64, calls: &[&str]) {
    let out = if at.0 >= center - 1.0 { 1.0 } else { -1.0 };
    let x = at.0 + out * WIDTH / 2.0;
    put(
        svg,
        format_args!(
            "<path class=\"step\" d=\"M{x:.1} {:.1} c{:.1} -26 {:.1} 26 0 18\" fill=\"none\" stroke=\"#444\" \
         marker-end=\"url(#arrow)\"/>\n",
            at.1 - 9.0,
            out * 42.0,
            out * 42.0,
        ),
    );
    let anchor = if out > 0.0 { "start" } else { "end" };
    label(svg, (x + out * 36.0, at.1 - 6.0), anchor, "#222", calls);
}

fn panics(svg: &mut String, at: (f64, f64), center: f64, calls: &[&str]) {
    let out = if at.1 >= center - 1.0 { 1.0 } else { -1.0 };
    let (x, y) = (at.0 + WIDTH / 4.0, at.1 + out * HEIGHT / 2.0);
    put(
        svg,
        format_args!(
            "<path class=\"panic\" d=\"M{x:.1} {y:.1} l14 {:.1}\" fill=\"none\" stroke=\"#c00\" \
         stroke-dasharray=\"4 3\" marker-end=\"url(#bad)\"/>\n",
            out * 34.0,
        ),
    );
    label(svg, (x + 20.0, y + out * 40.0), "start", "#c00", calls);
}

/// Names below each other, as many as have room.
fn label(svg: &mut String, at: (f64, f64), anchor: &str, colour: &str, calls: &[&str]) {
    const MOST: usize = 8;
    let mut lines: Vec<String> = calls.iter().take(MOST).map(|call| escaped(call)).collect();
    if calls.len() > MOST {
        lines.push(format!("{} more", calls.len() - MOST));
    }
    let top = at.1 - 7.0 * (lines.len() as f64 - 1.0) + 4.0;
    for (index, line) in lines.iter().enumerate() {
        let y = top + 14.0 * index as f64;
        put(
            svg,
            format_args!(
                "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{line}</text>\n",
                at.0,
            ),
        );
    }
}

/// The point where a line from one state to another leaves its box.
fn edge(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let by_width = if dx == 0.0 { f64::MAX } else { (WIDTH / 2.0 + 4.0) / dx.abs() };
    let by_height = if dy == 0.0 { f64::MAX } else { (HEIGHT / 2.0 + 4.0) / dy.abs() };
    let share = by_width.min(by_height).min(0.5);
    (from.0 + dx * share, from.1 + dy * share)
}

fn head(id: &str, colour: &str) -> String {
    format!(
        "<marker id=\"{id}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"{colour}\"/></marker>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("writing to a string");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_steps_and_panics_are_all_drawn() {
        let mut machine = StateMachine::new(vec!["is_empty".to_owned(), "is_low".to_owned()]);
        machine.found(1, vec![0]);
        machine.found(3, vec![0, 1]);
        machine.step(1, "push", Some(3));
        machine.step(3, "size", Some(3));
        machine.step(1, "pop", None);
        let svg = draw(&machine, "Stack<T>");
        assert!(svg.contains("<title>Stack&lt;T&gt;</title>"), "{svg}");
        assert_eq!(svg.matches("class=\"state\"").count(), 2);
        assert_eq!(svg.matches("class=\"step\"").count(), 2);
        assert_eq!(svg.matches("class=\"panic\"").count(), 1);
        for text in [">Empty<", ">Empty&amp;Low<", ">push<", ">pop<"] {
            assert!(svg.contains(text), "{text}");
        }
        assert_eq!(draw(&machine, "Stack<T>"), svg);
    }
}
