//! Whole-board tables: the verdict on every state of a board, in memory or in a file.

use std::fmt;

use super::bits::Bits;
use super::kernel::Path as Code;
use super::plan::Plan;
use super::retrograde::Task;
use super::{Taking, permute};
use crate::solve::budget::{Budget, Bytes, Unfinished};
use crate::words::Play;

/// The most cells of a board with a table: 2^40 states are 128 GiB.
pub const MAX_TABLE_CELLS: u32 = 40;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The board has more than [`MAX_TABLE_CELLS`] cells.
    TooManyCells(u32),
    /// The system refused the memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The budget did not suffice.
    Unfinished(Unfinished),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooManyCells(cells) => write!(
                f,
                "the board has {cells} cells, so 2^{cells} states; tables go to {MAX_TABLE_CELLS} cells"
            ),
            SolveError::OutOfMemory { bytes } => {
                write!(f, "the system refused {} of memory", Bytes(*bytes))
            }
            SolveError::Unfinished(unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<Unfinished> for SolveError {
    fn from(unfinished: Unfinished) -> Self {
        SolveError::Unfinished(unfinished)
    }
}

/// From states of the game to places in a table.
struct Places(Vec<u8>);

impl Places {
    fn index(&self, state: u64) -> u64 {
        permute(state, &self.0)
    }
}

/// The verdict on every state of a board.
pub struct Table {
    places: Places,
    bits: Bits,
}

impl Table {
    /// Solves a board.
    ///
    /// # Errors
    /// If the board is too large, or the budget does not suffice.
    pub fn solve(game: &Taking, play: Play, budget: &Budget) -> Result<Table, SolveError> {
        Table::solve_by(game, play, budget, Code::best())
    }

    fn solve_by(
        game: &Taking,
        play: Play,
        budget: &Budget,
        path: Code,
    ) -> Result<Table, SolveError> {
        let plan = Plan::new(game);
        let mut bits = Bits::new(plan.bits())?;
        let task = Task {
            plan: &plan,
            play,
            path,
            budget,
            excluded: None,
        };
        let mut settled = vec![false; task.slices()];
        task.run(&mut bits, &mut settled, &mut |_, _| {})?;
        let mut place = vec![0; plan.cells as usize];
        for (to, &cell) in plan.order.iter().enumerate() {
            place[cell as usize] = to as u8;
        }
        Ok(Table {
            places: Places(place),
            bits,
        })
    }

    /// Whether `state` is a P-position.
    pub fn is_p(&self, state: u64) -> bool {
        let index = self.places.index(state);
        self.bits.words()[(index / 64) as usize] >> (index % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lost states by the definition.
    fn plain(game: &Taking, play: Play) -> Vec<bool> {
        let mut p = vec![false; 1 << game.cells()];
        for state in 0..p.len() {
            let mut moves = game.moves(state as u64).peekable();
            p[state] = match (moves.peek(), play) {
                (None, Play::Misere) => false,
                _ => moves.all(|mask| !p[state ^ mask as usize]),
            };
        }
        p
    }

    /// What may be taken of a line.
    #[derive(Clone, Copy, Debug)]
    enum Take {
        Runs(usize),
        Subsets,
    }

    /// Lines of a board of rows and columns, with its symmetries.
    fn board(rows: usize, columns: usize, take: Take) -> Taking {
        let cell = |r: usize, c: usize| r * columns + c;
        let mut masks = Vec::new();
        let row_lines = (0..rows).map(|r| (0..columns).map(|c| cell(r, c)).collect::<Vec<_>>());
        let column_lines = (0..columns).map(|c| (0..rows).map(|r| cell(r, c)).collect());
        for line in row_lines.chain(column_lines) {
            for set in 1u64..1 << line.len() {
                let run = (set >> set.trailing_zeros()).trailing_ones() == set.count_ones();
                let fits = match take {
                    Take::Runs(most) => run && set.count_ones() as usize <= most,
                    Take::Subsets => true,
                };
                if fits {
                    let cells = (0..line.len()).filter(|i| set >> i & 1 == 1);
                    masks.push(cells.fold(0u64, |mask, i| mask | 1 << line[i]));
                }
            }
        }
        let all = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let mut symmetries: Vec<Vec<u8>> = vec![
            all().map(|(r, c)| cell(r, columns - 1 - c) as u8).collect(),
            all().map(|(r, c)| cell(rows - 1 - r, c) as u8).collect(),
            all().map(|(r, c)| cell(rows - 1 - r, columns - 1 - c) as u8).collect(),
        ];
        if rows == columns {
            symmetries.push(all().map(|(r, c)| cell(c, r) as u8).collect());
        }
        Taking::new((rows * columns) as u32, masks, symmetries).unwrap()
    }

    fn agrees(game: &Taking, play: Play) {
        let expected = plain(game, play);
        for path in Code::available() {
            let table = Table::solve_by(game, play, &Budget::unlimited().threads(2), path).unwrap();
            for (state, &p) in expected.iter().enumerate() {
                assert_eq!(table.is_p(state as u64), p, "{path:?} {play} {state:#b}");
            }
        }
    }

    #[test]
    fn line_boards_agree_with_the_definition() {
        for (rows, columns) in [
            (1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (1, 7), (3, 3), (2, 5), (1, 11), (3, 4), (1, 13),
            (2, 7), (3, 5), (4, 4), (3, 6), (2, 9), (4, 5),
        ] {
            for take in [Take::Runs(1), Take::Runs(2), Take::Runs(3), Take::Runs(99), Take::Subsets] {
                for play in [Play::Normal, Play::Misere] {
                    agrees(&board(rows, columns, take), play);
                }
            }
        }
    }

    #[test]
    #[ignore]
    fn time() {
        for (rows, columns, take) in [
            (4, 4, Take::Runs(99)),
            (5, 5, Take::Runs(99)),
            (5, 5, Take::Runs(3)),
            (5, 5, Take::Subsets),
            (5, 6, Take::Runs(99)),
            (5, 6, Take::Runs(3)),
            (4, 8, Take::Runs(99)),
        ] {
            let game = board(rows, columns, take);
            let start = std::time::Instant::now();
            let plan = Plan::new(&game);
            println!("{rows}x{columns} {take:?}: plan {:?} {:?} batch {} top {} form {:?} mirror {}", start.elapsed(), plan.order, plan.batch_cells, plan.top_cells, plan.in_word.form, plan.mirror.is_some());
            for path in Code::available() {
                for threads in [1, 2] {
                    let budget = Budget::unlimited().threads(threads);
                    let mut bits = Bits::new(plan.bits()).unwrap();
                    bits.touch(2);
                    let mut best = f64::INFINITY;
                    for _ in 0..if plan.cells < 30 { 10 } else { 3 } {
                        let start = std::time::Instant::now();
                        let task = Task { plan: &plan, play: Play::Misere, path, budget: &budget, excluded: None };
                        let mut settled = vec![false; task.slices()];
                        task.run(&mut bits, &mut settled, &mut |_, _| {}).unwrap();
                        best = best.min(start.elapsed().as_secs_f64());
                    }
                    println!("   {path:?} {threads} {:.3} ms", best * 1e3);
                }
            }
        }
    }
}
