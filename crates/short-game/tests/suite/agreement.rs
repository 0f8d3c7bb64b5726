//! The engine against the textbook, and the axioms.

use crate::common;
use crate::common::matrix::Matrix;
use crate::common::random::{recipe, tree};
use crate::common::textbook::Tree;
use proptest::prelude::*;
use short_game::{Arena, Game, Outcome, Player};
use std::cmp::Ordering;

/// All m x n matrices with entries < bound.
fn matrices(m: usize, n: usize, bound: u32) -> impl Iterator<Item = Matrix> {
    (0..bound.pow((m * n) as u32)).map(move |code| {
        let entry = |i: usize, j: usize| code / bound.pow((i * n + j) as u32) % bound;
        (0..m)
            .map(|i| (0..n).map(|j| entry(i, j)).collect())
            .collect()
    })
}

fn engine_value(arena: &Arena, m: &[Vec<u32>]) -> Game {
    let (left, right) = common::matrix::moves(m);
    let side = |moves: Vec<Matrix>| {
        moves
            .iter()
            .map(|m| engine_value(arena, m))
            .collect::<Vec<_>>()
    };
    arena.game(&side(left), &side(right)).unwrap()
}

#[test]
fn every_small_matrix_has_the_textbook_canonical_form() {
    for (m, n, bound) in [(1, 2, 6), (1, 3, 4), (2, 2, 5), (2, 3, 4), (3, 3, 3)] {
        let arena = Arena::new();
        for matrix in matrices(m, n, bound) {
            let g = engine_value(&arena, &matrix);
            assert_eq!(
                Tree::of(&arena, g),
                Tree::canonical_of_matrix(&matrix),
                "{matrix:?}"
            );
        }
    }
}

