//! Section 6: outcomes of partizan 2x2 matrix nim.

use super::matrices::{is_8, is_rest, plus_minus_1, theorem_4};
use super::tables::{Partizan2x2, by_entry};
use crate::claim::Status::{Example, Fallacy, Misprint, Proved};
use crate::claim::{Claim, once};
use nimfield_core::words::Outcome;

pub(crate) const CLAIMS: &[Claim] = &[
    Fallacy.claim(
        "ferguson-lemma-1-partizan",
        "(a b; b d) with a >= b and d >= b is a P-position of the partizan game",
        "Ferguson 2001, after Lemma 1: \"This lemma is false in the partizan case\"",
        "2x2 matrices of this form",
        &by_entry(2..=4).values("P", |table, [a, b, d]| {
            let m = [a, b, b, d];
            (a >= b && d >= b).then(|| (m, table.outcome(m) == Outcome::P))
        }),
    ),
    Example.claim(
        "ferguson-lemma-1-partizan-example",
        "(1 1; 1 2) = +-1 is an N-position of the partizan game",
        "Ferguson 2001, after Lemma 1",
        "the position",
        &once(|budget| {
            let table = Partizan2x2::new(2, budget)?;
            let m = [1, 1, 1, 2];
            let switch = plus_minus_1(&table.arena)?;
            let holds = switch == table.at(m) && table.outcome(m) == Outcome::N;
            Ok(table.holds(holds, m, "+-1"))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-4",
        "with the least entry a first, (a b; c d) is L if a+c < min(b,d), R if a+b < min(c,d), P if a = d and min(b,c) >= a+d or a = 0 and b = c < d, otherwise N",
        "Ferguson 2001, Theorem 4",
        "2x2 matrices of the partizan game with the least entry first",
        &by_entry(5..=12).with(Partizan2x2::new, |table, m @ [a, b, c, d]| {
            (a <= b.min(c).min(d)).then(|| table.expect(m, theorem_4(m)))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-4-proof-zero",
        "(0 b; c d) is none of (7), (8) and (9) exactly if 0 < d <= min(b,c); then Right moves to a P-position by removing d from the bottom row",
        "Ferguson 2001, proof of Theorem 4, a = 0, with 0 < d",
        "2x2 matrices of the partizan game with a zero first",
        &by_entry(6..=12).values("the step of the proof", |table, [b, c, d]| {
            let m = [0, b, c, d];
            let rest = theorem_4(m) == Outcome::N;
            let holds = rest == (0 < d && d <= b.min(c))
                && (!rest || table.outcome([0, b, c - d, 0]) == Outcome::P);
            Some((m, holds))
        }),
    ),
    Misprint.claim(
        "ferguson-theorem-4-proof-zero-as-printed",
        "(0 b; c d) is none of (7), (8) and (9) exactly if d <= b and d <= c",
        "Ferguson 2001, proof of Theorem 4, a = 0, as printed: with d = 0 the position is P",
        "2x2 matrices of the partizan game with a zero first",
        &by_entry(1..=4).values("N exactly if d <= min(b,c)", |table, [b, c, d]| {
            let m = [0, b, c, d];
            Some((m, (table.outcome(m) == Outcome::N) == (d <= b.min(c))))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-4-proof-greatest-moves",
        "with the least entry a > 0 first, taking a from the top row leads to (8) exactly if b-a < min(c,d), and taking min(c,d) from the bottom row exactly if |c-d| < a",
        "Ferguson 2001, proof of Theorem 4, as published",
        "2x2 matrices with the least entry first and positive",
        &by_entry(6..=20).arithmetic(|[a, b, c, d]| {
            let least = c.min(d);
            let top = is_8([0, b - a, c, d]) == (b - a < least);
            let bottom = is_8([a, b, c - least, d - least]) == (c.abs_diff(d) < a);
            Some(top && bottom)
        }),
    ),
    Misprint.claim(
        "ferguson-theorem-4-proof-greatest-moves-as-printed",
        "with the least entry a > 0 first, taking min(c,d) from the bottom row leads to (8) exactly if |c-d| < b",
        "Ferguson, preprint, proof of Theorem 4",
        "2x2 matrices with the least entry first and positive",
        &by_entry(4..=8).arithmetic(|[a, b, c, d]| {
            let least = c.min(d);
            Some(is_8([a, b, c - least, d - least]) == (c.abs_diff(d) < b))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-4-proof-rest",
        "let the least entry a > 0 be first, |c-d| >= a, b-a >= min(c,d) and a+c >= min(b,d). If c < d, then a+c = min(b,d), and Right moves to a P-position: if a+c = d <= b, by taking c from the bottom row; if a+c = b < d, by taking a from the top row. If c >= d, the matrix is diagonally subordinate",
        "Ferguson 2001, proof of Theorem 4, after (10), as published",
        "2x2 matrices of the partizan game of this form",
        &by_entry(8..=13).values("the step of the proof", |table, m @ [a, b, c, d]| {
            if !is_rest(m) {
                return None;
            }
            let holds = match c < d {
                false => b.min(c) >= a + d,
                true if a + c == d && d <= b => table.outcome([a, b, 0, d - c]) == Outcome::P,
                true => a + c == b && b < d && table.outcome([0, b - a, c, d]) == Outcome::P,
            };
            Some((m, holds))
        }),
    ),
    Misprint.claim(
        "ferguson-theorem-4-proof-rest-as-printed",
        "let the least entry a > 0 be first, |c-d| >= a, b-a >= min(c,d) and a+c = d <= b; then c-d can be taken from the bottom row",
        "Ferguson, preprint, proof of Theorem 4, after (10): c < d there, so the amount to take is c",
        "2x2 matrices of this form",
        &by_entry(4..=6)
            .arithmetic(|m @ [a, b, c, d]| (is_rest(m) && a + c == d && d <= b).then_some(c > d)),
    ),
];
