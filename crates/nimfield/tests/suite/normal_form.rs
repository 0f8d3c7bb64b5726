//! The normal form of matrix nim: the same game as the matrix, with its steps in any order.

use crate::brute::{INF, Part, Twin};
use nimfield::component::Component;
use nimfield_games::matrix::{Entry, Grid, PlacedBlock, normal_form};
use proptest::prelude::*;

fn grid(columns: usize, cells: &[u32]) -> Grid<Entry> {
    Grid::from_cells(
        columns,
        cells.iter().map(|&cell| match cell {
            INF => Entry::Infinite,
            size => Entry::Finite(size.into()),
        }),
    )
}

fn number(entry: Entry) -> u32 {
    match entry {
        Entry::Finite(size) => size as u32,
        Entry::Infinite => INF,
    }
}

/// A summand as a separate matrix, for the twin.
fn part(placed: &PlacedBlock<Entry>) -> Part {
    let grid = placed.block.as_grid();
    Part::Matrix(
        grid.columns(),
        grid.cells().iter().map(|&cell| number(cell)).collect(),
    )
}

/// The keys of the summands, in order.
fn keys(columns: usize, cells: &[u32]) -> Vec<Vec<u8>> {
    let mut keys: Vec<Vec<u8>> = normal_form(&grid(columns, cells))
        .iter()
        .map(|placed| {
            let mut key = Vec::new();
            placed.block.small().unwrap().key(&mut key);
            key
        })
        .collect();
    keys.sort_unstable();
    keys
}

/// Matrices with some zeros and infinities, a finite entry in every line, and not too large a game.
fn matrices() -> impl Strategy<Value = (usize, Vec<u32>)> {
    let entry = prop_oneof![1 => Just(0), 1 => Just(INF), 7 => 1..6u32];
    let shape = prop_oneof![
        Just((2, 2)),
        Just((2, 3)),
        Just((3, 3)),
        Just((3, 2)),
        Just((2, 4))
    ];
    shape
        .prop_flat_map(move |(rows, columns)| {
            let cells = prop::collection::vec(entry.clone(), rows * columns);
            (Just(columns), cells)
        })
        .prop_filter("an endless line", |(columns, cells)| {
            let finite = |mut line: Box<dyn Iterator<Item = &u32> + '_>| line.any(|&x| x != INF);
            cells
                .chunks(*columns)
                .all(|row| finite(Box::new(row.iter())))
                && (0..*columns).all(|j| finite(Box::new(cells.iter().skip(j).step_by(*columns))))
        })
        .prop_filter("too large a game", |(columns, cells)| {
            let least = |row: &[u32]| row.iter().copied().min().unwrap();
            let rows: u32 = cells.chunks(*columns).map(least).sum();
            rows <= 8 && cells.iter().filter(|&&x| x != INF).sum::<u32>() <= 24
        })
}

/// Steps 1 and 2 of the normal form as they are stated, the cells in the order of `priority`, as
/// entries with a last row and column of caps; dead lines hold infinities.
fn reduced(columns: usize, cells: &[u32], priority: &[u64]) -> Vec<Vec<u32>> {
    let rows = cells.len() / columns;
    let at = |i: usize, j: usize| cells[i * columns + j];
    let live_row = |i: usize| (0..columns).all(|j| at(i, j) > 0);
    let live_column = |j: usize| (0..rows).all(|i| at(i, j) > 0);
    let mut now = vec![vec![INF; columns + 1]; rows + 1];
    for i in 0..rows {
        for j in 0..columns {
            match (live_row(i), live_column(j)) {
                (true, true) => now[i][j] = at(i, j),
                (true, false) => now[i][columns] = now[i][columns].min(at(i, j)),
                (false, true) => now[rows][j] = now[rows][j].min(at(i, j)),
                (false, false) => {}
            }
        }
    }
    let mut order: Vec<(usize, usize)> = (0..rows)
        .flat_map(|i| (0..columns).map(move |j| (i, j)))
        .collect();
    order.sort_by_key(|&(i, j)| priority[(i * columns + j) % priority.len()]);
    for (i, j) in order {
        let in_row = (0..=columns)
            .filter(|&l| l != j)
            .map(|l| now[i][l])
            .min()
            .unwrap();
        let in_column = (0..=rows)
            .filter(|&k| k != i)
            .map(|k| now[k][j])
            .min()
            .unwrap();
        if in_row != INF && in_column != INF && now[i][j] >= in_row + in_column {
            now[i][j] = INF;
        }
    }
    let (column_caps, entries) = now.split_last_mut().unwrap();
    for (j, cap) in column_caps[..columns].iter_mut().enumerate() {
        if entries.iter().any(|row| *cap >= row[j]) {
            *cap = INF;
        }
    }
    for row in entries {
        let (cap, entries) = row.split_last_mut().unwrap();
        if entries.iter().any(|entry| *cap >= *entry) {
            *cap = INF;
        }
    }
    now
}

