//! Few coins, as searches see them.

use super::rules::Turning;
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::rules::{Impartial, Position};
use nimfield_core::words::Play;

/// A board of coins as one piece: coins on the same place cancel, which is more than their values do in
/// misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallCoins {
    board: Turning,
    options: u64,
}

/// Boards with more moves are not searched.
const MOST_OPTIONS: u128 = 1 << 20;

impl SmallCoins {
    /// The board, if it has no more than 2^20 moves.
    #[must_use]
    pub fn new(board: &Turning) -> Option<SmallCoins> {
        let options = board.move_count();
        (options <= MOST_OPTIONS).then(|| SmallCoins {
            board: board.clone(),
            options: options as u64,
        })
    }
}

impl Component for SmallCoins {
    fn key(&self, out: &mut Vec<u8>) {
        let factors = self.board.factors();
        write_number(out, factors.len() as u64);
        out.extend(factors.iter().map(|&game| game as u8));
        for &x in self.board.heads().iter().flatten() {
            write_number(out, x);
        }
    }

    fn option_count(&self) -> u64 {
        self.options
    }

    fn option(&self, index: u64, out: &mut Vec<SmallCoins>) {
        let mv = self.board.moves().nth(index as usize);
        let after = mv.and_then(|mv| self.board.clone().play(&mv).ok());
        let board = after.expect("the index is below the number of moves, all of them legal");
        let options = u64::try_from(board.move_count()).unwrap_or(u64::MAX);
        // Coins of twins and triplets may lie where they cannot move.
        if options > 0 {
            out.push(SmallCoins { board, options });
        }
    }

    fn known(&self, _play: Play) -> Known {
        Known::Nothing
    }
}
