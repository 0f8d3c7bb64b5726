//! Lattice nim: a counter in column x of row y is the nim heap of size ω·y + x.

use std::fmt;

use crate::games::lattice::rules::{
    CounterMove, Lattice, Point, counter_move_count, counter_moves,
};
use crate::games::nim::{self, NimHeap};
use crate::theory::{Finding, Game, Summand};
use crate::words::{Grundy, Play, Reason};

/// The source.
const SOURCE: &str = "Berlekamp, Conway and Guy, Winning Ways, vol. 1, two-dimensional nim";

fn size(point: Point) -> Grundy {
    Grundy::ordinal(point.row, point.column)
}

fn place(size: Grundy) -> Point {
    Point {
        row: size.omegas(),
        column: size.units(),
    }
}

/// A counter that can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter(Point);

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&size(self.0), f)
    }
}

impl Game for Lattice {
    type Summand = Counter;

    fn summands(&self) -> Vec<Counter> {
        let counters = self.counters().iter().copied();
        let movable = counters.filter(|&counter| size(counter) != Grundy::ZERO);
        movable.map(Counter).collect()
    }
}

impl Summand for Counter {
    type Move = CounterMove;
    type Small = NimHeap;

    fn value(&self) -> Option<Finding<Grundy>> {
        let Point { row, column } = self.0;
        let text = format!(
            "the counter in column {column} of row {row} can move to just the places of smaller w*row + column, so it is the nim heap {}",
            size(self.0)
        );
        Some(Finding::new(size(self.0), Reason::theorem(SOURCE, text)))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        match play {
            Play::Normal => {
                let Finding { value, reason } = self.value()?;
                Some(Finding::new(value == Grundy::ZERO, reason))
            }
            Play::Misere => Some(nim::misere_outcome(&[size(self.0)])),
        }
    }

    fn candidates(&self, play: Play, target: Grundy) -> Option<Vec<CounterMove>> {
        let sizes = nim::candidates(size(self.0), target, play);
        let moves = sizes.into_iter().map(|left| CounterMove {
            from: self.0,
            to: place(left),
        });
        Some(moves.collect())
    }

    fn moves(&self) -> Box<dyn Iterator<Item = CounterMove> + '_> {
        Box::new(counter_moves(self.0))
    }

    fn move_count(&self) -> u128 {
        counter_move_count(self.0)
    }

    fn small(&self) -> Result<NimHeap, String> {
        match size(self.0).finite() {
            Some(size) => Ok(NimHeap(size)),
            None => Err(format!(
                "the counter at {} has infinitely many options, which no search can go through",
                self.0
            )),
        }
    }

    fn heap(&self) -> Option<Grundy> {
        Some(size(self.0))
    }
}
