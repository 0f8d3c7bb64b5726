//! The time of nim-products of two slices of 10^7 words of 64 bits, for the comparison with NumPy arrays: the fastest
//! of five runs, in seconds, into memory that is there, and into memory that is new.

use std::time::Instant;

use nimbers::Nimber64;
use nimbers::slice::multiply;

fn main() {
    const COUNT: usize = 10_000_000;
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        Nimber64(state ^ (state >> 29))
    };
    let a: Vec<Nimber64> = (0..COUNT).map(|_| random()).collect();
    let b: Vec<Nimber64> = (0..COUNT).map(|_| random()).collect();
    let mut out = vec![Nimber64(0); COUNT];
    let (mut there, mut new) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        let start = Instant::now();
        multiply(&a, &b, &mut out);
        there = there.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let mut fresh = vec![Nimber64(0); COUNT];
        multiply(&a, &b, &mut fresh);
        new = new.min(start.elapsed().as_secs_f64());
        assert!(fresh == out);
    }
    println!("{there:.4} {new:.4}");
}
