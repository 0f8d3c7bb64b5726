//! "2D Nim": 4x4, at most 3 stones a move, misère play.

use std::collections::HashMap;

use super::tables::{Board, FOUR, Outcomes, STONES, Values, connected, number_of, shape, states};
use crate::cases::{is_move, too_large};
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{ONCE, by, example, misprint, plain, proved};
use crate::rules;
use nimfield_core::budget::Budget;
use nimfield_core::sorting::Sort as _;
use nimfield_core::words::Play;

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "2d-nim-empty-board",
        "the empty board is won by the player to move, in misère play: the opponent took the last stone",
        "\"2D Nim\", Initial analysis (\"ZERO state is a win state\")",
        "the 4x4 board without stones",
        by(STONES, 0..=0).last(0),
        |_, budget| states(0, budget, |table, state| table.expect(state, false)),
    ),
    proved(
        "2d-nim-single-stones",
        "each of the 16 states with a single stone has one next state, the empty board, and is lost by the player to move",
        "\"2D Nim\", (III) and Initial analysis",
        "states of 4x4 with one stone",
        by(STONES, 1..=1).last(1),
        |size, budget| {
            states(size, budget, |table, state| {
                match table.board.taking.moves(state).count() {
                    _ if state == 0 => Case::Outside,
                    1 => table.expect(state, true),
                    _ => table.expect(state, false),
                }
            })
        },
    ),
    example(
        "2d-nim-losing-states",
        "1100/1100, 1001/1001/1001, 1011/0111 and 1010/1010, at the top left of the 4x4 board, are lost by the player to move",
        "\"2D Nim\", Initial analysis, the four losing states",
        "the four states",
        ONCE,
        |_, budget| {
            let states = [
                "1100/1100/0000/0000",
                "1001/1001/1001/0000",
                "1011/0111/0000/0000",
                "1010/1010/0000/0000",
            ];
            listed(budget, &states, |table, state| table.expect(state, true))
        },
    ),
    example(
        "2d-nim-winning-states",
        "1100, 1110, 1111, 1000/1000, 1000/1000/1000 and 1000/0100 are won by the player to move, by moving to the state with the one stone at the top left",
        "\"2D Nim\", Initial analysis, the six winning states",
        "the six states",
        ONCE,
        |_, budget| {
            let states = [
                "1100/0000/0000/0000",
                "1110/0000/0000/0000",
                "1111/0000/0000/0000",
                "1000/1000/0000/0000",
                "1000/1000/1000/0000",
                "1000/0100/0000/0000",
            ];
            listed(budget, &states, |table, state| {
                let there = table
                    .board
                    .taking
                    .moves(state)
                    .any(|mask| state & !mask == 1);
                match there {
                    true => table.expect(state, false),
                    false => Case::of(false, || table.differs(state, "a move to the one stone")),
                }
            })
        },
    ),
    example(
        "2d-nim-first-winning-states",
        "604 states have a move to one of the 16 states with a single stone (\"600+ win states\"); all of them are won by the player to move",
        "\"2D Nim\", Initial analysis",
        "all states of the 4x4 board",
        ONCE,
        |_, budget| {
            let table = Outcomes::new(FOUR, Play::Misere, budget)?;
            let first = |state: &u64| {
                let mut moves = table.board.taking.moves(*state);
                moves.any(|mask| (state & !mask).count_ones() == 1)
            };
            let first: Vec<u64> = (0..1 << 16).filter(first).collect();
            let lost = first.iter().find(|&&state| table.is_p(state));
            Ok(Cases::single(match lost {
                Some(&state) => table.expect(state, false),
                None => Case::of(first.len() == 604, || {
                    plain("4x4", "604 states", first.len())
                }),
            }))
        },
    ),
    example(
        "2d-nim-winning-to-winning",
        "a state with a move to a winning state need not be lost: 1110 can move to 1100, and both are won by the player to move",
        "\"2D Nim\", Initial analysis",
        "the two states and the move",
        ONCE,
        |_, budget| {
            let states = ["1110/0000/0000/0000", "1100/0000/0000/0000"];
            match is_move(&text4(states[0]), &text4(states[1])) {
                Case::Holds => listed(budget, &states, |table, state| table.expect(state, false)),
                other => Ok(Cases::single(other)),
            }
        },
    ),
    misprint(
        "2d-nim-recursion-as-printed",
        "a state with a losing next state is won by the player to move; else it is lost",
        "\"2D Nim\", Solution generation, as printed: the empty board has no next state (the program sets its value by hand)",
        "states of the 4x4 board",
        by(STONES, 1..=3).last(16),
        |size, budget| recursion(size, budget, false),
    ),
    proved(
        "2d-nim-recursion",
        "the empty board is won; any other state is won by the player to move if some next state is lost, and lost if all are won",
        "\"2D Nim\", Initial analysis and Solution generation, with the empty board apart; Zermelo",
        "states of the 4x4 board, their outcomes by misère Grundy numbers",
        by(STONES, 3..=16).last(16),
        |size, budget| recursion(size, budget, true),
    ),
    example(
        "2d-nim-example-play",
        "the seven moves of the example, from the full board to the one stone 0000/0000/0000/0100 for the second player to take, are legal",
        "\"2D Nim\", the example of a game",
        "the moves of the game",
        ONCE,
        |_, _| {
            let states = [
                "1111/1111/1111/1111",
                "1110/1110/1111/1111",
                "1110/1110/1000/1111",
                "0110/1110/1000/1111",
                "0110/1110/1000/1100",
                "0110/1110/0000/0100",
                "0000/1110/0000/0100",
                "0000/0000/0000/0100",
            ];
            Ok(Cases::new(7, move |number| {
                let at = number as usize;
                is_move(&text4(states[at]), &text4(states[at + 1]))
            }))
        },
    ),
    example(
        "2d-nim-notation",
        "read row by row as binary digits the state 1111/0000/1111/1111 is 61695",
        "\"2D Nim\", Solution generation",
        "the one example",
        ONCE,
        |_, _| {
            let found = read_state("1111/0000/1111/1111").map(number_of);
            Ok(Cases::one(found == Some(61695), || {
                plain("1111/0000/1111/1111", "61695", format!("{found:?}"))
            }))
        },
    ),
    proved(
        "2d-nim-next-states-are-smaller",
        "every next state of a state is a smaller number",
        "\"2D Nim\", Solution generation",
        "states of the 4x4 board",
        by(STONES, 3..=16).last(16),
        |size, _| {
            let board = Board::read(FOUR)?;
            let states = board.states(size);
            Ok(Cases::each(states, move |&state| {
                let mut next = board.taking.moves(state).map(|mask| state & !mask);
                Case::of(next.all(|next| number_of(next) < number_of(state)), || {
                    plain(board.text(state), "smaller next states", "a larger one")
                })
            }))
        },
    ),
    proved(
        "2d-nim-next-states",
        "a state has fewer than 4*4*2*3 = 96 next states",
        "\"2D Nim\", Solution generation",
        "states of the 4x4 board",
        by(STONES, 3..=16).last(16),
        |size, _| {
            let board = Board::read(FOUR)?;
            let states = board.states(size);
            Ok(Cases::each(states, move |&state| {
                let count = board.taking.moves(state).count();
                Case::of(count < 96, || {
                    plain(board.text(state), "fewer than 96", count)
                })
            }))
        },
    ),
    proved(
        "2d-nim-most-next-states",
        "the full NxN board has 2 * (sum of N(N-l+1) over l from 1 to K) - N^2 next states when a move takes at most K stones; 56 for N = 4 and K = 3, the most of all states",
        "what the bound 4*4*2*3 of \"2D Nim\" should count",
        "square boards and limits K up to N",
        by("N", 5..=8),
        |size, _| {
            // A board has at most 64 places here.
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
                Case::of(found == claimed && is_56, || {
                    plain(format!("{n}x{n}, K = {k}"), claimed, found)
                })
            }))
        },
    ),
    example(
        "2d-nim-all-states",
        "of the 2^16 = 65536 states 55664 are won by the player to move, the empty one among them; the full board is lost",
        "\"2D Nim\", what its program finds",
        "all states of the 4x4 board",
        ONCE,
        |_, budget| {
            let table = Outcomes::new(FOUR, Play::Misere, budget)?;
            let won = (0..1 << 16).filter(|&state| !table.is_p(state)).count();
            let full = table.is_p(table.board.taking.full());
            Ok(Cases::one(won == 55664 && full, || {
                plain(
                    "4x4",
                    "55664 won, the full board lost",
                    format!("{won} won, full board lost: {full}"),
                )
            }))
        },
    ),
    proved(
        "2d-nim-components",
        "stones of different 4-connected components do not interact: the value in normal play is the nim sum of those of the components",
        "the rules of \"2D Nim\" (runs without a gap)",
        "states of the 4x4 board, values from the table of all states",
        by(STONES, 4..=16).last(16),
        |size, budget| {
            let values = Values::new(FOUR, Play::Normal, budget)?;
            let states = values.board.states(size);
            Ok(Cases::each(states, move |&state| {
                let parts = connected(state, 4).into_iter();
                let sum = parts
                    .map(|part| values.at(part))
                    .fold(0, |sum, value| sum ^ value);
                Case::of(sum == values.at(state), || {
                    values.differs(state, format!("value {sum}"))
                })
            }))
        },
    ),
    proved(
        "2d-nim-shapes",
        "whether a state is lost in misère play depends only on the shapes of its 4-connected components, up to shifts, turns and reflections: the \"topology\" the article hopes for",
        "the rules of \"2D Nim\", and its last sentence",
        "states of the 4x4 board, each against the first one with the same shapes",
        by(STONES, 4..=16).last(16),
        |size, budget| {
            let table = Outcomes::new(FOUR, Play::Misere, budget)?;
            let states = table.board.states(size);
            let mut first: HashMap<Vec<u64>, u64> = HashMap::new();
            let firsts: Vec<u64> = states
                .iter()
                .map(|&state| {
                    let mut shapes: Vec<u64> = connected(state, 4).into_iter().map(shape).collect();
                    shapes.put_in_order();
                    *first.entry(shapes).or_insert(state)
                })
                .collect();
            Ok(Cases::new(states.len() as u64, move |number| {
                let (state, like) = (states[number as usize], firsts[number as usize]);
                table.expect(state, table.is_p(like))
            }))
        },
    ),
];

