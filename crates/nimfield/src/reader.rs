//! The notation: how positions, sums and moves are written.
//!
//! ```text
//! sum        := component ('+' component)*
//! component  := GAME ['(' options ')'] '[' body ']'  |  '0'  |  '*' [size]
//! ```
//!
//! What stands in a body, and how moves read, is each game's own; see [`Notation`]. Readers are
//! relaxed about blanks, case, brackets (`⟦ ⟧`, `⟨ ⟩`) and line ends; what is printed is strict and
//! reads back to the same position.

use crate::registry::{self, AnyPosition};
use crate::sum::{Sum, SumMove};
use nimfield_core::notation::Cursor;
use nimfield_core::notation::NotationError;
use nimfield_games::boards::read_at_file;
use nimfield_games::nim::Nim;

/// Reads a position: a component or a sum of them.
///
/// # Errors
/// Where the text is no position, what was expected there, and an example.
///
/// ```
/// let sum = nimfield::read("MATRIX[7,5; 6 8] + *17").unwrap();
/// assert_eq!(sum.to_string(), "matrix[7 5; 6 8] + nim[17]");
/// ```
pub fn read(text: &str) -> Result<Sum, NotationError> {
    read_with_files(text, &|_| {
        Err("boards from files cannot be used here".to_string())
    })
}

/// [`read`], with boards from files as components: `@board.txt`. `load` gives the text of the file
/// with this name, or says why it cannot.
///
/// # Errors
/// Where the text, or the text of a file, is wrong.
///
/// ```
/// let load = |name: &str| match name {
///     "cross.txt" => Ok("board rect 3 3 minus corners\nplay misere".to_string()),
///     _ => Err(format!("there is no file {name}")),
/// };
/// let sum = nimfield::reader::read_with_files("@cross.txt[o/o.o/.]", &load).unwrap();
/// assert_eq!(sum.to_string(), "@cross.txt[1/101/0]");
/// assert_eq!(sum.default_play(), nimfield::Play::Misere);
/// ```
pub fn read_with_files(
    text: &str,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Sum, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.set_example("matrix[20 24; 24 27]");
    let mut components = Vec::new();
    loop {
        components.push(read_component(&mut cursor, load)?);
        if cursor.at_end() {
            return Ok(Sum::new(components));
        }
        let start = cursor.at();
        if cursor.take_any(&["-", "−"]) {
            return Err(cursor.fault(
                start..cursor.at(),
                "this game has no negative",
                "only partizan games can be subtracted; join summands by +",
            ));
        }
        cursor.need("+", "summands are joined by +")?;
    }
}

fn read_component(
    cursor: &mut Cursor<'_>,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Box<dyn AnyPosition>, NotationError> {
    cursor.blanks();
    if cursor.take("@") {
        return Ok(Box::new(read_at_file(cursor, load)?));
    }
    if cursor.take("*") {
        let size = match cursor.peek() {
            Some(c) if c.is_ascii_digit() => cursor.need_number("the size of a nim heap")?,
            _ => 1,
        };
        return Ok(Box::new(Nim::new(vec![size])));
    }
    let start = cursor.at();
    if let Some(number) = cursor.number("a value")? {
        if number == 0 {
            return Ok(Box::new(Nim::new(vec![0])));
        }
        return Err(cursor.fault(
            start..cursor.at(),
            format!("{number} is the value of a partizan game"),
            "values here are 0 and nim heaps such as *5",
        ));
    }
    let name = cursor.word();
    if name.is_empty() {
        return Err(cursor.expected(
            "a game",
            "a position is the name of a game and a body in brackets",
        ));
    }
    let Some(game) = registry::find(name) else {
        let known: Vec<&str> = registry::games()
            .iter()
            .map(|game| game.info.name)
            .collect();
        return Err(cursor.fault(
            start..cursor.at(),
            format!("there is no game `{name}`"),
            format!("the games are {}", known.join(", ")),
        ));
    };
    cursor.set_example(game.info.example);
    (game.read)(cursor)
}

impl Sum {
    /// Reads a move in this sum: in a single component just the component's move, otherwise with
    /// the number of the component before it (`2: row 1 by 3`).
    ///
    /// # Errors
    /// Where the text is no move.
    pub fn read_move(&self, text: &str) -> Result<SumMove, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.blanks();
        let start = cursor.at();
        let numbered = match cursor.number("the component")? {
            Some(number) if cursor.take(":") => Some((number, start..cursor.at() - 1)),
            // A move may begin with a number of its own.
            _ => {
                cursor = Cursor::new(text);
                None
            }
        };
        let count = self.components().len();
        let component = match numbered {
            Some((number, span)) => {
                let index = usize::try_from(number)
                    .ok()
                    .filter(|n| (1..=count).contains(n));
                index.ok_or_else(|| {
                    cursor.fault(
                        span,
                        format!("there is no component {number}"),
                        format!("the components of this position are numbered 1 to {count}"),
                    )
                })? - 1
            }
            None if count == 1 => 0,
            None => {
                return Err(cursor.expected(
                    "the number of a component and a colon",
                    format!("in a sum say which of the {count} components the move is in: `2: …`"),
                ));
            }
        };
        let position = &self.components()[component];
        cursor.set_example(position.info().move_example);
        let mv = position.read_move(&mut cursor)?;
        cursor.need_end(position.info().moves)?;
        Ok(self.name_move(component, mv))
    }
}
