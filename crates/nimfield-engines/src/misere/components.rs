//! How a misère search turns the components of a board into pieces.

use smallvec::SmallVec;

use super::pieces::{FORM_CELLS, LARGE, Large, Piece, Shape, Sum};
use super::search::MisereSearch;
use crate::misere::Form;
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::taking::permute;

/// Sums of forms with at most this birthday together are replaced by the form of the sum.
const SUM_BIRTHDAY: u16 = 10;

impl MisereSearch {
    /// Returns a state as a sum.
    pub(super) fn sum_of(&mut self, state: u64, budget: &Budget) -> Result<Sum, Limit> {
        let mut sum = Sum::new();
        for part in self.game.components(state) {
            sum.push(self.piece(part, budget)?);
        }
        self.tidied(sum, budget)
    }

    /// Returns the pieces in order, with small forms added up.
    pub(super) fn tidied(&mut self, mut sum: Sum, budget: &Budget) -> Result<Sum, Limit> {
        sum.sort_unstable_by_key(|&piece| (piece.0 & LARGE, self.size(piece), piece));
        let mut tidy = Sum::new();
        let mut added: Option<Form> = None;
        for piece in sum {
            if piece.0 & LARGE != 0 {
                tidy.push(piece);
                continue;
            }
            let form = self.forms.nth(piece.0);
            added = match added {
                Some(other)
                    if self.forms.birthday(other) + self.forms.birthday(form) <= SUM_BIRTHDAY =>
                {
                    Some(self.sum_of_forms(other, form, budget)?)
                }
                Some(other) => {
                    tidy.push(Piece(other.index() as u32));
                    Some(form)
                }
                None => Some(form),
            };
        }
        if let Some(form) = added.filter(|&form| form != Form::ZERO) {
            tidy.push(Piece(form.index() as u32));
        }
        tidy.sort_unstable();
        Ok(tidy)
    }

    fn sum_of_forms(&mut self, a: Form, b: Form, budget: &Budget) -> Result<Form, Limit> {
        let sum = self.forms.sum(a, b, budget)?;
        if self.oracle.is_some() {
            let [a, b] = [a, b].map(|form| self.examples.get(&Piece(form.index() as u32)));
            if let (Some(a), Some(b)) = (a, b) {
                let parts = a.iter().chain(b).copied().collect();
                self.exemplify(sum, parts);
            }
        }
        Ok(sum)
    }

    /// Stores components that have this form together: those with the fewest cells.
    fn exemplify(&mut self, form: Form, parts: SmallVec<[u64; 2]>) {
        let cells = |parts: &[u64]| parts.iter().map(|part| part.count_ones()).sum::<u32>();
        let example = self.examples.entry(Piece(form.index() as u32));
        let example = example.or_insert_with(|| parts.clone());
        if cells(&parts) < cells(example) {
            *example = parts;
        }
    }

    /// Returns the piece that a component is.
    pub(super) fn piece(&mut self, part: u64, budget: &Budget) -> Result<Piece, Limit> {
        if let Some(&piece) = self.numbers.get(&part) {
            return Ok(piece);
        }
        if part.count_ones() > FORM_CELLS {
            return self.large_piece(part, budget);
        }
        let form = self.form_of(part, budget)?;
        let piece = Piece(form.index() as u32);
        if self.oracle.is_some() {
            self.exemplify(form, SmallVec::from_slice(&[part]));
        }
        self.numbers.insert(part, piece);
        Ok(piece)
    }

    fn large_piece(&mut self, part: u64, budget: &Budget) -> Result<Piece, Limit> {
        let shape = self.shape(part);
        let piece = match self.shapes.get(&shape) {
            Some(&piece) => piece,
            None => {
                // A single position may have thousands of large options, with long lists of moves each.
                budget.check(0)?;
                budget.fits(self.bytes())?;
                self.keep_large(part, shape)
            }
        };
        if self.plane.is_none() {
            self.numbers.insert(part, piece);
        }
        Ok(piece)
    }

    /// Gives the component the next number, unless an equivalent component has one.
    pub(super) fn number(&mut self, part: u64) -> Option<Piece> {
        let shape = self.shape(part);
        let is_new = !self.shapes.contains_key(&shape);
        is_new.then(|| self.keep_large(part, shape))
    }

    fn keep_large(&mut self, part: u64, shape: Shape) -> Piece {
        let piece = Piece(LARGE | self.large.len() as u32);
        let plane = self.plane.as_ref();
        self.large.push(Large {
            cells: part,
            moves: self.game.moves(part).count() as u32,
            reflected: plane.is_some_and(|plane| plane.is_reflected(part)),
        });
        if shape.spilled() {
            self.shape_bytes += 8 * shape.capacity() as u64;
        }
        self.shapes.insert(shape, piece);
        piece
    }

    /// Returns the misère canonical form of a component, from those of the sums its moves leave.
    fn form_of(&mut self, part: u64, budget: &Budget) -> Result<Form, Limit> {
        let moves: Vec<u64> = self.game.moves(part).collect();
        let mut options = Vec::with_capacity(moves.len());
        for mask in moves {
            let mut sum = Form::ZERO;
            for part in self.game.components(part & !mask) {
                let piece = self.piece(part, budget)?;
                sum = self.sum_of_forms(sum, self.forms.nth(piece.0), budget)?;
            }
            options.push(sum);
        }
        Ok(self.forms.of(&mut options))
    }

    /// Returns the shape of a component if the rules are the same everywhere; otherwise its moves, with its cells
    /// numbered in order: the least list among its images under the symmetries of the game. Components with the same
    /// list are equivalent, wherever they are.
    fn shape(&self, part: u64) -> Shape {
        if let Some(plane) = &self.plane {
            let lie = plane.lie(part);
            return SmallVec::from_buf([lie as u64, (lie >> 64) as u64]);
        }
        let moves: Vec<u64> = self.game.moves(part).collect();
        let list = |symmetry: Option<&Vec<u8>>| {
            let image = |state: u64| symmetry.map_or(state, |symmetry| permute(state, symmetry));
            let cells = image(part);
            let place = |mut mask: u64| {
                let mut placed = 0u64;
                while mask != 0 {
                    let below = cells & ((mask & mask.wrapping_neg()) - 1);
                    placed |= 1 << below.count_ones();
                    mask &= mask - 1;
                }
                placed
            };
            let mut list: Vec<u64> = moves.iter().map(|&mask| place(image(mask))).collect();
            list.sort_unstable();
            list
        };
        let images = self
            .game
            .symmetries()
            .iter()
            .map(|symmetry| list(Some(symmetry)));
        images.fold(list(None), Ord::min).into()
    }
}
