//! The rules of placing games.

use std::sync::Arc;

use super::automorphisms;
use super::error::PlacingError;
use super::placement::{LinearMap, MOST_CELLS, Placement};
use crate::families::joined;

/// The rules of a placing game. Clones share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    cells: usize,
    placements: Arc<[Placement]>,
    layout: Arc<Layout>,
}

/// What makes two states of a placing game equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The game on some cells depends only on their relative places.
    Plane {
        /// The place of each cell, as (column, row).
        places: Vec<(i16, i16)>,
        /// The linear maps that keep the moves, as the images of a step right and a step down; the identity
        /// first.
        maps: Vec<LinearMap>,
    },
    /// Permutations of the cells that keep the moves: cell `i` goes to `permutation[i]`. The identity comes first, and
    /// more may exist.
    Symmetries(Vec<Vec<u8>>),
}

impl Placing {
    /// Returns the game on `cells` cells with these moves, in any order, with or without repetitions. Equal moves of
    /// Left and Right are merged, and the symmetries of the moves are computed.
    ///
    /// # Errors
    /// If there are more than [`MOST_CELLS`] cells, a move does not fit, or two moves have the same name.
    pub fn new(cells: usize, placements: Vec<Placement>) -> Result<Placing, PlacingError> {
        let placements = merged(cells, placements)?;
        let symmetries = automorphisms::of(cells, &placements);
        Ok(Placing {
            cells,
            placements: placements.into(),
            layout: Arc::new(Layout::Symmetries(symmetries)),
        })
    }

    /// Returns the game on cells at these places. The caller guarantees that the game on some of the cells depends only
    /// on their relative places, up to `maps`; the identity may be left out of these.
    ///
    /// # Errors
    /// As [`Placing::new`].
    pub fn on_plane(
        places: &[(i16, i16)],
        placements: Vec<Placement>,
        maps: &[LinearMap],
    ) -> Result<Placing, PlacingError> {
        const IDENTITY: LinearMap = [(1, 0), (0, 1)];
        let placements = merged(places.len(), placements)?;
        let others = maps.iter().copied().filter(|&map| map != IDENTITY);
        let layout = Layout::Plane {
            places: places.to_vec(),
            maps: std::iter::once(IDENTITY).chain(others).collect(),
        };
        Ok(Placing {
            cells: places.len(),
            placements: placements.into(),
            layout: Arc::new(layout),
        })
    }

    /// Returns the number of cells, at most [`MOST_CELLS`].
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the state in which every cell is free.
    #[must_use]
    pub fn full(&self) -> u128 {
        full(self.cells)
    }

    /// Returns the moves, in ascending order of the cells that they need.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Returns what makes two states equal.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns whether Left and Right have different moves.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        self.placements.iter().any(|p| p.player.is_some())
    }

    /// Returns the moves of both players that are legal while `free` is free.
    pub fn legal(&self, free: u128) -> impl Iterator<Item = &Placement> {
        self.placements.iter().filter(move |p| p.is_legal(free))
    }

    /// Returns the parts of `free` that no move connects, ordered by least cell: the game on `free` is the sum of the
    /// games on the parts. A cell that no legal move needs belongs to none.
    #[must_use]
    pub fn components(&self, free: u128) -> Vec<u128> {
        let live = self.legal(free).fold(0, |live, p| live | p.needs);
        let mut parts = joined(self.legal(free).map(|p| p.removes & live)).into_vec();
        parts.sort_unstable_by_key(|part| part.trailing_zeros());
        parts
    }
}

/// Returns the state of `cells` cells with all of them free.
fn full(cells: usize) -> u128 {
    u128::MAX.checked_shr(128 - cells as u32).unwrap_or(0)
}

/// Returns the moves in order, each once, after they have been checked.
fn merged(cells: usize, mut placements: Vec<Placement>) -> Result<Vec<Placement>, PlacingError> {
    if cells > MOST_CELLS {
        return Err(PlacingError::TooManyCells(cells));
    }
    let full = full(cells);
    let fits = |p: &Placement| p.needs != 0 && p.needs & !p.removes == 0 && p.removes & !full == 0;
    if let Some(&bad) = placements.iter().find(|p| !fits(p)) {
        return Err(PlacingError::BadPlacement(bad));
    }
    placements.sort_unstable();
    let mut merged: Vec<Placement> = Vec::with_capacity(placements.len());
    for next in placements {
        match merged.last_mut() {
            Some(last) if last.needs == next.needs && last.removes == next.removes => {
                if last.player != next.player {
                    last.player = None;
                }
            }
            Some(last) if last.needs == next.needs => {
                return Err(PlacingError::Ambiguous(next.needs));
            }
            _ => merged.push(next),
        }
    }
    Ok(merged)
}
