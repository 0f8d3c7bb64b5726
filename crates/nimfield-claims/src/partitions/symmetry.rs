//! Section 3: conjugates, heavy partitions, and the theorems on few rows.

use super::frames::{LINES, diagrams, heavy, listed, options, pair, pascal, pnim};
use super::frames::{pairs, size_of, steps, valued, word_of};
use crate::cases::{over_vectors, too_large};
use crate::claim::{Case, Cases, CheckError, Claim};
use crate::claim::{by, observed, proved};
use crate::claim::{other_pair, plain};
use nimfield_core::mex::mex;
use nimfield_core::sorting::Sort as _;
use nimfield_games::partitions::Partition;

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "pnim-observation-4",
        "a partition and its conjugate have the same value, in normal and in misère play",
        "Gottlieb, Krnc and Muršič 2025, Observation 4",
        "non-empty partitions",
        by(LINES, 9..=20),
        |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let conjugate = diagram.conjugate();
                let (one, other) = (pair(table, diagram), pair(table, &conjugate));
                Case::of(one == other, || {
                    let mut counterexample = other_pair(pnim(diagram), format!("{other:?}"), one);
                    let facts = other_pair(pnim(&conjugate), "", other).evidence;
                    counterexample.evidence.extend(facts);
                    counterexample
                })
            })
        },
    ),
    proved(
        "pnim-proposition-2",
        "the longest play from a non-empty partition with c columns and r rows has c+r-1 moves",
        "Gottlieb, Krnc and Muršič 2025, Proposition 2",
        "non-empty partitions, option by option",
        by(LINES, 8..=13),
        |size, _| {
            too_large(size, 20)?;
            let mut longest = vec![0u32; 1 << size.saturating_sub(1)];
            for word in 1..longest.len() {
                let diagram = Partition::from_word(word as u128);
                let best = options(&diagram)
                    .map(|option| longest[word_of(&option)])
                    .max();
                longest[word] = 1 + best.unwrap_or(0);
            }
            listed(size, move |diagram| {
                let found = longest[word_of(diagram)];
                Case::of(found + 1 == size_of(diagram), || {
                    plain(pnim(diagram), "columns plus rows minus 1", found)
                })
            })
        },
    ),
    proved(
        "pnim-proposition-2-play",
        "from a non-empty partition with c columns and r rows the repeated removal of the second row or the second column, while there is one, reaches [1] after c+r-2 moves, and [] after one more",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 2",
        "non-empty partitions: rows first, columns first, and in turn; each step among the options",
        by(LINES, 7..=10),
        |size, _| {
            listed(size, |diagram| {
                let play = |prefers_row: fn(u64) -> bool| {
                    let (mut at, mut steps) = (diagram.clone(), 0);
                    while at.lines() > 2 {
                        let row = at.rows() > 1 && (prefers_row(steps) || at.columns() == 1);
                        let next = if row {
                            at.without_row(1)
                        } else {
                            at.without_column(1)
                        };
                        if !options(&at).any(|option| option == next) {
                            return None;
                        }
                        (at, steps) = (next, steps + 1);
                    }
                    (at == Partition::new([1])).then_some(steps)
                };
                let found = [play(|_| true), play(|_| false), play(|step| step % 2 == 0)];
                let claimed = diagram.columns() + diagram.rows() - 2;
                Case::of(found == [Some(claimed); 3], || {
                    plain(
                        pnim(diagram),
                        format!("{claimed} moves"),
                        format!("{found:?}"),
                    )
                })
            })
        },
    ),
    proved(
        "pnim-proposition-3",
        "hooks [c,1^(r-1)] are heavy: their value is c+r-1",
        "Gottlieb, Krnc and Muršič 2025, Proposition 3",
        "hooks",
        by(LINES, 9..=20),
        |size, budget| heavy(size, budget, |diagram| diagram.part(1) <= 1),
    ),
    proved(
        "pnim-proposition-3-moves",
        "from a hook one can move to a partition of k that is a row, a column or a hook, for every k below its size",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 3",
        "hooks, option by option",
        by(LINES, 9..=18),
        |size, _| {
            listed(size, |diagram| {
                if diagram.part(1) > 1 {
                    return Case::Outside;
                }
                let mut sizes: Vec<u128> = options(diagram)
                    .filter(|option| option.part(1) <= 1)
                    .map(|option| option.size())
                    .collect();
                sizes.put_in_order();
                sizes.dedup();
                Case::of(sizes.iter().copied().eq(0..diagram.size()), || {
                    plain(pnim(diagram), "all smaller sizes", format!("{sizes:?}"))
                })
            })
        },
    ),
    proved(
        "pnim-proposition-4",
        "the partitions [c,c-1,...,c-r+1], c >= r >= 1, are heavy",
        "Gottlieb, Krnc and Muršič 2025, Proposition 4",
        "these partitions",
        by(LINES, 9..=20),
        |size, budget| heavy(size, budget, |diagram| steps(diagram) == Some(1)),
    ),
    proved(
        "pnim-proposition-4-moves",
        "from [c,c-1,...,c-r+1], c >= r >= 1, one reaches the values j <= r-1 by keeping one column of length j or nothing; 2r-i-1 for i from 1 to r-1 by keeping one column of length r and those longer than i of the others, the conjugate of [r,r-1,...,i+1]; and c-i+r-1 for i from 1 to c-r by removing i columns of length r. These are all values up to c+r-2",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 4, the three cases",
        "these partitions, each move among the options, values from those of all diagrams",
        by(LINES, 9..=14),
        |size, budget| {
            diagrams(size, budget, |table, diagram| {
                if steps(diagram) != Some(1) {
                    return Case::Outside;
                }
                let (c, r) = (diagram.columns(), diagram.rows());
                let columns = |lengths: Vec<u64>| Partition::new(lengths).conjugate();
                let kept = (0..r).map(|j| (columns(vec![j; (j > 0).into()]), j));
                let longer = (1..r).map(|i| (columns((i + 1..=r).rev().collect()), 2 * r - i - 1));
                let fewer = (1..=c - r)
                    .map(|i| (Partition::new((0..r).map(|row| c - i - row)), c - i + r - 1));
                let all: Vec<(Partition, u64)> = kept.chain(longer).chain(fewer).collect();
                let options: Vec<Partition> = options(diagram).collect();
                let fine = all.iter().all(|(option, value)| {
                    options.contains(option) && u64::from(table.of(option)) == *value
                });
                let covered = mex(all.iter().map(|&(_, value)| value)) == c + r - 1;
                Case::of(fine && covered, || {
                    other_pair(
                        pnim(diagram),
                        "the moves of the three cases",
                        pair(table, diagram),
                    )
                })
            })
        },
    ),
    proved(
        "pnim-distinct-parts",
        "every partition into distinct parts, and every conjugate of one, is heavy",
        "an extension of Gottlieb, Krnc and Muršič 2025, Proposition 4, by induction on c+r: one column of height v; one column of each of a set of heights with r; so many columns with all heights; these options have all the smaller values",
        "partitions into distinct parts and their conjugates",
        by(LINES, 9..=20),
        |size, budget| {
            heavy(size, budget, |diagram| {
                diagram.has_distinct_parts() || diagram.conjugate().has_distinct_parts()
            })
        },
    ),
    observed(
        "pnim-lower-bound",
        "the value of a non-empty partition is at least |l1-r|+1",
        "observed; nobody has a proof",
        "non-empty partitions",
        by(LINES, 9..=22),
        |size, budget| {
            pairs(size, budget, "at least |l1-r|+1", |diagram, [normal, _]| {
                Some(u64::from(normal) > diagram.columns().abs_diff(diagram.rows()))
            })
        },
    ),
    proved(
        "pnim-lemma-5",
        "mex(S) + k = mex({0,...,k-1} and all s + k with s in S)",
        "Gottlieb, Krnc and Muršič 2025, Lemma 5",
        "sets S of integers up to the size, k from 1 to 16",
        by("bound of S", 6..=13),
        |size, _| {
            let sets = 2u64
                .checked_pow(size + 1)
                .and_then(|sets| sets.checked_mul(16));
            let sets =
                sets.ok_or_else(|| CheckError::TooLarge("there are 2^60 sets".to_string()))?;
            Ok(Cases::new(sets, |number| {
                let (set, k) = (number / 16, number % 16 + 1);
                let members = |set: u64| (0..64).filter(move |s| set >> s & 1 == 1);
                let shifted = (0..k).chain(members(set).map(|s| s + k));
                let [left, right] = [mex(members(set)) + k, mex(shifted)];
                Case::of(left == right, || {
                    plain(format!("S with bits {set:b}, k = {k}"), left, right)
                })
            }))
        },
    ),
    proved(
        "pnim-lemma-6",
        "for r, c >= k >= 1, ((c-k) xor (r-k)) + k is the mex of 0 to k-1, of the ((r-k) xor c') + k with c' < c-k, and of the (r' xor (c-k)) + k with r' < r-k",
        "Gottlieb, Krnc and Muršič 2025, Lemma 6",
        "triples r, c, k",
        by("greater one of r and c", 10..=60),
        |size, _| {
            over_vectors(size, move |[r, c, k]| {
                if k == 0 || k > r.min(c) {
                    return Case::Outside;
                }
                let first = (0..c - k).map(|x| ((r - k) ^ x) + k);
                let second = (0..r - k).map(|x| (x ^ (c - k)) + k);
                let found = mex((0..k).chain(first).chain(second).map(u64::from));
                let claimed = u64::from(((c - k) ^ (r - k)) + k);
                Case::of(found == claimed, || {
                    plain(format!("r = {r}, c = {c}, k = {k}"), claimed, found)
                })
            })
        },
    ),
    proved(
        "pnim-theorem-7",
        "a binomial coefficient is modulo a prime p the product of those of the digits in base p (Lucas)",
        "Gottlieb, Krnc and Muršič 2025, Theorem 7",
        "binomial coefficients (m over n) by Pascal's triangle modulo p = 2, 3, 5 and 7",
        by("m", 30..=400),
        |size, _| {
            let primes = [2, 3, 5, 7];
            let rows = primes.map(|p| pascal(size.into(), p));
            let digits = primes.map(|p| (0..p).map(|m| pascal(m, p)).collect::<Vec<_>>());
            Ok(Cases::new(4 * (u64::from(size) + 1), move |number| {
                let (at, n) = ((number % 4) as usize, number / 4);
                let p = primes[at];
                let (mut m_rest, mut n_rest, mut claimed) = (u64::from(size), n, 1);
                while m_rest > 0 {
                    let row = &digits[at][(m_rest % p) as usize];
                    let digit = row.get((n_rest % p) as usize).copied().unwrap_or(0);
                    claimed = claimed * digit % p;
                    (m_rest, n_rest) = (m_rest / p, n_rest / p);
                }
                let found = rows[at][n as usize];
                Case::of(found == claimed, || {
                    plain(format!("({size} over {n}) mod {p}"), claimed, found)
                })
            }))
        },
    ),
    proved(
        "pnim-corollary-8",
        "(m over n) is odd exactly if the binary digits 1 of n are among those of m",
        "Gottlieb, Krnc and Muršič 2025, Corollary 8",
        "binomial coefficients by Pascal's triangle modulo 2",
        by("m", 30..=400),
        |size, _| {
            let m = u64::from(size);
            let row = pascal(m, 2);
            Ok(Cases::new(m + 1, move |n| {
                Case::of((row[n as usize] == 1) == (n & !m == 0), || {
                    plain(
                        format!("({m} over {n})"),
                        "odd exactly for n within m",
                        "not so",
                    )
                })
            }))
        },
    ),
    proved(
        "pnim-observation-9",
        "the rectangle [c^r] is heavy exactly if (c+r-2 over r-1) is odd: the heavy entries of the matrix of values of rectangles form Sierpinski's triangle",
        "Gottlieb, Krnc and Muršič 2025, Observation 9, and section 6",
        "rectangles, their values from those of all diagrams",
        by(LINES, 9..=20),
        |size, budget| {
            // Row c+r-2 of the triangle.
            let row = pascal(u64::from(size).saturating_sub(2), 2);
            diagrams(size, budget, move |table, diagram| {
                let Some((r, _)) = diagram.as_rectangle() else {
                    return Case::Outside;
                };
                let [normal, misere] = pair(table, diagram);
                let odd = row[(r - 1) as usize] == 1;
                Case::of(odd == (normal + 1 == size_of(diagram)), || {
                    let claimed = if odd { "heavy" } else { "not heavy" };
                    other_pair(pnim(diagram), claimed, [normal, misere])
                })
            })
        },
    ),
    proved(
        "pnim-proposition-5",
        "[c1,c2] has the value c1-1 if c1 = c2 is even, otherwise c1+1",
        "Gottlieb, Krnc and Muršič 2025, Proposition 5",
        "partitions of two parts",
        by(LINES, 9..=20),
        |size, budget| {
            valued(size, budget, |diagram| {
                let (c1, c2) = (diagram.part(0), diagram.part(1));
                let even = c1 == c2 && c1.is_multiple_of(2);
                (diagram.rows() == 2).then_some(if even { c1 - 1 } else { c1 + 1 })
            })
        },
    ),
    proved(
        "pnim-proposition-5-moves",
        "for c1 > c2 > 0 the options of [c1,c2] are [c1], [c2] and the [a,b] with a >= b >= 0, a-b <= c1-c2, a < c1 and b <= c2; among them [i] for i <= c1-c2, [c1-c2,1] and [c1-c2+i,i] for i from 1 to c2-1 have the values 0 to c1, and none has the value c1+1",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 5, the sets R and S",
        "partitions of two different parts, options by the rules, values from those of all diagrams",
        by(LINES, 9..=16),
        |size, budget| {
            diagrams(size, budget, |table, diagram| {
                let (c1, c2) = (diagram.part(0), diagram.part(1));
                if diagram.rows() != 2 || c1 == c2 {
                    return Case::Outside;
                }
                let two =
                    |a: u64, b: u64| Partition::new([a, b].into_iter().filter(|&part| part > 0));
                let mut claimed = vec![two(c1, 0), two(c2, 0)];
                for b in 0..=c2 {
                    claimed.extend((b..c1).filter(|a| a - b <= c1 - c2).map(|a| two(a, b)));
                }
                let found: Vec<Partition> = options(diagram).collect();
                let same = claimed.iter().all(|option| found.contains(option))
                    && found.iter().all(|option| claimed.contains(option));
                let difference = c1 - c2;
                let some = (0..=difference)
                    .map(|i| two(i, 0))
                    .chain([two(difference, 1)]);
                let some = some.chain((1..c2).map(|i| two(difference + i, i)));
                let some: Vec<Partition> = some.collect();
                let values =
                    |of: &[Partition]| mex(of.iter().map(|option| u64::from(table.of(option))));
                let holds = same
                    && some.iter().all(|option| found.contains(option))
                    && values(&some) == c1 + 1
                    && found
                        .iter()
                        .all(|option| u64::from(table.of(option)) != c1 + 1);
                Case::of(holds, || {
                    other_pair(pnim(diagram), "the sets R and S", pair(table, diagram))
                })
            })
        },
    ),
];
