//! Products of coin-turning games: the Tartan theorem.

use std::collections::HashMap;

use nimbers::{FiniteNimber, Nimber128};

use super::coin_game::LegalSet;
use super::rules::Turning;
use nimfield_core::budget::Budget;

/// The source.
pub(super) const SOURCE: &str = "the Tartan theorem, Winning Ways, vol. 2, ch. 14 (Lenstra 1978)";

/// Returns the values of a coin in the factors.
pub(super) fn values(position: &Turning, head: &[u64]) -> Vec<Nimber128> {
    let pairs = position.factors().iter().zip(head);
    pairs
        .map(|(game, &coin)| Nimber128(game.value(coin)))
        .collect()
}

/// Returns the value of a position: the nim-sum, over the coins that are heads up, of the nim products of their values
/// in the factors.
///
/// **Source**: the Tartan theorem, Winning Ways, vol. 2, ch. 14.
///
/// ```
/// use nimfield_games::turning::{CoinGame, Turning, value};
/// let factors = vec![CoinGame::Turtles, CoinGame::Ruler];
/// let position = Turning::new(factors, vec![vec![3, 4]])?;
/// assert_eq!(value(&position), 12); // 3 times 4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn value(position: &Turning) -> u128 {
    let heads = position.heads().iter();
    let values = heads.map(|head| product(&values(position, head)).0);
    values.fold(0, |sum, value| sum ^ value)
}

pub(super) fn product(values: &[Nimber128]) -> Nimber128 {
    values
        .iter()
        .fold(Nimber128(1), |product, &value| product * value)
}

/// The most legal sets to examine for a complete list of moves of a coin, and the most moves to list.
pub const MOST_LISTED: usize = 1 << 17;

/// Returns about how many bytes a listed move of these sets takes until it stands in an answer.
pub fn bytes_listed(sets: impl Iterator<Item = usize>) -> u64 {
    /// The bytes of a set besides its coins.
    const SET: u64 = 64;
    /// A move is held as sets, as a move of its game, as one of a sum, and with its texts.
    const COPIES: u64 = 4;
    COPIES * sets.map(|coins| SET + 8 * coins as u64).sum::<u64>()
}

/// Returns all moves of these coins of a product, as sets for each factor, that change the value by `change`; `None` if
/// they are too many, or too many to examine within the budget. `sets` returns the legal sets of a factor with a given
/// last coin, each with the nim-sum of the values of its coins; `None` if they are too many.
///
/// The change is the nim product over the factors of these nim-sums. So the factor with the most sets is streamed, and
/// the sets of all other factors are stored by the sum that it must have: the sets of a ruler contain far more coins
/// than memory could hold.
pub fn moves_by_axes<'a>(
    heads: impl Iterator<Item = &'a Vec<u64>>,
    sets: &dyn Fn(usize, u64) -> Option<Vec<(u128, LegalSet)>>,
    change: u128,
    budget: &Budget,
) -> Option<Vec<Vec<Vec<u64>>>> {
    let (mut moves, mut bytes) = (Vec::new(), 0u64);
    // Coins often have the same sums.
    let mut wanted = HashMap::new();
    for head in heads {
        let from = moves.len();
        let axes = head.iter().enumerate();
        let mut axes: Vec<_> = axes
            .map(|(axis, &coin)| sets(axis, coin))
            .collect::<Option<_>>()?;
        let counts = axes.iter().map(Vec::len);
        let widest = counts.enumerate().max_by_key(|&(_, count)| count)?.0;
        let own = axes.remove(widest);
        let others = axes.iter().map(Vec::len);
        let work = others.fold(1, usize::saturating_mul);
        if work.saturating_add(own.len()) > MOST_LISTED {
            return None;
        }
        // Sets of the other factors, with the product of their sums.
        let mut partial = vec![(Vec::new(), Nimber128(1))];
        for sets in &axes {
            let mut next = Vec::new();
            for (before, product) in &partial {
                for (sum, set) in sets.iter().filter(|(sum, _)| *sum != 0) {
                    // If there is no time for a complete list, one move is constructed.
                    budget.check(0).ok()?;
                    let before: &Vec<&LegalSet> = before;
                    let sets = [&before[..], &[set]].concat();
                    next.push((sets, *product * Nimber128(*sum)));
                }
            }
            partial = next;
        }
        let mut by_wanted: HashMap<u128, Vec<Vec<&LegalSet>>> = HashMap::new();
        for (sets, product) in partial {
            let sum = match wanted.get(&product.0) {
                Some(&sum) => sum,
                None => {
                    let sum = (Nimber128(change) * product.inverse()?).0;
                    wanted.insert(product.0, sum);
                    sum
                }
            };
            by_wanted.entry(sum).or_default().push(sets);
        }
        for (sum, set) in &own {
            // See above.
            budget.check(0).ok()?;
            for others in by_wanted.get(sum).into_iter().flatten() {
                let mut sets = others.clone();
                sets.insert(widest, set);
                let sets: Vec<Vec<u64>> = sets.into_iter().map(LegalSet::coins).collect();
                bytes = bytes.saturating_add(bytes_listed(sets.iter().map(Vec::len)));
                // A list that runs out of memory ends like one that runs out of time.
                budget.fits(bytes).ok()?;
                moves.push(sets);
                if moves.len() - from > MOST_LISTED {
                    return None;
                }
            }
        }
        moves[from..].sort_unstable();
    }
    Some(moves)
}
