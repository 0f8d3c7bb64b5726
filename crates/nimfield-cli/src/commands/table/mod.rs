//! `nimfield table`: tables of families, and of all partitions up to a bound.

mod args;
mod effort;
mod family;
mod part;
mod partitions;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use nimfield::bfile;

use crate::errors::{Failure, Status, print};
use crate::input::text_of;
use crate::options::{Common, Format};
use crate::output;

pub use self::args::Args;

/// Runs the command.
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    if let Some(path) = &wanted.check_bfile {
        return check_bfile(common, path);
    }
    let template = wanted.template.as_deref().unwrap_or_default();
    let template = text_of(template).map_err(Failure::Input)?;
    let file = wanted.output.as_deref();
    if let (Some(shard), Some(path)) = (wanted.shard, file) {
        return part::run(common, wanted, template, (shard, path));
    }
    let format = output::format(
        common,
        wanted.format,
        file,
        Format::Text,
        ".txt, .csv, .json, .jsonl, .md, .tex, .svg, .png, .pdf or .parquet",
    )?;
    if wanted.partitions.up_to.is_none() && wanted.partitions.state.is_some() {
        return Err(Failure::input(
            "--state is for all partitions up to a bound; of other tables nothing is saved\n\
             example: nimfield table pnim --up-to 60 --count --state 60.census",
        ));
    }
    match wanted.partitions.up_to {
        Some(up_to) => partitions::run(common, wanted, template, format, up_to),
        None => family::run(common, wanted, template, format),
    }
}

/// What the finished shards of a table come to.
pub fn merged(
    common: &Common,
    wanted: &Args,
    found: &[String],
    file: Option<&Path>,
) -> Result<Status, Failure> {
    let template = wanted.template.as_deref().unwrap_or_default();
    let template = text_of(template).map_err(Failure::Input)?;
    part::merged(common, wanted, template, found, file)
}

fn check_bfile(common: &Common, path: &Path) -> Result<Status, Failure> {
    let named =
        |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| named(&error))?;
    let summary = bfile::check(BufReader::new(file)).map_err(|fault| named(&fault))?;
    let count = summary.last - summary.first + 1;
    if common.json {
        let row = serde_json::json!({
            "schema": nimfield::words::SCHEMA,
            "file": path.display().to_string(),
            "terms": count,
            "first": summary.first,
            "last": summary.last,
            "data": summary.data.line(),
        });
        return print(format!("{row}\n").as_bytes());
    }
    let text = format!(
        "{}: a well-formed b-file, {count} terms, n = {} to {}\ndata: {}\n",
        path.display(),
        summary.first,
        summary.last,
        summary.data.line()
    );
    print(text.as_bytes())
}
