//! The values of all positions with piles no larger than those of one position, by a table.

use std::sync::Arc;

use nimfield_core::mex::mex_of_set;
use nimfield_core::prelude::*;
use nimfield_core::theory::{Followers, ValuedBelow};

use super::boxes::{FORBIDDEN, PileBox, PileTable, volume};
use super::game::{PileMove, Piles};
use super::set_moves::set_moves;
use crate::kept::MOST_BYTES;

/// A position in a table.
struct PilesInTable {
    position: Piles,
    place: usize,
    /// The number of positions reachable from it.
    below: u64,
    table: Arc<PileTable>,
    fresh: u64,
}

/// Finds the values of the followers of a position; see [`table`].
pub(super) fn values(
    position: &Piles,
    play: Play,
    budget: &Budget,
) -> Option<ValuedBelow<PileMove>> {
    let piles = position.small()?;
    let found = table(position, &piles, play, budget)?;
    Some(found.map_err(Undecided::from).map(|(table, fresh)| {
        let found = PilesInTable {
            position: position.clone(),
            place: table.of.place(&piles),
            below: volume(&piles).map_or(0, |positions| positions as u64),
            table,
            fresh,
        };
        Box::new(found) as Box<dyn Followers<PileMove>>
    }))
}

/// Computes the table of the game and field of a position with piles of at most these sizes, and returns how many
/// values are new; `None` if a move can add counters, so that positions outside of the box would matter. The game
/// stores the table, and computes only the new values for the next position.
///
/// # Complexity
/// One step for each move of each position; 4 bytes per position.
pub(super) fn table(
    position: &Piles,
    sizes: &[u64],
    play: Play,
    budget: &Budget,
) -> Option<Result<(Arc<PileTable>, u64), Unfinished>> {
    let (game, field) = (&position.game, &position.sets.field);
    if !game.only_takes() || game.needs_sieve() || game.limit.is_some() {
        return None;
    }
    let kept = game.table.get();
    let kept = kept.filter(|kept| kept.of.is_of(play, field));
    if let Some(table) = kept.clone().filter(|kept| kept.of.contains(sizes)) {
        return Some(Ok((table, 0)));
    }
    // Larger boxes get no table.
    volume(sizes)?;
    let joined = kept.as_ref().and_then(|kept| kept.joined_with(sizes));
    let of = PileBox::new(play, field, joined.as_deref().unwrap_or(sizes));
    let table = computed(position, of, play, (kept.as_deref(), budget));
    Some(table.map(|table| {
        let fresh = table.fresh;
        let table = Arc::new(table);
        let larger = |kept: Arc<PileTable>| kept.values.len() < table.values.len();
        if table.bytes() <= MOST_BYTES && kept.is_none_or(larger) {
            game.table.keep(table.clone());
        }
        (table, fresh)
    }))
}

/// Computes the values of all positions of a box in the order of their places: moves lead to earlier places. Values
/// that are already `known` are copied.
fn computed(
    position: &Piles,
    of: PileBox,
    play: Play,
    (known, budget): (Option<&PileTable>, &Budget),
) -> Result<PileTable, Unfinished> {
    /// The number of examined options between two checks of the budget.
    const EVERY: u64 = 1 << 14;
    let positions = of.positions();
    let mut meter = Meter::new(budget, "positions of the box")
        .of(positions as u64)
        .every(EVERY);
    meter.hold((positions as u64).saturating_mul(4))?;
    let moves = set_moves(position, &of, &mut meter)?;
    let game = &position.game;
    let keep = game.keep.as_ref();
    let mut values = Vec::with_capacity(positions);
    let mut piles = vec![0u64; of.sizes.len()];
    let mut seen = Seen::default();
    for place in 0..positions {
        meter.step()?;
        let value = if let Some(known) = known.filter(|known| known.of.contains(&piles)) {
            known.values[known.of.place(&piles)]
        } else if keep.is_some_and(|keep| !keep.holds(&piles)) {
            FORBIDDEN
        } else {
            meter.done += 1;
            let over = game.over(&piles, play).is_some();
            for own in moves.iter().filter(|_| !over) {
                own.any(&piles, None, &mut meter, &mut |far| {
                    let value = values[place - far];
                    if value != FORBIDDEN {
                        seen.add(value);
                    }
                    false
                })?;
            }
            match play {
                // In misère play a position without moves is won.
                Play::Misere if seen.is_empty() => 1,
                _ => seen.take_mex(),
            }
        };
        values.push(value);
        for (pile, &size) in piles.iter_mut().zip(&of.sizes).rev() {
            if *pile < size {
                *pile += 1;
                break;
            }
            *pile = 0;
        }
    }
    Ok(PileTable {
        of,
        values,
        fresh: meter.done,
    })
}

/// A set of values, for finding the least missing one.
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

    /// Returns the least missing value, and empties the set.
    fn take_mex(&mut self) -> u32 {
        let words = &mut self.words[..self.used];
        let mex = mex_of_set(words);
        words.fill(0);
        self.used = 0;
        mex as u32
    }
}

impl Followers<PileMove> for PilesInTable {
    fn value(&self) -> u128 {
        self.table.values[self.place].into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<PileMove>, bool) {
        let leaves = |mv: &PileMove| {
            let changes = mv.changes.iter();
            let back: usize = changes
                .map(|&(pile, amount)| self.table.of.strides[pile] * amount as usize)
                .sum();
            u128::from(self.table.values[self.place - back]) == target
        };
        let mut moves: Vec<PileMove> = self
            .position
            .moves_by(None)
            .filter(leaves)
            .take(most + 1)
            .collect();
        let all = moves.len() <= most;
        moves.truncate(most);
        (moves, all)
    }

    fn positions(&self) -> u64 {
        self.below
    }

    fn fresh(&self) -> u64 {
        self.fresh
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
