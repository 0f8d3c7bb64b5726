//! Claims that compare the values of matrices: of two, after raising an entry, of blocks.

use short_game::{Arena, Game};

use super::tables::values;
use super::tables::{self, Forms, matrix, other_sum};
use crate::cases::{over_vectors, vector, vectors};
use crate::claim::other_value;
use crate::claim::{Case, Cases, CheckError, Counterexample};
use nimfield_core::budget::Budget;
use nimfield_core::words::Play;

pub(super) fn grundy(
    columns: usize,
    entries: &[u32],
    claimed: Option<u32>,
    found: Option<u32>,
) -> Counterexample {
    let show = |value: Option<u32>| value.map_or("none".to_string(), |value| format!("*{value}"));
    let known = other_value(
        matrix(columns, entries),
        Play::Normal,
        show(claimed),
        found.unwrap_or(0),
    );
    Counterexample {
        found: show(found),
        ..known
    }
}

/// Returns the claim that two matrices have the same value.
pub(super) fn same_value(columns: usize, matrices: [&[u32]; 2], found: [Option<u32>; 2]) -> Case {
    Case::of(found[0] == found[1], || {
        let [one, other] = [0, 1].map(|i| grundy(columns, matrices[i], found[1 - i], found[i]));
        Counterexample {
            case: format!("{} and {}", one.case, other.case),
            claimed: "the same value".to_string(),
            found: format!("{} and {}", one.found, other.found),
            evidence: [one.evidence, other.evidence].concat(),
        }
    })
}

/// Claims that raising the first entry of a 2x2 matrix by 1 keeps the value where `reducible` says so.
pub(super) fn raised(
    size: u32,
    budget: &Budget,
    reducible: fn([u32; 4]) -> bool,
) -> Result<Cases, CheckError> {
    let table = values([2, 2], size + 1, budget)?;
    over_vectors(size, move |m @ [a, b, c, d]| match reducible(m) {
        false => Case::Outside,
        true => {
            let higher = [a + 1, b, c, d];
            same_value(2, [&m, &higher], [&m, &higher].map(|m| table.value(m)))
        }
    })
}

/// Claims Theorem 2: the blocks of these shapes, `ENTRIES` entries in all, stand along the diagonal of a matrix; its
/// value is the sum of theirs.
pub(super) fn blocks<const ENTRIES: usize>(
    size: u32,
    budget: &Budget,
    shapes: &'static [[usize; 2]],
    is_partizan: bool,
) -> Result<Cases, CheckError> {
    let rows = shapes.iter().map(|shape| shape[0]).sum();
    let columns = shapes.iter().map(|shape| shape[1]).sum();
    let arena = Arena::new();
    let mut whole = Forms::new([rows, columns], is_partizan, &arena);
    let mut found = Vec::new();
    for number in 0..vectors(ENTRIES as u32, size)? {
        let Some(entries) = vector::<ENTRIES>(number, size) else {
            continue;
        };
        // At least the sum of the least entries of row and column, whatever these are.
        let mut m = vec![2 * size; rows * columns];
        let (mut from, mut corner) = (0, [0, 0]);
        let mut sum = Ok(Game::ZERO);
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
            sum = sum.and_then(|sum| arena.add(sum, value));
            let text = if is_partizan {
                tables::partizan
            } else {
                matrix
            };
            transposes.push_str(&format!(" + {}", text(height, &transposed)));
            from += height * width;
            corner = [corner[0] + height, corner[1] + width];
        }
        let value = whole.of(&m, budget)?;
        let sum = sum.map_err(CheckError::too_large)?;
        found.push(Case::of(value == sum, || {
            let text = if is_partizan {
                tables::partizan
            } else {
                matrix
            };
            let difference = arena.sub(value, sum).unwrap_or(Game::ZERO);
            other_sum(&arena, text(columns, &m) + &transposes, "0", difference)
        }));
    }
    Ok(Cases::each(found, Case::clone))
}
