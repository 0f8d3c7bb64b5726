//! Taking games: a state is a set of cells, a move removes a non-empty mask from it.
//!
//! Every line-taking board is one of these; engines use no other data of the board.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::families::joined;

/// The most cells of a taking game: a state is one 64-bit word, bit `i` standing for cell `i`.
pub const MAX_CELLS: u32 = 64;

/// The rules of a taking game: which masks may be taken from a state that contains them. Clones
/// share them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Taking {
    cells: u32,
    masks: Arc<[u64]>,
    symmetries: Arc<[Vec<u8>]>,
    places: Option<Arc<[(i16, i16)]>>,
    /// See [`neighbours`]; cells need not be taken alone.
    neighbours: Option<Arc<[u64]>>,
}

/// Why the rules of a taking game are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakingError {
    /// More than [`MAX_CELLS`] cells.
    #[error("a board of {0} cells; at most {MAX_CELLS} are possible")]
    TooManyCells(u32),
    /// A mask that is empty, or takes a cell that does not exist.
    #[error("{}", match .0 {
        0 => "a move that takes nothing".to_string(),
        mask => format!("the move {mask:#x} takes cells not on the board"),
    })]
    BadMask(u64),
    /// A permutation of the cells that changes the set of masks.
    #[error("{0:?} is not a symmetry of the moves")]
    BadSymmetry(Vec<u8>),
}

impl Taking {
    /// Creates the game on `cells` cells whose moves are `masks`, in any order, with or without repetitions.
    ///
    /// `symmetries` are permutations of the cells (cell `i` goes to `permutation[i]`) that keep
    /// the set of masks; the identity may be left out.
    ///
    /// # Errors
    /// If there are more than [`MAX_CELLS`] cells, or a mask or a symmetry is invalid.
    pub fn new(
        cells: u32,
        mut masks: Vec<u64>,
        symmetries: Vec<Vec<u8>>,
    ) -> Result<Taking, TakingError> {
        if cells > MAX_CELLS {
            return Err(TakingError::TooManyCells(cells));
        }
        masks.sort_unstable();
        masks.dedup();
        let full = full(cells);
        if let Some(&bad) = masks.iter().find(|&&mask| mask == 0 || mask & !full != 0) {
            return Err(TakingError::BadMask(bad));
        }
        let keeps = |permutation: &Vec<u8>| {
            let mut image: Vec<u64> = masks.iter().map(|&m| permute(m, permutation)).collect();
            image.sort_unstable();
            image == masks
        };
        if let Some(bad) = symmetries
            .iter()
            .find(|p| !is_permutation(p, cells) || !keeps(p))
        {
            return Err(TakingError::BadSymmetry(bad.clone()));
        }
        Ok(Taking {
            cells,
            neighbours: neighbours(cells, &masks),
            masks: masks.into(),
            symmetries: symmetries.into(),
            places: None,
        })
    }

    /// Sets the places of the cells, as (column, row): sets of cells with the same arrangement and the same moves then
    /// count as the same game. Only differences between places matter.
    ///
    /// # Panics
    /// If there is not one place for each cell.
    #[must_use]
    pub fn lying_at(self, places: &[(i16, i16)]) -> Taking {
        assert_eq!(places.len(), self.cells as usize, "a place for each cell");
        let left = places.iter().map(|place| place.0).min().unwrap_or(0);
        let top = places.iter().map(|place| place.1).min().unwrap_or(0);
        let places = places.iter().map(|(x, y)| (x - left, y - top));
        Taking {
            places: Some(places.collect()),
            ..self
        }
    }

    /// Returns the number of cells, at most [`MAX_CELLS`].
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// Returns the state in which no cell has been taken.
    #[must_use]
    pub fn full(&self) -> u64 {
        full(self.cells)
    }

    /// Returns the moves, ascending.
    #[must_use]
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Returns the permutations of the cells that keep the set of moves.
    #[must_use]
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// Returns the places of the cells, if they are known; the least column and the least row are 0.
    #[must_use]
    pub fn places(&self) -> Option<&[(i16, i16)]> {
        self.places.as_deref()
    }

