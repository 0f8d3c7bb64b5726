//! Partizan sums and their moves in notation.

use std::sync::Arc;

use short_game::{Arena, DEFAULT_LIMIT};

use crate::partizan::sum::{PartizanComponent, PartizanMove, PartizanSum, Step};
use nimfield_core::info::{Fact, GameInfo};
use nimfield_core::notation::Cursor;
use nimfield_core::notation::NotationError;
use nimfield_core::notation::{Notation, read_bracketed};
use nimfield_core::words::{Play, Player};
use nimfield_games::matrix::Matrix;
use nimfield_games::matrix_partizan::PartizanMatrix;
use nimfield_games::partitions::removal::text as lines;

/// The name of partizan matrix nim in notation.
pub const MATRIX_PARTIZAN: &str = "matrix-partizan";
/// What partizan matrix nim is, for people.
pub const INFO: GameInfo = GameInfo {
    name: MATRIX_PARTIZAN,
    title: "Ferguson's partizan matrix nim: Left lowers columns, Right lowers rows",
    rules: "The matrices and moves of matrix nim, but Left chooses a coLumn and Right a Row. \
            Exchanging rows and columns gives the negative.",
    body: Matrix::INFO.body,
    example: "matrix-partizan[1 2; 2 2] - {2|0}",
    moves: "`column J by K` for Left, `row I by K` for Right; a value in a sum moves `to` an option",
    move_example: "column 1 by 2",
    play: Play::Normal,
    theory: &[
        Fact {
            statement: "2x2: with the least entry a first, (a b; c d) is L if a+c < min(b,d), R if \
                        a+b < min(c,d), P if a = d and min(b,c) >= a+d or a = 0 and b = c < d, \
                        otherwise N; all winning moves as ranges",
            source: "Ferguson 2001, Theorem 4",
        },
        Fact {
            statement: "(0 b; c d) with b >= c: *d if d <= c, 0 if b = c < d, 2^-(2c+1-d) if \
                        c < d <= 2c, else min(d-2c, b-c)",
            source: "Ferguson 2001, Theorem 5, with d <= c in part 1",
        },
        Fact {
            statement: "a row of n piles with sum s and least pile m: stops s-m and s-m-(n-1)m",
            source: "closed form of a single line",
        },
        Fact {
            statement: "everything else by canonical forms, or by search where these grow too large",
            source: "Siegel, Combinatorial Game Theory",
        },
    ],
    source: Matrix::INFO.source,
};

/// All partizan games.
pub static GAMES: [GameInfo; 3] = [INFO, lines::CRPM, lines::CRPS];

/// An example for errors.
const EXAMPLE: &str = "matrix-partizan[1 2; 2 2] - {2|0}";

impl PartizanSum {
    /// Whether a text is to be read as a partizan sum: it names a partizan game, or is a value that
    /// impartial sums do not know.
    #[must_use]
    pub fn is_meant_by(text: &str) -> bool {
        let text = text.to_ascii_lowercase();
        let is_nim = |text: &str| {
            let rest = text.trim().strip_prefix('*').unwrap_or(text.trim());
            rest.bytes().all(|byte| byte.is_ascii_digit())
                && (text.contains('*') || text.trim() == "0")
        };
        GAMES.iter().any(|game| text.contains(game.name))
            || (!text.contains(['[', '(', '⟦', '⟨'])
                && !text.trim().is_empty()
                && !text.split('+').all(is_nim))
                && text
                    .trim_start()
                    .starts_with(|c: char| c.is_ascii_digit() || "{*^v+-±↑↓−".contains(c))
    }

