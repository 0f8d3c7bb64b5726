//! Known results on board games: symmetry, components, misère play.

use super::tables::{FOUR, Values, by_stones, connected, number_of, shape};
use crate::claim::Status::{Example, Fallacy, Proved};
use crate::claim::{BySize, Case, Cases, CheckError, Claim, Frame, Sizes, by, once};
use nimfield_core::families::taking::permute;
use nimfield_core::prelude::*;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "boards-even-by-even",
        "in normal play a position on a board with an even number of rows and of columns that is its own image under the half turn is lost, whatever number of stones a run may have: the second player answers with the image",
        "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "positions on 4x4 with runs of at most 1 to 4 stones",
        &by_stones(4..=16).cases(|size, budget| {
            let boards = (1..=4).map(|k| format!("lines(max={k})[4x4]"));
            let tables = Values::of_all(boards, budget)?;
            let mut states = tables[0].board.states(size);
            states.retain(|&state| number_of(state) == state);
            Ok(Cases::new(4 * states.len() as u64, move |number| {
                let table = &tables[number as usize % 4];
                table.expect(states[number as usize / 4], true)
            }))
        }),
    ),
    Proved.claim(
        "boards-reflection",
        "in normal play a position is lost if a symmetry of the board of order two maps it onto itself and no possible move to one that meets it: the second player answers with the image",
        "the strategy of Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "states of lines[3x3], lines(max=2)[2x5], efr[3x3] and triangle[4], with each symmetry of the board that is its own inverse",
        &by("number of stones", 4..=10).last(10).reflections(
            &["lines[3x3]", "lines(max=2)[2x5]", "efr[3x3]", "triangle[4]"],
            is_of_order_two,
        ),
    ),
    Fallacy.claim(
        "boards-reflection-of-any-order",
        "in normal play a position is lost if a symmetry of the board maps it onto itself and no possible move to one that meets it",
        "the strategy of Tweedledum and Tweedledee without its condition: after the answer to a move the symmetry, applied to the answer, leads to a third place. Three stones in the corners of a triangle can be turned, and are won",
        "states of triangle[5], with each symmetry of the board",
        &by("number of stones", 3..=5)
            .last(15)
            .reflections(&["triangle[5]"], |_| true),
    ),
    Example.claim(
        "boards-reflection-example",
        "three stones in the corners of a triangle of side 5 are won in normal play, although a turn by a third maps each to another",
        "the condition of order two in the strategy of Tweedledum and Tweedledee",
        "triangle[1/00/000/0000/10001]",
        &once(|budget| {
            let table = Values::new("triangle[5]", Play::Normal, budget)?;
            let corners = 1 | 1 << 10 | 1 << 14;
            let mut maps = table.board.taking.symmetries().iter();
            let turned = maps.any(|map| permute(corners, map) == corners && !is_of_order_two(map));
            Ok(match turned {
                true => table.expect(corners, false),
                false => Case::of(false, || {
                    table.other_outcome(corners, "a turn of the three stones")
                }),
            })
        }),
    ),
    Proved.claim(
        "boards-odd-side",
        "in normal play a full board that has an odd number of rows or of columns is won by the player to move if runs of any length may be taken: take the middle line, then answer with the image",
        "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "full boards with at most 16 places",
        &by("places", 9..=16).cases(|size, budget| {
            let sides = (1..=size).filter(|rows| size.is_multiple_of(*rows));
            let sides = sides.map(|rows| (rows, size / rows));
            let odd = sides.filter(|(rows, columns)| rows % 2 == 1 || columns % 2 == 1);
            let boards = odd.map(|(rows, columns)| format!("lines[{rows}x{columns}]"));
            let boards = Values::of_all(boards, budget)?;
            Ok(Cases::each(boards, |board| board.expect_full(false)))
        }),
    ),
    Proved.claim(
        "boards-row-value",
        "n stones in a row, of which a move takes any run, have the value n in normal play",
        "by induction: the value of what is left is at most the number of stones left",
        "rows of n stones",
        &by("n", 8..=16).single(|size, budget| {
            if size == 0 {
                return Ok(Case::Outside);
            }
            let values = Values::new(&format!("lines[1x{size}]"), Play::Normal, budget)?;
            let full = values.board.taking.full();
            Ok(Case::of(values.at(full) == size, || {
                values.other_value(full, format_args!("value {size}"))
            }))
        }),
    ),
    Proved.claim(
        "boards-efr-two-rows",
        "in normal play two rows of Eggleton, Fraenkel and Rothschild's game with a full columns and b and c columns that have only the upper or only the lower stone are a P-position exactly if b = c and a is even",
        "the game of Eggleton, Fraenkel and Rothschild; proved with the closed form of nimfield",
        "positions of efr with two rows",
        &by("columns", 4..=7).cases(|size, budget| {
            if size == 0 {
                return Ok(Cases::none());
            }
            let table = Values::new(&format!("efr[2x{size}]"), Play::Normal, budget)?;
            Ok(Cases::new(1 << (2 * size), move |state| {
                let (upper, lower) = (state & ((1 << size) - 1), state >> size);
                let single = |one: u64, other: u64| (one & !other).count_ones();
                let even = (upper & lower).count_ones().is_multiple_of(2);
                table.expect(state, even && single(upper, lower) == single(lower, upper))
            }))
        }),
    ),
    Proved.claim(
        "boards-efr-even-by-even",
        "in normal play a full board of Eggleton, Fraenkel and Rothschild's game with an even number of rows and of columns is a P-position",
        "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "full boards with at most 16 places",
        &by("places", 8..=16).cases(|size, budget| {
            let even = (2..=size / 2)
                .filter(|rows| rows.is_multiple_of(2) && size.is_multiple_of(2 * rows));
            let boards = even.map(|rows| format!("efr[{rows}x{}]", size / rows));
            let boards = Values::of_all(boards, budget)?;
            Ok(Cases::each(boards, |board| board.expect_full(true)))
        }),
    ),
    Example.claim(
        "boards-nimbi",
        "the second player wins Nimbi, in misère play",
        "Fraenkel and Herda 1980",
        "the full board of rows of 2, 3, 4 and 3 cells, by its 4096 states",
        &once(|budget| {
            let table = Values::new("nimbi[full]", Play::Misere, budget)?;
            Ok(table.expect_full(true))
        }),
    ),
    Fallacy.claim(
        "boards-misere-equal-pairs",
        "in misère play two components of the same shape can be removed without a change of the outcome",
        "true of normal play, tempting and wrong in misère play",
        "states of the 4x4 board, at most 3 stones a move, with two components of the same shape",
        &by_stones(4..=8).equal_pairs(|_| true),
    ),
    Proved.claim(
        "boards-misere-single-pairs",
        "in misère play two isolated stones can be removed without a change of the outcome: *1 + *1 = 0",
        "Conway, On Numbers and Games, chapter 12",
        "states of the 4x4 board, at most 3 stones a move, with two isolated stones",
        &by_stones(5..=16).equal_pairs(|part| part.count_ones() == 1),
    ),
    Fallacy.claim(
        "boards-misere-nim-rule",
        "in misère play a position is lost exactly if the nim sum of its components' values is 1 where none exceeds 1, and 0 otherwise",
        "true of nim and of other tame games, tempting and wrong here",
        "states of the 4x4 board, at most 3 stones a move",
        &by_stones(8..=12).cases(nim_rule),
    ),
    Proved.claim(
        "boards-misere-small-components",
        "a position all of whose components have at most 4 stones has the misère Grundy number of a sum of tame games: the nim sum of their values, changed by 1 if all of them are (0,1)- or (1,0)-positions",
        "these components and all that can be reached from them are tame, which is a matter of finitely many checks; Conway, On Numbers and Games, chapter 12",
        "such states of the 4x4 board, at most 3 stones a move",
        &by_stones(4..=16).cases(small_components),
    ),
];

