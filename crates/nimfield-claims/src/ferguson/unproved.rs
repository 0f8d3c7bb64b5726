//! Claims on the formulas that are used under `--allow-unproved`.

use super::tables::by_entry;
use crate::claim::Status::Observed;
use crate::claim::{Claim, by};
use nimfield_core::words::Play;

pub(crate) const CLAIMS: &[Claim] = &[
    Observed.claim(
        "matrix-misere-type-4",
        "in misère play (a b; b d) with a, d >= b is a P-position exactly if b >= 2",
        "observed; a formula for play under --allow-unproved",
        "2x2 matrices (a b; b d) with a, d >= b",
        &by_entry(10..=47).outcome(Play::Misere, |[a, b, d]| {
            (a >= b && d >= b).then_some(([a, b, b, d], b >= 2))
        }),
    ),
    Observed.claim(
        "matrix-partizan-constant",
        "(a a; a a) of the partizan game is H_a = +-{k + H_(a-k) : 1 <= k <= a}, H_0 = 0",
        "observed; part of a formula under --allow-unproved",
        "2x2 matrices with equal entries",
        &by("entry", 6..=12).computed("+-{k + H_(a-k)}", |table, [a]| {
            let arena = &table.arena;
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for k in 1..=a {
                let option = arena.add(arena.integer(k.into())?, table.at([a - k; 4]))?;
                left.push(option);
                right.push(arena.neg(option)?);
            }
            let value = arena.game(&left, &right)?;
            Ok(Some(([a; 4], value == table.at([a; 4]))))
        }),
    ),
    Observed.claim(
        "matrix-partizan-number-and-constant",
        "let the least entry a > 0 of (a b; c d) be first, b >= c and x = min(b-c, a+d-2c): the value is x + H, H that of (a a; a a), if a = c or d >= c + min(b-a, c+1)",
        "observed; a formula for play under --allow-unproved",
        "2x2 matrices of the partizan game of this form",
        &by_entry(6..=12).computed("x + H", |table, m @ [a, b, c, d]| {
            let is_first = 0 < a && a <= c && c <= b && a <= d;
            if !is_first || !(a == c || d >= c + (b - a).min(c + 1)) {
                return Ok(None);
            }
            let [a, b, c, d] = [a, b, c, d].map(i64::from);
            let x = table.arena.integer((b - c).min(a + d - 2 * c))?;
            let value = table.arena.add(x, table.at([m[0]; 4]))?;
            Ok(Some((m, value == table.at(m))))
        }),
    ),
];
