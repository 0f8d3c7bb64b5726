//! RNim: a move shortens one side of a box.

use crate::partitions::sentences;
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::prelude::*;

use crate::partitions::pnim::PAPER;
use nimfield_core::component::write_number;
use nimfield_core::info::{Law, Said};
use nimfield_core::notation::read_list;
use nimfield_core::shape::young::read_number;
use nimfield_core::words::{misere_nim_value, there_are};

/// A position of 1-RNim: a box; a move shortens one side, possibly to 0. A box with a side of length 0 ends the play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rnim(
    /// The lengths of the sides, at least one.
    Vec<u64>,
);

impl Rnim {
    /// Creates the box with these sides; `None` if there are none.
    #[must_use]
    pub fn new(sides: Vec<u64>) -> Option<Rnim> {
        (!sides.is_empty()).then_some(Rnim(sides))
    }

    /// Returns the lengths of the sides.
    #[must_use]
    pub fn sides(&self) -> &[u64] {
        &self.0
    }

    /// Returns whether some side has length 0.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.contains(&0)
    }

    /// Returns the sides, the longest first.
    fn sorted(&self) -> Vec<u64> {
        let mut sides = self.0.clone();
        sides.sort_unstable();
        sides.reverse();
        sides
    }
}

displays_as_shape!(Rnim);

/// The move that shortens a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideMove {
    /// The side, from 0 (printed from 1).
    pub side: usize,
    /// Its new length.
    pub to: u64,
}

const FORM: &str = "side {place} to {number}";

impl GameMove for SideMove {
    fn to_move(&self) -> Move {
        Move::new(FORM, [Arg::Place(self.side), Arg::Number(self.to.into())])
    }

    fn of_move(mv: &Move) -> Option<SideMove> {
        match (mv.form(), mv.args()) {
            (FORM, [Arg::Place(side), Arg::Number(to)]) => Some(SideMove {
                side: *side,
                to: u64::try_from(*to).ok()?,
            }),
            _ => None,
        }
    }
}

displays_as_move!(SideMove);

/// Returns the Grundy value of a box with these sides: 0 if one of them is 0, otherwise one more than the nim-sum of
/// the lengths minus one.
///
/// **Source**: Gottlieb, Krnc and Muršič 2025, Theorem 3.
///
/// ```
/// use nimfield_games::partitions::rnim::value;
/// assert_eq!(value(&[1, 2, 3]), 4);
/// assert_eq!(value(&[1, 0, 2]), 0);
/// ```
#[must_use]
pub fn value(sides: &[u64]) -> u128 {
    let less = |side: &u64| side.checked_sub(1).map(u128::from);
    let sum = sides
        .iter()
        .try_fold(0, |sum, side| Some(sum ^ less(side)?));
    sum.map_or(0, |sum| sum + 1)
}

/// The value of a box.
const THEOREM_3: Fact = Fact {
    statement: "the value is 0 if a side is 0, else 1 + the nim-sum of the lengths less 1; \
                all winning moves by the same formula",
    source: "Gottlieb, Krnc and Muršič 2025, Theorem 3 and Corollary 12",
    checked: Checked::By(&["pnim-theorem-3", "pnim-corollary-12"]),
};

/// Misère play.
const PET: Fact = Fact {
    statement: "1-RNim is pet: the misère value is the value with 0 and 1 exchanged, and \
                in misère sums of PNim, RNim and nim a box is worth the nim heap of its \
                value",
    source: "Gottlieb, Krnc and Muršič 2025, Proposition 6, and Theorem 14 as corrected \
             (Conway 1976; Gurvich and Ho 2018)",
    checked: Checked::By(&[
        "pnim-proposition-6-rnim",
        "pnim-theorem-14",
        "pnim-misere-sums-of-boxes",
    ]),
};

impl Rules for Rnim {
    type Move = SideMove;

    const INFO: GameInfo = GameInfo {
        title: "RNim: shorten one side of a box",
        plain_rules: "A box is as long, wide and high as its numbers say. On your turn make one \
                      side of a box shorter; a box with a side of length 0 is gone.",
        rules: "A position is a box of any dimension. A move shortens one of its sides; a box with a \
                side of length 0 ends the play. Several boxes are a sum: rnim[5,4,2] + rnim[2,3].",
        body: "the lengths of the sides, whole numbers below 2^64, separated by commas or blanks",
        forms: &[FORM],
        moves: "`side I to K`: the side and its new length",
        move_example: "side 1 to 2",
        play: Play::Normal,
        theory: &[
            THEOREM_3,
            PET,
            Fact {
                statement: "boxes of dimension 2 are PNim on rectangles",
                source: "Gottlieb, Krnc and Muršič 2025, section 4",
                checked: Checked::By(&["pnim-rectangles-are-rnim"]),
            },
        ],
        source: "E. Gottlieb, M. Krnc and P. Muršič, Nim on integer partitions and hyperrectangles, \
                 arXiv:2506.04991 (2025)",
        chapter: "partitions",
        group: Group::Heaps,
        constructor: Some("RNim"),
        setup: Setup::Heaps {
            each: "side",
            count: None,
            ordinals: false,
        },
        puzzles: &[Puzzle::of(&[3], 6)],
        laws: &[Law {
            claim: "pnim-theorem-3",
            family: Family::new("rnim[a,b,3]", "a=0..12 b=0..12"),
            says: |position| {
                let sides = position.downcast_ref::<Rnim>()?.sides();
                Some(Said::Value(value(sides).into()))
            },
        }],
        starts: &[
            "rnim[2,2,3] + rnim[2,2]",
            "rnim[2,2,3] + rnim[2,3]",
            "rnim[3,2,2] + rnim[4,3]",
        ],
        ..GameInfo::named("rnim", "rnim[5,4,2]")
    };

