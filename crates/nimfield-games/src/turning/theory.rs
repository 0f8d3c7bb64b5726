//! Products of coin-turning games: the Tartan theorem.

use std::collections::HashMap;

use nimbers::{FiniteNimber, Nimber128, factor};

use super::coin_game::LegalSet;
use super::rules::{Turning, TurningMove};
use super::small::SmallCoins;
use super::text::TARTAN;
use crate::whole::Whole;
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// The source.
const SOURCE: &str = "the Tartan theorem, Winning Ways, vol. 2, ch. 14 (Lenstra 1978)";

/// The values of a coin in the factors.
fn values(position: &Turning, head: &[u64]) -> Vec<Nimber128> {
    let pairs = position.factors().iter().zip(head);
    pairs
        .map(|(game, &coin)| Nimber128(game.value(coin)))
        .collect()
}

/// The value of a position: the nim-sum over the coins that lie heads up of the nim products of their
/// values in the factors.
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

fn product(values: &[Nimber128]) -> Nimber128 {
    values
        .iter()
        .fold(Nimber128(1), |product, &value| product * value)
}

impl Game for Turning {
    type Summand = Whole<Turning>;

    fn summands(&self) -> Vec<Whole<Turning>> {
        Whole::summands(self, self.move_count() > 0)
    }
}

/// Legal sets that are looked at for a complete list of moves of a coin, and moves listed.
const MOST_LISTED: u128 = 1 << 17;

/// All moves of a coin that change its value by `change`; `None` if they are too many, or too many to
/// look at within the budget.
///
/// The change is the product over the factors of the nim-sums of the values of the coins turned. So the
/// legal sets of all factors but the one with most of them are kept by the sum that it has to have, and
/// its own sets pass by: of a ruler they hold far more coins than memory.
fn all_moves(
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
    moves.sort();
    Some(moves)
}

impl Summand for Whole<Turning> {
    type Move = TurningMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        /// Coins that are shown one by one.
        const SHOWN: usize = 12;
        let heads = self.0.heads();
        let shown = heads.iter().take(SHOWN).map(|head| {
            let values = values(&self.0, head);
            let factors: Vec<String> = values.iter().map(ToString::to_string).collect();
            match factors.len() {
                1 => factors.concat(),
                _ => format!("{} = {}", factors.join(" x "), product(&values)),
            }
        });
        let shown: Vec<String> = shown.collect();
        let more = if heads.len() > SHOWN { ", …" } else { "" };
        let value = value(&self.0);
        let text = format!(
            "a coin is worth the nim product of its values in the factors: {}{more}, with the nim-sum {value}",
            shown.join(", ")
        );
        Some(Finding::new(
            value.into(),
            Reason::theorem(SOURCE, text).checked_by(TARTAN.claims()),
        ))
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<TurningMove>> {
        if play == Play::Misere {
            return None;
        }
        // Values are finite: an infinite target is out of reach.
        let Some(change) = target.finite().map(|target| target ^ value(&self.0)) else {
            return Some(Vec::new());
        };
        let mut moves = Vec::new();
        for head in self.0.heads().iter().filter(|_| change != 0) {
            moves.extend(all_moves(&self.0, head, change, budget)?);
        }
        Some(moves)
    }

    fn constructed(
        &self,
        play: Play,
        target: &Grundy,
        _budget: &Budget,
    ) -> Option<Result<TurningMove, String>> {
        if play == Play::Misere {
            return None;
        }
        let change = Nimber128(target.finite()? ^ value(&self.0));
        let found = self.0.heads().iter().find_map(|head| {
            let values = values(&self.0, head);
            let sides = factor::decreasing(&change, &values)?;
            let games = self
                .0
                .factors()
                .iter()
                .zip(head)
                .zip(values.iter().zip(sides));
            let sets =
                games.map(|((game, &coin), (value, side))| game.set_to(coin, value.0 ^ side.0));
            Some(TurningMove {
                sets: sets.collect(),
            })
        });
        found.map(Ok)
    }

    fn moves(&self) -> Box<dyn Iterator<Item = TurningMove> + '_> {
        self.0.moves()
    }

    fn move_count(&self) -> u128 {
        self.0.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        SmallCoins::new(&self.0)
            .map(AnyComponent::new)
            .ok_or_else(|| format!("{self} has too many moves for a search to go through"))
    }
}
