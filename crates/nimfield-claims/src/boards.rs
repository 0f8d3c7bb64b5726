//! "2D Nim", an article on taking 1 to 3 neighbouring stones from a 4x4 board in misère play, and what
//! is known of games on boards beside it.

use std::collections::HashMap;

use super::oracle::{fact, is_move, over_sets, plain};
use super::twin;
use super::{Case, CheckError, Claim, Counterexample, Level, Status};
use nimfield_core::budget::Budget;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::{Outcome, Play};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "2d-nim-empty-board",
        statement: "the empty board is won by the player to move, in misere play: the opponent took the last stone",
        source: "\"2D Nim\", Initial analysis (\"ZERO state is a win state\")",
        status: Status::Proved,
        known_false: false,
        over: "the 4x4 board without stones",
        size: STONES,
        up_to: 0,
        small: 0,
        level: |_, budget| states(0, budget, |table, state| table.expect(state, false)),
    },
    Claim {
        id: "2d-nim-single-stones",
        statement: "each of the 16 states with a single stone has one next state, the empty board, and is lost by the player to move",
        source: "\"2D Nim\", (III) and Initial analysis",
        status: Status::Proved,
        known_false: false,
        over: "states of 4x4 with one stone",
        size: STONES,
        up_to: 1,
        small: 1,
        level: |size, budget| {
            states(size, budget, |table, state| {
                match table.board.taking.moves(state).count() {
                    _ if state == 0 => Case::Outside,
                    1 => table.expect(state, true),
                    _ => table.expect(state, false),
                }
            })
        },
    },
    Claim {
        id: "2d-nim-losing-states",
        statement: "1100/1100, 1001/1001/1001, 1011/0111 and 1010/1010, at the top left of the 4x4 board, are lost by the player to move",
        source: "\"2D Nim\", Initial analysis, the four losing states",
        status: Status::Example,
        known_false: false,
        over: "the four states",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
            let states = [
                "1100/1100/0000/0000",
                "1001/1001/1001/0000",
                "1011/0111/0000/0000",
                "1010/1010/0000/0000",
            ];
            listed(budget, &states, |table, state| table.expect(state, true))
        },
    },
    Claim {
        id: "2d-nim-winning-states",
        statement: "1100, 1110, 1111, 1000/1000, 1000/1000/1000 and 1000/0100 are won by the player to move, by moving to the state with the one stone at the top left",
        source: "\"2D Nim\", Initial analysis, the six winning states",
        status: Status::Example,
        known_false: false,
        over: "the six states",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
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
    },
    Claim {
        id: "2d-nim-first-winning-states",
        statement: "604 states have a move to one of the 16 states with a single stone (\"600+ win states\"); all of them are won by the player to move",
        source: "\"2D Nim\", Initial analysis",
        status: Status::Example,
        known_false: false,
        over: "all states of the 4x4 board",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
            let table = Table::new(FOUR, Play::Misere, budget)?;
            let first = |state: &u64| {
                let mut moves = table.board.taking.moves(*state);
                moves.any(|mask| (state & !mask).count_ones() == 1)
            };
            let first: Vec<u64> = (0..1 << 16).filter(first).collect();
            let lost = first.iter().find(|&&state| table.is_p(state));
            Ok(Level::single(match lost {
                Some(&state) => table.expect(state, false),
                None => Case::of(first.len() == 604, || {
                    plain("4x4", "604 states", &first.len().to_string())
                }),
            }))
        },
    },
    Claim {
        id: "2d-nim-winning-to-winning",
        statement: "a state with a move to a winning state need not be lost: 1110 can move to 1100, and both are won by the player to move",
        source: "\"2D Nim\", Initial analysis",
        status: Status::Example,
        known_false: false,
        over: "the two states and the move",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
            let states = ["1110/0000/0000/0000", "1100/0000/0000/0000"];
            match is_move(&text4(states[0]), &text4(states[1])) {
                Case::Holds => listed(budget, &states, |table, state| table.expect(state, false)),
                other => Ok(Level::single(other)),
            }
        },
    },
    Claim {
        id: "2d-nim-recursion-as-printed",
        statement: "a state with a losing next state is won by the player to move; else it is lost",
        source: "\"2D Nim\", Solution generation, as printed: the empty board has no next state (the program sets its value by hand)",
        status: Status::Misprint,
        known_false: true,
        over: "states of the 4x4 board",
        size: STONES,
        up_to: 3,
        small: 1,
        level: |size, budget| recursion(size, budget, false),
    },
    Claim {
        id: "2d-nim-recursion",
        statement: "the empty board is won; any other state is won by the player to move if some next state is lost, and lost if all are won",
        source: "\"2D Nim\", Initial analysis and Solution generation, with the empty board apart; Zermelo",
        status: Status::Proved,
        known_false: false,
        over: "states of the 4x4 board, their outcomes by misere Grundy numbers",
        size: STONES,
        up_to: 16,
        small: 3,
        level: |size, budget| recursion(size, budget, true),
    },
    Claim {
        id: "2d-nim-example-play",
        statement: "the seven moves of the example, from the full board to the one stone 0000/0000/0000/0100 for the second player to take, are legal",
        source: "\"2D Nim\", the example of a game",
        status: Status::Example,
        known_false: false,
        over: "the moves of the game",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
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
            Ok(Level::new(7, move |number| {
                let at = number as usize;
                is_move(&text4(states[at]), &text4(states[at + 1]))
            }))
        },
    },
    Claim {
        id: "2d-nim-notation",
        statement: "read row by row as binary digits the state 1111/0000/1111/1111 is 61695",
        source: "\"2D Nim\", Solution generation",
        status: Status::Example,
        known_false: false,
        over: ONCE,
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let found = read_state("1111/0000/1111/1111").map(number_of);
            Ok(Level::single(Case::of(found == Some(61695), || {
                plain("1111/0000/1111/1111", "61695", &format!("{found:?}"))
            })))
        },
    },
    Claim {
        id: "2d-nim-next-states-are-smaller",
        statement: "every next state of a state is a smaller number",
        source: "\"2D Nim\", Solution generation",
        status: Status::Proved,
        known_false: false,
        over: "states of the 4x4 board",
        size: STONES,
        up_to: 16,
        small: 3,
        level: |size, _| {
            let board = Board::read(FOUR)?;
            let states = states_of(&board, size);
            Ok(Level::each(states, move |&state| {
                let mut next = board.taking.moves(state).map(|mask| state & !mask);
                Case::of(next.all(|next| number_of(next) < number_of(state)), || {
                    plain(board.text(state), "smaller next states", "a larger one")
                })
            }))
        },
    },
    Claim {
        id: "2d-nim-next-states",
        statement: "a state has fewer than 4*4*2*3 = 96 next states",
        source: "\"2D Nim\", Solution generation",
        status: Status::Proved,
        known_false: false,
        over: "states of the 4x4 board",
        size: STONES,
        up_to: 16,
        small: 3,
        level: |size, _| {
            let board = Board::read(FOUR)?;
            let states = states_of(&board, size);
            Ok(Level::each(states, move |&state| {
                let count = board.taking.moves(state).count();
                Case::of(count < 96, || {
                    plain(board.text(state), "fewer than 96", &count.to_string())
                })
            }))
        },
    },
    Claim {
        id: "2d-nim-most-next-states",
        statement: "the full NxN board has 2 * (sum of N(N-l+1) over l from 1 to K) - N^2 next states when a move takes at most K stones; 56 for N = 4 and K = 3, the most of all states",
        source: "what the bound 4*4*2*3 of \"2D Nim\" should count",
        status: Status::Proved,
        known_false: false,
        over: "square boards and limits K up to N",
        size: "N",
        up_to: 8,
        small: 5,
        level: |size, _| {
            Ok(Level::new(size.into(), move |number| {
                let (n, k) = (u64::from(size), number + 1);
                let claimed = 2 * (1..=k).map(|l| n * (n + 1 - l)).sum::<u64>() - n * n;
                let Ok(board) = Board::read(&format!("lines(max={k})[{n}x{n}]")) else {
                    return Case::Outside;
                };
                let found = board.taking.moves(board.taking.full()).count() as u64;
                let is_56 = (n, k) != (4, 3) || claimed == 56;
                Case::of(found == claimed && is_56, || {
                    plain(
                        format!("{n}x{n}, K = {k}"),
                        &claimed.to_string(),
                        &found.to_string(),
                    )
                })
            }))
        },
    },
    Claim {
        id: "2d-nim-all-states",
        statement: "of the 2^16 = 65536 states 55664 are won by the player to move, the empty one among them; the full board is lost",
        source: "\"2D Nim\", what its program finds",
        status: Status::Example,
        known_false: false,
        over: "all states of the 4x4 board",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, budget| {
            let table = Table::new(FOUR, Play::Misere, budget)?;
            let won = (0..1 << 16).filter(|&state| !table.is_p(state)).count();
            let full = table.is_p(table.board.taking.full());
            Ok(Level::single(Case::of(won == 55664 && full, || {
                plain(
                    "4x4",
                    "55664 won, the full board lost",
                    &format!("{won} won, full board lost: {full}"),
                )
            })))
        },
    },
    Claim {
        id: "2d-nim-components",
        statement: "stones of different 4-connected components do not interact: the value in normal play is the nim sum of those of the components",
        source: "the rules of \"2D Nim\" (runs without a gap)",
        status: Status::Proved,
        known_false: false,
        over: "states of the 4x4 board, values from the table of all states",
        size: STONES,
        up_to: 16,
        small: 4,
        level: |size, budget| {
            let values = Values::new(FOUR, Play::Normal, budget)?;
            let states = states_of(&values.board, size);
            Ok(Level::each(states, move |&state| {
                let parts = connected(state, 4).into_iter();
                let sum = parts
                    .map(|part| values.at(part))
                    .fold(0, |sum, value| sum ^ value);
                Case::of(sum == values.at(state), || {
                    values.differs(state, &format!("value {sum}"))
                })
            }))
        },
    },
    Claim {
        id: "2d-nim-shapes",
        statement: "whether a state is lost in misere play depends only on the shapes of its 4-connected components, up to shifts, turns and reflections: the \"topology\" the article hopes for",
        source: "the rules of \"2D Nim\", and its last sentence",
        status: Status::Proved,
        known_false: false,
        over: "states of the 4x4 board, each against the first one with the same shapes",
        size: STONES,
        up_to: 16,
        small: 4,
        level: |size, budget| {
            let table = Table::new(FOUR, Play::Misere, budget)?;
            let states = states_of(&table.board, size);
            let mut first: HashMap<Vec<u64>, u64> = HashMap::new();
            let firsts: Vec<u64> = states
                .iter()
                .map(|&state| {
                    let mut shapes: Vec<u64> = connected(state, 4).into_iter().map(shape).collect();
                    shapes.sort_unstable();
                    *first.entry(shapes).or_insert(state)
                })
                .collect();
            Ok(Level::new(states.len() as u64, move |number| {
                let (state, like) = (states[number as usize], firsts[number as usize]);
                table.expect(state, table.is_p(like))
            }))
        },
    },
    Claim {
        id: "boards-even-by-even",
        statement: "in normal play a position on a board with an even number of rows and of columns that is its own image under the half turn is lost, whatever number of stones a run may have: the second player answers with the image",
        source: "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        status: Status::Proved,
        known_false: false,
        over: "positions on 4x4 with runs of at most 1 to 4 stones",
        size: STONES,
        up_to: 16,
        small: 4,
        level: |size, budget| {
            let tables =
                (1..=4).map(|k| Table::new(&format!("lines(max={k})[4x4]"), Play::Normal, budget));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            let symmetric = |&state: &u64| number_of(state) == state;
            let states: Vec<u64> = states_of(&tables[0].board, size)
                .into_iter()
                .filter(symmetric)
                .collect();
            Ok(Level::new(4 * states.len() as u64, move |number| {
                let table = &tables[number as usize % 4];
                table.expect(states[number as usize / 4], true)
            }))
        },
    },
    Claim {
        id: "boards-odd-side",
        statement: "in normal play a full board that has an odd number of rows or of columns is won by the player to move if runs of any length may be taken: take the middle line, then answer with the image",
        source: "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        status: Status::Proved,
        known_false: false,
        over: "full boards with at most 16 places",
        size: "places",
        up_to: 16,
        small: 9,
        level: |size, budget| {
            let mut cases = Vec::new();
            for rows in (1..=size).filter(|rows| size.is_multiple_of(*rows)) {
                let columns = size / rows;
                if rows % 2 == 1 || columns % 2 == 1 {
                    let table =
                        Table::new(&format!("lines[{rows}x{columns}]"), Play::Normal, budget)?;
                    cases.push(table.expect(table.board.taking.full(), false));
                }
            }
            Ok(Level::each(cases, Case::clone))
        },
    },
    Claim {
        id: "boards-row-value",
        statement: "n stones in a row, of which a move takes any run, have the value n in normal play",
        source: "by induction: the value of what is left is at most the number of stones left",
        status: Status::Proved,
        known_false: false,
        over: "rows of n stones",
        size: "n",
        up_to: 16,
        small: 8,
        level: |size, budget| {
            if size == 0 {
                return Ok(Level::none());
            }
            let values = Values::new(&format!("lines[1x{size}]"), Play::Normal, budget)?;
            let full = values.board.taking.full();
            Ok(Level::single(Case::of(values.at(full) == size, || {
                values.differs(full, &format!("value {size}"))
            })))
        },
    },
    Claim {
        id: "boards-efr-two-rows",
        statement: "in normal play two rows of Eggleton, Fraenkel and Rothschild's game with a full columns and b and c columns that have only the upper or only the lower stone are a P-position exactly if b = c and a is even",
        source: "the game of Eggleton, Fraenkel and Rothschild; proved with the closed form of nimfield",
        status: Status::Proved,
        known_false: false,
        over: "positions of efr with two rows",
        size: "columns",
        up_to: 7,
        small: 4,
        level: |size, budget| {
            if size == 0 {
                return Ok(Level::none());
            }
            let table = Table::new(&format!("efr[2x{size}]"), Play::Normal, budget)?;
            Ok(Level::new(1 << (2 * size), move |state| {
                let (upper, lower) = (state & ((1 << size) - 1), state >> size);
                let single = |one: u64, other: u64| (one & !other).count_ones();
                let even = (upper & lower).count_ones().is_multiple_of(2);
                table.expect(state, even && single(upper, lower) == single(lower, upper))
            }))
        },
    },
    Claim {
        id: "boards-efr-even-by-even",
        statement: "in normal play a full board of Eggleton, Fraenkel and Rothschild's game with an even number of rows and of columns is a P-position",
        source: "Tweedledum and Tweedledee, Winning Ways, chapter 1",
        status: Status::Proved,
        known_false: false,
        over: "full boards with at most 16 places",
        size: "places",
        up_to: 16,
        small: 8,
        level: |size, budget| {
            let even = (2..=size / 2)
                .filter(|rows| rows.is_multiple_of(2) && size.is_multiple_of(2 * rows));
            let mut cases = Vec::new();
            for rows in even {
                let table = Table::new(
                    &format!("efr[{rows}x{}]", size / rows),
                    Play::Normal,
                    budget,
                )?;
                cases.push(table.expect(table.board.taking.full(), true));
            }
            Ok(Level::each(cases, Case::clone))
        },
    },
    Claim {
        id: "boards-misere-equal-pairs",
        statement: "in misere play two components of the same shape can be removed without a change of the outcome",
        source: "true of normal play, tempting and wrong in misere play",
        status: Status::Fallacy,
        known_false: true,
        over: "states of the 4x4 board, at most 3 stones a move, with two components of the same shape",
        size: STONES,
        up_to: 8,
        small: 4,
        level: |size, budget| equal_pairs(size, budget, |_| true),
    },
    Claim {
        id: "boards-misere-single-pairs",
        statement: "in misere play two isolated stones can be removed without a change of the outcome: *1 + *1 = 0",
        source: "Conway, On Numbers and Games, chapter 12",
        status: Status::Proved,
        known_false: false,
        over: "states of the 4x4 board, at most 3 stones a move, with two isolated stones",
        size: STONES,
        up_to: 16,
        small: 5,
        level: |size, budget| equal_pairs(size, budget, |part| part.count_ones() == 1),
    },
    Claim {
        id: "boards-misere-nim-rule",
        statement: "in misere play a position is lost exactly if the nim sum of its components' values is 1 where none exceeds 1, and 0 otherwise",
        source: "true of nim and of other tame games, tempting and wrong here",
        status: Status::Fallacy,
        known_false: true,
        over: "states of the 4x4 board, at most 3 stones a move",
        size: STONES,
        up_to: 12,
        small: 8,
        level: nim_rule,
    },
    Claim {
        id: "boards-misere-small-components",
        statement: "a position all of whose components have at most 4 stones has the misere Grundy number of a sum of tame games: the nim sum of their values, changed by 1 if all of them are (0,1)- or (1,0)-positions",
        source: "these components and all that can be reached from them are tame, which is a matter of finitely many checks; Conway, On Numbers and Games, chapter 12",
        status: Status::Proved,
        known_false: false,
        over: "such states of the 4x4 board, at most 3 stones a move",
        size: STONES,
        up_to: 16,
        small: 4,
        level: small_components,
    },
];

