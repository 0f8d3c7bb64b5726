//! Results about positions, and the reasons why some are missing.

use std::fmt::Display;

use crate::budget::Unfinished;
use crate::words::{Grundy, Reason};

/// A result with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<T> {
    /// The result.
    pub value: T,
    /// Why.
    pub reason: Reason,
}

impl<T> Finding<T> {
    /// Creates the finding of `value`, because of `reason`.
    pub fn new(value: T, reason: Reason) -> Finding<T> {
        Finding { value, reason }
    }
}

impl Finding<Grundy> {
    /// Converts a Grundy value, or a misère Grundy number, to an outcome: a P-position exactly if it is 0.
    #[must_use]
    pub fn is_p(self) -> Finding<bool> {
        Finding::new(self.value == Grundy::ZERO, self.reason)
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The budget ran out.
    Unfinished(Unfinished),
    /// No search could reach it, whatever the budget.
    OutOfReach(String),
}

impl From<Unfinished> for Undecided {
    fn from(unfinished: Unfinished) -> Undecided {
        Undecided::Unfinished(unfinished)
    }
}

impl Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Undecided::Unfinished(unfinished) => write!(f, "the search was {unfinished}"),
            Undecided::OutOfReach(why) => f.write_str(why),
        }
    }
}

/// The result of [`Engines::outcome_by_engine`](crate::game::Engines::outcome_by_engine).
#[derive(Clone, Debug)]
pub struct Settled<M> {
    /// Whether it is a P-position, and why.
    pub is_p: Finding<bool>,
    /// All winning moves, if they were requested.
    pub moves: Vec<M>,
    /// The number of positions examined.
    pub positions: u64,
}

/// The result of [`Engines::followers`](crate::game::Engines::followers).
pub type ValuedBelow<M> = Result<Box<dyn Followers<M>>, Undecided>;

/// A position and all its followers, with their values.
pub trait Followers<M>: Send {
    /// Returns the Grundy value of the position (in misère play, its misère Grundy number).
    fn value(&self) -> u128;

    /// Finds moves of the position that leave it with this value, at most `most`; and whether these are all.
    fn moves_to(&self, target: u128, most: usize) -> (Vec<M>, bool);

    /// Returns a remark on further results.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Explains why the value is right, unless it was read from a table.
    fn reason(&self) -> Option<Reason> {
        None
    }

    /// Returns the number of followers with values, this position included.
    fn positions(&self) -> u64;

    /// Returns how many of them were computed for this question; the others were known before.
    fn fresh(&self) -> u64 {
        self.positions()
    }

    /// Estimates the bytes of memory held.
    fn bytes(&self) -> u64;
}

/// An additional rule that decides a game. Positions of such games have outcomes, but no values and no sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The number of options that the opponent may forbid before each move, for that move only.
    pub forbids: usize,
    /// Whether the game is over and the player to move has won in normal play.
    pub won: bool,
}

/// Computes results from the numbers in the notation of a position, in order; see [`NumberFormula`].
pub trait FromNumbers: Send + Sync {
    /// Returns the value; `None` if the numbers are not a position.
    fn value(&self, numbers: &[u64]) -> Option<u64>;

    /// Counts the positions of value 0 and the invalid ones among several positions of `each` numbers.
    fn count(&self, numbers: &[u64], each: usize) -> [u64; 2];
}

impl<F: Fn(&[u64]) -> Option<u64> + Send + Sync> FromNumbers for F {
    fn value(&self, numbers: &[u64]) -> Option<u64> {
        self(numbers)
    }

    fn count(&self, numbers: &[u64], each: usize) -> [u64; 2] {
        let [mut zeros, mut none] = [0; 2];
        for numbers in numbers.chunks_exact(each.max(1)) {
            let value = self(numbers);
            zeros += u64::from(value == Some(0));
            none += u64::from(value.is_none());
        }
        [zeros, none]
    }
}

/// A closed form for all positions whose notation differs only in numbers, such as all `wythoff[a,b]`. It needs no
/// parsed positions.
pub struct NumberFormula {
    /// The largest number allowed.
    pub most: u64,
    /// Whether it finds Grundy values (in misère play misère Grundy numbers); otherwise 0 is a P-position and anything
    /// else an N-position.
    pub finds_values: bool,
    /// The formula.
    pub of: Box<dyn FromNumbers>,
}

impl NumberFormula {
    /// Creates a formula for Grundy values, or misère Grundy numbers, of any numbers below 2^64.
    pub fn of_values(of: impl Fn(&[u64]) -> Option<u64> + Send + Sync + 'static) -> NumberFormula {
        NumberFormula {
            most: u64::MAX,
            finds_values: true,
            of: Box::new(of),
        }
    }

    /// Creates a formula that decides whether numbers below 2^64 are a P-position.
    pub fn of_outcomes(is_p: impl Fn(&[u64]) -> bool + Send + Sync + 'static) -> NumberFormula {
        NumberFormula {
            most: u64::MAX,
            finds_values: false,
            of: Box::new(move |numbers: &[u64]| Some(u64::from(!is_p(numbers)))),
        }
    }
}

impl std::fmt::Debug for NumberFormula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NumberFormula")
            .field("most", &self.most)
            .field("finds_values", &self.finds_values)
            .finish_non_exhaustive()
    }
}
