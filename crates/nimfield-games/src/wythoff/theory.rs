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

use crate::matrix::grid::{Entry, Grid};
use crate::matrix::{Line, LineMove, Matrix};
use crate::wythoff::arithmetic;
use crate::wythoff::rules::{Taken, Wythoff, WythoffMove};
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// Whether (a, b) is a P-position of Wythoff's game.
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

/// The outcome with its reason.
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
            "Fraenkel 1984 (misere Wythoff)",
            format!(
                "in misere play (0, 1) and (2, 2) take the place of Wythoff's pairs (0, 0) and (1, 2); this is ({a}, {b})"
            ),
        ),
        Play::Misere => (
            "Fraenkel 1984 (misere Wythoff)",
            format!(
                "from difference 2 on the misere P-positions are Wythoff's pairs; that of difference {n} is {pair}; this is ({a}, {b})"
            ),
        ),
    };
    Finding::new(is_p, Reason::theorem(source, text))
}

/// What a heap beside `other` might be lowered to in order to win.
pub fn partner_candidates(other: u128, play: Play) -> Vec<u128> {
    match (play, other) {
        (Play::Misere, 0) => vec![1],
        (Play::Misere, 1) => vec![0],
        (Play::Misere, 2) => vec![2],
        _ => arithmetic::partner(other).into_iter().collect(),
    }
}

/// What might be taken from both heaps in order to win.
pub fn common_candidates(a: u128, b: u128, play: Play) -> Vec<u128> {
    let (a, b) = (a.min(b), a.max(b));
    let low = match (play, b - a) {
        (Play::Misere, 0) => Some(2),
        (Play::Misere, 1) => Some(0),
        (_, n) => arithmetic::pair(n).map(|(low, _)| low),
    };
    low.and_then(|low| a.checked_sub(low)).into_iter().collect()
}

/// A summand of Wythoff's game: one of matrix nim's, with moves named after heaps.
#[derive(Clone, Debug)]
pub struct Pair(<Matrix as Game>::Summand);

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.0.heap(), self.0.block.as_grid().cells()) {
            (None, [a, b]) => write!(f, "wythoff[{a},{b}]"),
            _ => std::fmt::Display::fmt(&self.0, f),
        }
    }
}

impl Game for Wythoff {
    type Summand = Pair;

    fn summands(&self) -> Vec<Pair> {
        // A heap next to an empty one can only be lowered alone, which is just how matrix nim
        // treats it.
        let matrix = Matrix::new(Grid::from_cells(2, self.0.map(Entry::Finite)));
        let summands = matrix.map(|matrix| matrix.summands()).unwrap_or_default();
        summands.into_iter().map(Pair).collect()
    }
}

fn named(mv: LineMove) -> WythoffMove {
    let from = match mv.line {
        Line::Row(_) => Taken::Both,
        Line::Column(heap) => Taken::Heap(heap),
    };
    WythoffMove {
        from,
        amount: mv.amount,
    }
}

impl Summand for Pair {
    type Move = WythoffMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        self.0.value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.0.outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<WythoffMove>> {
        let moves = self.0.candidates(play, target, budget)?;
        Some(moves.into_iter().map(named).collect())
    }

    fn moves(&self) -> Box<dyn Iterator<Item = WythoffMove> + '_> {
        Box::new(self.0.moves().map(named))
    }

    fn move_count(&self) -> u128 {
        self.0.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        self.0.small()
    }

    fn in_box(&self) -> Option<(nimfield_core::families::ray::RayGame, Vec<u32>)> {
        self.0.in_box()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<WythoffMove> {
        self.0.ray_move(ray, amount).map(named)
    }

    fn heap(&self) -> Option<Grundy> {
        self.0.heap()
    }
}
