//! Thermographs as drawings, Left to the left.

use short_game::{Dyadic, Error, Player, Thermograph};

use crate::export::svg::{Anchor, Drawing};

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
    let walls = [
        (thermograph.wall(Player::Left)?, "#1f5fbf"),
        (thermograph.wall(Player::Right)?, "#bf1f2f"),
    ];
    // The walls are furthest apart at temperature 0.
    let [high, low] = [0, 1].map(|i| walls[i].0.first().map_or(Dyadic::ZERO, |p| p.value));
    let foot = thermograph.temperature().max(Dyadic::ZERO);
    // Some of the mast is shown.
    let top = foot.add(match foot == Dyadic::ZERO {
        true => Dyadic::integer(1),
        false => foot.half()?.half()?,
    })?;
    let (inner_width, inner_height) = (WIDTH - 2.0 * MARGIN, HEIGHT - 2.0 * MARGIN);
    let x = |value: Dyadic| {
        let (high, low) = (high.to_f64(), low.to_f64());
        let part = match high == low {
            true => 0.5,
            false => (high - value.to_f64()) / (high - low),
        };
        MARGIN + part * inner_width
    };
    let y =
        |temperature: Dyadic| MARGIN + inner_height * (1.0 - temperature.to_f64() / top.to_f64());

    let mut drawing = Drawing::new(WIDTH, HEIGHT);
    let base = y(Dyadic::ZERO);
    drawing.rectangle(MARGIN, base - 0.5, inner_width, 1.0, "#999999", None);
    for (wall, color) in walls {
        let mut points: Vec<(f64, f64)> = wall
            .iter()
            .map(|point| (x(point.value), y(point.temperature)))
            .collect();
        points.extend(wall.last().map(|mast| (x(mast.value), y(top))));
        drawing.wide_line(&points, 2.0, color);
    }
    let mut label = |at: f64, height: f64, text: &str| {
        drawing.text(at, height, FONT, Anchor::Middle, INK, text);
    };
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
