//! The misère canonical forms of all followers of a position of a taking game.

use crate::misere::{Form, Forms};
use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::families::taking::{Taking, permute};

/// The most cells of a [`BoardForms`]: all its positions are stored.
const MOST_CELLS: u32 = 30;

/// The number of positions between two checks of the budget.
const POLL: usize = 1 << 12;

/// All followers of a position of a taking game, with their misère canonical forms.
///
/// A position of the board is written in its own cells: bit `i` stands for the `i`-th of
/// [`cells`](BoardForms::cells).
pub struct BoardForms {
    cells: Vec<u8>,
    masks: Vec<u64>,
    form_of: Vec<Form>,
    classes: Vec<Form>,
}

/// Why the forms of a board are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardFormsError {
    /// The board has too many cells for storing all its positions.
    #[error("the misère forms of a board of {0} cells; at most {MOST_CELLS} are possible")]
    TooManyCells(u32),
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

impl BoardForms {
    /// Computes the forms of all positions that can be reached from `state`, from the smallest up.
    ///
    /// # Arguments
    /// `forms` holds the forms, of other boards as well.
    ///
    /// # Errors
    /// If there are too many cells or the budget runs out; `forms` then holds what was found.
    ///
    /// # Complexity
    /// 2^n positions for n cells, each with as many steps as there are moves, fewer by the number of symmetries of the
    /// game that keep `state`; 4 bytes per position, and the forms.
    ///
    /// # Source
    /// Conway, On Numbers and Games, chapter 12.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::taking::Taking};
    /// use nimfield_engines::misere::{BoardForms, Forms};
    /// // Two cells, taken singly: two heaps of one.
    /// let game = Taking::new(2, vec![1, 2], vec![])?;
    /// let mut forms = Forms::new();
    /// let board = BoardForms::new(&mut forms, &game, 0b11, &Budget::unlimited())?;
    /// assert_eq!(forms.as_heap(board.whole()), Some(0));
    /// assert_eq!(board.classes().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        forms: &mut Forms,
        game: &Taking,
        state: u64,
        budget: &Budget,
    ) -> Result<BoardForms, BoardFormsError> {
        let cells: Vec<u8> = (0..64).filter(|cell| state >> cell & 1 != 0).collect();
        let count = cells.len() as u32;
        if count > MOST_CELLS {
            return Err(BoardFormsError::TooManyCells(count));
        }
        let masks: Vec<u64> = game
            .moves(state)
            .map(|mask| compress(mask, &cells))
            .collect();
        let symmetries: Vec<Vec<u8>> = game
            .symmetries()
            .iter()
            .filter(|symmetry| permute(state, symmetry) == state)
            .map(|symmetry| {
                let place = |cell: &u8| {
                    let to = symmetry[usize::from(*cell)];
                    cells.iter().position(|&other| other == to).unwrap_or(0) as u8
                };
                cells.iter().map(place).collect()
            })
            .collect();
        let total = 1usize << count;
        let mut meter = Meter::new(budget, "misère forms").of(total as u64);
        let table = (total * size_of::<Form>()) as u64;
        meter.start(0)?;
        let mut form_of: Vec<Form> = Vec::new();
        let mut options = Vec::new();
        for state in 0..total as u64 {
            let done = state as usize;
            if done.is_multiple_of(POLL) {
                (meter.done, meter.bytes) = (state, table + forms.bytes());
                meter.poll()?;
                form_of.reserve_exact(total - done);
            }
            let smaller = symmetries.iter().map(|symmetry| permute(state, symmetry));
            let form = match smaller.into_iter().find(|&image| image < state) {
                Some(image) => form_of[image as usize],
                None => {
                    options.clear();
                    let moves = masks.iter().filter(|&&mask| mask & !state == 0);
                    options.extend(moves.map(|mask| form_of[(state ^ mask) as usize]));
                    forms.of(&mut options)
                }
            };
            form_of.push(form);
        }
        let mut classes = form_of.clone();
        classes.sort_unstable_by_key(|&form| (forms.birthday(form), form));
        classes.dedup();
        Ok(BoardForms {
            cells,
            masks,
            form_of,
            classes,
        })
    }

    /// Returns the forms of all positions that can be reached from `state`, if they are those of this board: if its
    /// cells, numbered in order, have the same moves.
    ///
    /// # Arguments
    /// `game` may be another game.
    ///
    /// # Source
    /// The definition.
    #[must_use]
    pub fn like(&self, game: &Taking, state: u64) -> Option<BoardForms> {
        let cells: Vec<u8> = (0..64).filter(|cell| state >> cell & 1 != 0).collect();
        let masks = game.moves(state).map(|mask| compress(mask, &cells));
        (cells.len() == self.cells.len() && masks.eq(self.masks.iter().copied())).then(|| {
            BoardForms {
                cells,
                masks: self.masks.clone(),
                form_of: self.form_of.clone(),
                classes: self.classes.clone(),
            }
        })
    }

    /// Returns the cells of the game, ascending, that are the board's.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the board's cells as a state of the game.
    #[must_use]
    pub fn mask(&self) -> u64 {
        self.cells.iter().fold(0, |mask, &cell| mask | 1 << cell)
    }

    /// Returns the moves, in the board's cells.
    #[must_use]
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Returns the forms of all positions, by their bits in the board's cells.
    #[must_use]
    pub fn forms(&self) -> &[Form] {
        &self.form_of
    }

    /// Returns the form of the position with all cells.
    #[must_use]
    pub fn whole(&self) -> Form {
        self.form_of[self.form_of.len() - 1]
    }

    /// Returns the different forms, by birthday.
    ///
    /// The options of each are among them.
    #[must_use]
    pub fn classes(&self) -> &[Form] {
        &self.classes
    }

    /// Returns a state of the game in the board's own cells; other cells of the game are ignored.
    #[must_use]
    pub fn inside(&self, state: u64) -> u64 {
        compress(state, &self.cells)
    }
}

/// Returns the bits of `state` at `cells`, moved together.
fn compress(state: u64, cells: &[u8]) -> u64 {
    let bits = cells.iter().enumerate();
    bits.fold(0, |inside, (i, &cell)| inside | (state >> cell & 1) << i)
}
