//! `nimfield draw`: a position as a picture, or its thermograph.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use nimfield::diagram::Diagram;
use nimfield::{Sum, Term};
use nimfield_api::Context;
use nimfield_export::{latex, picture, thermograph};
use short_game::Thermograph;

use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::input::text_of;
use crate::objects::{ThermographObject, json};
use crate::options::{Common, Format, Tables};
use crate::output::{self, Picture};
use crate::session::{context, play_of, read};
use crate::tables::AtHand;

/// The endings of files that `draw` can write.
const ENDINGS: &str = ".svg, .png, .pdf or .tex";

/// The arguments of `nimfield draw`.
#[derive(Debug, clap::Args)]
#[command(before_help = "\
Examples:
  nimfield draw 'matrix[20 24; 24 27]' -o ferguson.svg
  nimfield draw 'matrix[7 5; 6 8] + nim[17]' -o sum.tex
  nimfield draw 'nimbers[(2,2) (4,w)]' -o stones.pdf
  nimfield draw --blank 'triangle[5]' -o worksheet.pdf
  nimfield draw --thermograph '{5|{3|1}}' -o thermograph.png
  nimfield draw --thermograph --json '{5|{3|1}}'    the corners of the walls as numbers")]
pub struct Args {
    /// The position, in notation
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub position: OsString,
    /// Draw the thermograph of a partizan position, Left to the left
    #[arg(long)]
    pub thermograph: bool,
    /// Leave out stones, counters and entries, for a sheet to fill in by hand
    #[arg(long, conflicts_with = "thermograph")]
    pub blank: bool,
    /// svg, png, pdf or latex [default: by the ending of FILE, otherwise svg]
    #[arg(long, value_parser = drawn(), hide_possible_values = true, conflicts_with = "json")]
    pub format: Option<Format>,
    /// Write to a file instead of stdout; the ending .svg, .png, .pdf or .tex chooses the format
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Reads one of the formats that `draw` can write.
fn drawn() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["svg", "png", "pdf", "latex"])
        .try_map(|name| Format::from_str(&name, false))
}

pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    let text = text_of(&wanted.position).map_err(Failure::Input)?;
    let file = wanted.output.as_deref();
    let format = output::format(common, wanted.format, file, Format::Svg, ENDINGS)?;
    match format {
        Format::Svg | Format::Png | Format::Pdf | Format::Latex => {}
        Format::Json if wanted.thermograph => {}
        Format::Json => {
            return Err(Failure::input(
                "--json is not available for the picture of a position; --thermograph --json gives the corners of a thermograph",
            ));
        }
        _ => {
            return Err(Failure::input(
                "a picture is drawn as svg, png, pdf or latex\nexample: nimfield draw '{5|{3|1}}' --thermograph -o thermograph.svg",
            ));
        }
    }
    let position = read(common, text)?;
    if wanted.thermograph {
        let walls = walls(common, text, &position)?;
        return output::to(file, |out| {
            if format == Format::Json {
                let row = ThermographObject::new(text, &walls).map_err(Failure::input)?;
                writeln!(out, "{}", json(&row))?;
                return Ok(Status::Answered);
            }
            let drawing = thermograph::draw(&walls).map_err(Failure::input)?;
            let picture = match format {
                Format::Latex => {
                    Picture::Latex(latex::drawing(&drawing, &format!("Thermograph of {text}")))
                }
                _ => Picture::Drawing(drawing),
            };
            output::picture(out, common, format, picture)
        });
    }
    let diagrams = position.components().iter().map(Term::diagram);
    let diagrams: Vec<Diagram> = match wanted.blank {
        true => diagrams.map(Diagram::blank).collect(),
        false => diagrams.collect(),
    };
    let title = position.to_string();
    let drawn = match format {
        Format::Latex => {
            Picture::Latex(latex::position(&diagrams, &title).map_err(Failure::input)?)
        }
        _ => Picture::Drawing(picture::draw(&diagrams, &title).map_err(Failure::input)?),
    };
    output::to(file, |out| output::picture(out, common, format, drawn))
}

/// Returns the thermograph of a position's value.
fn walls(common: &Common, text: &str, position: &Sum) -> Result<Thermograph, Failure> {
    if position.is_impartial() {
        return Err(Failure::input(format!(
            "{text} is not a partizan position; the thermograph of an impartial one is a mast at 0\nexample: nimfield draw --thermograph 'matrix-partizan[1 2; 2 2]' -o thermograph.svg"
        )));
    }
    let mut tables = AtHand::new(common, &Tables::default())?;
    let context = Context {
        tables: Some(tables.set()),
        ..context(common)
    };
    let play = play_of(common, position).map_err(Failure::Input)?;
    let walls = nimfield_api::thermograph(&context, position, play, &budget(common));
    tables.tell_faults();
    walls.map_err(Failure::from)
}