impl Sizes {
    /// Claims that the player to move loses, in normal play, every state that a symmetry in `among` maps onto itself if
    /// no move overlaps its own image.
    const fn reflections(
        self,
        boards: &'static [&'static str],
        among: fn(&[u8]) -> bool,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            let tables = Values::of_all(boards, budget)?;
            let mut cases = Vec::new();
            for (at, table) in tables.iter().enumerate() {
                let taking = &table.board.taking;
                let answers = |map: &Vec<u8>, state: u64| {
                    let mut moves = taking.moves(state);
                    among(map)
                        && permute(state, map) == state
                        && moves.all(|mask| permute(mask, map) & mask == 0)
                };
                let states = table.board.states(size).into_iter();
                let some = |&state: &u64| taking.symmetries().iter().any(|map| answers(map, state));
                cases.extend(states.filter(some).map(|state| (at, state)));
            }
            Ok(Cases::each(cases, move |&(at, state)| {
                tables[at].expect(state, true)
            }))
        })
    }

    /// Claims that two components of the same shape can be removed in misère play if `among` admits both.
    const fn equal_pairs(self, among: fn(u64) -> bool) -> BySize<impl Frame> {
        self.states(move |table, state| {
            let mut parts = connected(state, 4);
            parts.retain(|&part| among(part));
            let pairs = parts
                .iter()
                .enumerate()
                .flat_map(|(i, &one)| parts[i + 1..].iter().map(move |&other| (one, other)));
            let mut rests = pairs
                .filter(|&(one, other)| shape(one) == shape(other))
                .map(|(one, other)| state & !one & !other)
                .peekable();
            rests.peek()?;
            let Some(rest) = rests.find(|&rest| table.is_p(rest) != table.is_p(state)) else {
                return Some(Case::Holds);
            };
            let claimed = format!("the outcome of {}", table.board.text(rest));
            let facts = table.other_outcome(rest, "").evidence;
            Some(Case::fails(table.other_outcome(state, claimed).and(facts)))
        })
    }
}

