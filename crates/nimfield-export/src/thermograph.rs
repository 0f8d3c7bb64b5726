//! Thermographs as drawings, Left to the left.

use short_game::{Dyadic, Error, Outline, Point, Thermograph};

use crate::svg::{Anchor, Drawing};

/// The room for the walls.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 280.0;
/// The least width for values.
const NARROWEST: f64 = 200.0;
const MARGIN: f64 = 24.0;
const FONT: f64 = 12.0;
/// The distance between lines of labels.
const LINE: f64 = 1.4 * FONT;
const INK: &str = "#202020";
const FAINT: &str = "#808080";
const GUIDE: &str = "#d0d0d0";
const LEFT: &str = "#1f5fbf";
const RIGHT: &str = "#bf1f2f";

/// Draws the walls of a thermograph over the axis of values, with the axis of temperatures at the left and the mast
/// with an arrow above them; all corners are labelled on both axes.
///
/// # Errors
/// [`Error::NumberRange`].
pub fn draw(thermograph: &Thermograph) -> Result<Drawing, Error> {
    let outline = Outline::of(thermograph)?;
    let corners = || outline.left.iter().chain(&outline.right);
    let distinct = |of: fn(&Point) -> Dyadic| {
        let mut numbers: Vec<Dyadic> = corners().map(of).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let mut values = distinct(|corner| corner.value);
    let mut temperatures = distinct(|corner| corner.temperature);
    if !temperatures.contains(&Dyadic::ZERO) {
        temperatures.insert(0, Dyadic::ZERO);
    }
    // From the left to the right.
    values.reverse();

    // Labels that would touch move to another line, or column, further out. Units of value and temperature have the
    // same length, so that sloping walls have slope 1.
    let span = outline.high.to_f64() - outline.low.to_f64();
    let unit = (WIDTH / span).min(HEIGHT / outline.top.to_f64());
    let inner = (unit * span).max(NARROWEST);
    let tall = unit * outline.top.to_f64();
    let across = |value: Dyadic| 0.5 * (inner - unit * span) + outline.across(value) * unit * span;
    let up = |temperature: Dyadic| outline.up(temperature) * tall;
    let width = |text: &str| 0.65 * FONT * text.chars().count() as f64;
    let below = rows(values.iter().map(|value| {
        let half = 0.5 * width(&value.to_string()) + 3.0;
        (across(*value) - half, across(*value) + half)
    }));
    let beside = rows(
        temperatures
            .iter()
            .map(|t| (up(*t) - 0.6 * FONT, up(*t) + 0.6 * FONT)),
    );
    let columns = beside.iter().max().map_or(1, |most| most + 1) as f64;
    let column = temperatures
        .iter()
        .map(|t| width(&t.to_string()))
        .fold(0.0, f64::max)
        + 8.0;
    let lines = below.iter().max().map_or(1, |most| most + 1) as f64;

    let left = MARGIN + columns * column + 8.0;
    let top = MARGIN + 2.4 * FONT;
    let base = top + tall + 14.0;
    let mut drawing = Drawing::new(
        left + inner + 2.0 * MARGIN,
        base + lines * LINE + 2.6 * FONT,
    );
    let x = |value: Dyadic| left + across(value);
    let y = |t: Dyadic| base - up(t);

    // Guides from the corners to both axes, under everything else.
    for corner in corners() {
        let (cx, cy) = (x(corner.value), y(corner.temperature));
        drawing.line(&[(left - 8.0, cy), (cx, cy), (cx, base)], GUIDE);
    }
    drawing.line(&[(left - 8.0, base), (left + inner + 8.0, base)], FAINT);
    drawing.line(&[(left - 8.0, base), (left - 8.0, top)], FAINT);
    arrow(&mut drawing, (left - 8.0, top - 2.0), FAINT);
    drawing.text(
        left - 8.0,
        top - 1.2 * FONT,
        FONT,
        Anchor::Middle,
        FAINT,
        "t",
    );

    for (wall, color) in [(&outline.left, LEFT), (&outline.right, RIGHT)] {
        let points = wall
            .iter()
            .map(|corner| (x(corner.value), y(corner.temperature)));
        drawing.wide_line(&points.collect::<Vec<_>>(), 2.0, color);
    }
    // The mast has neutral colour, since it belongs to both players.
    let foot = temperature.max(Dyadic::ZERO);
    let head = y(outline.top) + 6.0;
    drawing.wide_line(&[(x(mean), y(foot)), (x(mean), head)], 2.0, INK);
    arrow(&mut drawing, (x(mean), head - 6.0), INK);
    for (wall, color) in [(&outline.left, LEFT), (&outline.right, RIGHT)] {
        for corner in wall {
            drawing.disc(x(corner.value), y(corner.temperature), 3.0, color, None);
        }
    }
    drawing.disc(x(mean), y(foot), 3.0, INK, None);

    for (value, row) in values.iter().zip(&below) {
        drawing.line(&[(x(*value), base), (x(*value), base + 4.0)], FAINT);
        let y = base + 4.0 + 0.7 * FONT + LINE * *row as f64;
        drawing.text(x(*value), y, FONT, Anchor::Middle, INK, &value.to_string());
    }
    for (t, row) in temperatures.iter().zip(&beside) {
        drawing.line(&[(left - 12.0, y(*t)), (left - 8.0, y(*t))], FAINT);
        let x = left - 14.0 - column * *row as f64;
        drawing.text(x, y(*t), FONT, Anchor::End, INK, &t.to_string());
    }
    let words = format!("mean {mean}, temperature {temperature}");
    drawing.text(
        left + 0.5 * inner,
        MARGIN,
        FONT,
        Anchor::Middle,
        INK,
        &words,
    );
    let foot = base + lines * LINE + 1.4 * FONT;
    drawing.text(left, foot, FONT, Anchor::Start, LEFT, "Left begins");
    drawing.text(left + inner, foot, FONT, Anchor::End, RIGHT, "Right begins");
    Ok(drawing.titled(&format!(
        "Thermograph: mean {mean}, temperature {temperature}"
    )))
}

/// Draws the head of an arrow upwards.
fn arrow(drawing: &mut Drawing, (x, y): (f64, f64), color: &str) {
    drawing.polygon(&[(x, y), (x - 4.0, y + 9.0), (x + 4.0, y + 9.0)], color);
}

/// Returns for each of these intervals, in order of their places, the first row in which it touches no other interval.
fn rows(intervals: impl Iterator<Item = (f64, f64)>) -> Vec<usize> {
    let mut ends: Vec<f64> = Vec::new();
    let place = |(from, to): (f64, f64)| {
        let row = ends.iter().position(|&end| end <= from);
        let row = row.unwrap_or_else(|| {
            ends.push(to);
            ends.len() - 1
        });
        ends[row] = to;
        row
    };
    intervals.map(place).collect()
}
