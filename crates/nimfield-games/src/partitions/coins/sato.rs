//! Sato's form of Welter's game: remove a hook of a Young diagram.

use nimfield_core::prelude::*;

use crate::partitions::coins::value::{coin_to, welter_value};
use nimfield_core::shape::Run;
use nimfield_core::shape::young::{BODY, read_body, write_key};
use nimfield_core::words::Side;

/// A position of Sato's game: a partition, from whose Young diagram a move removes the hook of a square: the square
/// itself and all squares to the right and below it; the rest closes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sato(pub Partition);

displays_as_shape!(Sato);

/// The removal of the hook of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hook {
    /// The row of the square, from 0 (printed from 1).
    pub row: u64,
    /// Its column, from 0 (printed from 1).
    pub column: u64,
}

const FORM: &str = "hook ({row},{column})";

impl GameMove for Hook {
    fn to_move(&self) -> Move {
        Move::new(
            FORM,
            [self.row, self.column].map(|line| Arg::Place(line as usize)),
        )
    }

    fn of_move(mv: &Move) -> Option<Hook> {
        match (mv.form(), mv.args()) {
            (FORM, [Arg::Place(row), Arg::Place(column)]) => {
                let (row, column) = (*row as u64, *column as u64);
                Some(Hook { row, column })
            }
            _ => None,
        }
    }
}

displays_as_move!(Hook);

/// Returns a diagram without the hook of one of its squares: the rows below move up and left by one as far as the hook
/// reaches, and its last row ends where the hook began.
#[must_use]
pub fn without_hook(diagram: &Partition, hook: Hook) -> Partition {
    let mut runs = Vec::new();
    let mut above = 0;
    for run in diagram.runs() {
        let end = above + run.count;
        // Rows before the square's own, rows that the hook reaches from below, and rows below it.
        let before = hook.row.clamp(above, end) - above;
        let own = u64::from((above..end).contains(&hook.row));
        let after = run.count - before - own;
        let reached = run.part > hook.column;
        let shorter = run.part - u64::from(reached);
        runs.push(Run {
            part: run.part,
            count: before,
        });
        runs.push(Run {
            part: shorter,
            count: after,
        });
        above = end;
    }
    runs.push(Run {
        part: hook.column,
        count: 1,
    });
    Partition::from_runs(runs).expect("no more rows than before")
}

/// Returns the hooks of a diagram.
fn hooks(diagram: &Partition) -> impl Iterator<Item = Hook> + '_ {
    let rows = (0..).zip(diagram.parts());
    rows.flat_map(|(row, part)| (0..part).map(move |column| Hook { row, column }))
}

/// The value of a diagram.
const HOOK_FORMULA: Fact = Fact {
    statement: "the value is the nim-sum of h xor (h-1) over all hook lengths h; at most one \
                winning move in each row",
    source: "Sato 1970; Welter 1954",
    checked: Checked::By(&["pnim-sato-hooks"]),
};

/// The most lines of the shorter side for evaluation, since the formula uses all pairs of rows.
const MOST_LINES: u64 = 10_000;

/// Returns the coins of a diagram, that of the last row first, and the side whose lines they represent.
fn coins(diagram: &Partition) -> Option<(Side, Vec<u128>)> {
    let side = match diagram.rows() <= diagram.columns() {
        true => Side::Rows,
        false => Side::Columns,
    };
    let lines = diagram.oriented(side);
    if lines.rows() > MOST_LINES {
        return None;
    }
    let mut parts: Vec<u64> = lines.parts().collect();
    parts.reverse();
    let coins = parts
        .iter()
        .enumerate()
        .map(|(below, &part)| u128::from(part) + below as u128);
    Some((side, coins.collect()))
}

impl Rules for Sato {
    type Move = Hook;

