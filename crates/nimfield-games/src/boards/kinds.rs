//! The named games on boards.

use crate::boards::cell::FORM;
use std::sync::{Arc, LazyLock};

use crate::boards::cell::{Cell, Direction};
use crate::boards::game::{BoardGame, Lines, Name, Take};
use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::info::{Checked, Fact, GameInfo, GameOption, Group, Puzzle, Setup, Takes};
use nimfield_core::words::Play;

/// Boards from files.
pub const FILE: GameInfo = GameInfo {
    title: "a board of your own, described in a file",
    rules: "A file describes the board and the moves, a line each: `board` (rect R C, tri N, hex N, \
            map or cells, perhaps minus some), `lines` (rows, columns, diagonals, antidiagonals) or \
            a `line` with its cells for each line, `take` (how many, and whether neighbours, any of \
            a line or the whole line), `holes` (whether they break a line) and `play`. The player who takes the last stone wins, or in misère play loses.",
    body: "the name of the file after @, in quotation marks if it has blanks, for the full board; a \
           picture of its rows in brackets after it for other positions",
    forms: &[FORM],
    moves: "a stone `b2`, a run `a1-a3` (columns a, b, …; rows from 1 at the top), stones with gaps \
            between them `a1,a3`",
    move_example: "b2-b4",
    play: Play::Normal,
    theory: &[
        Fact {
            statement: "normal play: if a symmetry of order two of the position maps no possible \
                        move to one that meets it, the position is P",
            ..REFLECTION
        },
        Fact {
            statement: "everything else by search",
            source: "the rules in the file",
            checked: Checked::BY_TESTS_OF_ENGINES,
        },
    ],
    source: "the file",
    chapter: "boards",
    group: Group::Stones,
    ..GameInfo::named("@file", "@board.txt")
};

/// The notation of moves.
const MOVES: &str = "a stone `b2`, a run `a1-a3` (columns a, b, …; rows from 1 at the top), stones \
                     with gaps between them `a1,a3`";

/// The notation of positions on rectangular boards.
const RECTANGULAR: &str = "rows from top to bottom separated by /: 1 x o # for a stone, 0 . - for a \
                           gap, _ for a missing cell; or RxC for a full board of R rows and C \
                           columns; at most 64 cells";

/// Answering with the image.
pub(super) const REFLECTION: Fact = Fact {
    statement: "normal play: if a symmetry of order two of the position maps no possible move to \
                one that meets it, the position is P, since every move can be answered by its \
                image; so full even x even boards are P. A player who can move to such a position wins",
    source: "the strategy of Tweedledum and Tweedledee, Winning Ways, ch. 1",
    checked: Checked::By(&[
        "boards-reflection",
        "boards-reflection-example",
        "boards-even-by-even",
        "boards-odd-side",
    ]),
};

const MISERE: Fact = Fact {
    statement: "misère play: neither reflection nor Grundy values prove anything; positions are \
                searched, with equal positions up to symmetry taken together and two single stones \
                cancelling",
    source: "Conway, On Numbers and Games, ch. 12",
    checked: Checked::By(&[
        "boards-misere-single-pairs",
        "boards-misere-nim-rule",
        "boards-misere-equal-pairs",
    ]),
};

/// A single row.
pub(super) const ROW: Fact = Fact {
    statement: "normal play without a limit: a single row of n has the value n, since a xor b <= \
                a + b < n for whatever a move leaves",
    source: "the octal game 0.777…; Guy and Smith 1956",
    checked: Checked::By(&["boards-row-value"]),
};

