//! "2D Nim": 4x4, at most 3 stones a move, misère play.

use super::tables::{Board, FOUR, Values, board, by_stones, connected, number_of, shape};
use crate::cases::{is_move, numbered, too_large};
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{
    BySize, Case, Cases, CheckError, Claim, Frame, IntoCase, ONCE, Plain, Sizes, by, once,
};
use nimfield_core::prelude::*;
use std::collections::HashMap;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "2d-nim-empty-board",
        "the empty board is won by the player to move, in misère play: the opponent took the last stone",
        "\"2D Nim\", Initial analysis (\"ZERO state is a win state\")",
        "the 4x4 board without stones",
        &by("number of stones", 0..=0)
            .last(0)
            .states(|table, state| table.expect(state, false)),
    ),
    Proved.claim(
        "2d-nim-single-stones",
        "each of the 16 states with a single stone has one next state, the empty board, and is lost by the player to move",
        "\"2D Nim\", (III) and Initial analysis",
        "states of 4x4 with one stone",
        &by("number of stones", 1..=1)
            .last(1)
            .states(|table, state| {
                let next = table.board.taking.moves(state).count();
                (state != 0).then(|| table.expect(state, next == 1))
            }),
    ),
    Example.claim(
        "2d-nim-losing-states",
        "1100/1100, 1001/1001/1001, 1011/0111 and 1010/1010, at the top left of the 4x4 board, are lost by the player to move",
        "\"2D Nim\", Initial analysis, the four losing states",
        "the four states",
        &listed(
            &[
                "1100/1100/0000/0000",
                "1001/1001/1001/0000",
                "1011/0111/0000/0000",
                "1010/1010/0000/0000",
            ],
            |table, state| table.expect(state, true),
        ),
    ),
    Example.claim(
        "2d-nim-winning-states",
        "1100, 1110, 1111, 1000/1000, 1000/1000/1000 and 1000/0100 are won by the player to move, by moving to the state with the one stone at the top left",
        "\"2D Nim\", Initial analysis, the six winning states",
        "the six states",
        &listed(
            &[
                "1100/0000/0000/0000",
                "1110/0000/0000/0000",
                "1111/0000/0000/0000",
                "1000/1000/0000/0000",
                "1000/1000/1000/0000",
                "1000/0100/0000/0000",
            ],
            |table, state| {
                let mut moves = table.board.taking.moves(state);
                match moves.any(|mask| state & !mask == 1) {
                    true => table.expect(state, false),
                    false => Case::of(false, || {
                        table.other_outcome(state, "a move to the one stone")
                    }),
                }
            },
        ),
    ),
    Example.claim(
        "2d-nim-first-winning-states",
        "604 states have a move to one of the 16 states with a single stone (\"600+ win states\"); all of them are won by the player to move",
        "\"2D Nim\", Initial analysis",
        "all states of the 4x4 board",
        &once(|budget| {
            let table = Values::new(FOUR, Play::Misere, budget)?;
            let first = |state: &u64| {
                let mut moves = table.board.taking.moves(*state);
                moves.any(|mask| (state & !mask).count_ones() == 1)
            };
            let first: Vec<u64> = (0..1 << 16).filter(first).collect();
            let lost = first.iter().find(|&&state| table.is_p(state));
            Ok(match lost {
                Some(&state) => table.expect(state, false),
                None => Case::plain(first.len() == 604, "4x4", "604 states", first.len()),
            })
        }),
    ),
    Example.claim(
        "2d-nim-winning-to-winning",
        "a state with a move to a winning state need not be lost: 1110 can move to 1100, and both are won by the player to move",
        "\"2D Nim\", Initial analysis",
        "the two states and the move",
        &listed(&FROM_WIN_TO_WIN, |table, state| {
            let [from, to] = FROM_WIN_TO_WIN.map(text4);
            Ok::<_, CheckError>(match is_move(&from, &to)? {
                Case::Holds => table.expect(state, false),
                other => other,
            })
        }),
    ),
    Misprint.claim(
        "2d-nim-recursion-as-printed",
        "a state with a losing next state is won by the player to move; else it is lost",
        "\"2D Nim\", Solution generation, as printed: the empty board has no next state (the program sets its value by hand)",
        "states of the 4x4 board",
        &by_stones(1..=3).recursion(false),
    ),
    Proved.claim(
        "2d-nim-recursion",
        "the empty board is won; any other state is won by the player to move if some next state is lost, and lost if all are won",
        "\"2D Nim\", Initial analysis and Solution generation, with the empty board apart; Zermelo",
        "states of the 4x4 board, their outcomes by misère Grundy numbers",
        &by_stones(3..=16).recursion(true),
    ),
    Example.claim(
        "2d-nim-example-play",
        "the seven moves of the example, from the full board to the one stone 0000/0000/0000/0100 for the second player to take, are legal",
        "\"2D Nim\", the example of a game",
        "the moves of the game",
        &numbered(7, |at| is_move(&text4(PLAY[at]), &text4(PLAY[at + 1]))),
    ),
    Example.claim(
        "2d-nim-notation",
        "read row by row as binary digits the state 1111/0000/1111/1111 is 61695",
        "\"2D Nim\", Solution generation",
        "the one example",
        &once(|_| {
            let state = "1111/0000/1111/1111";
            let found = number_of(read_state(state)?);
            Ok(Case::equal(state, 61695, found))
        }),
    ),
    Proved.claim(
        "2d-nim-next-states-are-smaller",
        "every next state of a state is a smaller number",
        "\"2D Nim\", Solution generation",
        "states of the 4x4 board",
        &by_stones(3..=16).by_moves(|board, state| {
            let mut next = board.taking.moves(state).map(|mask| state & !mask);
            let smaller = next.all(|next| number_of(next) < number_of(state));
            let (state, claimed) = (board.text(state), "smaller next states");
            Case::plain(smaller, state, claimed, "a larger one")
        }),
    ),
    Proved.claim(
        "2d-nim-next-states",
        "a state has fewer than 4*4*2*3 = 96 next states",
        "\"2D Nim\", Solution generation",
        "states of the 4x4 board",
        &by_stones(3..=16).by_moves(|board, state| {
            let count = board.taking.moves(state).count();
            Case::plain(count < 96, board.text(state), "fewer than 96", count)
        }),
    ),
    Proved.claim(
        "2d-nim-most-next-states",
        "the full NxN board has 2 * (sum of N(N-l+1) over l from 1 to K) - N^2 next states when a move takes at most K stones; 56 for N = 4 and K = 3, the most of all states",
        "what the bound 4*4*2*3 of \"2D Nim\" should count",
        "square boards and limits K up to N",
        &by("N", 5..=8).cases(|size, _| {
            // The check supports boards with at most 64 places.
            too_large(size, 8)?;
            let boards = (1..=size).map(|k| Board::read(&format!("lines(max={k})[{size}x{size}]")));
            let boards = boards.collect::<Result<Vec<_>, _>>()?;
            Ok(Cases::new(size.into(), move |number| {
                let (n, k, board) = (u64::from(size), number + 1, &boards[number as usize]);
                let claimed = 2 * (1..=k).map(|l| n * (n + 1 - l)).sum::<u64>() - n * n;
                let next = |state: u64| board.taking.moves(state).count() as u64;
                let found = next(board.taking.full());
                let is_56 = (n, k) != (4, 3)
                    || (claimed == 56 && (0..board.taking.full()).all(|state| next(state) <= 56));
                let case = format_args!("{n}x{n}, K = {k}");
                Case::plain(found == claimed && is_56, case, claimed, found)
            }))
        }),
    ),
    Example.claim(
        "2d-nim-all-states",
        "of the 2^16 = 65536 states 55664 are won by the player to move, the empty one among them; the full board is lost",
        "\"2D Nim\", what its program finds",
        "all states of the 4x4 board",
        &once(|budget| {
            let table = Values::new(FOUR, Play::Misere, budget)?;
            let won = (0..1 << 16).filter(|&state| !table.is_p(state)).count();
            let full = table.is_p(table.board.taking.full());
            let found = format_args!("{won} won, full board lost: {full}");
            let claimed = "55664 won, the full board lost";
            Ok(Case::plain(won == 55664 && full, "4x4", claimed, found))
        }),
    ),
    Proved.claim(
        "2d-nim-components",
        "stones of different 4-connected components do not interact: the value in normal play is the nim sum of those of the components",
        "the rules of \"2D Nim\" (runs without a gap)",
        "states of the 4x4 board, values from the table of all states",
        &by_stones(4..=16).states_by(Play::Normal, |values, state| {
            let parts = connected(state, 4).into_iter();
            let sum = parts.fold(0, |sum, part| sum ^ values.at(part));
            Case::of(sum == values.at(state), || {
                values.other_value(state, format_args!("value {sum}"))
            })
        }),
    ),
    Proved.claim(
        "2d-nim-shapes",
        "whether a state is lost in misère play depends only on the shapes of its 4-connected components, up to shifts, turns and reflections: the \"topology\" the article hopes for",
        "the rules of \"2D Nim\", and its last sentence",
        "states of the 4x4 board, each against the first one with the same shapes",
        &by_stones(4..=16).cases(|size, budget| {
            let table = Values::new(FOUR, Play::Misere, budget)?;
            let states = table.board.states(size);
            let mut first: HashMap<Vec<u64>, u64> = HashMap::new();
            let firsts = states.into_iter().map(|state| {
                let mut shapes: Vec<u64> = connected(state, 4).into_iter().map(shape).collect();
                shapes.sort_unstable();
                (state, *first.entry(shapes).or_insert(state))
            });
            Ok(Cases::each(firsts.collect(), move |&(state, like)| {
                table.expect(state, table.is_p(like))
            }))
        }),
    ),
];

