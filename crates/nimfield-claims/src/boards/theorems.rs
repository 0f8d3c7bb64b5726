//! What is known of games on boards: symmetry, components, misère play.

use super::tables::{FOUR, Outcomes, STONES, Values, connected, number_of, shape, states};
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{ONCE, by, example, fallacy, proved};
use nimfield_core::budget::Budget;
use nimfield_core::families::taking::permute;
use nimfield_core::words::{Outcome, Play};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "boards-even-by-even",
        "in normal play a position on a board with an even number of rows and of columns that is its own image under the half turn is lost, whatever number of stones a run may have: the second player answers with the image",
        "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "positions on 4x4 with runs of at most 1 to 4 stones",
        by(STONES, 4..=16).last(16),
        |size, budget| {
            let tables = (1..=4)
                .map(|k| Outcomes::new(&format!("lines(max={k})[4x4]"), Play::Normal, budget));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            let symmetric = |&state: &u64| number_of(state) == state;
            let states: Vec<u64> = tables[0]
                .board
                .states(size)
                .into_iter()
                .filter(symmetric)
                .collect();
            Ok(Cases::new(4 * states.len() as u64, move |number| {
                let table = &tables[number as usize % 4];
                table.expect(states[number as usize / 4], true)
            }))
        },
    ),
    proved(
        "boards-reflection",
        "in normal play a position is lost if a symmetry of the board of order two maps it onto itself and no possible move to one that meets it: the second player answers with the image",
        "the strategy of Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "states of lines[3x3], lines(max=2)[2x5], efr[3x3] and triangle[4], with each symmetry of the board that is its own inverse",
        by(STONES, 4..=10).last(10),
        |size, budget| {
            let boards = ["lines[3x3]", "lines(max=2)[2x5]", "efr[3x3]", "triangle[4]"];
            reflections(size, budget, &boards, is_of_order_two)
        },
    ),
    fallacy(
        "boards-reflection-of-any-order",
        "in normal play a position is lost if a symmetry of the board maps it onto itself and no possible move to one that meets it",
        "the strategy of Tweedledum and Tweedledee without its condition: after the answer to a move the symmetry, applied to the answer, leads to a third place. Three stones in the corners of a triangle can be turned, and are won",
        "states of triangle[5], with each symmetry of the board",
        by(STONES, 3..=5).last(15),
        |size, budget| reflections(size, budget, &["triangle[5]"], |_| true),
    ),
    example(
        "boards-reflection-example",
        "three stones in the corners of a triangle of side 5 are won in normal play, although a turn by a third maps each to another",
        "the condition of order two in the strategy of Tweedledum and Tweedledee",
        "triangle[1/00/000/0000/10001]",
        ONCE,
        |_, budget| {
            let table = Outcomes::new("triangle[5]", Play::Normal, budget)?;
            let corners = 1 | 1 << 10 | 1 << 14;
            let mut maps = table.board.taking.symmetries().iter();
            let turned = maps.any(|map| permute(corners, map) == corners && !is_of_order_two(map));
            Ok(Cases::single(match turned {
                true => table.expect(corners, false),
                false => Case::of(false, || {
                    table.differs(corners, "a turn of the three stones")
                }),
            }))
        },
    ),
    proved(
        "boards-odd-side",
        "in normal play a full board that has an odd number of rows or of columns is won by the player to move if runs of any length may be taken: take the middle line, then answer with the image",
        "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "full boards with at most 16 places",
        by("places", 9..=16),
        |size, budget| {
            let mut cases = Vec::new();
            for rows in (1..=size).filter(|rows| size.is_multiple_of(*rows)) {
                let columns = size / rows;
                if rows % 2 == 1 || columns % 2 == 1 {
                    let table =
                        Outcomes::new(&format!("lines[{rows}x{columns}]"), Play::Normal, budget)?;
                    cases.push(table.expect(table.board.taking.full(), false));
                }
            }
            Ok(Cases::each(cases, Case::clone))
        },
    ),
    proved(
        "boards-row-value",
        "n stones in a row, of which a move takes any run, have the value n in normal play",
        "by induction: the value of what is left is at most the number of stones left",
        "rows of n stones",
        by("n", 8..=16),
        |size, budget| {
            if size == 0 {
                return Ok(Cases::none());
            }
            let values = Values::new(&format!("lines[1x{size}]"), Play::Normal, budget)?;
            let full = values.board.taking.full();
            Ok(Cases::one(values.at(full) == size, || {
                values.differs(full, format!("value {size}"))
            }))
        },
    ),
    proved(
        "boards-efr-two-rows",
        "in normal play two rows of Eggleton, Fraenkel and Rothschild's game with a full columns and b and c columns that have only the upper or only the lower stone are a P-position exactly if b = c and a is even",
        "the game of Eggleton, Fraenkel and Rothschild; proved with the closed form of nimfield",
        "positions of efr with two rows",
        by("columns", 4..=7),
        |size, budget| {
            if size == 0 {
                return Ok(Cases::none());
            }
            let table = Outcomes::new(&format!("efr[2x{size}]"), Play::Normal, budget)?;
            Ok(Cases::new(1 << (2 * size), move |state| {
                let (upper, lower) = (state & ((1 << size) - 1), state >> size);
                let single = |one: u64, other: u64| (one & !other).count_ones();
                let even = (upper & lower).count_ones().is_multiple_of(2);
                table.expect(state, even && single(upper, lower) == single(lower, upper))
            }))
        },
    ),
    proved(
        "boards-efr-even-by-even",
        "in normal play a full board of Eggleton, Fraenkel and Rothschild's game with an even number of rows and of columns is a P-position",
        "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        "full boards with at most 16 places",
        by("places", 8..=16),
        |size, budget| {
            let even = (2..=size / 2)
                .filter(|rows| rows.is_multiple_of(2) && size.is_multiple_of(2 * rows));
            let mut cases = Vec::new();
            for rows in even {
                let table = Outcomes::new(
                    &format!("efr[{rows}x{}]", size / rows),
                    Play::Normal,
                    budget,
                )?;
                cases.push(table.expect(table.board.taking.full(), true));
            }
            Ok(Cases::each(cases, Case::clone))
        },
    ),
    example(
        "boards-nimbi",
        "the second player wins Nimbi, in misère play",
        "Fraenkel and Herda 1980",
        "the full board of rows of 2, 3, 4 and 3 cells, by its 4096 states",
        ONCE,
        |_, budget| {
            let table = Outcomes::new("nimbi[full]", Play::Misere, budget)?;
            Ok(Cases::single(table.expect(table.board.taking.full(), true)))
        },
    ),
    fallacy(
        "boards-misere-equal-pairs",
        "in misère play two components of the same shape can be removed without a change of the outcome",
        "true of normal play, tempting and wrong in misère play",
        "states of the 4x4 board, at most 3 stones a move, with two components of the same shape",
        by(STONES, 4..=8).last(16),
        |size, budget| equal_pairs(size, budget, |_| true),
    ),
    proved(
        "boards-misere-single-pairs",
        "in misère play two isolated stones can be removed without a change of the outcome: *1 + *1 = 0",
        "Conway, On Numbers and Games, chapter 12",
        "states of the 4x4 board, at most 3 stones a move, with two isolated stones",
        by(STONES, 5..=16).last(16),
        |size, budget| equal_pairs(size, budget, |part| part.count_ones() == 1),
    ),
    fallacy(
        "boards-misere-nim-rule",
        "in misère play a position is lost exactly if the nim sum of its components' values is 1 where none exceeds 1, and 0 otherwise",
        "true of nim and of other tame games, tempting and wrong here",
        "states of the 4x4 board, at most 3 stones a move",
        by(STONES, 8..=12).last(16),
        nim_rule,
    ),
    proved(
        "boards-misere-small-components",
        "a position all of whose components have at most 4 stones has the misère Grundy number of a sum of tame games: the nim sum of their values, changed by 1 if all of them are (0,1)- or (1,0)-positions",
        "these components and all that can be reached from them are tame, which is a matter of finitely many checks; Conway, On Numbers and Games, chapter 12",
        "such states of the 4x4 board, at most 3 stones a move",
        by(STONES, 4..=16).last(16),
        small_components,
    ),
];

