//! Partizan matrix nim in notation.

use crate::matrix::FORMS;
use crate::matrix::Matrix;
use crate::matrix_partizan::laws::LAWS;
use nimfield_core::info::MapExample;
use nimfield_core::prelude::*;

/// Theorem 4.
pub(super) const THEOREM_4: Fact = Fact {
    statement: "2x2: with the least entry a first, (a b; c d) is L if a+c < min(b,d), R if \
                a+b < min(c,d), P if a = d and min(b,c) >= a+d or a = 0 and b = c < d, \
                otherwise N; all winning moves as ranges",
    source: "Ferguson 2001, Theorem 4",
    checked: Checked::By(&["ferguson-theorem-4"]),
};

/// Theorem 5.
pub(super) const THEOREM_5: Fact = Fact {
    statement: "(0 b; c d) with b >= c: *d if d <= c, 0 if b = c < d, 2^-(2c+1-d) if \
                c < d <= 2c, else min(d-2c, b-c)",
    source: "Ferguson 2001, Theorem 5, with d <= c in part 1",
    checked: Checked::By(&["ferguson-theorem-5"]),
};

/// The greatest moves.
pub(super) const GREATEST_MOVES: Fact = Fact {
    statement: "2x2 with positive entries: the left stop is the larger right stop of Left's two \
                greatest moves, the right stop the smaller left stop of Right's; mean and \
                temperature are those of the switch between them",
    source: "proved in the book, page \"Partizan matrix nim\"",
    checked: Checked::By(&["matrix-partizan-greatest-moves"]),
};

/// The description of partizan matrix nim.
pub const INFO: GameInfo = GameInfo {
    title: "Ferguson's partizan matrix nim: Left lowers columns, Right lowers rows",
    plain_rules: "Piles of counters stand in rows and columns. Left chooses a column, Right a \
                  row, and takes the same number from every pile in it.",
    rules: "The matrices and moves of matrix nim, but Left chooses a coLumn and Right a Row. \
            Exchanging rows and columns gives the negative.",
    body: Matrix::INFO.body,
    forms: FORMS,
    moves: "`column J by K` for Left, `row I by K` for Right; a value in a sum moves `to` an option",
    move_example: "column 2 by 2",
    play: Play::Normal,
    theory: &[
        THEOREM_4,
        THEOREM_5,
        GREATEST_MOVES,
        Fact {
            statement: "a row of n piles with sum s and least pile m: stops s-m and s-m-(n-1)m",
            source: "closed form of a single line",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        Fact {
            statement: "everything else by canonical forms, or by search where these grow too large",
            source: "Siegel, Combinatorial Game Theory",
            checked: Checked::BY_TESTS_OF_ENGINES,
        },
    ],
    source: Matrix::INFO.source,
    chapter: "matrix-partizan",
    group: Group::Matrices,
    setup: Setup::Matrix,
    maps: &[MapExample {
        title: "Partizan matrices",
        family: Family::new("matrix-partizan[0 a; b 6]", "a=0..16 b=0..16"),
        show: "outcome",
        statement: "@ferguson-theorem-4",
        source: "Ferguson 2001, Theorem 4",
    }],
    laws: LAWS,
    starts: &[
        "matrix-partizan[4 4; 4 3]",
        "matrix-partizan[3 5; 2 4]",
        "matrix-partizan[2 5; 3 6]",
    ],
    ..GameInfo::named("matrix-partizan", "matrix-partizan[1 2; 2 2]")
};
