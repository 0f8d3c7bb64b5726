//! The progress of the proof of a position, in a file for resuming.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};

use nimfield_core::budget::Budget;
use nimfield_core::component::write_number;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileFault;
use nimfield_core::sealed::Format;

use crate::misere::{Found, Split};
use crate::state::{ResumeError, begin, open};
use crate::taking::table::masks_hash;

const FORMAT: Format = Format {
    magic: *b"NIMFPAIR",
    version: 1,
    foreign: "not the state of a proof in misère play",
};

/// The blocks in their order, each with its name in errors.
const BLOCKS: [([u8; 4], &str); 3] = [
    (*b"LOST", "the list of refuted moves"),
    (*b"MOVE", "the move that is tried"),
    (*b"PAIR", "the list of outcomes"),
];

/// The progress of a [certificate](Split::certificate): the moves that do not win, the current move, and the outcomes
/// of sums of two that a search has found for it.
///
/// It does not contain misère forms and listed outcomes, since computing them again takes a time that does not grow
/// with the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The moves that were found not to win.
    pub refuted: BTreeSet<u64>,
    /// The current move, 0 for none; the position after it is treated as a sum of two parts.
    pub tried: Option<u64>,
    /// The hash of the forms of these parts, to whose numbers the pairs refer.
    forms: [u8; 32],
    pairs: Vec<Found>,
}

impl Proof {
    /// Returns the number of outcomes that are waiting for their split.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Starts with a move, or continues with it; the split is the position after it, and receives the known outcomes of
    /// its sums.
    pub fn begin(&mut self, tried: u64, split: &mut Split, budget: &Budget) {
        let forms = split.forms_hash();
        let pairs = std::mem::take(&mut self.pairs);
        if (self.tried, self.forms) == (Some(tried), forms) {
            split.remember(pairs, budget);
        }
        (self.tried, self.forms) = (Some(tried), forms);
    }

    /// Records that the move that was tried does not win.
    pub fn refute(&mut self) {
        self.refuted.extend(self.tried.take());
    }

    /// Writes the progress.
    ///
    /// # Arguments
    /// `found` are the outcomes that the split [found](crate::misere::PairSearch::found) since it
    /// [began](Proof::begin).
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(
        &self,
        game: &Taking,
        position: &str,
        found: impl Iterator<Item = Found>,
        out: impl Write,
    ) -> io::Result<()> {
        let mut records = begin(&FORMAT, out, masks_hash(game), position)?;
        let [lost, tried, pair] = BLOCKS.map(|(name, _)| name);
        for mask in &self.refuted {
            records.record(lost, |block| block.extend(mask.to_le_bytes()))?;
        }
        if let Some(mask) = self.tried {
            records.record(tried, |block| {
                block.extend(mask.to_le_bytes());
                block.extend(self.forms);
            })?;
        }
        for ([greater, other], is_p) in self.pairs.iter().copied().chain(found) {
            records.record(pair, |block| {
                write_number(block, 2 * u64::from(greater) + u64::from(is_p));
                write_number(block, other.into());
            })?;
        }
        records.seal()?;
        Ok(())
    }

    /// Reads what [`save`](Proof::save) wrote.
    ///
    /// # Errors
    /// If the file is damaged or belongs to something else, or its contents take more than the budget allows.
    pub fn read(
        game: &Taking,
        position: &str,
        input: impl Read,
        budget: &Budget,
    ) -> Result<Proof, ResumeError> {
        let mut records = open(&FORMAT, input, masks_hash(game), position)?;
        let mut proof = Proof::default();
        while let Some((place, mut block)) = records.block(&BLOCKS)? {
            while !block.is_read() {
                match place {
                    0 => {
                        proof.refuted.insert(block.u64()?);
                    }
                    1 => {
                        proof.tried = Some(block.u64()?);
                        let hash = block.take(32)?.try_into();
                        proof.forms = hash.map_err(|_| FileFault::Malformed(BLOCKS[1].1))?;
                    }
                    _ => {
                        let (head, other) = (block.number()?, block.number()?);
                        let pair = [head / 2, other].map(u32::try_from);
                        let [Ok(greater), Ok(other)] = pair else {
                            return Err(FileFault::Malformed(BLOCKS[2].1).into());
                        };
                        proof.pairs.push(([greater, other], head % 2 == 1));
                    }
                }
            }
            budget.fits((proof.pairs.capacity() * size_of::<Found>()) as u64)?;
            budget.check(0)?;
        }
        let mut moves = proof.refuted.iter().chain(&proof.tried);
        match moves.all(|&mask| mask & !game.full() == 0) {
            true => Ok(proof),
            false => Err(FileFault::Malformed(BLOCKS[0].1).into()),
        }
    }
}
