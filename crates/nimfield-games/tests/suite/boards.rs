//! Cells, moves and shapes of boards.

use std::collections::HashSet;
use std::sync::Arc;

use nimfield_core::component::Component;
use nimfield_core::words::Play;
use nimfield_games::boards::{
    BoardGame, BoardMove, Cell, CellLattice, Cluster, Direction, Lines, Name, Shape, Take,
    column_label,
};
use nimfield_games::internals::{column_of, lines, symmetries};

#[test]
fn columns_have_letters() {
    for column in 0..=u8::MAX {
        assert_eq!(column_of(&column_label(usize::from(column))), Some(column));
    }
    assert_eq!(column_label(0), "a");
    assert_eq!(column_label(25), "z");
    assert_eq!(column_label(26), "aa");
    assert_eq!(column_label(63), "bl");
    assert_eq!(column_of("B"), Some(1));
    for bad in ["", "iw", "zz", "zzzzzz", "é", "a1"] {
        assert_eq!(column_of(bad), None, "{bad}");
    }
}

#[test]
fn moves_print_as_runs_where_they_are_runs() {
    let print = |cells: &[(u8, u8)]| {
        let cells = cells.iter().map(|&(column, row)| Cell::new(column, row));
        BoardMove::new(cells.collect()).to_string()
    };
    assert_eq!(print(&[(1, 1)]), "b2");
    assert_eq!(print(&[(0, 2), (0, 0), (0, 1)]), "a1-a3");
    assert_eq!(print(&[(1, 1), (2, 1)]), "b2-c2");
    assert_eq!(print(&[(1, 1), (2, 2), (3, 3)]), "b2-d4");
    assert_eq!(print(&[(2, 0), (1, 1), (0, 2)]), "c1-a3");
    assert_eq!(print(&[(0, 0), (0, 2)]), "a1,a3");
    assert_eq!(print(&[(0, 0), (1, 2)]), "a1,b3");
    assert_eq!(print(&[(0, 0), (1, 0), (3, 0)]), "a1,b1,d1");
    assert_eq!(print(&[(0, 0), (1, 0), (0, 1)]), "a1,b1,a2");
}

#[test]
fn counts_of_cells_and_symmetries() {
    let count = |shape: &Shape| (shape.cells().len(), symmetries(shape).len());
    assert_eq!(count(&Shape::rectangle(4, 4).unwrap()), (16, 8));
    assert_eq!(count(&Shape::rectangle(3, 5).unwrap()), (15, 4));
    assert_eq!(count(&Shape::rectangle(1, 5).unwrap()), (5, 2));
    assert_eq!(count(&Shape::triangle(4).unwrap()), (10, 6));
    assert_eq!(count(&Shape::hexagon(3).unwrap()), (19, 12));
    assert_eq!(count(&Shape::hexagon(1).unwrap()), (1, 1));
    assert_eq!(count(&Shape::hexagon(5).unwrap()), (61, 12));
}

