//! Single positions of the games on partitions, beside plain option listing.
//!
//! `cargo bench -p nimfield --bench partitions`

use std::collections::HashMap;

use divan::{Bencher, black_box};
use nimfield::{Analyzer, Budget, Play, Query};
use nimfield_engines::sub_diagrams::{Removed, SubDiagrams};
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::{Pnim, closed_form};

fn main() {
    divan::main();
}

/// Partitions of 60 without closed form, with ever more corners.
const SIXTY: [&[u64]; 5] = [
    &[15, 15, 10, 10, 5, 5],
    &[12, 11, 8, 8, 7, 5, 4, 3, 2],
    &[11, 9, 8, 7, 7, 5, 5, 3, 2, 2, 1],
    &[10, 9, 8, 7, 5, 5, 4, 4, 3, 2, 2, 1],
    &[9, 8, 8, 6, 6, 5, 4, 4, 3, 3, 2, 1, 1],
];

/// Partitions that plain listing can finish.
const SMALL: [&[u64]; 2] = [&[6, 5, 5, 4, 2, 2, 1], &[8, 7, 6, 5, 5, 4, 3, 1, 1]];

fn value(parts: &[u64]) -> u32 {
    let partition = Partition::new(parts.iter().copied());
    assert!(closed_form(&partition).is_none());
    let word = partition.word().expect("short") as u64;
    let found = SubDiagrams::new(word, Removed::Any, Play::Normal, &Budget::unlimited());
    found.expect("no limit").value()
}

/// The value, by the values of all sub-diagrams.
#[divan::bench(args = 0..SIXTY.len())]
fn value_of_60(bencher: Bencher, which: usize) {
    bencher.bench_local(|| value(black_box(SIXTY[which])));
}

/// Value and all winning moves beside a nim heap of seven, from text to answer.
#[divan::bench(args = 0..SIXTY.len())]
fn moves_of_60(bencher: Bencher, which: usize) {
    let partition = Partition::new(SIXTY[which].iter().copied());
    let text = format!("pnim[{partition}] + nim[7]");
    bencher.bench_local(|| {
        let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
        let answer = nimfield::read(black_box(&text))
            .expect("a position")
            .analyze(&mut analyzer);
        answer.winning_moves.len()
    });
}

/// Forty distinct parts, by theorem.
#[divan::bench]
fn forty_distinct_parts(bencher: Bencher) {
    let position = Pnim(Partition::new((1..=40).map(|i| i * i)));
    bencher.bench_local(|| {
        let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
        analyzer.analyze(black_box(&position)).value
    });
}

/// The same values by sub-diagrams and by listing all options.
mod small {
    use super::*;

    #[divan::bench(args = 0..SMALL.len())]
    fn sub_diagrams(bencher: Bencher, which: usize) {
        bencher.bench_local(|| value(black_box(SMALL[which])));
    }

    #[divan::bench(args = 0..SMALL.len(), sample_count = 3, sample_size = 1)]
    fn all_options_listed(bencher: Bencher, which: usize) {
        assert_eq!(
            listed(&SMALL[which].to_vec(), &mut HashMap::new()),
            value(SMALL[which])
        );
        bencher.bench_local(|| listed(&black_box(SMALL[which]).to_vec(), &mut HashMap::new()));
    }
}

/// The value by the mex rule over all distinct options, remembered.
fn listed(parts: &Vec<u64>, known: &mut HashMap<Vec<u64>, u32>) -> u32 {
    if let Some(&value) = known.get(parts) {
        return value;
    }
    let mut values = Vec::new();
    let mut options = sub_multisets(parts);
    let columns = sub_multisets(&conjugate(parts));
    options.extend(columns.iter().map(|heights| conjugate(heights)));
    for option in options.iter().filter(|option| *option != parts) {
        values.push(listed(option, known));
    }
    let value = (0..)
        .find(|value| !values.contains(value))
        .expect("some value is missing");
    known.insert(parts.clone(), value);
    value
}

fn conjugate(parts: &[u64]) -> Vec<u64> {
    let columns = parts.first().copied().unwrap_or(0);
    let height = |column| parts.iter().filter(|&&part| part > column).count() as u64;
    (0..columns).map(height).collect()
}

fn sub_multisets(parts: &[u64]) -> Vec<Vec<u64>> {
    let mut found: Vec<Vec<u64>> = vec![Vec::new()];
    for run in parts.chunk_by(|a, b| a == b) {
        let before = found.clone();
        for count in 1..=run.len() {
            found.extend(before.iter().map(|kept| [kept, &run[..count]].concat()));
        }
    }
    found
}
