//! CRIM: remove one row or one column, and push together what is left.

use std::{fmt, slice};

use crate::partitions::partition::Partition;
use crate::partitions::removal::line_removal::{LineRemoval, first_lines};
use crate::partitions::sub_diagrams::Removal;
use crate::partitions::text::{BODY, cut_handles, draw_diagram, read_body, write_key, young};
use crate::partitions::walking::lctr_rectangle;
use nimfield_core::budget::Budget;
use nimfield_core::diagram::Diagram;
use nimfield_core::game::{Game, Moves};
use nimfield_core::handles::Handle;
use nimfield_core::info::{Checked, Fact, GameInfo, Group, Puzzle, Setup};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::sorting::Sort as _;
use nimfield_core::theory::{Finding, NumberFormula, ValuedBelow};
use nimfield_core::words::{Grundy, Play, Reason, Side, counted};
use nimfield_engines::sub_diagrams::Removed;

/// A position of CRIM, column-row impartial merge: a partition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crim(pub Partition);

impl fmt::Display for Crim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crim[{}]", self.0)
    }
}

/// Returns the moves of a diagram, of equal lines only the first.
fn cuts(diagram: &Partition) -> impl Iterator<Item = LineRemoval> + use<> {
    let sides = Side::BOTH.map(|side| (side, first_lines(diagram, side)));
    sides.into_iter().flat_map(|(side, lines)| {
        let piece = None;
        lines
            .into_iter()
            .map(move |line| LineRemoval { piece, side, line })
    })
}

const SHAPES: &str = "Bašić, Gottlieb and Krnc 2026";

/// The outcome of a shape.
struct Shape {
    is_p: bool,
    /// The claim that states it.
    claim: &'static [&'static str],
    /// What follows "the diagram has".
    text: String,
}

/// Returns whether theory knows the outcomes of all options: a diagram of at most three rows, or of three columns.
fn has_few_lines(diagram: &Partition) -> bool {
    diagram.rows().min(diagram.columns()) <= 3
}

fn parity(number: u64) -> &'static str {
    if number.is_multiple_of(2) {
        "even"
    } else {
        "odd"
    }
}

/// Returns whether up to three parts, the largest first, are a P-position in normal play. A part alone is a row, which
/// can be removed.
fn is_p_of_parts([a, b, c]: [u64; 3]) -> bool {
    match (b, c) {
        (0, _) => a == 0,
        (_, 0) => a % 2 == 0,
        (_, 1) => a % 2 == 1 && a > 1 && b == 1,
        _ => a % 2 == 1 && b % 2 == 1,
    }
}

/// Returns the outcome of a diagram of two or three rows.
fn of_parts(diagram: &Partition) -> Option<Shape> {
    if diagram.rows() > 3 {
        return None;
    }
    let parts: Vec<u64> = diagram.parts().collect();
    let text = match parts[..] {
        [a, b] => {
            let text = format!("two parts, the larger one {a}, which is {}", parity(a));
            let claim = &["crim-two-parts"];
            let is_p = is_p_of_parts([a, b, 0]);
            return Some(Shape { is_p, claim, text });
        }
        [a, _, _] if a % 2 == 0 => format!("the first one {a}, which is even"),
        [_, b, _] if b % 2 == 0 => format!("the second one {b}, which is even"),
        [a, b, c] if c > 1 => format!("{a} and {b}, which are odd, and {c} > 1"),
        [a, b, _] => format!("{a} and {b}, which are odd, and 1"),
        _ => return None,
    };
    let is_p = is_p_of_parts(parts.try_into().ok()?);
    Some(Shape {
        is_p,
        claim: &["crim-three-parts"],
        text: format!("three parts, {text}"),
    })
}

/// Returns the outcome of a diagram whose rows are n, n-1, …, 1.
fn of_staircase(diagram: &Partition) -> Option<Shape> {
    let (rows, distinct) = (diagram.rows(), diagram.runs().len() as u64);
    (rows > 0 && rows == diagram.columns() && rows == distinct).then(|| Shape {
        is_p: rows % 2 == 0,
        claim: &["crim-staircases"],
        text: format!("the parts {rows} to 1, and {rows} is {}", parity(rows)),
    })
}

impl Game for Crim {
    type Move = LineRemoval;

