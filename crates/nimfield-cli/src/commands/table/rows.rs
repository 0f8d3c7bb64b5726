//! Rows of tables: one writer for all kinds of tables, in text, CSV and JSON.

use std::io::Write;

use nimfield::tables::TableCell;

use crate::errors::Failure;
use crate::options::Format;

/// Writes rows, in CSV after a header.
pub enum RowWriter<'o> {
    Text(&'o mut dyn Write),
    Csv(Box<csv::Writer<&'o mut dyn Write>>),
    Json(&'o mut dyn Write),
    /// The text before the next object.
    JsonArray(&'o mut dyn Write, &'static str),
}

impl<'o> RowWriter<'o> {
    /// Starts a table with these columns.
    pub fn new(
        out: &'o mut dyn Write,
        format: Format,
        columns: &[&str],
    ) -> Result<RowWriter<'o>, Failure> {
        Ok(match format {
            Format::Csv => {
                let mut out = csv::Writer::from_writer(out);
                out.write_record(columns).map_err(unwritten)?;
                RowWriter::Csv(Box::new(out))
            }
            Format::Json => RowWriter::Json(out),
            Format::JsonArray => RowWriter::JsonArray(out, "["),
            _ => RowWriter::Text(out),
        })
    }

    /// Writes a row: its line of text, the fields of its records in CSV, or its line of JSON.
    pub fn write(
        &mut self,
        text: impl FnOnce() -> String,
        records: impl FnOnce() -> Vec<Vec<String>>,
        object: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        match self {
            RowWriter::Text(out) => Ok(writeln!(out, "{}", text())?),
            RowWriter::Json(out) => Ok(writeln!(out, "{}", object()?)?),
            RowWriter::JsonArray(out, before) => {
                let object = object()?;
                Ok(write!(out, "{}\n{object}", std::mem::replace(before, ","))?)
            }
            RowWriter::Csv(out) => records()
                .into_iter()
                .try_for_each(|record| out.write_record(record).map_err(unwritten)),
        }
    }

    /// Ends the table.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            RowWriter::Csv(mut out) => Ok(out.flush()?),
            RowWriter::JsonArray(out, ",") => Ok(writeln!(out, "\n]")?),
            RowWriter::JsonArray(out, before) => Ok(writeln!(out, "{before}]")?),
            RowWriter::Text(_) | RowWriter::Json(_) => Ok(()),
        }
    }
}

fn unwritten(error: csv::Error) -> Failure {
    match error.into_kind() {
        // The reader may have closed the pipe.
        csv::ErrorKind::Io(error) => error.into(),
        kind => Failure::Unwritten(format!("{kind:?}")),
    }
}

/// Returns a cell as a field of CSV: empty if undecided, in every kind of table.
pub fn field(cell: &TableCell) -> String {
    match cell {
        TableCell::Undecided => String::new(),
        cell => cell.text(),
    }
}