/// `lines`: runs of stones in rows and columns.
pub const LINES: GameInfo = GameInfo {
    title: "lines of stones: take neighbours in a row or a column",
    plain_rules: "Stones lie on a board. On your turn take stones that are neighbours in one row \
                  or one column, as many as the game allows.",
    rules: "Stones lie on a board. A move takes stones that are neighbours in one row or one \
            column, without a gap between them: at least min (1 without it), at most max (as many \
            as there are without it). With the option any the stones of the row or column need not \
            be neighbours; otherwise a place without a cell divides a line.",
    body: "the options min=K, max=K, any in parentheses, if any; then rows from top to bottom \
           separated by /: 1 x o # for a stone, 0 . - for a gap, _ for a missing cell; or RxC \
           for a full board of R rows and C columns; at most 64 cells",
    forms: &[FORM],
    moves: MOVES,
    move_example: "b2-b4",
    play: Play::Misere,
    theory: &[
        REFLECTION,
        ROW,
        Fact {
            statement: "a row with max=2 is Kayles, max=1 counts parity",
            source: "Guy and Smith 1956",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        Fact {
            statement: "4x4 with max=3, misère: the second player wins; 55,664 of the 65,536 states \
                        are won, the empty board counted as won",
            source: "A 2D Nim Game; confirmed by complete search",
            checked: Checked::By(&["2d-nim-all-states"]),
        },
        MISERE,
    ],
    source: "A 2D Nim Game (an article on a game of primary schools: 4x4, max=3, the player who takes the last stone loses)",
    chapter: "boards",
    group: Group::Stones,
    options: &[
        GameOption {
            name: "min",
            takes: Takes::Number,
            meaning: "the least number of stones that a move takes",
        },
        GameOption {
            name: "max",
            takes: Takes::Number,
            meaning: "the greatest number of stones that a move takes",
        },
        GameOption {
            name: "any",
            takes: Takes::Flag,
            meaning: "the stones of a line need not be neighbours",
        },
    ],
    setup: Setup::Stones { gaps: false },
    puzzles: &[Puzzle {
        options: "max=3",
        ..Puzzle::of(&[3, 4], 1)
    }],
    starts: &[
        "lines(max=3)[3x3]",
        "lines(max=3)[3x4]",
        "lines(max=3)[0111/1111/1111/1111]",
    ],
    ..GameInfo::named("lines", "lines(max=3)[4x4]")
};

/// `tactix`: Piet Hein's Tac Tix.
pub const TACTIX: GameInfo = GameInfo {
    also: &[("bulo", "tactix")],
    title: "Piet Hein's Tac Tix: take any run of neighbours in a row or a column",
    plain_rules: "Stones lie on a square board. On your turn take one stone, or several \
                  neighbours in one row or one column.",
    rules: "Stones lie on a board, usually 4x4. A move takes any number of stones, at least one, that are neighbours \
            in one row or one column, without a gap between them. The player who takes the last stone loses.",
    body: RECTANGULAR,
    forms: &[FORM],
    moves: MOVES,
    move_example: "a1-a3",
    play: Play::Misere,
    theory: &[
        REFLECTION,
        ROW,
        Fact {
            statement: "3x3 has 88 P-positions in normal play and 89 in misère play, 4x4 has 8,380 \
                        and 8,568; the second player wins 4x4 in both",
            source: "complete search",
            checked: Checked::BY_TESTS_OF_ENGINES,
        },
        MISERE,
    ],
    source: "P. Hein; M. Gardner, Mathematical Games, Scientific American 198 \
             (February 1958)",
    chapter: "boards",
    group: Group::Stones,
    setup: Setup::Stones { gaps: false },
    starts: &["tactix[3x3]", "tactix[3x4]", "tactix[0111/1111/1111/1111]"],
    ..GameInfo::named("tactix", "tactix[4x4]")
};

/// Two rows of `efr`.
pub(super) const EFR_TWO_ROWS: Fact = Fact {
    statement: "two rows, normal play: with a full columns, b columns that have only the \
                upper stone and c only the lower one, P exactly if b = c and a is even",
    source: "proved by induction, in the source code",
    checked: Checked::By(&["boards-efr-two-rows"]),
};

/// `efr`: the game of Eggleton, Fraenkel and Rothschild.
pub const EFR: GameInfo = GameInfo {
    title: "Eggleton, Fraenkel and Rothschild's game: take any stones of a row or a column",
    plain_rules: "Stones lie on a board. On your turn choose a row or a column and take any \
                  stones from it, neighbours or not.",
    rules: "Stones lie on a board. A move takes any stones, at least one, of one row or of one \
            column, with or without gaps between them.",
    body: RECTANGULAR,
    forms: &[FORM],
    moves: MOVES,
    move_example: "a1,a3",
    play: Play::Normal,
    theory: &[EFR_TWO_ROWS, REFLECTION, MISERE],
    source: "R. B. Eggleton, A. S. Fraenkel and B. Rothschild; R. K. Guy and R. J. Nowakowski, \
             Unsolved problems in combinatorial games",
    chapter: "boards",
    group: Group::Stones,
    setup: Setup::Stones { gaps: true },
    puzzles: &[Puzzle::of(&[3, 3], 1)],
    starts: &["efr[2x3]", "efr[3x4]", "efr[3x5]"],
    ..GameInfo::named("efr", "efr[4x4]")
};

/// `nimbi`: Piet Hein's Nimbi.
pub const NIMBI: GameInfo = GameInfo {
    title: "Piet Hein's Nimbi: take any run in one of three directions",
    plain_rules: "Twelve stones lie in four rows. On your turn take one stone, or several \
                  neighbours on a straight line in one of three directions.",
    rules: "Twelve stones lie in rows of 2, 3, 4 and 3: a triangle of side 5 without its corners. \
            Lines run in three directions: along the rows, and down to the left and to the right. A \
            move takes any number of stones, at least one, that are neighbours on a line, without a \
            gap between them. The player who takes the last stone loses. Cells of a column (a1, a2, …) run \
            down to the left, diagonals (a1, b2, …) down to the right.",
    body: "`full`, or the rows of 2, 3, 4 and 3 places separated by /: 1 x o # for a stone, 0 . - \
           for a gap",
    forms: &[FORM],
    moves: MOVES,
    move_example: "a2-c4",
    play: Play::Misere,
    theory: &[
        Fact {
            statement: "misère: the second player wins",
            source: "Fraenkel and Herda 1980; confirmed by complete search",
            checked: Checked::By(&["boards-nimbi"]),
        },
        Fact {
            statement: "the shape of the board is known only from secondary literature",
            source: "later descriptions of the game",
            checked: Checked::Elsewhere(
                "the statement concerns the shape of the board, not its positions",
            ),
        },
        MISERE,
    ],
    source: "P. Hein; A. S. Fraenkel and H. Herda, Never rush to be first in playing Nimbi, \
             Mathematics Magazine 53 (1980), 21-26",
    chapter: "boards",
    group: Group::Stones,
    setup: Setup::Rows {
        lengths: &[2, 3, 4, 3],
    },
    starts: &[
        "nimbi[11/101/1111/011]",
        "nimbi[11/011/1111/111]",
        "nimbi[01/111/1111/111]",
    ],
    ..GameInfo::named("nimbi", "nimbi[full]")
};

/// `triangle`: runs in three directions on a triangle.
pub const TRIANGLE: GameInfo = GameInfo {
    title: "triangles of stones: take any run in one of three directions",
    plain_rules: "Stones lie in a triangle. On your turn take one stone, or several neighbours \
                  on a straight line in one of three directions.",
    rules: "Stones lie in rows of 1, 2, 3, … cells. Lines run in three directions: along the rows, \
            and down to the left and to the right. A move takes any number of stones, at least one, \
            that are neighbours on a line, without a gap between them. Cells of a column (a1, a2, \
            …) run down to the left, diagonals (a1, b2, …) down to the right.",
    body: "the number of rows of a full triangle, or rows of 1, 2, 3, … places separated by /: 1 x \
           o # for a stone, 0 . - for a gap, _ for a missing cell; at most 64 cells",
    forms: &[FORM],
    moves: MOVES,
    move_example: "a2-b2",
    play: Play::Normal,
    theory: &[REFLECTION, MISERE],
    source: "a relative of Tac Tix and Nimbi",
    chapter: "boards",
    group: Group::Stones,
    setup: Setup::Triangle,
    puzzles: &[Puzzle::of(&[4], 1)],
    starts: &["triangle[3]", "triangle[4]", "triangle[5]"],
    ..GameInfo::named("triangle", "triangle[5]")
};

/// Creates a game on a rectangular board, possibly with holes.
pub(super) fn rectangular(name: Name, shape: Shape, take: Take) -> Result<Arc<BoardGame>, String> {
    let play = name.info().play;
    let lines = Lines::Along(vec![Direction::Row, Direction::Column]);
    BoardGame::new(name, shape, lines, take, play)
}

/// Creates a game on this board, with lines in three directions.
pub(super) fn triangular(shape: Shape) -> Result<Arc<BoardGame>, String> {
    let play = TRIANGLE.play;
    BoardGame::new(Name::Triangle, shape, three_directions(), Take::RUNS, play)
}

fn three_directions() -> Lines {
    Lines::Along(vec![Direction::Row, Direction::Column, Direction::Diagonal])
}

/// Creates Nimbi, with rows counted from 1: a triangle of side 5 without its corners.
pub(super) fn nimbi() -> Arc<BoardGame> {
    static NIMBI_GAME: LazyLock<Arc<BoardGame>> = LazyLock::new(|| {
        let rows: [std::ops::Range<u8>; 4] = [0..2, 0..3, 0..4, 1..4];
        let cells = (0u8..)
            .zip(rows)
            .flat_map(|(row, columns)| columns.map(move |column| Cell::new(column, row)));
        let shape = Shape::new(CellLattice::Triangular, 4, 4, cells.collect());
        let game = shape.and_then(|shape| {
            let lines = three_directions();
            BoardGame::new(Name::Nimbi, shape, lines, Take::RUNS, NIMBI.play)
        });
        game.expect("Nimbi is a game")
    });
    NIMBI_GAME.clone()
}
