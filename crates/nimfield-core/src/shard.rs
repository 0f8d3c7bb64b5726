//! Work in shards: how a job is divided, and the file of a finished part.
//!
//! A job is cut into numbered pieces, which are dealt to the shards in rounds, like cards. Each round begins one shard
//! further, so that no single shard gets the costly end of a range or a whole column of a table.
//!
//! ```
//! use nimfield_core::shard::Shard;
//!
//! let second: Shard = "2/3".parse()?;
//! let pieces: Vec<u64> = (0..second.share(10)).map(|i| second.nth(i)).collect();
//! assert_eq!(pieces, [1, 5, 6]);
//! assert!(second.owns(5) && !second.owns(9));
//! # Ok::<(), nimfield_core::notation::NotationError>(())
//! ```
//!
//! A finished shard is a [sealed file](crate::sealed):
//!
//! ```text
//! JOB   JSON with `program`, `command` (its arguments) and `shard`
//! DONE  what the shard found, as JSON
//! ```

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{FileError, FileFault};
use crate::notation::NotationError;
use crate::sealed::{Format, read_as_written};

/// A part of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 0 to `of - 1`.
    pub index: u64,
    /// The number of parts, at least 1.
    pub of: u64,
}

impl Shard {
    /// The whole job.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// The most shards of a job.
    pub const MOST: u64 = 1 << 20;

    /// Returns the number of the shard's i-th piece, both counted from 0.
    #[must_use]
    pub fn nth(self, i: u64) -> u64 {
        i * self.of + (self.index + i) % self.of
    }

    /// Returns whether the piece with this number is the shard's.
    #[must_use]
    pub fn owns(self, number: u64) -> bool {
        Shard::owner(number, self.of) == self
    }

    /// Returns the shard that owns the piece with this number, in a job of this many shards.
    #[must_use]
    pub fn owner(number: u64, of: u64) -> Shard {
        // A shard gets one piece of each round.
        let index = (number % of + of - number / of % of) % of;
        Shard { index, of }
    }

    /// Counts the shard's pieces with smaller numbers than `end`.
    #[must_use]
    pub fn share(self, end: u64) -> u64 {
        let rounds = end / self.of;
        rounds + u64::from((self.index + rounds) % self.of < end % self.of)
    }

    /// Returns the shard `by` places further, so that one shard does not get the first pieces of several rows.
    #[must_use]
    pub fn turned(self, by: u64) -> Shard {
        Shard {
            index: (self.index + by % self.of) % self.of,
            of: self.of,
        }
    }

    /// Returns every shard of a job with this many shards.
    pub fn all(of: u64) -> impl Iterator<Item = Shard> {
        (0..of).map(move |index| Shard { index, of })
    }
}

/// Merges the results of the shards into the results of the pieces, in order; `None` if the sizes do not match this
/// many pieces.
///
/// ```
/// use nimfield_core::shard::{Shard, gather};
/// let dealt: Vec<Vec<u64>> = Shard::all(3)
///     .map(|shard| (0..shard.share(7)).map(|i| shard.nth(i)).collect())
///     .collect();
/// assert_eq!(gather(dealt.clone(), 7), Some(vec![0, 1, 2, 3, 4, 5, 6]));
/// assert_eq!(gather(dealt, 8), None);
/// ```
#[must_use]
pub fn gather<T>(dealt: Vec<Vec<T>>, pieces: u64) -> Option<Vec<T>> {
    let shards = || Shard::all(dealt.len() as u64).zip(&dealt);
    if !shards().all(|(shard, found)| found.len() as u64 == shard.share(pieces)) {
        return None;
    }
    let of = dealt.len() as u64;
    let mut dealt: Vec<_> = dealt.into_iter().map(Vec::into_iter).collect();
    let mut gathered = Vec::new();
    for number in 0..pieces {
        let owner = Shard::owner(number, of);
        gathered.push(dealt[owner.index as usize].next()?);
    }
    Some(gathered)
}