    /// Returns for each cell its neighbours: the cells that some move takes together with it and no others. `None`
    /// unless each cell can be taken alone and such pairs connect the cells of every move.
    ///
    /// If this is not `None`, components are the connected sets of cells.
    #[must_use]
    pub fn neighbours(&self) -> Option<&[u64]> {
        let mut cells = 0..self.cells;
        let alone = cells.all(|cell| self.masks.binary_search(&(1 << cell)).is_ok());
        self.neighbours.as_deref().filter(|_| alone)
    }

    /// Returns the moves from `state`, ascending.
    pub fn moves(&self, state: u64) -> impl Iterator<Item = u64> + '_ {
        self.masks
            .iter()
            .copied()
            .filter(move |mask| mask & !state == 0)
    }

    /// Returns the least of the images of `state` under the symmetries and the identity.
    ///
    /// If the symmetries form a group, exactly the symmetric states share an image.
    #[must_use]
    pub fn least_image(&self, state: u64) -> u64 {
        let images = self.symmetries.iter().map(|p| permute(state, p));
        images.fold(state, u64::min)
    }

    /// Returns the parts of `state` that no move connects, ordered by least cell: the game on `state` is the sum of the
    /// games on the parts. A cell that no move takes belongs to none.
    #[must_use]
    pub fn components(&self, state: u64) -> SmallVec<[u64; 4]> {
        let Some(neighbours) = &self.neighbours else {
            let mut parts = joined(self.moves(state));
            parts.sort_unstable_by_key(|part| part.trailing_zeros());
            return parts;
        };
        let mut parts = SmallVec::new();
        let mut rest = state;
        while rest != 0 {
            let part = connected(rest, neighbours);
            rest &= !part;
            if part.count_ones() > 1 || self.masks.binary_search(&part).is_ok() {
                parts.push(part);
            }
        }
        parts
    }
}

/// Returns for each cell the cells that masks of two contain with it, if such pairs connect the cells of every mask.
fn neighbours(cells: u32, masks: &[u64]) -> Option<Arc<[u64]>> {
    let mut neighbours = vec![0u64; cells as usize];
    for &mask in masks.iter().filter(|mask| mask.count_ones() == 2) {
        for cell in [mask.trailing_zeros(), 63 - mask.leading_zeros()] {
            neighbours[cell as usize] |= mask & !(1 << cell);
        }
    }
    let mut masks = masks.iter();
    let hang_together = masks.all(|&mask| connected(mask, &neighbours) == mask);
    hang_together.then(|| neighbours.into())
}

/// Returns the cells of a non-empty state that hang together with its least cell.
fn connected(state: u64, neighbours: &[u64]) -> u64 {
    let mut part = 0;
    let mut fresh = state & state.wrapping_neg();
    while fresh != 0 {
        part |= fresh;
        let mut next = 0;
        while fresh != 0 {
            next |= neighbours[fresh.trailing_zeros() as usize];
            fresh &= fresh - 1;
        }
        fresh = next & state & !part;
    }
    part
}

/// Returns the state of `cells` cells with all of them.
fn full(cells: u32) -> u64 {
    u64::MAX.checked_shr(64 - cells).unwrap_or(0)
}

fn is_permutation(permutation: &[u8], cells: u32) -> bool {
    let mut seen = 0;
    for &to in permutation {
        if u32::from(to) >= cells {
            return false;
        }
        seen |= 1 << to;
    }
    permutation.len() == cells as usize && seen == full(cells)
}

/// Returns the image of a state under a permutation of the cells.
#[must_use]
pub fn permute(mut state: u64, permutation: &[u8]) -> u64 {
    let mut image = 0;
    while state != 0 {
        image |= 1 << permutation[state.trailing_zeros() as usize];
        state &= state - 1;
    }
    image
}
