//! Wythoff's game: who wins, and by which moves.
//!
//! Wythoff's game is matrix nim with one row of two piles, so everything but the outcome is the
//! matrix game's business.
//!
//! **Misère play** (Fraenkel 1984). The P-positions are (0,1), (2,2) and Wythoff's pairs
//! (⌊nφ⌋, ⌊nφ⌋+n) for n >= 2. Like Wythoff's own, these pairs use every number once and every
//! difference once: 0, 1, 2 and the differences 1, 0 are those of (0,1) and (2,2) instead of (0,0)
//! and (1,2). So no move joins two of them, and from every other position the usual move (to the
//! partner of a number, or along the diagonal) reaches one; (0,0) is won by definition.

use crate::wythoff::arithmetic;
use nimfield_core::theory::{Finding, NumberFormula};
use nimfield_core::words::{Play, Reason};

/// Returns whether (a, b) is a P-position of Wythoff's game.
///
/// Exact for all integers; a few multiplications.
///
/// ```
/// use nimfield_core::words::Play;
/// use nimfield_games::wythoff;
/// assert!(wythoff::is_p(3, 5, Play::Normal));
/// assert!(!wythoff::is_p(1, 2, Play::Misere));
/// ```
#[must_use]
pub fn is_p(a: u128, b: u128, play: Play) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    match (play, a, b) {
        (Play::Misere, 0, 1) | (Play::Misere, 2, 2) => true,
        (Play::Misere, 0..=2, _) => false,
        _ => arithmetic::is_pair(a, b),
    }
}

/// Returns the closed form of two heaps.
pub(crate) fn by_numbers(play: Play) -> NumberFormula {
    NumberFormula::of_outcomes(
        move |heaps| matches!(*heaps, [a, b] if is_p(a.into(), b.into(), play)),
    )
}

/// Returns the outcome with its reason.
pub fn outcome(a: u128, b: u128, play: Play) -> Finding<bool> {
    let (a, b) = (a.min(b), a.max(b));
    let n = b - a;
    let is_p = is_p(a, b, play);
    let pair = match arithmetic::pair(n) {
        Some((low, high)) => format!("({low}, {high})"),
        None => "beyond 2^128".to_string(),
    };
    let (source, text) = match play {
        Play::Normal => (
            "Wythoff 1907",
            format!(
                "the P-position of difference {n} is (floor({n} phi), floor({n} phi) + {n}) = {pair}; this is ({a}, {b})"
            ),
        ),
        Play::Misere if a <= 2 || n <= 1 => (
            "Fraenkel 1984 (misère Wythoff)",
            format!(
                "in misère play (0, 1) and (2, 2) take the place of Wythoff's pairs (0, 0) and (1, 2); this is ({a}, {b})"
            ),
        ),
        Play::Misere => (
            "Fraenkel 1984 (misère Wythoff)",
            format!(
                "from difference 2 on the misère P-positions are Wythoff's pairs; that of difference {n} is {pair}; this is ({a}, {b})"
            ),
        ),
    };
    Finding::new(is_p, Reason::theorem(source, text))
}

/// Returns what a heap beside `other` might be lowered to in order to win.
pub fn partner_candidates(other: u128, play: Play) -> Vec<u128> {
    match (play, other) {
        (Play::Misere, 0) => vec![1],
        (Play::Misere, 1) => vec![0],
        (Play::Misere, 2) => vec![2],
        _ => arithmetic::partner(other).into_iter().collect(),
    }
}

/// Returns what might be taken from both heaps in order to win.
pub fn common_candidates(a: u128, b: u128, play: Play) -> Vec<u128> {
    let (a, b) = (a.min(b), a.max(b));
    let low = match (play, b - a) {
        (Play::Misere, 0) => Some(2),
        (Play::Misere, 1) => Some(0),
        (_, n) => arithmetic::pair(n).map(|(low, _)| low),
    };
    low.and_then(|low| a.checked_sub(low)).into_iter().collect()
}
