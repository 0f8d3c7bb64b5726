//! Components of Holladay's game for searches.

use crate::holladay::criterion::is_p;
use crate::holladay::rules::Holladay;
use crate::matrix::block::{Block, write_canonical};
use nimfield_core::component::{Component, Known};
use nimfield_core::words::Play;

/// A position of Holladay's game with small piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HolladayComponent {
    columns: usize,
    piles: Vec<u32>,
}

impl HolladayComponent {
    /// Creates the position, if its piles and numbers of options are small enough for a search.
    pub fn new(position: &Holladay) -> Option<HolladayComponent> {
        let piles: Option<Vec<u32>> = position
            .piles()
            .iter()
            .map(|&pile| u32::try_from(pile).ok())
            .collect();
        let small = HolladayComponent {
            columns: position.columns(),
            piles: piles?,
        };
        let counts = small.kinds().map(|(_, count)| count);
        counts
            .collect::<Option<Vec<u64>>>()?
            .into_iter()
            .try_fold(0u64, u64::checked_add)?;
        Some(small)
    }

    fn rows(&self) -> usize {
        self.piles.len() / self.columns
    }

    /// Returns the kinds of moves, within a row or beside an untouched column, with the number of moves of each.
    fn kinds(&self) -> impl Iterator<Item = (Kind, Option<u64>)> + '_ {
        let rows = (0..self.rows()).map(Kind::Row);
        let columns = (0..self.columns).map(Kind::Beside);
        rows.chain(columns).map(|kind| {
            let cells = self.cells(kind);
            let choices = cells.map(|cell| u64::from(self.piles[cell]) + 1);
            let product = choices.into_iter().try_fold(1u64, u64::checked_mul);
            (kind, product.map(|product| product - 1))
        })
    }

    /// Returns the cells a move of this kind may take from.
    fn cells(&self, kind: Kind) -> impl Iterator<Item = usize> + '_ {
        (0..self.piles.len()).filter(move |cell| match kind {
            Kind::Row(i) => cell / self.columns == i,
            Kind::Beside(j) => cell % self.columns != j,
        })
    }

    fn to_holladay(&self) -> Holladay {
        let piles = self.piles.iter().map(|&pile| pile.into()).collect();
        Holladay::new(self.columns, piles).expect("small piles hold few counters together")
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Row(usize),
    Beside(usize),
}

impl Component for HolladayComponent {
    fn key(&self, out: &mut Vec<u8>) {
        // Rows and columns may be reordered, but not exchanged. Empty rows change nothing; empty columns do, since they
        // are left untouched at no cost.
        let rows: Vec<&[u32]> = self.piles.chunks(self.columns).collect();
        let rows: Vec<&[u32]> = rows
            .into_iter()
            .filter(|row| row.iter().any(|&p| p > 0))
            .collect();
        let mut block = Block::<u32>::free(rows.len(), self.columns);
        for (i, row) in rows.iter().enumerate() {
            for (j, &pile) in row.iter().enumerate() {
                // Blocks have no empty piles.
                block.set(i, j, pile + 1);
            }
        }
        write_canonical(&block, false, out);
    }

    fn option_count(&self) -> u64 {
        self.kinds()
            .map(|(_, count)| count.unwrap_or(u64::MAX))
            .sum()
    }

    fn option(&self, mut index: u64, out: &mut Vec<HolladayComponent>) {
        for (kind, count) in self.kinds() {
            let count = count.unwrap_or(u64::MAX);
            if index >= count {
                index -= count;
                continue;
            }
            // The remaining amounts are the digits of the index, all zeros first.
            let mut option = self.clone();
            for cell in self.cells(kind) {
                let choices = u64::from(self.piles[cell]) + 1;
                option.piles[cell] = (index % choices) as u32;
                index /= choices;
            }
            if option.piles.iter().any(|&pile| pile > 0) {
                out.push(option);
            }
            return;
        }
        unreachable!("option index past the last");
    }

    fn known(&self, play: Play) -> Known {
        match play {
            Play::Normal => Known::outcome(is_p(&self.to_holladay())),
            Play::Misere => Known::Nothing,
        }
    }

    fn bytes_outside(&self) -> u64 {
        size_of_val(&self.piles[..]) as u64
    }

    fn heap(&self) -> Option<u128> {
        let mut filled = self.piles.iter().filter(|&&pile| pile > 0);
        match (self.columns, filled.next(), filled.next()) {
            (1, Some(&pile), None) => Some(pile.into()),
            _ => None,
        }
    }
}
