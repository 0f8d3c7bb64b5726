//! A search of sums of components in a file, for resuming.

use std::io::{self, Read, Write};

use nimfield_core::budget::Budget;
use nimfield_core::component::write_number;
use nimfield_core::files::FileFault;
use nimfield_core::sampling::one_of_each_stretch;
use nimfield_core::sealed::{Block, Format};

use crate::misere::pieces::{FORM_CELLS, LARGE, Piece, Sum};
use crate::misere::search::{MisereSearch, SumOutcome, room};
use crate::state::{ResumeError, begin, below, open};
use crate::taking::table::masks_hash;

const FORMAT: Format = Format {
    magic: *b"NIMFSUMS",
    version: 1,
    foreign: "not the state of a search in misère play",
};

/// The blocks in their order, each with its name in errors.
const BLOCKS: [([u8; 4], &str); 6] = [
    (*b"DONE", "the count of searched sums"),
    (*b"FORM", "the list of forms"),
    (*b"ADDS", "the list of sums of forms"),
    (*b"PART", "the list of components"),
    // Written before version 1.0, and still read.
    (*b"OLD ", "the list of older outcomes"),
    (*b"NEW ", "the list of outcomes"),
];

impl MisereSearch {
    /// Writes the results so far: misère forms and their sums, large components, and the outcomes of sums.
    ///
    /// # Arguments
    /// `position` names the position of the search, so that the file is not used for another one.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, position: &str, out: impl Write) -> io::Result<()> {
        let mut records = begin(&FORMAT, out, masks_hash(&self.game), position)?;
        let [done, form, adds, part, _, outcome] = BLOCKS.map(|(name, _)| name);
        records.record(done, |block| {
            write_number(block, self.positions);
            write_number(block, self.looked_up);
        })?;
        for number in 1..self.forms.count() {
            let options = self.forms.options(self.forms.nth(number as u32));
            records.record(form, |block| {
                write_number(block, options.len() as u64);
                for option in options {
                    write_number(block, option.index() as u64);
                }
            })?;
        }
        for sum in self.forms.sums() {
            records.record(adds, |block| {
                for form in sum {
                    write_number(block, form.index() as u64);
                }
            })?;
        }
        for large in &self.large {
            records.record(part, |block| block.extend(large.cells.to_le_bytes()))?;
        }
        for SumOutcome { sum, is_p } in self.memory.iter() {
            records.record(outcome, |block| {
                write_number(block, 2 * sum.len() as u64 + u64::from(*is_p));
                for piece in sum {
                    let kind = u64::from(piece.0 & LARGE != 0);
                    write_number(block, 2 * u64::from(piece.0 & !LARGE) + kind);
                }
            })?;
        }
        records.seal()?;
        Ok(())
    }

    /// Continues from a file: a new search receives the results that [`save`](MisereSearch::save) wrote.
    ///
    /// # Arguments
    /// `position` must be the one that was saved.
    ///
    /// # Errors
    /// If the file is damaged or belongs to something else, if a sample of its contents contradicts the rules or
    /// itself, or if it takes more than the budget allows; then the search must not be used. Outcomes that do not fit
    /// into their share of the memory are not an error: the older ones are dropped.
    ///
    /// # Panics
    /// If the search has results already.
    pub fn resume(
        &mut self,
        position: &str,
        input: impl Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        assert_eq!((self.positions, self.large.len()), (0, 0), "a new search");
        let mut records = open(&FORMAT, input, masks_hash(&self.game), position)?;
        while let Some((place, mut block)) = records.block(&BLOCKS)? {
            budget.fits(self.bytes())?;
            budget.check(0)?;
            while !block.is_read() {
                self.learn(place, &mut block, room(budget))?;
            }
        }
        budget.fits(self.bytes())?;
        self.check_sample(budget)
    }

    /// Computes a sample of the sums of forms again, and compares a sample of the outcomes with those of their options:
    /// the smallest sums, whose options are mostly known without the file, and random ones.
    fn check_sample(&mut self, budget: &Budget) -> Result<(), ResumeError> {
        const SMALLEST: usize = 512;
        const CHOSEN: usize = 512;
        let wrong = |place: usize| Err(FileFault::Malformed(BLOCKS[place].1).into());
        let sums: Vec<_> = self.forms.sums().collect();
        for at in one_of_each_stretch(0..sums.len(), CHOSEN) {
            let [left, right, sum] = sums[at];
            if self.forms.sum_again(left, right, budget)? != sum {
                return wrong(2);
            }
        }
        let mut outcomes: Vec<&SumOutcome> = self.memory.iter().collect();
        outcomes.sort_by_cached_key(|line| -> u32 {
            line.sum.iter().map(|&piece| self.size(piece)).sum()
        });
        let small = outcomes.len().min(SMALLEST);
        let chosen = (0..small).chain(one_of_each_stretch(small..outcomes.len(), CHOSEN));
        let chosen = chosen.map(|at| (outcomes[at].sum.clone(), outcomes[at].is_p));
        let chosen: Vec<(Sum, bool)> = chosen.collect();
        self.from_file = Some([outcomes.len(), chosen.len()]);
        for (sum, is_p) in chosen {
            if !self.agrees(&sum, is_p, budget)? {
                return wrong(5);
            }
        }
        Ok(())
    }

    /// Reads a record of a block.
    fn learn(&mut self, place: usize, block: &mut Block, room: u64) -> Result<(), FileFault> {
        let part = BLOCKS[place].1;
        let malformed = FileFault::Malformed(part);
        let forms = self.forms.count();
        match place {
            0 => {
                self.positions = block.number()?;
                self.looked_up = block.number()?;
            }
            1 => {
                let count = below(block, forms + 1, part)? as usize;
                let mut options = block.many(count, |block| {
                    Ok(self.forms.nth(below(block, forms, part)?))
                })?;
                if self.forms.of(&mut options).index() != forms {
                    return Err(malformed);
                }
            }
            2 => {
                let sum = block.many(3, |block| Ok(self.forms.nth(below(block, forms, part)?)))?;
                let sum = <[_; 3]>::try_from(sum).map_err(|_| malformed)?;
                self.forms.keep_sum(sum);
            }
            3 => {
                let cells = block.u64()?;
                let is_large = cells.count_ones() > FORM_CELLS && cells & !self.game.full() == 0;
                let piece = is_large.then(|| self.number(cells)).flatten();
                piece.ok_or(malformed)?;
            }
            _ => {
                let head = block.number()?;
                let count = usize::try_from(head / 2).map_err(|_| malformed.clone())?;
                let sum: Sum = block
                    .many(count, |block| self.read_piece(block, part))?
                    .into();
                if !sum.is_sorted() {
                    return Err(malformed);
                }
                let is_p = head % 2 == 1;
                self.memory.set(SumOutcome { sum, is_p }, room);
            }
        }
        Ok(())
    }

    fn read_piece(&self, block: &mut Block, part: &'static str) -> Result<Piece, FileFault> {
        let number = block.number()?;
        let (bound, kind) = match number % 2 {
            0 => (self.forms.count(), 0),
            _ => (self.large.len(), LARGE),
        };
        match u32::try_from(number / 2) {
            Ok(number) if (number as usize) < bound => Ok(Piece(number | kind)),
            _ => Err(FileFault::Malformed(part)),
        }
    }
}
