//! Wythoff's game: two heaps, lowered singly or both alike. It is matrix nim with one row of two piles, which knows
//! everything but the outcome.

use std::iter;

use crate::matrix::{Entry, Grid, Line, LineMove, PlacedBlock, normal_form};
use crate::wythoff_pairs;
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::diagram::{Axis, Diagram, Mark, Plane};
use nimfield_core::displays_as_shape;
use nimfield_core::families::ray::RayGame;
use nimfield_core::game::{Engines, Moves, Rules, Search, Shown, Theory};
use nimfield_core::info::{
    Checked, Fact, Family, GameInfo, Group, Law, MapExample, Puzzle, Said, Setup,
};
use nimfield_core::moves::{Arg, Move};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::shape::Shape;
use nimfield_core::theory::{Finding, NumberFormula};
use nimfield_core::words::{Grundy, Play};

pub use crate::wythoff_pairs::{is_p, is_pair, pair, partner};

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

/// What a move takes from, in the order in which moves are tried, and in that of the rays of matrix nim.
const BOTH_FIRST: [Option<usize>; 3] = [None, Some(0), Some(1)];

const SMALL: Family = Family::new("wythoff[a,b]", "a=0..40 b=0..40");

impl Wythoff {
    /// Returns the block of matrix nim; `None` without moves.
    fn block(&self) -> Option<PlacedBlock<Entry>> {
        let row = Grid::from_cells(2, self.0.map(Entry::Finite));
        normal_form(&row).into_iter().next()
    }

    /// Returns what a move may take at most.
    fn most(&self, heap: Option<usize>) -> u128 {
        let [a, b] = self.0;
        heap.map_or(a.min(b), |heap| self.0[heap])
    }

