//! Moves in one of several pieces: in a rectangle, or in a Young diagram.

use std::fmt::{self, Debug, Display};

use nimfield_core::moves::{Arg, GameMove, Move};

/// The effects of moves on a piece.
pub trait PieceKind: Copy + Eq + Debug + Send + Sync + 'static {
    /// Each kind with the forms of its moves: in the first piece, and in another one.
    const FORMS: &'static [(Self, &'static str, &'static str)];
}

/// A move in one of the pieces of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMove<K> {
    pub(crate) piece: usize,
    pub(crate) kind: K,
    /// The row and the column, or a set of numbers as bits; 0 where unused.
    pub(crate) place: (u32, u32),
}

impl<K: PieceKind> GameMove for PieceMove<K> {
    fn to_move(&self) -> Move {
        let (row, column) = (self.place.0 as usize, self.place.1 as usize);
        let of_kind = K::FORMS.iter().find(|(kind, ..)| *kind == self.kind);
        let &(_, first, other) = of_kind.expect("all kinds have forms");
        let place = match () {
            () if first.contains("{places}") => {
                let numbers: Vec<usize> = (0..32).filter(|at| row >> at & 1 == 1).collect();
                let text: Vec<String> = numbers.iter().map(|at| (at + 1).to_string()).collect();
                Some(Arg::Places(text.join(",").into(), numbers.into()))
            }
            () if first.contains("{cell}") => Some(Arg::Cells([(column, row)].into())),
            () if first.contains("column {place}") => Some(Arg::Place(column)),
            () if first.contains("row {place}") => Some(Arg::Place(row)),
            () => None,
        };
        match self.piece {
            0 => Move::new(first, place),
            piece => Move::new(other, place.into_iter().chain([Arg::Place(piece)])),
        }
    }

    fn of_move(mv: &Move) -> Option<PieceMove<K>> {
        let mut kinds = K::FORMS.iter();
        let &(kind, first, _) =
            kinds.find(|(_, first, other)| [*first, *other].contains(&mv.form()))?;
        let (own, piece) = match (mv.form() == first, mv.args()) {
            (true, own) => (own, 0),
            (false, [own @ .., Arg::Place(piece)]) => (own, *piece),
            (false, _) => return None,
        };
        let (row, column) = match own {
            [] => (0, 0),
            [Arg::Place(column)] if first.contains("column") => (0, *column),
            [Arg::Place(row)] => (*row, 0),
            [Arg::Places(_, numbers)] => {
                let set = numbers.iter().filter(|&&at| at < 32);
                (set.fold(0, |set, at| set | 1 << at), 0)
            }
            [Arg::Cells(cells)] => cells.first().map(|&(column, row)| (row, column))?,
            _ => return None,
        };
        let place = (u32::try_from(row).ok()?, u32::try_from(column).ok()?);
        Some(PieceMove { piece, kind, place })
    }
}

impl<K: PieceKind> Display for PieceMove<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.to_move(), f)
    }
}
