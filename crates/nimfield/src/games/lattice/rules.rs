//! The two-dimensional nim of Winning Ways: the rules.

use std::fmt;

use crate::rules::{Illegal, Impartial, Position};

/// A counter's place: column and row, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The row; higher rows come later in the order.
    pub row: u128,
    /// The column.
    pub column: u128,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column, self.row)
    }
}

/// A position of lattice nim: counters on the quarter plane. A move takes one counter to the left
/// in its row, or to any place, however far right, of a lower row. Several counters may share a
/// place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lattice(Vec<Point>);

impl Lattice {
    /// The position with these counters.
    #[must_use]
    pub fn new(counters: Vec<Point>) -> Lattice {
        Lattice(counters)
    }

    /// The counters.
    #[must_use]
    pub fn counters(&self) -> &[Point] {
        &self.0
    }

    /// The counters' places without repetitions: counters in one place have the same moves.
    fn distinct(&self) -> Vec<Point> {
        let mut places = self.0.clone();
        places.sort_unstable();
        places.dedup();
        places
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters: Vec<String> = self.0.iter().map(Point::to_string).collect();
        write!(f, "lattice[{}]", counters.join(" "))
    }
}

/// The move of a counter from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CounterMove {
    /// Where the counter stands.
    pub from: Point,
    /// Where it goes.
    pub to: Point,
}

impl fmt::Display for CounterMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.from, self.to)
    }
}

impl Position for Lattice {
    type Move = CounterMove;

    fn play(mut self, mv: &CounterMove) -> Result<Lattice, Illegal<Lattice>> {
        let counter = self.0.iter_mut().find(|counter| **counter == mv.from);
        let reason = match counter {
            None => format!("no counter stands at {}", mv.from),
            // Points are ordered by rows, then columns: just the order of moves.
            Some(_) if mv.to >= mv.from => {
                "a counter moves to the left in its row or to a lower row".to_string()
            }
            Some(counter) => {
                *counter = mv.to;
                return Ok(self);
            }
        };
        Err(Illegal {
            position: self,
            reason,
        })
    }
}

impl Impartial for Lattice {
    fn moves(&self) -> Box<dyn Iterator<Item = CounterMove> + '_> {
        Box::new(self.distinct().into_iter().flat_map(counter_moves))
    }

    fn move_count(&self) -> u128 {
        let counts = self.distinct().into_iter().map(counter_move_count);
        counts.fold(0, u128::saturating_add)
    }
}

/// The moves of one counter; endless from row 1 on.
pub(super) fn counter_moves(from: Point) -> impl Iterator<Item = CounterMove> {
    let left = (0..from.column).map(move |column| Point { column, ..from });
    // No row below row 0: without the guard the columns would be walked in vain.
    let columns = if from.row > 0 { u128::MAX } else { 0 };
    let down =
        (0..columns).flat_map(move |column| (0..from.row).map(move |row| Point { row, column }));
    left.chain(down).map(move |to| CounterMove { from, to })
}

/// How many moves one counter has.
pub(super) fn counter_move_count(from: Point) -> u128 {
    if from.row > 0 { u128::MAX } else { from.column }
}
