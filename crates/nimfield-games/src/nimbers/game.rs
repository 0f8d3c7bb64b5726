//! Nimbers: the interface to the analyser.

use std::str::FromStr;

use crate::nimbers::rules::FORM;
use nimbers::{Interrupt, Ordinal};
use nimfield_core::prelude::*;

use super::division::{by_division, guesses};
use super::finite_board::FiniteBoard;
use super::gap::MOST_LISTED;
use super::rules::{BoxMove, Corners, MAX_DIMENSION, Nimbers, Stone};
use super::theory::{LENSTRA, StoneProducts, change, removal, stone_value, value};
use super::winning::{all_moves, one_move};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::notation::{at_body_end, read_bracketed, read_list};
use nimfield_core::pieces::PieceKind;

/// The value of a stone.
const NIM_PRODUCT: Fact = Fact {
    statement: "the value of a stone is the nim product of its coordinates; a position is P exactly if the nim-sum \
        of these is 0",
    source: "Lenstra 1978; Conway 1976 for ordinals",
    checked: Checked::By(&["nimbers-values", "nimbers-values-3d"]),
};

impl Rules for Nimbers {
    type Move = BoxMove;

    const INFO: GameInfo = GameInfo {
        title: "Nimbers, Lenstra's Turning Corners: a move toggles the corners of a box",
        plain_rules: "Stones lie on a board. On your turn choose a stone as the far corner of a \
                      box and change all four corners: a stone goes, and an empty place gets \
                      one.",
        rules: "Stones lie on a board of d dimensions, at most one on a place. A move chooses a stone and a box with \
                sides along the axes of which the stone is the corner farthest from the origin, and toggles all 2^d \
                corners: a stone there is removed, otherwise one is added. Stones with a coordinate 0 are dead and \
                leave the board. Coordinates may be ordinals.",
        body: "stones (x,y), (x,y,z), … with the same number of coordinates each, which are whole \
               numbers or ordinals such as w^2*3+w+4",
        forms: &[FORM],
        moves: "`(14,8) to (3,2)`: the stone, and the corner nearest to the origin",
        move_example: "(2,2) to (1,1)",
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
                statement: "misère play is not solved by theory; small boards are searched",
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
        starts: &[
            "nimbers[(1,1) (2,2) (3,1)]",
            "nimbers[(2,2) (2,3) (3,2)]",
            "nimbers[(1,1) (2,2) (2,3) (3,2)]",
        ],
        ..GameInfo::named("nimbers", "nimbers[(2,2) (4,w) (w+2,w+3)]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, BoxMove> {
        let moves = |stone: &Stone| {
            let stone = stone.clone();
            Corners::new(&stone).map(move |corner| BoxMove {
                stone: stone.clone(),
                corner,
            })
        };
        Box::new(self.stones().iter().flat_map(moves))
    }

    fn play(&self, mv: &BoxMove) -> Result<Nimbers, String> {
        if self.stones().binary_search(&mv.stone).is_err() {
            return Err(format!("no stone is at {}", mv.stone));
        }
        match mv.fault(self.dimension()) {
            Some(fault) => Err(fault),
            None => Ok(self.toggled(mv)),
        }
    }

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
                let count = counted(count, "coordinate");
                let message = format!("this stone has {count}, but the first one has {first}");
                return Err(cursor.fault(start..cursor.at(), message, Self::INFO.body));
            }
            Ok(stone)
        })?;
        let at = cursor.at();
        let dimension = dimension.expect("a list has at least one stone");
        Nimbers::new(dimension, stones)
            .map_err(|error| cursor.fault(at..at, error, Self::INFO.body))
    }

    fn shape(&self) -> Shape {
        let point = |stone: &Stone| stone.coordinates().to_vec();
        Shape::Points {
            kind: PieceKind::Stone,
            points: self.stones().iter().map(point).collect(),
            // Stones with a coordinate 0 leave the board.
            origins: vec![1; self.dimension()],
        }
    }
}

