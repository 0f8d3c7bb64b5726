//! One winning move of the game Nimbers: factors of the value with prescribed top bits.
//!
//! `cargo bench -p nimbers --bench factor`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimbers::{Nimber64, Nimber128, factor};

fn main() {
    divan::main();
}

const STONES: usize = 256;

fn words() -> impl FnMut() -> u64 {
    let mut state = 0_u64;
    move || {
        // Steele, Lea and Flood's SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Stones with random coordinates, each alone on its board.
#[divan::bench(args = [2, 3, 8], counters = [ItemsCount::new(STONES)])]
fn random_64_bits(bencher: Bencher, dimensions: usize) {
    let mut word = words();
    let stones: Vec<Vec<_>> = (0..STONES)
        .map(|_| (0..dimensions).map(|_| Nimber64(word() | 1)).collect())
        .collect();
    bench(bencher, &stones);
}

/// Lone powers of two whose values lie in a subfield.
#[divan::bench(counters = [ItemsCount::new(STONES)])]
fn adversarial_64_bits(bencher: Bencher) {
    let mut word = words();
    let stones: Vec<Vec<_>> = (0..STONES)
        .map(|_| {
            [word(), word()]
                .map(|i| Nimber64(1 << (32 + i % 32)))
                .to_vec()
        })
        .collect();
    bench(bencher, &stones);
}

fn bench(bencher: Bencher, stones: &[Vec<Nimber64>]) {
    let values: Vec<Nimber64> = stones.iter().map(|stone| stone.iter().product()).collect();
    bencher.bench_local(|| {
        for (value, stone) in values.iter().zip(stones) {
            black_box(factor::decreasing(value, stone));
        }
    });
}

#[divan::bench(args = [2, 3, 8], counters = [ItemsCount::new(STONES)])]
fn random_128_bits(bencher: Bencher, dimensions: usize) {
    let mut word = words();
    let mut wide = || Nimber128(u128::from(word()) << 64 | u128::from(word()) | 1);
    let stones: Vec<Vec<_>> = (0..STONES)
        .map(|_| (0..dimensions).map(|_| wide()).collect())
        .collect();
    let values: Vec<Nimber128> = stones.iter().map(|stone| stone.iter().product()).collect();
    bencher.bench_local(|| {
        for (value, stone) in values.iter().zip(&stones) {
            black_box(factor::decreasing(value, stone));
        }
    });
}
