//! Claims that compare the values of two matrices, of a matrix with a raised entry, or of blocks.

use short_game::{Arena, Game};

use super::tables::{self, Forms, is_zero, matrix, value_of, values};
use crate::cases::{vector, vectors};
use crate::claim::{BySize, Case, Cases, Counterexample, Frame, Sizes, other_value};
use nimfield_core::prelude::*;
use nimfield_engines::grundy_table::GrundyTable;

/// Returns the claim that a matrix of the impartial game has a value.
pub(super) fn grundy(columns: usize, entries: &[u32], claimed: u32, found: u32) -> Case {
    Case::of(claimed == found, || {
        nimber(columns, entries, claimed, found)
    })
}

fn nimber(columns: usize, entries: &[u32], claimed: u32, found: u32) -> Counterexample {
    let claimed = format_args!("*{claimed}");
    Counterexample {
        found: format!("*{found}"),
        ..other_value(matrix(columns, entries), Play::Normal, claimed, found)
    }
}

/// Returns the claim that two matrices have the same value.
pub(super) fn same_value(table: &GrundyTable, columns: usize, matrices: [&[u32]; 2]) -> Case {
    let found = matrices.map(|m| value_of(table, m));
    Case::of(found[0] == found[1], || {
        let [one, other] = [0, 1].map(|i| nimber(columns, matrices[i], found[1 - i], found[i]));
        Counterexample {
            case: format!("{} and {}", one.case, other.case),
            claimed: "the same value".to_string(),
            found: format!("{} and {}", one.found, other.found),
            evidence: [one.evidence, other.evidence].concat(),
        }
    })
}

impl Sizes {
    /// Claims that raising the first entry of a two-row matrix by 1 keeps the value if `reducible` holds.
    pub(super) const fn raised<const ENTRIES: usize>(
        self,
        reducible: fn([u32; ENTRIES]) -> bool,
    ) -> BySize<impl Frame> {
        let values = values(2, ENTRIES / 2);
        let prepare = move |size: u32, budget: &Budget| values(size + 1, budget);
        self.with(prepare, move |table, m: [u32; ENTRIES]| {
            let mut higher = m;
            higher[0] += 1;
            reducible(m).then(|| same_value(table, ENTRIES / 2, [&m, &higher]))
        })
    }

    /// Claims Theorem 2: a matrix with blocks of these shapes along its diagonal, `ENTRIES` entries in total, has as
    /// its value the sum of their values.
    pub(super) const fn blocks<const ENTRIES: usize>(
        self,
        shapes: &'static [[usize; 2]],
        is_partizan: bool,
    ) -> BySize<impl Frame> {
        let text = if is_partizan {
            "matrix-partizan"
        } else {
            "matrix"
        };
        self.cases(move |size, budget: &Budget| {
            let rows = shapes.iter().map(|shape| shape[0]).sum();
            let columns = shapes.iter().map(|shape| shape[1]).sum();
            let arena = Arena::new();
            let mut whole = Forms::new([rows, columns], is_partizan, &arena);
            let mut found = Vec::new();
            for number in 0..vectors(ENTRIES as u32, size)? {
                let Some(entries) = vector::<ENTRIES>(number, size) else {
                    continue;
                };
                // An entry of at least the sum of the least entries of its row and column, whatever these are.
                let mut m = vec![2 * size; rows * columns];
                let (mut from, mut corner) = (0, [0, 0]);
                let mut sum = Game::ZERO;
                let mut transposes = String::new();
                for &shape @ [height, width] in shapes {
                    let block = &entries[from..from + height * width];
                    let transposed: Vec<u32> = (0..height * width)
                        .map(|at| block[at % height * width + at / height])
                        .collect();
                    for (at, &entry) in block.iter().enumerate() {
                        let (row, column) = (corner[0] + at / width, corner[1] + at % width);
                        m[row * columns + column] = entry;
                    }
                    let value = Forms::new(shape, is_partizan, &arena).of(block, budget)?;
                    sum = arena.add(sum, value)?;
                    transposes.push_str(&format!(" + {}", tables::text(text, height, &transposed)));
                    from += height * width;
                    corner = [corner[0] + height, corner[1] + width];
                }
                let value = whole.of(&m, budget)?;
                let m = tables::text(text, columns, &m);
                let sum = is_zero(&arena, format_args!("{m}{transposes}"), [value, sum])?;
                found.push(sum);
            }
            Ok(Cases::each(found, Case::clone))
        })
    }
}
