//! A search of sums of components in a file, for resuming.

use std::io::{self, Read, Write};

use nimfield_core::budget::Budget;
use nimfield_core::component::write_number;
use nimfield_core::sampling::one_of_each_stretch;
use nimfield_core::sealed::{Block, Format};

use crate::misere::pieces::{FORM_CELLS, LARGE, Piece, Sum};
use crate::misere::search::{MisereSearch, SumOutcome, room};
use crate::state::{ResumeError, SavedSearch, StateFormat};
use crate::taking::table::masks_hash;

const FILE: StateFormat<5> = StateFormat {
    format: Format {
        magic: *b"NIMFSUMS",
        version: 1,
        foreign: "not the state of a search in misère play",
    },
    blocks: [
        (*b"DONE", "the count of searched sums"),
        (*b"FORM", "the list of forms"),
        (*b"ADDS", "the list of sums of forms"),
        (*b"PART", "the list of components"),
        (*b"NEW ", "the list of outcomes"),
    ],
};

/// Writes misère forms and their sums, large components, and the outcomes of sums.
impl SavedSearch for MisereSearch {
    fn decided(&self) -> u64 {
        self.memory.len() as u64
    }

    fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        let job = (position, masks_hash(&self.game));
        FILE.write(job, out, |records, [done, form, adds, part, outcome]| {
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
            Ok(())
        })
    }

    /// Continues as [`SavedSearch::resume`] says.
    ///
    /// # Panics
    /// If the search has results already.
    fn resume(
        &mut self,
        (position, _): (&str, u128),
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        assert_eq!((self.positions, self.large.len()), (0, 0), "a new search");
        let job = (position, masks_hash(&self.game));
        FILE.read(job, input, |place, block| {
            budget.fits(self.bytes())?;
            budget.check(0)?;
            while !block.is_read() {
                self.learn(place, block, room(budget))?;
            }
            Ok(())
        })?;
        budget.fits(self.bytes())?;
        self.check_sample(budget)
    }
}

impl MisereSearch {
    /// Computes a sample of the sums of forms again, and compares a sample of the outcomes with those of their options:
    /// the smallest sums, whose options are mostly known without the file, and random ones.
    fn check_sample(&mut self, budget: &Budget) -> Result<(), ResumeError> {
        const SMALLEST: usize = 512;
        const CHOSEN: usize = 512;
        let wrong = |place: usize| Err(FILE.malformed(place).into());
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
                return wrong(4);
            }
        }
        Ok(())
    }

    /// Reads a record of a block.
    fn learn(&mut self, place: usize, block: &mut Block, room: u64) -> Result<(), ResumeError> {
        let malformed = || FILE.malformed(place);
        let forms = self.forms.count();
        let below = |number: u64, bound: usize| match u32::try_from(number) {
            Ok(number) if (number as usize) < bound => Ok(number),
            _ => Err(malformed()),
        };
        let form = |search: &MisereSearch, block: &mut Block| {
            Ok(search.forms.nth(below(block.number()?, forms)?))
        };
        match place {
            0 => {
                self.positions = block.number()?;
                self.looked_up = block.number()?;
            }
            1 => {
                let count = below(block.number()?, forms + 1)? as usize;
                let mut options = block.many(count, |block| form(self, block))?;
                if self.forms.of(&mut options).index() != forms {
                    return Err(malformed().into());
                }
            }
            2 => {
                let sum = block.many(3, |block| form(self, block))?;
                self.forms
                    .keep_sum(sum.try_into().map_err(|_| malformed())?);
            }
            3 => {
                let cells = block.u64()?;
                let is_large = cells.count_ones() > FORM_CELLS && cells & !self.game.full() == 0;
                let piece = is_large.then(|| self.number(cells)).flatten();
                piece.ok_or_else(malformed)?;
            }
            _ => {
                let head = block.number()?;
                let count = usize::try_from(head / 2).map_err(|_| malformed())?;
                let piece = |block: &mut Block| {
                    let number = block.number()?;
                    let (bound, kind) = match number % 2 {
                        0 => (forms, 0),
                        _ => (self.large.len(), LARGE),
                    };
                    Ok(Piece(below(number / 2, bound)? | kind))
                };
                let sum: Sum = block.many(count, piece)?.into();
                if !sum.is_sorted() {
                    return Err(malformed().into());
                }
                let is_p = head % 2 == 1;
                self.memory.set(SumOutcome { sum, is_p }, room);
            }
        }
        Ok(())
    }
}
