//! Matrix nim: the interface to the analyser.

use std::sync::Arc;

use crate::matrix::grid::{Entry, Grid, Pile};
use crate::matrix::laws::{LAWS, number_formula};
use crate::matrix::normal_form::{PlacedBlock, normal_form};
use crate::matrix::rules::{FORMS, LineMove, Matrix, line_move_count, line_moves};
use crate::matrix::text::{
    FOUR_IN_LINE, MISERE_TYPE_4, ODD_ROW, REFLECTED, SUM_OF_BLOCKS, THEOREM_3, read_matrix,
};
use nimfield_core::info::MapExample;
use nimfield_core::prelude::*;
use nimfield_core::theory::Settled;

impl Rules for Matrix {
    type Move = LineMove;

    const INFO: GameInfo = GameInfo {
        title: "Ferguson's matrix nim: take k from every pile of a row or a column",
        plain_rules: "Piles of counters stand in rows and columns. On your turn choose a row or \
                      a column and take the same number from every pile in it.",
        rules: "A position is a matrix of piles. A move chooses a row or a column and a number \
                k >= 1, and takes k counters from every pile of that line; no pile can give more \
                than it has, so an empty pile blocks its row and its column.",
        body: "rows are separated by ; or line ends, entries by blanks or commas; an entry is a \
               whole number from 0 to 2^128-1, or inf",
        forms: FORMS,
        moves: "`row I by K` or `column J by K`; rows count from the top, columns from the left",
        move_example: "row 2 by 7",
        play: Play::Normal,
        theory: &[
            Fact {
                statement: "an entry that is at least the least other entry of its row plus the \
                            least other entry of its column never matters (reduced one at a time, \
                            among rows and columns without empty piles, caps included)",
                source: "Berlekamp in Ferguson 2001, section 3, as corrected",
                checked: Checked::By(&[
                    "ferguson-berlekamp",
                    "ferguson-berlekamp-2x3",
                    "ferguson-berlekamp-moves",
                ]),
            },
            SUM_OF_BLOCKS,
            ODD_ROW,
            Fact {
                statement: "1x2 is Wythoff's game",
                source: "Wythoff 1907; misère: Fraenkel 1984",
                checked: Checked::By(&["ferguson-wythoff"]),
            },
            FOUR_IN_LINE,
            THEOREM_3,
            REFLECTED,
            Fact {
                statement: "a matrix unchanged by swapping its rows in pairs and its columns in \
                            pairs is P",
                source: "pairing strategy",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            MISERE_TYPE_4,
        ],
        source: "T. S. Ferguson, Another form of matrix nim, Electronic Journal of Combinatorics 8 \
                 (2001), R9",
        chapter: "matrix",
        group: Group::Matrices,
        setup: Setup::Matrix,
        puzzles: &[Puzzle::of(&[2, 2], 9), Puzzle::of(&[2, 3], 6)],
        maps: &[
            MapExample {
                title: "2x2 matrices, Theorem 3",
                family: Family::new("matrix[a 10; 10 b]", "a=0..40 b=0..40"),
                show: "outcome",
                statement: "@ferguson-theorem-3",
                source: "Ferguson 2001, Theorem 3",
            },
            MapExample {
                title: "2x2 matrices, a misprint of it",
                family: Family::new("matrix[a 10; 10 b]", "a=0..40 b=0..40"),
                show: "outcome",
                statement: "@ferguson-theorem-3-not-strict",
                source: "as in an example of the preprint",
            },
            MapExample {
                title: "2x2 matrices, only Lemma 1",
                family: Family::new("matrix[a 10; 10 b]", "a=0..40 b=0..40"),
                show: "outcome",
                statement: "a >= 10 and b >= 10",
                source: "Ferguson 2001, Lemma 1: right, but not all",
            },
        ],
        laws: LAWS,
        starts: &[
            "matrix[3 4; 4 5]",
            "matrix[7 5; 6 8]",
            "matrix[4 5 6; 5 6 7]",
        ],
        ..GameInfo::named("matrix", "matrix[20 24; 24 27]")
    };

    fn moves(&self) -> Moves<'_, LineMove> {
        Box::new(line_moves(self.lines()))
    }

    fn play(&self, mv: &LineMove) -> Result<Matrix, String> {
        let limit = self.limit(mv.line).ok_or_else(|| {
            let rows = counted(self.grid().rows(), "row");
            let columns = counted(self.grid().columns(), "column");
            format!("the matrix has {rows} and {columns}")
        })?;
        match mv.amount {
            0 => Err("a move takes at least 1".to_string()),
            amount if amount <= limit => Ok(self.lowered(mv)),
            _ if limit == 0 => Err(format!("{} holds an empty pile", mv.line)),
            _ => Err(format!(
                "{} gives at most {limit}, its least entry",
                mv.line
            )),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Matrix, NotationError> {
        read_matrix(cursor)
    }

    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Matrix, String>> {
        let cells = numbers.iter().copied().map(Entry::Finite);
        let same = numbers.len() == self.grid().cells().len();
        let grid = same.then(|| Grid::from_cells(self.grid().columns(), cells))?;
        Some(Matrix::new(grid))
    }

    fn shape(&self) -> Shape {
        Shape::Grid {
            columns: self.grid().columns(),
            piles: self
                .grid()
                .cells()
                .iter()
                .map(|entry| entry.finite())
                .collect(),
        }
    }
}

impl Shown for Matrix {
    fn part_text(&self) -> String {
        (self.placed()).map_or_else(|| self.to_string(), ToString::to_string)
    }

    fn reduced(&self) -> Option<String> {
        let blocks = normal_form(self.grid());
        let shown: Vec<String> = blocks.iter().map(PlacedBlock::to_string).collect();
        let text = match shown.is_empty() {
            true => "0".to_string(),
            false => shown.join(" + "),
        };
        (text != self.to_string()).then_some(text)
    }
}

impl Search for Matrix {
    fn move_count(&self) -> u128 {
        line_move_count(self.lines())
    }

    fn parts(&self) -> Vec<Part<Matrix>> {
        let part = |placed: PlacedBlock<Entry>| {
            let placed = Arc::new(placed);
            let part = Matrix::part(placed.clone());
            Part::new(part, move |mv| placed.named(mv))
        };
        normal_form(self.grid()).into_iter().map(part).collect()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        Some(self.placed()?.component())
    }
}

impl Theory for Matrix {
    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        let (rows, columns) = (self.grid().rows(), self.grid().columns());
        number_formula(rows, columns, play).filter(|_| count == rows * columns)
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        self.placed()?.value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.placed()?.outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<LineMove>> {
        self.placed()?.block.candidates(play, target)
    }

    fn heap(&self) -> Option<Grundy> {
        self.placed()?.heap()
    }
}

impl Engines for Matrix {
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        if let Some(placed) = self.placed() {
            return placed.block.as_ray_game();
        }
        let grid = self.grid();
        let sizes = grid
            .cells()
            .iter()
            .map(|entry| u32::try_from(entry.finite()?).ok());
        // Too many piles do not form a ray game.
        let game = RayGame::matrix(grid.rows(), grid.columns()).ok()?;
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<LineMove> {
        self.placed()?.block.ray_move(ray, amount)
    }

    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<LineMove>, Undecided>> {
        match play {
            Play::Normal => self.placed()?.block.four_in_line(moves, budget),
            Play::Misere => None,
        }
    }
}