const STONES: &str = "number of stones";
const ONCE: &str = "the one example";

/// The board of the article.
const FOUR: &str = "lines(max=3)[4x4]";

/// A rectangular board with its moves.
struct Board {
    /// The game's name with its options.
    name: String,
    columns: u32,
    taking: Taking,
}

impl Board {
    /// The board of a position that is a full rectangle.
    fn read(text: &str) -> Result<Board, CheckError> {
        let sum = nimfield::read(text).map_err(|error| CheckError::TooLarge(error.to_string()))?;
        let size = text
            .rsplit_once('x')
            .and_then(|(_, size)| size.strip_suffix(']')?.parse().ok());
        match (sum.components(), text.split_once('['), size) {
            ([board], Some((name, _)), Some(columns)) => Ok(Board {
                name: name.to_string(),
                columns,
                taking: board
                    .taking()
                    .map(|(taking, _)| taking.clone())
                    .ok_or_else(|| CheckError::TooLarge(format!("{text} is no board")))?,
            }),
            _ => Err(CheckError::TooLarge(format!("{text} is no full rectangle"))),
        }
    }

    /// A state in notation.
    fn text(&self, state: u64) -> String {
        let cells = (0..self.taking.cells()).map(|cell| {
            let slash = if cell > 0 && cell % self.columns == 0 {
                "/"
            } else {
                ""
            };
            format!("{slash}{}", state >> cell & 1)
        });
        format!("{}[{}]", self.name, cells.collect::<String>())
    }
}