/// Returns the claim that states which some of the symmetries map onto themselves, and no move to one that meets it,
/// are lost in normal play.
fn reflections(
    size: u32,
    budget: &Budget,
    boards: &[&str],
    among: fn(&[u8]) -> bool,
) -> Result<Cases, CheckError> {
    let tables = boards
        .iter()
        .map(|board| Outcomes::new(board, Play::Normal, budget));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
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
}

/// Returns whether a symmetry is its own inverse, and not the identity.
fn is_of_order_two(map: &[u8]) -> bool {
    let twice = |cell: usize| usize::from(map[usize::from(map[cell])]);
    let mut cells = 0..map.len();
    cells.all(|cell| twice(cell) == cell)
        && (0..map.len()).any(|cell| usize::from(map[cell]) != cell)
}

/// Claims that two components of the same shape, both of which `among` admits, can be removed in misère play.
fn equal_pairs(size: u32, budget: &Budget, among: fn(u64) -> bool) -> Result<Cases, CheckError> {
    states(size, budget, move |table, state| {
        let parts: Vec<u64> = connected(state, 4)
            .into_iter()
            .filter(|&part| among(part))
            .collect();
        let pairs = parts
            .iter()
            .enumerate()
            .flat_map(|(i, &one)| parts[i + 1..].iter().map(move |&other| (one, other)));
        let mut pairs = pairs
            .filter(|&(one, other)| shape(one) == shape(other))
            .peekable();
        if pairs.peek().is_none() {
            return Case::Outside;
        }
        let bad = pairs.find(|(one, other)| table.is_p(state & !one & !other) != table.is_p(state));
        Case::of(bad.is_none(), || {
            let rest = bad.map_or(state, |(one, other)| state & !one & !other);
            let mut counterexample =
                table.differs(state, format!("the outcome of {}", table.board.text(rest)));
            counterexample
                .evidence
                .extend(table.differs(rest, "").evidence);
            counterexample
        })
    })
}

/// Claims the rule of misère nim for the values of the components.
fn nim_rule(size: u32, budget: &Budget) -> Result<Cases, CheckError> {
    let values = Values::new(FOUR, Play::Normal, budget)?;
    states(size, budget, move |table, state| {
        let parts = connected(state, 4).into_iter();
        let parts: Vec<u32> = parts.map(|part| values.at(part)).collect();
        let sum = parts.iter().fold(0, |sum, value| sum ^ value);
        let small = parts.iter().all(|&value| value <= 1);
        let claimed = sum == u32::from(small);
        Case::of(table.is_p(state) == claimed, || {
            let mut counterexample = table.differs(state, Outcome::impartial(claimed));
            counterexample
                .evidence
                .extend(values.differs(state, "").evidence);
            counterexample
        })
    })
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
            misere.differs(state, format!("misère Grundy number {claimed}"))
        })
    }))
}
