//! Claims on games of cutting rectangles: chocolate and cake.

use crate::brute_force;
use crate::cases::{too_large, vectors_of};
use crate::claim::Status::Proved;
use crate::claim::{Case, CheckError, Claim, by};
use nimfield_core::words::{Outcome, Play};

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "chocolate-nim-sum",
        "a bar of chocolate is worth the nim-sum of the distances of its poisoned square from the four edges",
        "Robin 1989, A poisoned chocolate problem",
        "bars with a poisoned square, by the rules alone",
        &by("greatest distance", 2..=4).cases(|size, _| {
            too_large(size, 8)?;
            vectors_of(size, |[left, right, above, below]| {
                let (rows, columns) = (above + 1 + below, left + 1 + right);
                // Columns have letters.
                let column = char::from(b'a' + left as u8);
                let text = format!("chocolate[{rows}x{columns} at {column}{}]", above + 1);
                let claimed = left ^ right ^ above ^ below;
                let [found, _] = brute_force::pair(&text)?;
                Ok::<_, CheckError>(Case::value(text, claimed, found))
            })
        }),
    ),
    Proved.claim(
        "cutcake-values",
        "with 2^i <= rows < 2^(i+1) and 2^j <= columns < 2^(j+1), a cake that Left cuts between columns and Right between rows is worth 0 if i = j, floor(columns/2^i) - 1 if i < j, and 1 - floor(rows/2^j) if i > j",
        "Winning Ways, ch. 2",
        "cakes beside the number that they are worth with the other sign, by the rules alone",
        &by("greater side", 3..=4).cases(|size, _| {
            too_large(size, 5)?;
            vectors_of(size, |[rows, columns]| {
                if rows.min(columns) == 0 {
                    return Ok(Case::Outside);
                }
                let (i, j) = (rows.ilog2(), columns.ilog2());
                // The number that makes the sum 0.
                let other = match i.cmp(&j) {
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => 1 - (columns as i32 >> i),
                    std::cmp::Ordering::Greater => (rows as i32 >> j) - 1,
                };
                let text = format!("cutcake[{rows}x{columns}] + {other}");
                let found = brute_force::partizan_outcome(&text)?;
                Ok::<_, CheckError>(Case::outcome(text, Play::Normal, Outcome::P, found))
            })
        }),
    ),
];
