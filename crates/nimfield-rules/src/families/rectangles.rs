//! Reading games on rectangles from the lines of a rule file.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_core::words::Player;
use nimfield_games::boards::read_cells;

use crate::about::{About, Refused, compiled, goal, turn};
use crate::kept::Kept;
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};
use crate::rectangles::{Parting, Rectangle, RectangleGame, Rectangles};

/// The words that begin lines of this family.
pub(crate) static KEYWORDS: [Keyword; 4] = [
    Keyword::new("rectangle", "rectangle; rectangle turned"),
    Keyword::new(
        "cut",
        "cut rows; cut columns equal; left cut lines; cut columns; cut lines",
    ),
    Keyword::new("remove", "remove row; remove row and column; remove cross"),
    Keyword::new("poison", "poison"),
];

/// The longest side.
const MOST: u16 = 255;

const RECTANGLE: &str = "with `rectangle turned` each part that a move leaves is turned: its rows and columns change places";
const CUT: &str = "`cut rows` cuts between two rows, `cut columns` between two columns, `cut lines` does either; with \
                   `equal` a move cuts into any number of equal parts";
const REMOVE: &str = "`remove row` removes a row, `remove column` a column, `remove cross` the row and the column of a \
                      cell; several are joined by `and`";
const POISON: &str = "`poison` takes no further words: each position gives the cell of the poison, and a cut removes \
    the part without it";
const BODY: &str = "a rectangle of R rows and C columns is RxC, with poison in column b of row 2 `RxC at b2`; several \
                    are separated by `;`";

/// The lines of a game on rectangles read so far.
#[derive(Default)]
pub(crate) struct RectangleLines {
    partings: Vec<(Option<Player>, Parting)>,
    poisoned: bool,
    turned: bool,
}

impl Lines for RectangleLines {
    fn line(
        &mut self,
        word: &str,
        player: Option<Player>,
        cursor: &mut Cursor<'_>,
        _scope: &Scope,
    ) -> Result<(), NotationError> {
        match word {
            "rectangle" => {
                self.turned |= cursor.take("turned");
                cursor.need_end(RECTANGLE)
            }
            "poison" => {
                self.poisoned = true;
                cursor.need_end(POISON)
            }
            "cut" => {
                let [rows, columns] = match () {
                    () if cursor.take("rows") => [true, false],
                    () if cursor.take("columns") => [false, true],
                    () if cursor.take("lines") => [true, true],
                    () => return Err(cursor.expected("`rows`, `columns` or `lines`", CUT)),
                };
                let (of_rows, of_columns) = match cursor.take("equal") {
                    true => (Parting::EqualRows, Parting::EqualColumns),
                    false => (Parting::CutRows, Parting::CutColumns),
                };
                if rows {
                    self.add(player, of_rows);
                }
                if columns {
                    self.add(player, of_columns);
                }
                cursor.need_end(CUT)
            }
            _ => loop {
                match () {
                    () if cursor.take("row") => self.add(player, Parting::Row),
                    () if cursor.take("column") => self.add(player, Parting::Column),
                    () if cursor.take("cross") => self.add(player, Parting::Cross),
                    () => return Err(cursor.expected("`row`, `column` or `cross`", REMOVE)),
                }
                if !cursor.take("and") {
                    return cursor.need_end(REMOVE);
                }
            },
        }
    }

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        if self.partings.is_empty() {
            return Err(("a line `cut` or `remove` is missing".to_string(), CUT));
        }
        let cuts = |parting| matches!(parting, Parting::CutRows | Parting::CutColumns);
        if self.poisoned && !self.partings.iter().all(|&(_, parting)| cuts(parting)) {
            let cut = |parting| {
                matches!(parting, Parting::EqualRows | Parting::EqualColumns) || cuts(parting)
            };
            let removed = !self.partings.iter().all(|&(_, parting)| cut(parting));
            let message = "a rectangle with poison can only be cut, and into two parts".to_string();
            return Err((message, if removed { REMOVE } else { CUT }));
        }
        Ok(Box::new(Arc::new(RectangleGame {
            name: about.name.to_string(),
            id: about.id,
            info: about.info,
            partings: self.partings,
            poisoned: self.poisoned,
            turned: self.turned,
            play: about.play,
            table: Kept::default(),
        })))
    }
}

