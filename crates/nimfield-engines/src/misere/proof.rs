//! The progress of the proof of a position, in a file for resuming.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};

use nimfield_core::budget::Budget;
use nimfield_core::component::write_number;
use nimfield_core::families::taking::Taking;
use nimfield_core::sealed::Format;

use crate::generations::Generations;
use crate::misere::sums::PairOutcome;
use crate::misere::{PairSearch, Split};
use crate::state::{ResumeError, StateFormat};
use crate::taking::table::masks_hash;

const FILE: StateFormat<3> = StateFormat {
    format: Format {
        magic: *b"NIMFPAIR",
        version: 1,
        foreign: "not the state of a proof in misère play",
    },
    blocks: [
        (*b"LOST", "the list of refuted moves"),
        (*b"MOVE", "the move that is tried"),
        (*b"PAIR", "the list of outcomes"),
    ],
};

/// The progress of a [certificate](Split::certificate): the moves that do not win, the current move, and the outcomes
/// of sums of two that a search has found for it.
///
/// It does not contain misère forms and listed outcomes, since computing them again takes a time that does not grow
/// with the search.
#[derive(Clone)]
pub struct Proof {
    /// The hash of the moves of the game.
    moves: [u8; 32],
    /// The moves that were found not to win.
    pub refuted: BTreeSet<u64>,
    /// The current move; the position after it is treated as a sum of two parts. 0 stands for no move: the position itself
    /// is split.
    pub tried: Option<u64>,
    /// The hash of the forms of these parts, to whose numbers the pairs refer.
    forms: [u8; 32],
    /// The outcomes from a file, until their split exists.
    pairs: Generations<PairOutcome>,
}

impl Proof {
    /// Creates the proof of a position of a game, before any progress.
    #[must_use]
    pub fn new(game: &Taking) -> Proof {
        Proof {
            moves: masks_hash(game),
            refuted: BTreeSet::new(),
            tried: None,
            forms: [0; 32],
            pairs: Generations::default(),
        }
    }

    /// Returns the number of outcomes that are waiting for their split.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Starts with a move, or continues with it; the split is the position after it, and receives the known outcomes of
    /// its sums. From now on its search saves the proof, if the budget has a callback for that.
    pub fn begin(&mut self, tried: u64, split: &mut Split, budget: &Budget) {
        let forms = split.forms.hash();
        let pairs = std::mem::take(&mut self.pairs);
        if (self.tried, self.forms) == (Some(tried), forms) {
            split.sums.remember(&split.forms, &pairs, budget);
        }
        (self.tried, self.forms) = (Some(tried), forms);
        // Nothing else of the proof changes while this split is searched.
        let proof = self.clone();
        let write = move |search: &PairSearch, position: &str, out: &mut dyn Write| {
            proof.save(position, Some(search), out)
        };
        split.sums.write = Some(Box::new(write));
    }

    /// Records that the move that was tried does not win.
    pub fn refute(&mut self) {
        self.refuted.extend(self.tried.take());
    }

    /// Writes the progress, with what the search of the split has found since the split [began](Proof::begin).
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(
        &self,
        position: &str,
        search: Option<&PairSearch>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        FILE.write(
            (position, self.moves),
            out,
            |records, [lost, tried, pair]| {
                for mask in &self.refuted {
                    records.record(lost, |block| block.extend(mask.to_le_bytes()))?;
                }
                if let Some(mask) = self.tried {
                    records.record(tried, |block| {
                        block.extend(mask.to_le_bytes());
                        block.extend(self.forms);
                    })?;
                }
                let found = search.into_iter().flat_map(|search| search.known.iter());
                for outcome in self.pairs.iter().chain(found) {
                    let ([greater, other], is_p) = outcome.numbers();
                    records.record(pair, |block| {
                        write_number(block, 2 * u64::from(greater) + u64::from(is_p));
                        write_number(block, other.into());
                    })?;
                }
                Ok(())
            },
        )
    }

    /// Reads what [`save`](Proof::save) wrote.
    ///
    /// # Errors
    /// If the file is damaged or belongs to something else, or its contents take more than the budget allows.
    pub fn read(
        game: &Taking,
        position: &str,
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<Proof, ResumeError> {
        let mut proof = Proof::new(game);
        FILE.read((position, proof.moves), input, |place, block| {
            while !block.is_read() {
                match place {
                    0 => {
                        proof.refuted.insert(block.u64()?);
                    }
                    1 => {
                        proof.tried = Some(block.u64()?);
                        let hash = block.take(32)?.try_into();
                        proof.forms = hash.map_err(|_| FILE.malformed(1))?;
                    }
                    _ => {
                        let (head, other) = (block.number()?, block.number()?);
                        let outcome = PairOutcome::of([head / 2, other], head % 2 == 1);
                        let outcome = outcome.ok_or(FILE.malformed(2))?;
                        proof.pairs.set(outcome, u64::MAX);
                    }
                }
            }
            budget.fits(proof.pairs.bytes())?;
            budget.check(0)?;
            Ok(())
        })?;
        let mut moves = proof.refuted.iter().chain(&proof.tried);
        match moves.all(|&mask| mask & !game.full() == 0) {
            true => Ok(proof),
            false => Err(FILE.malformed(0).into()),
        }
    }
}
