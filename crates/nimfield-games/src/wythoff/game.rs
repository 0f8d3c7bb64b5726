//! Wythoff's game: the interface to the analyser.
//!
//! It is matrix nim with one row of two piles, which knows everything but the outcome.

use crate::matrix::text::read_index;
use crate::matrix::{Entry, Grid, Line, LineMove, PlacedBlock, normal_form};
use crate::nim::text::{heap, heap_pieces};
use crate::wythoff::arithmetic::is_pair;
use crate::wythoff::rules::{Taken, Wythoff, WythoffMove};
use crate::wythoff::theory::{by_numbers, outcome};
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::diagram::{Axis, Diagram, Mark, Panel, Plane};
use nimfield_core::families::ray::RayGame;
use nimfield_core::game::{Game, Moves};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{
    Checked, Fact, Family, GameInfo, Group, Law, MapExample, Puzzle, Said, Setup,
};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::pieces::Pieces;
use nimfield_core::theory::{Finding, NumberFormula};
use nimfield_core::words::{Grundy, Play};

/// The order in which moves are tried, and that of the rays: as in matrix nim.
const BOTH_FIRST: [Taken; 3] = [Taken::Both, Taken::Heap(0), Taken::Heap(1)];

impl Wythoff {
    /// Returns the block of matrix nim; `None` without moves.
    fn block(&self) -> Option<PlacedBlock<Entry>> {
        let row = Grid::from_cells(2, self.0.map(Entry::Finite));
        normal_form(&row).into_iter().next()
    }

    /// Returns the moves to positions that may have a value in normal play, where all moves are too many to try
    /// and these are not.
    ///
    /// **Theorem.** A position (a, b) of value t has a <= t + 2b, and b <= t + 2a. Proof: no two positions of a
    /// row (b fixed) have the same value. If none of the t + 2b + 1 with a <= t + 2b has the value t, then at
    /// most t of them have smaller values and 2b + 1 have greater ones, so that each of these has an option of
    /// value t outside the row. But each of the b rows below has at most one position of value t, and that is an
    /// option of two positions of this row. So the one position of value t in the row stands at a <= t + 2b.
    fn near_moves(&self, play: Play, target: u128) -> Option<Vec<WythoffMove>> {
        /// Fewer moves are tried one by one.
        const TOO_MANY: u128 = 1_000_000;
        /// As many are listed.
        const MOST: u128 = 100_000;
        let [a, b] = self.0;
        if play == Play::Misere || self.move_count() <= TOO_MANY || a.max(b) > u128::MAX / 4 {
            return None;
        }
        let target = target.min(u128::MAX / 4);
        let lowered = |own: u128, other: u128| {
            let least = other.saturating_sub(target).div_ceil(2);
            own.saturating_sub(target + 2 * other).max(1)..=own.saturating_sub(least)
        };
        let reach = |a: u128, b: u128| (target + 2 * b).saturating_sub(a);
        let both = 1..=reach(a, b).min(reach(b, a)).min(a).min(b);
        let mut moves = Vec::new();
        for (from, amounts) in [
            (Taken::Both, both),
            (Taken::Heap(0), lowered(a, b)),
            (Taken::Heap(1), lowered(b, a)),
        ] {
            if moves.len() as u128 + amounts.end().saturating_sub(*amounts.start()) > MOST {
                return None;
            }
            moves.extend(amounts.map(|amount| WythoffMove { from, amount }));
        }
        Some(moves)
    }

    fn moves_of(&self, kinds: [Taken; 3]) -> Moves<'_, WythoffMove> {
        Box::new(kinds.into_iter().flat_map(|from| {
            (1..=self.limit(from).unwrap_or(0)).map(move |amount| WythoffMove { from, amount })
        }))
    }
}

impl Game for Wythoff {
    type Move = WythoffMove;

