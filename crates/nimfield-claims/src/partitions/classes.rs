//! The classes of Conway, Gurvich and Ho: games as sets of positions with their options.

use std::collections::HashMap;

use crate::brute_force;
use crate::claim::CheckError;
use crate::rules;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::sorting::Sort as _;
use nimfield_core::words::Play;

/// A set of positions that contains their options, which come before them.
#[derive(Default)]
pub struct Positions {
    options: Vec<Vec<usize>>,
    /// Grundy values and misère Grundy numbers.
    pairs: Vec<[u32; 2]>,
}

impl Positions {
    /// Returns the game number `number` of those with `count` positions: every set of pairs (j, i), j < i, is the set
    /// of moves from i to j of one of them.
    pub fn numbered(count: usize, number: u64) -> Positions {
        let mut positions = Positions::default();
        let mut moves = number;
        for at in 0..count {
            let options = (0..at).filter(|option| moves >> option & 1 == 1).collect();
            positions.push(options);
            moves >>= at;
        }
        positions
    }

    /// Returns how many games with this number of positions there are.
    pub(crate) fn numbers(count: u32) -> Result<u64, CheckError> {
        1u64.checked_shl(count * count.saturating_sub(1) / 2)
            .filter(|&numbers| numbers > 0)
            .ok_or_else(|| {
                CheckError::TooLarge(format!("there are too many games of {count} positions"))
            })
    }

    /// Adds a position with these options, all of which are there already, and returns its place.
    pub(crate) fn push(&mut self, options: Vec<usize>) -> usize {
        let pair = [Play::Normal, Play::Misere].map(|play| {
            let values = options
                .iter()
                .map(|&option| self.pairs[option][usize::from(play == Play::Misere)].into());
            brute_force::value(play, values) as u32
        });
        self.options.push(options);
        self.pairs.push(pair);
        self.pairs.len() - 1
    }

    /// Returns the disjunctive sum: the sum of positions i and j is i * (positions of the other) + j.
    pub fn sum(&self, other: &Positions) -> Positions {
        let width = other.len();
        let mut sum = Positions::default();
        for i in 0..self.len() {
            for j in 0..width {
                let first = self.options[i].iter().map(|&option| option * width + j);
                let second = other.options[j].iter().map(|&option| i * width + option);
                sum.push(first.chain(second).collect());
            }
        }
        sum
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    pub(crate) fn options(&self, at: usize) -> &[usize] {
        &self.options[at]
    }

    /// Returns the value of a position and its misère Grundy number.
    pub fn pair(&self, at: usize) -> [u32; 2] {
        self.pairs[at]
    }

    /// Returns whether all positions have a property.
    pub fn all(&self, has: fn(&Positions, usize) -> bool) -> bool {
        (0..self.len()).all(|at| has(self, at))
    }

    fn is_swap(&self, at: usize) -> bool {
        matches!(self.pairs[at], [0, 1] | [1, 0])
    }

    fn has_option(&self, at: usize, pair: [u32; 2]) -> bool {
        self.options[at]
            .iter()
            .any(|&option| self.pairs[option] == pair)
    }
}

/// Returns whether the pair is (0,1), (1,0), or (k,k) with k >= 2.
pub fn pet(game: &Positions, at: usize) -> bool {
    let [normal, misere] = game.pair(at);
    game.is_swap(at) || (normal == misere && normal >= 2)
}

/// Returns whether the pair is (0,1), (1,0), or (k,k).
pub fn tame(game: &Positions, at: usize) -> bool {
    let [normal, misere] = game.pair(at);
    game.is_swap(at) || normal == misere
}

/// Returns whether the pair is (0,1) or (1,0), or the position has options of both kinds, or of neither.
pub fn miserable(game: &Positions, at: usize) -> bool {
    game.is_swap(at) || game.has_option(at, [0, 1]) == game.has_option(at, [1, 0])
}

/// Returns whether the pair is neither (0,1) nor (1,0), or every option that is not terminal has an option with the
/// same pair.
pub fn returnable(game: &Positions, at: usize) -> bool {
    let mut options = game.options(at).iter();
    !game.is_swap(at)
        || options.all(|&option| {
            game.options(option).is_empty() || game.has_option(option, game.pair(at))
        })
}

/// Returns whether moves from (0,1) lead only to (1,0), and the other way round.
pub fn forced(game: &Positions, at: usize) -> bool {
    let [normal, misere] = game.pair(at);
    let mut options = game.options(at).iter();
    !game.is_swap(at) || options.all(|&option| game.pair(option) == [misere, normal])
}

/// The positions that can be reached from some, by the rules alone, each after its options.
#[derive(Default)]
pub(crate) struct Reached {
    pub(crate) positions: Positions,
    known: HashMap<String, usize>,
}

/// More positions are not held as text.
const MOST_REACHED: usize = 2_000_000;

impl Reached {
    /// Adds a position with all that can be reached from it, and returns its place.
    pub(crate) fn add(&mut self, position: &str, budget: &Budget) -> Result<usize, CheckError> {
        let position = rules::Position::read(position).map_err(CheckError::too_large)?;
        self.visit(&position, budget)
    }

    fn visit(&mut self, position: &rules::Position, budget: &Budget) -> Result<usize, CheckError> {
        let text = position.to_string();
        if let Some(&known) = self.known.get(&text) {
            return Ok(known);
        }
        let done = self.positions.len();
        if done >= MOST_REACHED {
            return Err(CheckError::TooLarge(format!(
                "more than {MOST_REACHED} positions"
            )));
        }
        budget.check(0).map_err(|limit| Unfinished {
            limit,
            done: done as u64,
            total: None,
        })?;
        let options = position.options().map_err(CheckError::too_large)?;
        let options = options.left.iter().map(|option| self.visit(option, budget));
        let mut options = options.collect::<Result<Vec<_>, _>>()?;
        options.put_in_order();
        options.dedup();
        let at = self.positions.push(options);
        self.known.insert(text, at);
        Ok(at)
    }
}

/// A property of all positions of a game.
pub(crate) type Class = fn(&Positions, usize) -> bool;

/// Games of Figure 1 by number, and the classes in which they are not.
pub(crate) const OUTSIDE: [(usize, &str, Class); 13] = [
    (0, "tame", tame),
    (0, "forced", forced),
    (1, "tame", tame),
    (1, "forced", forced),
    (2, "pet", pet),
    (2, "tame", tame),
    (2, "miserable", miserable),
    (2, "returnable", returnable),
    (2, "forced", forced),
    (3, "pet", pet),
    (3, "forced", forced),
    (4, "forced", forced),
    (5, "forced", forced),
];