    const INFO: GameInfo = GameInfo {
        title: "Sato's game: remove a hook of a Young diagram",
        plain_rules: "Rows of squares stand one below the other, none longer than the one above \
                      it. On your turn choose a square, take it away with all squares to its \
                      right and below it, and push together what is left.",
        rules: "A position is a partition. A move removes from its Young diagram the hook of one of its \
                squares (the square, all squares right of it and all below) and pushes together what is \
                left. The empty partition ends the play. It is Welter's game with the coins l_i + r - i for \
                parts l_1, ..., l_r.",
        body: BODY,
        forms: &[FORM],
        moves: "`hook (I,J)`: the row and the column of the square",
        move_example: "hook (1,2)",
        play: Play::Normal,
        theory: &[
            HOOK_FORMULA,
            Fact {
                statement: "misère play by search",
                source: "the rules",
                checked: Checked::BY_TESTS_OF_ENGINES,
            },
        ],
        source: "M. Sato, Mathematical theory of Maya games (1970); Y. Irie, p-saturations of Welter's game \
                 and the irreducible representations of symmetric groups, Journal of Algebraic \
                 Combinatorics 48 (2018)",
        chapter: "partitions",
        group: Group::Diagrams,
        setup: Setup::Partition { several: false },
        puzzles: &[Puzzle::of(&[4, 4], 1)],
        starts: &["sato[6,2,1]", "sato[5,4,2,1]", "sato[6,3,2,1]"],
        ..GameInfo::named("sato", "sato[4,2,1]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, Hook> {
        Box::new(hooks(&self.0))
    }

    fn play(&self, mv: &Hook) -> Result<Sato, String> {
        match mv.column < self.0.part(mv.row) {
            true => Ok(Sato(without_hook(&self.0, *mv))),
            false => {
                let [row, column] = [mv.row, mv.column].map(|line| u128::from(line) + 1);
                Err(format!("row {row} has no square in column {column}"))
            }
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Sato, NotationError> {
        read_body(cursor).map(Sato)
    }

    fn shape(&self) -> Shape {
        Shape::diagrams(vec![self.0.clone()])
    }
}

by_default!(Sato: Shown);

impl Search for Sato {
    fn move_count(&self) -> u128 {
        self.0.size()
    }

    fn option(&self, index: u64) -> Option<Sato> {
        let mut index = u128::from(index);
        let mut above = 0;
        for run in self.0.runs() {
            let part = u128::from(run.part);
            match index.checked_sub(part * u128::from(run.count)) {
                Some(rest) => index = rest,
                None => {
                    let row = above + (index / part) as u64;
                    let column = (index % part) as u64;
                    return Some(Sato(without_hook(&self.0, Hook { row, column })));
                }
            }
            above += run.count;
        }
        None
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_key(&self.0, out);
    }
}

impl Theory for Sato {
    fn value(&self) -> Option<Finding<Grundy>> {
        let (_, coins) = coins(&self.0)?;
        let value = welter_value(&coins);
        let text =
            format!("the nim-sum of h xor (h-1) over the hook lengths h of {self} is {value}");
        let reason = Reason::theorem(HOOK_FORMULA.source, text).checked_by(HOOK_FORMULA.claims());
        Some(Finding::new(value.into(), reason))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Hook>> {
        if play == Play::Misere {
            return None;
        }
        let (side, coins) = coins(&self.0)?;
        let target = target.finite()?;
        let value = welter_value(&coins);
        let last = coins.len() - 1;
        let moves = (0..coins.len()).rev().filter_map(|coin| {
            let to = coin_to(&coins, coin, value, target)?;
            // The index of the free square among all free ones is the column where the hook begins.
            let occupied = coins.partition_point(|&other| other < to);
            let along = u64::try_from(to - occupied as u128).ok()?;
            let line = (last - coin) as u64;
            Some(match side {
                Side::Rows => Hook {
                    row: line,
                    column: along,
                },
                Side::Columns => Hook {
                    row: along,
                    column: line,
                },
            })
        });
        Some(moves.collect())
    }

    fn known(&self, play: Play) -> Known {
        /// With more rows, the formula costs too much inside a search.
        const MOST_ROWS: usize = 200;
        match coins(&self.0) {
            Some((_, coins)) if play == Play::Normal && coins.len() <= MOST_ROWS => {
                Known::Value(welter_value(&coins))
            }
            _ => Known::Nothing,
        }
    }
}

by_default!(Sato: Engines);
