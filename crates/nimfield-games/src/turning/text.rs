//! Products of coin-turning games in notation.

use super::rules::Turning;
use nimfield_core::game::Game;
use nimfield_core::info::{Checked, Fact};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::sorting::Sort as _;

/// What stands in the parentheses.
pub(super) const FACTORS: &str =
    "the factors, separated by commas: turtles, mock-turtles, ruler, twins, triplets";

/// The value of a coin.
pub(super) const TARTAN: Fact = Fact {
    statement: "a coin has the nim product of its values in the factors for its value; \
                coins add up by nim-sum",
    source: "the Tartan theorem, Winning Ways, vol. 2, ch. 14; Lenstra 1978",
    checked: Checked::By(&["nimbers-tartan"]),
};

fn read_coin(cursor: &mut Cursor<'_>) -> Result<u64, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let number = cursor.need_number("the number of a coin")?;
    u64::try_from(number).map_err(|_| {
        let message = "the number of a coin is too large";
        cursor.fault(
            start..cursor.at(),
            message,
            "coins are numbered up to 2^64-1",
        )
    })
}

/// Reads a place such as `(3,4)`.
pub(super) fn read_place(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
    let help = Turning::INFO.body;
    cursor.need("(", help)?;
    let mut place = vec![read_coin(cursor)?];
    while cursor.take(",") {
        place.push(read_coin(cursor)?);
    }
    cursor.need(")", help)?;
    Ok(place)
}

/// Reads a set such as `{1,3}` or `{5..9}`.
pub(super) fn read_set(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
    let help = Turning::INFO.moves;
    cursor.need("{", help)?;
    let mut set = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at();
        let from = read_coin(cursor)?;
        let to = if cursor.take("..") {
            read_coin(cursor)?
        } else {
            from
        };
        // No move turns more coins, so nothing is lost by refusing to hold them.
        if u128::from(to.saturating_sub(from)) + set.len() as u128 > super::MOST_TURNED {
            let message = "a move never turns so many coins";
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        set.extend(from..=to);
        if !cursor.take(",") {
            cursor.need("}", help)?;
            set.put_in_order();
            return Ok(set);
        }
    }
}
