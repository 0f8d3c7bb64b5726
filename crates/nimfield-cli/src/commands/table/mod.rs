//! `nimfield table`: tables of families, and of all partitions up to a bound.

mod args;
mod counts;
mod family;
mod levels;
mod messages;
mod part;
mod partitions;
mod rows;
mod sized;

use std::path::Path;

use nimfield::tables::Shown;

use super::bfile;
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::options::{Common, Format};
use crate::output;

pub use self::args::Args;

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if let Some(path) = &wanted.check_bfile {
        return bfile::check(common, path);
    }
    let template = template(wanted)?;
    let file = wanted.output.as_deref();
    if let (Some(shard), Some(path)) = (wanted.shard, file) {
        return part::run(common, wanted, template, (shard, path));
    }
    let format = match wanted.against {
        Some(_) => Format::Bfile,
        None => output::format(
            common,
            wanted.format,
            file,
            Format::Text,
            ".txt, .csv, .json, .jsonl, .md, .tex, .svg, .png, .pdf or .parquet",
        )?,
    };
    let of_p = wanted.shows().shown() == Shown::Outcomes;
    let counted = wanted.count && format != Format::Bfile && of_p;
    if wanted.partitions.up_to.is_none() && wanted.partitions.state.is_some() && !counted {
        return Err(Failure::input(
            "--state is for all partitions up to a bound, and for counts of P-positions; other tables are not saved\n\
             example: nimfield table 'nim[n 2n 3n]' n=1..1000000 --count --state n.count",
        ));
    }
    let in_rows = [
        Format::Text,
        Format::Csv,
        Format::Json,
        Format::JsonArray,
        Format::Bfile,
    ];
    if wanted.partitions.up_to.is_some() && !in_rows.contains(&format) {
        return Err(Failure::input(
            "tables of all positions up to a size are written as text, csv, json or bfile",
        ));
    }
    match wanted.partitions.up_to {
        Some(up_to) if partitions::is_census(common, wanted, template) => {
            partitions::run(common, wanted, template, format, up_to)
        }
        Some(up_to) => sized::run(common, wanted, template, format, up_to),
        None => {
            wanted.partitions.refuse_without_up_to()?;
            family::run(common, wanted, template, format)
        }
    }
}

/// Returns the position with its letters.
fn template(wanted: &Args) -> Result<&str, Failure> {
    let template = wanted.template.as_deref();
    text_of(template.expect("clap requires it without --check-bfile")).map_err(Failure::Input)
}

/// Prints the combined result of the finished shards of a table.
pub fn merged(
    common: &Common,
    wanted: &Args,
    found: &[String],
    file: Option<&Path>,
) -> Result<Status, Failure> {
    let template = template(wanted)?;
    part::merged(common, wanted, template, found, file)
}
