//! Positions of one board placed on another board that has a table.
//!
//! The place of a component does not affect its play, so a sum of components of a large board can be looked up in the
//! table of a smaller one, if they fit on it without touching.

use std::sync::Arc;

use super::table::{BoardTable, FileError};
use nimfield_core::component::Known;
use nimfield_core::families::taking::{Taking, permute};
use nimfield_core::order::most_bits_first;

/// The most placements of parts on the board to try for one sum.
const MOST_TRIES: u32 = 100;

/// A table of one board, as an oracle for sums of components of another.
pub struct Embedding {
    table: Arc<BoardTable>,
    cells: u32,
    /// For each cell of the table's board, the cells that moves connect to it.
    neighbours: Vec<u64>,
    placements: Vec<Placements>,
}

/// The placements of the same cells of a game on the board of another that preserve the moves among them.
struct Placements {
    /// The cells to place.
    from: u64,
    /// Their images in each placement.
    to: Vec<[u8; 64]>,
}

impl Embedding {
    /// Prepares to find sums of components of `game` in a table of `board`; `None` if no placement is known: both games
    /// must have [places for their cells](Taking::lying_at), and pairs of [neighbours](Taking::neighbours) must connect
    /// their moves.
    ///
    /// The placements are all translations that preserve the moves, combined with symmetries of both games.
    ///
    /// # Complexity
    /// One pass over the moves of the game for each placement; the number of placements is at most that of the
    /// differences of two cells, times the symmetries of both.
    ///
    /// # Source
    /// The definition of a sum: the place of a component does not affect its play.
    #[must_use]
    pub fn new(game: &Taking, board: &Taking, table: Arc<BoardTable>) -> Option<Embedding> {
        if !table.is_for(board, table.rules().play) {
            return None;
        }
        let neighbours = board.neighbours()?.to_vec();
        game.neighbours()?;
        let placements = placements(game, board)?;
        // A table that contradicts itself counts as missing, and reports its fault.
        let usable = !placements.is_empty() && table.check_once(board).is_ok();
        usable.then_some(Embedding {
            table,
            cells: board.cells(),
            neighbours,
            placements,
        })
    }

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &BoardTable {
        &self.table
    }

    /// Returns whether the sum of these components, each given as a state of the game, is a P-position in the play of
    /// the table; `None` if they do not fit on its board.
    ///
    /// # Errors
    /// If the table is a file and has been altered.
    pub fn is_p(&self, parts: &[u64]) -> Result<Option<bool>, FileError> {
        let state = self.state(parts);
        state.map(|state| self.table.is_p(state)).transpose()
    }

    /// Looks a component up, given as a state of the game: returns its Grundy value (in misère play, its misère Grundy
    /// number), or from a table of outcomes whether that is 0; nothing if it does not fit on the board of the table.
    ///
    /// # Errors
    /// If the table is a file and has been altered.
    pub fn known(&self, part: u64) -> Result<Known, FileError> {
        let Some(state) = self.state(&[part]) else {
            return Ok(Known::Nothing);
        };
        Ok(match self.table.value(state)? {
            Some(value) => Known::Value(value.into()),
            None => Known::outcome(self.table.is_p(state)?),
        })
    }

    /// Returns a state of the table's board that is the sum of these components, if one is found: large parts are
    /// placed first, and each tries all placements, until [`MOST_TRIES`] are used up.
    fn state(&self, parts: &[u64]) -> Option<u64> {
        let stones: u32 = parts.iter().map(|part| part.count_ones()).sum();
        if stones > self.cells {
            return None;
        }
        let mut parts = parts.to_vec();
        most_bits_first(&mut parts);
        self.lay(&parts, 0, 0, &mut 0)
    }

    fn lay(&self, parts: &[u64], laid: u64, closed: u64, tries: &mut u32) -> Option<u64> {
        let Some((&part, rest)) = parts.split_first() else {
            return Some(laid);
        };
        let fitting = self
            .placements
            .iter()
            .filter(|placements| part & !placements.from == 0);
        for to in fitting.flat_map(|placements| &placements.to) {
            let image = permute(part, to);
            *tries += 1;
            if *tries > MOST_TRIES {
                return None;
            }
            if image & closed != 0 {
                continue;
            }
            let closed = closed | image | self.around(image);
            if let Some(state) = self.lay(rest, laid | image, closed, tries) {
                return Some(state);
            }
        }
        None
    }

    /// Returns the neighbours of the cells of a state.
    fn around(&self, mut state: u64) -> u64 {
        let mut around = 0;
        while state != 0 {
            around |= self.neighbours[state.trailing_zeros() as usize];
            state &= state - 1;
        }
        around
    }
}

/// Returns the placements of `game` on `board`; `None` if one of them has no places for its cells.
fn placements(game: &Taking, board: &Taking) -> Option<Vec<Placements>> {
    let (here, there) = (game.places()?, board.places()?);
    let mut shifts: Vec<(i16, i16)> = Vec::new();
    for from in here {
        shifts.extend(there.iter().map(|to| (to.0 - from.0, to.1 - from.1)));
    }
    shifts.sort_unstable();
    shifts.dedup();
    let same = [(0..64).collect()];
    let mut ways: Vec<(u64, [u8; 64])> = Vec::new();
    for (dx, dy) in shifts {
        let shifted = here.iter().map(|&(x, y)| {
            let place = (x + dx, y + dy);
            there.iter().position(|&there| there == place)
        });
        let shifted: Vec<Option<usize>> = shifted.collect();
        for turn in same.iter().chain(game.symmetries()) {
            for turned in same.iter().chain(board.symmetries()) {
                let (mut from, mut to) = (0, [0; 64]);
                for cell in 0..here.len() {
                    if let Some(place) = shifted[usize::from(turn[cell])] {
                        from |= 1 << cell;
                        to[cell] = turned[place];
                    }
                }
                ways.push((from, to));
            }
        }
    }
    // Placements with the most cells come first.
    ways.sort_unstable_by(|a, b| (b.0.count_ones().cmp(&a.0.count_ones())).then_with(|| a.cmp(b)));
    ways.dedup();
    let mut placements: Vec<Placements> = Vec::new();
    for (from, to) in ways {
        if !keeps_moves(from, &to, game, board) {
            continue;
        }
        match placements.last_mut() {
            Some(last) if last.from == from => last.to.push(to),
            _ => placements.push(Placements { from, to: vec![to] }),
        }
    }
    Some(placements)
}

/// Returns whether the moves among the placed cells are the same as among their images.
fn keeps_moves(from: u64, to: &[u8; 64], game: &Taking, board: &Taking) -> bool {
    let images = game.moves(from).map(|mask| permute(mask, to));
    let mut images: Vec<u64> = images.collect();
    images.sort_unstable();
    images.dedup();
    images.into_iter().eq(board.moves(permute(from, to)))
}
