//! Cells, moves and shapes of boards.

use nimfield_games::boards::{BoardMove, Cell, CellLattice, Direction, Shape};
use nimfield_games::internals::{column_label, column_of, lines, symmetries};

#[test]
fn columns_have_letters() {
    for column in 0..=u8::MAX {
        assert_eq!(column_of(&column_label(column)), Some(column));
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
fn what_is_no_board_is_refused() {
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