#[test]
fn invalid_boards_are_refused() {
    for (shape, message) in [
        (Shape::rectangle(5, 13), "5 x 13 = 65 cells"),
        (Shape::rectangle(0, 3), "at least one cell"),
        (Shape::rectangle(usize::MAX, 3), "cells"),
        (Shape::rectangle(usize::MAX, 0), "rows"),
        (Shape::rectangle(3, 0), "at least one cell"),
        (Shape::triangle(11), "66 cells"),
        (Shape::triangle(0), "at least one cell"),
        (Shape::triangle(usize::MAX), "cells"),
        (Shape::hexagon(6), "91 cells"),
        (Shape::hexagon(0), "at least one cell"),
        (Shape::hexagon(usize::MAX), "cells"),
        (
            Shape::new(CellLattice::Square, 65, 1, vec![Cell::new(0, 0)]),
            "65 columns",
        ),
        (
            Shape::new(CellLattice::Square, 1, 1000, vec![Cell::new(0, 0)]),
            "1000 rows",
        ),
        (
            Shape::new(CellLattice::Square, 2, 1, vec![Cell::new(2, 0)]),
            "c1 is outside",
        ),
    ] {
        let error = shape.unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn lines_run_where_they_should() {
    let board = Shape::rectangle(2, 3).unwrap();
    assert_eq!(lines(&board, Direction::Row), [[[0, 1, 2]], [[3, 4, 5]]]);
    assert_eq!(
        lines(&board, Direction::Column),
        [[[0, 3]], [[1, 4]], [[2, 5]]]
    );
    let diagonals = [
        vec![vec![3]],
        vec![vec![0, 4]],
        vec![vec![1, 5]],
        vec![vec![2]],
    ];
    assert_eq!(lines(&board, Direction::Diagonal), diagonals);
    let antis = [
        vec![vec![0]],
        vec![vec![1, 3]],
        vec![vec![2, 4]],
        vec![vec![5]],
    ];
    assert_eq!(lines(&board, Direction::Anti), antis);
    let ring = board
        .cells()
        .iter()
        .copied()
        .filter(|cell| cell.column != 1);
    let ring = Shape::new(CellLattice::Square, 3, 2, ring.collect()).unwrap();
    assert_eq!(lines(&ring, Direction::Row), [[[0], [1]], [[2], [3]]]);
}

fn efr(rows: usize, columns: usize) -> Arc<BoardGame> {
    let lines = Lines::Along(vec![Direction::Row, Direction::Column]);
    let shape = Shape::rectangle(rows, columns).unwrap();
    BoardGame::new(Name::Efr, shape, lines, Take::ANY, Play::Normal).unwrap()
}

/// The key of the stones, as one cluster.
fn key_of(game: &Arc<BoardGame>, stones: u64) -> Vec<u8> {
    let mut key = Vec::new();
    Cluster::new(game.clone(), stones).key(&mut key);
    key
}

/// Sets of stones on 4x4 of `efr` have equal keys exactly if one becomes the other by exchanges of rows and
/// of columns and by reflection: their classes, made exchange by exchange.
#[test]
fn keys_of_efr_are_those_of_classes_up_to_exchanges() {
    let game = efr(4, 4);
    let rows = |stones: u64, at: u64| {
        let row = |row: u64| stones >> (4 * row) & 15;
        let others = stones & !(255 << (4 * at));
        others | row(at) << (4 * at + 4) | row(at + 1) << (4 * at)
    };
    let reflected = |stones: u64| {
        let bit = |cell: u64| (stones >> cell & 1) << (cell % 4 * 4 + cell / 4);
        (0..16).map(bit).sum::<u64>()
    };
    let mut seen = vec![false; 1 << 16];
    let mut keys = HashSet::new();
    for first in 1..1u64 << 16 {
        if seen[first as usize] {
            continue;
        }
        let key = key_of(&game, first);
        assert!(keys.insert(key.clone()), "{first:#x}");
        seen[first as usize] = true;
        let mut open = vec![first];
        while let Some(stones) = open.pop() {
            assert_eq!(key_of(&game, stones), key, "{first:#x} {stones:#x}");
            let exchanged = (0..3).map(|at| rows(stones, at));
            for next in exchanged.chain([reflected(stones)]) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push(next);
                }
            }
        }
    }
    assert!(seen[1..].iter().all(|&seen| seen));
}

/// Moves of `efr` that are left out lead to the same positions as others.
#[test]
fn options_of_efr_are_all_up_to_their_keys() {
    let game = efr(3, 4);
    for stones in 1..1u64 << 12 {
        let parts = |stones: u64| {
            let parts = game.components(stones).into_iter();
            let mut keys: Vec<Vec<u8>> = parts.map(|part| key_of(&game, part)).collect();
            keys.sort();
            keys
        };
        let all: HashSet<_> = (game.taking().moves(stones))
            .map(|mask| parts(stones & !mask))
            .collect();
        let cluster = Cluster::new(game.clone(), stones);
        let mut options = HashSet::new();
        for index in 0..cluster.option_count() {
            let mut option = Vec::new();
            cluster.option(index, &mut option);
            let keys = option.iter().map(|part| {
                let mut key = Vec::new();
                part.key(&mut key);
                key
            });
            let mut keys: Vec<Vec<u8>> = keys.collect();
            keys.sort();
            options.insert(keys);
        }
        assert_eq!(options, all, "{stones:#x}");
    }
}

/// If rows and columns are too similar for all orders to be tried, equal keys still mean equal positions: the same
/// numbers of stones and lines.
#[test]
fn equal_keys_of_similar_lines_mean_equal_numbers_of_stones() {
    let game = efr(8, 8);
    let circle = |rows: std::ops::Range<u64>| {
        let from = rows.start;
        let count = rows.end - from;
        let stones = rows.flat_map(move |row| {
            let next = from + (row - from + 1) % count;
            [8 * row + row, 8 * row + next]
        });
        stones.fold(0u64, |stones, cell| stones | 1 << cell)
    };
    let one = key_of(&game, circle(0..8));
    let two = key_of(&game, circle(0..4) | circle(4..8));
    assert_ne!(one, two);
    assert_eq!(one, key_of(&game, circle(0..8)));
    assert_ne!(one, key_of(&game, circle(0..8) & !1));
}