/// The misère Grundy numbers or Grundy values of all states of a board, from those of the next states.
struct Values {
    board: Board,
    play: Play,
    values: Vec<u8>,
}

impl Values {
    fn new(text: &str, play: Play, budget: &Budget) -> Result<Values, CheckError> {
        let board = Board::read(text)?;
        let values = over_sets(board.taking.cells(), budget, |state, values: &[u8]| {
            let mut reached = 0u128;
            for mask in board.taking.moves(state) {
                reached |= 1 << values[(state & !mask) as usize];
            }
            match reached {
                0 => u8::from(play == Play::Misere),
                _ => reached.trailing_ones() as u8,
            }
        })?;
        Ok(Values {
            board,
            play,
            values,
        })
    }

    fn at(&self, state: u64) -> u32 {
        self.values[state as usize].into()
    }

    fn differs(&self, state: u64, claimed: &str) -> Counterexample {
        let position = self.board.text(state);
        let value = self.at(state);
        Counterexample {
            claimed: claimed.to_string(),
            found: format!("value {value}"),
            facts: vec![fact(
                &position,
                self.play,
                twin::Verdict::Value(value.into()),
            )],
            case: position,
        }
    }
}

/// The outcomes of all states of a board.
struct Table {
    board: Board,
    play: Play,
    lost: Vec<bool>,
}

