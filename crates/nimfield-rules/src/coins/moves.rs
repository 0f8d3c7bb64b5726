//! Moves on coins, and how they are written.

use std::fmt;

use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::sorting::Sort as _;

/// Where a coin lies: a number for each factor.
pub(super) type Place = Vec<u64>;

/// A move: for each factor the coins that it turns, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoinMove(pub(super) Vec<Box<[u64]>>);

pub(super) fn joined(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(",")
}

impl fmt::Display for CoinMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = self.0.iter().map(|set| match self.0.len() {
            1 => joined(set),
            _ => format!("{{{}}}", joined(set)),
        });
        write!(f, "turn {}", sets.collect::<Vec<_>>().join(" x "))
    }
}

/// Reads a move of a game with so many factors.
pub(super) fn read_move(cursor: &mut Cursor<'_>, axes: usize) -> Result<CoinMove, NotationError> {
    const ROW: &str = "a move is `turn` and the coins: turn 1,4";
    const PRODUCT: &str = "a move is `turn` and a set of numbers for each factor: turn {1,4} x {2}";
    let help = if axes == 1 { ROW } else { PRODUCT };
    cursor.need("turn", help)?;
    let mut sets = Vec::new();
    for axis in 0..axes {
        if axis > 0 {
            cursor.need("x", help)?;
        }
        if axes > 1 {
            cursor.need("{", help)?;
        }
        let mut coins = Vec::new();
        loop {
            coins.push(cursor.need_between("a coin", 0u64, u64::MAX)?);
            if !cursor.take(",") {
                break;
            }
        }
        if axes > 1 {
            cursor.need("}", help)?;
        }
        coins.put_in_order();
        sets.push(coins.into());
    }
    Ok(CoinMove(sets))
}
