//! Reading games on Young diagrams from the lines of a rule file.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_core::words::Player;
use nimfield_games::boards::read_cells;
use nimfield_games::partitions::{Partition, read_partition};

use crate::about::{About, Refused, compiled, goal, listed, turn};
use crate::amounts::Amounts;
use crate::diagrams::{Bites, Corners, DiagramGame, Diagrams, MOST_CORNERS, Removal, Splits};
use crate::families::placing::read_reach;
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The words that begin lines of this family.
pub(crate) static KEYWORDS: [Keyword; 4] = [
    Keyword::new("partition", "partition"),
    Keyword::new(
        "remove",
        "remove row and column; remove hook 1..3; remove corners",
    ),
    Keyword::new(
        "piece",
        "piece queen; piece step 2,1 and step 1,2; piece step 2,-1 and step -1,2; piece rook",
    ),
    Keyword::new("close", "close join; close split; close split and shift"),
];

const REMOVE: &str = "a move may `remove row`, `first row`, `column`, `first column`, `corner`, `corners` (one or \
                      several; `neighbouring corners` are consecutive, and `outer corners` also include the first or \
                      the last corner), `anticorner` (an L between two corners, the last row or column), `end of \
                      row`, `end of column`, `hook` or `hook 2,3` (of these lengths; border strips are the same), \
                      `bite` (a cell with all below and to the right) or `rim`; several are joined by `and`";

const CLOSE: &str = "by default, the rest is pushed together after the removal of a row or column (`join`), and the \
    part beyond a removed hook moves up and to the left (`shift`); `split` leaves it as a separate diagram; `close \
    split and shift` splits only at rows and columns";

const PIECE: &str = "a piece moves within the cells: `step 2,1` goes 2 to the right and 1 down, `step 2,-1` 2 to the \
                     right and 1 up, `slide 2,1` any multiple of it; king, rook, bishop, queen and knight make only \
                     their steps to the right and down; several are joined by `and`";

const BODY: &str =
    "rows, and perhaps `at` and the cell of the piece (by default the first cell): `4,4,2 at b1`";

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

/// The lines of a game on diagrams read so far.
#[derive(Default)]
pub(crate) struct DiagramLines {
    removals: Vec<Removal>,
    closing: Closing,
}

