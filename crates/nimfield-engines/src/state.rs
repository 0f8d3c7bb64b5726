//! Files for resuming: of searches, and of the proof of a certificate.
//!
//! Their contents depend only on the position and the rules, so a search that starts with them gives the same answers.

use std::io::{self, Read, Write};

use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::files::FileFault;
use nimfield_core::sealed::{Block, Format, Writer};

/// Why a search cannot continue from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The file is damaged, or belongs to something else.
    #[error(transparent)]
    File(#[from] FileFault),
    /// Its contents take more than the budget allows.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

impl From<Limit> for ResumeError {
    fn from(limit: Limit) -> ResumeError {
        ResumeError::Unfinished(limit.after(0))
    }
}

/// A search whose results a file can hold.
pub trait SavedSearch {
    /// Returns the number of positions that the search has decided, over all runs.
    fn decided(&self) -> u64;

    /// Writes what was found, so that another search can [continue](SavedSearch::resume); `position` names the position
    /// in question.
    ///
    /// # Errors
    /// Those of `out`.
    fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()>;

    /// Continues from a file: a new search receives what [`save`](SavedSearch::save) wrote. A sample of it is computed
    /// again.
    ///
    /// # Arguments
    /// `position` must be the one that was saved, with its free cells or stones, bit `i` for cell `i`.
    ///
    /// # Errors
    /// If the file is damaged or belongs to something else, if a sample of its contents contradicts the rules or
    /// itself, or if it takes more than the budget allows; then the search must not be used. Results that do not fit
    /// into their share of the memory are not an error: the older ones are dropped.
    fn resume(
        &mut self,
        position: (&str, u128),
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError>;
}

/// The format of a file about a position of a game.
pub(crate) struct StateFormat<const N: usize> {
    pub(crate) format: Format,
    /// The blocks in their order, each with its name in errors.
    pub(crate) blocks: [([u8; 4], &'static str); N],
}

/// The first block of such a file: the position, and the hash of its moves.
const JOB: [u8; 4] = *b"JOB ";

impl<const N: usize> StateFormat<N> {
    /// Returns the error for a block whose contents are wrong.
    pub(crate) fn malformed(&self, place: usize) -> FileFault {
        FileFault::Malformed(self.blocks[place].1)
    }

    /// Writes a file about a position of the game whose moves have this hash; `write` receives the names of the blocks.
    pub(crate) fn write(
        &self,
        (position, moves): (&str, [u8; 32]),
        out: &mut dyn Write,
        write: impl FnOnce(&mut Writer<&mut dyn Write>, [[u8; 4]; N]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut records = self.format.writer(out)?;
        records.record(JOB, |block| {
            block.extend((position.len() as u32).to_le_bytes());
            block.extend(position.as_bytes());
            block.extend(moves);
        })?;
        write(&mut records, self.blocks.map(|(name, _)| name))?;
        records.seal()?;
        Ok(())
    }

    /// Reads a file, which must be about this position of the game with these moves; `read` receives the place of each
    /// block in the list, and reads the block to its end.
    pub(crate) fn read(
        &self,
        (position, moves): (&str, [u8; 32]),
        input: &mut dyn Read,
        mut read: impl FnMut(usize, &mut Block) -> Result<(), ResumeError>,
    ) -> Result<(), ResumeError> {
        let mut records = self.format.reader(input)?;
        let mut job = records.section(JOB, "the job")?;
        let found = job.text()?;
        let found_moves = job.take(32)?.to_vec();
        job.ended()?;
        if found != position {
            let expected = position.to_string();
            return Err(FileFault::Other { found, expected }.into());
        }
        if found_moves != moves {
            return Err(FileFault::OtherRules(format!("{found} with other moves")).into());
        }
        while let Some((place, mut block)) = records.block(&self.blocks)? {
            read(place, &mut block)?;
        }
        Ok(())
    }
}
