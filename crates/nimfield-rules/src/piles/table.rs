//! The values of all positions with piles no larger than those of one position, by a table.

use std::sync::Arc;

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::mex::mex_of_set;
use nimfield_core::theory::{Followers, Undecided, ValuedBelow};
use nimfield_core::words::Play;

use super::game::{PileMove, Piles};
use super::moves::Walk;
use super::values::{PileTable, volume};
use crate::kept::MOST_BYTES;

/// Marks positions that the line `keep` forbids.
const FORBIDDEN: u32 = u32::MAX;

/// A position in a table.
struct PilesInTable {
    position: Piles,
    place: usize,
    table: Arc<PileTable>,
    fresh: u64,
}

/// Computes the table below a position; `None` if a move can put something down, so that positions outside of the box
/// would matter. The game keeps the table, and values only what is new for the next position.
///
/// # Complexity
/// One step for each move of each position; 4 bytes a position.
pub(super) fn values(
    position: &Piles,
    play: Play,
    budget: &Budget,
) -> Option<ValuedBelow<PileMove>> {
    if !position.game.only_takes() {
        return None;
    }
    let kept = position.game.table.get();
    let kept = kept.filter(|kept| kept.play == play && kept.field == position.sets.field);
    if let Some(table) = kept.clone().filter(|kept| kept.contains(&position.piles)) {
        return Some(Ok(Box::new(PilesInTable::new(position, table, 0))));
    }
    let own = volume(&position.piles)?;
    let joined = kept
        .as_ref()
        .and_then(|kept| kept.joined_with(&position.piles));
    let (sizes, positions) = joined.unwrap_or((position.piles.clone(), own));
    if let Err(limit) = budget.fits((positions as u64).saturating_mul(4)) {
        return Some(Err(limit.after_of(0, positions as u64).into()));
    }
    let table = computed(position, sizes, play, (kept.as_deref(), budget));
    Some(table.map_err(Undecided::from).map(|table| {
        let fresh = table.fresh;
        let table = Arc::new(table);
        let larger = |kept: Arc<PileTable>| kept.values.len() < table.values.len();
        if table.bytes() <= MOST_BYTES && kept.is_none_or(larger) {
            position.game.table.keep(table.clone());
        }
        Box::new(PilesInTable::new(position, table, fresh)) as Box<dyn Followers<PileMove>>
    }))
}

/// Values all positions of a box in the order of their places: moves lead to earlier places. What is `known` already
/// is taken over.
fn computed(
    corner: &Piles,
    sizes: Vec<u64>,
    play: Play,
    (known, budget): (Option<&PileTable>, &Budget),
) -> Result<PileTable, Unfinished> {
    /// The budget is asked each time this many options have been examined.
    const EVERY: u64 = 1 << 14;
    let (game, sets) = (&corner.game, &corner.sets);
    let mut strides = vec![0; sizes.len()];
    let mut positions = 1;
    for (stride, &size) in strides.iter_mut().zip(&sizes).rev() {
        *stride = positions;
        positions *= size as usize + 1;
    }
    let mut table = PileTable {
        play,
        field: sets.field.clone(),
        sizes,
        strides,
        values: Vec::with_capacity(positions),
        fresh: 0,
    };
    let mut piles = vec![0u64; table.sizes.len()];
    let mut seen = Seen::default();
    let mut options = 0u64;
    let whole = Meter::new(budget, "positions of the box").of(positions as u64);
    for place in 0..positions {
        if options >= EVERY || place % EVERY as usize == 0 {
            options = 0;
            let meter = whole.at(place as u64);
            (budget.check(table.fresh)).map_err(|limit| meter.stopped(limit))?;
            meter.report();
        }
        let value = if let Some(known) = known.filter(|known| known.contains(&piles)) {
            known.values[known.place(&piles)]
        } else if game.keep.as_ref().is_some_and(|keep| !keep.holds(&piles)) {
            FORBIDDEN
        } else {
            table.fresh += 1;
            let total = piles.iter().sum();
            for (number, edge) in &sets.edges {
                let line = &game.lines[*number];
                let sizes = edge.piles.iter().map(|&pile| piles[pile]).collect();
                let mut walk = Walk::new(line, sizes);
                while let Some(amounts) = walk.advance() {
                    options += 1;
                    let taken = edge.piles.iter().zip(amounts);
                    let back: usize = taken
                        .map(|(&pile, &amount)| table.strides[pile] * amount as usize)
                        .sum();
                    let value = table.values[place - back];
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
        table.values.push(value);
        for (pile, &size) in piles.iter_mut().zip(&table.sizes).rev() {
            if *pile < size {
                *pile += 1;
                break;
            }
            *pile = 0;
        }
    }
    Ok(table)
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

impl PilesInTable {
    fn new(position: &Piles, table: Arc<PileTable>, fresh: u64) -> PilesInTable {
        PilesInTable {
            position: position.clone(),
            place: table.place(&position.piles),
            table,
            fresh,
        }
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
                .map(|&(pile, amount)| self.table.strides[pile] * amount as usize)
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
        volume(&self.position.piles).map_or(0, |positions| positions as u64)
    }

    fn fresh(&self) -> u64 {
        self.fresh
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
