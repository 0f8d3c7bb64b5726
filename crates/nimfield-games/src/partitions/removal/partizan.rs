//! CRPM and CRPS: CRIM and CRIS for two players, Left removing columns and Right rows.

use std::fmt;

use crate::partitions::partition::Partition;
use crate::partitions::removal::cris::{cuts, draw_pieces, join, not_empty};
use crate::partitions::removal::cut::{Cut, first_lines};
use crate::partitions::text::young;
use nimfield_core::diagram::Diagram;
use nimfield_core::rules::{Illegal, Partizan, Position};
use nimfield_core::words::{Outcome, Player, Side};

/// What becomes of what is left when a line is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joining {
    /// It is pushed together: CRPM, column-row partizan merge.
    Merged,
    /// It falls into two pieces: CRPS, column-row partizan split.
    Split,
}

impl Joining {
    /// The name of the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Joining::Merged => "crpm",
            Joining::Split => "crps",
        }
    }
}

/// A position of CRPM or CRPS: diagrams that are not empty, in CRPM one or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lines {
    joining: Joining,
    pieces: Vec<Partition>,
}

/// Whose lines these are: as in matrix nim, Left removes coLumns and Right Rows.
fn owner(side: Side) -> Player {
    match side {
        Side::Columns => Player::Left,
        Side::Rows => Player::Right,
    }
}

impl Cut {
    /// Whose move it is in CRPM and CRPS.
    #[must_use]
    pub fn player(&self) -> Player {
        owner(self.side)
    }
}

impl Lines {
    /// A position of CRPM.
    #[must_use]
    pub fn crpm(diagram: Partition) -> Lines {
        Lines {
            joining: Joining::Merged,
            pieces: not_empty([diagram]),
        }
    }

    /// A position of CRPS; empty pieces are left out.
    #[must_use]
    pub fn crps(pieces: impl IntoIterator<Item = Partition>) -> Lines {
        Lines {
            joining: Joining::Split,
            pieces: not_empty(pieces),
        }
    }

    /// Which of the two games it is of.
    #[must_use]
    pub fn joining(&self) -> Joining {
        self.joining
    }

    /// The diagrams.
    #[must_use]
    pub fn pieces(&self) -> &[Partition] {
        &self.pieces
    }

    /// The diagrams as pictures.
    #[must_use]
    pub fn draw(&self) -> String {
        draw_pieces(&self.pieces)
    }

    /// The position laid out in the plane.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        young(&self.pieces, None)
    }

    /// The negative: rows and columns exchanged.
    #[must_use]
    pub fn negative(&self) -> Lines {
        Lines {
            joining: self.joining,
            pieces: self.pieces.iter().map(Partition::conjugate).collect(),
        }
    }

    /// The diagrams that a player can leave of one of them by a move, each option a sum.
    pub fn options(joining: Joining, diagram: &Partition, player: Player) -> Vec<Vec<Partition>> {
        let moves = cuts_of(joining, diagram, None).filter(|cut| cut.player() == player);
        let options = moves.map(|cut| match joining {
            Joining::Merged => not_empty([cut.merged(diagram)]),
            Joining::Split => not_empty(cut.parts(diagram)),
        });
        options.collect()
    }

    /// Rows and columns of all diagrams together.
    pub fn line_count(&self) -> u128 {
        self.pieces.iter().map(Partition::lines).sum()
    }
}

/// The moves of both players; of equal lines that leave the same only the first.
fn cuts_of(
    joining: Joining,
    diagram: &Partition,
    piece: Option<usize>,
) -> Box<dyn Iterator<Item = Cut>> {
    match joining {
        Joining::Split => Box::new(cuts(diagram, piece)),
        Joining::Merged => {
            let sides = Side::BOTH.map(|side| (side, first_lines(diagram, side)));
            Box::new(sides.into_iter().flat_map(move |(side, lines)| {
                lines.into_iter().map(move |line| Cut { piece, side, line })
            }))
        }
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.joining.name(), join(&self.pieces))
    }
}

impl Position for Lines {
    type Move = Cut;

    /// The position after a move of the player whom the line belongs to.
    fn play(mut self, mv: &Cut) -> Result<Lines, Illegal<Lines>> {
        match mv.within(&self.pieces) {
            Ok(piece) => {
                let diagram = &self.pieces[piece];
                let left = match self.joining {
                    Joining::Merged => not_empty([mv.merged(diagram)]),
                    Joining::Split => not_empty(mv.parts(diagram)),
                };
                self.pieces.splice(piece..=piece, left);
                Ok(self)
            }
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl Partizan for Lines {
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = Cut> + '_> {
        let several = self.pieces.len() > 1;
        let pieces = self.pieces.iter().enumerate();
        let cuts =
            pieces.flat_map(move |(i, piece)| cuts_of(self.joining, piece, several.then_some(i)));
        Box::new(cuts.filter(move |cut| cut.player() == player))
    }
}

/// The outcome of CRPM: for a diagram with c columns and r rows, Right, who removes rows, wins if
/// c > r; Left, who removes columns, if c < r; whoever begins if c = r >= 1; whoever does not if there is
/// nothing.
///
/// **Proof**, by induction on the number of squares: it is enough that Right wins if c >= r >= 1 when
/// Right begins, and if c > r when Left begins; the rest is conjugation. Right begins: with r = 1 the row
/// is removed and Left has no move; with r >= 2 some row other than the first, which leaves c columns and
/// r-1 < c rows. Left begins, c > r: a column is removed, which leaves c-1 >= r columns, at least one, and
/// at most r rows, and Right begins.
#[must_use]
pub fn crpm_outcome(diagram: &Partition) -> Outcome {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match diagram.columns().cmp(&diagram.rows()) {
        _ if diagram.is_empty() => Outcome::P,
        Equal => Outcome::N,
        Greater => Outcome::R,
        Less => Outcome::L,
    }
}