/// The states of the example game.
const PLAY: [&str; 8] = [
    "1111/1111/1111/1111",
    "1110/1110/1111/1111",
    "1110/1110/1000/1111",
    "0110/1110/1000/1111",
    "0110/1110/1000/1100",
    "0110/1110/0000/0100",
    "0000/1110/0000/0100",
    "0000/0000/0000/0100",
];

/// Two won states; a move leads from the first to the second.
const FROM_WIN_TO_WIN: [&str; 2] = ["1110/0000/0000/0000", "1100/0000/0000/0000"];

/// Makes a claim about the listed states of the article's board.
const fn listed<C: IntoCase>(
    states: &'static [&'static str],
    check: impl Fn(&Values, u64) -> C + Plain,
) -> BySize<impl Frame> {
    ONCE.cases(move |_, budget: &Budget| {
        let table = Values::new(FOUR, Play::Misere, budget)?;
        let states = states.iter().map(|state| read_state(state));
        let states = states.collect::<Result<_, _>>()?;
        Ok(Cases::each(states, move |&state| check(&table, state)))
    })
}

fn text4(state: &str) -> String {
    format!("lines(max=3)[{state}]")
}

/// Reads a state of the 4x4 board from its picture in notation.
fn read_state(picture: &str) -> Result<u64, CheckError> {
    Ok(board(&text4(picture))?.1)
}

impl Sizes {
    const fn recursion(self, empty_apart: bool) -> BySize<impl Frame> {
        self.states(move |numbers, state| {
            let mut next = numbers.board.taking.moves(state).map(|mask| state & !mask);
            let some_lost = next.any(|next| numbers.is_p(next));
            let claimed = some_lost || (empty_apart && state == 0);
            Case::of(claimed != numbers.is_p(state), || {
                numbers.other_value(state, if claimed { "won" } else { "lost" })
            })
        })
    }

    /// Makes a claim about the states of the article's board with this number of stones, from the moves alone.
    const fn by_moves(self, check: fn(&Board, u64) -> Case) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            let board = Board::read(FOUR)?;
            let states = board.states(size);
            Ok(Cases::each(states, move |&state| check(&board, state)))
        })
    }
}
