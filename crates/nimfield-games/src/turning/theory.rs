//! Products of coin-turning games: the Tartan theorem.

use std::collections::HashMap;

use nimbers::{FiniteNimber, Nimber128};

use super::coin_game::LegalSet;
use super::rules::{Turning, TurningMove};
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

/// Returns the value of a position: the nim-sum over the coins that lie heads up of the nim products of their values
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

/// Legal sets that are looked at for a complete list of moves of a coin, and moves listed.
const MOST_LISTED: u128 = 1 << 17;

/// Returns all moves of a coin that change its value by `change`; `None` if they are too many, or too many to look at
/// within the budget.
///
/// The change is the product over the factors of the nim-sums of the values of the coins turned. So the
/// legal sets of all factors but the one with most of them are kept by the sum that it has to have, and
/// its own sets pass by: of a ruler they hold far more coins than memory.
pub(super) fn all_moves(
    position: &Turning,
    head: &[u64],
    change: u128,
    budget: &Budget,
) -> Option<Vec<TurningMove>> {
    let factors = position.factors();
    if position.count_of(head) == 0 {
        return Some(Vec::new());
    }
    let count = |k: usize| factors[k].set_count(head[k]);
    let widest = (0..factors.len()).max_by_key(|&k| count(k))?;
    let others = (0..factors.len()).filter(|&k| k != widest);
    let work = others.clone().map(count).fold(1u128, u128::saturating_mul);
    if count(widest).saturating_add(work) > MOST_LISTED {
        return None;
    }
    // Sets of the other factors, with the product of their sums.
    let mut partial = vec![(Vec::new(), Nimber128(1))];
    for k in others {
        let mut next = Vec::new();
        for (sets, product) in &partial {
            for (sum, set) in factors[k].weighed_sets(head[k]) {
                // Without the time for a whole list one move is built.
                budget.check(0).ok()?;
                if sum != 0 {
                    let sets: &Vec<LegalSet> = sets;
                    next.push(([&sets[..], &[set]].concat(), *product * Nimber128(sum)));
                }
            }
        }
        partial = next;
    }
    let mut by_wanted: HashMap<u128, Vec<Vec<LegalSet>>> = HashMap::new();
    for (sets, product) in partial {
        let wanted = Nimber128(change) * product.inverse()?;
        by_wanted.entry(wanted.0).or_default().push(sets);
    }
    let mut moves = Vec::new();
    for (sum, set) in factors[widest].weighed_sets(head[widest]) {
        // As above.
        budget.check(0).ok()?;
        for others in by_wanted.get(&sum).into_iter().flatten() {
            let mut sets = others.clone();
            sets.insert(widest, set.clone());
            let sets = sets.into_iter().map(LegalSet::into_coins).collect();
            moves.push(TurningMove { sets });
            if moves.len() as u128 > MOST_LISTED {
                return None;
            }
        }
    }
    moves.sort_unstable();
    Some(moves)
}
