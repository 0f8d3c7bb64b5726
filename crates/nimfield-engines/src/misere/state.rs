//! Files to go on from: of a search of sums of components, and of the proof of a certificate.
//!
//! What both hold is true of the position and the rules alone, so a search that begins with it comes to
//! the same answers.

use std::io::{self, Read, Write};

use nimfield_core::budget::{Limit, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileFault;
use nimfield_core::records::{Records, RecordsIn};
use nimfield_core::sealed::{Format, Reader};

use crate::taking::table::masks_hash;

/// Why a search does not go on from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The file is damaged, or of something else.
    #[error(transparent)]
    File(#[from] FileFault),
    /// What it holds takes more than the budget allows.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

impl From<Limit> for ResumeError {
    fn from(limit: Limit) -> ResumeError {
        ResumeError::Unfinished(Unfinished {
            limit,
            done: 0,
            total: None,
        })
    }
}

/// The first block of such a file: the position, and the hash of its moves.
const JOB: [u8; 4] = *b"JOB ";

/// Begins a file about a position of a game.
pub(super) fn begin<W: Write>(
    format: &Format,
    out: W,
    game: &Taking,
    position: &str,
) -> io::Result<Records<W>> {
    let mut records = format.records_to(out)?;
    records.record(JOB, |block| {
        block.extend((position.len() as u32).to_le_bytes());
        block.extend(position.as_bytes());
        block.extend(masks_hash(game));
    })?;
    Ok(records)
}

/// Begins to read a file, which has to be about this position of this game.
pub(super) fn open<R: Read>(
    format: &Format,
    input: R,
    game: &Taking,
    position: &str,
) -> Result<RecordsIn<R>, FileFault> {
    const PART: &str = "the job";
    let mut records = format.records_of(input)?;
    let (_, block) = records
        .block(&[(JOB, PART)])?
        .ok_or(FileFault::Malformed(PART))?;
    let mut job = block.reader();
    let length = job.u32()? as usize;
    let found = String::from_utf8(job.take(length)?.to_vec());
    let found = found.map_err(|_| FileFault::Malformed(PART))?;
    let moves = job.take(32)?;
    if found != position {
        return Err(FileFault::Other {
            found,
            expected: position.to_string(),
        });
    }
    if moves != masks_hash(game) {
        return Err(FileFault::OtherRules(format!("{found} with other moves")));
    }
    job.ended()?;
    Ok(records)
}

/// Reads the next number, below `bound`.
pub(super) fn below(
    reader: &mut Reader<'_>,
    bound: usize,
    part: &'static str,
) -> Result<u32, FileFault> {
    let number = reader.number()?;
    let below = usize::try_from(number).is_ok_and(|number| number < bound);
    let number = u32::try_from(number).ok().filter(|_| below);
    number.ok_or(FileFault::Malformed(part))
}
