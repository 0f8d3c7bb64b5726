//! Wythoff's game: the rules.

use std::fmt;

use nimfield_core::rules::{Illegal, Impartial, Position};

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
    fn limit(&self, from: Taken) -> Option<u128> {
        match from {
            Taken::Heap(heap) => self.0.get(heap).copied(),
            Taken::Both => self.0.iter().copied().min(),
        }
    }
}

impl Position for Wythoff {
    type Move = WythoffMove;

    fn play(mut self, mv: &WythoffMove) -> Result<Wythoff, Illegal<Wythoff>> {
        let reason = match self.limit(mv.from) {
            None => "there are two heaps".to_string(),
            Some(_) if mv.amount == 0 => "a move takes at least 1".to_string(),
            Some(limit) if mv.amount > limit => match mv.from {
                Taken::Heap(heap) => format!("heap {} holds only {limit}", heap + 1),
                Taken::Both => format!("the smaller heap holds only {limit}"),
            },
            Some(_) => {
                match mv.from {
                    Taken::Heap(heap) => self.0[heap] -= mv.amount,
                    Taken::Both => self.0 = self.0.map(|size| size - mv.amount),
                }
                return Ok(self);
            }
        };
        Err(Illegal {
            position: self,
            reason,
        })
    }
}

impl Impartial for Wythoff {
    fn moves(&self) -> Box<dyn Iterator<Item = WythoffMove> + '_> {
        let kinds = [Taken::Heap(0), Taken::Heap(1), Taken::Both];
        Box::new(kinds.into_iter().flat_map(|from| {
            (1..=self.limit(from).unwrap_or(0)).map(move |amount| WythoffMove { from, amount })
        }))
    }

    fn move_count(&self) -> u128 {
        let [a, b] = self.0;
        a.saturating_add(b).saturating_add(a.min(b))
    }
}
