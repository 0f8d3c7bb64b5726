//! Pairs of Beatty sequences, as in Wythoff's game.

use std::fmt;

use super::points::Points;

/// (p + sqrt(q)) / r, where q is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quadratic {
    /// The whole number in the numerator.
    pub p: i64,
    /// The number under the root.
    pub q: u32,
    /// The denominator, at least 1.
    pub r: u32,
}

impl Quadratic {
    /// Returns n times the number, rounded down; exact.
    #[must_use]
    pub(crate) fn floor_times(self, n: u32) -> i128 {
        let [q, r, n] = [self.q, self.r, n].map(i128::from);
        // The whole part of the root is enough: its fraction does not reach the next multiple of r.
        (n * i128::from(self.p) + (n * n * q).isqrt()).div_euclid(r)
    }
}

impl fmt::Display for Quadratic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quadratic { p, q, r } = *self;
        let numerator = match p {
            0 => format!("sqrt({q})"),
            1.. => format!("{p}+sqrt({q})"),
            _ => format!("sqrt({q})-{}", -p),
        };
        match (p, r) {
            (_, 1) => f.write_str(&numerator),
            (0, _) => write!(f, "{numerator}/{r}"),
            _ => write!(f, "({numerator})/{r}"),
        }
    }
}

/// The P-positions are the pairs {floor(n x), floor(n y)} in either order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The number of the first pair, 0 or 1.
    pub first: u32,
    /// The number x, which gives the smaller piles.
    pub smaller: Quadratic,
    /// The number y, which gives the larger piles.
    pub larger: Quadratic,
}

/// The least number of pairs for a guess.
const FEWEST: usize = 8;

/// The bounds of p (in absolute value), of q and of r.
const MOST: Quadratic = Quadratic { p: 12, q: 60, r: 4 };

impl Pairs {
    /// Finds numbers whose multiples, rounded down, are the smaller and the larger letters of all P-positions.
    pub(super) fn guess(points: &Points) -> Option<Pairs> {
        if points.letters() != 2 {
            return None;
        }
        let mut pairs = Vec::new();
        for (values, is_p) in points.each() {
            let &[a, b] = &values[..] else { return None };
            // Only one of the two orders is in the table if the ranges differ.
            let other = points.is_p(&[b, a]);
            if other.is_some_and(|other| other != is_p) {
                return None;
            }
            if is_p && (a <= b || other.is_none()) {
                pairs.push((a.min(b), a.max(b)));
            }
        }
        pairs.sort_unstable();
        if pairs.len() < FEWEST || !pairs.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1)
        {
            return None;
        }
        let first = u32::from(pairs[0] != (0, 0));
        let found = numbers(|smaller| {
            let fits = |number: Quadratic, of: fn(&(u64, u64)) -> u64| {
                // The last terms give the sharpest bounds.
                let mut terms = (first..)
                    .zip(pairs.iter().map(of))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev();
                terms.all(|(n, term)| number.floor_times(n) == term.into())
            };
            if !fits(smaller, |pair| pair.0) {
                return None;
            }
            // The numbers of complementary sequences whose distance grows evenly have one root.
            let mut others =
                (smaller.p + 1..=smaller.p + 4 * MOST.p).map(|p| Quadratic { p, ..smaller });
            let larger = others.find(|&larger| fits(larger, |pair| pair.1))?;
            Some(Pairs {
                first,
                smaller,
                larger,
            })
        })?;
        // No further pair may be among the positions.
        let next = found.pair(first + pairs.len() as u32);
        let least = points.last().into();
        let most = points.ends().max()?.into();
        (next.0 > least || next.1 > most).then_some(found)
    }

    /// Returns the difference of the numbers of a pair divided by n, if these are the pairs of Fraenkel's games: then x
    /// is the positive root of `x² + (a - 2) x = a`, and y = x + a.
    pub(super) fn of_fraenkel(&self) -> Option<u32> {
        let Quadratic { p, q, r } = self.smaller;
        let (difference, q, r) = (self.larger.p - p, i64::from(q), i64::from(r));
        let a = difference / r;
        let is_root = difference == a * r
            && 2 * p + (a - 2) * r == 0
            && p * p + q + (a - 2) * p * r == a * r * r;
        // Fraenkel's games have positive differences.
        (self.first == 0 && is_root).then(|| u32::try_from(a).ok())?
    }

    /// Returns pair number n.
    #[must_use]
    pub(crate) fn pair(&self, n: u32) -> (i128, i128) {
        (self.smaller.floor_times(n), self.larger.floor_times(n))
    }

    /// Returns whether the position is a P-position by this law.
    #[must_use]
    pub fn is_p(&self, a: u32, b: u32) -> bool {
        let pair = (i128::from(a.min(b)), i128::from(a.max(b)));
        // Both sequences grow by at least 1 with n.
        let mut numbers = (self.first..=a.max(b).saturating_add(1)).map(|n| self.pair(n));
        numbers.find(|own| own.1 >= pair.1) == Some(pair)
    }
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pairs {
            first,
            smaller,
            larger,
        } = self;
        write!(
            f,
            "{{floor(n x), floor(n y)}} for n = {first}, {}, ... with x = {smaller} and y = {larger}",
            first + 1
        )
    }
}

/// Finds the first answer to numbers in order of |p| + q + r.
fn numbers(ask: impl Fn(Quadratic) -> Option<Pairs>) -> Option<Pairs> {
    let largest = MOST.p + i64::from(MOST.q + MOST.r);
    let number = |(size, r, p): (i64, u32, i64)| {
        // Sums smaller than the other numbers leave nothing for q.
        let q = u32::try_from(size - i64::from(r) - p.abs()).ok()?;
        let square = q.isqrt().pow(2) == q;
        (!square && q <= MOST.q).then_some(Quadratic { p, q, r })
    };
    let all = (1..=largest).flat_map(|size| {
        (1..=MOST.r).flat_map(move |r| (-MOST.p..=MOST.p).map(move |p| (size, r, p)))
    });
    all.filter_map(number).find_map(ask)
}