impl Table {
    fn new(text: &str, play: Play, budget: &Budget) -> Result<Table, CheckError> {
        let board = Board::read(text)?;
        let lost = over_sets(board.taking.cells(), budget, |state, lost: &[bool]| {
            let moves = board.taking.moves(state);
            !twin::wins(play, moves.map(|mask| !lost[(state & !mask) as usize]))
        })?;
        Ok(Table { board, play, lost })
    }

    /// Whether the player to move loses.
    fn is_p(&self, state: u64) -> bool {
        self.lost[state as usize]
    }

    /// The claim that a state is lost by the player to move, or won.
    fn expect(&self, state: u64, is_p: bool) -> Case {
        let claimed = Outcome::impartial(is_p).to_string();
        Case::of(self.is_p(state) == is_p, || self.differs(state, &claimed))
    }

    fn differs(&self, state: u64, claimed: &str) -> Counterexample {
        let position = self.board.text(state);
        let outcome = Outcome::impartial(self.is_p(state));
        Counterexample {
            claimed: claimed.to_string(),
            found: outcome.to_string(),
            facts: vec![fact(&position, self.play, twin::Verdict::Outcome(outcome))],
            case: position,
        }
    }
}

fn states_of(board: &Board, stones: u32) -> Vec<u64> {
    (0..=board.taking.full())
        .filter(|state| state.count_ones() == stones)
        .collect()
}

