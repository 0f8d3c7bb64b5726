//! The other games on heaps that the sources name: Holladay's, the lattice of Winning Ways, Schrage's.

use crate::brute_force::wins_by;
use crate::cases::{entries, over_vectors, too_large, vectors};
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{by, other_outcome, other_value, plain, proved};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::mex::mex;
use nimfield_core::words::{Outcome, Play};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "holladay-2x2",
        "a position of Holladay's game is a P-position exactly if all column sums are equal and the nim-sum of the row minima is 0",
        "Holladay 1958, in Ferguson 2001, section 1 (2x2)",
        "2x2 matrices, every move as the rules put it",
        by("greatest entry", 4..=8),
        |size, budget| holladay::<4>(size, 2, budget),
    ),
    proved(
        "holladay-2x3",
        "a position of Holladay's game is a P-position exactly if all column sums are equal and the nim-sum of the row minima is 0",
        "Holladay 1958, in Ferguson 2001, section 1 (two rows, three columns)",
        "2x3 matrices, every move as the rules put it",
        by("greatest entry", 2..=4),
        |size, budget| holladay::<6>(size, 3, budget),
    ),
    proved(
        "holladay-3x2",
        "a position of Holladay's game is a P-position exactly if all column sums are equal and the nim-sum of the row minima is 0",
        "Holladay 1958, in Ferguson 2001, section 1 (three rows, two columns)",
        "3x2 matrices, every move as the rules put it",
        by("greatest entry", 2..=4),
        |size, budget| holladay::<6>(size, 2, budget),
    ),
    proved(
        "holladay-one-column",
        "Holladay's game with one column is nim",
        "Ferguson 2001, section 1: \"The game N_1 is the game nim\"",
        "columns of three piles, every move as the rules put it",
        by("greatest entry", 5..=12),
        |size, budget| holladay::<3>(size, 1, budget),
    ),
    proved(
        "lattice-nim",
        "counters on the quarter plane, which move left or to any place of a lower row, are a P-position exactly if the nim-sum of their columns is 0 and so is that of their rows",
        "Winning Ways, vol. 1, in Ferguson 2001, section 1",
        "three counters on a board of eight columns in place of infinitely many, by all moves there",
        by("greatest row", 2..=6),
        lattice,
    ),
    proved(
        "schrage-rectangles",
        "with g for Grundy's game, a rectangle of m x n that is cut into two unequal ones has the value g(n) if g(m) = 0, g(m) if g(n) = 0, and otherwise 1; a strip of width 1 is a heap of Grundy's game",
        "Schrage 1985, in Ferguson 2001, section 1",
        "pairs of sides, all values by mex",
        by("greater side", 14..=60),
        |size, _| {
            too_large(size, 400)?;
            let (heaps, rectangles) = cut(size as usize);
            over_vectors(size, move |[m, n]| {
                if m.min(n) == 0 {
                    return Case::Outside;
                }
                let claimed = match [m, n].map(|side| heaps[side as usize]) {
                    [0, other] | [other, 0] => other,
                    _ => 1,
                };
                let found = rectangles[m as usize][n as usize];
                Case::of(found == claimed, || {
                    other_value(format!("schrage[{m}x{n}]"), Play::Normal, claimed, found)
                })
            })
        },
    ),
];

/// Claims Holladay's theorem on matrices with `CELLS` entries in this number of columns.
fn holladay<const CELLS: usize>(
    size: u32,
    columns: usize,
    budget: &Budget,
) -> Result<Cases, CheckError> {
    let count = vectors(CELLS as u32, size)?;
    let mut lost: Vec<[u32; CELLS]> = Vec::new();
    for number in 0..count {
        budget.check(0).map_err(|limit| Unfinished {
            limit,
            done: number,
            total: Some(count),
        })?;
        let m = entries(number, size);
        if !lost
            .iter()
            .any(|after| is_holladay_move(&m, after, columns))
        {
            lost.push(m);
        }
    }
    over_vectors(size, move |m: [u32; CELLS]| {
        let found = lost.binary_search(&m).is_ok();
        let sum = |column: usize| -> u32 { m.iter().skip(column).step_by(columns).sum() };
        let minima = m.chunks(columns).filter_map(|row| row.iter().min());
        let claimed = (1..columns).all(|column| sum(column) == sum(0))
            && minima.fold(0, |sum, least| sum ^ least) == 0;
        Case::of(found == claimed, || {
            let rows = m.chunks(columns).map(|row| {
                let row: Vec<String> = row.iter().map(u32::to_string).collect();
                row.join(" ")
            });
            let position = format!("holladay[{}]", rows.collect::<Vec<_>>().join("; "));
            let [claimed, found] = [claimed, found].map(Outcome::impartial);
            other_outcome(position, Play::Normal, claimed, found)
        })
    })
}

