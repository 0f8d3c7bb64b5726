//! The genus of a position, as in Winning Ways: how it behaves in misère play beside heaps of two.

use std::collections::HashMap;
use std::fmt;

use smallvec::SmallVec;

use crate::solve::budget::{Budget, Progress, Unfinished};
use crate::solve::component::Component;

/// A genus: the Grundy value g in normal play, and the misère Grundy numbers of the position
/// alone, with one heap of two, with two, and so on; the last two of them repeat for ever.
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
    /// The Grundy value in normal play.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.value
    }

    /// The misère Grundy number.
    #[must_use]
    pub fn misere_value(&self) -> u32 {
        self.misere[0]
    }

    /// The misère Grundy number beside `twos` heaps of two.
    #[must_use]
    pub fn beside_twos(&self, twos: usize) -> u32 {
        let length = self.misere.len();
        match self.misere.get(twos) {
            Some(&number) => number,
            None => self.misere[length - 2 + (twos - length) % 2],
        }
    }

    /// The genus of a position from those of its options, by the mex rule: the options beside n
    /// heaps of two are those of the position beside n, and the position beside n-1 with a heap of
    /// one or nothing in addition.
    fn from_options(options: &[&Genus]) -> Genus {
        let value = mex(options.iter().map(|option| option.value));
        let periodic_from = options
            .iter()
            .map(|option| option.misere.len() - 2)
            .max()
            .unwrap_or(0);
        let mut misere: SmallVec<[u32; 4]> = SmallVec::new();
        misere.push(match options.is_empty() {
            true => 1,
            false => mex(options.iter().map(|option| option.misere_value())),
        });
        // From where the options repeat, each number depends on the one before and on parity, so
        // the first return after two steps starts the period.
        loop {
            let n = misere.len();
            let before = misere[n - 1];
            let beside = options.iter().map(|option| option.beside_twos(n));
            misere.push(mex(beside.chain([before, before ^ 1])));
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

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: SmallVec<[u32; 64]> = values.collect();
    seen.sort_unstable();
    seen.dedup();
    let gap = seen
        .iter()
        .enumerate()
        .find(|&(i, &value)| i as u32 != value);
    gap.map_or(seen.len(), |(i, _)| i) as u32
}

/// A genus and what it cost.
#[derive(Clone, Debug)]
pub struct Found {
    /// The genus.
    pub genus: Genus,
    /// The positions looked at.
    pub positions: u64,
}

/// The genus of a position, from those of all its followers.
///
/// # Errors
/// If the budget runs out.
pub fn genus<C: Component>(root: &C, budget: &Budget) -> Result<Found, Unfinished> {
    let key_of = |component: &C| {
        let mut key = Vec::new();
        component.key(&mut key);
        key
    };
    let mut known: HashMap<Vec<u8>, Genus> = HashMap::new();
    // Rough bytes of the map: keys, genera and table.
    let mut bytes = 0u64;
    let mut stack = vec![(root.clone(), key_of(root))];
    while let Some((component, key)) = stack.pop() {
        if known.contains_key(&key) {
            continue;
        }
        let mut keys = Vec::new();
        let mut unknown = Vec::new();
        let mut option = Vec::new();
        for index in 0..component.option_count() {
            option.clear();
            component.option(index, &mut option);
            // The whole sum is one component, so its options are one component each.
            for option in option.drain(..) {
                let key = key_of(&option);
                if !known.contains_key(&key) {
                    unknown.push((option, key.clone()));
                }
                keys.push(key);
            }
        }
        if unknown.is_empty() {
            let options: Vec<&Genus> = keys.iter().map(|key| &known[key]).collect();
            let genus = Genus::from_options(&options);
            bytes += 2 * (key.len() + size_of::<(Vec<u8>, Genus)>()) as u64 + 32;
            known.insert(key, genus);
            let done = known.len() as u64;
            let limits = budget.fits(bytes).and_then(|()| budget.check(done));
            limits.map_err(|limit| Unfinished {
                limit,
                done,
                total: None,
            })?;
            if done.is_multiple_of(256) {
                budget.report(Progress {
                    phase: "genus",
                    done,
                    total: None,
                });
            }
        } else {
            stack.push((component, key));
            stack.extend(unknown);
        }
    }
    Ok(Found {
        genus: known[&key_of(root)].clone(),
        positions: known.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::nim::NimHeap;
    use crate::solve::joint::Joint;

    fn of(heaps: &[u128]) -> String {
        let sum = Joint::new(heaps.iter().map(|&heap| NimHeap(heap)));
        genus(&sum, &Budget::unlimited()).unwrap().genus.to_string()
    }

    #[test]
    fn genera_of_nim_heaps_are_those_of_winning_ways() {
        assert_eq!(of(&[]), "0^120");
        assert_eq!(of(&[1]), "1^031");
        assert_eq!(of(&[2]), "2^20");
        assert_eq!(of(&[3]), "3^31");
        assert_eq!(of(&[4]), "4^46");
        assert_eq!(of(&[2, 2]), "0^02");
        assert_eq!(of(&[2, 3]), "1^13");
        assert_eq!(of(&[8]), "8^(8,10)");
    }
}