/// Returns some states of the article's board.
fn listed(
    budget: &Budget,
    states: &[&str],
    check: impl Fn(&Outcomes, u64) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let table = Outcomes::new(FOUR, Play::Misere, budget)?;
    let states: Vec<u64> = states
        .iter()
        .filter_map(|state| read_state(state))
        .collect();
    Ok(Cases::each(states, move |&state| check(&table, state)))
}

fn text4(state: &str) -> String {
    format!("lines(max=3)[{state}]")
}

/// Reads a state of the 4x4 board from its picture, as the notation reads it.
fn read_state(picture: &str) -> Option<u64> {
    rules::board(&text4(picture)).map(|(_, state)| state)
}

fn recursion(size: u32, budget: &Budget, empty_apart: bool) -> Result<Cases, CheckError> {
    let numbers = Values::new(FOUR, Play::Misere, budget)?;
    let states = numbers.board.states(size);
    Ok(Cases::each(states, move |&state| {
        let mut next = numbers.board.taking.moves(state).map(|mask| state & !mask);
        let some_lost = next.any(|next| numbers.at(next) == 0);
        let claimed = some_lost || (empty_apart && state == 0);
        Case::of(claimed == (numbers.at(state) != 0), || {
            numbers.differs(state, if claimed { "won" } else { "lost" })
        })
    }))
}