    const INFO: GameInfo = GameInfo {
        title: "Wythoff's game: lower one of two heaps, or both alike",
        plain_rules: "There are two heaps of counters. On your turn take as many as you like \
                      from one heap, or the same number from both heaps.",
        rules: "A position is two heaps. A move takes any number of counters, at least one, from \
                one heap, or the same number from both.",
        body: "two heap sizes, whole numbers from 0 to 2^128-1, separated by a comma or blanks",
        moves: "`heap I by K` or `both by K`",
        move_example: "both by 2",
        play: Play::Normal,
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
            family: Family::new("wythoff[a,b]", "a=0..40 b=0..40"),
            show: "outcome",
            statement: "min(a,b) = phi(max(a,b) - min(a,b))",
            source: "Wythoff 1907",
        }],
        laws: &[Law {
            claim: "ferguson-wythoff",
            family: Family::new("wythoff[a,b]", "a=0..40 b=0..40"),
            says: |position| {
                let Wythoff([a, b]) = *position.downcast_ref()?;
                Some(Said::lost(is_pair(a.min(b), a.max(b))))
            },
        }],
        starts: &["wythoff[9,11]", "wythoff[8,14]", "wythoff[9,17]"],
        ..GameInfo::named("wythoff", "wythoff[3,5]")
    };

    fn moves(&self) -> Moves<'_, WythoffMove> {
        self.moves_of([Taken::Heap(0), Taken::Heap(1), Taken::Both])
    }

    fn move_count(&self) -> u128 {
        let [a, b] = self.0;
        a.saturating_add(b).saturating_add(a.min(b))
    }

    fn play(&self, mv: &WythoffMove) -> Result<Wythoff, String> {
        let limit = self.limit(mv.from).ok_or("there are two heaps")?;
        let Wythoff([a, b]) = *self;
        match (mv.from, mv.amount) {
            (_, 0) => Err("a move takes at least 1".to_string()),
            (Taken::Heap(heap), amount) if amount > limit => {
                Err(format!("heap {} holds only {limit}", heap + 1))
            }
            (Taken::Both, amount) if amount > limit => {
                Err(format!("the smaller heap holds only {limit}"))
            }
            (Taken::Heap(0), amount) => Ok(Wythoff([a - amount, b])),
            (Taken::Heap(_), amount) => Ok(Wythoff([a, b - amount])),
            (Taken::Both, amount) => Ok(Wythoff([a - amount, b - amount])),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Wythoff, NotationError> {
        let first = cursor.need_number("a heap")?;
        cursor.take(",");
        let second = cursor.need_number("the second heap")?;
        Ok(Wythoff([first, second]))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<WythoffMove, NotationError> {
        let from = if cursor.take("both") {
            Taken::Both
        } else if cursor.take("heap") {
            Taken::Heap(read_index(cursor, "the heap", 2)?)
        } else {
            return Err(cursor.expected("`heap` or `both`", Self::INFO.moves));
        };
        cursor.need("by", Self::INFO.moves)?;
        let amount = cursor.need_number("the amount")?;
        Ok(WythoffMove { from, amount })
    }

    fn amount(mv: &WythoffMove) -> Option<u128> {
        Some(mv.amount)
    }

    fn with_amount(mv: &WythoffMove, amount: u128) -> Option<WythoffMove> {
        Some(WythoffMove { amount, ..*mv })
    }

    fn part_text(&self) -> String {
        self.heap()
            .map_or_else(|| self.to_string(), |heap| heap.to_string())
    }

    fn diagram(&self) -> Diagram {
        let heap = |i: usize| heap(format!("heap {}", i + 1), &self.0[i].into());
        let heaps = Diagram::Heaps(vec![heap(0), heap(1)]);
        let panel = |caption: &str, diagram| Panel {
            caption: caption.to_string(),
            diagram,
        };
        match queen(self.0) {
            None => heaps,
            Some(queen) => Diagram::Panels(vec![
                panel("", heaps),
                panel("as a queen on her way to (0,0)", queen),
            ]),
        }
    }

    fn pieces(&self) -> Option<Pieces> {
        Some(heap_pieces(&self.0.map(Into::into)))
    }

    fn handles(&self) -> Vec<Handle> {
        let [first, second] = self.0;
        let handles = [
            ("heap 1", vec![0], first),
            ("heap 2", vec![1], second),
            ("both", vec![0, 1], first.min(second)),
        ];
        let handles = handles.into_iter().filter(|&(_, _, most)| most > 0);
        let handle = |(label, cells, most): (&str, Vec<usize>, u128)| {
            let grip = Grip::Amount {
                before: format!("{label} by "),
                most: most.to_string(),
            };
            Handle::new(label, cells, grip)
        };
        handles.map(handle).collect()
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        let sizes = self.0.iter().map(|&size| u32::try_from(size).ok());
        Some((RayGame::matrix(1, 2).ok()?, sizes.collect::<Option<_>>()?))
    }

    fn by_numbers(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        Some(by_numbers(play))
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<WythoffMove> {
        let from = *BOTH_FIRST.get(ray)?;
        let amount = amount.into();
        Some(WythoffMove { from, amount })
    }

    fn moves_to_try(&self) -> Moves<'_, WythoffMove> {
        self.moves_of(BOTH_FIRST)
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        self.block()?.value()
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        match self.0.contains(&0) {
            false => Some(outcome(self.0[0], self.0[1], play)),
            true if play == Play::Normal => self.value().map(Finding::is_p),
            true => self.block()?.block.misere_outcome(false),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<WythoffMove>> {
        let placed = self.block()?;
        let Some(moves) = placed.block.candidates(play, target.clone()) else {
            return self.near_moves(play, target.finite()?);
        };
        let named = |mv: LineMove| {
            let from = match placed.named(mv).line {
                Line::Row(_) => Taken::Both,
                Line::Column(heap) => Taken::Heap(heap),
            };
            let amount = mv.amount;
            WythoffMove { from, amount }
        };
        Some(moves.into_iter().map(named).collect())
    }

    fn heap(&self) -> Option<Grundy> {
        self.block()?.heap()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(self.block()?.component())
    }
}

/// Returns the queen's view of two heaps, while they are small: she goes left, down, or both alike.
fn queen([column, row]: [u128; 2]) -> Option<Diagram> {
    /// Boards with more columns or rows are not drawn.
    const LARGEST: u128 = 20;
    if column.max(row) > LARGEST {
        return None;
    }
    let mut marks = vec![(column as usize, row as usize, Mark::Text("Q".to_string()))];
    let mut reach =
        |column: u128, row: u128| marks.push((column as usize, row as usize, Mark::Reach));
    (0..column).for_each(|left| reach(left, row));
    (0..row).for_each(|down| reach(column, down));
    (1..=column.min(row)).for_each(|by| reach(column - by, row - by));
    Some(Diagram::Plane(Plane {
        across: Axis::of_numbers([column], 0),
        up: Some(Axis::of_numbers([row], 0)),
        marks,
    }))
}