/// The crate's normal form put back together in the same way.
fn reassembled(columns: usize, cells: &[u32]) -> Vec<Vec<u32>> {
    let rows = cells.len() / columns;
    let mut now = vec![vec![INF; columns + 1]; rows + 1];
    for placed in normal_form(&grid(columns, cells)) {
        for (k, &i) in placed.rows.iter().enumerate() {
            for (l, &j) in placed.columns.iter().enumerate() {
                now[i][j] = number(placed.block.at(k, l));
            }
            now[i][columns] = number(placed.block.row_cap(k));
        }
        for (l, &j) in placed.columns.iter().enumerate() {
            now[rows][j] = number(placed.block.column_cap(l));
        }
    }
    now
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_sum_of_the_blocks_is_the_matrix((columns, cells) in matrices()) {
        let mut twin = Twin::default();
        let whole = twin.values(&[Part::Matrix(columns, cells.clone())]);
        let blocks: Vec<Part> = normal_form(&grid(columns, &cells)).iter().map(part).collect();
        let values = twin.values(&blocks);
        prop_assert_eq!(values, whole, "{:?} as {:?}", cells, blocks);
        // Move for move the same game: also beside a heap of two in misère play.
        let two = Part::Nim(vec![2]);
        let whole = twin.values(&[Part::Matrix(columns, cells), two.clone()]);
        let blocks: Vec<Part> = blocks.into_iter().chain([two]).collect();
        prop_assert_eq!(twin.values(&blocks), whole);
    }

    #[test]
    fn a_normal_form_is_its_own_normal_form((columns, cells) in matrices()) {
        for placed in normal_form(&grid(columns, &cells)) {
            let again = normal_form(&placed.block.as_grid());
            prop_assert_eq!(again.len(), 1, "{}", placed);
            prop_assert_eq!(&again[0].block, &placed.block);
        }
    }

    #[test]
    fn every_order_of_the_cells_gives_the_same(
        (columns, cells) in matrices(),
        priority in any::<[u64; 9]>(),
    ) {
        let expected = reassembled(columns, &cells);
        prop_assert_eq!(reduced(columns, &cells, &priority), expected.clone());
        prop_assert_eq!(reduced(columns, &cells, &[0]), expected);
    }

    #[test]
    fn keys_do_not_depend_on_order_or_transposition(
        (columns, cells) in matrices(),
        by_row in any::<[u64; 4]>(),
        by_column in any::<[u64; 4]>(),
    ) {
        let rows = cells.len() / columns;
        let shuffled = |count: usize, by: &[u64]| {
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by_key(|&i| by[i]);
            order
        };
        let (i_order, j_order) = (shuffled(rows, &by_row), shuffled(columns, &by_column));
        let mut other = Vec::new();
        for &i in &i_order {
            other.extend(j_order.iter().map(|&j| cells[i * columns + j]));
        }
        prop_assert_eq!(keys(columns, &other), keys(columns, &cells));
        let mut transposed = Vec::new();
        for j in 0..columns {
            transposed.extend((0..rows).map(|i| cells[i * columns + j]));
        }
        prop_assert_eq!(keys(rows, &transposed), keys(columns, &cells));
    }

    /// Equal keys, equal games.
    #[test]
    fn different_values_have_different_keys(
        (columns, first) in matrices(),
        change in (0..9usize, 1..5u32),
    ) {
        let mut second = first.clone();
        let at = change.0 % second.len();
        second[at] = change.1;
        if keys(columns, &first) == keys(columns, &second) {
            let mut twin = Twin::default();
            let [first, second] =
                [first, second].map(|cells| twin.values(&[Part::Matrix(columns, cells)]));
            prop_assert_eq!(first, second);
        }
    }
}

#[test]
fn zeros_freeze_and_cap() {
    let shown = |columns, cells: &[u32]| -> Vec<String> {
        normal_form(&grid(columns, cells))
            .iter()
            .map(PlacedBlock::to_string)
            .collect()
    };
    assert_eq!(shown(2, &[0, 0, 0, 0]), [""; 0]);
    assert_eq!(shown(2, &[5, 0, 0, 7]), [""; 0]);
    // Only row 2 is alive, and may take what its least entry allows.
    assert_eq!(shown(2, &[0, 0, 7, 4]), ["*4"]);
    assert_eq!(shown(2, &[0, 5, 5, 7]), ["matrix[7 5; 5 0]"]);
    // 7 is at least 3 + 4, so row 2 and column 2 have nothing in common.
    assert_eq!(shown(2, &[0, 3, 4, 7]), ["*4", "*3"]);
    assert_eq!(shown(2, &[0, 3, 4, 6]), ["matrix[6 4; 3 0]"]);
}