impl Lines for DiagramLines {
    fn line(
        &mut self,
        word: &str,
        _player: Option<Player>,
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
            "piece" => loop {
                let start = cursor.blanks().at();
                let mut steps = Vec::new();
                let named = !cursor.clone().take_any(&["step", "slide"]);
                read_reach(cursor, scope, &mut steps, ("how a piece moves", PIECE))?;
                match named {
                    true => steps.retain(|own| own.step.0.min(own.step.1) >= 0),
                    // A piece does not make the step in the opposite direction too.
                    false => steps.truncate(1),
                }
                if steps.iter().any(|own| own.step == (0, 0)) {
                    let message = "a step must go to another cell";
                    return Err(cursor.fault(start..cursor.at(), message, PIECE));
                }
                self.removals.extend(steps.into_iter().map(Removal::Step));
                if !cursor.take("and") {
                    return cursor.need_end(PIECE);
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

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        if self.removals.is_empty() {
            return Err(("a line `remove` or `piece` is missing".to_string(), REMOVE));
        }
        let weights = weights(&self.removals).map_err(|message| (message, PIECE))?;
        Ok(Box::new(Arc::new(DiagramGame {
            weights,
            name: about.name.to_string(),
            id: about.id,
            info: about.info,
            removals: self.removals,
            splits: self.closing.splits(),
            play: about.play,
        })))
    }
}

impl Instance for Arc<DiagramGame> {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        bracketed(cursor, |cursor| read_body(self, cursor)).map(RulePosition::Diagrams)
    }

    fn describe(&self) -> String {
        let piece = match self.weights {
            Some(_) => " with a piece on one of its squares",
            None => "",
        };
        let mut lines = vec![format!(
            "The position is a Young diagram{piece}: rows of squares, none longer than the row above it."
        )];
        for removal in &self.removals {
            let hook;
            let what = match removal {
                Removal::Row { first: true } => "the first row",
                Removal::Row { first: false } => "a row",
                Removal::Column { first: true } => "the first column",
                Removal::Column { first: false } => "a column",
                Removal::Hook(lengths) if lengths.all(1) == Some(vec![1]) => {
                    "a corner, the last square of its row and of its column"
                }
                Removal::Hook(lengths) => {
                    hook = format!(
                        "a hook of {}: a square with the squares to its right and those below it",
                        lengths.in_words("squares")
                    );
                    &hook
                }
                Removal::Corners(Corners::All) => {
                    "one corner or several; a corner is the last square of its row and of its column"
                }
                Removal::Corners(Corners::Runs) => "consecutive corners",
                Removal::Corners(Corners::OuterRuns) => "consecutive corners up to an outer one",
                Removal::Bite(Bites::All) => "a cell with all cells below and to the right of it",
                Removal::Bite(Bites::RowEnds) => "cells from the end of a row, none above others",
                Removal::Bite(Bites::ColumnEnds) => {
                    "cells from the end of a column, none before others"
                }
                Removal::Bite(Bites::Anticorners) => {
                    "the last row or column, or an L between two corners"
                }
                Removal::Step(reach) => {
                    let (right, down) = reach.step;
                    let times = if reach.far {
                        ", or a multiple of it"
                    } else {
                        ""
                    };
                    let across = if right < 0 {
                        "to the left"
                    } else {
                        "to the right"
                    };
                    let vertical = if down < 0 { "up" } else { "down" };
                    let steps = [(right.abs(), across), (down.abs(), vertical)];
                    let steps = steps.iter().filter(|step| step.0 > 0);
                    let steps: Vec<String> = steps.map(|(by, way)| format!("{by} {way}")).collect();
                    let steps = listed(&steps, "and");
                    let begin = turn(&lines, None, "move");
                    lines.push(match self.weights {
                        None => format!(
                            "{begin} the piece in the first square {steps}{times}; the squares above it and to the \
                             left of it are dropped."
                        ),
                        Some(_) => format!("{begin} the piece {steps}{times}."),
                    });
                    continue;
                }
                Removal::Rim => "the whole rim",
            };
            lines.push(format!("{} {what}.", turn(&lines, None, "remove")));
        }
        let mut left = |of: &str, split: bool, closed: &str| {
            lines.push(match split {
                true => format!("A removed {of} leaves two diagrams."),
                false => closed.to_string(),
            });
        };
        let mut removals = self.removals.iter();
        if removals.any(|own| matches!(own, Removal::Row { .. } | Removal::Column { .. })) {
            left(
                "row or column",
                self.splits.lines,
                "The rest is pushed together.",
            );
        }
        let mut removals = self.removals.iter();
        if removals.any(|own| matches!(own, Removal::Hook(lengths) if lengths.most() > 1)) {
            left(
                "hook",
                self.splits.hooks,
                "The part beyond a hook moves up and to the left.",
            );
        }
        lines.push(goal(self.play));
        if let Some((across, down)) = self.weights {
            let falls = across < 0 || across == 0 && down < 0;
            let sign = if falls { -1 } else { 1 };
            let terms = [(sign * across, "column"), (sign * down, "row")];
            let terms = terms.iter().filter(|term| term.0 != 0);
            let term = |&(weight, name): &(i64, &str)| match weight.abs() {
                1 => name.to_string(),
                times => format!("{times} {name}"),
            };
            // Only the last weight can be less than 0.
            let joiner = if sign * down < 0 { " - " } else { " + " };
            let terms = terms.map(term).collect::<Vec<_>>().join(joiner);
            let changes = if falls { "fall" } else { "grow" };
            lines.push(format!(
                "The game ends: every move makes {terms} {changes}."
            ));
        }
        let engine = match self.removes_one_line() {
            true => "tables of all remaining diagrams",
            false => "searches over diagrams",
        };
        lines.extend(compiled(engine));
        lines.join("\n")
    }
}

fn read_removal(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Removal, NotationError> {
    let first = cursor.take("first");
    match () {
        () if cursor.take("row") => Ok(Removal::Row { first }),
        () if cursor.take("column") => Ok(Removal::Column { first }),
        () if first => Err(cursor.expected("`row` or `column`", REMOVE)),
        () if cursor.take("neighbouring corners") => Ok(Removal::Corners(Corners::Runs)),
        () if cursor.take("outer corners") => Ok(Removal::Corners(Corners::OuterRuns)),
        () if cursor.take("corners") => Ok(Removal::Corners(Corners::All)),
        () if cursor.take("anticorner") => Ok(Removal::Bite(Bites::Anticorners)),
        () if cursor.take("end of row") => Ok(Removal::Bite(Bites::RowEnds)),
        () if cursor.take("end of column") => Ok(Removal::Bite(Bites::ColumnEnds)),
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
        () if cursor.take("bite") => Ok(Removal::Bite(Bites::All)),
        () if cursor.take("rim") => Ok(Removal::Rim),
        () => Err(cursor.expected("what a move removes", REMOVE)),
    }
}

/// Reads partitions separated by `;` up to the closing bracket.
fn read_body(game: &Arc<DiagramGame>, cursor: &mut Cursor<'_>) -> Result<Diagrams, NotationError> {
    /// The most rows and columns of a diagram.
    const MOST: u64 = 2048;
    /// The most rows and columns if the piece may be in any cell.
    const MOST_WITH_CELL: u64 = 255;
    let most = game.weights.map_or(MOST, |_| MOST_WITH_CELL);
    let mut pieces = Vec::new();
    let mut places = Vec::new();
    while !at_body_end(cursor) {
        cursor.blanks();
        let start = cursor.at();
        let partition = read_partition(cursor)?;
        if partition.rows().max(partition.columns()) > most {
            let message = format!("a diagram has at most {most} rows and {most} columns");
            return Err(cursor.fault(start..cursor.at(), message, ""));
        }
        let sets = |own: &Removal| matches!(own, Removal::Corners(_));
        if partition.runs().len() > MOST_CORNERS && game.removals.iter().any(sets) {
            let message = format!(
                "in a game that removes sets of corners a diagram has at most {MOST_CORNERS}"
            );
            return Err(cursor.fault(start..cursor.at(), message, ""));
        }
        if !partition.is_empty() && game.weights.is_some() {
            places.push(read_place(cursor, &partition)?);
        }
        if !partition.is_empty() {
            pieces.push(partition);
        }
        if !cursor.take(";") {
            break;
        }
    }
    Ok(Diagrams {
        game: game.clone(),
        pieces,
        places,
    })
}

/// Reads the row and the column of the piece: `at b1`, or nothing for the first cell.
fn read_place(cursor: &mut Cursor<'_>, partition: &Partition) -> Result<(u32, u32), NotationError> {
    if !cursor.take("at") {
        return Ok((0, 0));
    }
    let start = cursor.blanks().at();
    let cells = read_cells(cursor, BODY)?;
    match cells[..] {
        [cell] if u64::from(cell.column) < partition.part(cell.row.into()) => {
            Ok((cell.row.into(), cell.column.into()))
        }
        [cell] => {
            let message = format!("cell {cell} is not in the diagram");
            Err(cursor.fault(start..cursor.at(), message, BODY))
        }
        _ => Err(cursor.fault(start..cursor.at(), "a piece is on a single cell", BODY)),
    }
}

/// Returns weights of the column and of the row whose sum grows with every step, if a piece may go up or to the left.
fn weights(removals: &[Removal]) -> Result<Option<(i64, i64)>, String> {
    /// Twice the longest side of two steps. The normals of the two outermost steps add up to weights, if there are any.
    const MOST: i64 = 128;
    let step = |removal: &Removal| match removal {
        Removal::Step(reach) => Some((i64::from(reach.step.0), i64::from(reach.step.1))),
        _ => None,
    };
    let steps: Vec<(i64, i64)> = removals.iter().filter_map(step).collect();
    if steps.iter().all(|step| step.0.min(step.1) >= 0) {
        return Ok(None);
    }
    if steps.len() < removals.len() {
        let message = "if a piece may go up or to the left, no line may remove part of the diagram";
        return Err(message.to_string());
    }
    let grows = |&(a, b): &(i64, i64)| steps.iter().all(|step| a * step.0 + b * step.1 > 0);
    let of_sum = |sum: i64| {
        (-sum..=sum)
            .rev()
            .flat_map(move |a| [(a, sum - a.abs()), (a, a.abs() - sum)])
    };
    let found = (1..=MOST).flat_map(of_sum).find(grows);
    let message = "the game may never end: on a large diagram the piece can return to its cell";
    found.map(Some).ok_or(message.to_string())
}
