//! Lattice nim: a counter in column x of row y is the nim heap of size ω·y + x.

use std::fmt;

use nimbers::Ordinal;
use nimbers::ordinal::Exponent;

use crate::lattice::rules::{
    CounterMove, Lattice, LatticePoint, counter_move_count, counter_moves,
};
use crate::lattice::text::NIM_SUM;
use crate::nim::{self, NimHeap};
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// The source.
const SOURCE: &str = "Berlekamp, Conway and Guy, Winning Ways, vol. 1, two-dimensional nim";

/// ω·y + x.
fn size(point: &LatticePoint) -> Grundy {
    // 1 + e in ordinary arithmetic: a finite exponent goes up by one, an infinite one stays.
    let raised = |e: &Exponent| {
        let raised = Exponent::from_ordinal(&Ordinal::one().ordinal_sum(&e.to_ordinal()));
        raised.expect("rows have exponents that leave room for one more")
    };
    let terms = point
        .row
        .terms()
        .iter()
        .map(|(e, c)| (raised(e), c.clone()));
    let units = (Exponent::ZERO, point.column.into());
    Ordinal::from_terms(terms.chain([units])).into()
}

/// The place of the heap of this size, of which the finite part is below 2^128.
fn place(size: &Ordinal) -> Option<LatticePoint> {
    let lowered = |e: &Exponent| match e.coefficients()[..] {
        [(0, ref n)] => Exponent::term(0, n - 1u32),
        _ => Some(e.clone()),
    };
    let terms = size.terms().iter().filter(|(e, _)| !e.is_zero());
    let row: Option<Vec<_>> = terms.map(|(e, c)| Some((lowered(e)?, c.clone()))).collect();
    Some(LatticePoint {
        row: Ordinal::from_terms(row?),
        column: u128::try_from(&size.finite_part()).ok()?,
    })
}

/// A counter that can move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter(LatticePoint);

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&size(&self.0), f)
    }
}

impl Game for Lattice {
    type Summand = Counter;

    fn summands(&self) -> Vec<Counter> {
        let movable = |counter: &&LatticePoint| size(counter) != Grundy::ZERO;
        let counters = self.counters().iter().filter(movable);
        counters.cloned().map(Counter).collect()
    }
}

impl Summand for Counter {
    type Move = CounterMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        let LatticePoint { row, column } = &self.0;
        let text = format!(
            "the counter in column {column} of row {row} can move to just the places of smaller w*row + column, so it is the nim heap {}",
            size(&self.0)
        );
        Some(Finding::new(
            size(&self.0),
            Reason::theorem(SOURCE, text).checked_by(NIM_SUM.claims()),
        ))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        match play {
            Play::Normal => self.value().map(Finding::is_p),
            Play::Misere => Some(nim::misere_outcome(&[size(&self.0)])),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<CounterMove>> {
        let sizes = nim::candidates(&size(&self.0), target, play);
        let moves = sizes.iter().map(|left| {
            Some(CounterMove {
                from: self.0.clone(),
                // A move to a column past 2^128 cannot be named; then no list is complete.
                to: place(&left.to_ordinal())?,
            })
        });
        moves.collect()
    }

    fn moves(&self) -> Box<dyn Iterator<Item = CounterMove> + '_> {
        Box::new(counter_moves(&self.0))
    }

    fn move_count(&self) -> u128 {
        counter_move_count(&self.0)
    }

    fn small(&self) -> Result<AnyComponent, String> {
        match size(&self.0).finite() {
            Some(size) => Ok(AnyComponent::new(NimHeap(size))),
            None => Err(format!(
                "the counter at {} has infinitely many options, which no search can go through",
                self.0
            )),
        }
    }

    fn heap(&self) -> Option<Grundy> {
        Some(size(&self.0))
    }
}
