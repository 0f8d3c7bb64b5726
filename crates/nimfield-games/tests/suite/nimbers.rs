//! Winning moves on transfinite boards of Nimbers.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use nimbers::{Interrupt, Ordinal};
use nimfield_core::budget::Budget;
use nimfield_core::game::{Part, Rules, Theory};
use nimfield_core::words::{Grundy, Play};
use nimfield_games::internals::packed;
use nimfield_games::nimbers::{BoxMove, Nimbers, Stone, all_moves, one_move};

fn ordinal(text: &str) -> Ordinal {
    text.parse().unwrap()
}

/// All winning moves if they can be listed, or one.
fn winning_moves(board: &Nimbers) -> Result<Vec<BoxMove>, String> {
    let [part] = &Part::of(board)[..] else {
        unreachable!("the board is one part")
    };
    let summand = part.position();
    let budget = Budget::unlimited();
    if let Some(moves) = summand.candidates(Play::Normal, Grundy::ZERO, &budget) {
        return Ok(moves.into_iter().map(|mv| part.named(mv)).collect());
    }
    let found = summand.move_to_value(Play::Normal, &Grundy::ZERO, &budget);
    Ok(vec![part.named(found.expect("theory says something")?)])
}

/// The nim-sum of the products of coordinates, computed here independently.
fn sum_of_products(board: &Nimbers) -> Ordinal {
    let product = |stone: &Stone| {
        let coordinates = stone.coordinates().iter();
        coordinates.fold(Ordinal::one(), |product, x| {
            product.times(x, Interrupt::NEVER).unwrap()
        })
    };
    board.stones().iter().map(product).sum()
}

/// Checks that there are moves, that they are legal, and that they leave the value 0.
fn check(board: &Nimbers, moves: Result<Vec<BoxMove>, String>) {
    let moves = moves.unwrap_or_else(|why| panic!("{board}: {why}"));
    assert!(!moves.is_empty(), "{board}");
    for mv in moves {
        let after = board.clone().play(&mv).unwrap();
        assert!(sum_of_products(&after).is_zero(), "{board}: {mv}");
    }
}

/// Random coordinates whose terms are among some powers of ω, each with a probability of one in this number.
struct Boards {
    random: fastrand::Rng,
    powers: &'static [&'static str],
    sparsity: u32,
}

/// Those below ω^(ω·2).
const LOW: &[&str] = &["w^(w+2)", "w^(w+1)", "w^w", "w^3", "w^2", "w"];
/// With components of the primes 3, 5 and 7, and products of all of them.
const HIGH: &[&str] = &[
    "w^(w^2*3+w*2+4)",
    "w^(w^2*2)",
    "w^(w^2)",
    "w^(w*7)",
    "w^(w*4+1)",
    "w^(w*2+8)",
    "w^7",
    "w^2",
];

impl Boards {
    fn new(seed: u64, powers: &'static [&'static str], sparsity: u32) -> Boards {
        Boards {
            random: fastrand::Rng::with_seed(seed),
            powers,
            sparsity,
        }
    }

    fn coordinate(&mut self) -> Ordinal {
        let mut sum = Ordinal::from(self.random.u32(1..6));
        for power in self.powers {
            if self.random.u32(..self.sparsity) == 0 {
                let factor = self.random.u32(1..6);
                sum = sum.plus(&ordinal(&format!("{power}*{factor}")));
            }
        }
        sum
    }

    /// A board that the player to move wins, of two or three stones.
    fn next(&mut self, dimension: usize) -> Nimbers {
        loop {
            let count = self.random.usize(2..4);
            let stones =
                (0..count).map(|_| Stone::new((0..dimension).map(|_| self.coordinate()).collect()));
            let board = Nimbers::new(dimension, stones.collect()).unwrap();
            if !sum_of_products(&board).is_zero() {
                return board;
            }
        }
    }
}

