//! Coin-turning games on a row of coins.

use std::fmt;

/// A coin-turning game on a row of coins: a move turns the coins of a legal set, whose last coin goes from heads to
/// tails.
///
/// **Source**: Winning Ways, vol. 2, ch. 14, for games and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CoinGame {
    /// Turning Turtles: one coin or two. Coins from 1; coin n has the value n.
    Turtles,
    /// Mock Turtles: one coin, two or three. Coins from 0; the n-th odious number.
    MockTurtles,
    /// Ruler: any number of neighbouring coins. Coins from 1; the largest power of two in n.
    Ruler,
    /// Twins: two coins. Coins from 0; coin n has the value n.
    Twins,
    /// Triplets: three coins. Coins from 0; 0, 0, and then as in Mock Turtles.
    Triplets,
}
use CoinGame::{MockTurtles, Ruler, Triplets, Turtles, Twins};

/// A set of coins that one move may turn.
#[derive(Clone, Debug)]
pub enum LegalSet {
    /// These coins.
    Coins(Vec<u64>),
    /// All coins from one to another.
    Run(u64, u64),
}

impl LegalSet {
    /// Returns the coins, ascending.
    #[must_use]
    pub fn coins(&self) -> Vec<u64> {
        match self {
            LegalSet::Coins(coins) => coins.clone(),
            LegalSet::Run(first, last) => (*first..=*last).collect(),
        }
    }
}

/// Returns the n-th number with an odd number of ones in binary, from n = 0.
fn odious(n: u64) -> u128 {
    u128::from(n) << 1 | u128::from(n.count_ones().is_multiple_of(2))
}

impl CoinGame {
    /// All games.
    pub const ALL: [CoinGame; 5] = [Turtles, MockTurtles, Ruler, Twins, Triplets];

    /// Returns the name in notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Turtles => "turtles",
            MockTurtles => "mock-turtles",
            Ruler => "ruler",
            Twins => "twins",
            Triplets => "triplets",
        }
    }

    /// Returns the number of the first coin.
    #[must_use]
    pub fn first(self) -> u64 {
        match self {
            Turtles | Ruler => 1,
            MockTurtles | Twins | Triplets => 0,
        }
    }

    /// Returns whether a move may turn exactly these coins, given in ascending order.
    #[must_use]
    pub fn is_legal(self, coins: &[u64]) -> bool {
        let ascends = coins.windows(2).all(|pair| pair[0] < pair[1]);
        let begins = coins.first().is_some_and(|&coin| coin >= self.first());
        let count = coins.len();
        ascends
            && begins
            && match self {
                Turtles => count <= 2,
                MockTurtles => count <= 3,
                Ruler => coins.windows(2).all(|pair| pair[1] - pair[0] == 1),
                Twins => count == 2,
                Triplets => count == 3,
            }
    }

    /// Returns the number of legal sets with `coin` as the last one.
    #[must_use]
    pub fn set_count(self, coin: u64) -> u128 {
        let before = u128::from(coin - self.first());
        let pairs = before * before.saturating_sub(1) / 2;
        match self {
            Turtles | Ruler => before + 1,
            MockTurtles => 1 + before + pairs,
            Twins => before,
            Triplets => pairs,
        }
    }

    /// Returns the most coins of a legal set with `coin` as the last one.
    #[must_use]
    pub fn longest(self, coin: u64) -> u64 {
        match self {
            Turtles | Twins => 2,
            MockTurtles | Triplets => 3,
            Ruler => coin,
        }
    }

    /// Returns the legal sets with `coin` as the last one, each ascending.
    pub fn sets(self, coin: u64) -> Box<dyn Iterator<Item = Vec<u64>>> {
        let before = self.first()..coin;
        let pairs = || {
            let first = before.clone();
            first.flat_map(move |a| (a + 1..coin).map(move |b| vec![a, b, coin]))
        };
        let twos = before.clone().map(move |a| vec![a, coin]);
        let one = std::iter::once(vec![coin]);
        match self {
            Turtles => Box::new(one.chain(twos)),
            MockTurtles => Box::new(one.chain(twos).chain(pairs())),
            Ruler => Box::new((1..=coin).rev().map(move |a| (a..=coin).collect())),
            Twins => Box::new(twos),
            Triplets => Box::new(pairs()),
        }
    }

    /// Returns the legal sets with `coin` as the last one, in the order of [`sets`](CoinGame::sets), each with the
    /// nim-sum of the values of its coins.
    ///
    /// The sets of a ruler contain too many coins to be written out for their sums.
    pub fn weighed_sets(self, coin: u64) -> Box<dyn Iterator<Item = (u128, LegalSet)>> {
        let mut sum = 0;
        match self {
            Ruler => Box::new((1..=coin).rev().map(move |first| {
                sum ^= Ruler.value(first);
                (sum, LegalSet::Run(first, coin))
            })),
            _ => Box::new(self.sets(coin).map(move |set| {
                let sum = set.iter().fold(0, |sum, &coin| sum ^ self.value(coin));
                (sum, LegalSet::Coins(set))
            })),
        }
    }

    /// Returns the Grundy value of a row with heads only at this coin.
    #[must_use]
    pub fn value(self, coin: u64) -> u128 {
        match self {
            Turtles | Twins => coin.into(),
            MockTurtles => odious(coin),
            Ruler => 1u128 << coin.trailing_zeros(),
            Triplets => coin.checked_sub(2).map_or(0, odious),
        }
    }

    /// Returns a legal set with `coin` as the last one whose other coins have values of nim-sum `target`, which is less
    /// than the value of the coin.
    ///
    /// The mex rule implies that such a set exists; this function constructs it.
    #[must_use]
    pub fn set_to(self, coin: u64, target: u128) -> Vec<u64> {
        let word = target as u64;
        // The index of an odious number among the odious numbers.
        let place = |odious: u128| (odious >> 1) as u64;
        let low = target & target.wrapping_neg();
        let is_odious = target.count_ones() % 2 == 1;
        let mut set = match self {
            Turtles | MockTurtles if target == 0 => Vec::new(),
            Turtles | Twins => vec![word],
            // An evil number is the sum of a power of two and an odious number.
            MockTurtles if is_odious => vec![place(target)],
            MockTurtles => vec![place(low), place(target ^ low)],
            Triplets if target == 0 => vec![0, 1],
            Triplets if is_odious => vec![0, place(target) + 2],
            Triplets => vec![place(low) + 2, place(target ^ low) + 2],
            Ruler => {
                // The values of the k coins before one of value 2^t, k < 2^t, are those of coins 1 to k, and their sum
                // is the k-th Gray code.
                let mut count = word;
                for shift in [1, 2, 4, 8, 16, 32] {
                    count ^= count >> shift;
                }
                (coin - count..coin).collect()
            }
        };
        set.sort_unstable();
        set.push(coin);
        set
    }
}

impl fmt::Display for CoinGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
