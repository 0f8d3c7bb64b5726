//! The genus of a position, as in Winning Ways: its behaviour in misère play with heaps of two.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use smallvec::SmallVec;

use crate::engine::{Rule, number_of};
use crate::memo::Memo;
use nimfield_core::mex::mex;
use nimfield_core::prelude::*;

/// A genus: the Grundy value g in normal play, and the misère Grundy numbers of the position
/// alone, with one heap of two, with two, and so on; the last two of them repeat forever.
///
/// Prints as `0^120` (the genus of a position without moves: 1, 2, 0, 2, 0, …); with numbers of
/// more than one digit as `12^(3,12,14)`.
///
/// **Source**: Berlekamp, Conway and Guy, Winning Ways, chapter 13.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    value: u32,
    misere: SmallVec<[u32; 4]>,
}

impl Genus {
    /// Returns the Grundy value in normal play.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.value
    }

    /// Returns the misère Grundy number.
    #[must_use]
    pub fn misere_value(&self) -> u32 {
        self.misere[0]
    }

    /// Returns the misère Grundy number together with `twos` heaps of two.
    #[must_use]
    pub fn beside_twos(&self, twos: usize) -> u32 {
        let length = self.misere.len();
        match self.misere.get(twos) {
            Some(&number) => number,
            None => self.misere[length - 2 + (twos - length) % 2],
        }
    }

    /// Returns the genus of a sum of nim heaps; `None` if a number of it is 2^32 or more.
    ///
    /// **Source**: Bouton 1901.
    #[must_use]
    pub fn of_heaps(heaps: &[u128]) -> Option<Genus> {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        // Larger numbers do not fit a genus, so `None` as documented.
        let value = u32::try_from(sum).ok()?;
        let small = heaps.iter().all(|&heap| heap <= 1);
        let misere = match (small, value) {
            (true, 0) => SmallVec::from_slice(&[1, 2, 0]),
            (true, _) => SmallVec::from_slice(&[0, 3, 1]),
            // With a heap of two or more, it behaves like normal nim.
            (false, _) => SmallVec::from_slice(&[value, value ^ 2]),
        };
        Some(Genus { value, misere })
    }

    /// Computes the genus of a position from those of its options, by the mex rule: with n heaps of two, the options
    /// are those of the position with n heaps of two, and the position with n-1 heaps of two and possibly a heap of
    /// one.
    pub(crate) fn from_options(options: &[&Genus]) -> Genus {
        let value = mex(options.iter().map(|option| option.value)) as u32;
        let periodic_from = options
            .iter()
            .map(|option| option.misere.len() - 2)
            .max()
            .unwrap_or(0);
        let mut misere: SmallVec<[u32; 4]> = SmallVec::new();
        misere.push(match options.is_empty() {
            true => 1,
            false => mex(options.iter().map(|option| option.misere_value())) as u32,
        });
        // Once the options repeat, each number depends on the previous one and on parity, so the first repetition after
        // two steps starts the period.
        loop {
            let n = misere.len();
            let before = misere[n - 1];
            let beside = options.iter().map(|option| option.beside_twos(n));
            misere.push(mex(beside.chain([before, before ^ 1])) as u32);
            if n >= periodic_from + 2 && misere[n] == misere[n - 2] {
                break;
            }
        }
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Genus { value, misere }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        if numbers.iter().all(|number| number.len() == 1) {
            write!(f, "{}^{}", self.value, numbers.concat())
        } else {
            write!(f, "{}^({})", self.value, numbers.join(","))
        }
    }
}

/// Genera are few, so positions hold their numbers.
#[derive(Default)]
struct Genera {
    genera: Vec<Genus>,
    numbers: HashMap<Genus, u32>,
}

impl Rule for &mut Genera {
    type Stop = Unfinished;

    fn of(&mut self, options: &BTreeSet<u32>) -> u128 {
        let options = options.iter().map(|&n| &self.genera[n as usize]);
        let genus = Genus::from_options(&options.collect::<Vec<_>>());
        let number = self.numbers.entry(genus).or_insert_with_key(|genus| {
            self.genera.push(genus.clone());
            self.genera.len() as u32 - 1
        });
        (*number).into()
    }

    fn bytes(&self) -> u64 {
        (4 * self.genera.len() * size_of::<Genus>()) as u64
    }
}

/// Computes the genus of a position from those of all its followers; returns it with the number of positions examined.
///
/// # Arguments
/// `root` is a whole position: each option is a single component, as for a
/// [`DisjunctiveSum`](crate::disjunctive_sum::DisjunctiveSum).
///
/// # Errors
/// If the budget runs out.
///
/// # Complexity
/// Time and bytes proportional to all followers with all their options.
///
/// # Source
/// Winning Ways, chapter 13.
pub fn genus<C: Component>(root: &C, budget: &Budget) -> Result<(Genus, u64), Unfinished> {
    let mut rule = Genera::default();
    let mut meter = Meter::new(budget, "genus");
    let number = number_of(&Memo::default(), &mut rule, root, &mut meter)?;
    Ok((rule.genera.swap_remove(number as usize), meter.done))
}
