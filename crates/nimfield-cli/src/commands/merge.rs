//! `nimfield merge`: joins the parts of a job.

use std::path::PathBuf;

/// The arguments of `nimfield merge`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield hunt ferguson-theorem-3 --up-to 80 --shard 1/2 -o part1.shard     on one machine
  nimfield hunt ferguson-theorem-3 --up-to 80 --shard 2/2 -o part2.shard     on another
  nimfield merge part1.shard part2.shard
  nimfield merge parts/*.shard -o table.csv",
    after_help = "The output and the exit code are those of the command without --shard; measured seconds are added \
up over all shards. The files record the command. They must belong to one job and to this version of the program, \
they must be complete, and each shard must occur once."
)]
pub struct Args {
    /// The files of all shards, in any order
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Write to a file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// For a hunt: write the counterexample with its evidence here, as JSON
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// For verify: write a report in Markdown
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}