/// Each of this many boards has a move. Prints the time it takes to find one or all, and the length of the moves in
/// words.
fn win(mut boards: Boards, dimension: usize, count: u32) {
    let (mut total, mut longest) = (Duration::ZERO, (Duration::ZERO, String::new()));
    let mut words = Vec::new();
    for _ in 0..count {
        let board = boards.next(dimension);
        let start = Instant::now();
        let moves = winning_moves(&board);
        let time = start.elapsed();
        total += time;
        longest = longest.max((time, board.to_string()));
        let length = |moves: &Vec<BoxMove>| moves.iter().map(|mv| mv.to_string().len()).min();
        words.extend(moves.as_ref().ok().and_then(length));
        check(&board, moves);
    }
    words.sort_unstable();
    println!(
        "{dimension} dimensions, {count} boards: mean {:?}, longest {:?} for {}; a move has {} signs, at most {:?}",
        total / count,
        longest.0,
        longest.1,
        words[words.len() / 2],
        words.last()
    );
}

#[test]
fn every_board_of_the_plane_has_a_move() {
    win(Boards::new(11, LOW, 4), 2, 200);
}

#[test]
fn every_board_of_space_has_a_move() {
    win(Boards::new(12, LOW, 4), 3, 150);
}

#[test]
#[ignore = "minutes without optimisation"]
fn every_board_has_a_move_widely() {
    for (powers, sparsity, dimension, count) in [
        (LOW, 4, 2, 2_000),
        (LOW, 4, 3, 1_000),
        (LOW, 2, 2, 300),
        (LOW, 2, 4, 100),
        (HIGH, 5, 2, 100),
        (HIGH, 5, 3, 50),
    ] {
        win(Boards::new(13, powers, sparsity), dimension, count);
    }
}

#[test]
fn powers_that_wrap_around_have_moves() {
    // Sums of degrees at and above the prime of a component, with few free choices and with many.
    for text in [
        "nimbers[(3,3) (w^2,w^2)]",
        "nimbers[(w^2,w) (1,1)]",
        "nimbers[(w^2,w^2) (w,w)]",
        "nimbers[(w^2,w^2,w^2) (w+1,5,1)]",
        "nimbers[(w^2,w^2,w^2,w^2) (2,w,w,1)]",
        "nimbers[(w^8,w^8) (w^5,w^7) (w,2)]",
        "nimbers[(w^(w*4),w^(w*4)) (w^(w*3)+w,w+2)]",
        "nimbers[(w^(w*4),w^(w*4),w^(w*4)) (w^(w*3),w,w+2)]",
        "nimbers[(w^(w*4)+w^2,w^w+w) (w,w)]",
        "nimbers[(w^(w^2*6),w^(w^2*6)) (w^(w^2*3)+w,w+2)]",
        "nimbers[(w^(w^2*6),w^(w^2)) (w,w)]",
    ] {
        let board: Nimbers = text.parse().unwrap();
        check(&board, winning_moves(&board));
    }
}

/// The ordinals up to the given coefficients of these powers.
fn grid(powers: &[(&str, u32)]) -> Vec<Ordinal> {
    let mut all = vec![Ordinal::ZERO];
    for (power, most) in powers {
        let terms = (0..=*most).map(|c| ordinal(power).times(&c.into(), Interrupt::NEVER).unwrap());
        let terms: Vec<Ordinal> = terms.collect();
        let sums = all
            .iter()
            .flat_map(|x| terms.iter().map(|term| x.plus(term)));
        all = sums.collect();
    }
    all
}