    /// Reads a sum of partizan positions and values, joined by + and -. A position after - is read
    /// as its negative (rows and columns exchanged). Values live in `arena`.
    ///
    /// # Errors
    /// Where the text is no such sum.
    pub fn read(text: &str, arena: Arc<Arena>) -> Result<PartizanSum, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.set_example(EXAMPLE);
        let mut components = Vec::new();
        let mut negative = false;
        // A minus before a position negates it; a value keeps its own sign.
        let starts_with_game =
            |cursor: &Cursor<'_>| !cursor.clone().word().is_empty() && cursor.clone().word() != "v";
        let mut first = cursor.clone();
        if first.take_any(&["-", "−"]) && starts_with_game(&first) {
            cursor = first;
            negative = true;
        }
        loop {
            components.push(read_component(&mut cursor, negative, &arena)?);
            if cursor.at_end() {
                return Ok(PartizanSum::new(arena, components));
            }
            negative = if cursor.take_any(&["-", "−"]) {
                true
            } else {
                cursor.need("+", "summands are joined by + and -")?;
                false
            };
        }
    }

    /// Reads a move; in a sum of several components its number comes first (`2: row 1 by 3`). A
    /// value moves `to` one of its options; where both players have that option, `player` tells
    /// whose it is.
    ///
    /// # Errors
    /// Where the text is no move.
    pub fn read_move(&self, text: &str, player: Player) -> Result<PartizanMove, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.set_example("2: row 1 by 3");
        cursor.blanks();
        let start = cursor.at();
        let count = self.components().len();
        let component = match cursor.number("the component")? {
            Some(number) => {
                let span = start..cursor.at();
                cursor.need(":", "the number of a component is followed by a colon")?;
                let index = usize::try_from(number)
                    .ok()
                    .filter(|n| (1..=count).contains(n));
                let message = format!("there is no component {number}");
                let help = format!("the components of this position are numbered 1 to {count}");
                index.ok_or_else(|| cursor.fault(span, message, help))? - 1
            }
            None if count == 1 => 0,
            None => {
                let help =
                    format!("in a sum say which of the {count} components the move is in: `2: …`");
                return Err(cursor.expected("the number of a component and a colon", help));
            }
        };
        let step = match &self.components()[component] {
            PartizanComponent::Matrix(matrix) => {
                let mv = Notation::read_move(matrix.matrix(), &mut cursor)?;
                cursor.need_end(Matrix::INFO.moves)?;
                Step::Line(mv)
            }
            PartizanComponent::Lines(position) => {
                let cut = lines::read_move(position, &mut cursor)?;
                cursor.need_end(lines::MOVES)?;
                Step::Cut(cut)
            }
            PartizanComponent::Value { .. } => {
                cursor.need("to", "a value moves to one of its options: `to 0`")?;
                cursor.blanks();
                let from = cursor.at();
                let game = self.arena().read(&text[from..]).map_err(|error| {
                    let span = from + error.range.start..from + error.range.end;
                    cursor.fault(span, error.message, "an option of the value")
                })?;
                let printed = self.arena().print(game, DEFAULT_LIMIT);
                let text = printed
                    .map_err(|error| cursor.fault(from..text.len(), error.to_string(), ""))?;
                Step::Option {
                    player,
                    game,
                    text: text.to_string(),
                }
            }
        };
        Ok(self.name(component, step))
    }
}

fn read_component(
    cursor: &mut Cursor<'_>,
    negative: bool,
    arena: &Arc<Arena>,
) -> Result<PartizanComponent, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let mut ahead = cursor.clone();
    let name = ahead.word();
    if name.eq_ignore_ascii_case(MATRIX_PARTIZAN) {
        *cursor = ahead;
        let matrix = PartizanMatrix::new(read_bracketed::<Matrix>(cursor)?);
        let matrix = if negative { matrix.negative() } else { matrix };
        return Ok(PartizanComponent::Matrix(Box::new(matrix)));
    }
    if let Some(position) = lines::read(name, &mut ahead)? {
        *cursor = ahead;
        let position = if negative {
            position.negative()
        } else {
            position
        };
        return Ok(PartizanComponent::Lines(Box::new(position)));
    }
    if ahead.clone().take("[") {
        return Err(ahead.fault(
            start..ahead.at(),
            format!("`{name}` cannot be a component of a partizan sum"),
            "a partizan sum holds positions of matrix-partizan, crpm and crps, and values; an impartial position of Grundy value n is the value *n",
        ));
    }
    let text = cursor.take_value();
    if text.is_empty() {
        return Err(cursor.expected(
            "a partizan position or a value",
            "values are written as in CGSuite",
        ));
    }
    let end = cursor.at();
    let fault = |span: std::ops::Range<usize>, message: String, help: String| {
        cursor.fault(span, message, help)
    };
    let game = arena.read(text).map_err(|error| {
        let span = start + error.range.start..(start + error.range.end).min(end);
        fault(
            span,
            error.message,
            format!("values are written as in CGSuite: {}", error.example),
        )
    })?;
    let signed = if negative { arena.neg(game) } else { Ok(game) };
    let printed = signed.and_then(|game| Ok((game, arena.print(game, DEFAULT_LIMIT)?)));
    let (game, printed) =
        printed.map_err(|error| fault(start..end, error.to_string(), String::new()))?;
    match printed {
        short_game::Printed::Form(text) => Ok(PartizanComponent::Value { game, text }),
        short_game::Printed::Summary(summary) => {
            let message = format!("the canonical form of this value is too large: {summary}");
            Err(fault(start..end, message, String::new()))
        }
    }
}
