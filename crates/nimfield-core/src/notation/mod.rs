//! How positions and moves of a game are written, and the reading of text.
//!
//! Readers are relaxed about blanks, case, brackets (`⟦ ⟧`, `⟨ ⟩`) and line ends; what is printed is
//! strict and reads back to the same thing.

mod cursor;
mod guess;

pub use cursor::*;
pub use guess::closest;

use crate::diagram::Diagram;
use crate::families::ray::RayGame;
use crate::handles::Handle;
use crate::info::GameInfo;
use crate::pieces::Pieces;
use crate::rules::Position;
use crate::words::Play;

/// A game that can be read and drawn.
pub trait Notation: Position {
    /// What the game is, for people.
    const INFO: GameInfo;

    /// What the game of this position is: [`INFO`](Notation::INFO), unless one type stands for several
    /// games.
    fn info(&self) -> &'static GameInfo {
        &Self::INFO
    }

    /// The play convention of the game's source.
    fn default_play(&self) -> Play {
        self.info().play
    }

    /// Whether nothing at all is a body: `pnim[]`.
    const EMPTY_BODY: bool = false;

    /// Reads the body of a position, up to the closing bracket.
    ///
    /// # Errors
    /// Where the text is no position of the game.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError>;

    /// Reads what follows the name of the game: options, of which most games have none, and the body
    /// with its brackets.
    ///
    /// # Errors
    /// Where the text is no position of the game.
    fn read_component(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        read_without_options(cursor)
    }

    /// Reads a move. Whether it is legal is for [`play`](crate::rules::Position::play) to say.
    ///
    /// # Errors
    /// Where the text is no move of the game.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Self::Move, NotationError>;

    /// The amount that a move takes, in games whose moves are written with the amount last: `row 1 by 3`.
    /// Such moves form runs: `row 1 by 3..7`.
    fn amount(mv: &Self::Move) -> Option<u128> {
        let _ = mv;
        None
    }

    /// The move that takes this amount and is otherwise the same; `None` for moves without an
    /// [`amount`](Notation::amount).
    fn with_amount(mv: &Self::Move, amount: u128) -> Option<Self::Move> {
        let _ = (mv, amount);
        None
    }

    /// The position as the far corner of a box of positions of a ray game, its numbers in the order
    /// of the notation; `None` for other games.
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        None
    }

    /// The position as a picture of several lines, for a terminal; by default the
    /// [`diagram`](Notation::diagram) in characters.
    fn draw(&self) -> String {
        self.diagram().to_text()
    }

    /// The position laid out in the plane, for pictures; by default just its notation.
    fn diagram(&self) -> Diagram {
        Diagram::Text(vec![self.to_string()])
    }

    /// The pieces, if numbers tell them.
    fn pieces(&self) -> Option<Pieces> {
        None
    }

    /// What can be taken hold of in the [`diagram`](Notation::diagram) to make a move; none for games whose
    /// moves are chosen from a list.
    fn handles(&self) -> Vec<Handle> {
        Vec::new()
    }
}

/// Brackets around a body; the first is the one that is printed.
pub const OPENING: [&str; 3] = ["[", "⟦", "⟨"];
/// Brackets after a body.
pub const CLOSING: [&str; 3] = ["]", "⟧", "⟩"];

/// Whether a closing bracket comes next.
pub fn at_closing(cursor: &mut Cursor<'_>) -> bool {
    cursor.clone().take_any(&CLOSING)
}

/// Whether a body can end here: at a closing bracket, or where the text ends and so lacks one.
pub fn at_body_end(cursor: &mut Cursor<'_>) -> bool {
    at_closing(cursor) || cursor.at_end()
}

/// Reads a body of one thing or more, separated by commas or blanks.
///
/// # Errors
/// Where one of them cannot be read.
pub fn read_list<T>(
    cursor: &mut Cursor<'_>,
    mut one: impl FnMut(&mut Cursor<'_>) -> Result<T, NotationError>,
) -> Result<Vec<T>, NotationError> {
    let mut list = vec![one(cursor)?];
    while !at_body_end(cursor) {
        cursor.take(",");
        list.push(one(cursor)?);
    }
    Ok(list)
}

/// Reads the body of a position with its brackets.
///
/// # Errors
/// Where the text is no position of the game.
pub fn read_bracketed<G: Notation>(cursor: &mut Cursor<'_>) -> Result<G, NotationError> {
    let help = G::INFO.body;
    if !cursor.take_any(&OPENING) {
        return Err(cursor.expected("`[`", "the body of a position stands in brackets"));
    }
    if !G::EMPTY_BODY && at_closing(cursor) {
        return Err(cursor.expected("a position between the brackets", help));
    }
    let position = G::read(cursor)?;
    if !cursor.take_any(&CLOSING) {
        return Err(cursor.expected("`]`", help));
    }
    Ok(position)
}

/// Reads the body of a position with its brackets, and says so if options stand before it.
///
/// # Errors
/// Where the text is not a position of the game.
pub fn read_without_options<G: Notation>(cursor: &mut Cursor<'_>) -> Result<G, NotationError> {
    if cursor.take("(") {
        let at = cursor.at();
        // Options are followed by a body; a body alone stands in other brackets.
        let options = cursor.rest().split_once(')').is_some_and(|(_, rest)| {
            let rest = rest.trim_start();
            OPENING.iter().any(|bracket| rest.starts_with(bracket))
        });
        let name = G::INFO.name;
        let message = match options {
            true => format!("{name} takes no options"),
            false => format!("a position of {name} stands in square brackets: {name}[...]"),
        };
        return Err(cursor.fault(at - 1..at, message, G::INFO.body));
    }
    read_bracketed(cursor)
}

/// Reads the move that prints as the rest of the text, whatever the case and the blanks.
///
/// # Errors
/// If no move prints so; the help shows the first one.
pub fn read_printed<M: std::fmt::Display>(
    moves: impl Iterator<Item = M>,
    cursor: &mut Cursor<'_>,
) -> Result<M, NotationError> {
    let plain = |text: &str| -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").to_ascii_lowercase()
    };
    cursor.blanks();
    let start = cursor.at();
    let typed = cursor.take_rest();
    let wanted = plain(typed);
    let mut moves = moves.peekable();
    let first = moves.peek().map(ToString::to_string);
    let found = moves.find(|mv| plain(&mv.to_string()) == wanted);
    found.ok_or_else(|| {
        let help = match first {
            None => "there is no legal move".to_string(),
            Some(first) => format!("a legal move here is {first}"),
        };
        let message = format!("`{typed}` is not a legal move");
        cursor.fault(start..start + typed.len(), message, help)
    })
}
