//! The destination of output, stdout or a file, and its format.
//!
//! Every file is written here, under a temporary name and with a lock, so that it is complete or missing.

use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use nimfield_core::files::{self, Lock, NewFile};
use nimfield_export::svg::Drawing;

#[cfg(feature = "png")]
use crate::budget::budget;
use crate::errors::{Failure, Status, print, remark};
use crate::options::{Common, Format};

/// Returns the requested format: from an option, from the ending of the file, or `default`.
pub fn format(
    common: &Common,
    asked: Option<Format>,
    file: Option<&Path>,
    default: Format,
    endings: &str,
) -> Result<Format, Failure> {
    let format = match (common.json, asked, file) {
        (true, ..) => Format::Json,
        (false, Some(format), _) => format,
        (false, None, Some(file)) => of_file(file).ok_or_else(|| {
            Failure::input(format!(
                "unknown file format of {}: use --format, or end the name in {endings}",
                file.display()
            ))
        })?,
        (false, None, None) => default,
    };
    writable(format, file)
}

/// Returns the format, if the destination supports it.
pub fn writable(format: Format, file: Option<&Path>) -> Result<Format, Failure> {
    if matches!(format, Format::Png | Format::Pdf | Format::Parquet) && file.is_none() {
        let (name, ending) = match format {
            Format::Png => ("PNG", "png"),
            Format::Pdf => ("PDF", "pdf"),
            _ => ("Parquet", "parquet"),
        };
        return Err(Failure::input(format!(
            "{name} is not for a terminal: name a file, as in -o table.{ending}"
        )));
    }
    Ok(format)
}

/// Returns the format of a drawing from the name of a file.
pub fn drawn(path: &Path) -> Result<Format, Failure> {
    let format =
        of_file(path).filter(|format| matches!(format, Format::Svg | Format::Png | Format::Pdf));
    format.ok_or_else(|| {
        Failure::input(format!(
            "unknown file format of {}: end the name in .svg, .png or .pdf, as in figure.svg",
            path.display()
        ))
    })
}

/// Returns the format from the name of a file. The OEIS names its b-files `b` and six digits.
fn of_file(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "txt" => {
            let digits = path.file_stem()?.to_str()?.strip_prefix('b');
            let is_bfile = |digits: &str| {
                digits.len() >= 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
            };
            match digits.is_some_and(is_bfile) {
                true => Format::Bfile,
                false => Format::Text,
            }
        }
        "csv" => Format::Csv,
        "json" => Format::JsonArray,
        "jsonl" => Format::Json,
        "md" => Format::Markdown,
        "tex" => Format::Latex,
        "svg" => Format::Svg,
        "png" => Format::Png,
        "pdf" => Format::Pdf,
        "parquet" => Format::Parquet,
        _ => return None,
    })
}

/// Writes to stdout or to a file.
pub fn to(
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
        Some(path) => to_file(path, |out| write(out)),
    }
}

/// Writes a file atomically, while no other process can write it; an unfinished one is kept beside it.
pub fn to_file(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let cannot = |error: io::Error| cannot_write(path, &error);
    let _lock = lock(path)?;
    let mut out = BufWriter::new(NewFile::create(path).map_err(cannot)?);
    let status = write(&mut out).map_err(|failure| match failure {
        Failure::Unwritten(why) => cannot_write(path, &why),
        failure => failure,
    })?;
    let file = out
        .into_inner()
        .map_err(|error| cannot(error.into_error()))?;
    if status == Status::Answered {
        file.finish().map_err(cannot)?;
    } else if let Some(unfinished) = file.finish_beside(".part").map_err(cannot)? {
        remark(&format!(
            "the unfinished table is in {}",
            unfinished.display()
        ));
    }
    Ok(status)
}

/// Replaces a file atomically.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let _lock = lock(path)?;
    files::replace(path, bytes).map_err(|error| cannot_write(path, &error))
}

/// Returns a text as it is written: into a file without colours.
pub fn shown(path: Option<&Path>, text: &str) -> String {
    match path {
        None => text.to_string(),
        Some(_) => anstream::adapter::strip_str(text).to_string(),
    }
}

