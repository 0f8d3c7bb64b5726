//! Nim: the rules.

use nimfield_core::displays_as_move;
use nimfield_core::moves::{Arg, Forms, GameMove, Move};
use std::fmt;

use nimbers::Ordinal;

use nimfield_core::words::{Grundy, ordinals_below};

/// A position of nim: a move lowers one heap by any amount.
///
/// A heap may be any ordinal below ω^(ω^ω); a move lowers it to any smaller ordinal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim(Vec<Ordinal>);

impl Nim {
    /// Creates the position with these heaps; empty ones keep their index.
    #[must_use]
    pub fn new(heaps: Vec<u128>) -> Nim {
        Nim(heaps.into_iter().map(Ordinal::from).collect())
    }

    /// Returns the position with these heaps, transfinite ones allowed.
    #[must_use]
    pub fn of_ordinals(heaps: Vec<Ordinal>) -> Nim {
        Nim(heaps)
    }

    /// Returns the heaps.
    #[must_use]
    pub fn heaps(&self) -> &[Ordinal] {
        &self.0
    }

    /// Returns the heaps as integers, if all are below 2^128.
    #[must_use]
    pub fn finite_heaps(&self) -> Option<Vec<u128>> {
        let heap = |heap: &Ordinal| Grundy::from(heap.clone()).finite();
        self.0.iter().map(heap).collect()
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.0.iter().map(Ordinal::to_string).collect();
        write!(f, "nim[{}]", heaps.join(","))
    }
}

/// The move that lowers a heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The heap, from 0 (printed from 1).
    pub heap: usize,
    /// The amount of the move.
    pub lowering: Lowering,
}

/// The amount by which a heap is lowered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lowering {
    /// It loses this many counters, at least 1; used for heaps below 2^128.
    By(u128),
    /// It is lowered to this size; used for larger heaps, since ordinals cannot be subtracted.
    To(Ordinal),
}

impl Lowering {
    /// Returns the remaining size of heap `number` (from 1), which holds `size`.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub(super) fn left(&self, number: usize, size: &Ordinal) -> Result<Ordinal, String> {
        match (self, Grundy::from(size.clone()).finite()) {
            (Lowering::By(0), _) => Err("a move takes at least 1".to_string()),
            (Lowering::By(_), None) => Err(format!(
                "heap {number} holds {size}: give the size that is left, as in `heap {number} to 7`"
            )),
            (Lowering::By(amount), Some(size)) => (size.checked_sub(*amount))
                .map(Ordinal::from)
                .ok_or_else(|| format!("heap {number} holds only {size}")),
            (Lowering::To(left), _) if left >= size => Err(format!(
                "heap {number} holds {size}, and a move must leave less"
            )),
            (Lowering::To(left), _) => Ok(left.clone()),
        }
    }
}

impl HeapMove {
    /// Returns the move that takes `amount` from a heap.
    #[must_use]
    pub fn by(heap: usize, amount: u128) -> HeapMove {
        let lowering = Lowering::By(amount);
        HeapMove { heap, lowering }
    }

    /// Returns the move that lowers a heap from `size` to `left`, which is less.
    pub(crate) fn to(heap: usize, size: &Grundy, left: &Grundy) -> HeapMove {
        let amount = match (size.finite(), left.finite()) {
            (Some(size), Some(left)) => size.checked_sub(left),
            _ => None,
        };
        let lowering = match amount {
            Some(amount) => Lowering::By(amount),
            None => Lowering::To(left.to_ordinal()),
        };
        HeapMove { heap, lowering }
    }
}

const BY: &str = "heap {place} by {amount}";
const TO: &str = "heap {place} to {ordinal}";
/// The forms of moves.
pub(super) const FORMS: Forms = &[BY, TO];

impl GameMove for HeapMove {
    fn to_move(&self) -> Move {
        let heap = Arg::Place(self.heap);
        match &self.lowering {
            Lowering::By(amount) => Move::new(BY, [heap, Arg::Number(*amount)]),
            Lowering::To(left) => Move::new(TO, [heap, Arg::Ordinal(left.clone())]),
        }
    }

    fn of_move(mv: &Move) -> Option<HeapMove> {
        let (heap, lowering) = match (mv.form(), mv.args()) {
            (BY, [Arg::Place(heap), Arg::Number(amount)]) => (*heap, Lowering::By(*amount)),
            (TO, [Arg::Place(heap), Arg::Ordinal(left)]) => (*heap, Lowering::To(left.clone())),
            _ => return None,
        };
        Some(HeapMove { heap, lowering })
    }
}

displays_as_move!(HeapMove);

/// Returns the moves of one heap; infinitely many for a transfinite one.
pub(super) fn heap_moves(heap: usize, size: Ordinal) -> Box<dyn Iterator<Item = HeapMove>> {
    match Grundy::from(size.clone()).finite() {
        Some(size) => Box::new((1..=size).map(move |amount| HeapMove::by(heap, amount))),
        None => Box::new(ordinals_below(size).map(move |left| HeapMove {
            heap,
            lowering: Lowering::To(left),
        })),
    }
}
