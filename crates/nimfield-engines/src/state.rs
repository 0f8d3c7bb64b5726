//! Files for resuming: of searches, and of the proof of a certificate.
//!
//! Their contents depend only on the position and the rules, so a search that starts with them gives the same answers.

use std::io::{self, Read, Write};

use nimfield_core::budget::{Limit, Unfinished};
use nimfield_core::files::FileFault;
use nimfield_core::sealed::{Block, Format, Reader, Writer};

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

/// The first block of such a file: the position, and the hash of its moves.
const JOB: [u8; 4] = *b"JOB ";

/// Starts a file about a position of a game, with the hash of its moves.
pub(crate) fn begin<W: Write>(
    format: &Format,
    out: W,
    moves: [u8; 32],
    position: &str,
) -> io::Result<Writer<W>> {
    let mut records = format.writer(out)?;
    records.record(JOB, |block| {
        block.extend((position.len() as u32).to_le_bytes());
        block.extend(position.as_bytes());
        block.extend(moves);
    })?;
    Ok(records)
}

/// Starts reading a file, which must be about this position of the game with these moves.
pub(crate) fn open<R: Read>(
    format: &Format,
    input: R,
    moves: [u8; 32],
    position: &str,
) -> Result<Reader<R>, FileFault> {
    const PART: &str = "the job";
    let mut records = format.reader(input)?;
    let mut job = records.section(JOB, PART)?;
    let found = job.text()?;
    let found_moves = job.take(32)?.to_vec();
    job.ended()?;
    if found != position {
        return Err(FileFault::Other {
            found,
            expected: position.to_string(),
        });
    }
    if found_moves != moves {
        return Err(FileFault::OtherRules(format!("{found} with other moves")));
    }
    Ok(records)
}

/// Reads the next number, below `bound`.
pub(crate) fn below(block: &mut Block, bound: usize, part: &'static str) -> Result<u32, FileFault> {
    let number = block.number()?;
    match u32::try_from(number) {
        Ok(number) if (number as usize) < bound => Ok(number),
        _ => Err(FileFault::Malformed(part)),
    }
}