/// The states of the article's board with so many stones.
fn states(
    stones: u32,
    budget: &Budget,
    check: impl Fn(&Table, u64) -> Case + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    let table = Table::new(FOUR, Play::Misere, budget)?;
    let states = states_of(&table.board, stones);
    Ok(Level::each(states, move |&state| check(&table, state)))
}

/// Some states of the article's board.
fn listed(
    budget: &Budget,
    states: &[&str],
    check: impl Fn(&Table, u64) -> Case + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    let table = Table::new(FOUR, Play::Misere, budget)?;
    let states: Vec<u64> = states
        .iter()
        .filter_map(|state| read_state(state))
        .collect();
    Ok(Level::each(states, move |&state| check(&table, state)))
}

fn text4(state: &str) -> String {
    format!("lines(max=3)[{state}]")
}

/// A state of the 4x4 board from its picture, as the notation reads it.
fn read_state(picture: &str) -> Option<u64> {
    let sum = nimfield::read(&text4(picture)).ok()?;
    Some(sum.components().first()?.taking()?.1)
}

/// The article's number of a state of the 4x4 board: the places row by row as binary digits, the first
/// one leading. It is also the state turned by half a turn.
fn number_of(state: u64) -> u64 {
    (state as u16).reverse_bits().into()
}

fn recursion(size: u32, budget: &Budget, empty_apart: bool) -> Result<Level, CheckError> {
    let numbers = Values::new(FOUR, Play::Misere, budget)?;
    let states = states_of(&numbers.board, size);
    Ok(Level::each(states, move |&state| {
        let mut next = numbers.board.taking.moves(state).map(|mask| state & !mask);
        let some_lost = next.any(|next| numbers.at(next) == 0);
        let claimed = some_lost || (empty_apart && state == 0);
        Case::of(claimed == (numbers.at(state) != 0), || {
            numbers.differs(state, if claimed { "won" } else { "lost" })
        })
    }))
}

