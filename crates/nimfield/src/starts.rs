//! The positions that games are usually begun with.

use crate::registry::Games;

/// Starts other than the example of the game's notation.
const STARTS: [(&str, &str); 14] = [
    ("nim", "nim[3,5,7]"),
    ("wythoff", "wythoff[8,11]"),
    ("matrix", "matrix[7 5; 6 8]"),
    ("holladay", "holladay[3 2; 1 4]"),
    ("lines", "lines(max=3)[4x4]"),
    ("tactix", "tactix[4x4]"),
    ("efr", "efr[4x4]"),
    ("pnim", "pnim[5,4,2,1]"),
    ("lctr", "lctr[5,4,2,1]"),
    ("sato", "sato[5,4,2,1]"),
    ("welter", "welter[2,3,5,8,13]"),
    ("matrix-partizan", "matrix-partizan[3 5; 2 4]"),
    ("crpm", "crpm[4,3,1]"),
    ("crps", "crps[4,3,1]"),
];

/// A position to begin the game of this name with, in any case: that of its source where it has one.
/// `None` if there is no such game.
///
/// ```
/// assert_eq!(nimfield::usual_start("TacTix"), Some("tactix[4x4]"));
/// assert_eq!(nimfield::usual_start("chess"), None);
/// ```
#[must_use]
pub fn usual_start(name: &str) -> Option<&'static str> {
    let games = Games::builtin();
    let game = games
        .iter()
        .find(|game| game.info.name.eq_ignore_ascii_case(name))?;
    let start = STARTS.iter().find(|(name, _)| *name == game.info.name);
    Some(start.map_or(game.info.example, |(_, start)| start))
}
