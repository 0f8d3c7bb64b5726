//! Sums of components looked up in tables of other boards, against plain recursion.

use crate::taking;

#[allow(dead_code, reason = "other tests use more of it")]
use std::collections::HashMap;
use std::sync::Arc;

use crate::taking::p_states;
use nimfield::component::Known;
use nimfield::families::taking::Taking;
use nimfield::{Budget, Play};
use nimfield_engines::misere::MisereSearch;
use nimfield_engines::taking::Embedding;
use nimfield_engines::taking::table::{BoardTable, TableKind};

/// The taking game of a board in notation.
fn game(board: &str) -> Taking {
    let sum = nimfield::read(board).unwrap();
    sum.components()[0].taking().unwrap().0.clone()
}

fn table(board: &Taking, play: Play, kind: TableKind) -> Arc<BoardTable> {
    Arc::new(BoardTable::solve(board, play, kind, &Budget::unlimited()).unwrap())
}

fn packing(large: &str, small: &str, play: Play, kind: TableKind) -> Option<Embedding> {
    let small = game(small);
    let table = table(&small, play, kind);
    Embedding::new(&game(large), &small, table)
}

/// Pairs of boards, a game on each: rectangles, holes, triangles, gaps and diagonals.
const PAIRS: [(&str, &str); 8] = [
    ("tactix[4x4]", "tactix[3x5]"),
    ("tactix[3x5]", "tactix[4x3]"),
    ("lines(max=2)[4x4]", "lines(max=2)[3x4]"),
    ("tactix[2x7]", "tactix[4x4]"),
    ("tactix[4x4]", "tactix[1111/1.11/1111]"),
    ("triangle[5]", "triangle[4]"),
    ("nimbi[full]", "triangle[4]"),
    ("efr[4x4]", "efr[3x5]"),
];

#[test]
fn outcomes_found_in_smaller_tables_are_right_for_every_state() {
    for (large, small) in PAIRS {
        let game = game(large);
        for play in [Play::Normal, Play::Misere] {
            let packing = packing(large, small, play, TableKind::Outcomes).unwrap();
            let is_p = p_states(&game, play);
            let mut known = 0;
            for (state, &expected) in (0u64..).zip(&is_p) {
                let parts = game.components(state);
                if let Some(found) = packing.is_p(&parts).unwrap() {
                    known += 1;
                    assert_eq!(found, expected, "{large} in {small}, {play}: {state:#x}");
                }
            }
            assert!(known > is_p.len() / 50, "{large} in {small}: {known}");
        }
    }
}

/// Components that overlap in the game are placed apart.
#[test]
fn parts_may_come_from_anywhere() {
    let (large, small) = ("tactix[4x4]", "tactix[3x5]");
    let game = game(large);
    let packing = packing(large, small, Play::Misere, TableKind::Outcomes).unwrap();
    let forms = |state: u64| game.components(state);
    let connected: Vec<u64> = (1..1u64 << 16)
        .filter(|&s| s.count_ones() < 8 && forms(s).len() == 1)
        .collect();
    let mut random = fastrand::Rng::with_seed(3);
    let mut known = 0;
    for _ in 0..2_000 {
        let pair = [0; 2].map(|_| connected[random.usize(..connected.len())]);
        if let Some(found) = packing.is_p(&pair).unwrap() {
            known += 1;
            let twice = taking::side_by_side(&game, &game);
            assert_eq!(
                found,
                is_p_by_recursion(&twice, pair[0] | pair[1] << 16, &mut HashMap::new()),
                "{pair:x?}"
            );
        }
    }
    assert!(known > 20, "{known}");
}

fn is_p_by_recursion(game: &Taking, state: u64, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&known) = known.get(&state) {
        return known;
    }
    let mut moves = game.moves(state).peekable();
    let is_p =
        moves.peek().is_some() && moves.all(|mask| !is_p_by_recursion(game, state ^ mask, known));
    known.insert(state, is_p);
    is_p
}

#[test]
fn values_of_components() {
    for (large, small) in PAIRS {
        let game = game(large);
        let values = packing(large, small, Play::Normal, TableKind::Values).unwrap();
        let outcomes = packing(large, small, Play::Normal, TableKind::Outcomes).unwrap();
        let budget = Budget::unlimited();
        let expected = BoardTable::solve(&game, Play::Normal, TableKind::Values, &budget).unwrap();
        for state in 0..=game.full() {
            let value = expected.value(state).unwrap().map(u128::from).unwrap();
            match values.known(state).unwrap() {
                Known::Nothing => {}
                found => assert_eq!(found, Known::Value(value), "{large}: {state:#x}"),
            }
            match outcomes.known(state).unwrap() {
                Known::Nothing => {}
                found => assert_eq!(found, Known::outcome(value == 0), "{large}: {state:#x}"),
            }
        }
    }
}

#[test]
fn boards_with_other_moves_are_refused() {
    for (large, small) in [
        // Three in a row are taken on one board only.
        ("tactix[4x4]", "lines(max=2)[3x4]"),
        ("lines(max=2)[4x4]", "tactix[3x4]"),
        ("tactix[4x4]", "triangle[4]"),
        ("efr[4x4]", "tactix[3x4]"),
    ] {
        let packing = packing(large, small, Play::Misere, TableKind::Outcomes);
        let long = game(large);
        // Only components with the same moves in both games are placed.
        let Some(packing) = packing else { continue };
        let is_p = p_states(&long, Play::Misere);
        for (state, &expected) in (0u64..).zip(&is_p) {
            if let Some(found) = packing.is_p(&long.components(state)).unwrap() {
                assert_eq!(found, expected, "{large} in {small}: {state:#x}");
            }
        }
    }
    // Moves whose cells are not connected by pairs, and a table of another board.
    assert!(
        packing(
            "lines(min=2)[3x3]",
            "lines(min=2)[3x3]",
            Play::Misere,
            TableKind::Outcomes
        )
        .is_none()
    );
    let other = table(&game("tactix[3x4]"), Play::Misere, TableKind::Outcomes);
    assert!(Embedding::new(&game("tactix[4x4]"), &game("tactix[3x3]"), other).is_none());
}

/// A search with the table of a smaller board searches less and finds the same.
#[test]
fn a_search_with_a_table_of_a_smaller_board() {
    let large = game("tactix[5x5]");
    let is_p = BoardTable::solve(
        &large,
        Play::Misere,
        TableKind::Outcomes,
        &Budget::unlimited(),
    )
    .unwrap();
    let packing = packing(
        "tactix[5x5]",
        "tactix[4x5]",
        Play::Misere,
        TableKind::Outcomes,
    )
    .unwrap();
    let mut plain = MisereSearch::new(large.clone());
    let oracle = move |parts: &[u64]| packing.is_p(parts).unwrap();
    let mut helped = MisereSearch::new(large.clone()).with_oracle(Box::new(oracle));
    let budget = Budget::unlimited();
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..40 {
        let state = (random.u64(..) | random.u64(..)) & large.full();
        let expected = is_p.is_p(state).unwrap();
        assert_eq!(helped.is_p(state, &budget), Ok(expected), "{state:#x}");
        assert_eq!(plain.is_p(state, &budget), Ok(expected), "{state:#x}");
    }
    assert!(helped.looked_up() > 0 && plain.looked_up() == 0);
    let (helped, plain) = (helped.positions(), plain.positions());
    assert!(helped < plain, "{helped} and {plain}");
}
