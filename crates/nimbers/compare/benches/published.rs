//! Products by this crate, by the published crate `nimber` 0.1 and by the textbook recursion.
//!
//! `cargo bench --manifest-path crates/nimbers/compare/Cargo.toml --features bench`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimber::FiniteNimber as Published;
use nimbers::{Nimber, Nimber64, slice, tower};
use nimbers_compare::words;

fn main() {
    divan::main();
}

/// Products of 64 bits.
mod bits_64 {
    use super::*;

    const N: usize = 512;

    fn sample(seed: u64) -> Vec<Nimber64> {
        words(seed).take(N).map(Nimber64).collect()
    }

    #[divan::bench(counters = [ItemsCount::new(N)])]
    fn ours(bencher: Bencher) {
        let (a, b, mut out) = (sample(1), sample(2), sample(3));
        bencher.bench_local(|| {
            for ((a, b), out) in a.iter().zip(&b).zip(&mut out) {
                *out = *a * *b;
            }
            black_box(&mut out);
        });
    }

    #[divan::bench(counters = [ItemsCount::new(N)])]
    fn ours_slice(bencher: Bencher) {
        let (a, b, mut out) = (sample(1), sample(2), sample(3));
        bencher.bench_local(|| slice::multiply(black_box(&a), &b, black_box(&mut out)));
    }

    #[divan::bench(counters = [ItemsCount::new(N)])]
    fn published(bencher: Bencher) {
        let of = |seed| {
            sample(seed)
                .into_iter()
                .map(|x| Published::from(x.0))
                .collect::<Vec<_>>()
        };
        let (a, b) = (of(1), of(2));
        bencher.bench_local(|| {
            for (a, b) in a.iter().zip(&b) {
                black_box(a * b);
            }
        });
    }

    #[divan::bench(counters = [ItemsCount::new(N)])]
    fn textbook(bencher: Bencher) {
        let (a, b) = (sample(1), sample(2));
        bencher.bench_local(|| {
            for (a, b) in a.iter().zip(&b) {
                black_box(tower::product(a.0.into(), b.0.into(), 6));
            }
        });
    }
}

/// Products of long nimbers by their bits.
mod long {
    use super::*;

    const BITS: [usize; 3] = [256, 1024, 4096];

    #[divan::bench(args = BITS)]
    fn ours(bencher: Bencher, bits: usize) {
        let of = |seed| Nimber::from_words(words(seed).take(bits / 64).collect());
        let (a, b) = (of(1), of(2));
        bencher.bench_local(|| black_box(&a) * black_box(&b));
    }

    #[divan::bench(args = BITS)]
    fn published(bencher: Bencher, bits: usize) {
        let of = |seed| Published::from(words(seed).take(bits / 64).collect::<Vec<_>>());
        let (a, b) = (of(1), of(2));
        bencher.bench_local(|| black_box(&a) * black_box(&b));
    }
}
