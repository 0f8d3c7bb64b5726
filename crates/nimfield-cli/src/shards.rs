//! Parts of a job: their options, the unique spelling of the job, and their files.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use nimfield_core::sealed::read_as_written;
use nimfield_core::shard::{DoneJob, DoneShard, Shard, ShardJob, gather, together};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::errors::{Failure, Status, print};
use crate::objects::{ShardObject, json};
use crate::options::Common;
use crate::output::to_file;

/// This program; shards of other versions cannot be merged with its own.
const PROGRAM: &str = concat!("nimfield ", env!("CARGO_PKG_VERSION"));

/// The options of commands that write nothing else into a file.
#[derive(Debug, clap::Args)]
pub struct Sharding {
    /// Do only the I-th of N parts of the work; `nimfield merge` joins the parts
    #[arg(long, value_name = "I/N", requires = "output")]
    pub shard: Option<Shard>,
    /// The file for that part
    #[arg(short, long, value_name = "FILE", requires = "shard")]
    pub output: Option<PathBuf>,
}

impl Sharding {
    /// Returns the requested part, and its file.
    pub fn wanted(&self) -> Option<(Shard, &Path)> {
        Some((self.shard?, self.output.as_deref()?))
    }
}

/// The arguments of a job, in a form that can be compared and parsed: with defaults written out, and without options
/// that do not affect the answer.
pub struct Spelling(Vec<String>);

impl Spelling {
    /// Creates the spelling of a command with those common options that affect the answer.
    pub fn of(command: &str, common: &Common) -> Spelling {
        Spelling(vec![command.to_string()])
            .option("play", common.play)
            .flag("json", common.json)
            .flag("allow-unproved", common.allow_unproved)
    }

    /// Adds an option with its value, if it has one.
    pub fn option(mut self, name: &str, value: Option<impl Display>) -> Spelling {
        if let Some(value) = value {
            self.0.push(format!("--{name}={value}"));
        }
        self
    }

    /// Adds an option without a value.
    pub fn flag(mut self, name: &str, set: bool) -> Spelling {
        if set {
            self.0.push(format!("--{name}"));
        }
        self
    }

    /// Adds the arguments that are not options, and returns the job.
    pub fn rest<T: Display>(mut self, words: impl IntoIterator<Item = T>) -> ShardJob {
        self.0.push("--".to_string());
        self.0
            .extend(words.into_iter().map(|word| word.to_string()));
        ShardJob {
            program: PROGRAM.to_string(),
            command: self.0,
        }
    }
}

/// Returns the name of a choice on the command line.
pub fn name(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

/// Does a part of a job and writes its file once it is finished; an unfinished part has no file.
pub fn run<F: Serialize>(
    common: &Common,
    job: ShardJob,
    (shard, path): (Shard, &Path),
    find: impl FnOnce() -> Result<F, Failure>,
) -> Result<Status, Failure> {
    let name = job.to_string();
    let status = to_file(path, |out| {
        let found = find().map_err(|failure| match failure {
            Failure::Undecided(why) => {
                Failure::Undecided(format!("shard {shard} is not finished: {why}"))
            }
            failure => failure,
        })?;
        let found = serde_json::to_string(&found).map_err(Failure::input)?;
        let done = DoneShard { job, shard, found };
        out.write_all(&done.encode()?)?;
        Ok(Status::Answered)
    })?;
    let file = path.display().to_string();
    let said = match common.json {
        true => json(&ShardObject {
            file: &file,
            shard: shard.to_string(),
            job: &name,
        }),
        false => format!("{file}: shard {shard} of {name}"),
    };
    print(format!("{said}\n").as_bytes())?;
    Ok(status)
}

/// Joins the shards in these files into a job.
pub fn job(common: &Common, paths: &[PathBuf]) -> Result<DoneJob, Failure> {
    let shards = paths.iter().map(|path| {
        let shard = DoneShard::load(path, common.memory.as_u64()).map_err(Failure::input)?;
        Ok((path.clone(), shard))
    });
    together(shards.collect::<Result<_, Failure>>()?, PROGRAM).map_err(Failure::input)
}

/// How long to recompute results of shards from files, since a seal does not show who wrote a file.
pub const MOMENT: Duration = Duration::from_secs(1);

/// Parses the results of each shard.
pub fn each<F: Serialize + DeserializeOwned>(found: &[String]) -> Result<Vec<F>, Failure> {
    let read = |found: &String| read_as_written(found.as_bytes()).map_err(|_| no_shards());
    found.iter().map(read).collect()
}

/// Returns the results for this many pieces from all shards, in order.
pub fn all<F: Serialize + DeserializeOwned>(
    found: &[String],
    pieces: u64,
) -> Result<Vec<F>, Failure> {
    gather(each(found)?, pieces).ok_or_else(no_shards)
}

/// Returns the failure for a shard of work that has no end.
pub fn endless(example: &str) -> Failure {
    Failure::input(format!(
        "a part written with -o needs an end: --up-to SIZE\nexample: {example}"
    ))
}

/// Returns the failure for a file with a valid seal whose contents do not match its job.
pub fn no_shards() -> Failure {
    Failure::input("the contents of the shards do not match their job")
}
