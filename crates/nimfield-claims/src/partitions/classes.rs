//! The classes of Conway, Gurvich and Ho: games as sets of positions with their options.

use crate::brute_force::{Reached, pairs};
use crate::cases::too_large;
use crate::claim::CheckError;
use nimfield_core::budget::Budget;

/// A set of positions that is closed under options; the options of a position precede it.
pub struct Positions {
    options: Vec<Vec<usize>>,
    /// The Grundy values and misère Grundy numbers.
    pairs: Vec<[u32; 2]>,
}

impl Positions {
    /// Returns game number `number` among those with `count` positions, one for every set of pairs (j, i), j < i: the
    /// moves from i to j.
    pub fn numbered(count: usize, number: u64) -> Positions {
        let mut moves = number;
        let options = (0..count).map(|at| {
            let options = (0..at).filter(|option| moves >> option & 1 == 1).collect();
            moves >>= at;
            options
        });
        Positions::new(options.collect())
    }

    /// Returns the number of games with this number of positions.
    pub(crate) fn numbers(count: u32) -> Result<u64, CheckError> {
        // Eleven positions have 55 pairs, twelve 66.
        too_large(count, 11)?;
        Ok(1 << (count * count.saturating_sub(1) / 2))
    }

    /// Creates the positions with these options, which precede them.
    pub(crate) fn new(options: Vec<Vec<usize>>) -> Positions {
        let pairs = pairs(options.iter().map(|options| &options[..]));
        Positions { options, pairs }
    }

    /// Returns the disjunctive sum: the sum of positions i and j has index i * (positions of the other) + j.
    pub fn sum(&self, other: &Positions) -> Positions {
        let width = other.len();
        let options = (0..self.len() * width).map(|at| {
            let (i, j) = (at / width, at % width);
            let first = self.options[i].iter().map(|&option| option * width + j);
            let second = other.options[j].iter().map(|&option| i * width + option);
            first.chain(second).collect()
        });
        Positions::new(options.collect())
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

/// Returns whether moves from (0,1) lead only to (1,0), and vice versa.
pub fn forced(game: &Positions, at: usize) -> bool {
    let [normal, misere] = game.pair(at);
    let mut options = game.options(at).iter();
    !game.is_swap(at) || options.all(|&option| game.pair(option) == [misere, normal])
}

/// The greatest number of positions that are kept as text.
const MOST_REACHED: usize = 2_000_000;

/// Returns all positions reachable from the given ones by the rules alone, and the indices of the given ones.
pub(crate) fn reached(
    texts: &[impl AsRef<str>],
    budget: &Budget,
) -> Result<(Positions, Vec<usize>), CheckError> {
    let mut reached = Reached::default();
    let places = texts
        .iter()
        .map(|text| reached.add(text.as_ref(), MOST_REACHED, budget));
    let places = places.collect::<Result<_, _>>()?;
    let options = reached.options.into_iter().map(|options| options.left);
    Ok((Positions::new(options.collect()), places))
}

/// A property of all positions of a game.
pub(crate) type Class = fn(&Positions, usize) -> bool;
