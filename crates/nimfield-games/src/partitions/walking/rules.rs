//! Walking pieces: the rules, which are those of LCTR, Downright and six chess pieces at once.

use std::fmt::{self, Debug};
use std::marker::PhantomData;

use crate::partitions::partition::Partition;
use crate::partitions::text::{draw, read_body, read_number, young};
use crate::partitions::walking::theory::Closed;
use nimfield_core::diagram::Diagram;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::Cursor;
use nimfield_core::notation::Notation;
use nimfield_core::notation::NotationError;
use nimfield_core::rules::{Illegal, Impartial, Position};
use nimfield_core::theory::Finding;
use nimfield_core::words::{Grundy, Play};
use nimfield_engines::walks::{Piece, Step};

/// A game of a walking piece.
pub trait Walker: Clone + Copy + Eq + Debug + Send + Sync + 'static {
    /// What the game is, for people.
    const INFO: GameInfo;
    /// What the piece may do.
    const PIECE: Piece;
    /// How the piece is drawn.
    const LETTER: char;

    /// The Grundy value of a non-empty diagram, where there is a formula.
    fn closed(diagram: &Partition) -> Option<Closed>;

    /// The Grundy value by a reduction to a smaller diagram, where there is no formula.
    fn reduced(diagram: &Partition) -> Option<Closed> {
        let _ = diagram;
        None
    }

    /// Whether a non-empty diagram is a P-position, where there is a formula for no more than this.
    fn outcome(diagram: &Partition, play: Play) -> Option<Finding<bool>> {
        let _ = (diagram, play);
        None
    }

    /// Steps (down, right) among which are all winning ones as far as
    /// [`Summand::candidates`](nimfield_core::theory::Summand::candidates) wants them.
    fn candidates(diagram: &Partition, play: Play, target: &Grundy) -> Option<Vec<(u64, u64)>> {
        let _ = (diagram, play, target);
        None
    }

    /// The nim heap that a diagram is, if it is one.
    fn heap(diagram: &Partition) -> Option<u128> {
        let _ = diagram;
        None
    }
}

/// A position: the diagram as seen from the square where the piece stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Walking<K> {
    /// The diagram.
    pub diagram: Partition,
    game: PhantomData<K>,
}

impl<K> Walking<K> {
    /// The piece at the corner of this diagram.
    #[must_use]
    pub fn new(diagram: Partition) -> Walking<K> {
        Walking {
            diagram,
            game: PhantomData,
        }
    }
}

impl<K: Walker> fmt::Display for Walking<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", K::INFO.name, self.diagram)
    }
}

/// A step of the piece; in LCTR, the removal of the top row or of the left column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk<K> {
    /// Rows down.
    pub down: u64,
    /// Columns to the right.
    pub right: u64,
    game: PhantomData<K>,
}

impl<K> Walk<K> {
    /// The step so far down and to the right.
    #[must_use]
    pub fn new((down, right): (u64, u64)) -> Walk<K> {
        Walk {
            down,
            right,
            game: PhantomData,
        }
    }
}

impl<K: Walker> fmt::Display for Walk<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.down, self.right) {
            (1, 0) if K::PIECE.leaves => f.write_str("row"),
            (0, 1) if K::PIECE.leaves => f.write_str("column"),
            (down, 0) => write!(f, "down {down}"),
            (0, right) => write!(f, "right {right}"),
            (down, right) => write!(f, "down {down} right {right}"),
        }
    }
}

/// How often a step can be made at once from the corner of a diagram.
pub(super) fn times(diagram: &Partition, piece: &Piece, step: &Step) -> u64 {
    let inside = diagram.part(step.down) > step.right;
    match (step.far, step.down, step.right) {
        _ if diagram.is_empty() => 0,
        (false, ..) => u64::from(inside || piece.leaves),
        (true, 0, _) => diagram.columns() - 1,
        (true, _, 0) => diagram.rows() - 1,
        (true, ..) => diagram.durfee() - 1,
    }
}

impl<K: Walker> Walking<K> {
    fn fault(&self, mv: &Walk<K>) -> Option<String> {
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
        } else if !K::PIECE.steps.iter().any(allowed) {
            Some(format!(
                "the moves of {} are {}",
                K::INFO.name,
                K::INFO.moves
            ))
        } else if !K::PIECE.leaves && self.diagram.part(mv.down) <= mv.right {
            Some("the piece would leave the diagram".to_string())
        } else {
            None
        }
    }
}

impl<K: Walker> Position for Walking<K> {
    type Move = Walk<K>;

    fn play(self, mv: &Walk<K>) -> Result<Walking<K>, Illegal<Walking<K>>> {
        match self.fault(mv) {
            None => Ok(Walking::new(self.diagram.beyond(mv.down, mv.right))),
            Some(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl<K: Walker> Impartial for Walking<K> {
    fn moves(&self) -> Box<dyn Iterator<Item = Walk<K>> + '_> {
        Box::new(walks(&self.diagram))
    }

    fn move_count(&self) -> u128 {
        count(&self.diagram, &K::PIECE)
    }
}

/// The moves from the corner of a diagram.
pub(super) fn walks<K: Walker>(diagram: &Partition) -> impl Iterator<Item = Walk<K>> + '_ {
    K::PIECE.steps.iter().flat_map(|step| {
        let times = 1..=times(diagram, &K::PIECE, step);
        times.map(|k| Walk::new((k * step.down, k * step.right)))
    })
}

/// How many moves there are.
pub(super) fn count(diagram: &Partition, piece: &Piece) -> u128 {
    let times = piece.steps.iter().map(|step| times(diagram, piece, step));
    times.map(u128::from).sum()
}

impl<K: Walker> Notation for Walking<K> {
    const INFO: GameInfo = K::INFO;

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Walking<K>, NotationError> {
        read_body(cursor).map(Walking::new)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Walk<K>, NotationError> {
        if K::PIECE.leaves {
            return if cursor.take("row") {
                Ok(Walk::new((1, 0)))
            } else if cursor.take_any(&["column", "col"]) {
                Ok(Walk::new((0, 1)))
            } else {
                Err(cursor.expected("`row` or `column`", K::INFO.moves))
            };
        }
        let down = match cursor.take("down") {
            true => Some(read_number(cursor, "the way down")?),
            false => None,
        };
        let right = match cursor.take("right") {
            true => Some(read_number(cursor, "the way to the right")?),
            false => None,
        };
        match (down, right) {
            (None, None) => Err(cursor.expected("`down` or `right`", K::INFO.moves)),
            _ => Ok(Walk::new((down.unwrap_or(0), right.unwrap_or(0)))),
        }
    }

    fn draw(&self) -> String {
        draw(&self.diagram, K::LETTER)
    }

    fn diagram(&self) -> Diagram {
        young(std::slice::from_ref(&self.diagram), Some(K::LETTER))
    }
}