/// Prints text on stdout, or replaces a file by it, then without colours.
pub fn text(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    match path {
        None => print(text.as_bytes()).map(|_| ()),
        Some(path) => replace(path, shown(Some(path), text).as_bytes()),
    }
}

/// Locks a file for writing, or for continuing from it; one process at a time can do so. Files that are not regular,
/// such as pipes, need no lock.
pub fn lock(path: &Path) -> Result<Option<Lock>, Failure> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(cannot_write(path, &"it is a directory")),
        Ok(there) if !there.is_file() => Ok(None),
        _ => Lock::on(path)
            .map(Some)
            .map_err(|error| cannot_write(path, &error.fault)),
    }
}

/// Reads a file that grows line by line, empty if it is missing. Only if `read` accepts the complete lines, an incomplete
/// last line is removed, which a killed run leaves.
pub fn read_lines<T>(
    path: &Path,
    read: impl FnOnce(&str) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::input(format!("{}: {error}", path.display()))),
    };
    // A single line without an end may belong to another file: it must be accepted as well.
    let whole = text.rfind('\n').map_or(text.len(), |end| end + 1);
    let found = read(&text[..whole])?;
    if !text.is_empty() && !text.ends_with('\n') {
        let lines = format!("{}\n", text[..whole].trim_end_matches('\n'));
        files::replace(path, lines.as_bytes()).map_err(|error| cannot_write(path, &error))?;
    }
    Ok(found)
}

/// Appends a line to a file.
pub fn append(path: &Path, line: &str) -> Result<(), Failure> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes()))
        .map_err(|error| cannot_write(path, &error))
}

/// Returns the failure for a file that cannot be written.
pub fn cannot_write(path: &Path, why: &dyn Display) -> Failure {
    Failure::input(format!("cannot write {}: {why}", path.display()))
}

/// The source of a picture.
pub enum Picture {
    /// LaTeX.
    Latex(String),
    /// A drawing, for SVG and PNG.
    Drawing(Drawing),
}

/// Writes a picture; a drawing becomes SVG, unless PNG is requested.
pub fn picture(
    out: &mut dyn Write,
    common: &Common,
    format: Format,
    picture: Picture,
) -> Result<Status, Failure> {
    match (picture, format) {
        (Picture::Latex(text), _) => out.write_all(text.as_bytes())?,
        (Picture::Drawing(drawing), Format::Png) => out.write_all(&png(&drawing, common)?)?,
        (Picture::Drawing(drawing), Format::Pdf) => out.write_all(&pdf(&drawing, common)?)?,
        (Picture::Drawing(drawing), _) => out.write_all(drawing.to_svg().as_bytes())?,
    }
    Ok(Status::Answered)
}

#[cfg(feature = "png")]
fn png(drawing: &Drawing, common: &Common) -> Result<Vec<u8>, Failure> {
    /// Pixels per unit of the drawing, enough for print and dense screens.
    const SCALE: f32 = 2.0;
    nimfield_export::png::render(drawing, SCALE, &budget(common)).map_err(no_picture)
}

#[cfg(feature = "png")]
fn pdf(drawing: &Drawing, common: &Common) -> Result<Vec<u8>, Failure> {
    nimfield_export::png::pdf::render(drawing, &budget(common)).map_err(no_picture)
}

#[cfg(feature = "png")]
fn no_picture(error: nimfield_export::png::PngError) -> Failure {
    match error {
        nimfield_export::png::PngError::Stopped(_) => Failure::Undecided(error.to_string()),
        error => Failure::input(error),
    }
}

#[cfg(not(feature = "png"))]
fn png(_: &Drawing, _: &Common) -> Result<Vec<u8>, Failure> {
    Err(Failure::input(
        "this nimfield was built without PNG and PDF: cargo install --features png, or use svg",
    ))
}

#[cfg(not(feature = "png"))]
use png as pdf;

#[cfg(test)]
#[path = "../tests/units/output.rs"]
mod tests;
