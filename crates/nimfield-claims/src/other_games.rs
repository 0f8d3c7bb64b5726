//! Claims on the other heap games that the sources mention: Holladay's, the lattice of Winning Ways, Schrage's.

use crate::brute_force::wins_by;
use crate::cases::{ByVector, entries, filled, too_large, vectors, vectors_of};
use crate::claim::Status::Proved;
use crate::claim::{BySize, Case, Cases, CheckError, Claim, Frame, Sizes, by};
use crate::ferguson::tables::{by_entry, text};
use nimfield_core::mex::mex;
use nimfield_core::prelude::*;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "holladay-2x2",
        "a position of Holladay's game is a P-position exactly if all column sums are equal and the nim-sum of the row minima is 0",
        "Holladay 1958, in Ferguson 2001, section 1 (2x2)",
        "2x2 matrices, every move as the rules put it",
        &by_entry(4..=8).holladay::<4>(2),
    ),
    Proved.claim(
        "holladay-2x3",
        "a position of Holladay's game is a P-position exactly if all column sums are equal and the nim-sum of the row minima is 0",
        "Holladay 1958, in Ferguson 2001, section 1 (two rows, three columns)",
        "2x3 matrices, every move as the rules put it",
        &by_entry(2..=4).holladay::<6>(3),
    ),
    Proved.claim(
        "holladay-3x2",
        "a position of Holladay's game is a P-position exactly if all column sums are equal and the nim-sum of the row minima is 0",
        "Holladay 1958, in Ferguson 2001, section 1 (three rows, two columns)",
        "3x2 matrices, every move as the rules put it",
        &by_entry(2..=4).holladay::<6>(2),
    ),
    Proved.claim(
        "holladay-one-column",
        "Holladay's game with one column is nim",
        "Ferguson 2001, section 1: \"The game N_1 is the game nim\"",
        "columns of three piles, every move as the rules put it",
        &by_entry(5..=12).holladay::<3>(1),
    ),
    Proved.claim(
        "lattice-nim",
        "counters on the quarter plane, which move left or to any place of a lower row, are a P-position exactly if the nim-sum of their columns is 0 and so is that of their rows",
        "Winning Ways, vol. 1, in Ferguson 2001, section 1",
        "three counters on a board of eight columns in place of infinitely many, by all moves there",
        &by("greatest row", 2..=6).cases(lattice),
    ),
    Proved.claim(
        "schrage-rectangles",
        "with g for Grundy's game, a rectangle of m x n that is cut into two unequal ones has the value g(n) if g(m) = 0, g(m) if g(n) = 0, and otherwise 1; a strip of width 1 is a heap of Grundy's game",
        "Schrage 1985, in Ferguson 2001, section 1",
        "pairs of sides, all values by mex",
        &by("greater side", 14..=60).cases(|size, _| {
            too_large(size, 400)?;
            let (heaps, rectangles) = cut(size as usize);
            vectors_of(size, move |[m, n]| {
                if m.min(n) == 0 {
                    return None;
                }
                let claimed = match [m, n].map(|side| heaps[side as usize]) {
                    [0, other] | [other, 0] => other,
                    _ => 1,
                };
                let found = rectangles[m as usize][n as usize];
                Some(Case::value(
                    format_args!("schrage[{m}x{n}]"),
                    claimed,
                    found,
                ))
            })
        }),
    ),
];

impl Sizes {
    /// Claims Holladay's theorem on matrices with `CELLS` entries in this number of columns.
    const fn holladay<const CELLS: usize>(self, columns: usize) -> BySize<impl Frame> {
        let prepare = move |size, budget: &Budget| {
            let mut lost: Vec<[u32; CELLS]> = Vec::new();
            filled(vectors(CELLS as u32, size)?, budget, |number, _: &[()]| {
                let m = entries(number, size);
                let wins = |after| is_holladay_move(&m, after, columns);
                if !lost.iter().any(wins) {
                    lost.push(m);
                }
                Ok(())
            })?;
            Ok(lost)
        };
        self.with(prepare, move |lost, m: [u32; CELLS]| {
            let found = lost.binary_search(&m).is_ok();
            let sum = |column: usize| -> u32 { m.iter().skip(column).step_by(columns).sum() };
            let minima = m.chunks(columns).filter_map(|row| row.iter().min());
            let claimed = (1..columns).all(|column| sum(column) == sum(0))
                && minima.fold(0, |sum, least| sum ^ least) == 0;
            Case::is_p(text("holladay", columns, &m), Play::Normal, claimed, found)
        })
    }
}

/// Returns whether a move leads from one matrix to another: it lowers piles of one row, or any piles with one column
/// untouched.
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

/// The number of columns on the lattice's board. As it is a power of two, the statement is that of an infinite board.
const COLUMNS: u32 = 8;

/// Claims the statement for three counters: finds the lost positions from all moves, with places numbered row by row.
fn lattice(size: u32, budget: &Budget) -> Result<Cases, CheckError> {
    too_large(size, 12)?;
    let last = (size + 1) * COLUMNS - 1;
    let lost = ByVector::<bool>::new(last, budget, |lost, counters: [u32; 3]| {
        let after = (0..3).flat_map(|which| {
            let place = counters[which];
            // A counter moves left or to a lower row, so to any earlier place.
            (0..place).map(move |place| {
                let mut after = counters;
                after[which] = place;
                after
            })
        });
        Ok(!wins_by(Play::Normal, after.map(|after| !lost(&after))))
    })?;
    Ok(Cases::new(vectors(3, last)?, move |number| {
        let counters: [u32; 3] = entries(number, last);
        if counters.iter().all(|place| place / COLUMNS < size) {
            return None;
        }
        let sum = |of: fn(u32) -> u32| counters.iter().fold(0, |sum, &place| sum ^ of(place));
        let is_p = sum(|place| place / COLUMNS) == 0 && sum(|place| place % COLUMNS) == 0;
        let [claimed, found] = [is_p, lost.at(&counters)].map(Outcome::impartial);
        let case = format_args!("counters on places {counters:?} of {COLUMNS} columns");
        Some(Case::equal(case, claimed, found))
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