/// The 4-connected parts of a state, on a board with so many columns.
fn connected(state: u64, columns: u32) -> Vec<u64> {
    let left_column = (0..64 / columns).fold(0u64, |mask, row| mask | 1 << (row * columns));
    let grow = |part: u64| {
        let right = part << 1 & !left_column;
        let left = (part & !left_column) >> 1;
        (part | right | left | part << columns | part >> columns) & state
    };
    let mut parts = Vec::new();
    let mut rest = state;
    while rest != 0 {
        let mut part = rest & rest.wrapping_neg();
        while grow(part) != part {
            part = grow(part);
        }
        rest &= !part;
        parts.push(part);
    }
    parts
}

/// The least image of a set of places of the 4x4 board under shifts, turns and reflections.
fn shape(state: u64) -> u64 {
    let images = (0..8).map(|map| {
        let cells = (0..16u64).filter(|cell| state >> cell & 1 == 1);
        let places = cells.map(|cell| {
            let (x, y) = (cell % 4, cell / 4);
            let x = if map & 1 == 1 { 3 - x } else { x };
            let y = if map & 2 == 2 { 3 - y } else { y };
            if map & 4 == 4 { (y, x) } else { (x, y) }
        });
        let places: Vec<(u64, u64)> = places.collect();
        let left = places.iter().map(|&(x, _)| x).min().unwrap_or(0);
        let top = places.iter().map(|&(_, y)| y).min().unwrap_or(0);
        places.iter().fold(0, |image, (x, y)| {
            image | 1u64 << (x - left + 4 * (y - top))
        })
    });
    images.fold(u64::MAX, u64::min)
}

