//! Shapes of games in Python: reading, pictures, and what a user selects to make a move by hand. `nimfield/_shapes.py`
//! has the rest.

use nimfield::Term;
use nimfield::diagram::Mark;
use nimfield::info::Setup;
use nimfield::moves::{Arg, TEXT};
use nimfield::notation::{Cursor, NotationError, read_bracketed};
use nimfield::pieces::PieceKind;
use nimfield::shape::{Board, Partition, Shape};
use pyo3::prelude::*;

use super::graph::{Rules, call_python};
use crate::run::Session;

/// Reads the parameters, if there are any, and the body of a position; `term` makes the position from what Python
/// reads.
pub(super) fn read(
    rules: &Rules,
    cursor: &mut Cursor<'_>,
    term: impl Fn(&Bound<'_, PyAny>) -> PyResult<Term>,
) -> Result<Term, NotationError> {
    let info = rules.info;
    let mut values: Vec<u128> = Vec::new();
    if !info.options.is_empty() && cursor.take("(") {
        loop {
            values.push(cursor.need_number("a parameter")?);
            if !cursor.take(",") {
                break;
            }
        }
        cursor.need(")", "parameters are whole numbers, separated by commas")?;
        if values.len() != info.options.len() {
            let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
            let message = format!("the parameters of {} are {}", info.name, names.join(", "));
            return Err(cursor.fault(cursor.at() - 1..cursor.at(), message, info.body));
        }
    }
    read_bracketed(cursor, info.body, true, |cursor| {
        let start = cursor.at();
        let body = cursor.take_body();
        Python::attach(|py| {
            let made = || {
                let read = (rules.object(py)?, values, body);
                term(&call_python(py, "read_position", read)?)
            };
            made().map_err(|error| {
                let value = error.value(py);
                let span = |name| value.getattr(name)?.extract::<usize>();
                let span = span("start").and_then(|first| Ok((first, span("end")?)));
                let message = value.to_string();
                // Any other exception comes from the rules, and ends the call.
                let (first, end) = span.unwrap_or_else(|_| {
                    if let Some(session) = Session::current() {
                        session.fail(error);
                    }
                    (0, body.chars().count())
                });
                let byte = |at| {
                    let mut places = body.char_indices().map(|(byte, _)| byte);
                    start + places.nth(at).unwrap_or(body.len())
                };
                cursor.fault(byte(first)..byte(end), message, info.body)
            })
        })
    })
}

/// The shape of a position, by what `layout_of` returns for it; `None` for a sum that has no picture as a whole.
pub(super) fn shape_of(rules: &Rules, object: &Bound<'_, PyAny>) -> PyResult<Option<Shape>> {
    let py = object.py();
    let layout = call_python(py, "layout_of", (rules.object(py)?, object))?;
    let Some((kind, data)) = layout.extract::<Option<(String, Bound<'_, PyAny>)>>()? else {
        return Ok(None);
    };
    Ok(Some(match &*kind {
        "heaps" => {
            let noun = match rules.info.setup {
                Setup::Heaps { each, .. } => each,
                _ => "heap",
            };
            Shape::heaps(noun, data.extract::<Vec<u128>>()?)
        }
        "box" => Shape::Box(data.extract()?),
        "grid" => {
            let (columns, piles): (usize, Vec<u128>) = data.extract()?;
            let piles = piles.into_iter().map(Some).collect();
            Shape::Grid { columns, piles }
        }
        "diagrams" => {
            let pieces = data.extract::<Vec<Vec<u64>>>()?.into_iter();
            Shape::diagrams(pieces.map(Partition::new).collect())
        }
        "points" => {
            let points: Vec<Vec<u128>> = data.extract()?;
            Shape::Points {
                kind: PieceKind::Counter,
                origins: vec![0; points.first().map_or(1, Vec::len)],
                points: (points.into_iter())
                    .map(|point| point.into_iter().map(Into::into).collect())
                    .collect(),
            }
        }
        _ => {
            let cells: Vec<((usize, usize), String)> = data.extract()?;
            let mark = |(place, mark): ((usize, usize), String)| {
                let mark = match &*mark {
                    "1" => Mark::Stone,
                    "0" => Mark::Empty,
                    _ => Mark::Text(mark),
                };
                (place, mark)
            };
            Shape::Board(Board {
                cells: cells.into_iter().map(mark).collect(),
                triangular: false,
                labels: true,
                noun: "cell",
            })
        }
    }))
}

/// The form of moves that are named by words and made by selecting places. Its empty end says that these are not cells
/// that a user may mark one by one.
pub(super) const HELD: &str = "{places}{text}";

/// What a user selects to make a move by hand, as `_shapes.py` describes it.
#[derive(FromPyObject)]
pub(super) enum Touched {
    /// Words, perhaps a word with what comes after it, and the numbers of the places.
    Places(String, Option<(String, String)>, Vec<usize>),
    /// The column and row of cells that name the move.
    Cells(Vec<(usize, usize)>),
}

impl Touched {
    /// The form of a move with this name, and the values of its holes; `piece` is the part of a sum.
    pub(super) fn form(
        touched: Option<Touched>,
        name: &str,
        piece: Option<usize>,
    ) -> (&'static str, Vec<Arg>) {
        match (touched, piece) {
            (Some(Touched::Cells(cells)), None) => ("{cells}", vec![Arg::Cells(cells.into())]),
            (Some(Touched::Cells(cells)), Some(piece)) => (
                "piece {place} {cells}",
                vec![Arg::Place(piece), Arg::Cells(cells.into())],
            ),
            (Some(Touched::Places(words, last, places)), _) => {
                let places = Arg::Places(words.into(), places.into());
                let Some((word, last)) = last else {
                    return (HELD, vec![places, Arg::Text("".into())]);
                };
                let text = Arg::Text(last.as_str().into());
                match (&*word, last.parse()) {
                    ("by", Ok(amount)) => {
                        ("{places} by {amount}", vec![places, Arg::Number(amount)])
                    }
                    ("into", _) => ("{places} into {heaps}", vec![places, text]),
                    _ => ("{places} to {point}", vec![places, text]),
                }
            }
            (None, _) => (TEXT, vec![Arg::Text(name.into())]),
        }
    }
}
