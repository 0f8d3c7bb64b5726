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
    after_help = "\
What is printed, and the exit code, are those of the command without --shard; measured seconds are those of all \
shards together. The files tell which command it was. They must be of one job, of this version of the program, and \
whole, and each shard must be there once."
)]
pub struct Args {
    /// The files of all shards, in any order
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Write to a file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Of a hunt: write the counterexample with its evidence here, as JSON
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Of verify: write a report in Markdown
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}
