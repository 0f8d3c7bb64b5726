//! `nimfield table`

mod census;
mod family;

pub use family::{Source, count_p, for_each_cell};

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use nimfield::bfile;

use crate::analyze::text_of;
use crate::args::{Common, Format, Table};
use crate::errors::{Failure, Status, remark};
use crate::export;

/// Tables with more rows are refused; counting goes further.
const MOST_ROWS: u128 = 10_000_000;

/// Runs the command.
pub fn run(common: &Common, wanted: &Table) -> Result<Status, Failure> {
    if let Some(path) = &wanted.check_bfile {
        return check_bfile(path);
    }
    let template = wanted.template.as_deref().unwrap_or_default();
    let template = text_of(template).map_err(Failure::Input)?;
    match wanted.census.up_to {
        Some(up_to) => census::run(common, wanted, template, up_to),
        None => family::run(common, wanted, template),
    }
}

impl Table {
    /// The form asked for.
    fn format(&self, common: &Common) -> Result<Format, Failure> {
        export::format(common, self.format, self.output.as_deref(), Format::Text)
    }
}

/// Writes to stdout or to a file.
pub fn to_output(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    match path {
        None => {
            let mut out = BufWriter::new(anstream::stdout().lock());
            let status = write(&mut out)?;
            out.flush()?;
            Ok(status)
        }
        Some(path) => write_file(path, |out| write(out)),
    }
}

/// Writes a file under a temporary name and renames it when it is whole.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::input(format!("cannot write {}: {error}", path.display()))
    };
    if path.is_dir() {
        return Err(cannot(&"it is a directory"));
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    let mut out = BufWriter::new(File::create(&temporary).map_err(|error| cannot(&error))?);
    let written = write(&mut out).and_then(|status| {
        out.flush().map_err(|error| cannot(&error))?;
        if status == Status::Answered {
            std::fs::rename(&temporary, path).map_err(|error| cannot(&error))?;
        }
        Ok(status)
    });
    match &written {
        Ok(Status::Answered) => {}
        Ok(_) => remark(&format!(
            "the unfinished table is in {}",
            Path::new(&temporary).display()
        )),
        // What failed is worth nothing.
        Err(_) => {
            let _ = std::fs::remove_file(&temporary);
        }
    }
    written
}

fn check_bfile(path: &Path) -> Result<Status, Failure> {
    let named =
        |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| named(&error))?;
    let summary = bfile::check(BufReader::new(file)).map_err(|fault| named(&fault))?;
    let count = summary.last - summary.first + 1;
    let text = format!(
        "{}: a well-formed b-file, {count} terms, n = {} to {}\ndata: {}\n",
        path.display(),
        summary.first,
        summary.last,
        summary.data.line()
    );
    crate::errors::print(text.as_bytes())
}
