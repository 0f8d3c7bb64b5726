//! What is known of a level as words that are sent.

use super::super::super::census::{CensusLevel, Light};
use super::super::super::order::Order;
use super::super::tables::Counts;

/// More words than those of a level, or of a part of it, with so many partitions.
pub(super) fn most(partitions: usize) -> usize {
    partitions + Order::MOST as usize + 8
}

/// A level.
pub(super) fn of_level(level: &CensusLevel) -> Vec<u64> {
    let mut words = vec![level.counts.len() as u64];
    words.extend(&level.counts);
    words.push(level.heavy);
    words.extend(level.light.iter().map(|light| word(*light)));
    words
}

/// The level of these words; `None` if they cannot be that of so many partitions of n.
pub(super) fn to_level(words: &[u64], n: u32, partitions: u64) -> Option<CensusLevel> {
    let (values, rest) = words.split_first()?;
    let values = usize::try_from(*values).ok()?;
    if values > n as usize + 1 {
        return None;
    }
    let (counts, rest) = rest.split_at_checked(values)?;
    let (heavy, rest) = rest.split_first()?;
    let light: Option<Vec<Light>> = rest.iter().map(|word| light(*word, partitions)).collect();
    let level = CensusLevel {
        counts: counts.to_vec(),
        heavy: *heavy,
        light: light?,
    };
    is_sound(&level, partitions).then_some(level)
}

/// Whether the numbers of a level agree with each other.
pub(super) fn is_sound(level: &CensusLevel, partitions: u64) -> bool {
    let all = level
        .counts
        .iter()
        .try_fold(0u64, |sum, count| sum.checked_add(*count));
    let mut heavy = level.counts.clone();
    let of_values = level.light.iter().all(|light| {
        let count = heavy.get_mut(usize::from(light.value()));
        count.is_some_and(|count| {
            let some = *count > 0;
            *count -= u64::from(some);
            some
        })
    });
    let in_order = level.light.is_sorted_by(|a, b| a.place() < b.place());
    let heavy: u64 = if all.is_some() { heavy.iter().sum() } else { 0 };
    all == Some(partitions)
        && of_values
        && in_order
        && heavy == level.heavy
        && level.counts.last() != Some(&0)
}

/// What a process has counted of its share.
pub(super) fn of_counts(counts: &Counts) -> Vec<u64> {
    let mut words = vec![u64::from(counts.undecided), counts.heavy];
    words.extend(counts.values);
    words.extend(counts.light.iter().map(|light| word(*light)));
    words
}

/// The counts of these words; `None` if they are none of so many partitions of a level of `all`.
pub(super) fn to_counts(words: &[u64], partitions: u64, all: u64) -> Option<Counts> {
    let (&[undecided, heavy], rest) = words.split_first_chunk()?;
    let (&values, rest) = rest.split_first_chunk()?;
    let light: Option<Vec<Light>> = rest.iter().map(|word| light(*word, all)).collect();
    let counts = Counts {
        values,
        heavy,
        light: light?,
        undecided: undecided != 0,
    };
    // So that sums of these do not overflow.
    let is_small = |count: &u64| *count <= partitions;
    let are_small = counts.values.iter().all(is_small) && is_small(&heavy);
    are_small.then_some(counts)
}

fn word(light: Light) -> u64 {
    light.place() << 8 | u64::from(light.value())
}

fn light(word: u64, partitions: u64) -> Option<Light> {
    let place = word >> 8;
    (place < partitions).then(|| Light::new(place, word as u8))
}
