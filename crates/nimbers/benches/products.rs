//! Single products, slices and long products, beside the textbook recursion.
//!
//! `cargo bench -p nimbers --bench products`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimbers::{
    FiniteNimber, Nimber, Nimber8, Nimber16, Nimber32, Nimber64, Nimber128, slice, tower,
};

fn main() {
    divan::main();
}

/// Elements in a slice: 8 KiB of the widest type.
const N: usize = 512;

/// A fixed sequence of words that look random (Steele, Lea and Flood's SplitMix64).
fn words(seed: u64) -> impl Iterator<Item = u64> {
    (1_u64..).map(move |i| {
        let mut z = (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

macro_rules! width {
    ($module:ident, $nimber:ident, $word:ident, $level:literal) => {
        mod $module {
            use super::*;

            fn sample(seed: u64) -> Vec<$nimber> {
                let pairs = words(seed).zip(words(seed + 1_000_000)).take(N);
                pairs
                    .map(|(a, b)| $nimber((u128::from(a) << 64 | u128::from(b)) as $word | 1))
                    .collect()
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn product_independent(bencher: Bencher) {
                let (a, b) = (sample(1), sample(2));
                let mut out = sample(3);
                bencher.bench_local(|| {
                    for ((a, b), out) in a.iter().zip(&b).zip(&mut out) {
                        *out = *a * *b;
                    }
                    black_box(&mut out);
                });
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn product_chain(bencher: Bencher) {
                let a = sample(1);
                bencher.bench_local(|| black_box(&a).iter().fold($nimber::ONE, |x, a| x * *a));
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn slice_multiply(bencher: Bencher) {
                let (a, b) = (sample(1), sample(2));
                let mut out = sample(3);
                bencher.bench_local(|| slice::multiply(black_box(&a), &b, black_box(&mut out)));
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn slice_scale(bencher: Bencher) {
                let mut a = sample(1);
                let factor = a[0];
                bencher.bench_local(|| slice::scale_assign(factor, black_box(&mut a)));
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn slice_dot(bencher: Bencher) {
                let (a, b) = (sample(1), sample(2));
                bencher.bench_local(|| slice::dot(black_box(&a), &b));
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn inverse(bencher: Bencher) {
                let a = sample(1);
                bencher.bench_local(|| {
                    black_box(&a)
                        .iter()
                        .filter_map(FiniteNimber::inverse)
                        .sum::<$nimber>()
                });
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn square_chain(bencher: Bencher) {
                let a = sample(1)[0];
                bencher.bench_local(|| (0..N).fold(black_box(a), |x, _| x.square()));
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn square_root_chain(bencher: Bencher) {
                let a = sample(1)[0];
                bencher.bench_local(|| (0..N).fold(black_box(a), |x, _| x.sqrt()));
            }

            #[divan::bench(counters = [ItemsCount::new(N)])]
            fn artin_schreier(bencher: Bencher) {
                let a: Vec<_> = sample(1)
                    .into_iter()
                    .map(|$nimber(a)| $nimber(a >> 1))
                    .collect();
                bencher.bench_local(|| {
                    black_box(&a)
                        .iter()
                        .filter_map(FiniteNimber::artin_schreier)
                        .sum::<$nimber>()
                });
            }

            #[divan::bench(counters = [ItemsCount::new(8_usize)])]
            fn textbook_product(bencher: Bencher) {
                let (a, b) = (sample(1), sample(2));
                bencher.bench_local(|| {
                    let pairs = black_box(&a).iter().zip(&b).take(8);
                    pairs.fold(0, |sum, (a, b)| {
                        sum ^ tower::product(a.0.into(), b.0.into(), $level)
                    })
                });
            }
        }
    };
}

width!(bits_8, Nimber8, u8, 3);
width!(bits_16, Nimber16, u16, 4);
width!(bits_32, Nimber32, u32, 5);
width!(bits_64, Nimber64, u64, 6);
width!(bits_128, Nimber128, u128, 7);

/// Long nimbers by their bits.
mod long {
    use super::*;

    const BITS: [usize; 5] = [256, 1024, 4096, 16_384, 65_536];

    fn sample(bits: usize, seed: u64) -> Nimber {
        Nimber::from_words(words(seed).take(bits / 64).collect())
    }

    #[divan::bench(args = BITS)]
    fn product(bencher: Bencher, bits: usize) {
        let (a, b) = (sample(bits, 1), sample(bits, 2));
        bencher.bench_local(|| black_box(&a) * black_box(&b));
    }

    #[divan::bench(args = BITS)]
    fn square(bencher: Bencher, bits: usize) {
        let a = sample(bits, 1);
        bencher.bench_local(|| black_box(&a).square());
    }

    #[divan::bench(args = BITS)]
    fn square_root(bencher: Bencher, bits: usize) {
        let a = sample(bits, 1);
        bencher.bench_local(|| black_box(&a).sqrt());
    }

    #[divan::bench(args = BITS)]
    fn inverse(bencher: Bencher, bits: usize) {
        let a = sample(bits, 1);
        bencher.bench_local(|| black_box(&a).inverse());
    }
}