impl RectangleLines {
    /// Adds a kind of move for a player, unless it is present.
    fn add(&mut self, player: Option<Player>, parting: Parting) {
        let known = |of: Option<Player>| self.partings.contains(&(of, parting));
        if !known(None) && !known(player) {
            // A kind of move for both players includes that for one of them.
            self.partings
                .retain(|&(of, own)| player.is_some() || of.is_none() || own != parting);
            self.partings.push((player, parting));
        }
    }
}

impl Instance for Arc<RectangleGame> {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        bracketed(cursor, |cursor| read_body(self, cursor)).map(RulePosition::Rectangles)
    }

    fn describe(&self) -> String {
        let mut lines = vec![match self.poisoned {
            true => "The position is a rectangle with a poisoned cell.".to_string(),
            false => "The position is a rectangle, or several.".to_string(),
        }];
        for (player, parting) in &self.partings {
            let (verb, what) = match parting {
                Parting::CutRows => ("cut", "a rectangle between two rows"),
                Parting::CutColumns => ("cut", "a rectangle between two columns"),
                Parting::EqualRows => ("cut", "a rectangle into equal parts between rows"),
                Parting::EqualColumns => ("cut", "a rectangle into equal parts between columns"),
                Parting::Row => ("remove", "a row"),
                Parting::Column => ("remove", "a column"),
                Parting::Cross => ("remove", "the row and the column of a cell"),
            };
            lines.push(format!("{} {what}.", turn(&lines, *player, verb)));
        }
        lines.push(match self.poisoned {
            true => "The part without the poison is removed.".to_string(),
            false => "The remaining parts are separate rectangles.".to_string(),
        });
        if self.turned {
            lines.push("In each part rows and columns change places.".to_string());
        }
        lines.push(goal(self.play));
        lines.extend(compiled(
            "tables of the values of rectangles, and to searches",
        ));
        lines.join("\n")
    }
}

/// Reads rectangles separated by `;` up to the closing bracket.
fn read_body(
    game: &Arc<RectangleGame>,
    cursor: &mut Cursor<'_>,
) -> Result<Rectangles, NotationError> {
    let mut pieces = Vec::new();
    while !at_body_end(cursor) {
        let rows = cursor.need_between("a number of rows", 1, MOST)?;
        if !cursor.take_any(&["x", "×"]) {
            return Err(cursor.expected("`x`", BODY));
        }
        let columns = cursor.need_between("a number of columns", 1, MOST)?;
        let poison = match game.poisoned {
            true => Some(read_poison(cursor, (rows, columns))?),
            false => None,
        };
        pieces.push(Rectangle {
            rows,
            columns,
            poison,
        });
        if !cursor.take(";") {
            break;
        }
    }
    Ok(Rectangles {
        game: game.clone(),
        pieces,
    })
}

fn read_poison(
    cursor: &mut Cursor<'_>,
    (rows, columns): (u16, u16),
) -> Result<(u16, u16), NotationError> {
    cursor.need("at", BODY)?;
    cursor.blanks();
    let start = cursor.at();
    let cells = read_cells(cursor, BODY)?;
    let [cell] = cells[..] else {
        return Err(cursor.fault(
            start..cursor.at(),
            "a rectangle has one poisoned cell",
            BODY,
        ));
    };
    let place = (u16::from(cell.row), u16::from(cell.column));
    match place.0 < rows && place.1 < columns {
        true => Ok(place),
        false => {
            let message = format!("cell {cell} is not in {rows}x{columns}");
            Err(cursor.fault(start..cursor.at(), message, BODY))
        }
    }
}