/// Returns whether a symmetry is its own inverse but not the identity.
fn is_of_order_two(map: &[u8]) -> bool {
    let twice = |cell: usize| usize::from(map[usize::from(map[cell])]);
    let mut cells = 0..map.len();
    cells.all(|cell| twice(cell) == cell)
        && (0..map.len()).any(|cell| usize::from(map[cell]) != cell)
}

/// Claims the rule of misère nim for the values of the components.
fn nim_rule(size: u32, budget: &Budget) -> Result<Cases, CheckError> {
    let values = Values::new(FOUR, Play::Normal, budget)?;
    let misere = Values::new(FOUR, Play::Misere, budget)?;
    let states = misere.board.states(size);
    Ok(Cases::each(states, move |&state| {
        let parts = connected(state, 4).into_iter();
        let parts: Vec<u32> = parts.map(|part| values.at(part)).collect();
        let sum = parts.iter().fold(0, |sum, value| sum ^ value);
        let small = parts.iter().all(|&value| value <= 1);
        let claimed = sum == u32::from(small);
        Case::of(misere.is_p(state) == claimed, || {
            let facts = values.other_value(state, "").evidence;
            let claimed = Outcome::impartial(claimed);
            misere.other_outcome(state, claimed).and(facts)
        })
    }))
}

/// Claims Conway's rule for sums of tame games, on components of at most 4 stones.
fn small_components(size: u32, budget: &Budget) -> Result<Cases, CheckError> {
    let normal = Values::new(FOUR, Play::Normal, budget)?;
    let misere = Values::new(FOUR, Play::Misere, budget)?;
    let states = normal.board.states(size);
    Ok(Cases::each(states, move |&state| {
        let parts = connected(state, 4);
        if parts.iter().any(|part| part.count_ones() > 4) {
            return Case::Outside;
        }
        let sum = parts.iter().fold(0, |sum, &part| sum ^ normal.at(part));
        let swap = |&part: &u64| matches!([normal.at(part), misere.at(part)], [0, 1] | [1, 0]);
        let claimed = sum ^ u32::from(parts.iter().all(swap));
        Case::of(misere.at(state) == claimed, || {
            misere.other_value(state, format_args!("misère Grundy number {claimed}"))
        })
    }))
}
