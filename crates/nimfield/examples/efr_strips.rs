//! Winners of full boards of `efr` with few rows in misère play, by a second method: rows and columns may change
//! places, so a position is how many columns there are of each kind. It shares no code with the program and uses no
//! theory.
//!
//! ```sh
//! cargo run --release -p nimfield --example efr_strips -- 4 10
//! ```

use std::collections::HashMap;

/// Bits of a word for the number of columns of each kind.
fn bits(rows: u32) -> u32 {
    (64 / ((1 << rows) - 1)).min(16)
}

/// Positions with this many rows, and whether the player to move loses.
struct Strip {
    rows: u32,
    lost: HashMap<u64, bool>,
}

impl Strip {
    /// One column whose stones are these bits; the empty one counts nothing.
    fn column(&self, kind: u64) -> u64 {
        match kind {
            0 => 0,
            kind => 1 << (bits(self.rows) * (kind as u32 - 1)),
        }
    }

    fn count(&self, position: u64, kind: u64) -> u64 {
        let bits = bits(self.rows);
        position >> (bits * (kind as u32 - 1)) & ((1 << bits) - 1)
    }

    fn is_lost(&mut self, position: u64) -> bool {
        if position == 0 {
            return false;
        }
        if let Some(&lost) = self.lost.get(&position) {
            return lost;
        }
        let lost = !(self.column_move_wins(position) || self.row_move_wins(position));
        self.lost.insert(position, lost);
        lost
    }

    /// Whether taking stones of one column wins.
    fn column_move_wins(&mut self, position: u64) -> bool {
        let kinds = 1..1 << self.rows;
        let there: Vec<u64> = kinds
            .filter(|&kind| self.count(position, kind) > 0)
            .collect();
        there.into_iter().any(|kind| {
            let rests = (0..kind).filter(|rest| rest & kind == *rest);
            let rest = position - self.column(kind);
            rests
                .map(|left| rest + self.column(left))
                .collect::<Vec<u64>>()
                .into_iter()
                .any(|after| self.is_lost(after))
        })
    }

    /// Whether taking stones of one row wins: of each kind of columns some lose their stone there.
    fn row_move_wins(&mut self, position: u64) -> bool {
        (0..self.rows).any(|row| {
            let kinds: Vec<u64> = (1..1 << self.rows)
                .filter(|&kind| kind >> row & 1 == 1 && self.count(position, kind) > 0)
                .collect();
            let most: Vec<u64> = kinds.iter().map(|&k| self.count(position, k)).collect();
            let mut taken = most.clone();
            while taken.iter().any(|&count| count > 0) {
                let after = kinds
                    .iter()
                    .zip(&taken)
                    .fold(position, |after, (&kind, count)| {
                        after - count * self.column(kind) + count * self.column(kind & !(1 << row))
                    });
                if self.is_lost(after) {
                    return true;
                }
                // The next lower number of mixed radix.
                for (count, &most) in taken.iter_mut().zip(&most) {
                    match count {
                        0 => *count = most,
                        _ => {
                            *count -= 1;
                            break;
                        }
                    }
                }
            }
            false
        })
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u32>());
    let (Some(Ok(rows)), Some(Ok(most))) = (numbers.next(), numbers.next()) else {
        eprintln!("how many rows, at most 4, and up to how many columns? For example: 4 10");
        std::process::exit(2);
    };
    if !(1..=4).contains(&rows) || most >= 1 << bits(rows) {
        eprintln!("at most 4 rows, and columns that fit into the bits of their number");
        std::process::exit(2);
    }
    let lost = HashMap::new();
    let mut strip = Strip { rows, lost };
    for columns in 1..=most {
        let full = u64::from(columns) * strip.column((1 << rows) - 1);
        let outcome = if strip.is_lost(full) { "P" } else { "N" };
        println!(
            "efr[{rows}x{columns}] {outcome} ({} positions)",
            strip.lost.len()
        );
    }
}