    fn moves(&self) -> Moves<'_, SideMove> {
        let sides = self.0.iter().enumerate().filter(|_| !self.is_over());
        Box::new(sides.flat_map(|(side, &length)| (0..length).map(move |to| SideMove { side, to })))
    }

    fn play(&self, mv: &SideMove) -> Result<Rnim, String> {
        match self.0.get(mv.side) {
            None => Err(there_are(self.0.len(), "side")),
            Some(_) if self.is_over() => {
                Err("a side has length 0, so the play is over".to_string())
            }
            Some(&length) if mv.to >= length => Err(format!(
                "side {} has length {length}, and a move must leave less",
                mv.side + 1
            )),
            Some(_) => {
                let mut sides = self.0.clone();
                sides[mv.side] = mv.to;
                Ok(Rnim(sides))
            }
        }
    }

    fn shape(&self) -> Shape {
        Shape::Box(self.0.iter().map(|&side| side.into()).collect())
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Rnim, NotationError> {
        let sides = read_list(cursor, |cursor| read_number(cursor, "a side"))
            .map_err(|fault| fault.with_help(Self::INFO.body))?;
        Rnim::new(sides).ok_or_else(|| cursor.expected("a side", Self::INFO.body))
    }
}

impl Search for Rnim {
    fn move_count(&self) -> u128 {
        match self.is_over() {
            true => 0,
            false => self.0.iter().map(|&length| u128::from(length)).sum(),
        }
    }

    fn option(&self, mut index: u64) -> Option<Rnim> {
        let mut sides = self.sorted();
        let shortened = sides
            .iter_mut()
            .find(|side| match index.checked_sub(**side) {
                None => true,
                Some(rest) => {
                    index = rest;
                    false
                }
            });
        *shortened? = index;
        Some(Rnim(sides))
    }

    fn key(&self, out: &mut Vec<u8>) {
        write_number(out, self.0.len() as u64);
        for side in self.sorted() {
            write_number(out, side);
        }
    }
}

impl Theory for Rnim {
    fn value(&self) -> Option<Finding<Grundy>> {
        /// The most sides to show.
        const SHOWN: usize = 12;
        let value = value(&self.0);
        let shown = self.0.iter().take(SHOWN);
        let mut terms: Vec<String> = shown.map(|side| format!("({side}-1)")).collect();
        if self.0.len() > SHOWN {
            terms.push("...".to_string());
        }
        let text = format!(
            "{self} has the value ({}) + 1 = {value}",
            terms.join(" xor ")
        );
        let reason =
            Reason::theorem(format!("{PAPER}, Theorem 3"), text).checked_by(THEOREM_3.claims());
        Some(Finding::new(value.into(), reason))
    }

    fn number_formula(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        let value = move |sides: &[u64]| {
            // Boxes are pet.
            let value = match play {
                Play::Normal => value(sides),
                Play::Misere => misere_nim_value([value(sides)]),
            };
            u64::try_from(value).ok()
        };
        Some(NumberFormula {
            // The nim-sum plus 1 stays below 2^64.
            most: u64::MAX >> 1,
            ..NumberFormula::of_values(value)
        })
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Normal {
            let text = format!("a side of {self} can be brought to 0");
            return Some(Finding::new(false, Reason::theorem("the rules", text)));
        }
        let value = value(&self.0);
        let text = format!(
            "in misère play a box is P exactly if its Grundy value is 1; {self} has the value {value}"
        );
        let source = format!("{PAPER}, Theorem 3 and Proposition 6");
        let reason = Reason::theorem(source, text)
            .checked_by(THEOREM_3.claims())
            .checked_by(PET.claims());
        Some(Finding::new(value == 1, reason))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<SideMove>> {
        if play == Play::Misere {
            return None;
        }
        let sum = value(&self.0).checked_sub(1)?;
        let moves = self.0.iter().enumerate().filter_map(|(side, &length)| {
            let to = match target.finite()?.checked_sub(1) {
                None => 0,
                Some(rest) => u64::try_from(rest ^ sum ^ u128::from(length - 1))
                    .ok()?
                    .checked_add(1)?,
            };
            (to < length).then_some(SideMove { side, to })
        });
        Some(moves.collect())
    }

    /// Returns the size of the heap, if all sides except one have length 1.
    fn heap(&self) -> Option<Grundy> {
        let mut long = self.0.iter().filter(|&&side| side > 1);
        let heap = long.next().copied().unwrap_or(1);
        long.next().is_none().then(|| u128::from(heap).into())
    }

    fn pet_fact(&self) -> Option<Fact> {
        Some(Fact {
            source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
            ..PET
        })
    }
}

by_default!(Rnim: Shown);

impl Engines for Rnim {
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        Some(sentences::sides(self.0.iter().copied()))
    }
}
