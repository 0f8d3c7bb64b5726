//! Section 5: impartial 2x2 matrix nim.

use super::matrices::proof_step;
use super::tables::{by_entry, expect, is_p_of, lines, matrix, moves, outcomes, value_of, values};
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{
    BySize, Case, Cases, Claim, Counterexample, Evidence, Frame, ONCE, Sizes, Verdict, by, plain,
};
use nimfield_core::words::{Outcome, Play};

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "ferguson-lemma-1",
        "(a b; b d) with a >= b and d >= b is a P-position",
        "Ferguson 2001, Lemma 1",
        "2x2 matrices of this form",
        &by_entry(12..=60).outcome(Play::Normal, |[a, b, d]| {
            (a >= b && d >= b).then_some(([a, b, b, d], true))
        }),
    ),
    Proved.claim(
        "ferguson-rotation",
        "a rotation by 90 degrees does not change the outcome of a 2x2 matrix, nor its value",
        "Ferguson 2001, section 5",
        "2x2 matrices",
        &by_entry(6..=24).with(values(2, 2), |table, m| {
            let [found, rotated] = [m, rotated(m)].map(|m| value_of(table, &m));
            Case::value(matrix(2, &m), rotated, found)
        }),
    ),
    Proved.claim(
        "ferguson-constant-diagonal",
        "every 2x2 P-position has a constant diagonal: a = d or b = c in (a b; c d)",
        "Ferguson 2001, section 5",
        "2x2 matrices without a constant diagonal",
        &by_entry(12..=40).outcome(Play::Normal, |m: [u32; 4]| {
            (!has_constant_diagonal(m)).then_some((m, false))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-3",
        "a 2x2 matrix is a P-position exactly if a rotation makes it (a b; b d) with a, d >= b, or with a < b < d and a mod (d-a) < d-b",
        "Ferguson 2001, Theorem 3",
        "2x2 matrices",
        &by_entry(12..=40).outcome(Play::Normal, |m| Some((m, is_4(m) || is_5(m)))),
    ),
    Misprint.claim(
        "ferguson-theorem-3-not-strict",
        "a 2x2 matrix is a P-position exactly if a rotation makes it (a b; b d) with a, d >= b, or with a < b < d and a mod (d-a) <= d-b",
        "Ferguson, preprint, the example after Theorem 3, which writes the condition (5) as 3 <= 4",
        "2x2 matrices",
        &by_entry(6..=9).outcome(Play::Normal, |m| {
            let is_5 = some_rotation(m, |[a, b, c, d]| {
                b == c && a < b && b < d && a % (d - a) <= d - b
            });
            Some((m, is_4(m) || is_5))
        }),
    ),
    Example.claim(
        "ferguson-example-20-24-24-27",
        "from (20 24; 24 27) exactly the two moves win that take 7 from the last row or the last column",
        "Ferguson 2001, example after Theorem 3",
        "the options of the position",
        &ONCE.cases(|_, budget| {
            let table = outcomes(2, 2, Play::Normal)(27, budget)?;
            let [columns, rows] = lines(2, 2);
            let from = [20, 24, 24, 27];
            let after = [&rows, &columns].map(|lines| moves(&from, lines).collect::<Vec<_>>());
            Ok(Cases::each(after.concat(), move |m| {
                let wins = m[..] == [20, 24, 17, 20] || m[..] == [20, 17, 24, 20];
                expect(&table, 2, Play::Normal, m, wins)
            }))
        }),
    ),
    Proved.claim(
        "ferguson-lemma-2",
        "for 0 <= a < b < d <= a+b and a' = a+b-d, b' = a, d' = b: 0 <= a' < b' < d', and a mod (d-a) < d-b exactly if a' mod (d'-a') >= d'-b'",
        "Ferguson 2001, Lemma 2",
        "triples (a, b, d)",
        &by("greatest of the three", 20..=100).lemma_2(|[a, b, d]| {
            let (a2, b2, d2) = (a + b - d, a, b);
            a2 < b2 && b2 < d2 && (a % (d - a) < d - b) == (a2 % (d2 - a2) >= d2 - b2)
        }),
    ),
    Proved.claim(
        "ferguson-lemma-2-proof",
        "in Lemma 2 d'-a' = d-a; with r = a mod (d-a) and s = a' mod (d-a), s = r+b-a >= b-a if r < d-b, and r = s-(b-a) < d-b if s >= b-a",
        "Ferguson 2001, proof of Lemma 2, as published",
        "triples (a, b, d) as in the lemma",
        &by("greatest of the three", 20..=100).lemma_2(|[a, b, d]| {
            let (r, s) = (a % (d - a), (a + b - d) % (d - a));
            b - (a + b - d) == d - a
                && (r >= d - b || (s == r + b - a && s >= b - a))
                && (s < b - a || (r == s - (b - a) && r < d - b))
        }),
    ),
    Misprint.claim(
        "ferguson-lemma-2-proof-as-printed",
        "in Lemma 2, with r = a mod (d-a) and s = a' mod (d-a): if s >= b-a, then r = s-b-a modulo d-a",
        "Ferguson, preprint, proof of Lemma 2; as published it is r = s-(b-a)",
        "triples (a, b, d) as in the lemma",
        &by("greatest of the three", 8..=20).lemma_2(|[a, b, d]| {
            let (r, s) = (a % (d - a), (a + b - d) % (d - a));
            s < b - a || (r + a + b) % (d - a) == s
        }),
    ),
    Proved.claim(
        "ferguson-theorem-3-proof-4",
        "the terminal positions satisfy (4) with b = 0, and no move leads from a position satisfying (4) to one satisfying (4) or (5)",
        "Ferguson 2001, proof of Theorem 3",
        "2x2 matrices that are terminal or satisfy (4)",
        &by_entry(8..=16).step(|m| {
            let is_terminal = followers(m).is_empty();
            match is_4(m) {
                false => is_terminal.then_some(false),
                true => Some(!followers(m).into_iter().any(|m| is_4(m) || is_5(m))),
            }
        }),
    ),
    Proved.claim(
        "ferguson-theorem-3-proof-i-moves",
        "(a b; b d) with a <= d has no move to a matrix with a constant diagonal if a = d or d > a+b; otherwise exactly those that remove d-a from the last row or column, to a matrix that rotations and a transposition make (a' b'; b' d') with a' = a+b-d, b' = a, d' = b",
        "Ferguson 2001, proof of Theorem 3, (i)",
        "2x2 matrices of this form",
        &by_entry(10..=24).step(|m @ [a, b, c, d]| {
            if b != c || a > d {
                return None;
            }
            let mut found = followers(m);
            found.retain(|&m| has_constant_diagonal(m));
            found.sort_unstable();
            if a == d || d > a + b {
                return Some(found.is_empty());
            }
            let k = d - a;
            let delta = [a + b - d, a, a, b];
            let same = |m: [u32; 4]| some_rotation(m, |m| m == delta);
            let transposed = |[a, b, c, d]: [u32; 4]| [a, c, b, d];
            let same = |m| same(m) || same(transposed(m));
            let [row, column] = [[a, b, c - k, d - k], [a, b - k, c, d - k]];
            let mut claimed = vec![row, column];
            claimed.sort_unstable();
            Some(found == claimed && same(row) && same(column))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-3-proof-i",
        "no follower of a position satisfying (5) satisfies (4) or (5)",
        "Ferguson 2001, proof of Theorem 3, (i)",
        "2x2 matrices that satisfy (5)",
        &by_entry(12..=24)
            .step(|m| is_5(m).then(|| !followers(m).into_iter().any(|m| is_4(m) || is_5(m)))),
    ),
    Proved.claim(
        "ferguson-theorem-3-proof-ii-constant",
        "let (a b; b d) with a <= d, however rotated, satisfy neither (4) nor (5). If a < b and d <= b, the move to (a b; b-d+a a) leads to (4); otherwise a < b < d and a mod (d-a) >= d-b, and the removal of d-a from the last row leads to (5)",
        "Ferguson 2001, proof of Theorem 3, (ii), for a constant diagonal",
        "2x2 matrices of this form",
        &by_entry(12..=24).step(|m @ [a, b, c, d]| {
            if b != c || a > d || is_4(m) || is_5(m) {
                return None;
            }
            let after = (b + a).checked_sub(d).map(|rest| [a, b, rest, a]);
            let moved = after.filter(|after| followers(m).contains(after));
            Some(match a < b && d <= b {
                true => moved.is_some_and(is_4),
                false => a < b && b < d && a % (d - a) >= d - b && moved.is_some_and(is_5),
            })
        }),
    ),
    Proved.claim(
        "ferguson-theorem-3-proof-ii",
        "let a <= b < c, a < d and (a b; c d) be without a constant diagonal. If a = b, reducing the lower row to the minimum a leads to (4); if a < b and d <= c, reducing it by d-a does; if a < b < c < d, (a b; b b+d-c) or, if a+c >= d, (a b; a+c-d a) satisfies (5), and these are the only moves of the last row to a constant diagonal",
        "Ferguson 2001, proof of Theorem 3, (ii)",
        "2x2 matrices of this form",
        &by_entry(12..=24).step(|m @ [a, b, c, d]| {
            if has_constant_diagonal(m) || !(a <= b && b < c && a < d) {
                return None;
            }
            let lower = |k: u32| [a, b, c - k, d - k];
            if a == b {
                return Some(is_4(lower(c.min(d) - a)));
            }
            if d <= c {
                return Some(is_4(lower(d - a)));
            }
            let mut constant: Vec<[u32; 4]> = (1..=c).map(lower).collect();
            constant.retain(|&m| has_constant_diagonal(m));
            let first = [a, b, b, b + d - c];
            let second = (a + c).checked_sub(d).map(|rest| [a, b, rest, a]);
            let claimed: Vec<[u32; 4]> = [first].into_iter().chain(second).collect();
            let same = constant.iter().all(|m| claimed.contains(m))
                && claimed.iter().all(|m| constant.contains(m));
            Some(same && claimed.into_iter().any(is_5))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-3-proof-form",
        "a 2x2 matrix without a constant diagonal is, rotated and perhaps transposed, (a b; c d) with a <= b < c and a < d",
        "Ferguson 2001, proof of Theorem 3, (ii), \"without loss of generality\"",
        "2x2 matrices without a constant diagonal",
        &by_entry(8..=24).step(|m @ [a, b, c, d]| {
            let is_so = |[a, b, c, d]: [u32; 4]| a <= b && b < c && a < d;
            let some = [m, [a, c, b, d]]
                .into_iter()
                .any(|m| some_rotation(m, is_so));
            (!has_constant_diagonal(m)).then_some(some)
        }),
    ),
    Proved.claim(
        "ferguson-bottom-row",
        "from every N-position (a b; c d) with a <= b <= c and a <= d some move in the bottom row leads to a P-position",
        "Ferguson 2001, remark after the proof of Theorem 3",
        "2x2 matrices of this form",
        &by_entry(12..=40).with(outcomes(2, 2, Play::Normal), |table, m @ [a, b, c, d]| {
            if !(a <= b && b <= c && a <= d) || is_p_of(table, &m) {
                return Case::Outside;
            }
            let mut after = (1..=c.min(d)).map(|k| [a, b, c - k, d - k]);
            let wins = after.clone().any(|m| is_p_of(table, &m));
            let n = Verdict::Outcome(Outcome::N);
            let lost = |m: [u32; 4]| Evidence::new(matrix(2, &m), Play::Normal, n);
            Case::of(wins, || Counterexample {
                evidence: after.by_ref().map(lost).collect(),
                ..plain(matrix(2, &m), "a winning move in the bottom row", "none")
            })
        }),
    ),
];

/// A claim about the matrix with these parameters: its entries, and whether it is a P-position.
type OutcomeClaim<const LENGTH: usize> = fn([u32; LENGTH]) -> Option<([u32; 4], bool)>;

impl Sizes {
    /// Claims for certain matrices whether they are P-positions; `None` where nothing is claimed.
    pub(crate) const fn outcome<const LENGTH: usize>(
        self,
        play: Play,
        claim: OutcomeClaim<LENGTH>,
    ) -> BySize<impl Frame> {
        self.with(outcomes(2, 2, play), move |table, numbers| {
            let (m, is_p) = claim(numbers)?;
            Some(expect(table, 2, play, &m, is_p))
        })
    }

    /// Claims a proof step for every 2x2 matrix; `None` where it says nothing.
    const fn step(self, holds: fn([u32; 4]) -> Option<bool>) -> BySize<impl Frame> {
        self.over_vectors(move |m| Some(proof_step(holds(m)?, matrix(2, &m))))
    }

    /// Makes a claim about the numbers of Lemma 2.
    const fn lemma_2(self, holds: fn([u32; 3]) -> bool) -> BySize<impl Frame> {
        self.over_vectors(move |m @ [a, b, d]| {
            (a < b && b < d && d <= a + b).then(|| {
                let case = format_args!("a={a} b={b} d={d}");
                Case::plain(holds(m), case, "the statement", "it fails")
            })
        })
    }
}

fn followers(m: [u32; 4]) -> Vec<[u32; 4]> {
    let all = lines(2, 2).concat();
    let after = moves(&m, &all);
    after
        .map(|after| after.try_into().expect("four entries again"))
        .collect()
}

fn has_constant_diagonal([a, b, c, d]: [u32; 4]) -> bool {
    a == d || b == c
}

fn rotated([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    [c, a, d, b]
}

fn some_rotation(m: [u32; 4], holds: impl Fn([u32; 4]) -> bool) -> bool {
    std::iter::successors(Some(m), |&m| Some(rotated(m)))
        .take(4)
        .any(holds)
}

/// Returns whether a rotation is (a b; b d) with a, d >= b.
fn is_4(m: [u32; 4]) -> bool {
    some_rotation(m, |[a, b, c, d]| b == c && a >= b && d >= b)
}

/// Returns whether a rotation is (a b; b d) with a < b < d and a mod (d-a) < d-b.
fn is_5(m: [u32; 4]) -> bool {
    some_rotation(m, |[a, b, c, d]| {
        b == c && a < b && b < d && a % (d - a) < d - b
    })
}
