//! Partitions against plain lists.

use nimfield_games::partitions::{Partition, Run};
use proptest::prelude::*;

/// The simple representation: a list of parts.
fn listed(partition: &Partition) -> Vec<u64> {
    partition.parts().collect()
}

fn conjugate(parts: &[u64]) -> Vec<u64> {
    let columns = parts.first().copied().unwrap_or(0);
    (1..=columns)
        .map(|column| parts.iter().filter(|&&part| part >= column).count() as u64)
        .collect()
}

proptest! {
    #[test]
    fn everything_agrees_with_plain_lists(
        mut parts in prop::collection::vec(0..9u64, 0..9),
        other in prop::collection::vec(0..9u64, 0..9),
        down in 0..10u64,
        right in 0..10u64,
    ) {
        let partition = Partition::new(parts.iter().copied());
        parts.retain(|&part| part > 0);
        parts.sort_unstable_by(|a, b| b.cmp(a));
        prop_assert_eq!(&listed(&partition), &parts);
        prop_assert_eq!(partition.rows(), parts.len() as u64);
        prop_assert_eq!(partition.size(), parts.iter().map(|&part| u128::from(part)).sum());
        prop_assert_eq!(listed(&partition.conjugate()), conjugate(&parts));
        prop_assert_eq!(&partition.conjugate().conjugate(), &partition);
        let durfee = (1..=9).filter(|&d| parts.iter().filter(|&&part| part >= d).count() as u64 >= d);
        prop_assert_eq!(partition.durfee(), durfee.max().unwrap_or(0));
        for row in 0..12 {
            prop_assert_eq!(partition.part(row), parts.get(row as usize).copied().unwrap_or(0));
        }
        let other = Partition::new(other);
        let within = (0..12).all(|row| other.part(row) <= partition.part(row));
        prop_assert_eq!(partition.contains(&other), within);
        let beyond = parts.iter().skip(down as usize).map(|part| part.saturating_sub(right));
        prop_assert_eq!(partition.beyond(down, right), Partition::new(beyond));
        let rest = parts.iter().enumerate().filter(|&(i, _)| i as u64 != down);
        prop_assert_eq!(partition.without_row(down), Partition::new(rest.map(|(_, &part)| part)));
        let columns = conjugate(&parts).into_iter().enumerate();
        let rest = columns.filter(|&(j, _)| j as u64 != right).map(|(_, height)| height);
        prop_assert_eq!(partition.without_column(right), Partition::new(rest).conjugate());
    }

    #[test]
    fn words_are_the_partitions(word: u128, length in 0..=128u32) {
        let word = if length == 0 { 0 } else { word >> (128 - length) };
        let partition = Partition::from_word(word);
        prop_assert_eq!(partition.word(), Some(word));
        let bits = 128 - word.leading_zeros();
        prop_assert_eq!(partition.lines(), if word == 0 { 0 } else { u128::from(bits) + 1 });
        // Conjugation reverses the steps and exchanges them; the first and the last are fixed.
        if bits > 1 {
            let inner = word & !(1 << (bits - 1));
            let exchanged = !inner.reverse_bits() >> (129 - bits);
            prop_assert_eq!(partition.conjugate().word(), Some(exchanged | 1 << (bits - 1)));
        }
    }
}

#[test]
fn huge_partitions_cost_nothing() {
    let most = u64::MAX;
    let square = Partition::rectangle(most, most);
    assert_eq!(square.size(), u128::from(most) * u128::from(most));
    assert_eq!(square.durfee(), most);
    assert_eq!(square.conjugate(), square);
    assert_eq!(square.word(), None);
    assert_eq!(square.parts().take(3).collect::<Vec<_>>(), [most; 3]);
    let twice = Run {
        part: 2,
        count: most,
    };
    assert_eq!(Partition::from_runs([twice, twice]), None);
}

#[test]
fn exponents_are_printed() {
    assert_eq!(Partition::new([3, 5, 5]).to_string(), "5^2,3");
    assert_eq!(Partition::new([0]).to_string(), "");
}