    fn moves_of(&self, kinds: [Option<usize>; 3]) -> Moves<'_, Move> {
        let of = |heap| (1..=self.most(heap)).map(move |amount| take(heap, amount));
        Box::new(kinds.into_iter().flat_map(of))
    }

    /// Returns the moves to positions that may have a value in normal play, where all moves are too many to try
    /// and these are not.
    ///
    /// **Theorem.** A position (a, b) of value t has a <= t + 2b, and b <= t + 2a. Proof: no two positions of a
    /// row (b fixed) have the same value. If none of the t + 2b + 1 with a <= t + 2b has the value t, then at
    /// most t of them have smaller values and 2b + 1 have greater ones, so that each of these has an option of
    /// value t outside the row. But each of the b rows below has at most one position of value t, and that is an
    /// option of two positions of this row. So the one position of value t in the row stands at a <= t + 2b.
    fn near_moves(&self, play: Play, target: u128) -> Option<Vec<Move>> {
        /// Fewer moves are tried one by one.
        const TOO_MANY: u128 = 1_000_000;
        /// As many are listed.
        const MOST: u128 = 100_000;
        let [a, b] = self.0;
        let greatest = a.max(b).max(target);
        if play == Play::Misere || self.move_count() <= TOO_MANY || greatest > u128::MAX / 4 {
            return None;
        }
        let lowered = |own: u128, other: u128| {
            let least = other.saturating_sub(target).div_ceil(2);
            (
                own.saturating_sub(target + 2 * other).max(1),
                own.saturating_sub(least),
            )
        };
        let low = a.min(b);
        let both = (target + 2 * low).saturating_sub(a.max(b)).min(low);
        let amounts = [(1, both), lowered(a, b), lowered(b, a)];
        let count = amounts.map(|(least, most)| (most + 1).saturating_sub(least));
        let of = |(heap, (least, most))| (least..=most).map(move |amount| take(heap, amount));
        let moves = BOTH_FIRST.into_iter().zip(amounts).flat_map(of);
        (count.iter().sum::<u128>() <= MOST).then(|| moves.collect())
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

    fn moves(&self) -> Moves<'_, Move> {
        self.moves_of([Some(0), Some(1), None])
    }

    fn play(&self, mv: &Move) -> Result<Wythoff, String> {
        let (heap, amount) = match (mv.form(), mv.args()) {
            (BOTH, [Arg::Number(amount)]) => (None, *amount),
            (HEAP, [Arg::Place(heap @ 0..2), Arg::Number(amount)]) => (Some(*heap), *amount),
            (HEAP, _) => return Err("there are two heaps".to_string()),
            _ => return Err(format!("{mv} is a move of another game")),
        };
        let lowered = |own| {
            self.0[own]
                - if heap.is_none_or(|heap| heap == own) {
                    amount
                } else {
                    0
                }
        };
        match (amount, self.most(heap), heap) {
            (0, ..) => Err("a move takes at least 1".to_string()),
            (_, most, _) if amount <= most => Ok(Wythoff([0, 1].map(lowered))),
            (_, most, Some(heap)) => Err(format!("heap {} holds only {most}", heap + 1)),
            (_, most, None) => Err(format!("the smaller heap holds only {most}")),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Wythoff, NotationError> {
        let first = cursor.need_power("a heap")?;
        cursor.take(",");
        Ok(Wythoff([first, cursor.need_power("the second heap")?]))
    }

    fn of_numbers(numbers: &[u128]) -> Result<Wythoff, String> {
        let heaps = numbers.try_into().map(Wythoff);
        heaps.map_err(|_| format!("expected 2 heaps, found {}", numbers.len()))
    }

    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Wythoff, String>> {
        Some(Wythoff::of_numbers(numbers))
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

    /// Draws the heaps, and beside them the queen's view while they are small: she goes left, down, or both alike.
    fn diagram(&self) -> Diagram {
        /// Boards with more columns or rows are not drawn.
        const LARGEST: u128 = 20;
        let heaps = self.shape().diagram();
        let [column, row] = self.0;
        if column.max(row) > LARGEST {
            return heaps;
        }
        let queen = iter::once((*self, Mark::Text("Q".to_string())));
        let after = |mv| self.play(&mv).expect("a listed move is legal");
        let reach = self.moves().map(|mv| (after(mv), Mark::Reach));
        let place = |(Wythoff([column, row]), mark)| (column as usize, row as usize, mark);
        let board = Diagram::Plane(Plane {
            across: Axis::of_numbers([column], 0),
            up: Some(Axis::of_numbers([row], 0)),
            marks: queen.chain(reach).map(place).collect(),
        });
        Diagram::panels([("", heaps), ("as a queen on her way to (0,0)", board)])
    }
}

impl Search for Wythoff {
    fn move_count(&self) -> u128 {
        let [a, b] = self.0;
        a.saturating_add(b).saturating_add(a.min(b))
    }

    fn moves_to_try(&self) -> Moves<'_, Move> {
        self.moves_of(BOTH_FIRST)
    }

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

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let [a, b] = self.0;
        match (a, b) {
            (1.., 1..) => Some(wythoff_pairs::outcome(a, b, play)),
            _ if play == Play::Normal => self.value().map(Finding::is_p),
            _ => self.block()?.block.misere_outcome(false),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<Move>> {
        let placed = self.block()?;
        let Some(moves) = placed.block.candidates(play, target.clone()) else {
            return self.near_moves(play, target.finite()?);
        };
        let named = |mv: LineMove| match placed.named(mv).line {
            Line::Row(_) => take(None, mv.amount),
            Line::Column(heap) => take(Some(heap), mv.amount),
        };
        Some(moves.into_iter().map(named).collect())
    }

    fn heap(&self) -> Option<Grundy> {
        self.block()?.heap()
    }
}

impl Engines for Wythoff {
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let sizes = self.0.iter().map(|&size| u32::try_from(size).ok());
        let game = RayGame::matrix(1, 2).expect("one row of two heaps");
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<Move> {
        Some(take(*BOTH_FIRST.get(ray)?, amount.into()))
    }
}
