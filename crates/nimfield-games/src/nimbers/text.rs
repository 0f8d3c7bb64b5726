//! Nimbers in notation, and as a picture.

use std::str::FromStr;

use super::rules::{BoxMove, MAX_DIMENSION, Nimbers, NimbersError, Stone};
use nimbers::Ordinal;
use nimfield_core::diagram::{Diagram, Mark};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Checked, Fact, GameInfo, Group, Puzzle, Setup};
use nimfield_core::notation::{
    Cursor, Notation, NotationError, at_body_end, read_bracketed, read_list,
};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
use nimfield_core::words::Play;

/// The value of a stone.
pub(super) const NIM_PRODUCT: Fact = Fact {
    statement: "a stone has the nim product of its coordinates for its value; a \
                position is P exactly if the nim-sum of these is 0",
    source: "Lenstra 1978; Conway 1976 for ordinals",
    checked: Checked::By(&["nimbers-values", "nimbers-values-3d"]),
};

impl Notation for Nimbers {
    const INFO: GameInfo = GameInfo {
        title: "Nimbers, Lenstra's Turning Corners: a move toggles the corners of a box",
        rules: "Stones lie on a board of d dimensions, at most one on a place. A move chooses a \
                stone and a box with sides along the axes of which the stone is the corner \
                farthest from the origin, and toggles all 2^d corners: a stone there is removed, \
                else one is put. Stones with a coordinate 0 are dead and leave the board. \
                Coordinates may be ordinals.",
        body: "stones (x,y), (x,y,z), … with the same number of coordinates each, which are whole \
               numbers or ordinals such as w^2*3+w+4",
        moves: "`(14,8) to (3,2)`: the stone, and the corner nearest to the origin",
        move_example: "(14,8) to (3,2)",
        play: Play::Normal,
        theory: &[
            NIM_PRODUCT,
            Fact {
                statement: "a winning move is a factorisation of the value, found with a few field \
                            operations for finite stones and by factoring polynomials over finite \
                            fields for transfinite ones; all are listed if that takes at most 2^17 \
                            steps a stone, in transfinite positions only in one and two dimensions \
                            and where no coefficient is free",
                source: "the Tartan theorem, Lenstra 1978, with its proof made explicit",
                checked: Checked::By(&["nimbers-tartan", "nimbers-which-stone"]),
            },
            Fact {
                statement: "toggling one stone on the diagonal, at the d-th root of the value, \
                            makes a P-position; a d-th root may be transfinite",
                source: "Lenstra 1977: the nimbers below w^(w^w) are algebraically closed",
                checked: Checked::By(&[
                    "nimbers-diagonal",
                    "nimbers-roots",
                    "nimbers-universal-truth",
                ]),
            },
            Fact {
                statement: "misere play is not solved by theory; small boards are searched",
                source: "the rules",
                checked: Checked::BY_TESTS_OF_ENGINES,
            },
        ],
        source: "H. W. Lenstra, Nim multiplication, Seminaire de Theorie des Nombres de Bordeaux \
                 1977-78, exp. 11; Winning Ways, vol. 2, ch. 14; L. Le Bruyn, How to play Nimbers? \
                 and sequels, neverendingbooks.org",
        chapter: "nimbers",
        group: Group::Plane,
        setup: Setup::Points { ordinals: true },
        puzzles: &[Puzzle::of(&[3], 6)],
        ..GameInfo::named("nimbers", "nimbers[(2,2) (4,w) (w+2,w+3)]")
    };

    const EMPTY_BODY: bool = true;

    fn read(cursor: &mut Cursor<'_>) -> Result<Nimbers, NotationError> {
        if at_body_end(cursor) {
            // An empty board that does not show its dimension has two.
            return Ok(Nimbers::new(2, Vec::new()).expect("two dimensions are allowed"));
        }
        let mut dimension = None;
        let stones = read_list(cursor, |cursor| {
            cursor.blanks();
            let start = cursor.at();
            let stone = read_stone(cursor)?;
            let count = stone.coordinates().len();
            let first = *dimension.get_or_insert(count);
            if count != first {
                let message = format!("this stone has {count} coordinates, the first one {first}");
                return Err(cursor.fault(start..cursor.at(), message, Self::INFO.body));
            }
            Ok(stone)
        })?;
        let at = cursor.at();
        Nimbers::new(dimension.unwrap_or(0), stones)
            .map_err(|error: NimbersError| cursor.fault(at..at, error.to_string(), Self::INFO.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<BoxMove, NotationError> {
        let stone = read_stone(cursor)?;
        cursor.need("to", Self::INFO.moves)?;
        let corner = read_stone(cursor)?;
        Ok(BoxMove { stone, corner })
    }

    fn diagram(&self) -> Diagram {
        let stones = self.stones().iter();
        let stones = stones.map(|stone| (stone.coordinates().to_vec(), Mark::Stone));
        let stones: Vec<_> = stones.collect();
        // Stones with a coordinate 0 leave the board.
        Diagram::of_places(&stones, &vec![1; self.dimension()])
    }

    fn pieces(&self) -> Option<Pieces> {
        let piece = |stone: &Stone| Piece {
            label: stone.to_string(),
            numbers: stone.coordinates().iter().map(Ordinal::to_string).collect(),
        };
        Some(Pieces {
            what: PieceKind::Stone,
            pieces: self.stones().iter().map(piece).collect(),
        })
    }

    fn handles(&self) -> Vec<Handle> {
        let stones = self.stones().iter().enumerate();
        let handle = |(i, stone): (usize, &Stone)| {
            let grip = Grip::Point {
                before: format!("{stone} to "),
                below: stone.coordinates().iter().map(Ordinal::to_string).collect(),
            };
            Handle::new(stone.to_string(), vec![i], grip)
        };
        stones.map(handle).collect()
    }
}

impl FromStr for Nimbers {
    type Err = NotationError;

    /// Reads a position with the name of the game: `nimbers[(2,2) (4,w)]`.
    fn from_str(text: &str) -> Result<Nimbers, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.set_example(Self::INFO.example);
        cursor.need(Self::INFO.name, "a position of Nimbers")?;
        let position = read_bracketed(&mut cursor)?;
        cursor.need_end(Self::INFO.body)?;
        Ok(position)
    }
}

/// `(x,y,…)`.
fn read_stone(cursor: &mut Cursor<'_>) -> Result<Stone, NotationError> {
    let help = Nimbers::INFO.body;
    cursor.need("(", help)?;
    let mut coordinates = Vec::new();
    loop {
        let start = cursor.at();
        coordinates.push(cursor.need_ordinal("a coordinate")?);
        if coordinates.len() > MAX_DIMENSION {
            let message = format!("a board has at most {MAX_DIMENSION} dimensions");
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        if !cursor.take(",") {
            cursor.need(")", help)?;
            return Ok(Stone::new(coordinates));
        }
    }
}
