//! Figure 1 of the paper on PNim and RNim.

use nimfield_core::prelude::*;
use nimfield_games::nim::Nim;
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::pnim::census::Grading;
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::{DOWNRIGHT, LCTR, ROOK};
use nimfield_games::wythoff::Wythoff;

use nimfield::Games;

use super::error::ClassifyError;
use super::positions::positions;
use super::report::{Report, Scope};
use super::scan::classify;

/// The games of the figure: the name in the figure, the name, whether sums are taken, and a bound on the levels of the
/// witnesses.
const FIGURE: [(&str, &str, bool, u32); 11] = [
    ("1-Nim", Nim::INFO.name, false, 30),
    ("Subtraction {1,2}", "subtraction(1,2)", false, 30),
    ("1-PNim", Pnim::INFO.name, false, 20),
    ("1-RNim", Rnim::INFO.name, false, 20),
    ("Nim", Nim::INFO.name, true, 20),
    ("PNim", Pnim::INFO.name, true, 10),
    ("RNim", Rnim::INFO.name, true, 10),
    ("Wythoff", Wythoff::INFO.name, false, 40),
    ("LCTR", LCTR.info.name, false, 30),
    ("Downright", DOWNRIGHT.info.name, false, 30),
    ("Rook", ROOK.info.name, false, 30),
];

/// The number of games in the figure.
pub const FIGURE_GAMES: usize = FIGURE.len();

/// Returns the bound for a game of the figure, by its index from 0: enough for its witnesses, or `up_to` if that is
/// less.
///
/// # Panics
/// If the figure has fewer [games](FIGURE_GAMES).
#[must_use]
pub fn figure_bound(at: usize, up_to: u32) -> u32 {
    up_to.min(FIGURE[at].3)
}

/// Classifies one game of the figure, by its index from 0, up to its [bound](figure_bound).
///
/// # Errors
/// If the budget is too small.
///
/// # Panics
/// If the figure has fewer [games](FIGURE_GAMES).
pub fn figure(at: usize, up_to: u32, budget: &Budget) -> Result<Report, ClassifyError> {
    let (title, game, sums, _) = FIGURE[at];
    let scope = Scope {
        grading: Grading::Size,
        up_to: figure_bound(at, up_to),
        sums,
    };
    let mut report = classify(&positions(game, &Games::builtin().reader())?, scope, budget)?;
    report.title = Some(title.to_string());
    Ok(report)
}
