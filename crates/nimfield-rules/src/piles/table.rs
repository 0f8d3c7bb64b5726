//! The values of all positions with piles no larger than those of one position, by a table.

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::mex::mex_of_set;
use nimfield_core::theory::{Followers, ValuedBelow};
use nimfield_core::words::Play;

use super::game::{PileMove, Piles};
use super::moves::Walk;

/// Marks positions that the line `keep` forbids.
const FORBIDDEN: u32 = u32::MAX;

/// The values of a box of positions.
struct PileTable {
    corner: Piles,
    /// How far apart in the table positions are that differ by 1 in a pile.
    strides: Vec<usize>,
    values: Vec<u32>,
}

/// Computes the table below a position; `None` if a move can put something down, so that positions outside of the box
/// would matter.
///
/// # Complexity
/// One step for each move of each position; 4 bytes a position.
pub(super) fn values(corner: &Piles, play: Play, budget: &Budget) -> Option<ValuedBelow<PileMove>> {
    if !corner.only_takes() {
        return None;
    }
    let mut strides = vec![0; corner.piles.len()];
    let mut positions = 1usize;
    for (stride, &size) in strides.iter_mut().zip(&corner.piles).rev() {
        *stride = positions;
        positions = usize::try_from(size)
            .ok()?
            .checked_add(1)?
            .checked_mul(positions)?;
    }
    if let Err(limit) = budget.fits((positions as u64).saturating_mul(4)) {
        return Some(Err(Unfinished {
            limit,
            done: 0,
            total: Some(positions as u64),
        }
        .into()));
    }
    let mut table = PileTable {
        corner: corner.clone(),
        strides,
        values: Vec::with_capacity(positions),
    };
    let filled = table.fill(positions, play, budget);
    Some(match filled {
        Ok(()) => Ok(Box::new(table)),
        Err(unfinished) => Err(unfinished.into()),
    })
}

impl PileTable {
    /// Values all positions in the order of their places: moves lead to earlier places.
    fn fill(&mut self, positions: usize, play: Play, budget: &Budget) -> Result<(), Unfinished> {
        /// The budget is asked each time so many options have been looked at.
        const EVERY: u64 = 1 << 14;
        let game = self.corner.game.clone();
        let sets = self.corner.sets.clone();
        let mut piles = vec![0u64; self.strides.len()];
        let mut seen = Seen::default();
        let mut options = 0u64;
        for place in 0..positions {
            let unfinished = |limit| Unfinished {
                limit,
                done: place as u64,
                total: Some(positions as u64),
            };
            if options >= EVERY || place % EVERY as usize == 0 {
                options = 0;
                budget.check(place as u64).map_err(unfinished)?;
                budget.report(Progress {
                    done: place as u64,
                    total: Some(positions as u64),
                    phase: "positions of the box",
                    size: None,
                });
            }
            let value = if game.keep.as_ref().is_some_and(|keep| !keep.holds(&piles)) {
                FORBIDDEN
            } else {
                let total = piles.iter().sum();
                for (number, edge) in &sets.edges {
                    let line = &game.lines[*number];
                    let sizes = edge.piles.iter().map(|&pile| piles[pile]).collect();
                    let mut walk = Walk::new(line, sizes);
                    while let Some(amounts) = walk.advance() {
                        options += 1;
                        let taken = edge.piles.iter().zip(amounts);
                        let back: usize = taken
                            .map(|(&pile, &amount)| self.strides[pile] * amount as usize)
                            .sum();
                        let value = self.values[place - back];
                        if value != FORBIDDEN && line.admits(walk.sizes(), walk.amounts(), total) {
                            seen.add(value);
                        }
                    }
                }
                match play {
                    // In misère play a position without moves is won.
                    Play::Misere if seen.is_empty() => 1,
                    _ => seen.take_mex(),
                }
            };
            self.values.push(value);
            for (pile, &size) in piles.iter_mut().zip(&self.corner.piles).rev() {
                if *pile < size {
                    *pile += 1;
                    break;
                }
                *pile = 0;
            }
        }
        Ok(())
    }
}

/// A set of values, to find the least that is missing.
#[derive(Default)]
struct Seen {
    words: Vec<u64>,
    used: usize,
}

impl Seen {
    fn add(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        self.used = self.used.max(word + 1);
    }

    fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Returns the least value that is missing, and empties the set.
    fn take_mex(&mut self) -> u32 {
        let words = &mut self.words[..self.used];
        let mex = mex_of_set(words);
        words.fill(0);
        self.used = 0;
        mex as u32
    }
}

impl Followers<PileMove> for PileTable {
    fn value(&self) -> u128 {
        self.values.last().copied().unwrap_or(0).into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<PileMove>, bool) {
        let last = self.values.len() - 1;
        let leaves = |mv: &PileMove| {
            let changes = mv.changes.iter();
            let back: usize = changes
                .map(|&(pile, amount)| self.strides[pile] * amount as usize)
                .sum();
            u128::from(self.values[last - back]) == target
        };
        let mut moves: Vec<PileMove> = self
            .corner
            .moves_of(None)
            .filter(leaves)
            .take(most + 1)
            .collect();
        let all = moves.len() <= most;
        moves.truncate(most);
        (moves, all)
    }

    fn positions(&self) -> u64 {
        self.values.len() as u64
    }

    fn bytes(&self) -> u64 {
        4 * self.values.len() as u64
    }
}
