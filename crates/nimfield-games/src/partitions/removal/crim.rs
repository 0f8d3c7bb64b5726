//! CRIM: remove one row or one column, and push together what is left.

use std::fmt;

use crate::partitions::partition::Partition;
use crate::partitions::pnim::{MOST_LINES, boundary, write_diagram};
use crate::partitions::removal::cut::{Cut, first_lines};
use crate::partitions::text::{BODY, cut_handles, draw_diagram, read_body, young};
use crate::partitions::walking::lctr_rectangle;
use crate::whole::Whole;
use nimfield_core::budget::Budget;
use nimfield_core::component::{AnyComponent, Component, Known};
use nimfield_core::diagram::Diagram;
use nimfield_core::handles::Handle;
use nimfield_core::info::{Checked, Fact, GameInfo, Group, Puzzle, Setup};
use nimfield_core::notation::{Cursor, Notation, NotationError};
use nimfield_core::rules::{Illegal, Impartial, Position};
use nimfield_core::theory::{Finding, Followers, Game, Summand, ValuedBelow};
use nimfield_core::words::{Grundy, Play, Reason, Side};
use nimfield_engines::sub_diagrams::{Removed, SubDiagrams, Wide, Word};

/// A position of CRIM, column-row impartial merge: a partition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crim(pub Partition);

impl fmt::Display for Crim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crim[{}]", self.0)
    }
}

impl Position for Crim {
    type Move = Cut;

