//! CRPM and CRPS: CRIM and CRIS for two players, Left removing columns and Right rows.

use std::fmt;

use crate::partitions::removal::cris::{not_empty, read_pieces};
use crate::partitions::removal::line_removal::{LineRemoval, first_lines};
use crate::partitions::removal::text::{CRPM, Joining, handles};
use nimfield_core::component::write_number;
use nimfield_core::handles::Handle;
use nimfield_core::notation::read_bracketed;
use nimfield_core::partizan::{
    AnyPartizanComponent, Decided, MoveRun, PartizanComponent, PartizanRules, PartizanSummand,
    PartizanTheory, moves_of_both,
};
use nimfield_core::prelude::*;
use nimfield_core::shape::young::read_body;
use nimfield_core::words::Side;

/// A position of CRPM or CRPS: nonempty diagrams, at most one in CRPM.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartizanRemoval {
    joining: Joining,
    pieces: Vec<Partition>,
}

/// Returns the player who owns these lines: as in matrix nim, Left removes coLumns and Right Rows.
fn owner(side: Side) -> Player {
    match side {
        Side::Columns => Player::Left,
        Side::Rows => Player::Right,
    }
}

impl LineRemoval {
    /// Returns the player who has the move in CRPM and CRPS.
    #[must_use]
    pub fn player(&self) -> Player {
        owner(self.side)
    }
}

impl PartizanRemoval {
    /// Creates a position of CRPM.
    #[must_use]
    pub fn crpm(diagram: Partition) -> PartizanRemoval {
        PartizanRemoval {
            joining: Joining::Merged,
            pieces: not_empty([diagram]),
        }
    }

    /// Creates a position of CRPS; empty pieces are dropped.
    #[must_use]
    pub fn crps(pieces: impl IntoIterator<Item = Partition>) -> PartizanRemoval {
        PartizanRemoval {
            joining: Joining::Split,
            pieces: not_empty(pieces),
        }
    }

    /// Reads the body of a position with its brackets.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn read_of(
        joining: Joining,
        cursor: &mut Cursor<'_>,
    ) -> Result<PartizanRemoval, NotationError> {
        read_bracketed(cursor, joining.info().body, true, |cursor| match joining {
            Joining::Merged => read_body(cursor).map(PartizanRemoval::crpm),
            Joining::Split => read_pieces(cursor).map(PartizanRemoval::crps),
        })
    }

    /// Returns the diagrams.
    #[must_use]
    pub fn pieces(&self) -> &[Partition] {
        &self.pieces
    }

    /// Returns the negative: rows and columns exchanged.
    #[must_use]
    pub fn negative(&self) -> PartizanRemoval {
        PartizanRemoval {
            joining: self.joining,
            pieces: self.pieces.iter().map(Partition::conjugate).collect(),
        }
    }

    /// Returns the total number of rows and columns of all diagrams.
    #[must_use]
    pub fn line_count(&self) -> u128 {
        self.pieces.iter().map(Partition::lines).sum()
    }
}

impl Joining {
    /// Returns the diagrams after the removal of a line.
    fn left_by(self, mv: &LineRemoval, diagram: &Partition) -> Vec<Partition> {
        match self {
            Joining::Merged => not_empty([mv.merged(diagram)]),
            Joining::Split => not_empty(mv.parts(diagram)),
        }
    }
}

/// Returns the moves of a player; with only the first of equal lines that lead to the same position.
fn cuts_of(
    joining: Joining,
    diagram: &Partition,
    piece: Option<usize>,
    player: Player,
) -> impl Iterator<Item = LineRemoval> + use<> {
    let own = move |side: &Side| owner(*side) == player;
    Side::BOTH.into_iter().filter(own).flat_map({
        let diagram = diagram.clone();
        move |side| {
            let lines: Box<dyn Iterator<Item = u64>> = match joining {
                Joining::Split => Box::new(0..diagram.oriented(side).rows()),
                Joining::Merged => Box::new(first_lines(&diagram, side).into_iter()),
            };
            lines.map(move |line| LineRemoval { piece, side, line })
        }
    })
}

impl fmt::Display for PartizanRemoval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.joining.name(), self.shape().body())
    }
}

/// Returns the outcome of CRPM: for a diagram with c columns and r rows, Right, who removes rows, wins if c > r; Left,
/// who removes columns, if c < r; the first player if c = r >= 1; the second player if the diagram is empty.
///
/// **Proof**, by induction on the number of squares: it suffices that Right wins if c >= r >= 1 when Right begins, and
/// if c > r when Left begins; the rest is conjugation. Right begins: with r = 1 the row is removed and Left has no
/// move; with r >= 2 some row other than the first, which leaves c columns and r-1 < c rows. Left begins, c > r: a
/// column is removed, which leaves c-1 >= r columns, at least one, and at most r rows, and Right begins.
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

/// The most rows and columns of a diagram whose value is cheap.
const CHEAP_LINES: u128 = 12;

/// The most lines of a diagram evaluated by recursion; forms of larger ones are out of reach anyway.
const MOST_VALUED: u128 = 400;

/// The most lines of a diagram to search; larger ones have too many options.
const MOST_SEARCHED: u128 = 10_000;

/// A diagram as a component for engines.
#[derive(Clone, Debug)]
pub struct PartizanDiagram {
    joining: Joining,
    diagram: Partition,
}

impl PartizanDiagram {
    fn cuts(&self, player: Player) -> impl Iterator<Item = LineRemoval> {
        cuts_of(self.joining, &self.diagram, None, player)
    }
}

