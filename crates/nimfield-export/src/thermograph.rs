//! Thermographs as drawings, Left to the left.

use short_game::{Dyadic, Error, Outline, Thermograph};

use crate::svg::{Anchor, Drawing};

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 40.0;
const FONT: f64 = 12.0;
const INK: &str = "#202020";

/// The walls of a thermograph above a line at temperature 0 with the stops at its ends, and the
/// mean and the temperature above the mast.
///
/// # Errors
/// [`Error::NumberRange`].
pub fn draw(thermograph: &Thermograph) -> Result<Drawing, Error> {
    let outline = Outline::of(thermograph)?;
    let (inner_width, inner_height) = (WIDTH - 2.0 * MARGIN, HEIGHT - 2.0 * MARGIN);
    let x = |value: Dyadic| MARGIN + outline.across(value) * inner_width;
    let y = |temperature: Dyadic| MARGIN + inner_height * (1.0 - outline.up(temperature));

    let mut drawing = Drawing::new(WIDTH, HEIGHT);
    let base = y(Dyadic::ZERO);
    drawing.rectangle(MARGIN, base - 0.5, inner_width, 1.0, "#999999", None);
    for (wall, color) in [(&outline.left, "#1f5fbf"), (&outline.right, "#bf1f2f")] {
        let mut points: Vec<(f64, f64)> = wall
            .iter()
            .map(|point| (x(point.value), y(point.temperature)))
            .collect();
        points.extend(wall.last().map(|mast| (x(mast.value), y(outline.top))));
        drawing.wide_line(&points, 2.0, color);
    }
    let mut label = |at: f64, height: f64, text: &str| {
        drawing.text(at, height, FONT, Anchor::Middle, INK, text);
    };
    let (high, low) = (outline.high, outline.low);
    label(x(high), base + FONT, &high.to_string());
    if low != high {
        label(x(low), base + FONT, &low.to_string());
    }
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    label(
        x(mean),
        MARGIN - FONT,
        &format!("mean {mean}, t = {temperature}"),
    );
    Ok(drawing.titled(&format!(
        "Thermograph: mean {mean}, temperature {temperature}"
    )))
}
