//! Theory of the games on boards.

use crate::boards::cell::{Cell, Direction};
use crate::boards::game::{BoardGame, Lines, Name, Pick};
use crate::boards::kinds::REFLECTION;
use crate::boards::pairing::Pairings;
use crate::boards::rules::Board;
use crate::boards::shape::{CellLattice, Shape};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::prelude::*;

/// Returns the Grundy value in normal play of stones in a single row (or along another line) without gaps, if a move
/// takes any run of them: their number. `None` for other stones and other moves.
///
/// By induction: a move leaves a and b stones, a + b < n, of value a xor b <= a + b < n, and taking a run at the end
/// gives every value below n.
#[must_use]
pub fn row_value(game: &BoardGame, stones: u64) -> Option<u32> {
    let count = stones.count_ones();
    let take = game.take();
    let runs = take.pick == Pick::Contiguous && take.min == 1;
    let unlimited = take.max.is_none_or(|max| u32::from(max) >= count);
    // The whole row can be taken, so it is on a line without gaps.
    let is_row = game.taking().masks().binary_search(&stones).is_ok();
    if !(runs && unlimited && is_row) {
        return None;
    }
    // No two of the stones may share another line.
    let moves = game.taking().moves(stones).count();
    let all = count as usize * (count as usize + 1) / 2;
    (moves == all).then_some(count)
}

/// Returns the rows (or columns) of stones that no move connects, as heaps of a taking-and-breaking game. `None` for
/// other stones and other moves.
#[must_use]
pub fn rows_apart(game: &BoardGame, stones: u64) -> Option<(HeapRules, Vec<u128>)> {
    let take = game.take();
    let Lines::Along(directions) = game.lines() else {
        return None;
    };
    if take.pick != Pick::Contiguous {
        return None;
    }
    let length = |part: u64| {
        let cells: Vec<Cell> = game.shape().cells_of(part).collect();
        let count = cells.len() as u32;
        let in_line = |direction, along: fn(&Cell) -> u8, across: fn(&Cell) -> u8| {
            let along: Vec<u8> = cells.iter().map(along).collect();
            let (first, last) = (along.iter().min()?, along.iter().max()?);
            let is_run = u32::from(last - first) + 1 == count
                && cells
                    .windows(2)
                    .all(|pair| across(&pair[0]) == across(&pair[1]));
            (is_run && directions.contains(&direction)).then_some(())
        };
        let row = || in_line(Direction::Row, |cell| cell.column, |cell| cell.row);
        let column = || in_line(Direction::Column, |cell| cell.row, |cell| cell.column);
        row().or_else(column)?;
        // The moves are exactly the runs of the line.
        let runs = take.runs(cells.len());
        (game.taking().moves(part).count() == runs).then_some(count.into())
    };
    let parts = game.components(stones);
    let lengths: Option<Vec<u128>> = parts.into_iter().map(length).collect();
    let most = take.max.map(u32::from);
    Some((HeapRules::runs(take.min.into(), most), lengths?))
}

/// Returns whether stones in two rows (or two columns) are a P-position of Eggleton, Fraenkel and Rothschild's game in
/// normal play, with the number of full columns and of columns that have only the upper or the lower stone: (a, b, c),
/// P exactly if b = c and a is even. `None` for stones in more lines.
///
/// A move in the upper row takes the upper stones of i full columns, which become lower singles, and j upper singles:
/// it leaves (a - i, b - j, c + i). From b = c it never leaves equally many upper and lower singles, and the other
/// move, taking both stones of a column, leaves an odd number of full columns if a is even. So no move leads from one
/// of these positions to another. All other positions have a move to one: if b = c and a is odd, take a full column; if
/// b < c, take from the lower row c - b singles if a is even, and c - b - 1 singles with one stone of a full column if
/// a is odd.
#[must_use]
pub fn two_rows(game: &BoardGame, stones: u64) -> Option<(bool, [u32; 3])> {
    if *game.name() != Name::Efr {
        return None;
    }
    let cells: Vec<(u8, u8)> = (game.shape().cells_of(stones))
        .map(|cell| (cell.row, cell.column))
        .collect();
    let turned = cells.iter().map(|&(row, column)| (column, row)).collect();
    [cells, turned]
        .into_iter()
        .find_map(|cells: Vec<(u8, u8)>| {
            let upper = cells.iter().map(|&(row, _)| row).min()?;
            let lower = cells.iter().map(|&(row, _)| row).max()?;
            let in_two = |&(row, _): &(u8, u8)| row == upper || row == lower;
            if upper == lower || !cells.iter().all(in_two) {
                return None;
            }
            let columns = |wanted: u8| {
                let cells = cells.iter().filter(move |&&(row, _)| row == wanted);
                cells.fold(0u64, |columns, &(_, column)| columns | 1 << column)
            };
            let (upper, lower) = (columns(upper), columns(lower));
            let full = (upper & lower).count_ones();
            let upper_only = (upper & !lower).count_ones();
            let lower_only = (lower & !upper).count_ones();
            let is_p = upper_only == lower_only && full % 2 == 0;
            Some((is_p, [full, upper_only, lower_only]))
        })
}

impl Board {
    /// Returns the stones on the least rectangle that holds them.
    pub(super) fn cropped(&self) -> Option<Board> {
        let shape = self.game().shape();
        let flexible = matches!(self.game().name(), Name::Lines | Name::Tactix | Name::Efr);
        if !flexible || shape.lattice() != CellLattice::Square {
            return None;
        }
        let cells: Vec<_> = shape.cells_of(self.stones()).collect();
        let left = cells.iter().map(|cell| cell.column).min()?;
        let top = cells.iter().map(|cell| cell.row).min()?;
        let width = cells.iter().map(|cell| cell.column).max()? - left + 1;
        let height = cells.iter().map(|cell| cell.row).max()? - top + 1;
        let shape = Shape::rectangle(height.into(), width.into());
        let shape = shape.expect("no larger than the board");
        let state = cells.iter().fold(0u64, |state, cell| {
            state | 1 << ((cell.row - top) * width + cell.column - left)
        });
        let (name, take, play) = (self.game().name(), self.game().take(), self.game().play());
        let lines = self.game().lines().clone();
        // Listed lines may extend beyond the smaller board, which would then be another game.
        let game = BoardGame::new(name.clone(), shape, lines, take, play).ok()?;
        Some(Board::new(game, state))
    }

    /// Decides normal play by answering moves with their images, immediately or after a first move.
    pub(super) fn reflection(&self) -> Option<Finding<bool>> {
        let reason = |text| {
            Reason::theorem("Tweedledum and Tweedledee, Winning Ways, ch. 1", text)
                .checked_by(REFLECTION.claims())
        };
        let mut pairings = Pairings::new(self.game());
        if let Some(symmetry) = pairings.of(self.stones()) {
            let text = format!(
                "every move can be answered by its image under {symmetry}: no move meets its own \
                 image"
            );
            return Some(Finding::new(true, reason(text)));
        }
        let mut moves = self.game().taking().moves(self.stones());
        let (mask, symmetry) =
            moves.find_map(|mask| Some((mask, pairings.of(self.stones() & !mask)?)))?;
        let mv = self.game().move_of(mask);
        let text = format!(
            "{mv} leaves a position in which every move can be answered by its image under \
             {symmetry}: no move meets its own image"
        );
        Some(Finding::new(false, reason(text)))
    }
}
