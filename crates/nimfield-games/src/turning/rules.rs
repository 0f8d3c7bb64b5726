//! Products of coin-turning games: the rules.

use nimfield_core::prelude::*;
use std::fmt;

use super::coin_game::CoinGame;
use crate::nimbers::MAX_DIMENSION;

/// The most coins that a move may turn; positions with larger moves are refused.
pub const MOST_TURNED: u128 = 1 << 20;

/// A position of a product of coin-turning games: the coins that are heads up.
///
/// Coins lie on a board with an axis for each factor. A move chooses a legal set in each factor and turns the coins at
/// all combinations; the coin at the last of each, which must be heads up, goes to tails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turning {
    factors: Vec<CoinGame>,
    /// Ascending.
    heads: Vec<Vec<u64>>,
}

impl Turning {
    /// Creates the position of the product of these games with heads at these places; pairs on one place cancel.
    ///
    /// # Errors
    /// A message that says why there is no such position.
    pub fn new(factors: Vec<CoinGame>, heads: Vec<Vec<u64>>) -> Result<Turning, String> {
        if !(1..=MAX_DIMENSION).contains(&factors.len()) {
            return Err(format!("a product has 1 to {MAX_DIMENSION} factors"));
        }
        let mut position = Turning {
            factors,
            heads: Vec::new(),
        };
        for head in heads {
            position.check(&head)?;
            position.turn(head);
        }
        Ok(position)
    }

    /// Checks whether there is a place for a coin at `head`.
    ///
    /// # Errors
    /// A message that says why not.
    pub fn check(&self, head: &[u64]) -> Result<(), String> {
        if head.len() != self.factors.len() {
            return Err("a coin has one coordinate for each factor".to_string());
        }
        let mut pairs = self.factors.iter().zip(head);
        if pairs.any(|(game, &coin)| coin < game.first()) {
            return Err("the coins of turtles and ruler are numbered from 1".to_string());
        }
        let longest = self
            .factors
            .iter()
            .zip(head)
            .map(|(game, &coin)| game.longest(coin));
        let turned = longest.fold(1u128, |product, count| product.saturating_mul(count.into()));
        match turned <= MOST_TURNED {
            true => Ok(()),
            false => Err(format!(
                "a move with this coin could turn more than {MOST_TURNED} coins"
            )),
        }
    }

    /// Returns the factors.
    #[must_use]
    pub fn factors(&self) -> &[CoinGame] {
        &self.factors
    }

    /// Returns the places of the coins that are heads up, ascending.
    #[must_use]
    pub fn heads(&self) -> &[Vec<u64>] {
        &self.heads
    }

    fn turn(&mut self, place: Vec<u64>) {
        match self.heads.binary_search(&place) {
            Ok(at) => drop(self.heads.remove(at)),
            Err(at) => self.heads.insert(at, place),
        }
    }

    /// Returns the position after a legal move; since the last coin is on the board, no set is too long.
    pub(super) fn turned(&self, sets: &[Vec<u64>]) -> Turning {
        let heads = turned(&self.heads, sets);
        let factors = self.factors.clone();
        Turning { factors, heads }
    }

    /// Returns the moves of the coin at `head`.
    pub(super) fn moves_of(&self, head: &[u64]) -> Box<dyn Iterator<Item = TurningMove>> {
        // Even astronomically many sets of one factor give no move if another factor has none.
        if self.count_of(head) == 0 {
            return Box::new(std::iter::empty());
        }
        let pairs = self
            .factors
            .iter()
            .zip(head)
            .map(|(&game, &coin)| (game, coin));
        products(pairs.collect(), Vec::new())
    }

    /// Returns the number of moves of the coin at `head`.
    pub(super) fn count_of(&self, head: &[u64]) -> u128 {
        let counts = self
            .factors
            .iter()
            .zip(head)
            .map(|(game, &coin)| game.set_count(coin));
        counts.fold(1u128, u128::saturating_mul)
    }
}

/// Returns the combinations of `sets` and a legal set for each of the coins.
fn products(
    mut coins: Vec<(CoinGame, u64)>,
    sets: Vec<Vec<u64>>,
) -> Box<dyn Iterator<Item = TurningMove>> {
    if coins.is_empty() {
        return Box::new(std::iter::once(TurningMove { sets }));
    }
    let (game, coin) = coins.remove(0);
    Box::new(game.sets(coin).flat_map(move |set| {
        let mut sets = sets.clone();
        sets.push(set);
        products(coins.clone(), sets)
    }))
}

/// Returns a place as text, such as `(3,4)`.
pub(super) fn place_text(place: &[u64]) -> String {
    let coordinates: Vec<String> = place.iter().map(u64::to_string).collect();
    format!("({})", coordinates.join(","))
}

impl fmt::Display for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factors: Vec<&str> = self.factors.iter().map(|game| game.name()).collect();
        let heads: Vec<String> = self.heads.iter().map(|head| place_text(head)).collect();
        write!(f, "turning({})[{}]", factors.join(","), heads.join(" "))
    }
}

/// The move that turns the coins at all combinations of these numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurningMove {
    /// A legal set for each factor, ascending.
    pub sets: Vec<Vec<u64>>,
}

impl TurningMove {
    /// Returns the place of the very last coin, which must be heads up.
    #[must_use]
    pub fn last(&self) -> Vec<u64> {
        // No game allows the empty set, which has no last coin.
        let last = |set: &Vec<u64>| set.last().copied().unwrap_or_default();
        self.sets.iter().map(last).collect()
    }
}

/// The form of moves.
pub(super) const FORM: &str = "turn {sets}";

impl GameMove for TurningMove {
    fn to_move(&self) -> Move {
        let set = |set: &Vec<u64>| set.iter().map(|&coin| coin.into()).collect();
        Move::new(FORM, [Arg::Sets(self.sets.iter().map(set).collect())])
    }

    fn of_move(mv: &Move) -> Option<TurningMove> {
        let (FORM, [Arg::Sets(sets)]) = (mv.form(), mv.args()) else {
            return None;
        };
        let set = |set: &[u128]| set.iter().map(|&coin| u64::try_from(coin).ok()).collect();
        let sets = sets
            .iter()
            .map(|own| set(own))
            .collect::<Option<Vec<Vec<u64>>>>()?;
        Some(TurningMove { sets })
    }
}

displays_as_move!(TurningMove);

/// Returns the heads after the coins at all combinations of a coin from each set are turned, ascending.
#[must_use]
pub fn turned(heads: &[Vec<u64>], sets: &[impl AsRef<[u64]>]) -> Vec<Vec<u64>> {
    let mut places = vec![Vec::new()];
    for set in sets {
        let longer = places.iter().flat_map(|place: &Vec<u64>| {
            let coins = set.as_ref().iter();
            coins.map(|&coin| [&place[..], &[coin]].concat())
        });
        places = longer.collect();
    }
    // One pass over both sorted lists, since a move may turn many coins.
    places.extend_from_slice(heads);
    places.sort_unstable();
    let odd = places
        .chunk_by(|a, b| a == b)
        .filter(|same| same.len() % 2 == 1);
    odd.map(|same| same[0].clone()).collect()
}