/// Returns whether a move leads from one matrix to another: piles of one row become less, or any piles with a column
/// left untouched.
fn is_holladay_move<const CELLS: usize>(
    from: &[u32; CELLS],
    to: &[u32; CELLS],
    columns: usize,
) -> bool {
    if from == to || from.iter().zip(to).any(|(from, to)| to > from) {
        return false;
    }
    let changed = |cell: usize| from[cell] != to[cell];
    let row_only = (0..CELLS / columns).any(|row| {
        let mut others = (0..CELLS).filter(|cell| cell / columns != row);
        !others.any(changed)
    });
    let column_untouched = (0..columns).any(|column| {
        let mut cells = (0..CELLS).filter(|cell| cell % columns == column);
        !cells.any(changed)
    });
    row_only || column_untouched
}

/// Claims the statement for three counters on a board of eight columns: the lost positions by all moves. On a board
/// with a power of two of columns the statement is what it is on an infinite one.
fn lattice(size: u32, _: &Budget) -> Result<Cases, CheckError> {
    too_large(size, 12)?;
    const COLUMNS: usize = 8;
    let places = (size as usize + 1) * COLUMNS;
    let at =
        move |counters: [usize; 3]| (counters[0] * places + counters[1]) * places + counters[2];
    let mut lost = vec![false; places.pow(3)];
    for first in 0..places {
        for second in 0..places {
            for third in 0..places {
                let counters = [first, second, third];
                let after = (0..3).flat_map(|which| {
                    let (row, column) = (counters[which] / COLUMNS, counters[which] % COLUMNS);
                    let left = (0..column).map(move |column| row * COLUMNS + column);
                    let lower = 0..row * COLUMNS;
                    left.chain(lower).map(move |place| {
                        let mut after = counters;
                        after[which] = place;
                        after
                    })
                });
                let wins = wins_by(Play::Normal, after.map(|after| !lost[at(after)]));
                lost[at(counters)] = !wins;
            }
        }
    }
    Ok(Cases::new(places.pow(3) as u64, move |number| {
        let number = number as usize;
        let counters = [
            number / places / places,
            number / places % places,
            number % places,
        ];
        if counters.iter().all(|place| place / COLUMNS < size as usize) {
            return Case::Outside;
        }
        let sum = |of: fn(usize) -> usize| counters.iter().fold(0, |sum, &place| sum ^ of(place));
        let claimed = sum(|place| place / COLUMNS) == 0 && sum(|place| place % COLUMNS) == 0;
        Case::of(lost[number] == claimed, || {
            let [claimed, found] = [claimed, lost[number]].map(Outcome::impartial);
            plain(
                format!("counters on places {counters:?} of {COLUMNS} columns"),
                claimed,
                found,
            )
        })
    }))
}

/// Computes the values of heaps in Grundy's game, and of Schrage's rectangles, with sides up to a bound.
fn cut(bound: usize) -> (Vec<u32>, Vec<Vec<u32>>) {
    let unequal = |side: usize| (1..side.div_ceil(2)).map(move |part| (part, side - part));
    let mut heaps: Vec<u32> = Vec::new();
    for heap in 0..=bound {
        heaps.push(mex(unequal(heap).map(|(a, b)| heaps[a] ^ heaps[b])) as u32);
    }
    let mut values = vec![vec![0; bound + 1]; bound + 1];
    for m in 1..=bound {
        for n in 1..=bound {
            let across = unequal(m).map(|(a, b)| values[a][n] ^ values[b][n]);
            let along = unequal(n).map(|(a, b)| values[m][a] ^ values[m][b]);
            values[m][n] = mex(across.chain(along)) as u32;
        }
    }
    (heaps, values)
}
