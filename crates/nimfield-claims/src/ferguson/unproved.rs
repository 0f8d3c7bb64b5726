//! The formulas that decide answers under `--allow-unproved`.

use super::matrices::values;
use super::two_by_two::outcome;
use crate::claim::{Claim, by, observed};
use nimfield_core::words::Play;

pub(crate) const CLAIMS: &[Claim] = &[
    observed(
        "matrix-misere-type-4",
        "in misère play (a b; b d) with a, d >= b is a P-position exactly if b >= 2",
        "observed; a formula for play under --allow-unproved",
        "2x2 matrices (a b; b d) with a, d >= b",
        by("greatest entry", 10..=47),
        |size, budget| {
            outcome(size, budget, Play::Misere, |[a, b, d]| {
                (a >= b && d >= b).then_some(([a, b, b, d], b >= 2))
            })
        },
    ),
    observed(
        "matrix-partizan-constant",
        "(a a; a a) of the partizan game is H_a = +-{k + H_(a-k) : 1 <= k <= a}, H_0 = 0",
        "observed; part of a formula under --allow-unproved",
        "2x2 matrices with equal entries",
        by("entry", 6..=14),
        |size, budget| {
            values(size, budget, "+-{k + H_(a-k)}", |table, [a]| {
                let arena = &table.arena;
                let left =
                    (1..=a).map(|k| arena.add(arena.integer(k.into())?, table.at([a - k; 4])));
                let left = left.collect::<Result<Vec<_>, _>>();
                let value = left.and_then(|left| {
                    let right = left.iter().map(|&option| arena.neg(option));
                    arena.game(&left, &right.collect::<Result<Vec<_>, _>>()?)
                });
                Some(([a; 4], value == Ok(table.at([a; 4]))))
            })
        },
    ),
    observed(
        "matrix-partizan-number-and-constant",
        "let the least entry a > 0 of (a b; c d) be first, b >= c and x = min(b-c, a+d-2c): the value is x + H, H that of (a a; a a), if a = c or d >= c + min(b-a, c+1)",
        "observed; a formula for play under --allow-unproved",
        "2x2 matrices of the partizan game of this form",
        by("greatest entry", 6..=14),
        |size, budget| {
            values(size, budget, "x + H", |table, m @ [a, b, c, d]| {
                let is_first = 0 < a && a <= c && c <= b && a <= d;
                if !is_first || !(a == c || d >= c + (b - a).min(c + 1)) {
                    return None;
                }
                let [a, b, c, d] = [a, b, c, d].map(i64::from);
                let x = (b - c).min(a + d - 2 * c);
                let value = table.arena.integer(x);
                let value = value.and_then(|x| table.arena.add(x, table.at([m[0]; 4])));
                Some((m, value == Ok(table.at(m))))
            })
        },
    ),
];
