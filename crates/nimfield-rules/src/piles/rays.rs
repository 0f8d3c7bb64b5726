//! Games in which each move takes the same amount, of any size, from a set of piles, for searches.

use std::sync::Arc;

use nimfield_core::component::{Component, Known};
use nimfield_core::families::joined;
use nimfield_core::words::{Play, misere_nim_value};
use nimfield_games::matrix::block::{Block, write_canonical};
use smallvec::SmallVec;

use super::edges::Edges;
use super::game::Piles;

/// The most piles of a component: sets of piles are words.
const MOST_PILES: usize = 64;

/// Piles of a ray game that moves connect.
#[derive(Clone, Debug)]
pub(super) struct RayPiles {
    game: Arc<Rays>,
    /// Piles that no move can reach are 0.
    piles: SmallVec<[u32; 16]>,
}

/// A ray game on a field.
#[derive(Debug)]
struct Rays {
    id: u64,
    /// The number of piles along each axis, the columns last.
    sides: Box<[usize]>,
    exchanges: Exchanges,
    /// The sets of piles, each once.
    sets: Vec<u64>,
}

/// The exchanges that make no difference.
#[derive(Clone, Copy, Debug)]
enum Exchanges {
    None,
    /// Exchanges of rows, exchanges of columns, and perhaps the exchange of rows and columns.
    Lines {
        reflected: bool,
    },
    /// Those of piles.
    Piles,
}

impl RayPiles {
    /// Returns a position as a component; `None` if its game is not a ray game, or if it is too large.
    pub(super) fn new(position: &Piles) -> Option<RayPiles> {
        let (game, field) = (&position.game, &position.sets.field);
        if !game.is_rays() || game.law.is_some() || field.len() > MOST_PILES {
            return None;
        }
        let piles = position.piles.iter();
        let piles = piles.map(|&pile| u32::try_from(pile).ok().filter(|&pile| pile < u32::MAX));
        let piles: SmallVec<[u32; 16]> = piles.collect::<Option<_>>()?;
        let edges = position.sets.edges.iter();
        let mut sets: Vec<u64> = edges
            .map(|(_, edge)| edge.piles.iter().fold(0, |set, &pile| set | 1 << pile))
            .collect();
        sets.sort_unstable();
        sets.dedup();
        let all = || game.lines.iter().flat_map(|line| &line.edges);
        let exchanges = match field.plane() {
            _ if game.is_symmetric() => Exchanges::Piles,
            Some(_) if all().all(|own| !matches!(own, Edges::Runs(..) | Edges::Listed(_))) => {
                let paired = |one: &Edges, other: &Edges| {
                    all().any(|own| own == one) == all().any(|own| own == other)
                };
                Exchanges::Lines {
                    reflected: paired(&Edges::Rows, &Edges::Columns)
                        && paired(&Edges::AllButRow, &Edges::AllButColumn),
                }
            }
            _ => Exchanges::None,
        };
        let rays = Rays {
            id: game.id,
            sides: field.sides.clone(),
            exchanges,
            sets,
        };
        let whole = RayPiles {
            game: Arc::new(rays),
            piles,
        };
        let live = whole.live_sets().fold(0, |live, (set, _)| live | set);
        Some(whole.part(live))
    }

    /// Returns the nonempty sets, each with the largest amount that a move can take.
    fn live_sets(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let sets = self.game.sets.iter();
        sets.filter_map(|&set| {
            let least = self.least(set);
            (least > 0).then_some((set, least))
        })
    }

    /// Returns the least of the piles of a set.
    fn least(&self, set: u64) -> u32 {
        let piles = places(set).map(|pile| self.piles[pile]);
        piles.min().unwrap_or(0)
    }

    /// Returns the position with 0 for all piles except these.
    fn part(&self, kept: u64) -> RayPiles {
        let piles = self.piles.iter().enumerate();
        let piles = piles.map(|(place, &pile)| if kept >> place & 1 == 1 { pile } else { 0 });
        RayPiles {
            game: self.game.clone(),
            piles: piles.collect(),
        }
    }

    /// Appends the groups of piles that moves connect, without piles that no move can reach.
    fn parts(&self, out: &mut Vec<RayPiles>) {
        let parts = joined(self.live_sets().map(|(set, _)| set));
        out.extend(parts.into_iter().map(|part| self.part(part)));
    }

    /// Returns the size of the only pile, if any amount may be taken from it.
    fn only_pile(&self) -> Option<u32> {
        let mut full = (0..).zip(&self.piles).filter(|&(_, &pile)| pile > 0);
        let (place, &size): (u32, _) = full.next()?;
        let alone = full.next().is_none() && self.game.sets.binary_search(&(1 << place)).is_ok();
        alone.then_some(size)
    }
}

impl Component for RayPiles {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        match self.game.exchanges {
            Exchanges::Piles => {
                let mut piles = self.piles.clone();
                piles.sort_unstable();
                for pile in piles {
                    out.extend_from_slice(&pile.to_le_bytes());
                }
            }
            Exchanges::Lines { reflected } => {
                let [rows, columns] = self.game.sides[..] else {
                    unreachable!("only grids in the plane exchange lines");
                };
                let mut block = Block::<u32>::free(rows, columns);
                for (place, &pile) in self.piles.iter().enumerate() {
                    // Piles of blocks are not empty.
                    block.set(place / columns, place % columns, pile + 1);
                }
                write_canonical(&block, reflected, out);
            }
            Exchanges::None => {
                for &side in &self.game.sides {
                    out.extend_from_slice(&(side as u32).to_le_bytes());
                }
                for pile in &self.piles {
                    out.extend_from_slice(&pile.to_le_bytes());
                }
            }
        }
    }

    fn option_count(&self) -> u64 {
        self.live_sets().map(|(_, most)| u64::from(most)).sum()
    }

    /// Appends the option of this number. The largest amounts from a set come first: they lead to the smallest
    /// positions, where an early answer is cheapest.
    fn option(&self, mut index: u64, out: &mut Vec<RayPiles>) {
        for (set, most) in self.live_sets() {
            if index >= u64::from(most) {
                index -= u64::from(most);
                continue;
            }
            let mut after = self.clone();
            for place in places(set) {
                after.piles[place] -= most - index as u32;
            }
            after.parts(out);
            return;
        }
        unreachable!("option index past the last");
    }

    fn known(&self, play: Play) -> Known {
        match (self.heap(), play) {
            (None, _) => Known::Nothing,
            (Some(size), Play::Normal) => Known::Value(size),
            (Some(size), Play::Misere) => Known::Value(misere_nim_value([size])),
        }
    }

    fn bytes_outside(&self) -> u64 {
        match self.piles.spilled() {
            true => 4 * self.piles.len() as u64,
            false => 0,
        }
    }

    fn heap(&self) -> Option<u128> {
        self.only_pile().map(u128::from)
    }
}

/// Returns the numbers of the piles in a set.
fn places(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}