/// Two components of the same shape, both of which `among` admits, can be removed in misère play.
fn equal_pairs(size: u32, budget: &Budget, among: fn(u64) -> bool) -> Result<Level, CheckError> {
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
                table.differs(state, &format!("the outcome of {}", table.board.text(rest)));
            counterexample.facts.extend(table.differs(rest, "").facts);
            counterexample
        })
    })
}

/// Misère nim's rule on the values of the components.
fn nim_rule(size: u32, budget: &Budget) -> Result<Level, CheckError> {
    let values = Values::new(FOUR, Play::Normal, budget)?;
    states(size, budget, move |table, state| {
        let parts = connected(state, 4).into_iter();
        let parts: Vec<u32> = parts.map(|part| values.at(part)).collect();
        let sum = parts.iter().fold(0, |sum, value| sum ^ value);
        let small = parts.iter().all(|&value| value <= 1);
        let claimed = sum == u32::from(small);
        Case::of(table.is_p(state) == claimed, || {
            let mut counterexample = table.differs(state, &Outcome::impartial(claimed).to_string());
            counterexample.facts.extend(values.differs(state, "").facts);
            counterexample
        })
    })
}

/// Conway's rule for sums of tame games, on components of at most 4 stones.
fn small_components(size: u32, budget: &Budget) -> Result<Level, CheckError> {
    let normal = Values::new(FOUR, Play::Normal, budget)?;
    let misere = Values::new(FOUR, Play::Misere, budget)?;
    let states = states_of(&normal.board, size);
    Ok(Level::each(states, move |&state| {
        let parts = connected(state, 4);
        if parts.iter().any(|part| part.count_ones() > 4) {
            return Case::Outside;
        }
        let sum = parts.iter().fold(0, |sum, &part| sum ^ normal.at(part));
        let swap = |&part: &u64| matches!([normal.at(part), misere.at(part)], [0, 1] | [1, 0]);
        let claimed = sum ^ u32::from(parts.iter().all(swap));
        Case::of(misere.at(state) == claimed, || {
            misere.differs(state, &format!("misere Grundy number {claimed}"))
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_and_shapes() {
        let state = read_state("1101/0100/0011/1011").unwrap();
        let mut counts: Vec<u32> = connected(state, 4)
            .iter()
            .map(|part| part.count_ones())
            .collect();
        counts.sort_unstable();
        assert_eq!(counts, [1, 1, 3, 4]);
        let ell = [
            "1100/1000/0000/0000",
            "0000/0000/0001/0011",
            "0000/0110/0010/0000",
        ];
        let shapes = ell.map(|text| shape(read_state(text).unwrap()));
        assert!(shapes.iter().all(|&other| other == shapes[0]));
        assert_ne!(shapes[0], shape(read_state("1110/0000/0000/0000").unwrap()));
    }
}
