//! `nimfield draw`

use nimfield::export::svg::Drawing;
use nimfield::export::{latex, picture};
use nimfield::partizan::{PartizanAnalyzer, PartizanComponent, PartizanSum, PartizanWishes};
use nimfield::words::diagram::Diagram;
use short_game::calc::Value;

use crate::analyze::text_of;
use crate::args::{Common, Draw, Format};
use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::export::{self, Picture};
use crate::table::to_output;

/// Forms of more characters have no thermograph drawn.
const LONGEST_FORM: usize = 1_000_000;

/// Runs the command.
pub fn run(common: &Common, wanted: &Draw) -> Result<Status, Failure> {
    let text = text_of(&wanted.position).map_err(Failure::Input)?;
    let file = wanted.output.as_deref();
    let format = export::format(common, wanted.format, file, Format::Svg)?;
    let drawable = match wanted.thermograph {
        true => matches!(format, Format::Svg | Format::Png),
        false => matches!(format, Format::Svg | Format::Png | Format::Latex),
    };
    if !drawable {
        let forms = match wanted.thermograph {
            true => "a thermograph is drawn as svg or png",
            false => "a position is drawn as svg, png or latex",
        };
        return Err(Failure::input(format!(
            "{forms}\nexample: nimfield draw '{{5|{{3|1}}}}' --thermograph -o thermograph.svg"
        )));
    }
    let drawn = match (wanted.thermograph, format) {
        (true, _) => Picture::Drawing(thermograph(common, text)?),
        (false, format) => {
            let (diagrams, title) = diagrams(common, text)?;
            let drawn = match format {
                Format::Latex => latex::position(&diagrams, &title).map(Picture::Latex),
                _ => picture::draw(&diagrams, &title).map(Picture::Drawing),
            };
            drawn.map_err(Failure::input)?
        }
    };
    to_output(file, |out| {
        export::picture(out, format, drawn)?;
        Ok(Status::Answered)
    })
}

/// The components of a position, and the position in strict notation.
fn diagrams(common: &Common, text: &str) -> Result<(Vec<Diagram>, String), Failure> {
    if !PartizanSum::is_meant_by(text) {
        let sum = nimfield::read(text).map_err(Failure::input)?;
        let diagrams = sum.components().iter().map(|component| component.diagram());
        return Ok((diagrams.collect(), sum.to_string()));
    }
    let sum = export::read_partizan(common, text)?;
    let diagrams = sum.components().iter().map(PartizanComponent::diagram);
    Ok((diagrams.collect(), sum.to_string()))
}

/// The thermograph of a position's value.
fn thermograph(common: &Common, text: &str) -> Result<Drawing, Failure> {
    if !PartizanSum::is_meant_by(text) {
        return Err(Failure::input(format!(
            "{text} is no partizan position; the thermograph of an impartial one is a mast at 0\nexample: nimfield draw --thermograph 'matrix-partizan[1 2; 2 2]' -o thermograph.svg"
        )));
    }
    let sum = export::read_partizan(common, text)?;
    let wishes = PartizanWishes {
        value: true,
        moves: false,
        limit: LONGEST_FORM,
        ..PartizanWishes::default()
    };
    let answer = PartizanAnalyzer::new(wishes, budget(common)).analyze(&sum);
    let form = answer.figures.and_then(|figures| figures.value);
    let form = form.ok_or_else(|| {
        Failure::Undecided("the value was not found within the budget, or is too large".to_string())
    })?;
    let arena = sum.arena();
    let drawn = match arena.evaluate(&form).map_err(Failure::input)? {
        Value::Game(game) => arena
            .thermograph(game)
            .and_then(|walls| nimfield::export::thermograph::draw(&walls)),
        _ => return Err(Failure::input(format!("{form} is no game"))),
    };
    drawn.map_err(Failure::input)
}