impl PartizanComponent for PartizanDiagram {
    fn key(&self, out: &mut Vec<u8>) {
        out.push(self.joining as u8);
        for run in self.diagram.runs() {
            write_number(out, run.part);
            write_number(out, run.count);
        }
    }

    fn option_count(&self, player: Player) -> u64 {
        self.cuts(player).count() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<PartizanDiagram>) {
        let cut = self.cuts(player).nth(index as usize);
        let joining = self.joining;
        let pieces = cut
            .into_iter()
            .flat_map(|cut| joining.left_by(&cut, &self.diagram));
        out.extend(pieces.map(|diagram| PartizanDiagram { joining, diagram }));
    }
}

impl PartizanRemoval {
    fn parts_up_to(&self, most: u128) -> Option<Vec<AnyPartizanComponent>> {
        let pieces = self.pieces.iter().map(|diagram| PartizanDiagram {
            joining: self.joining,
            diagram: diagram.clone(),
        });
        let parts = pieces.map(AnyPartizanComponent::new);
        (self.line_count() <= most).then(|| parts.collect())
    }

    fn outcome_merged(&self) -> Option<Outcome> {
        match (self.joining, &self.pieces[..]) {
            (Joining::Split, _) => None,
            (Joining::Merged, [diagram]) => Some(crpm_outcome(diagram)),
            (Joining::Merged, _) => Some(Outcome::P),
        }
    }
}

impl Rules for PartizanRemoval {
    type Move = LineRemoval;

    /// One type represents both games.
    const INFO: GameInfo = CRPM;

    fn info(&self) -> &'static GameInfo {
        self.joining.info()
    }

    fn moves(&self) -> Moves<'_, LineRemoval> {
        moves_of_both(self)
    }

    fn owner(&self, mv: &LineRemoval) -> Option<Player> {
        Some(mv.player())
    }

    /// Returns the position after a move of the owner of the line.
    fn play(&self, mv: &LineRemoval) -> Result<PartizanRemoval, String> {
        let piece = mv.within(&self.pieces)?;
        let left = self.joining.left_by(mv, &self.pieces[piece]);
        let mut pieces = self.pieces.clone();
        pieces.splice(piece..=piece, left);
        Ok(PartizanRemoval {
            joining: self.joining,
            pieces,
        })
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<PartizanRemoval, NotationError> {
        Ok(PartizanRemoval::crpm(read_body(cursor)?))
    }

    fn typed_move(&self, mv: &Move) -> Option<LineRemoval> {
        Some(LineRemoval::of_move(mv)?.among(self.pieces.len()))
    }

    fn shape(&self) -> Shape {
        Shape::diagrams(self.pieces.clone())
    }
}

impl Shown for PartizanRemoval {
    fn handles(&self) -> Vec<Handle> {
        handles(&self.pieces)
    }
}

impl PartizanRules for PartizanRemoval {
    fn moves_of(&self, player: Player) -> Moves<'_, LineRemoval> {
        let several = self.pieces.len() > 1;
        let pieces = self.pieces.iter().enumerate();
        Box::new(
            pieces.flat_map(move |(i, piece)| {
                cuts_of(self.joining, piece, several.then_some(i), player)
            }),
        )
    }

    fn is_move_of(&self, mv: &LineRemoval, player: Player) -> bool {
        mv.player() == player
    }

    fn negative(&self) -> Option<PartizanRemoval> {
        Some(PartizanRemoval::negative(self))
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts_up_to(MOST_SEARCHED).ok_or_else(|| {
            format!("{self} has more than {MOST_SEARCHED} lines, too many for a search")
        })
    }

    fn parts_for_forms(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        self.parts_up_to(MOST_VALUED).ok_or_else(|| {
            format!(
                "canonical forms are computed for diagrams of at most {MOST_VALUED} rows and columns"
            )
        })
    }
}

impl PartizanTheory for PartizanRemoval {
    /// Decides CRPM: outcome and moves of any size by comparing rows and columns.
    fn decided(&self) -> Option<Decided<LineRemoval>> {
        let outcome = self.outcome_merged()?;
        let (columns, rows) = match self.pieces() {
            [diagram] => (diagram.columns(), diagram.rows()),
            _ => (0, 0),
        };
        let text = format!(
            "{self} has {}, which Left removes, and {}, which Right removes: the player with fewer lines to remove \
             wins; if the numbers are equal and not 0, the player who begins wins",
            counted(columns, "column"),
            counted(rows, "row")
        );
        let moves = [Player::Left, Player::Right]
            .into_iter()
            .flat_map(|player| {
                let won = match player {
                    Player::Left => [Outcome::L, Outcome::P],
                    Player::Right => [Outcome::R, Outcome::P],
                };
                let good = self.moves_of(player).filter(move |cut| {
                    let after = self.play(cut).expect("a listed move is legal");
                    (after.outcome_merged()).is_some_and(|after| won.contains(&after))
                });
                good.map(move |first| MoveRun {
                    player,
                    first,
                    to: None,
                })
            });
        Some(Decided {
            outcome,
            reason: Reason::theorem("induction over rows and columns (CRPM)", text),
            moves: Some(moves.collect()),
            figures: None,
            figures_reason: None,
        })
    }

    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        let key = |diagram: &Partition| {
            let mut key = Vec::new();
            let piece = PartizanDiagram {
                joining: self.joining,
                diagram: diagram.clone(),
            };
            piece.key(&mut key);
            key
        };
        let summand = |diagram: &Partition| PartizanSummand {
            key: key(diagram),
            negative: key(&diagram.conjugate()),
            heat: None,
        };
        Some(self.pieces.iter().map(summand).collect())
    }

    fn is_cheap(&self) -> bool {
        self.line_count() <= CHEAP_LINES
    }
}