impl Shown for Nimbers {
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

impl Search for Nimbers {
    fn move_count(&self) -> u128 {
        let counts = self.stones().iter().map(|stone| {
            let sizes = stone
                .coordinates()
                .iter()
                .map(|x| Grundy::from(x.clone()).finite());
            sizes.fold(1u128, |product, size| {
                product.saturating_mul(size.unwrap_or(u128::MAX))
            })
        });
        counts.fold(0, u128::saturating_add)
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        if let Err(error) = value(self, Interrupt::NEVER) {
            return Some(Err(format!("the value is out of reach: {error}")));
        }
        let board = FiniteBoard::new(self).map(AnyComponent::new);
        Some(board.ok_or_else(|| format!("{self} has too many moves for a search")))
    }
}

impl Theory for Nimbers {
    fn number_formula(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        let dimension = self.dimension();
        (play == Play::Normal).then(|| NumberFormula {
            most: u64::MAX,
            finds_values: true,
            of: Box::new(StoneProducts { dimension }),
        })
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        /// The most stones to show one by one.
        const SHOWN: usize = 12;
        let stones = self.stones();
        let values = stones
            .iter()
            .map(|stone| stone_value(stone, Interrupt::NEVER));
        let values: Result<Vec<Ordinal>, _> = values.collect();
        // Theory does not cover values out of reach; a search reports why.
        let values = values.ok()?;
        let shown: Vec<String> = values.iter().take(SHOWN).map(Ordinal::to_string).collect();
        let more = if values.len() > SHOWN { ", …" } else { "" };
        let value: Ordinal = values.into_iter().sum();
        let text = match stones {
            [stone] => format!(
                "the value of the stone {stone} is the nim product of its coordinates, {value}"
            ),
            _ => format!(
                "the values of the stones are the nim products of their coordinates, {}{more}, with the nim-sum {value}",
                shown.join(", ")
            ),
        };
        Some(Finding::new(
            value.into(),
            Reason::theorem(LENSTRA, text).checked_by(NIM_PRODUCT.claims()),
        ))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return None;
        }
        if let Some(found) = self.value() {
            return Some(found.is_p());
        }
        let [stone] = self.stones() else {
            return None;
        };
        let text = format!("the stone {stone} can be removed, which leaves an empty board");
        Some(Finding::new(false, Reason::theorem("the rules", text)))
    }

    /// Returns the coordinate of a single stone whose other coordinates are 1: it moves only along that axis.
    fn heap(&self) -> Option<Grundy> {
        let [stone] = self.stones() else {
            return None;
        };
        let one = Ordinal::one();
        let coordinates = stone.coordinates().iter();
        let mut larger = coordinates.filter(|&coordinate| *coordinate != one);
        match (larger.next(), larger.next()) {
            (size, None) => Some(size.unwrap_or(&one).clone().into()),
            _ => None,
        }
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<BoxMove>> {
        if play == Play::Misere {
            return None;
        }
        let stopped = || budget.check(0).is_err();
        let interrupt = Interrupt::when(&stopped);
        let change = change(self, &target, interrupt)?;
        if change.is_zero() {
            return Some(Vec::new());
        }
        let mut moves = Vec::new();
        for stone in self.stones() {
            // If the list is incomplete, search for a single move, and report the obstacle.
            budget.check(0).ok()?;
            moves.extend(all_moves(stone, &change, interrupt).ok()?);
            if moves.len() as u64 > MOST_LISTED {
                return None;
            }
        }
        Some(moves)
    }

    fn candidates_are_exact(&self) -> bool {
        true
    }

    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<BoxMove, String>> {
        if play == Play::Misere {
            return None;
        }
        let stopped = || budget.check(0).is_err();
        let interrupt = Interrupt::when(&stopped);
        let change = change(self, target, interrupt);
        if let Some(found) = removal(self, target, change.as_ref(), interrupt) {
            return Some(Ok(found));
        }
        let change = change.filter(|change| !change.is_zero())?;
        let stones = self.stones();
        let mut why = None;
        for stone in stones {
            match one_move(stone, &change, interrupt) {
                Ok(Some(found)) => return Some(Ok(found)),
                Ok(None) => {}
                Err(gap) => {
                    why.get_or_insert_with(|| format!("with the stone {stone} {gap}"));
                }
            }
        }
        // Divisions need smaller fields than factors do.
        if why.is_some() {
            let guesses = guesses(stones);
            let divided = |stone| by_division(stone, &change, &guesses, interrupt);
            if let Some(found) = stones.iter().find_map(divided) {
                return Some(Ok(found));
            }
        }
        why.map(Err)
    }
}

impl Engines for Nimbers {
    fn most_positions(&self) -> Option<u128> {
        // Each place below a stone may hold a stone.
        let mut most = vec![0u128; self.dimension()];
        let mut places = 0u128;
        for stone in self.stones() {
            let mut below = 1u128;
            for (coordinate, most) in stone.coordinates().iter().zip(&mut most) {
                let size = Grundy::from(coordinate.clone()).finite()?;
                below = below.saturating_mul(size);
                *most = size.max(*most);
            }
            places = places.saturating_add(below);
        }
        let around = most.into_iter().fold(1, u128::saturating_mul);
        let places = u32::try_from(places.min(around)).unwrap_or(u32::MAX);
        Some(1u128.checked_shl(places).unwrap_or(u128::MAX))
    }
}

impl FromStr for Nimbers {
    type Err = NotationError;

    /// Reads a position with the name of the game: `nimbers[(2,2) (4,w)]`.
    fn from_str(text: &str) -> Result<Nimbers, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.set_example(Self::INFO.example);
        cursor.need(Self::INFO.name, "a position of Nimbers")?;
        let position = read_bracketed(&mut cursor, Self::INFO.body, Self::EMPTY_BODY, Self::read)?;
        cursor.need_end(Self::INFO.body)?;
        Ok(position)
    }
}

/// Reads `(x,y,…)`.
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
