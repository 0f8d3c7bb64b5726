//! Positions of games on Young diagrams.

use nimfield_core::prelude::*;
use nimfield_core::shape::young::write_key;
use std::fmt;
use std::sync::Arc;

use nimfield_core::moves::column_label;
use nimfield_core::theory::ValuedBelow;
use nimfield_core::words::Side;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::sub_diagrams::{Removal as LineRemoval, Removed as Lines};
use nimfield_games::placing::Reach;

use super::removal::{Bites, Removal, Removed, Splits, after, moves};
use crate::info::RULES;
use crate::pieces::{PieceKind, PieceMove};

/// A game on Young diagrams, read from a rule file.
#[derive(Debug)]
pub struct DiagramGame {
    pub(crate) name: String,
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    pub(crate) removals: Vec<Removal>,
    pub(crate) splits: Splits,
    /// Weights of the column and of the row, whose sum grows with every step of a piece that may also go up or to the
    /// left.
    pub(crate) weights: Option<(i64, i64)>,
    pub(crate) play: Play,
}

impl DiagramGame {
    /// Returns whether the moves in a diagram are those in its conjugate.
    fn is_symmetric(&self) -> bool {
        let conjugate = |removal: &Removal| match removal {
            Removal::Row { first } => Removal::Column { first: *first },
            Removal::Column { first } => Removal::Row { first: *first },
            Removal::Bite(Bites::RowEnds) => Removal::Bite(Bites::ColumnEnds),
            Removal::Bite(Bites::ColumnEnds) => Removal::Bite(Bites::RowEnds),
            Removal::Step(reach) => Removal::Step(Reach {
                step: (reach.step.1, reach.step.0),
                ..*reach
            }),
            other => other.clone(),
        };
        let mut removals = self.removals.iter();
        removals.all(|removal| self.removals.contains(&conjugate(removal)))
    }

    /// Returns whether a move removes any one row or any one column, and pushes the rest together.
    pub(crate) fn removes_one_line(&self) -> bool {
        let line = |removal: &Removal| {
            matches!(
                removal,
                Removal::Row { first: false } | Removal::Column { first: false }
            )
        };
        !self.splits.lines && self.is_symmetric() && self.removals.iter().all(line)
    }
}

/// A position: one diagram or several.
#[derive(Clone, Debug)]
pub struct Diagrams {
    pub(crate) game: Arc<DiagramGame>,
    pub(crate) pieces: Vec<Partition>,
    /// The row and the column of the piece on each diagram, if it may go up or to the left.
    pub(crate) places: Vec<(u32, u32)>,
}

impl PartialEq for Diagrams {
    fn eq(&self, other: &Diagrams) -> bool {
        (self.game.id, &self.game.name, &self.pieces, &self.places)
            == (
                other.game.id,
                &other.game.name,
                &other.pieces,
                &other.places,
            )
    }
}

impl Eq for Diagrams {}

/// A removal from one diagram.
pub type DiagramMove = PieceMove<Removed>;

impl PieceKind for Removed {
    const FORMS: &'static [(Removed, &'static str, &'static str)] = {
        use Removed::{Bite, Column, Corners, Hook, Rim, Row, Step};
        &[
            (Row, "row {place}", "row {place} of {place}"),
            (Column, "column {place}", "column {place} of {place}"),
            (Hook, "hook {cell}", "hook {cell} of {place}"),
            (Bite, "bite {cell}", "bite {cell} of {place}"),
            (Corners, "corners {places}", "corners {places} of {place}"),
            (Step, "to {cell}", "to {cell} of {place}"),
            (Rim, "rim", "rim of {place}"),
        ]
    };
}

impl fmt::Display for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.pieces.iter().enumerate().map(|(piece, diagram)| {
            let rows: Vec<String> = diagram.parts().map(|row| row.to_string()).collect();
            let at = match self.place(piece) {
                (0, 0) => String::new(),
                (row, column) => format!(" at {}{}", column_label(column as usize), row + 1),
            };
            rows.join(",") + &at
        });
        write!(
            f,
            "{}[{}]",
            self.game.name,
            pieces.collect::<Vec<_>>().join("; ")
        )
    }
}

impl Diagrams {
    fn with(&self, pieces: Vec<Partition>, places: Vec<(u32, u32)>) -> Diagrams {
        Diagrams {
            game: self.game.clone(),
            pieces,
            places,
        }
    }