    fn play(self, mv: &Cut) -> Result<Crim, Illegal<Crim>> {
        let pieces = std::slice::from_ref(&self.0);
        let pieces = if self.0.is_empty() { &[] } else { pieces };
        match mv.within(pieces) {
            Ok(_) => Ok(Crim(mv.merged(&self.0))),
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

/// The moves of a diagram, of equal lines only the first.
fn cuts(diagram: &Partition) -> impl Iterator<Item = Cut> + use<> {
    let sides = Side::BOTH.map(|side| (side, first_lines(diagram, side)));
    sides.into_iter().flat_map(|(side, lines)| {
        let piece = None;
        lines.into_iter().map(move |line| Cut { piece, side, line })
    })
}

impl Impartial for Crim {
    /// Of equal lines only the first is listed.
    fn moves(&self) -> Box<dyn Iterator<Item = Cut> + '_> {
        Box::new(cuts(&self.0))
    }

    fn move_count(&self) -> u128 {
        2 * self.0.runs().len() as u128
    }
}

impl Notation for Crim {
    const INFO: GameInfo = GameInfo {
        title: "CRIM: remove one row or one column of a Young diagram",
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
                source: "Bašić, Gottlieb and Krnc 2026",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            Fact {
                statement: "everything else, and misere play, from the values of all sub-diagrams, up \
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
        ..GameInfo::named("crim", "crim[4,2,1]")
    };

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Crim, NotationError> {
        read_body(cursor).map(Crim)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Cut, NotationError> {
        Cut::read(cursor, 1, Self::INFO.moves)
    }

    fn draw(&self) -> String {
        draw_diagram(&self.0)
    }

    fn diagram(&self) -> Diagram {
        young(std::slice::from_ref(&self.0), None)
    }

    fn handles(&self) -> Vec<Handle> {
        cut_handles(std::slice::from_ref(&self.0))
    }
}

/// A diagram that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged(Partition);

impl Game for Crim {
    type Summand = Whole<Crim>;

    fn summands(&self) -> Vec<Whole<Crim>> {
        Whole::summands(self, !self.0.is_empty())
    }
}

/// Whether a diagram of two rows, or of two columns, is a P-position: if the larger one is even.
///
/// **Source**: Bašić, Gottlieb and Krnc 2026.
fn two_lines(diagram: &Partition) -> Option<(u64, bool)> {
    let larger = match (diagram.rows(), diagram.columns()) {
        (2, larger) | (larger, 2) => larger,
        _ => return None,
    };
    Some((larger, larger % 2 == 0))
}

impl Summand for Whole<Crim> {
    type Move = Cut;

    fn value(&self) -> Option<Finding<Grundy>> {
        let (rows, columns) = self.0.0.as_rectangle()?;
        let value = lctr_rectangle(rows, columns);
        let text = format!(
            "{self} is a rectangle of {rows} rows and {columns} columns, as in LCTR of value {value}"
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
        let (larger, is_p) = two_lines(&self.0.0)?;
        let parity = if is_p { "even" } else { "odd" };
        let text = format!(
            "{self} has two parts, or its conjugate has, the larger one {larger}, which is {parity}"
        );
        Some(Finding::new(
            is_p,
            Reason::theorem("Bašić, Gottlieb and Krnc 2026", text),
        ))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Cut>> {
        // Where theory knows the options there are few of them.
        let known =
            self.value().is_some() || (target == Grundy::ZERO && two_lines(&self.0.0).is_some());
        (play == Play::Normal && known).then(|| cuts(&self.0.0).collect())
    }

    fn moves(&self) -> Box<dyn Iterator<Item = Cut> + '_> {
        Box::new(cuts(&self.0.0))
    }

    fn move_count(&self) -> u128 {
        2 * self.0.0.runs().len() as u128
    }

    fn small(&self) -> Result<AnyComponent, String> {
        Ok(AnyComponent::new(Merged(self.0.0.clone())))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Cut>> {
        match self.0.0.lines() {
            ..=64 => Some(below::<u64>(&self.0.0, play, budget)),
            65..=128 => Some(below::<u128>(&self.0.0, play, budget)),
            129..=256 => Some(below::<Wide<4>>(&self.0.0, play, budget)),
            257..=512 => Some(below::<Wide<8>>(&self.0.0, play, budget)),
            513..=MOST_LINES => Some(below::<Wide<32>>(&self.0.0, play, budget)),
            // There are few options, which a search may list.
            _ => None,
        }
    }
}

fn below<W: Word>(diagram: &Partition, play: Play, budget: &Budget) -> ValuedBelow<Cut> {
    let root: W = boundary(diagram);
    Ok(Box::new(Found {
        diagram: diagram.clone(),
        values: SubDiagrams::new(root, Removed::One, play, budget)?,
    }))
}

/// A diagram with the values of all its sub-diagrams.
struct Found<W> {
    diagram: Partition,
    values: SubDiagrams<W>,
}

impl<W: Word> Followers<Cut> for Found<W> {
    fn value(&self) -> u128 {
        self.values.value().into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<Cut>, bool) {
        let Ok(target) = u32::try_from(target) else {
            return (Vec::new(), true);
        };
        let (moves, complete) = self.values.moves_to(target, most);
        let named = moves.into_iter().filter_map(|(side, counts)| {
            let run = counts.iter().position(|&count| count > 0)?;
            let line = first_lines(&self.diagram, side)[run];
            Some(Cut {
                piece: None,
                side,
                line,
            })
        });
        (named.collect(), complete)
    }

    fn positions(&self) -> u64 {
        self.values.positions()
    }

    fn bytes(&self) -> u64 {
        self.values.bytes()
    }
}

impl Component for Merged {
    fn key(&self, out: &mut Vec<u8>) {
        write_diagram(&self.0, out);
    }

    fn option_count(&self) -> u64 {
        2 * self.0.runs().len() as u64
    }

    fn option(&self, index: u64, out: &mut Vec<Merged>) {
        let runs = self.0.runs().len();
        let index = index as usize;
        let side = if index < runs {
            Side::Rows
        } else {
            Side::Columns
        };
        let line = first_lines(&self.0, side)[index % runs];
        let piece = None;
        let after = Cut { piece, side, line }.merged(&self.0);
        if !after.is_empty() {
            out.push(Merged(after));
        }
    }

    fn known(&self, play: Play) -> Known {
        match play {
            Play::Misere => Known::Nothing,
            Play::Normal => match (self.0.as_rectangle(), two_lines(&self.0)) {
                (Some((rows, columns)), _) => Known::Value(lctr_rectangle(rows, columns).into()),
                (None, Some((_, is_p))) => Known::outcome(is_p),
                (None, None) => Known::Nothing,
            },
        }
    }

    fn bytes_outside(&self) -> u64 {
        let runs = self.0.runs().len();
        if runs > 4 { 16 * runs as u64 } else { 0 }
    }
}
