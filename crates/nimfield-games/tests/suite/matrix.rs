//! Matrix nim: Theorem 3 against the rules, and the properties of a normal form.

use nimfield_games::matrix::grid::Pile;
use nimfield_games::matrix::{Grid, Line, PlacedBlock, normal_form, two_by_two};

type Square = [[u32; 2]; 2];

/// The lines and amounts that may be taken.
fn moves([[a, b], [c, d]]: Square) -> impl Iterator<Item = (Line, u32)> {
    let lines = [
        (Line::Row(0), a.min(b)),
        (Line::Row(1), c.min(d)),
        (Line::Column(0), a.min(c)),
        (Line::Column(1), b.min(d)),
    ];
    let amounts = lines.into_iter();
    amounts.flat_map(|(line, limit)| (1..=limit).map(move |amount| (line, amount)))
}

fn after([[a, b], [c, d]]: Square, (line, k): (Line, u32)) -> Square {
    match line {
        Line::Row(0) => [[a - k, b - k], [c, d]],
        Line::Row(_) => [[a, b], [c - k, d - k]],
        Line::Column(0) => [[a - k, b], [c - k, d]],
        Line::Column(_) => [[a, b - k], [c, d - k]],
    }
}

#[test]
fn theorem_3_follows_from_the_rules() {
    const SIDE: u32 = 9;
    let index = |[[a, b], [c, d]]: Square| (((a * SIDE + b) * SIDE + c) * SIDE + d) as usize;
    let mut lost = vec![false; SIDE.pow(4) as usize];
    for place in 0..SIDE.pow(4) {
        let entry = |power: u32| place / SIDE.pow(power) % SIDE;
        let square = [[entry(3), entry(2)], [entry(1), entry(0)]];
        let mut winning: Vec<_> = moves(square)
            .filter(|&mv| lost[index(after(square, mv))])
            .collect();
        lost[index(square)] = winning.is_empty();
        assert_eq!(two_by_two::is_p(square), winning.is_empty(), "{square:?}");
        let mut found = two_by_two::winning_moves(square).to_vec();
        winning.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, winning, "{square:?}");
        let mut candidates = two_by_two::candidates(square).to_vec();
        candidates.sort_unstable();
        let all = candidates.len();
        candidates.dedup();
        assert_eq!(candidates.len(), all, "{square:?}: one of them twice");
    }
}

/// The least of some piles, except one of them; `None` if all are infinite.
fn least(piles: impl Iterator<Item = u32>, but: usize) -> Option<u32> {
    let others = piles.enumerate().filter(|&(at, _)| at != but);
    let least = others.map(|(_, pile)| pile).min();
    least.filter(|&pile| pile != u32::INFINITE)
}

/// What can still be removed from a block, or how it can be divided.
fn fault(PlacedBlock { block, .. }: &PlacedBlock<u32>) -> Option<String> {
    let (rows, columns) = (block.rows(), block.columns());
    // With its cap at the end.
    let row = |i: usize| (0..=columns).map(move |j| block.at(i, j));
    let column = |j: usize| (0..=rows).map(move |i| block.at(i, j));
    for i in 0..rows {
        for j in 0..columns {
            let pile = block.at(i, j);
            if let (Some(a), Some(b)) = (least(row(i), j), least(column(j), i))
                && pile != u32::INFINITE
                && pile >= a + b
            {
                return Some(format!("the entry {i}, {j} never limits a move"));
            }
        }
    }
    let limits =
        |cap: u32, live: Option<u32>| cap == u32::INFINITE || live.is_none_or(|live| cap < live);
    if !(0..rows).all(|i| limits(block.row_cap(i), least(row(i), columns)))
        || !(0..columns).all(|j| limits(block.column_cap(j), least(column(j), rows)))
    {
        return Some("a cap never limits a move".to_string());
    }
    // Lines that are joined to the first one.
    let mut joined = vec![false; rows + columns];
    joined[0] = true;
    for _ in 0..rows + columns {
        for i in 0..rows {
            for j in 0..columns {
                if block.at(i, j) != u32::INFINITE && (joined[i] || joined[rows + j]) {
                    (joined[i], joined[rows + j]) = (true, true);
                }
            }
        }
    }
    joined
        .contains(&false)
        .then(|| "it falls apart".to_string())
}

#[test]
fn normal_forms_are_irreducible() {
    for (rows, columns, side) in [(2, 3, 5u32), (3, 3, 3), (1, 4, 4), (2, 2, 8)] {
        let cells = (rows * columns) as u32;
        // Only a part of the many grids.
        let step = ((side.pow(cells) / 5_000) | 1) as usize;
        for place in (0..side.pow(cells)).step_by(step) {
            let entries = (0..cells).map(|power| place / side.pow(power) % side);
            let grid = Grid::from_cells(columns, entries);
            for placed in normal_form(&grid) {
                let fault = fault(&placed);
                assert_eq!(fault, None, "{placed:?} of {grid:?}");
            }
        }
    }
}
