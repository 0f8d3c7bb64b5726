//! A thermograph as numbers.

use serde_json::{Value, json};
use short_game::{Dyadic, Error, Player, Point, Thermograph};

use nimfield::words::SCHEMA;

/// The corners of both walls from temperature 0 up, and the mast, as numbers and in print.
///
/// # Errors
/// [`Error::NumberRange`].
pub fn json(expression: &str, thermograph: &Thermograph) -> Result<Value, Error> {
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    Ok(json!({
        "schema": SCHEMA,
        "expression": expression,
        "mean": number(mean),
        "temperature": number(temperature),
        "left_wall": wall(&thermograph.wall(Player::Left)?),
        "right_wall": wall(&thermograph.wall(Player::Right)?),
    }))
}

fn wall(corners: &[Point]) -> Vec<Value> {
    let corner = |corner: &Point| json!({ "temperature": number(corner.temperature), "value": number(corner.value) });
    corners.iter().map(corner).collect()
}

/// A dyadic number as a number, and exactly in print: not all of them fit into a number of JSON.
fn number(number: Dyadic) -> Value {
    json!({ "number": number.to_f64(), "exact": number.to_string() })
}
