//! The length of a game if the winner hurries and the loser resists.

use std::collections::BTreeSet;

use crate::engine::{Rule, number_of};
use crate::memo::Memo;
use nimfield_core::prelude::*;

/// The winner of a position, and the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// Whether the player to move wins.
    pub won: bool,
    /// The number of moves left when the winner plays as short as possible and the loser as long
    /// as possible.
    pub moves: u32,
}

/// Finds the remoteness of positions, with a cache.
///
/// The components are whole positions: each option is a single component.
pub struct Remotenesses {
    rule: Lengths,
    known: Memo,
    positions: u64,
}

/// Numbers are twice the number of moves, and one more for a won position.
struct Lengths {
    play: Play,
    /// The options that may be examined: few positions may have very many.
    allowed: u64,
    examined: u64,
}

impl Rule for &mut Lengths {
    type Stop = Unfinished;

    // One option may be most of the work.
    const POLL: u64 = 1;

    fn sum(&mut self, _: u128, option: u128) -> Result<u128, Unfinished> {
        let allowed = self.allowed;
        if self.examined == allowed {
            return Err(Limit::Positions { allowed }.after(0));
        }
        self.examined += 1;
        Ok(option)
    }

    fn of(&mut self, options: &BTreeSet<u32>) -> u128 {
        let shortest_lost = options.iter().find(|&option| option % 2 == 0);
        let number = match (shortest_lost, options.last()) {
            (Some(shortest_lost), _) => shortest_lost + 3,
            (None, Some(longest)) => longest + 1,
            (None, None) => u32::from(self.play == Play::Misere),
        };
        number.into()
    }
}

impl Remotenesses {
    /// Creates an empty memory of remotenesses.
    #[must_use]
    pub fn new(play: Play) -> Remotenesses {
        Remotenesses::within(play, u64::MAX)
    }

    /// Creates an empty memory for remotenesses that take at most this many options.
    #[must_use]
    pub fn within(play: Play, options: u64) -> Remotenesses {
        Remotenesses {
            rule: Lengths {
                play,
                allowed: options,
                examined: 0,
            },
            known: Memo::default(),
            positions: 0,
        }
    }

    /// Returns the number of known positions.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.positions
    }

    /// Computes the remoteness of a position, from those of all its followers.
    ///
    /// # Arguments
    /// `root` is a whole position: each option is a single component, as for a
    /// [`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum).
    ///
    /// # Errors
    /// If the budget or the number of options runs out; the results so far are stored.
    ///
    /// # Complexity
    /// Time and bytes proportional to all followers with all their options.
    ///
    /// # Source
    /// H. Steinhaus 1925; Winning Ways, chapter 9.
    pub fn of<C: Component>(
        &mut self,
        root: &C,
        budget: &Budget,
    ) -> Result<Remoteness, Unfinished> {
        let mut meter = Meter::silent(budget);
        let found = number_of(&self.known, &mut self.rule, root, &mut meter);
        self.positions += meter.done;
        let number = found? as u32;
        Ok(Remoteness {
            won: number % 2 == 1,
            moves: number / 2,
        })
    }
}
