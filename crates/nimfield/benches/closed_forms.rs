//! Closed forms beside the plain way: outcomes and winning moves of single positions.
//!
//! `cargo bench -p nimfield --bench closed_forms`

use std::collections::HashMap;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimfield::Play;
use nimfield::game::Rules;
use nimfield_games::matrix::{Matrix, two_by_two};
use nimfield_games::wythoff;

fn main() {
    divan::main();
}

/// How many positions a sample goes through.
const POSITIONS: usize = 1_000;

/// Numbers that look random (splitmix64).
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}

/// 2x2 positions with entries below 2^63, one in four with a constant diagonal and one in four
/// won by a single move: random ones would all be decided by a glance.
fn two_by_twos() -> Vec<[[u64; 2]; 2]> {
    let mut numbers = numbers(1).map(|n| n >> 1);
    let mut next = || numbers.next().unwrap_or(0);
    (0..POSITIONS)
        .map(|i| {
            let (a, b, d) = (next(), next(), next());
            match i % 4 {
                0 => [[a, b], [b, d]],
                1 => [[a, b], [b + (d >> 8), d]],
                _ => [[a, b], [next(), d]],
            }
        })
        .collect()
}

#[divan::bench_group(name = "2x2, all winning moves")]
mod two_by_two_moves {
    use super::*;

    #[divan::bench]
    fn theorem_3_u64(bencher: Bencher) {
        let positions = two_by_twos();
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            for position in &positions {
                black_box(two_by_two::winning_moves(black_box(*position)));
            }
        });
    }

    #[divan::bench]
    fn theorem_3_u128(bencher: Bencher) {
        let positions = two_by_twos();
        let wide = |entry: u64| u128::from(entry) << 64 | u128::from(entry);
        let positions: Vec<_> = positions
            .iter()
            .map(|rows| rows.map(|row| row.map(wide)))
            .collect();
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            for position in &positions {
                black_box(two_by_two::winning_moves(black_box(*position)));
            }
        });
    }

    /// The plain way: the game tree with a memory, for entries below 12 instead of 2^63.
    #[divan::bench(sample_count = 10)]
    fn game_tree_entries_below_12(bencher: Bencher) {
        let small = |entry: u64| u128::from(entry % 12);
        let positions: Vec<_> = two_by_twos()
            .iter()
            .map(|rows| rows.map(|row| row.map(small)))
            .collect();
        bencher.counter(ItemsCount::new(1u32)).bench(|| {
            let mut known = HashMap::new();
            black_box(game_tree_is_p(&Matrix::of(positions[7]), &mut known))
        });
    }
}

fn game_tree_is_p(position: &Matrix, known: &mut HashMap<String, bool>) -> bool {
    let key = position.to_string();
    if let Some(&is_p) = known.get(&key) {
        return is_p;
    }
    let moves: Vec<_> = position.moves().collect();
    let is_p = moves.iter().all(|mv| {
        let after = position.clone().play(mv);
        after.is_ok_and(|after| !game_tree_is_p(&after, known))
    });
    known.insert(key, is_p);
    is_p
}

/// Every other one a pair of Wythoff's.
fn pairs<T: Copy + TryFrom<u128>>(bits: u32) -> Vec<(T, T)> {
    let mut numbers = numbers(2);
    let mut next = || {
        let wide =
            u128::from(numbers.next().unwrap_or(0)) << 64 | u128::from(numbers.next().unwrap_or(0));
        wide >> (128 - bits)
    };
    let mut pairs = Vec::new();
    while pairs.len() < POSITIONS {
        let (a, other) = (next(), next());
        let b = if pairs.len() % 2 == 0 {
            wythoff::partner(a)
        } else {
            Some(other)
        };
        let pair = b.and_then(|b| Some((T::try_from(a).ok()?, T::try_from(b).ok()?)));
        pairs.extend(pair);
    }
    pairs
}

#[divan::bench_group(name = "Wythoff, outcome")]
mod wythoff_outcome {
    use super::*;

    #[divan::bench]
    fn squares_u64(bencher: Bencher) {
        let pairs = pairs::<u64>(63);
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            for &(a, b) in &pairs {
                black_box(wythoff::is_p(
                    black_box(a).into(),
                    black_box(b).into(),
                    Play::Normal,
                ));
            }
        });
    }

    #[divan::bench]
    fn squares_u128(bencher: Bencher) {
        let pairs = pairs::<u128>(127);
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            for &(a, b) in &pairs {
                black_box(wythoff::is_p(black_box(a), black_box(b), Play::Normal));
            }
        });
    }

    #[divan::bench]
    fn partner_u128(bencher: Bencher) {
        let pairs = pairs::<u128>(127);
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
            for &(a, _) in &pairs {
                black_box(wythoff::partner(black_box(a)));
            }
        });
    }

    /// The plain way: the pairs one after the other, up to numbers of 20 bits.
    #[divan::bench(sample_count = 10)]
    fn list_of_pairs_20_bits(bencher: Bencher) {
        bencher.counter(ItemsCount::new(1u32)).bench(|| {
            let mut used = vec![false; 1 << 21];
            let (mut least, mut n) = (0usize, 0);
            while least < black_box(1 << 20) {
                used[least] = true;
                if let Some(partner) = used.get_mut(least + n) {
                    *partner = true;
                }
                n += 1;
                while used[least] {
                    least += 1;
                }
            }
            black_box(n)
        });
    }
}
