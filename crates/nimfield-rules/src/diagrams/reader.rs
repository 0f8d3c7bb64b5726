//! Reading games on Young diagrams from the lines of a rule file.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_games::partitions::read_partition;

use super::removal::{Removal, Splits};
use super::rules::{DiagramGame, Diagrams};
use crate::about::{About, Refused};
use crate::amounts::Amounts;
use crate::keywords::Keyword;
use crate::parameters::Scope;

/// The words with which the lines of this family begin.
pub(crate) static KEYWORDS: [Keyword; 3] = [
    Keyword::new(
        "partition",
        "",
        ["partition", "remove row and column", "close split"],
    ),
    Keyword::new(
        "remove",
        REMOVE,
        [
            "remove row and column",
            "remove hook 1..3",
            "remove first row",
        ],
    ),
    Keyword::new(
        "close",
        CLOSE,
        ["close join", "close split", "close split and shift"],
    ),
];

const REMOVE: &str = "a move may `remove row`, `first row`, `column`, `first column`, `corner`, `hook` or \
                      `hook 2,3` (of these lengths; border strips are the same), `bite` (a cell with all \
                      below and to the right) or `rim`; several are joined by `and`";

const CLOSE: &str = "`join` pushes together what is left after a removed row or column, and `shift` moves up and to the \
                     left what is beyond a removed hook, which both happen unless `split` leaves it as a diagram of \
                     its own; `close split and shift` splits only at rows and columns";

/// The words of the lines `close`.
#[derive(Default)]
struct Closing {
    join: bool,
    split: bool,
    shift: bool,
}

impl Closing {
    fn splits(&self) -> Splits {
        Splits {
            lines: self.split && !self.join,
            hooks: self.split && !self.shift,
        }
    }
}

/// The lines of a game on diagrams as they are found.
#[derive(Default)]
pub(crate) struct DiagramLines {
    removals: Vec<Removal>,
    closing: Closing,
}

impl DiagramLines {
    /// Reads what follows the first word of a line, one of [`KEYWORDS`].
    pub(crate) fn line(
        &mut self,
        word: &str,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        match word {
            "partition" => cursor.need_end("`partition` takes no further words"),
            "remove" => loop {
                self.removals.push(read_removal(cursor, scope)?);
                if !cursor.take("and") {
                    return cursor.need_end(REMOVE);
                }
            },
            _ => loop {
                let closing = &mut self.closing;
                match () {
                    () if cursor.take("join") => closing.join = true,
                    () if cursor.take("split") => closing.split = true,
                    () if cursor.take("shift") => closing.shift = true,
                    () => return Err(cursor.expected("`join`, `split` or `shift`", CLOSE)),
                }
                if !cursor.take("and") {
                    return cursor.need_end(CLOSE);
                }
            },
        }
    }

    /// Creates the game.
    pub(crate) fn finish(self, about: &About<'_>) -> Result<Arc<DiagramGame>, Refused> {
        if self.removals.is_empty() {
            return Err(("a line `remove` is missing".to_string(), REMOVE));
        }
        Ok(Arc::new(DiagramGame {
            name: about.name.to_string(),
            id: about.id,
            info: about.info,
            removals: self.removals,
            splits: self.closing.splits(),
            play: about.play,
        }))
    }
}

fn read_removal(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Removal, NotationError> {
    let first = cursor.take("first");
    match () {
        () if cursor.take("row") => Ok(Removal::Row { first }),
        () if cursor.take("column") => Ok(Removal::Column { first }),
        () if first => Err(cursor.expected("`row` or `column`", REMOVE)),
        () if cursor.take("corner") => {
            Amounts::read(&mut Cursor::new("1"), scope).map(Removal::Hook)
        }
        () if cursor.take_any(&["hook", "strip"]) => {
            cursor.blanks();
            let lengths = cursor.rest();
            let any = lengths.is_empty() || lengths.starts_with("and");
            let lengths = match any {
                true => Amounts::read(&mut Cursor::new("any"), scope),
                false => Amounts::read(cursor, scope),
            };
            lengths.map(Removal::Hook)
        }
        () if cursor.take("bite") => Ok(Removal::Bite),
        () if cursor.take("rim") => Ok(Removal::Rim),
        () => Err(cursor.expected("what a move removes", REMOVE)),
    }
}

/// Reads partitions separated by `;` up to the closing bracket.
pub(crate) fn read_body(
    game: &Arc<DiagramGame>,
    cursor: &mut Cursor<'_>,
) -> Result<Diagrams, NotationError> {
    /// The most rows and columns of a diagram.
    const MOST: u64 = 2048;
    let mut pieces = Vec::new();
    while !at_body_end(cursor) {
        cursor.blanks();
        let start = cursor.at();
        let partition = read_partition(cursor)?;
        if partition.rows().max(partition.columns()) > MOST {
            let message = format!("a diagram has at most {MOST} rows and {MOST} columns");
            return Err(cursor.fault(start..cursor.at(), message, ""));
        }
        if !partition.is_empty() {
            pieces.push(partition.parts().map(|part| part as u32).collect());
        }
        if !cursor.take(";") {
            break;
        }
    }
    Ok(Diagrams {
        game: game.clone(),
        pieces,
    })
}
