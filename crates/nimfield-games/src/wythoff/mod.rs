//! Wythoff's game: one row of two piles in matrix nim, which provides everything except the outcome.

use crate::matrix::{Entry, Grid, Line, LineMove, PlacedBlock, normal_form};
use crate::wythoff_pairs;
use nimfield_core::diagram::{Diagram, Mark};
use nimfield_core::info::{Law, MapExample, Said};
use nimfield_core::prelude::*;
use nimfield_core::shape::any_amount;

pub use crate::wythoff_pairs::{common_near, is_p, is_pair, near, pair, partner};

/// A position of Wythoff's game: two heaps; a move lowers one of them by any amount, or both by the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wythoff(
    /// The sizes of the heaps.
    pub [u128; 2],
);

displays_as_shape!(Wythoff);

const HEAP: &str = "heap {place} by {amount}";
const BOTH: &str = "both by {amount}";

/// Returns the move that takes `amount` from a heap, counted from 0, or from both.
#[must_use]
pub fn take(heap: Option<usize>, amount: u128) -> Move {
    let amount = Arg::Number(amount);
    match heap {
        Some(heap) => Move::new(HEAP, [Arg::Place(heap), amount]),
        None => Move::new(BOTH, [amount]),
    }
}

const SMALL: Family = Family::new("wythoff[a,b]", "a=0..40 b=0..40");

impl Wythoff {
    /// Returns the block of matrix nim; `None` if there are no moves.
    fn block(&self) -> Option<PlacedBlock<Entry>> {
        let row = Grid::from_cells(2, self.0.map(Entry::Finite));
        normal_form(&row).into_iter().next()
    }
}

impl Rules for Wythoff {
    type Move = Move;

    const INFO: GameInfo = GameInfo {
        title: "Wythoff's game: lower one of two heaps, or both alike",
        plain_rules: "There are two heaps of counters. On your turn take as many as you like \
                      from one heap, or the same number from both heaps.",
        rules: "A position is two heaps. A move takes any number of counters, at least one, from \
                one heap, or the same number from both.",
        body: "two heap sizes, whole numbers from 0 to 2^128-1, separated by a comma or blanks",
        forms: &[HEAP, BOTH],
        move_example: "both by 2",
        theory: &[
            Fact {
                statement: "the P-positions are (floor(n phi), floor(n phi) + n); at most three \
                            winning moves; exact for integers of any size",
                source: "Wythoff 1907",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            Fact {
                statement: "misère: (0,1) and (2,2) take the place of (0,0) and (1,2)",
                source: "Fraenkel 1984",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
        ],
        source: "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 \
                 (1907)",
        chapter: "wythoff",
        group: Group::Heaps,
        setup: Setup::Heaps {
            each: "heap",
            count: Some(2),
            ordinals: false,
        },
        puzzles: &[Puzzle::of(&[], 15)],
        maps: &[MapExample {
            title: "Wythoff's game",
            family: SMALL,
            show: "outcome",
            statement: "min(a,b) = phi(max(a,b) - min(a,b))",
            source: "Wythoff 1907",
        }],
        laws: &[Law {
            claim: "ferguson-wythoff",
            family: SMALL,
            says: |position| {
                let Wythoff([a, b]) = *position.downcast_ref()?;
                Some(Said::lost(is_p(a, b, Play::Normal)))
            },
        }],
        starts: &["wythoff[9,11]", "wythoff[8,14]", "wythoff[9,17]"],
        ..GameInfo::named("wythoff", "wythoff[3,5]")
    };

    const ANY_AMOUNT: bool = true;

    fn moves(&self) -> Moves<'_, Move> {
        any_amount::moves(Self::INFO.forms, self.shape())
    }

    fn of_numbers(numbers: &[u128]) -> Result<Wythoff, String> {
        let heaps = numbers.try_into().map(Wythoff);
        heaps.map_err(|_| format!("expected 2 heaps, found {}", numbers.len()))
    }

    fn shape(&self) -> Shape {
        Shape::heaps("heap", self.0)
    }
}

impl Shown for Wythoff {
    fn part_text(&self) -> String {
        self.heap()
            .map_or_else(|| self.to_string(), |heap| heap.to_string())
    }

    /// Draws the heaps and, if they are small, the equivalent queen, which moves left, down, or diagonally.
    fn diagram(&self) -> Diagram {
        /// The most columns or rows of a drawn board.
        const LARGEST: u128 = 20;
        let heaps = self.shape().diagram();
        let [column, row] = self.0;
        if column.max(row) > LARGEST {
            return heaps;
        }
        let after = |mv| self.play(&mv).expect("a listed move is legal").0;
        let reach = self.moves().map(|mv| (after(mv), Mark::Reach));
        let queen = (self.0, Mark::Text("Q".to_string()));
        let place = |(at, mark): ([u128; 2], Mark)| (at.map(Into::into).to_vec(), mark);
        let marks: Vec<_> = [queen].into_iter().chain(reach).map(place).collect();
        let board = Diagram::of_places(&marks, &[0, 0]);
        Diagram::panels([("", heaps), ("as a queen on her way to (0,0)", board)])
    }
}

impl Search for Wythoff {
    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(self.block()?.component())
    }
}

impl Theory for Wythoff {
    fn number_formula(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        Some(wythoff_pairs::number_formula(play))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        self.block()?.value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.block()?.outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Move>> {
        let placed = self.block()?;
        let named = |mv: LineMove| match placed.named(mv).line {
            Line::Row(_) => take(None, mv.amount),
            Line::Column(heap) => take(Some(heap), mv.amount),
        };
        let moves = placed.block.candidates(play, target)?.into_iter();
        Some(moves.map(named).collect())
    }

    fn heap(&self) -> Option<Grundy> {
        self.block()?.heap()
    }
}

by_default!(Wythoff: Engines);