    /// Returns the row and the column of the piece on a diagram.
    fn place(&self, piece: usize) -> (u32, u32) {
        self.places.get(piece).copied().unwrap_or((0, 0))
    }
}

impl Rules for Diagrams {
    type Move = DiagramMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, DiagramMove> {
        let pieces = self.pieces.iter().enumerate();
        Box::new(pieces.flat_map(move |(piece, diagram)| {
            let moves = moves(
                &self.game.removals,
                (diagram, self.place(piece)),
                self.game.splits,
            );
            moves.map(move |(kind, row, column)| PieceMove {
                piece,
                kind,
                place: (row, column),
            })
        }))
    }

    fn play(&self, mv: &DiagramMove) -> Result<Diagrams, String> {
        if !self.moves().any(|own| own == *mv) {
            return Err("no line of the rules allows this move".to_string());
        }
        let mut pieces = self.pieces.clone();
        let mut places = self.places.clone();
        if let Some(place) = places.get_mut(mv.piece) {
            *place = mv.place;
            return Ok(self.with(pieces, places));
        }
        let removed = (mv.kind, mv.place.0, mv.place.1);
        let left = after(&self.pieces[mv.piece], removed, self.game.splits);
        pieces.splice(mv.piece..=mv.piece, left);
        Ok(self.with(pieces, places))
    }

    fn shape(&self) -> Shape {
        let walks = |own: &Removal| matches!(own, Removal::Step(_));
        Shape::Diagrams {
            pieces: self.pieces.clone(),
            corner: self.game.removals.iter().any(walks).then_some('P'),
            at: self.places.clone(),
        }
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }
}

impl Search for Diagrams {
    fn parts(&self) -> Vec<Part<Diagrams>> {
        let pieces = self.pieces.iter().enumerate();
        let part = |(piece, diagram): (usize, &Partition)| {
            let place = self.places.get(piece).copied();
            let part = self.with(vec![diagram.clone()], place.into_iter().collect());
            Part::new(part, move |mv: DiagramMove| DiagramMove { piece, ..mv })
        };
        pieces.map(part).collect()
    }

    fn bytes_outside(&self) -> u64 {
        let runs = self.pieces.iter().map(|diagram| diagram.runs().len());
        (size_of_val(&self.pieces[..]) + size_of_val(&self.places[..]) + 32 * runs.sum::<usize>())
            as u64
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        for (row, column) in &self.places {
            out.extend_from_slice(&row.to_le_bytes());
            out.extend_from_slice(&column.to_le_bytes());
        }
        for diagram in &self.pieces {
            if self.places.is_empty() && self.game.is_symmetric() {
                write_key(diagram, out);
                continue;
            }
            for row in diagram.parts().chain([0]) {
                out.extend_from_slice(&row.to_le_bytes());
            }
        }
    }

    fn measure(&self) -> Option<u128> {
        let Some((across, down)) = self.game.weights else {
            return Some(self.pieces.iter().map(Partition::size).sum());
        };
        // Below this sum of weights for each diagram.
        let pieces = self.pieces.iter().zip(&self.places);
        let left = pieces.map(|(diagram, &(row, column))| {
            let most =
                across.max(0) * diagram.columns() as i64 + down.max(0) * diagram.rows() as i64;
            (most - across * i64::from(column) - down * i64::from(row)).unsigned_abs()
        });
        Some(left.map(u128::from).sum())
    }
}

impl Engines for Diagrams {
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<DiagramMove>> {
        let [diagram] = &self.pieces[..] else {
            return None;
        };
        if !self.game.removes_one_line() {
            return None;
        }
        let removal = LineRemoval {
            removed: Lines::One,
            name: |diagram, side, counts| {
                // Among equal lines the first is removed.
                let run = counts.iter().position(|&count| count > 0)?;
                let lines = diagram.oriented(side);
                let before = lines.runs()[..run].iter().map(|run| run.count);
                let line = u32::try_from(before.sum::<u64>()).ok()?;
                let (kind, place) = match side {
                    Side::Rows => (Removed::Row, (line, 0)),
                    Side::Columns => (Removed::Column, (0, line)),
                };
                Some(PieceMove {
                    piece: 0,
                    kind,
                    place,
                })
            },
            remark: |_, _| None,
        };
        removal.values(diagram, play, budget)
    }
}

by_default!(Diagrams: Shown, Theory);