impl fmt::Display for Shard {
    /// Writes the shard as the command line does: `1/4` is the first of four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Shard, NotationError> {
        let fault = |span: std::ops::Range<usize>, message: String| NotationError {
            text: text.to_string(),
            span,
            message,
            help: "a shard is written I/N: the I-th of N parts".to_string(),
            example: "--shard 3/10".to_string(),
            unfinished: false,
        };
        let all = 0..text.len();
        let Some(slash) = text.find('/') else {
            return Err(fault(all, format!("expected I/N, found {text:?}")));
        };
        let number = |span: std::ops::Range<usize>| {
            let digits = &text[span.clone()];
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = is_number.then(|| digits.parse::<u64>().unwrap_or(u64::MAX));
            number.ok_or_else(|| fault(span, format!("expected a number, found {digits:?}")))
        };
        let (index_at, of_at) = (0..slash, slash + 1..text.len());
        let index = number(index_at.clone())?;
        let of = number(of_at.clone())?;
        if !(1..=Shard::MOST).contains(&of) {
            let most = Shard::MOST;
            return Err(fault(of_at, format!("a job has 1 to {most} shards")));
        }
        if !(1..=of).contains(&index) {
            return Err(fault(
                index_at,
                format!("unknown shard {index} of {of}: shards are numbered from 1"),
            ));
        }
        Ok(Shard {
            index: index - 1,
            of,
        })
    }
}

/// A job: a program and the arguments of its command in a unique spelling, so that equal jobs compare equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardJob {
    /// The program with its version, since other versions may have other rules or checks.
    pub program: String,
    /// The command with its arguments.
    pub command: Vec<String>,
}

impl fmt::Display for ShardJob {
    /// Writes the job as a person types it: `nimfield hunt ferguson-lemma-2 --up-to 60`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |c: char| c.is_alphanumeric() || "-_./=,:".contains(c);
        // `split` always returns a first part.
        f.write_str(self.program.split(' ').next().unwrap_or_default())?;
        // `--` is omitted: a reader sees that no options follow.
        for word in self.command.iter().filter(|&word| word != "--") {
            match !word.is_empty() && word.chars().all(plain) {
                true => write!(f, " {word}")?,
                false => write!(f, " '{}'", word.replace('\'', "'\\''"))?,
            }
        }
        Ok(())
    }
}

const FORMAT: Format = Format {
    magic: *b"NIMFSHRD",
    version: 2,
    foreign: "not a finished shard of a job",
};

/// A finished shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneShard {
    /// The job.
    pub job: ShardJob,
    /// The part of the job.
    pub shard: Shard,
    /// The results, as JSON.
    pub found: String,
}

/// The first block of the file.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    job: ShardJob,
    shard: String,
}

impl DoneShard {
    /// Encodes the shard as the bytes of a file.
    ///
    /// # Errors
    /// If the job cannot be written as JSON.
    pub fn encode(&self) -> io::Result<Vec<u8>> {
        let head = Head {
            job: self.job.clone(),
            shard: self.shard.to_string(),
        };
        let head = serde_json::to_vec(&head)?;
        let mut out = FORMAT.writer(Vec::new())?;
        out.record(*b"JOB ", |block| block.extend(head))?;
        out.record(*b"DONE", |block| block.extend(self.found.as_bytes()))?;
        out.seal()
    }

    /// Decodes the shard in these bytes.
    ///
    /// # Errors
    /// If the bytes have another format or version, or are cut off or altered.
    pub fn decode(bytes: &[u8]) -> Result<DoneShard, FileFault> {
        let malformed = FileFault::Malformed("the job");
        let mut file = FORMAT.reader(bytes)?;
        let mut head = file.section(*b"JOB ", "the job")?;
        let head: Head = read_as_written(head.rest()).map_err(|_| malformed.clone())?;
        let mut found = file.section(*b"DONE", "what was found")?;
        file.end()?;
        let found = String::from_utf8(found.rest().to_vec());
        Ok(DoneShard {
            job: head.job,
            shard: head.shard.parse().map_err(|_| malformed)?,
            found: found.map_err(|_| FileFault::Malformed("what was found"))?,
        })
    }

    /// Reads a file of at most `most` bytes.
    ///
    /// # Errors
    /// If the file cannot be read, is longer, or does not hold a complete shard.
    pub fn load(path: &Path, most: u64) -> Result<DoneShard, FileError> {
        DoneShard::decode(&FORMAT.read(path, most)?).map_err(|fault| fault.of(path))
    }
}

