//! Winning moves of the game Nimbers.

use divan::{Bencher, black_box};
use nimbers::{Interrupt, Nimber64, factor};
use nimfield::{Analyzer, Budget, Query};
use nimfield_games::nimbers::{Nimbers, Stone, all_moves, one_move, stone_value, value};

fn main() {
    divan::main();
}

/// Numbers without a pattern.
fn numbers(count: usize) -> Vec<u64> {
    let step = |state: &mut u64| {
        *state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        Some(*state ^ *state >> 29)
    };
    std::iter::successors(Some(0x9e37_79b9_7f4a_7c15), |&state| {
        step(&mut state.clone())
    })
    .skip(1)
    .take(count)
    .collect()
}

/// Three stones with coordinates of 64 bits.
fn position<const D: usize>() -> Nimbers {
    let numbers = numbers(3 * D);
    let stones = numbers
        .chunks(D)
        .map(|xs| Stone::new(xs.iter().map(|&x| x.into()).collect()));
    Nimbers::new(D, stones.collect()).unwrap()
}

/// One winning move with coordinates of 64 bits.
mod one {
    use super::*;

    /// The equations alone, in words.
    #[divan::bench(consts = [2, 3, 8])]
    fn factors<const D: usize>(bencher: Bencher) {
        let stones: Vec<Vec<Nimber64>> = numbers(3 * D)
            .chunks(D)
            .map(|xs| xs.iter().map(|&x| Nimber64(x)).collect())
            .collect();
        let product = |xs: &Vec<Nimber64>| xs.iter().fold(Nimber64::ONE, |product, x| product * *x);
        bencher.bench_local(|| {
            let total = stones
                .iter()
                .fold(Nimber64::ZERO, |sum, xs| sum + product(black_box(xs)));
            stones.iter().find_map(|xs| factor::decreasing(&total, xs))
        });
    }

    /// From the position to the move.
    #[divan::bench(consts = [2, 3, 8])]
    fn of_a_position<const D: usize>(bencher: Bencher) {
        let position = position::<D>();
        bencher.bench_local(|| {
            let total = value(black_box(&position), Interrupt::NEVER).unwrap();
            position
                .stones()
                .iter()
                .find_map(|stone| one_move(stone, &total, Interrupt::NEVER).unwrap())
        });
    }
}

/// All winning moves of a stone.
mod all {
    use super::*;

    /// 16 bits a coordinate: some ten thousand moves.
    #[divan::bench]
    fn solved() -> usize {
        let stone = Stone::from([0xb2c7, 0x9e31]);
        all_moves(black_box(&stone), &0x1234u32.into(), Interrupt::NEVER)
            .unwrap()
            .len()
    }

    /// The same by the naive way: all corners are tried.
    #[divan::bench(sample_count = 1, sample_size = 1)]
    fn tried() -> usize {
        let wanted = nimbers::Nimber16(0x1234);
        let (x, y) = (black_box(0xb2c7u16), black_box(0x9e31u16));
        let corners = (0..x).flat_map(|u| (0..y).map(move |v| (u, v)));
        corners
            .filter(|&(u, v)| nimbers::Nimber16(x ^ u) * nimbers::Nimber16(y ^ v) == wanted)
            .count()
    }
}

/// The transfinite position of Le Bruyn's post, from text to answer.
#[divan::bench]
fn transfinite() -> usize {
    let text = "nimbers[(2,2) (4,w) (w+2,w+3) (w+4,w+1)]";
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    let answer = nimfield::read(black_box(text))
        .unwrap()
        .analyze(&mut analyzer);
    answer.winning_moves.len()
}

/// The value of a transfinite stone.
#[divan::bench]
fn transfinite_value() -> nimbers::Ordinal {
    let stone: Vec<nimbers::Ordinal> = ["w^2+w*7+5", "w^w+w*3"]
        .iter()
        .map(|x| x.parse().unwrap())
        .collect();
    stone_value(black_box(&Stone::new(stone)), Interrupt::NEVER).unwrap()
}
