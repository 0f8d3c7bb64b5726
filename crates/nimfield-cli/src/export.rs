//! The forms of tables and pictures that the library writes, and which of them is meant.

use std::io::Write;
use std::path::Path;

use nimfield::Play;
use nimfield::export::svg::Drawing;
use nimfield::export::{Cell, Shown, latex, map};
use nimfield::partizan::{PartizanAnalyzer, PartizanSum, PartizanWishes};
use nimfield::solve::budget::Budget;
use nimfield::template::Template;

use crate::args::{Common, Format, Show, Table};
use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::table::{Source, for_each_cell};
use crate::value::arena;

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

/// A position in strict notation.
pub fn strict(common: &Common, text: &str) -> Result<String, Failure> {
    if PartizanSum::is_meant_by(text) {
        Ok(read_partizan(common, text)?.to_string())
    } else {
        Ok(nimfield::read(text).map_err(Failure::input)?.to_string())
    }
}

/// Reads a partizan sum into an arena of its own.
pub fn read_partizan(common: &Common, text: &str) -> Result<PartizanSum, Failure> {
    let arena = arena(common).map_err(Failure::input)?;
    PartizanSum::read(text, arena).map_err(Failure::input)
}

/// What a table says of a partizan position.
pub fn partizan_cell(common: &Common, text: &str, show: Show) -> Result<Cell, Failure> {
    let sum = read_partizan(common, text)?;
    let wishes = PartizanWishes {
        play: common.play.unwrap_or_default(),
        value: show == Show::Value,
        moves: false,
        unproved: common.allow_unproved,
        ..PartizanWishes::default()
    };
    let answer = PartizanAnalyzer::new(wishes, budget(common)).analyze(&sum);
    let found = match show {
        Show::Outcome => answer.outcome.map(Cell::Outcome),
        Show::Value => answer.figures.and_then(|f| f.value).map(Cell::Form),
    };
    Ok(found.unwrap_or(Cell::Undecided))
}

fn shown(wanted: &Table) -> Shown {
    match wanted.show {
        Show::Outcome => Shown::Outcomes,
        Show::Value => Shown::Values,
    }
}

/// The games of a family, each with its rules, and the play convention of its table.
fn games(common: &Common, family: &Template) -> Result<(Vec<(String, String)>, Play), Failure> {
    let ends = family.letters().iter().map(|letter| *letter.range.end());
    let text = family
        .with(&ends.collect::<Vec<_>>())
        .map_err(Failure::input)?;
    let mut infos = Vec::new();
    let mut play = Play::Normal;
    if PartizanSum::is_meant_by(&text) {
        infos.push(&nimfield::partizan::INFO);
    } else {
        let sum = nimfield::read(&text).map_err(Failure::input)?;
        play = sum.default_play();
        for component in sum.components() {
            let info = component.info();
            if infos.iter().all(|known| known.name != info.name) {
                infos.push(info);
            }
        }
    }
    let games = infos
        .into_iter()
        .map(|info| (info.name.to_string(), info.rules.to_string()));
    Ok((games.collect(), common.play.unwrap_or(play)))
}

/// Writes a table in a form that needs all of it: LaTeX, SVG, PNG.
pub fn whole(
    out: &mut dyn Write,
    common: &Common,
    wanted: &Table,
    format: Format,
    family: &Template,
    mut source: Source<'_>,
    budget: &Budget,
) -> Result<Status, Failure> {
    let (_, play) = games(common, family)?;
    let most = match format {
        Format::Latex => latex::MOST_CELLS,
        _ => map::MOST_CELLS,
    };
    if wanted.only_p {
        return Err(Failure::input(
            "--only-p goes with text, CSV, JSON and Parquet; this form shows all positions",
        ));
    }
    if family.count() > most as u128 {
        return Err(Failure::input(format!(
            "the table has {} cells; this form is for at most {most}",
            family.count()
        )));
    }
    let mut cells = Vec::new();
    let status = for_each_cell(&mut source, family, budget, |_, cell| {
        cells.push(cell);
        Ok(())
    })?;
    let total = usize::try_from(family.count()).unwrap_or(usize::MAX);
    cells.resize(total, Cell::Undecided);
    let table = nimfield::export::Table {
        family: family.text().to_string(),
        play,
        shown: shown(wanted),
        letters: family.letters().to_vec(),
        cells,
    };
    let drawn = match format {
        Format::Latex => latex::table(&table).map(Picture::Latex),
        _ => map::draw(&table).map(Picture::Drawing),
    };
    picture(out, format, drawn.map_err(Failure::input)?)?;
    Ok(status)
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

/// Writes a table as Parquet, as its rows are found.
#[cfg(feature = "parquet")]
pub fn parquet(
    out: &mut (dyn Write + Send),
    common: &Common,
    wanted: &Table,
    family: &Template,
    budget: &Budget,
) -> Result<Status, Failure> {
    use nimfield::export::parquet::{About, ParquetTable};

    let (games, play) = games(common, family)?;
    let shown = shown(wanted);
    let about = About { games, play, shown };
    let cannot = |error| Failure::input(format!("cannot write the table: {error}"));
    let mut table = ParquetTable::new(out, family, &about).map_err(cannot)?;
    let mut source = Source::new(common, wanted, family, budget)?;
    let status = for_each_cell(&mut source, family, budget, |values, cell| {
        if wanted.only_p && !cell.is_p() {
            return Ok(());
        }
        let text = family.with(&values).map_err(Failure::input)?;
        let position = strict(common, &text)?;
        table.push(&values, &position, &cell).map_err(cannot)
    })?;
    table.finish().map_err(cannot)?;
    Ok(status)
}

/// Says that this form is not built in.
#[cfg(not(feature = "parquet"))]
pub fn parquet(
    _: &mut (dyn Write + Send),
    _: &Common,
    _: &Table,
    _: &Template,
    _: &Budget,
) -> Result<Status, Failure> {
    Err(Failure::input(
        "this nimfield was built without Parquet: cargo install --features parquet, or use csv",
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
