//! The sets of coins that a move turns.

use nimfield_core::expression::Expression;

use crate::amounts::Amounts;

/// The letters of a condition besides the parameters: the first and the last coin of a set, and its number of coins.
pub(crate) const LETTERS: [&str; 3] = ["first", "last", "count"];

/// A line `turn`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// How many coins.
    pub(crate) sizes: Amounts,
    pub(crate) shape: Shape,
    pub(crate) guard: Option<Expression>,
    pub(crate) scope: Vec<i128>,
}

/// The arrangement of the coins of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Any,
    /// Each coin is beside the next.
    Neighbours,
    /// All coins have the same distance from the next.
    Spaced,
    /// The set is symmetric between left and right.
    Symmetric,
}

/// Sets of coins, one after the other.
pub(crate) type Sets<'a> = Box<dyn Iterator<Item = Vec<u64>> + 'a>;

impl Turn {
    /// Returns whether some sets of `size` coins from `first` to `last` may turn, according to the condition alone.
    pub(crate) fn admits(&self, first: u64, last: u64, size: u64) -> bool {
        // If the number of coins is odd, one is in the middle.
        let middle = size.is_multiple_of(2) || (last - first).is_multiple_of(2);
        if self.shape == Shape::Symmetric && !middle {
            return false;
        }
        let Some(guard) = &self.guard else {
            return true;
        };
        let letters = [first, last, size].map(i128::from);
        let values: Vec<i128> = letters.into_iter().chain(self.scope.clone()).collect();
        guard.holds(&values)
    }

    /// Returns whether a set, in ascending order, may turn.
    pub(crate) fn allows(&self, set: &[u64]) -> bool {
        let (&[first, ..], &[.., last]) = (set, set) else {
            return false;
        };
        let size = set.len() as u64;
        self.sizes.contains(size.into()) && self.shape.has(set) && self.admits(first, last, size)
    }

    /// Returns whether this line allows all sets of this shape and size with these ends.
    pub(crate) fn covers(&self, shape: Shape, (first, last, size): (u64, u64, u64)) -> bool {
        let all = self.shape == Shape::Any || self.shape == shape;
        all && self.sizes.contains(size.into()) && self.admits(first, last, size)
    }

    /// Returns how many coins a set may have whose last coin is `last`.
    pub(crate) fn sizes(&self, from: u64, last: u64) -> impl Iterator<Item = u64> + '_ {
        let next = |&size: &u128| self.sizes.next_after(size);
        let sizes = std::iter::successors(self.sizes.next_after(0), next);
        let sizes = sizes.take_while(move |&size| size <= (last + 1 - from).into());
        sizes.map(|size| size as u64)
    }

    /// Returns how many [first coins](Turn::firsts) there are.
    pub(crate) fn first_count(&self, from: u64, last: u64, size: u64) -> u64 {
        match self.shape {
            _ if size == 1 => 1,
            Shape::Neighbours => 1,
            Shape::Spaced => (last - from) / (size - 1),
            Shape::Any | Shape::Symmetric => last + 2 - size - from,
        }
    }

    /// Returns the first coins that sets of `size` coins up to `last` have, whatever the condition, in ascending order.
    pub(crate) fn firsts(
        &self,
        from: u64,
        last: u64,
        size: u64,
    ) -> impl Iterator<Item = u64> + use<> {
        // Neighbours have the least distance; spaced sets have one first coin for each possible distance.
        let step = if self.shape == Shape::Spaced {
            size - 1
        } else {
            1
        };
        let count = self.first_count(from, last, size);
        (0..count)
            .rev()
            .map(move |more| last + 1 - size - more * step)
    }

    /// Returns the sets of `size` coins from `first` to `last`.
    pub(crate) fn between(&self, first: u64, last: u64, size: u64) -> Sets<'static> {
        if size < 3 || matches!(self.shape, Shape::Neighbours | Shape::Spaced) {
            let step = (last - first) / (size - 1).max(1);
            let set = (0..size).map(|coin| first + coin * step).collect();
            return Box::new(std::iter::once(set));
        }
        let inside = size - 2;
        if self.shape == Shape::Any {
            let others = subsets(first + 1, last, inside);
            return Box::new(others.map(move |others| [&[first], &others[..], &[last]].concat()));
        }
        // The inner coins form pairs, except the one in the middle.
        let half = first + (last - first).div_ceil(2);
        Box::new(subsets(first + 1, half, inside / 2).map(move |left| {
            let mut set = vec![first];
            set.extend_from_slice(&left);
            set.extend((inside % 2 == 1).then_some(half));
            set.extend(left.iter().rev().map(|coin| first + last - coin));
            set.push(last);
            set
        }))
    }

    /// Returns the number of sets that [`between`](Turn::between) returns; the greatest number stands for more.
    pub(crate) fn count_between(&self, first: u64, last: u64, size: u64) -> u128 {
        match self.shape {
            _ if size < 3 => 1,
            Shape::Neighbours | Shape::Spaced => 1,
            Shape::Any => choices(last - first - 1, size - 2),
            Shape::Symmetric => choices((last - first - 1) / 2, (size - 2) / 2),
        }
    }
}

impl Shape {
    /// Returns whether the coins of a set, in ascending order, have this arrangement.
    fn has(self, set: &[u64]) -> bool {
        let mut distances = set.windows(2).map(|pair| pair[1] - pair[0]);
        match self {
            Shape::Any => true,
            Shape::Neighbours => distances.all(|distance| distance == 1),
            Shape::Spaced => match distances.next() {
                Some(first) => distances.all(|distance| distance == first),
                None => true,
            },
            Shape::Symmetric => distances.clone().eq(distances.rev()),
        }
    }
}

/// Returns the sets of `size` numbers from `from` to one below `to`, ascending.
fn subsets(from: u64, to: u64, size: u64) -> impl Iterator<Item = Vec<u64>> {
    let first = (to - from >= size).then(|| (from..from + size).collect());
    std::iter::successors(first, move |set: &Vec<u64>| {
        let most = |at: usize| to - (size - at as u64);
        let at = (0..set.len()).rfind(|&at| set[at] < most(at))?;
        let mut next = set.clone();
        for (place, number) in next[at..].iter_mut().zip(set[at] + 1..) {
            *place = number;
        }
        Some(next)
    })
}

/// Returns the number of sets of `size` out of `all` things; the greatest number stands for more.
fn choices(all: u64, size: u64) -> u128 {
    let Some(rest) = all.checked_sub(size) else {
        return 0;
    };
    let mut found = 1u128;
    for taken in 1..=size.min(rest) {
        match found.checked_mul((all - taken + 1).into()) {
            Some(product) => found = product / u128::from(taken),
            None => return u128::MAX,
        }
    }
    found
}
