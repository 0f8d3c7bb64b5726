//! Which sets of coins a move turns.

use nimfield_core::expression::Expression;

use crate::amounts::Amounts;

/// Letters of a condition beside the parameters: the first and the last coin of a set, and how many coins it has.
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

/// How the coins of a set lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Any,
    /// Each beside the next.
    Neighbours,
    /// All at the same distance from the next.
    Spaced,
    /// The same from the left and from the right.
    Symmetric,
}

impl Turn {
    /// Returns whether the condition admits a set.
    fn admits(&self, set: &[u64]) -> bool {
        let (Some(guard), Some(first), Some(last)) = (&self.guard, set.first(), set.last()) else {
            return true;
        };
        let letters = [i128::from(*first), i128::from(*last), set.len() as i128];
        let values: Vec<i128> = letters
            .into_iter()
            .chain(self.scope.iter().copied())
            .collect();
        guard.holds(&values)
    }

    /// Calls `each` with the sets that have `last` for their last coin, in ascending order, as long as it returns
    /// true; `from` is the first coin of the row. Returns whether it always did.
    pub(crate) fn sets(&self, from: u64, last: u64, each: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let mut give = |set: &[u64]| !self.admits(set) || each(set);
        let mut size = 0;
        while let Some(next) = self.sizes.next_after(size) {
            size = next;
            if size > last - from + 1 {
                break;
            }
            let others = size - 1;
            let on = match self.shape {
                Shape::Neighbours => {
                    let set: Vec<u64> = (last - others..=last).collect();
                    give(&set)
                }
                Shape::Spaced if others == 0 => give(&[last]),
                Shape::Spaced => (1..=(last - from) / others).all(|step| {
                    let set: Vec<u64> = (0..size).map(|at| last - (others - at) * step).collect();
                    give(&set)
                }),
                Shape::Any => subsets(from, last, others as usize, &mut |before| {
                    give(&[before, &[last]].concat())
                }),
                Shape::Symmetric if others == 0 => give(&[last]),
                Shape::Symmetric => (from..last).all(|first| {
                    // Coins strictly inside come in pairs, but for the one in the middle.
                    let inside = size - 2;
                    let middle = (last - first).is_multiple_of(2);
                    if inside % 2 == 1 && !middle {
                        return true;
                    }
                    let half = first + (last - first).div_ceil(2);
                    subsets(first + 1, half, (inside / 2) as usize, &mut |left| {
                        let mut set = vec![first];
                        set.extend_from_slice(left);
                        set.extend((inside % 2 == 1).then_some(half));
                        set.extend(left.iter().rev().map(|coin| first + last - coin));
                        set.push(last);
                        give(&set)
                    })
                }),
            };
            if !on {
                return false;
            }
        }
        true
    }
}

/// Calls `each` with all sets of `size` numbers from `from` to one below `to`, as long as it returns true.
fn subsets(from: u64, to: u64, size: usize, each: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    if (to - from) < size as u64 {
        return true;
    }
    let mut set: Vec<u64> = (from..from + size as u64).collect();
    loop {
        if !each(&set) {
            return false;
        }
        let most = |at: usize| to - (size - at) as u64;
        let Some(at) = (0..size).rfind(|&at| set[at] < most(at)) else {
            return true;
        };
        set[at] += 1;
        for next in at + 1..size {
            set[next] = set[next - 1] + 1;
        }
    }
}
