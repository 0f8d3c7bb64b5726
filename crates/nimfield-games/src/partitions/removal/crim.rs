//! CRIM: a move removes one row or one column, and the rest closes up.

use crate::partitions::sentences;
use nimfield_core::families::formulas::FormulaGame;
use std::slice;

use crate::partitions::removal::line_removal::{FORMS, LineRemoval, distinct_cuts, first_lines};
use crate::partitions::sub_diagrams::Removal;
use crate::partitions::walking::lctr_rectangle;
use nimfield_core::handles::Handle;
use nimfield_core::prelude::*;
use nimfield_core::shape::young::{BODY, cut_handles, read_body, write_key};
use nimfield_core::theory::ValuedBelow;
use nimfield_engines::sub_diagrams::Removed;

/// A position of CRIM, column-row impartial merge: a partition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crim(pub Partition);

displays_as_shape!(Crim);

const SHAPES: &str = "Bašić, Gottlieb and Krnc 2026";

/// The outcome of a shape.
struct ShapeOutcome {
    is_p: bool,
    /// The claim that states it.
    claim: &'static [&'static str],
    /// The text after "the diagram has".
    text: String,
}

/// Returns whether theory gives the outcomes of all options: a diagram of at most three rows, or of three columns.
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

/// Returns whether up to three parts, the largest first, are a P-position in normal play. A single part is a row, which
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
fn of_parts(diagram: &Partition) -> Option<ShapeOutcome> {
    if diagram.rows() > 3 {
        return None;
    }
    let parts: Vec<u64> = diagram.parts().collect();
    let text = match parts[..] {
        [a, b] => {
            let text = format!("two parts, the larger one {a}, which is {}", parity(a));
            let claim = &["crim-two-parts"];
            let is_p = is_p_of_parts([a, b, 0]);
            return Some(ShapeOutcome { is_p, claim, text });
        }
        [a, _, _] if a % 2 == 0 => format!("the first one {a}, which is even"),
        [_, b, _] if b % 2 == 0 => format!("the second one {b}, which is even"),
        [a, b, c] if c > 1 => format!("{a} and {b}, which are odd, and {c} > 1"),
        [a, b, _] => format!("{a} and {b}, which are odd, and 1"),
        _ => return None,
    };
    let is_p = is_p_of_parts(parts.try_into().expect("three parts"));
    Some(ShapeOutcome {
        is_p,
        claim: &["crim-three-parts"],
        text: format!("three parts, {text}"),
    })
}

/// Returns the outcome of a diagram whose rows are n, n-1, …, 1.
fn of_staircase(diagram: &Partition) -> Option<ShapeOutcome> {
    let (rows, distinct) = (diagram.rows(), diagram.runs().len() as u64);
    (rows > 0 && rows == diagram.columns() && rows == distinct).then(|| ShapeOutcome {
        is_p: rows % 2 == 0,
        claim: &["crim-staircases"],
        text: format!("the parts {rows} to 1, and {rows} is {}", parity(rows)),
    })
}

impl Rules for Crim {
    type Move = LineRemoval;

    const INFO: GameInfo = GameInfo {
        title: "CRIM: remove one row or one column of a Young diagram",
        plain_rules: "Rows of squares stand one below the other, none longer than the one above \
                      it. On your turn take away one whole row or one whole column, and push \
                      together what is left.",
        rules: "A position is a partition. A move removes one row of its Young diagram, or one column, \
                and pushes together what is left. The empty partition ends the play.",
        body: BODY,
        forms: FORMS,
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
        Box::new(distinct_cuts(&self.0))
    }

    fn play(&self, mv: &LineRemoval) -> Result<Crim, String> {
        let pieces = slice::from_ref(&self.0);
        mv.within(if self.0.is_empty() { &[] } else { pieces })?;
        Ok(Crim(mv.merged(&self.0)))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Crim, NotationError> {
        read_body(cursor).map(Crim)
    }

    fn shape(&self) -> Shape {
        Shape::diagrams(vec![self.0.clone()])
    }
}

impl Shown for Crim {
    fn handles(&self) -> Vec<Handle> {
        cut_handles(slice::from_ref(&self.0))
    }
}

impl Search for Crim {
    fn move_count(&self) -> u128 {
        2 * self.0.runs().len() as u128
    }

    fn option(&self, index: u64) -> Option<Crim> {
        let mv = distinct_cuts(&self.0).nth(index as usize)?;
        Some(Crim(mv.merged(&self.0)))
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_key(&self.0, out);
    }
}

impl Theory for Crim {
    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        let of = |numbers: &[u64]| {
            let mut parts = [0; 3];
            for (part, &number) in parts.iter_mut().zip(numbers) {
                *part = number;
            }
            let sorted = parts.is_sorted_by(|above, below| above >= below);
            sorted.then(|| u64::from(!is_p_of_parts(parts)))
        };
        (play == Play::Normal && count <= 3).then(|| NumberFormula {
            finds_values: false,
            ..NumberFormula::of_values(of)
        })
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
        // If theory covers the options, there are few of them.
        let known = self.value().is_some() || (target == Grundy::ZERO && has_few_lines(&self.0));
        (play == Play::Normal && known).then(|| distinct_cuts(&self.0).collect())
    }
}

impl Engines for Crim {
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        Some(sentences::one_line(self.0.parts()))
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
        // Larger diagrams have few options, which a search can list.
        removal.values(&self.0, play, budget)
    }
}
