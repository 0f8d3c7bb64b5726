//! Boards for tests, and outcomes by plain recursion over states.

use nimfield::Play;
use nimfield::families::taking::Taking;

/// The game of taking at most `most` stones in a row from a board, row by row.
pub fn rectangle(rows: u32, columns: u32, most: u32) -> Taking {
    let cell = |row: u32, column: u32| 1u64 << (row * columns + column);
    let mut masks = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for length in 1..=most.min(columns - column) {
                masks.push((0..length).map(|i| cell(row, column + i)).sum());
            }
            for length in 1..=most.min(rows - row) {
                masks.push((0..length).map(|i| cell(row + i, column)).sum());
            }
        }
    }
    let map = |to: &dyn Fn(u32, u32) -> (u32, u32)| -> Vec<u8> {
        let cells = (0..rows * columns).map(|i| to(i / columns, i % columns));
        cells.map(|(r, c)| (r * columns + c) as u8).collect()
    };
    let mut symmetries = vec![
        map(&|r, c| (rows - 1 - r, c)),
        map(&|r, c| (r, columns - 1 - c)),
        map(&|r, c| (rows - 1 - r, columns - 1 - c)),
    ];
    if rows == columns {
        symmetries.push(map(&|r, c| (c, r)));
        symmetries.push(map(&|r, c| (rows - 1 - c, r)));
        symmetries.push(map(&|r, c| (c, rows - 1 - r)));
        symmetries.push(map(&|r, c| (rows - 1 - c, rows - 1 - r)));
    }
    Taking::new(rows * columns, masks, symmetries).unwrap()
}

/// Any stones of one row or column.
pub fn any_of_a_line(rows: u32, columns: u32) -> Taking {
    let row = |r: u32| (0..columns).map(|c| 1u64 << (r * columns + c)).sum::<u64>();
    let column = |c: u32| (0..rows).map(|r| 1u64 << (r * columns + c)).sum::<u64>();
    let lines = (0..rows).map(row).chain((0..columns).map(column));
    let mut masks = Vec::new();
    for line in lines {
        let mut part = line;
        while part != 0 {
            masks.push(part);
            part = (part - 1) & line;
        }
    }
    Taking::new(rows * columns, masks, vec![]).unwrap()
}

/// Whether each state is a P-position, by the definition.
pub fn p_states(game: &Taking, play: Play) -> Vec<bool> {
    let mut is_p: Vec<bool> = Vec::with_capacity(1 << game.cells());
    for state in 0u64..1 << game.cells() {
        let mut moves = game.moves(state).peekable();
        is_p.push(match (moves.peek(), play) {
            (None, Play::Normal) => true,
            (None, Play::Misere) => false,
            _ => moves.all(|mask| !is_p[(state ^ mask) as usize]),
        });
    }
    is_p
}

/// The sum of two games as one: the cells of the second come after those of the first.
pub fn side_by_side(left: &Taking, right: &Taking) -> Taking {
    let shifted = right.masks().iter().map(|mask| mask << left.cells());
    let masks = left.masks().iter().copied().chain(shifted).collect();
    Taking::new(left.cells() + right.cells(), masks, vec![]).unwrap()
}
