//! Rectangles that are cut: chocolate and cake.

use crate::brute_force::{self, LARGEST_TREE, Verdict};
use crate::cases::{over_vectors, too_large};
use crate::claim::{Case, Claim, by, other_outcome, other_value, proved};
use nimfield_core::words::{Outcome, Play};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "chocolate-nim-sum",
        "a bar of chocolate is worth the nim-sum of the distances of its poisoned square from the four edges",
        "Robin 1989, A poisoned chocolate problem",
        "bars with a poisoned square, by the rules alone",
        by("greatest distance", 2..=4),
        |size, _| {
            too_large(size, 8)?;
            over_vectors(size, |[left, right, above, below]| {
                let (rows, columns) = (above + 1 + below, left + 1 + right);
                // Columns are lettered.
                let column = char::from(b'a' + left as u8);
                let text = format!("chocolate[{rows}x{columns} at {column}{}]", above + 1);
                let claimed = left ^ right ^ above ^ below;
                let [found, _] = brute_force::pair(&text);
                Case::of(found == claimed, || {
                    other_value(text, Play::Normal, claimed, found)
                })
            })
        },
    ),
    proved(
        "cutcake-values",
        "with 2^i <= rows < 2^(i+1) and 2^j <= columns < 2^(j+1), a cake that Left cuts between columns and Right between rows is worth 0 if i = j, floor(columns/2^i) - 1 if i < j, and 1 - floor(rows/2^j) if i > j",
        "Winning Ways, ch. 2",
        "cakes beside the number that they are worth with the other sign, by the rules alone",
        by("greater side", 3..=4),
        |size, _| {
            too_large(size, 5)?;
            over_vectors(size, |[rows, columns]| {
                if rows.min(columns) == 0 {
                    return Case::Outside;
                }
                let (i, j) = (rows.ilog2(), columns.ilog2());
                // The number that makes the sum 0.
                let other = match i.cmp(&j) {
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => 1 - (columns as i32 >> i),
                    std::cmp::Ordering::Greater => (rows as i32 >> j) - 1,
                };
                let text = format!("cutcake[{rows}x{columns}] + {other}");
                let tree = brute_force::tree(&text, Play::Normal, LARGEST_TREE);
                let like = Verdict::Outcome(Outcome::P);
                let found = tree.ok().and_then(|tree| brute_force::verdict(&tree, like));
                let Some(Verdict::Outcome(found)) = found else {
                    return Case::Outside;
                };
                Case::of(found == Outcome::P, || {
                    other_outcome(text, Play::Normal, Outcome::P, found)
                })
            })
        },
    ),
];
