//! Canonical values of all positions of partizan matrix nim with entries below n, beside the naive
//! algorithm on trees without sharing, in one run:
//!
//! ```text
//! cargo bench -p short-game
//! ```

#![allow(missing_docs)]

#[path = "../tests/suite/common/mod.rs"]
mod common;

use common::matrix::{Matrix, Table2x2, table_3x3};
use common::textbook::Tree;
use divan::Bencher;
use short_game::{Arena, Game, Thermographs};

fn main() {
    divan::main();
}

/// Canonical forms as trees, each from the trees of its options.
#[divan::bench(args = [3, 4, 5, 6, 7], sample_count = 3)]
fn all_2x2_naive(n: usize) -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    let index = |m: &[Vec<u32>]| m.iter().flatten().fold(0, |sum, &e| sum * n + e as usize);
    for code in 0..n.pow(4) {
        let entry = |i: u32| (code / n.pow(3 - i) % n) as u32;
        let (left, right) =
            common::matrix::moves(&[vec![entry(0), entry(1)], vec![entry(2), entry(3)]]);
        let side = |moves: Vec<Matrix>| moves.iter().map(|m| trees[index(m)].clone()).collect();
        trees.push(Tree::new(side(left), side(right)).canonical_from_canonical());
    }
    trees
}

#[divan::bench(args = [3, 4, 5, 6, 7, 12, 16, 24, 32], sample_count = 5)]
fn all_2x2(n: usize) -> Table2x2 {
    Table2x2::new(&Arena::new(), n, 1).unwrap()
}

#[divan::bench(args = [16, 24, 32], sample_count = 5)]
fn all_2x2_two_threads(n: usize) -> Table2x2 {
    Table2x2::new(&Arena::new(), n, 2).unwrap()
}

/// In an arena of 256 MB.
#[divan::bench(args = [48], sample_count = 1)]
fn all_2x2_bounded(n: usize) -> Table2x2 {
    let limits = short_game::Limits {
        bytes: 256_000_000,
        ..short_game::Limits::default()
    };
    Table2x2::new(&Arena::with_limits(limits).unwrap(), n, 1).unwrap()
}

#[divan::bench(args = [3, 4, 5], sample_count = 3)]
fn all_3x3(n: usize) -> Vec<Game> {
    table_3x3(&Arena::new(), n).unwrap()
}

/// The thermographs of all different values of the 2 x 2 positions.
#[divan::bench(args = [16, 32], sample_count = 3)]
fn thermographs_2x2(bencher: Bencher<'_, '_>, n: usize) {
    let arena = Arena::new();
    let values = Table2x2::new(&arena, n, 1).unwrap().distinct();
    bencher.bench(|| {
        let mut thermographs = Thermographs::new(&arena);
        for &g in &values {
            thermographs.get(g).unwrap();
        }
        thermographs
    });
}