    const INFO: GameInfo = GameInfo {
        title: "CRIM: remove one row or one column of a Young diagram",
        plain_rules: "Rows of squares stand one below the other, none longer than the one above \
                      it. On your turn take away one whole row or one whole column, and push \
                      together what is left.",
        rules: "A position is a partition. A move removes one row of its Young diagram, or one column, \
                and pushes together what is left. The empty partition ends the play.",
        body: BODY,
        moves: "`row I` or `column J`; of equal lines only the first is listed",
        move_example: "row 2",
        play: Play::Normal,
        theory: &[
            Fact {
                statement: "rectangles as in LCTR",
                source: "the games are the same there",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            Fact {
                statement: "two parts: P exactly if the larger one is even",
                source: SHAPES,
                checked: Checked::By(&["crim-two-parts"]),
            },
            Fact {
                statement: "three parts a >= b >= c: P exactly if a and b are odd and c > 1, or a > 1 is odd and \
                            b = c = 1",
                source: SHAPES,
                checked: Checked::By(&["crim-three-parts"]),
            },
            Fact {
                statement: "staircases n, n-1, ..., 1: P exactly if n is even",
                source: SHAPES,
                checked: Checked::By(&["crim-staircases"]),
            },
            Fact {
                statement: "everything else, and misère play, from the values of all sub-diagrams, up \
                            to 2048 lines",
                source: "the rules",
                checked: Checked::BY_TESTS_OF_ENGINES,
            },
        ],
        source: "I. Bašić, E. Gottlieb and M. Krnc, CRIM: a natural game on integer partitions, \
                 arXiv:2606.16828 (2026)",
        chapter: "partitions",
        group: Group::Diagrams,
        setup: Setup::Partition { several: false },
        puzzles: &[Puzzle::of(&[4, 5], 1)],
        starts: &["crim[7,1]", "crim[5,5,4,1]", "crim[7,4,1,1]"],
        ..GameInfo::named("crim", "crim[4,2,1]")
    };

    const EMPTY_BODY: bool = true;

    /// Returns the moves; of equal lines only the first is listed.
    fn moves(&self) -> Moves<'_, LineRemoval> {
        Box::new(cuts(&self.0))
    }

    fn move_count(&self) -> u128 {
        2 * self.0.runs().len() as u128
    }

    fn play(&self, mv: &LineRemoval) -> Result<Crim, String> {
        let pieces = slice::from_ref(&self.0);
        mv.within(if self.0.is_empty() { &[] } else { pieces })?;
        Ok(Crim(mv.merged(&self.0)))
    }

    fn option(&self, index: u64) -> Option<Crim> {
        let mv = cuts(&self.0).nth(index as usize)?;
        Some(Crim(mv.merged(&self.0)))
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_key(&self.0, out);
    }

    fn by_numbers(&self, play: Play, count: usize) -> Option<NumberFormula> {
        let is_p = |numbers: &[u64]| {
            let mut parts = [0; 3];
            for (part, &number) in parts.iter_mut().zip(numbers) {
                *part = number;
            }
            parts.put_in_order_by(|a, b| b.cmp(a));
            is_p_of_parts(parts)
        };
        (play == Play::Normal && count <= 3).then(|| NumberFormula::of_outcomes(is_p))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let (rows, columns) = self.0.as_rectangle()?;
        let value = lctr_rectangle(rows, columns);
        let text = format!(
            "{self} is a rectangle of {} and {}, as in LCTR of value {value}",
            counted(rows, "row"),
            counted(columns, "column")
        );
        let reason = Reason::theorem("Gottlieb, Ilić and Krnc 2023", text);
        Some(Finding::new(u128::from(value).into(), reason))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return None;
        }
        if let Some(found) = self.value() {
            return Some(found.is_p());
        }
        let conjugate = || Some(("the conjugate of ", of_parts(&self.0.conjugate())?));
        let (of, shape) = of_staircase(&self.0)
            .or_else(|| of_parts(&self.0))
            .map(|shape| ("", shape))
            .or_else(conjugate)?;
        let reason = Reason::theorem(SHAPES, format!("{of}{self} has {}", shape.text));
        Some(Finding::new(shape.is_p, reason.checked_by(shape.claim)))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<LineRemoval>> {
        // Where theory knows the options there are few of them.
        let known = self.value().is_some() || (target == Grundy::ZERO && has_few_lines(&self.0));
        (play == Play::Normal && known).then(|| cuts(&self.0).collect())
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<LineRemoval>> {
        let removal = Removal {
            removed: Removed::One,
            name: |diagram, side, counts| {
                let run = counts.iter().position(|&count| count > 0)?;
                let line = first_lines(diagram, side)[run];
                let piece = None;
                Some(LineRemoval { piece, side, line })
            },
            remark: |_, _| None,
        };
        // Of larger diagrams there are few options, which a search may list.
        removal.values(&self.0, play, budget)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Crim, NotationError> {
        read_body(cursor).map(Crim)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<LineRemoval, NotationError> {
        LineRemoval::read(cursor, 1, Self::INFO.moves)
    }

    fn draw(&self) -> String {
        draw_diagram(&self.0)
    }

    fn diagram(&self) -> Diagram {
        young(slice::from_ref(&self.0), None)
    }

    fn handles(&self) -> Vec<Handle> {
        cut_handles(slice::from_ref(&self.0))
    }
}
