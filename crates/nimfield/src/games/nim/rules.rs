//! Nim: the rules.

use std::fmt;

use crate::rules::{Illegal, Impartial, Position};

/// A position of nim: heaps, of which a move lowers one by any amount.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim(Vec<u128>);

impl Nim {
    /// The position with these heaps; empty ones keep their number.
    #[must_use]
    pub fn new(heaps: Vec<u128>) -> Nim {
        Nim(heaps)
    }

    /// The heaps.
    #[must_use]
    pub fn heaps(&self) -> &[u128] {
        &self.0
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.0.iter().map(u128::to_string).collect();
        write!(f, "nim[{}]", heaps.join(","))
    }
}

/// The move that takes `amount` from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The heap, from 0 (printed from 1).
    pub heap: usize,
    /// What it loses, at least 1.
    pub amount: u128,
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap {} by {}", self.heap + 1, self.amount)
    }
}

impl Position for Nim {
    type Move = HeapMove;

    fn play(mut self, mv: &HeapMove) -> Result<Nim, Illegal<Nim>> {
        let reason = match self.0.get_mut(mv.heap) {
            None => format!("there are {} heaps", self.0.len()),
            Some(_) if mv.amount == 0 => "a move takes at least 1".to_string(),
            Some(size) if mv.amount > *size => {
                format!("heap {} holds only {size}", mv.heap + 1)
            }
            Some(size) => {
                *size -= mv.amount;
                return Ok(self);
            }
        };
        Err(Illegal {
            position: self,
            reason,
        })
    }
}

impl Impartial for Nim {
    fn moves(&self) -> Box<dyn Iterator<Item = HeapMove> + '_> {
        let heaps = self.0.iter().enumerate();
        Box::new(
            heaps.flat_map(|(heap, &size)| (1..=size).map(move |amount| HeapMove { heap, amount })),
        )
    }

    fn move_count(&self) -> u128 {
        self.0.iter().fold(0, |sum, &size| sum.saturating_add(size))
    }
}
