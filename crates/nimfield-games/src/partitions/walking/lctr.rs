//! LCTR and Downright: their steps and their theory.

use crate::partitions::walking::pieces::{BY_SQUARES, chess, step};
use crate::partitions::walking::rules::REMOVALS;
use crate::partitions::walking::rules::{Walker, closed};
use crate::partitions::walking::squares::all_squares;
use nimfield_core::prelude::*;
use nimfield_core::shape::young::BODY;
use nimfield_engines::walks::Piece;

const LCTR_PAPER: &str = "Gottlieb, Krnc and Muršič 2024 (LCTR)";

/// Returns the value of a rectangle in LCTR and in CRIM. With r <= c: if r = 1, 1 for odd c and 2 for even c; if r =
/// 2, 0 for even c and 2 for odd c; if r >= 3, (r+c) mod 2.
///
/// **Source**: Gottlieb, Ilić and Krnc 2023, on LCTR.
#[must_use]
pub fn lctr_rectangle(rows: u64, columns: u64) -> u64 {
    let (short, long) = (rows.min(columns), rows.max(columns));
    match (short, long % 2) {
        (0, _) => 0,
        (1, odd) => 2 - odd,
        (2, odd) => 2 * odd,
        (_, odd) => (short % 2) ^ odd,
    }
}

/// The most squares of a reduced form to evaluate.
const MOST_SQUARES: u128 = 1 << 20;

fn lctr_closed(diagram: &Partition) -> Option<Finding<Grundy>> {
    let (rows, columns) = diagram.as_rectangle()?;
    let value = lctr_rectangle(rows, columns);
    let text = format!(
        "lctr[{diagram}] is a rectangle of {} and {}, of value {value}",
        counted(rows, "row"),
        counted(columns, "column")
    );
    Some(closed(value, "Gottlieb, Ilić and Krnc 2023", text))
}

/// LCTR: a move removes the left column or the top row.
pub static LCTR: Walker = Walker {
    info: GameInfo {
        title: "LCTR: remove the left column or the top row of a Young diagram",
        plain_rules: "Rows of squares stand one below the other, none longer than the one above \
                      it. On your turn take away the top row or the left column.",
        rules: "A position is a partition. A move removes the top row of its Young diagram, or the left \
                column. The empty partition ends the play.",
        body: BODY,
        forms: REMOVALS,
        move_example: "row",
        play: Play::Normal,
        theory: &[
            Fact {
                statement: "values are 0, 1 and 2",
                source: "the rules: there are at most two moves",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            Fact {
                statement: "a diagram whose Durfee square has side 4 or more has the value of the diagram \
                            without its top row and left column",
                source: LCTR_PAPER,
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            Fact {
                statement: "rectangles with sides r <= c: r = 1: 1 for odd c, 2 for even c; r = 2: 0 for even \
                            c, 2 for odd c; r >= 3: (r+c) mod 2",
                source: "Gottlieb, Ilić and Krnc 2023",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            BY_SQUARES,
        ],
        source: "E. Gottlieb, M. Krnc and P. Muršič, Sprague-Grundy values and complexity for LCTR, \
                 Discrete Applied Mathematics 346 (2024)",
        chapter: "partitions",
        group: Group::Diagrams,
        setup: Setup::Partition { several: false },
        starts: &["lctr[5,5]", "lctr[7,6,3,1]", "lctr[8,8,7]"],
        ..GameInfo::named("lctr", "lctr[4,2,1]")
    },
    piece: Piece {
        steps: &[step(1, 0), step(0, 1)],
        leaves: true,
    },
    letter: '□',
    closed: lctr_closed,

    reduced: |diagram| {
        let durfee = diagram.durfee();
        let cut = durfee.checked_sub(3).filter(|&cut| cut > 0)?;
        let left = diagram.beyond(cut, cut);
        if let Some(known) = lctr_closed(&left) {
            let text = format!(
                "the Durfee square of lctr[{diagram}] has side {durfee}, so its value is that of lctr[{left}]: {}",
                known.reason.text
            );
            return Some(Finding::new(known.value, Reason::theorem(LCTR_PAPER, text)));
        }
        if left.size() > MOST_SQUARES {
            return None;
        }
        let value = all_squares(&left, LCTR.piece, Play::Normal, &Budget::unlimited())
            .expect("no limit stops the values of a few squares")
            .value();
        let text = format!(
            "the Durfee square of lctr[{diagram}] has side {durfee}, so its value is that of lctr[{left}], which is {value} by the values of its {} squares",
            left.size()
        );
        Some(closed(value, LCTR_PAPER, text))
    },
    ..Walker::STILL
};

/// Returns the value in Downright of the hook with these numbers of squares to the right of its corner and below it.
#[must_use]
pub fn hook_value(arm: u64, leg: u64) -> u64 {
    let options: Vec<u64> = [arm, leg]
        .iter()
        .filter(|&&side| side > 0)
        .map(|side| (side - 1) % 2)
        .collect();
    (0..)
        .find(|value| !options.contains(value))
        .expect("there are two options at most")
}

/// Downright: a token moves one step down or right.
pub static DOWNRIGHT: Walker = Walker {
    info: GameInfo {
        plain_rules: "A token stands in the top left corner of a board of squares. On your turn \
                      move it one square down or to the right, without leaving the board.",
        starts: &[
            "downright[5,5,4,2,1]",
            "downright[8,5]",
            "downright[8,8,8,8,5,5,2]",
        ],
        ..chess(
            "downright",
            "Downright: a token goes down or to the right on a Young diagram",
            "A position is a Young diagram with a token at its top left corner. A move takes the token one \
         square down or to the right, and removes the rows above and the columns to the left. The \
         token may not leave the diagram.",
            ["downright[4,2,1]", "`down 1` or `right 1`", "right 1"],
            &[
                Fact {
                    statement: "a diagram whose Durfee square has side 2 or more has the value of the \
                            diagram without its top row and left column; so the value is that of a hook",
                    source: LCTR_PAPER,
                    checked: Checked::BY_TESTS_OF_THE_GAME,
                },
                Fact {
                    statement: "a hook with a squares right of the corner and b below: the mex of (a-1) mod \
                            2, if a > 0, and (b-1) mod 2, if b > 0; rectangles: (r+c) mod 2",
                    source: LCTR_PAPER,
                    checked: Checked::BY_TESTS_OF_THE_GAME,
                },
                BY_SQUARES,
            ],
        )
    },
    piece: Piece {
        steps: &[step(0, 1), step(1, 0)],
        leaves: false,
    },
    letter: 'o',
    closed: |diagram| {
        let cut = diagram.durfee().checked_sub(1)?;
        let hook = diagram.beyond(cut, cut);
        let (arm, leg) = (hook.columns() - 1, hook.rows() - 1);
        let value = hook_value(arm, leg);
        let text = format!(
            "downright[{diagram}] has the value of its innermost hook, with {arm} squares right of the corner and {leg} below: {value}"
        );
        Some(closed(value, LCTR_PAPER, text))
    },
    ..Walker::STILL
};
