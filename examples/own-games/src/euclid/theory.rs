//! Euclid's game: its Grundy values.

use std::fmt;

use crate::euclid::rules::{Euclid, EuclidMove};
use nimfield::component::{Component, Known, write_number};
use nimfield::rules::Impartial;
use nimfield::theory::{Finding, Game, Summand};
use nimfield::words::{Grundy, Play, Reason};

/// The Grundy value floor(b/a - a/b), a <= b, of two heaps that are not empty.
///
/// **Source**: Nivasch 2006. Exact: with b = qa + r the value is q if rb >= a², else q-1.
#[must_use]
pub fn value(a: u64, b: u64) -> u64 {
    let (a, b) = (a.min(b), a.max(b));
    let q = b / a;
    let [a, b, r] = [a, b, b % a].map(u128::from);
    if r * b >= a * a { q } else { q - 1 }
}

/// A position of Euclid's game as the one summand of itself.
#[derive(Clone, Debug)]
pub struct Pair(Euclid);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Game for Euclid {
    type Summand = Pair;

    fn summands(&self) -> Vec<Pair> {
        // A position without moves is the sum of nothing.
        let movable = self.0[0] != self.0[1];
        movable.then_some(Pair(*self)).into_iter().collect()
    }
}

impl Summand for Pair {
    type Move = EuclidMove;
    type Small = SmallPair;

    fn value(&self) -> Option<Finding<Grundy>> {
        let [a, b] = self.0.0;
        let value = value(a, b);
        let text = format!(
            "the value of {self} is floor({1}/{0} - {0}/{1}) = {value}",
            a.min(b),
            a.max(b)
        );
        let value = u128::from(value).into();
        Some(Finding::new(value, Reason::theorem("Nivasch 2006", text)))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = EuclidMove> + '_> {
        self.0.moves()
    }

    fn move_count(&self) -> u128 {
        self.0.move_count()
    }

    fn small(&self) -> Result<SmallPair, String> {
        let [a, b] = self.0.0;
        Ok(SmallPair {
            small: a.min(b),
            large: a.max(b),
        })
    }
}

/// A position as searches see it: the smaller heap first, the larger truly larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallPair {
    small: u64,
    large: u64,
}

impl Component for SmallPair {
    fn key(&self, out: &mut Vec<u8>) {
        write_number(out, self.small);
        write_number(out, self.large);
    }

    fn option_count(&self) -> u64 {
        (self.large - 1) / self.small
    }

    fn option(&self, index: u64, out: &mut Vec<SmallPair>) {
        // The largest amounts first: they leave the least to do.
        let left = self.large - (self.option_count() - index) * self.small;
        // Equal heaps have no move: nothing to add.
        if left != self.small {
            out.push(SmallPair {
                small: left.min(self.small),
                large: left.max(self.small),
            });
        }
    }

    fn known(&self, play: Play) -> Known {
        match play {
            Play::Normal => Known::Value(value(self.small, self.large).into()),
            Play::Misere => Known::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use nimfield::rules::Position;

    #[test]
    fn values_match_the_rules() {
        const N: u64 = 60;
        let mut twin = HashMap::new();
        for b in 1..N {
            for a in 1..=b {
                let position = Euclid([a, b]);
                let values: Vec<u64> = position
                    .moves()
                    .map(|mv| position.play(&mv).unwrap().0)
                    .map(|[x, y]| twin[&(x.min(y), x.max(y))])
                    .collect();
                let mex = (0..).find(|value| !values.contains(value)).unwrap();
                twin.insert((a, b), mex);
                assert_eq!(value(a, b), mex, "({a}, {b})");
            }
        }
    }
}
