//! Where output goes, stdout or a file, and in which form.
//!
//! Every file is written here, by way of another name: it is there as a whole or not at all.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use nimfield::export::svg::Drawing;

use crate::errors::{Failure, Status, remark};
use crate::options::{Common, Format};

/// The form that is asked for: by an option, by the ending of the file, or `default`.
pub fn format(
    common: &Common,
    asked: Option<Format>,
    file: Option<&Path>,
    default: Format,
) -> Result<Format, Failure> {
    let format = match (common.json, asked, file) {
        (true, ..) => Format::Json,
        (false, Some(format), _) => format,
        (false, None, Some(file)) => of_file(file).ok_or_else(|| {
            Failure::input(format!(
                "the ending of {} names no form: say --format, or end the name in .txt, .csv, .json, .jsonl, .tex, .svg, .png or .parquet",
                file.display()
            ))
        })?,
        (false, None, None) => default,
    };
    if matches!(format, Format::Png | Format::Parquet) && file.is_none() {
        let (name, ending) = match format {
            Format::Png => ("PNG", "png"),
            _ => ("Parquet", "parquet"),
        };
        return Err(Failure::input(format!(
            "{name} is not for a terminal: name a file, as in -o table.{ending}"
        )));
    }
    Ok(format)
}

/// The form that a file's name stands for. The OEIS names its b-files `b` and six digits.
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
        "json" | "jsonl" => Format::Json,
        "tex" => Format::Latex,
        "svg" => Format::Svg,
        "png" => Format::Png,
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

/// Writes a file under a temporary name and renames it when it is whole.
pub fn to_file(
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

/// Replaces a file as a whole.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    nimfield::files::replace(path, bytes)
        .map_err(|error| Failure::input(format!("cannot write {}: {error}", path.display())))
}

/// What a picture is written from.
pub enum Picture {
    /// LaTeX.
    Latex(String),
    /// A drawing, for SVG and PNG.
    Drawing(Drawing),
}

/// Writes a picture, a drawing as SVG if not as PNG.
pub fn picture(out: &mut dyn Write, format: Format, picture: Picture) -> Result<(), Failure> {
    match (picture, format) {
        (Picture::Latex(text), _) => out.write_all(text.as_bytes())?,
        (Picture::Drawing(drawing), Format::Png) => out.write_all(&png(&drawing)?)?,
        (Picture::Drawing(drawing), _) => out.write_all(drawing.to_svg().as_bytes())?,
    }
    Ok(())
}

#[cfg(feature = "png")]
fn png(drawing: &Drawing) -> Result<Vec<u8>, Failure> {
    /// Pixels to a unit of the drawing: fit for print and for dense screens.
    const SCALE: f32 = 2.0;
    nimfield::export::png::render(drawing, SCALE).map_err(Failure::input)
}

#[cfg(not(feature = "png"))]
fn png(_: &Drawing) -> Result<Vec<u8>, Failure> {
    Err(Failure::input(
        "this nimfield was built without PNG: cargo install --features png, or use svg",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_form() {
        let form = |name: &str| of_file(Path::new(name));
        assert_eq!(form("b002251.txt"), Some(Format::Bfile));
        assert_eq!(form("x/b.txt"), Some(Format::Text));
        assert_eq!(form("board.txt"), Some(Format::Text));
        assert_eq!(form("A.JSONL"), Some(Format::Json));
        assert_eq!(form("a.b.parquet"), Some(Format::Parquet));
        assert_eq!(form("a.tex"), Some(Format::Latex));
        assert_eq!(form("a.xlsx"), None);
        assert_eq!(form("svg"), None);
        assert_eq!(form(".svg"), None);
    }
}
