//! Blocks of matrix nim as components for searches.

use crate::matrix::block::{Block, write_canonical};
use crate::matrix::normal_form::normal_form;
use crate::matrix::theory;
use nimfield_core::prelude::*;

impl Block<u32> {
    /// Returns the position after a move, as the blocks of its normal form.
    pub fn lowered(&self, is_row: bool, line: usize, amount: u32) -> Vec<Block<u32>> {
        let mut lowered = self.bordered.clone();
        if is_row {
            lowered.lower_row(line, amount);
        } else {
            lowered.lower_column(line, amount);
        }
        let parts = normal_form(&lowered).into_iter();
        parts.map(|placed| placed.block).collect()
    }

    /// Returns the options by line, the largest amounts first: these lead to the smallest positions, where answers are
    /// cheapest.
    fn lines(&self) -> impl Iterator<Item = (bool, usize, u32)> + '_ {
        let rows = (0..self.rows()).map(|i| (true, i, self.row_limit(i)));
        let columns = (0..self.columns()).map(|j| (false, j, self.column_limit(j)));
        rows.chain(columns)
    }
}

impl Component for Block<u32> {
    fn key(&self, out: &mut Vec<u8>) {
        write_canonical(self, true, out);
    }

    fn option_count(&self) -> u64 {
        self.lines().map(|(_, _, limit)| u64::from(limit)).sum()
    }

    fn option(&self, mut index: u64, out: &mut Vec<Block<u32>>) {
        for (is_row, line, limit) in self.lines() {
            if index < u64::from(limit) {
                out.extend(self.lowered(is_row, line, limit - index as u32));
                return;
            }
            index -= u64::from(limit);
        }
        unreachable!("option index past the last");
    }

    fn known(&self, play: Play) -> Known {
        theory::known(self, play)
    }

    fn bytes_outside(&self) -> u64 {
        self.bordered.bytes_outside()
    }

    fn heap(&self) -> Option<u128> {
        theory::heap(self)
    }
}
