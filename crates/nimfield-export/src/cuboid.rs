//! Rectangles and boxes with their sides.

use crate::svg::{Anchor, Drawing};

const INK: &str = "#202020";
const LINES: &str = "#a8b4d0";
const FRONT: &str = "#f2f5fb";
const TOP: &str = "#e3e9f6";
const SIDE: &str = "#cdd8ee";
const FONT: f64 = 12.0;
/// Room for the labels.
const LABELS: f64 = 1.8 * FONT;
/// The longest side in pixels, and the longest of a unit square.
const LONGEST: f64 = 300.0;
const UNIT: f64 = 24.0;
/// Longer sides are drawn without unit squares.
const MOST_UNITS: u128 = 40;
/// The third side goes to the upper right, shortened.
const DEPTH: (f64, f64) = (0.45, 0.35);

/// What a rectangle or a box looks like; rectangles have no depth.
struct Shape {
    width: f64,
    height: f64,
    depth: f64,
    /// The pixels of a unit, where units are drawn.
    unit: Option<f64>,
    labels: Vec<String>,
}

impl Shape {
    fn of(sides: &[u128]) -> Shape {
        let most = sides.iter().copied().max().unwrap_or(1).max(1);
        let units = most <= MOST_UNITS;
        let unit = match units {
            true => (LONGEST / most as f64).min(UNIT),
            false => 0.0,
        };
        let length = |side: u128| match units {
            true => unit * side as f64,
            // A side stays visible however short it is against the others.
            false => (LONGEST * (side as f64 / most as f64)).max(10.0),
        };
        let side = |i: usize| sides.get(i).map_or(0.0, |&side| length(side));
        Shape {
            width: side(0),
            height: side(1),
            depth: side(2),
            unit: units.then_some(unit),
            labels: sides.iter().map(u128::to_string).collect(),
        }
    }

    /// Returns where the third side leads to.
    fn away(&self) -> (f64, f64) {
        (DEPTH.0 * self.depth, DEPTH.1 * self.depth)
    }

    fn left(&self) -> f64 {
        let label = self.labels.get(1).map_or(0, String::len);
        label as f64 * 0.65 * FONT + FONT
    }

    fn right(&self) -> f64 {
        let label = self.labels.get(2).map_or(0, String::len);
        label as f64 * 0.65 * FONT + 4.0
    }
}

/// Returns the room that the picture takes.
pub(crate) fn size(sides: &[u128]) -> (f64, f64) {
    let shape = Shape::of(sides);
    let (dx, dy) = shape.away();
    let width = shape.left() + shape.width + dx + shape.right();
    (width, shape.height + dy + LABELS)
}

/// Draws a rectangle with its sides, or a box seen from the front, above and the right.
pub(crate) fn draw(drawing: &mut Drawing, (left, top): (f64, f64), sides: &[u128]) {
    let shape = Shape::of(sides);
    let (dx, dy) = shape.away();
    let (x0, y0) = (left + shape.left(), top + dy);
    let (x1, y1) = (x0 + shape.width, y0 + shape.height);
    drawing.rectangle(x0, y0, shape.width, shape.height, FRONT, None);
    if shape.depth > 0.0 {
        drawing.polygon(
            &[(x0, y0), (x1, y0), (x1 + dx, y0 - dy), (x0 + dx, y0 - dy)],
            TOP,
        );
        drawing.polygon(
            &[(x1, y0), (x1, y1), (x1 + dx, y1 - dy), (x1 + dx, y0 - dy)],
            SIDE,
        );
    }
    if let Some(unit) = shape.unit {
        let inner = |side: u128| (1..side).map(move |i| i as f64);
        let [width, height] = [sides[0], sides.get(1).copied().unwrap_or(0)];
        for x in inner(width).map(|i| x0 + unit * i) {
            drawing.line(&[(x, y1), (x, y0), (x + dx, y0 - dy)], LINES);
        }
        for y in inner(height).map(|i| y0 + unit * i) {
            drawing.line(&[(x0, y), (x1, y), (x1 + dx, y - dy)], LINES);
        }
        for i in inner(sides.get(2).copied().unwrap_or(0)) {
            let (x, y) = (DEPTH.0 * unit * i, DEPTH.1 * unit * i);
            drawing.line(
                &[(x0 + x, y0 - y), (x1 + x, y0 - y), (x1 + x, y1 - y)],
                LINES,
            );
        }
    }
    drawing.line(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], INK);
    if shape.depth > 0.0 {
        let far = (x1 + dx, y0 - dy);
        drawing.line(
            &[
                (x0, y0),
                (x0 + dx, y0 - dy),
                far,
                (x1 + dx, y1 - dy),
                (x1, y1),
            ],
            INK,
        );
        drawing.line(&[(x1, y0), far], INK);
    }
    let mut label = |i: usize, x: f64, y: f64, anchor: Anchor| {
        if let Some(text) = shape.labels.get(i) {
            drawing.text(x, y, FONT, anchor, INK, text);
        }
    };
    label(0, 0.5 * (x0 + x1), y1 + 0.9 * FONT, Anchor::Middle);
    label(1, x0 - 0.5 * FONT, 0.5 * (y0 + y1), Anchor::End);
    let (x, y) = (x1 + 0.5 * dx + 0.5 * FONT, y1 - 0.5 * dy + 0.5 * FONT);
    label(2, x, y, Anchor::Start);
}