/// A finished job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneJob {
    /// The job.
    pub job: ShardJob,
    /// The results of the shards, in order.
    pub found: Vec<String>,
}

/// Why shards do not form a complete job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardsError {
    /// There are no shards.
    #[error("no shard to merge")]
    None,
    /// A shard was made by another program or version.
    #[error("{}: this shard was made by {made_by}, but this is {this}", .path.display())]
    OtherProgram {
        /// The file.
        path: PathBuf,
        /// The program that made it.
        made_by: String,
        /// The program that joins the shards.
        this: String,
    },
    /// A shard belongs to another job than the first.
    #[error(
        "{}: this is a shard of another job: {}\n{} belongs to: {}",
        .other.0.display(),
        .other.1,
        .first.0.display(),
        .first.1
    )]
    OtherJob {
        /// The file and its job.
        other: Box<(PathBuf, ShardJob)>,
        /// The first file and its job.
        first: Box<(PathBuf, ShardJob)>,
    },
    /// A shard belongs to a job cut into another number of shards.
    #[error(
        "{}: this is shard {}, and {} is shard {}: the job was divided in two ways",
        .other.0.display(),
        .other.1,
        .first.0.display(),
        .first.1
    )]
    OtherNumber {
        /// The file and its shard.
        other: (PathBuf, Shard),
        /// The first file and its shard.
        first: (PathBuf, Shard),
    },
    /// A shard occurs twice.
    #[error("{}: shard {shard} occurs twice, also in {}", .paths[1].display(), .paths[0].display())]
    Twice {
        /// The shard.
        shard: Shard,
        /// Both files.
        paths: [PathBuf; 2],
    },
    /// Some shards are missing.
    #[error("{} missing: {job}", missing(.shards))]
    Missing {
        /// The missing shards.
        shards: Vec<Shard>,
        /// The job.
        job: ShardJob,
    },
}

/// Returns the shards that are missing, with their verb.
fn missing(shards: &[Shard]) -> String {
    /// The most missing shards that are listed; the message counts the others.
    const LISTED: usize = 10;
    let names: Vec<String> = shards.iter().take(LISTED).map(Shard::to_string).collect();
    let (s, are) = if shards.len() == 1 {
        ("", "is")
    } else {
        ("s", "are")
    };
    let more = match shards.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} others"),
    };
    format!("shard{s} {}{more} of this job {are}", names.join(", "))
}

/// Joins the shards of a job. All must come from this program and version and from one job, each exactly once.
///
/// # Errors
/// The first condition that fails, with the file at fault.
pub fn together(shards: Vec<(PathBuf, DoneShard)>, program: &str) -> Result<DoneJob, ShardsError> {
    let Some((first_path, first)) = shards.first().cloned() else {
        return Err(ShardsError::None);
    };
    let mut places: Vec<Option<(PathBuf, String)>> = vec![None; first.shard.of as usize];
    for (path, DoneShard { job, shard, found }) in shards {
        if job.program != program {
            return Err(ShardsError::OtherProgram {
                path,
                made_by: job.program,
                this: program.to_string(),
            });
        }
        if job != first.job {
            return Err(ShardsError::OtherJob {
                other: Box::new((path, job)),
                first: Box::new((first_path, first.job)),
            });
        }
        if shard.of != first.shard.of {
            return Err(ShardsError::OtherNumber {
                other: (path, shard),
                first: (first_path, first.shard),
            });
        }
        let place = &mut places[shard.index as usize];
        if let Some((before, _)) = place.take() {
            return Err(ShardsError::Twice {
                shard,
                paths: [before, path],
            });
        }
        *place = Some((path, found));
    }
    let missing: Vec<Shard> = Shard::all(first.shard.of)
        .filter(|shard| places[shard.index as usize].is_none())
        .collect();
    match missing.is_empty() {
        true => Ok(DoneJob {
            job: first.job,
            found: places
                .into_iter()
                .flatten()
                .map(|(_, found)| found)
                .collect(),
        }),
        false => Err(ShardsError::Missing {
            shards: missing,
            job: first.job,
        }),
    }
}