#[test]
fn the_tables_are_the_values_move_by_move() {
    let arena = Arena::new();
    let n = 6;
    let table = common::matrix::Table2x2::new(&arena, n, 1).unwrap();
    for matrix in matrices(2, 2, n as u32) {
        let at = |i: usize, j: usize| matrix[i][j] as usize;
        let value = table.get([at(0, 0), at(0, 1), at(1, 0), at(1, 1)]);
        let (left, right) = common::matrix::moves(&matrix);
        let side = |moves: Vec<Matrix>| {
            let of = |m: &Vec<Vec<u32>>| {
                table.get([m[0][0], m[0][1], m[1][0], m[1][1]].map(|e| e as usize))
            };
            moves.iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(value, arena.game(&side(left), &side(right)).unwrap());
    }
    let values = common::matrix::table_3x3(&arena, 2).unwrap();
    for (code, matrix) in matrices(3, 3, 2).enumerate() {
        // `matrices` counts with the first entry fastest, the table with the last.
        let mirrored: Vec<Vec<u32>> = matrix
            .iter()
            .rev()
            .map(|row| row.iter().rev().copied().collect())
            .collect();
        assert_eq!(values[code], engine_value(&arena, &mirrored));
    }
}

#[test]
fn known_values_of_matrix_nim() {
    let arena = Arena::new();
    for (matrix, value) in [
        (vec![vec![1, 1], vec![1, 1]], "+-1"),
        (vec![vec![0, 1, 3], vec![2, 2, 3]], "1^*"),
        (vec![vec![0, 9], vec![1, 2]], "1/2"),
        (vec![vec![0, 1], vec![1, 2]], "0"),
        (vec![vec![2, 7], vec![8, 3]], "*"),
    ] {
        let g = engine_value(&arena, &matrix);
        assert_eq!(
            arena.print(g, 2000).unwrap().to_string(),
            value,
            "{matrix:?}"
        );
    }
}

/// Of the 2 x 2 values with entries < 32 this many are different; counted by independent programs.
#[test]
#[ignore = "a second or more"]
fn distinct_values_below_32() {
    let arena = Arena::new();
    let table = common::matrix::Table2x2::new(&arena, 32, 2).unwrap();
    assert_eq!(table.distinct().len(), 41_244);
    assert!(arena.bytes() < 64 << 20);
}

/// All games born by day 2 are 22 values of 256 forms.
#[test]
fn day_two_has_22_values() {
    let arena = Arena::new();
    let zero = Tree::zero();
    let day_one = [
        zero.clone(),
        Tree::integer(1),
        Tree::integer(-1),
        Tree::new(vec![zero.clone()], vec![zero]),
    ];
    let subset = |bits: usize| {
        (0..4)
            .filter(|i| bits >> i & 1 == 1)
            .map(|i| day_one[i].clone())
            .collect::<Vec<_>>()
    };
    let mut values = std::collections::HashSet::new();
    for code in 0..256 {
        let form = Tree::new(subset(code & 15), subset(code >> 4));
        let g = form.game(&arena);
        assert_eq!(Tree::of(&arena, g), form.canonical());
        assert!(arena.birthday(g).unwrap() <= 2);
        values.insert(g);
    }
    assert_eq!(values.len(), 22);
    for &g in &values {
        for &h in &values {
            assert_eq!(
                arena.le(g, h).unwrap(),
                Tree::of(&arena, g).at_most(&Tree::of(&arena, h))
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn canonical_forms_are_the_textbook_ones(form in tree(4, 3)) {
        let arena = Arena::new();
        let g = form.game(&arena);
        let canonical = Tree::of(&arena, g);
        prop_assert_eq!(&canonical, &form.canonical());
        // Equal to the original, and its own canonical form.
        prop_assert!(canonical.at_most(&form) && form.at_most(&canonical));
        prop_assert_eq!(canonical.game(&arena), g);
        prop_assert_eq!(arena.birthday(g).unwrap(), u128::from(canonical.birthday()));
    }

    #[test]
    fn order_and_sums_are_the_textbook_ones(a in tree(3, 2), b in tree(3, 2)) {
        let arena = Arena::new();
        let (g, h) = (a.game(&arena), b.game(&arena));
        let (a, b) = (a.canonical(), b.canonical());
        prop_assert_eq!(arena.le(g, h).unwrap(), a.at_most(&b));
        prop_assert_eq!(arena.le(h, g).unwrap(), b.at_most(&a));
        prop_assert_eq!(arena.neg(g).unwrap(), a.neg().game(&arena));
        prop_assert_eq!(g == h, a.at_most(&b) && b.at_most(&a));
        prop_assert_eq!(arena.add(g, h).unwrap(), a.add(&b).game(&arena));
        prop_assert_eq!(arena.ordinal_sum(g, h).unwrap(), a.ordinal_sum(&b).game(&arena));
        prop_assert_eq!(arena.conjunctive_sum(g, h).unwrap(), a.in_both(&b, false).game(&arena));
    }

    #[test]
    fn compounds_are_the_textbook_ones(a in tree(2, 2), b in tree(2, 2)) {
        let arena = Arena::new();
        let (g, h) = (a.game(&arena), b.game(&arena));
        let (a, b) = (a.canonical(), b.canonical());
        prop_assert_eq!(arena.selective_sum(g, h).unwrap(), a.in_both(&b, true).game(&arena));
        prop_assert_eq!(arena.ordinal_product(g, h).unwrap(), a.ordinal_product(&b).game(&arena));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn games_are_an_ordered_group(a in recipe(), b in recipe(), c in recipe()) {
        let arena = Arena::new();
        let (a, b, c) = (a.make(&arena), b.make(&arena), c.make(&arena));
        let add = |g, h| arena.add(g, h).unwrap();
        let le = |g, h| arena.le(g, h).unwrap();
        prop_assert_eq!(add(a, b), add(b, a));
        prop_assert_eq!(add(add(a, b), c), add(a, add(b, c)));
        prop_assert_eq!(add(a, Game::ZERO), a);
        prop_assert_eq!(add(a, arena.neg(a).unwrap()), Game::ZERO);
        prop_assert_eq!(arena.neg(arena.neg(a).unwrap()).unwrap(), a);
        prop_assert_eq!(arena.multiple(3, a).unwrap(), add(a, add(a, a)));
        prop_assert_eq!(arena.multiple(-2, a).unwrap(), arena.neg(add(a, a)).unwrap());

        prop_assert_eq!(le(a, b) && le(b, a), a == b);
        prop_assert!(!(le(a, b) && le(b, c)) || le(a, c));
        prop_assert_eq!(le(a, b), le(add(a, c), add(b, c)));
        prop_assert_eq!(le(a, b), le(arena.neg(b).unwrap(), arena.neg(a).unwrap()));
        prop_assert_eq!(le(a, b), matches!(arena.outcome(arena.sub(b, a).unwrap()).unwrap(), Outcome::Left | Outcome::Previous));
        prop_assert_eq!(arena.compare(a, b).unwrap(), arena.compare(b, a).unwrap().map(Ordering::reverse));
    }

    #[test]
    fn sums_without_the_shortcuts_are_the_same(a in recipe(), b in recipe()) {
        // One level by the definition, with no translation of numbers and no table of ups.
        let arena = Arena::new();
        let (a, b) = (a.make(&arena), b.make(&arena));
        let side = |player: Player| {
            let pick = |g| { let (l, r) = arena.options(g).unwrap(); if player == Player::Left { l } else { r } };
            let mut all: Vec<Game> = pick(a).into_iter().map(|o| arena.add(o, b).unwrap()).collect();
            all.extend(pick(b).into_iter().map(|o| arena.add(a, o).unwrap()));
            all
        };
        prop_assert_eq!(arena.game(&side(Player::Left), &side(Player::Right)).unwrap(), arena.add(a, b).unwrap());
    }

    #[test]
    fn no_player_needs_to_move_in_a_number(a in recipe(), n in -9i64..9) {
        let arena = Arena::new();
        let g = a.make(&arena);
        if arena.to_number(g).is_some() {
            return Ok(());
        }
        let x = arena.integer(n).unwrap();
        let sum = arena.add(g, x).unwrap();
        let wins_first = matches!(arena.outcome(sum).unwrap(), Outcome::Left | Outcome::Next);
        let (left, _) = arena.options(g).unwrap();
        let in_g = left.into_iter().any(|o| arena.le(Game::ZERO, arena.add(o, x).unwrap()).unwrap());
        prop_assert_eq!(wins_first, in_g);
    }

    #[test]
    fn reports_are_true(left in prop::collection::vec(recipe(), 0..4), right in prop::collection::vec(recipe(), 0..4)) {
        let arena = Arena::new();
        let make = |side: &[common::random::Recipe]| side.iter().map(|r| r.make(&arena)).collect::<Vec<_>>();
        let (left, right) = (make(&left), make(&right));
        let report = arena.explain(&left, &right).unwrap();
        prop_assert_eq!(report.value, arena.game(&left, &right).unwrap());
        prop_assert_eq!(report.options.len(), left.len() + right.len());
        // What is neither dominated nor reversible stands in the canonical form of what is not a number.
        let (canonical_left, canonical_right) = arena.options(report.value).unwrap();
        for (i, option) in report.options.iter().enumerate() {
            if let Some(by) = option.dominated_by {
                let (low, high) = if option.player == Player::Left { (option.option, by) } else { (by, option.option) };
                prop_assert!(arena.le(low, high).unwrap());
                // Without it the value is the same.
                let keep = |side: &[Game], offset: usize| side.iter().enumerate().filter(|(j, _)| j + offset != i).map(|(_, &g)| g).collect::<Vec<_>>();
                prop_assert_eq!(arena.game(&keep(&left, 0), &keep(&right, left.len())).unwrap(), report.value);
            }
            if let Some(through) = option.reversible_through {
                let (low, high) = if option.player == Player::Left { (through, report.value) } else { (report.value, through) };
                prop_assert!(arena.le(low, high).unwrap());
                let replace = |side: &[Game], offset: usize| side.iter().enumerate().flat_map(|(j, &g)| if j + offset == i { option.replaced_by.clone() } else { vec![g] }).collect::<Vec<_>>();
                prop_assert_eq!(arena.game(&replace(&left, 0), &replace(&right, left.len())).unwrap(), report.value);
            }
            if option.dominated_by.is_none() && option.reversible_through.is_none() && arena.to_number(report.value).is_none() {
                let canonical = if option.player == Player::Left { &canonical_left } else { &canonical_right };
                prop_assert!(canonical.contains(&option.option));
            }
        }
    }
}
