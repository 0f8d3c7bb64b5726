//! Euclid's game: the rules.

use std::fmt;

use nimfield::rules::{Illegal, Impartial, Position};

/// A position of Euclid's game: two heaps, neither empty. A move takes a positive multiple of the
/// smaller from the larger and leaves something of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Euclid(
    /// The sizes of the heaps, at least 1.
    pub [u64; 2],
);

impl fmt::Display for Euclid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "euclid[{},{}]", self.0[0], self.0[1])
    }
}

/// The move that takes `amount` from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EuclidMove {
    /// The heap, 0 or 1 (printed from 1).
    pub heap: usize,
    /// What it loses: a positive multiple of the other heap.
    pub amount: u64,
}

impl fmt::Display for EuclidMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap {} by {}", self.heap + 1, self.amount)
    }
}

impl Euclid {
    /// How many times the other heap can be taken from `heap` so that something is left.
    fn times(&self, heap: usize) -> u64 {
        (self.0[heap] - 1) / self.0[1 - heap]
    }
}

impl Position for Euclid {
    type Move = EuclidMove;

    fn play(mut self, mv: &EuclidMove) -> Result<Euclid, Illegal<Euclid>> {
        let reason = if mv.heap > 1 {
            "there are two heaps".to_string()
        } else if mv.amount == 0 {
            "a move takes at least 1".to_string()
        } else if mv.amount >= self.0[mv.heap] {
            format!("this would not leave anything of heap {}", mv.heap + 1)
        } else if !mv.amount.is_multiple_of(self.0[1 - mv.heap]) {
            format!("{} is no multiple of the other heap", mv.amount)
        } else {
            self.0[mv.heap] -= mv.amount;
            return Ok(self);
        };
        Err(Illegal {
            position: self,
            reason,
        })
    }
}

impl Impartial for Euclid {
    fn moves(&self) -> Box<dyn Iterator<Item = EuclidMove> + '_> {
        Box::new([0, 1].into_iter().flat_map(|heap| {
            let other = self.0[1 - heap];
            (1..=self.times(heap)).map(move |times| EuclidMove {
                heap,
                amount: times * other,
            })
        }))
    }

    fn move_count(&self) -> u128 {
        u128::from(self.times(0)) + u128::from(self.times(1))
    }
}
