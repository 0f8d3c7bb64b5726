//! Wythoff's game: the rules.

use std::fmt;

/// A position of Wythoff's game: two heaps; a move lowers one of them by any amount, or both by
/// the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wythoff(
    /// The sizes of the heaps.
    pub [u128; 2],
);

impl fmt::Display for Wythoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wythoff[{},{}]", self.0[0], self.0[1])
    }
}

/// What a move takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taken {
    /// One heap, from 0 (printed from 1).
    Heap(usize),
    /// Both heaps, the same amount from each.
    Both,
}

/// The move that takes `amount` from one heap or from both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WythoffMove {
    /// Which heaps.
    pub from: Taken,
    /// What each of them loses, at least 1.
    pub amount: u128,
}

impl fmt::Display for WythoffMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Taken::Heap(heap) => write!(f, "heap {} by {}", heap + 1, self.amount),
            Taken::Both => write!(f, "both by {}", self.amount),
        }
    }
}

impl Wythoff {
    /// Returns what a move may take at most; `None` if there is no such heap.
    pub(super) fn limit(&self, from: Taken) -> Option<u128> {
        match from {
            Taken::Heap(heap) => self.0.get(heap).copied(),
            Taken::Both => self.0.iter().copied().min(),
        }
    }
}
