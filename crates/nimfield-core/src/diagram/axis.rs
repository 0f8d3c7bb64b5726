//! Axes of pictures, which leave out places because numbers may be large or transfinite.

use nimbers::Ordinal;

use crate::words::Grundy;

/// A place on an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// The number at this place.
    pub label: String,
    /// Whether places before it are left out.
    pub gap: bool,
}

/// Places along one side of a picture, ascending.
///
/// The axis shows all numbers up to the largest used one if these are few, otherwise only used numbers and their
/// neighbours. Transfinite numbers form blocks, one for each multiple of w, each from its first number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    ticks: Vec<Tick>,
    numbers: Vec<Ordinal>,
}

/// Splits a number into its transfinite and its finite part; `None` if the finite part is 2^128 or more.
fn split(number: &Ordinal) -> Option<(Ordinal, u128)> {
    let above = number.terms().iter();
    let above = above.filter(|(exponent, _)| !exponent.is_zero());
    let finite = Grundy::from(Ordinal::from(number.finite_part())).finite()?;
    Some((Ordinal::from_terms(above.cloned()), finite))
}

impl Axis {
    /// Returns the axis that shows these numbers, starting at `origin`.
    #[must_use]
    pub fn of(used: impl IntoIterator<Item = Ordinal>, origin: u128) -> Axis {
        /// Blocks of at most this many numbers are shown in full.
        const ALL: u128 = 20;
        let mut places: Vec<(Ordinal, u128)> = used.into_iter().filter_map(|n| split(&n)).collect();
        places.push((Ordinal::default(), origin));
        places.sort_unstable();
        places.dedup();
        let mut axis = Axis::default();
        for block in places.chunk_by(|a, b| a.0 == b.0) {
            let limit = &block[0].0;
            let first = if limit.is_zero() { origin } else { 0 };
            let last = block[block.len() - 1].1;
            let shown: Vec<u128> = match last - first.min(last) <= ALL {
                true => (first..=last).collect(),
                false => {
                    let near = block
                        .iter()
                        .flat_map(|&(_, n)| [n.saturating_sub(1), n, n.saturating_add(1)]);
                    let mut near: Vec<u128> = near.chain([first]).filter(|&n| n >= first).collect();
                    near.sort_unstable();
                    near.dedup();
                    near
                }
            };
            let mut before = None;
            for number in shown {
                let gap = match before {
                    // A block of w has no last number before the next one begins.
                    None => !limit.is_zero(),
                    Some(before) => number - before > 1,
                };
                before = Some(number);
                let number = limit.plus(&Ordinal::from(number));
                axis.ticks.push(Tick {
                    label: number.to_string(),
                    gap,
                });
                axis.numbers.push(number);
            }
        }
        axis
    }

    /// Returns the axis that shows these finite numbers.
    #[must_use]
    pub fn of_numbers(used: impl IntoIterator<Item = u128>, origin: u128) -> Axis {
        Axis::of(used.into_iter().map(Ordinal::from), origin)
    }

    /// Returns the places.
    #[must_use]
    pub fn ticks(&self) -> &[Tick] {
        &self.ticks
    }

    /// Returns the number at a place.
    pub(super) fn number(&self, place: usize) -> &Ordinal {
        &self.numbers[place]
    }

    /// Returns the axis that shows the places of both.
    pub(super) fn and(&self, other: &Axis) -> Axis {
        let origin = self.numbers.first().and_then(split).map_or(0, |(_, n)| n);
        Axis::of(self.numbers.iter().chain(&other.numbers).cloned(), origin)
    }

    /// Returns the index of the place of a number, if it is shown.
    #[must_use]
    pub fn place(&self, number: &Ordinal) -> Option<usize> {
        self.numbers.binary_search(number).ok()
    }
}
