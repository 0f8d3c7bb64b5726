//! Pictures.

use nimfield::diagram::Diagram;
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play, Query, Sum, Term};
use nimfield_export::{latex, picture};
use serde::{Deserialize, Serialize};
use short_game::Thermograph;
use short_game::calc::Value;

use crate::asked::Asked;
use crate::context::{Context, play_of};
use crate::error::ApiError;

/// The longest form, in characters, whose thermograph is drawn.
const LONGEST_FORM: usize = 1_000_000;

/// A request for a picture.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawRequest {
    /// The position.
    #[serde(flatten)]
    pub asked: Asked,
    /// The form.
    #[serde(default)]
    pub format: PictureForm,
    /// The thermograph of a partizan position instead, as SVG.
    #[serde(default)]
    pub thermograph: bool,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PictureForm {
    /// SVG.
    #[default]
    Svg,
    /// LaTeX.
    Latex,
}

/// A picture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The position in strict notation.
    pub position: String,
    /// The form.
    pub format: PictureForm,
    /// The picture.
    pub content: String,
}

pub(crate) fn run(
    context: &Context,
    wanted: &DrawRequest,
    budget: &Budget,
) -> Result<Drawn, ApiError> {
    let sum = context.read(&wanted.asked, budget)?;
    let title = sum.to_string();
    let diagrams: Vec<Diagram> = sum.components().iter().map(Term::diagram).collect();
    let content = match (wanted.thermograph, wanted.format) {
        (true, PictureForm::Latex) => {
            return Err(ApiError::unfit("a thermograph is drawn as svg"));
        }
        (true, PictureForm::Svg) => {
            let play = play_of(&wanted.asked, &sum)?;
            let walls = thermograph(context, &sum, play, budget)?;
            let drawing = nimfield_export::thermograph::draw(&walls);
            drawing.map_err(ApiError::undecided)?.to_svg()
        }
        (false, PictureForm::Svg) => picture::draw(&diagrams, &title)
            .map_err(ApiError::unfit)?
            .to_svg(),
        (false, PictureForm::Latex) => {
            latex::position(&diagrams, &title).map_err(ApiError::unfit)?
        }
    };
    Ok(Drawn {
        schema: SchemaVersion,
        position: title,
        format: wanted.format,
        content,
    })
}

/// Returns the thermograph of the value of a partizan position.
///
/// # Errors
/// If the position is impartial, or its value is not found within the budget or too large.
pub fn thermograph(
    context: &Context,
    sum: &Sum,
    play: Play,
    budget: &Budget,
) -> Result<Thermograph, ApiError> {
    let arena = sum.arena().ok_or_else(|| {
        ApiError::unfit(format!(
            "{sum} is not a partizan position; the thermograph of an impartial one is a mast at 0"
        ))
    })?;
    let query = Query::value(play, LONGEST_FORM);
    let answer = context.analyzer(query, budget).analyze(sum);
    // Without figures there is no value, which is an error below.
    let figures = answer.figures.unwrap_or_default();
    let form = figures
        .value_text()
        .ok_or_else(|| ApiError::undecided("the value was not found, or is too large to draw"))?;
    if let Some(walls) = figures.thermograph {
        return Ok(walls);
    }
    // A closed form is a number plus a nimber.
    let value = arena
        .evaluate(&form)
        .map_err(|error| ApiError::undecided(error.message))?;
    match value {
        Value::Game(game) => arena.thermograph(game).map_err(ApiError::undecided),
        _ => Err(ApiError::unfit(format!("{form} is not a game"))),
    }
}