/// The list of moves is compared with all corners of a grid, for changes that corners of the grid make.
fn complete(stone: [&str; 2], grid: [&[(&str, u32)]; 2], step: usize) {
    let stone = Stone::new(stone.iter().map(|x| ordinal(x)).collect());
    let [x, y] = stone.coordinates() else {
        unreachable!("two coordinates")
    };
    let below = |x: &Ordinal, powers| {
        let all = self::grid(powers).into_iter();
        all.filter(|u| u < x).collect::<Vec<_>>()
    };
    let corners: Vec<[Ordinal; 2]> = below(x, grid[0])
        .iter()
        .flat_map(|u| below(y, grid[1]).into_iter().map(|v| [u.clone(), v]))
        .collect();
    let changes = corners.iter();
    let changes = changes.map(|[u, v]| x.plus(u).times(&y.plus(v), Interrupt::NEVER).unwrap());
    let changes: Vec<Ordinal> = changes.collect();
    assert!(!changes.is_empty());
    for change in changes.iter().step_by(step) {
        let found = all_moves(&stone, change, Interrupt::NEVER).unwrap();
        let listed: BTreeSet<&[Ordinal]> = found.iter().map(|mv| mv.corner.coordinates()).collect();
        assert_eq!(listed.len(), found.len(), "a move twice");
        for mv in &found {
            let [u, v] = mv.corner.coordinates() else {
                unreachable!("two coordinates")
            };
            assert!(u < x && v < y);
            assert_eq!(
                x.plus(u).times(&y.plus(v), Interrupt::NEVER).unwrap(),
                *change
            );
        }
        for (corner, other) in corners.iter().zip(&changes) {
            let wanted = other == change;
            assert_eq!(
                listed.contains(&corner[..]),
                wanted,
                "{stone} {change} {corner:?}"
            );
        }
    }
}

#[test]
fn lists_are_complete_up_to_the_prime_of_a_component() {
    let linear: &[(&str, u32)] = &[("w", 3), ("1", 3)];
    let quadratic: &[(&str, u32)] = &[("w^2", 3), ("w", 3), ("1", 3)];
    complete(["w*2+1", "w+3"], [linear, linear], 3);
    complete(["w^2+3", "w*3+1"], [quadratic, linear], 31);
    complete(["w^2*2+w*3", "w+2"], [quadratic, linear], 37);
    // Roots in the field of another prime.
    let fourth: &[(&str, u32)] = &[("w^(w*2)", 1), ("w^w", 1), ("w", 1), ("1", 1)];
    complete(["w^(w*2)+w", "w^(w*2)+1"], [fourth, fourth], 29);
    let fifth: &[(&str, u32)] = &[("w^(w*3)", 1), ("w^(w*2)", 1), ("w^w", 1), ("1", 1)];
    complete(["w^(w*3)+1", "w^(w*2)+w^w"], [fifth, fourth], 17);
}

#[test]
fn a_stone_with_the_leading_element_has_the_move() {
    // Of single stones, too: any change whose leading element occurs in their value.
    let mut boards = Boards::new(14, LOW, 3);
    for _ in 0..60 {
        let stone = Stone::new((0..2).map(|_| boards.coordinate()).collect());
        let board = Nimbers::new(2, vec![stone.clone()]).unwrap();
        let value = sum_of_products(&board);
        let Some((exponent, coefficient)) = value.terms().last().cloned() else {
            continue;
        };
        let change = Ordinal::from_terms([(exponent, coefficient)]).plus(&boards.coordinate());
        let Some(mv) = one_move(&stone, &change, Interrupt::NEVER).unwrap() else {
            continue;
        };
        let after = board.play(&mv).unwrap();
        assert_eq!(sum_of_products(&after), value.plus(&change), "{mv}");
    }
}

#[test]
fn factors_are_packed_into_bins() {
    assert_eq!(packed(&[1, 2], &[2, 1]), Some(vec![1, 0]));
    assert_eq!(packed(&[2, 2], &[3, 1]), None);
    assert_eq!(packed(&[1, 1, 1, 1], &[2, 2]), Some(vec![0, 0, 1, 1]));
    assert_eq!(packed(&[3, 2, 2], &[4, 3]), Some(vec![1, 0, 0]));
    assert_eq!(packed(&[], &[0, 0]), Some(vec![]));
}
