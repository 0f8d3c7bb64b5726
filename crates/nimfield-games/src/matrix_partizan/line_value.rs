//! The value of a single line, as a component for searches in normal play.

use nimfield_core::heat::Heat;
use nimfield_core::partizan::{Simple, Stops};
use nimfield_core::words::Player;

use crate::matrix::block::Block;
use crate::matrix::grid::Pile;
use crate::matrix_partizan::theory::PartizanRow;

/// An integer plus K_m of [`PartizanRow`], or minus K_m for a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineValue {
    column: bool,
    integer: i128,
    least: i128,
    /// The number of piles besides the least one.
    others: i128,
}

impl LineValue {
    /// Returns the value of a line of two or more piles without caps.
    pub fn of(block: &Block<u32>) -> Option<LineValue> {
        let piles: Option<Vec<u128>> = block.entries().map(Pile::finite).collect();
        let piles = piles.filter(|piles| block.is_uncapped() && piles.len() > 1)?;
        let column = match (block.rows(), block.columns()) {
            (1, _) => false,
            (_, 1) => true,
            _ => return None,
        };
        let row = PartizanRow::of(&piles, false)?;
        let Simple::Integer(false, free) = row.stops().left else {
            return None;
        };
        let free = i128::try_from(free).ok()?;
        Some(LineValue {
            column,
            integer: if column { -free } else { free },
            least: i128::try_from(*piles.iter().min()?).ok()?,
            others: i128::try_from(piles.len()).ok()? - 1,
        })
    }

    /// Returns whether `player` has a move in the integer.
    fn in_integer(&self, player: Player) -> bool {
        match player {
            Player::Left => self.integer > 0,
            Player::Right => self.integer < 0,
        }
    }

    /// Returns the number of options of `player`.
    pub fn option_count(&self, player: Player) -> u64 {
        self.least as u64 + u64::from(self.in_integer(player))
    }

    /// Returns the option of this number.
    pub fn option(&self, player: Player, index: u64) -> Option<LineValue> {
        let taken = i128::from(index) + 1;
        let sign = if player == Player::Left { 1 } else { -1 };
        if taken > self.least {
            return self.in_integer(player).then_some(LineValue {
                integer: self.integer - sign,
                ..*self
            });
        }
        // The owner of the piles takes from the least one; the other player takes from all.
        let from_all = (player == Player::Left) == self.column;
        let gain = if from_all {
            sign * self.others * taken
        } else {
            0
        };
        Some(LineValue {
            integer: self.integer + gain,
            least: self.least - taken,
            ..*self
        })
    }

    /// Returns the integer, and K_m or minus K_m if that is not 0.
    pub fn with_integer_apart(&self) -> (i128, Option<LineValue>) {
        let rest = LineValue {
            integer: 0,
            ..*self
        };
        (self.integer, (self.least > 0).then_some(rest))
    }

    /// Returns its stops and temperature.
    pub fn heat(&self) -> Option<Heat> {
        let end = self.integer + if self.column { 1 } else { -1 } * self.others * self.least;
        let (left, right) = match self.column {
            false => (self.integer.into(), end.into()),
            true => (end.into(), self.integer.into()),
        };
        match self.least {
            0 => Heat::of(self.integer.into()),
            _ => Heat::of_stops(Stops { left, right }),
        }
    }
}
