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
/// The longest side drawn with unit squares.
const MOST_UNITS: u128 = 40;
/// The direction of the third side: to the upper right, shortened.
const DEPTH: (f64, f64) = (0.45, 0.35);

/// Draws a rectangle with its sides, or a box seen from the front, above and the right.
pub(crate) fn draw(sides: &[u128]) -> Drawing {
    let most = sides.iter().copied().max().unwrap_or(1).max(1);
    // The pixels of a unit, if units are drawn.
    let unit = (most <= MOST_UNITS).then(|| (LONGEST / most as f64).min(UNIT));
    let side = |i: usize| match (sides.get(i), unit) {
        (None, _) => 0.0,
        (Some(&side), Some(unit)) => unit * side as f64,
        // A side stays visible, however short compared with the others.
        (Some(&side), None) => (LONGEST * (side as f64 / most as f64)).max(10.0),
    };
    let (width, height, depth) = (side(0), side(1), side(2));
    let labels: Vec<String> = sides.iter().map(u128::to_string).collect();
    let label_width = |i: usize| labels.get(i).map_or(0, String::len) as f64 * 0.65 * FONT;
    let (left, right) = (label_width(1) + FONT, label_width(2) + 4.0);
    // The offset along the third side.
    let (dx, dy) = (DEPTH.0 * depth, DEPTH.1 * depth);
    let (x0, y0) = (left, dy);
    let (x1, y1) = (x0 + width, y0 + height);
    let mut part = Drawing::part();
    part.rectangle(x0, y0, width, height, FRONT, None);
    let (above, beyond) = ((x0 + dx, y0 - dy), (x1 + dx, y1 - dy));
    let far = (x1 + dx, y0 - dy);
    if depth > 0.0 {
        part.polygon(&[(x0, y0), (x1, y0), far, above], TOP);
        part.polygon(&[(x1, y0), (x1, y1), beyond, far], SIDE);
    }
    if let Some(unit) = unit {
        let inner = |i: usize| (1..sides.get(i).copied().unwrap_or(0)).map(|i| i as f64);
        for x in inner(0).map(|i| x0 + unit * i) {
            part.line(&[(x, y1), (x, y0), (x + dx, y0 - dy)], LINES);
        }
        for y in inner(1).map(|i| y0 + unit * i) {
            part.line(&[(x0, y), (x1, y), (x1 + dx, y - dy)], LINES);
        }
        for i in inner(2) {
            let (x, y) = (DEPTH.0 * unit * i, DEPTH.1 * unit * i);
            let bend = (x1 + x, y0 - y);
            part.line(&[(x0 + x, y0 - y), bend, (x1 + x, y1 - y)], LINES);
        }
    }
    part.line(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], INK);
    if depth > 0.0 {
        part.line(&[(x0, y0), above, far, beyond, (x1, y1)], INK);
        part.line(&[(x1, y0), far], INK);
    }
    let places = [
        (0.5 * (x0 + x1), y1 + 0.9 * FONT, Anchor::Middle),
        (x0 - 0.5 * FONT, 0.5 * (y0 + y1), Anchor::End),
        (
            x1 + 0.5 * dx + 0.5 * FONT,
            y1 - 0.5 * dy + 0.5 * FONT,
            Anchor::Start,
        ),
    ];
    for ((x, y, anchor), label) in places.into_iter().zip(&labels) {
        part.text(x, y, FONT, anchor, INK, label);
    }
    part.within(left + width + dx + right, height + dy + LABELS)
}
