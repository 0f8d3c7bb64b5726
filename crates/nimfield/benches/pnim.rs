//! The values of all partitions in PNim: the engines, and beside them plain option listing.
//!
//! `cargo bench -p nimfield --bench pnim`. The large figures of the book are those of
//! `cargo run --release -p nimfield --example census -- sparse 100 2` and its like.

use std::collections::HashMap;

use divan::{Bencher, black_box, counter::ItemsCount};
use nimfield::Budget;
use nimfield_games::partitions::order::{Order, conjugate};
use nimfield_games::partitions::pnim::census::{Census, Grading, Save, Stop, perimeter, sparse};

fn main() {
    divan::main();
}

type Engine = fn(&mut Census, u32, &Budget, &mut Save<'_>) -> Result<(), Stop>;

fn engine(bencher: Bencher, engine: Engine, grading: Grading, up_to: u32, threads: usize) {
    let partitions = match grading {
        Grading::Size => {
            let order = Order::new(up_to);
            (0..=up_to).map(|n| u64::from(order.count(n))).sum()
        }
        Grading::Perimeter => 1u64 << (up_to - 1),
    };
    let budget = Budget::unlimited().threads(threads);
    bencher.counter(ItemsCount::new(partitions)).bench(|| {
        let mut census = Census::new(grading);
        engine(&mut census, up_to, &budget, &mut |_| Ok(())).expect("no limit");
        black_box(census)
    });
}

/// All options of every partition are listed and looked up.
#[divan::bench(args = [20, 26, 32], sample_count = 3)]
fn all_options_listed(bencher: Bencher, up_to: u32) {
    let order = Order::new(up_to);
    let partitions: u64 = (0..=up_to).map(|n| u64::from(order.count(n))).sum();
    bencher.counter(ItemsCount::new(partitions)).bench(|| {
        let mut values: HashMap<Vec<u8>, u32> = HashMap::new();
        for n in 0..=up_to {
            order.for_each(n, |parts| {
                let mut reached = vec![false; 2 * n as usize + 2];
                for kept in kept(parts) {
                    reached[values[&kept] as usize] = true;
                }
                for kept in kept(&conjugate(parts)) {
                    reached[values[&conjugate(&kept)] as usize] = true;
                }
                let value = reached.iter().position(|reached| !reached).unwrap_or(0);
                values.insert(parts.to_vec(), value as u32);
            });
        }
        black_box(values)
    });
}

/// All proper sub-multisets.
fn kept(parts: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for run in parts.chunk_by(|a, b| a == b) {
        let longer = all.iter().flat_map(|before: &Vec<u8>| {
            (0..=run.len()).map(move |count| [before, &run[..count]].concat())
        });
        all = longer.collect();
    }
    all.retain(|kept| kept.len() < parts.len());
    all
}

#[divan::bench(args = [32, 50, 60, 70], sample_count = 3)]
fn sparse_one_thread(bencher: Bencher, up_to: u32) {
    engine(bencher, sparse::extend, Grading::Size, up_to, 1);
}

#[divan::bench(args = [60, 70, 82], sample_count = 2)]
fn sparse_two_threads(bencher: Bencher, up_to: u32) {
    engine(bencher, sparse::extend, Grading::Size, up_to, 2);
}

#[divan::bench(args = [20, 24, 27], sample_count = 3)]
fn by_words_one_thread(bencher: Bencher, up_to: u32) {
    engine(bencher, perimeter::extend, Grading::Perimeter, up_to, 1);
}

#[divan::bench(args = [24, 27, 30], sample_count = 2)]
fn by_words_two_threads(bencher: Bencher, up_to: u32) {
    engine(bencher, perimeter::extend, Grading::Perimeter, up_to, 2);
}
