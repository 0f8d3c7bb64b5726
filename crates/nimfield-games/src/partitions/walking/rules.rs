//! Walking pieces: the common rules of LCTR, Downright and six chess pieces.

use nimfield_core::moves::Forms;
use nimfield_core::prelude::*;
use std::fmt;

use nimfield_engines::walks::{Piece, Step};

/// A game of a walking piece: its moves and its theory.
///
/// Two are equal if they have the same name.
#[derive(Debug)]
pub struct Walker {
    /// A description of the game for people.
    pub info: GameInfo,
    /// The moves of the piece.
    pub piece: Piece,
    /// The letter for the piece in pictures.
    pub letter: char,
    /// Returns the Grundy value of a non-empty diagram, if there is a formula.
    pub closed: fn(&Partition) -> Option<Finding<Grundy>>,
    /// Returns the Grundy value by a reduction to a smaller diagram, if there is no formula.
    pub reduced: fn(&Partition) -> Option<Finding<Grundy>>,
    /// Returns whether a non-empty diagram is a P-position, if a formula gives only that.
    pub outcome: fn(&Partition, Play) -> Option<Finding<bool>>,
    /// Returns steps (down, right) that include all winning ones, as
    /// [`Theory::candidates`](nimfield_core::game::Theory::candidates) requires.
    pub candidates: Steps,
    /// Returns the size of the nim heap, if a diagram is one.
    pub heap: fn(&Partition) -> Option<u128>,
}

/// See [`Walker::candidates`].
pub type Steps = fn(&Partition, Play, &Grundy) -> Option<Vec<(u64, u64)>>;

/// Returns the value of a formula, with its source and the numbers.
pub(super) fn closed(value: impl Into<u128>, source: &str, text: String) -> Finding<Grundy> {
    Finding::new(value.into().into(), Reason::theorem(source, text))
}

impl PartialEq for Walker {
    fn eq(&self, other: &Walker) -> bool {
        self.info.name == other.info.name
    }
}

impl Eq for Walker {}

impl Walker {
    /// A piece without moves and theory: the defaults for the games.
    pub(super) const STILL: Walker = Walker {
        info: GameInfo::named("", ""),
        piece: Piece {
            steps: &[],
            leaves: false,
        },
        letter: ' ',
        closed: |_| None,
        reduced: |_| None,
        outcome: |_, _| None,
        candidates: |_, _, _| None,
        heap: |_| None,
    };
}

/// A position: the diagram as seen from the square of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walking {
    /// The diagram.
    pub diagram: Partition,
    /// The piece and its game.
    pub walker: &'static Walker,
}

impl Walking {
    /// Places the piece at the corner of this diagram.
    #[must_use]
    pub fn new(walker: &'static Walker, diagram: Partition) -> Walking {
        Walking { diagram, walker }
    }
}

impl fmt::Display for Walking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.walker.info.name, self.diagram)
    }
}

/// A step of the piece; in LCTR, the removal of the top row or of the left column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// Rows down.
    pub down: u64,
    /// Columns to the right.
    pub right: u64,
    /// Whether steps are written as removals of lines.
    removes: bool,
}

impl Walk {
    /// Creates the step by these distances down and to the right.
    #[must_use]
    pub fn new(piece: &Piece, (down, right): (u64, u64)) -> Walk {
        Walk {
            down,
            right,
            removes: piece.leaves,
        }
    }
}

const ROW: &str = "row";
const COLUMN: &str = "column";
const DOWN: &str = "down {number}";
const RIGHT: &str = "right {number}";
const BOTH: &str = "down {number} right {number}";
/// The forms of removals.
pub(super) const REMOVALS: Forms = &[ROW, COLUMN];
/// The forms of steps.
pub(super) const STEPS: Forms = &[DOWN, RIGHT, BOTH];

impl GameMove for Walk {
    fn to_move(&self) -> Move {
        let (down, right) = (
            Arg::Number(self.down.into()),
            Arg::Number(self.right.into()),
        );
        match (self.down, self.right) {
            (1, 0) if self.removes => Move::new(ROW, []),
            (0, 1) if self.removes => Move::new(COLUMN, []),
            (_, 0) => Move::new(DOWN, [down]),
            (0, _) => Move::new(RIGHT, [right]),
            _ => Move::new(BOTH, [down, right]),
        }
    }

    fn of_move(mv: &Move) -> Option<Walk> {
        let (down, right) = match (mv.form(), mv.args()) {
            (ROW, []) => (1, 0),
            (COLUMN, []) => (0, 1),
            (DOWN, [Arg::Number(down)]) => (*down, 0),
            (RIGHT, [Arg::Number(right)]) => (0, *right),
            (BOTH, [Arg::Number(down), Arg::Number(right)]) => (*down, *right),
            _ => return None,
        };
        Some(Walk {
            down: u64::try_from(down).ok()?,
            right: u64::try_from(right).ok()?,
            removes: matches!(mv.form(), ROW | COLUMN),
        })
    }
}

displays_as_move!(Walk);

impl Walking {
    /// Returns how many times a step can be taken in one move.
    pub(super) fn times(&self, step: &Step) -> u64 {
        let Walking { diagram, walker } = self;
        match (step.far, step.down, step.right) {
            _ if diagram.is_empty() => 0,
            (false, ..) => {
                let inside = diagram.part(step.down) > step.right;
                u64::from(inside || walker.piece.leaves)
            }
            (true, 0, _) => diagram.columns() - 1,
            (true, _, 0) => diagram.rows() - 1,
            (true, ..) => diagram.durfee() - 1,
        }
    }

    /// Explains why a move is not legal.
    pub(super) fn fault(&self, mv: &Walk) -> Option<String> {
        let allowed = |step: &Step| {
            let (down, right) = (mv.down, mv.right);
            match step.far {
                false => (down, right) == (step.down, step.right),
                true => {
                    down.max(right) > 0
                        && (down.max(right) * step.down, down.max(right) * step.right)
                            == (down, right)
                }
            }
        };
        if self.diagram.is_empty() {
            Some("the diagram is empty".to_string())
        } else if !self.walker.piece.steps.iter().any(allowed) {
            Some(format!(
                "the moves of {} are {}",
                self.walker.info.name,
                self.walker.info.moves_in_words()
            ))
        } else if !self.walker.piece.leaves && self.diagram.part(mv.down) <= mv.right {
            Some("the piece would leave the diagram".to_string())
        } else {
            None
        }
    }
}
