//! The whole process: `nimfield analyze -` on 10,000 mixed 2x2 positions.
//!
//! `cargo bench -p nimfield-cli --bench process`

use std::io::Write;
use std::process::{Command, Stdio};

use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const POSITIONS: u64 = 10_000;

/// Positions with entries from 0 to 2^40, of all shapes that Theorem 3 distinguishes.
fn input() -> String {
    let mut state = 1u64;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 24) % below
    };
    let position = |i: u64| {
        let below = [3, 30, 1_000, 1 << 40][(i % 4) as usize];
        let [a, b, c, d] = [0; 4].map(|_| next(below));
        let c = if i.is_multiple_of(3) { b } else { c };
        format!("matrix[{a} {b}; {c} {d}]\n")
    };
    (0..POSITIONS).map(position).collect()
}

#[divan::bench(args = ["--json", "--quiet"], sample_count = 10)]
fn analyze_10_000_positions(bencher: Bencher, form: &str) {
    let input = input();
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_nimfield"))
            .args(["analyze", form, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = process.stdin.take().expect("stdin is a pipe");
        stdin
            .write_all(input.as_bytes())
            .expect("the program reads");
        drop(stdin);
        assert!(process.wait().expect("the program ends").success());
    });
}
