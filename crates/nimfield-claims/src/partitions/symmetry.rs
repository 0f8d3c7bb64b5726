//! Section 3: conjugates, heavy partitions, and the theorems on few rows.

use super::diagrams::word_of;
use super::frames::{by_lines, diagrams_of, options, pascal, pnim, size_of, steps};
use crate::cases::too_large;
use crate::claim::Status::{Observed, Proved};
use crate::claim::{Case, Cases, Claim, Evidence, by, other_pair};
use nimfield_core::mex::mex;
use nimfield_games::partitions::Partition;

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "pnim-observation-4",
        "a partition and its conjugate have the same value, in normal and in misère play",
        "Gottlieb, Krnc and Muršič 2025, Observation 4",
        "non-empty partitions",
        &by_lines(9..=20).diagrams(|table, diagram| {
            let conjugate = diagram.conjugate();
            let other = table.pair(&conjugate);
            let found = table.pair(diagram);
            Case::of(found == other, || {
                let facts = Evidence::pair(&pnim(&conjugate).to_string(), other);
                other_pair(pnim(diagram), format_args!("{other:?}"), found).and(facts)
            })
        }),
    ),
    Proved.claim(
        "pnim-proposition-2",
        "the longest play from a non-empty partition with c columns and r rows has c+r-1 moves",
        "Gottlieb, Krnc and Muršič 2025, Proposition 2",
        "non-empty partitions, option by option",
        &by_lines(8..=13).cases(|size, _| {
            too_large(size, 20)?;
            let mut longest = vec![0u32; 1 << size.saturating_sub(1)];
            for word in 1..longest.len() {
                let options = options(&Partition::from_word(word as u128));
                let best = options
                    .map(|option| 1 + longest[word_of(&option) as usize])
                    .max();
                longest[word] = best.expect("an option of every diagram but the empty one");
            }
            diagrams_of(size, move |diagram| {
                let found = longest[word_of(diagram) as usize];
                let holds = found + 1 == size_of(diagram);
                Case::plain(holds, pnim(diagram), "columns plus rows minus 1", found)
            })
        }),
    ),
    Proved.claim(
        "pnim-proposition-2-play",
        "from a non-empty partition with c columns and r rows the repeated removal of the second row or the second column, while there is one, reaches [1] after c+r-2 moves, and [] after one more",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 2",
        "non-empty partitions: rows first, columns first, and in turn; each step among the options",
        &by_lines(7..=10).listed(|diagram| {
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
            let holds = found == [Some(claimed); 3];
            let (claimed, found) = (format_args!("{claimed} moves"), format_args!("{found:?}"));
            Case::plain(holds, pnim(diagram), claimed, found)
        }),
    ),
    Proved.claim(
        "pnim-proposition-3",
        "hooks [c,1^(r-1)] are heavy: their value is c+r-1",
        "Gottlieb, Krnc and Muršič 2025, Proposition 3",
        "hooks",
        &by_lines(9..=20).heavy(|diagram| diagram.part(1) <= 1),
    ),
    Proved.claim(
        "pnim-proposition-3-moves",
        "from a hook one can move to a partition of k that is a row, a column or a hook, for every k below its size",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 3",
        "hooks, option by option",
        &by_lines(9..=18).listed(|diagram| {
            if diagram.part(1) > 1 {
                return None;
            }
            let narrow = options(diagram).filter(|option| option.part(1) <= 1);
            let mut sizes: Vec<u128> = narrow.map(|option| option.size()).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let holds = sizes.iter().copied().eq(0..diagram.size());
            let (claimed, found) = ("all smaller sizes", format_args!("{sizes:?}"));
            Some(Case::plain(holds, pnim(diagram), claimed, found))
        }),
    ),
    Proved.claim(
        "pnim-proposition-4",
        "the partitions [c,c-1,...,c-r+1], c >= r >= 1, are heavy",
        "Gottlieb, Krnc and Muršič 2025, Proposition 4",
        "these partitions",
        &by_lines(9..=20).heavy(|diagram| steps(diagram) == Some(1)),
    ),
    Proved.claim(
        "pnim-proposition-4-moves",
        "from [c,c-1,...,c-r+1], c >= r >= 1, one reaches the values j <= r-1 by keeping one column of length j or nothing; 2r-i-1 for i from 1 to r-1 by keeping one column of length r and those longer than i of the others, the conjugate of [r,r-1,...,i+1]; and c-i+r-1 for i from 1 to c-r by removing i columns of length r. These are all values up to c+r-2",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 4, the three cases",
        "these partitions, each move among the options, values from those of all diagrams",
        &by_lines(9..=14).diagrams(|table, diagram| {
            if steps(diagram) != Some(1) {
                return Case::Outside;
            }
            let (c, r) = (diagram.columns(), diagram.rows());
            let columns = |lengths: Vec<u64>| Partition::new(lengths).conjugate();
            let kept = (0..r).map(|j| (columns(vec![j; (j > 0).into()]), j));
            let longer = (1..r).map(|i| (columns((i + 1..=r).rev().collect()), 2 * r - i - 1));
            let fewer =
                (1..=c - r).map(|i| (Partition::new((0..r).map(|row| c - i - row)), c - i + r - 1));
            let all: Vec<(Partition, u64)> = kept.chain(longer).chain(fewer).collect();
            let options: Vec<Partition> = options(diagram).collect();
            let fine = all.iter().all(|(option, value)| {
                options.contains(option) && u64::from(table.of(option)) == *value
            });
            let covered = mex(all.iter().map(|&(_, value)| value)) == c + r - 1;
            table.holds(fine && covered, diagram, "the moves of the three cases")
        }),
    ),
    Proved.claim(
        "pnim-distinct-parts",
        "every partition into distinct parts, and every conjugate of one, is heavy",
        "an extension of Gottlieb, Krnc and Muršič 2025, Proposition 4, by induction on c+r: one column of height v; one column of each of a set of heights with r; enough columns with all heights; these options have all the smaller values",
        "partitions into distinct parts and their conjugates",
        &by_lines(9..=20).heavy(|diagram| {
            diagram.has_distinct_parts() || diagram.conjugate().has_distinct_parts()
        }),
    ),
    Observed.claim(
        "pnim-lower-bound",
        "the value of a non-empty partition is at least |l1-r|+1",
        "observed; nobody has a proof",
        "non-empty partitions",
        &by_lines(9..=20).pairs("at least |l1-r|+1", |diagram, [normal, _]| {
            Some(u64::from(normal) > diagram.columns().abs_diff(diagram.rows()))
        }),
    ),
    Proved.claim(
        "pnim-lemma-5",
        "mex(S) + k = mex({0,...,k-1} and all s + k with s in S)",
        "Gottlieb, Krnc and Muršič 2025, Lemma 5",
        "sets S of integers up to the size, k from 1 to 16",
        &by("bound of S", 6..=12).cases(|size, _| {
            too_large(size, 58)?;
            Ok(Cases::new(16 << (size + 1), |number| {
                let (set, k) = (number / 16, number % 16 + 1);
                let members = |set: u64| (0..64).filter(move |s| set >> s & 1 == 1);
                let shifted = (0..k).chain(members(set).map(|s| s + k));
                let [left, right] = [mex(members(set)) + k, mex(shifted)];
                Case::equal(format_args!("S with bits {set:b}, k = {k}"), left, right)
            }))
        }),
    ),
    Proved.claim(
        "pnim-lemma-6",
        "for r, c >= k >= 1, ((c-k) xor (r-k)) + k is the mex of 0 to k-1, of the ((r-k) xor c') + k with c' < c-k, and of the (r' xor (c-k)) + k with r' < r-k",
        "Gottlieb, Krnc and Muršič 2025, Lemma 6",
        "triples r, c, k",
        &by("greater one of r and c", 10..=60).over_vectors(|[r, c, k]| {
            if k == 0 || k > r.min(c) {
                return Case::Outside;
            }
            let first = (0..c - k).map(|x| ((r - k) ^ x) + k);
            let second = (0..r - k).map(|x| (x ^ (c - k)) + k);
            let found = mex((0..k).chain(first).chain(second).map(u64::from));
            let claimed = u64::from(((c - k) ^ (r - k)) + k);
            Case::equal(format_args!("r = {r}, c = {c}, k = {k}"), claimed, found)
        }),
    ),
    Proved.claim(
        "pnim-theorem-7",
        "a binomial coefficient is modulo a prime p the product of those of the digits in base p (Lucas)",
        "Gottlieb, Krnc and Muršič 2025, Theorem 7",
        "binomial coefficients (m over n) by Pascal's triangle modulo p = 2, 3, 5 and 7",
        &by("m", 30..=400).cases(|size, _| {
            let primes = [2, 3, 5, 7];
            let rows = primes.map(|p| pascal(size, p));
            let digits = primes.map(|p| (0..p).map(|m| pascal(m as u32, p)).collect::<Vec<_>>());
            Ok(Cases::new(4 * (u64::from(size) + 1), move |number| {
                let (at, n) = ((number % 4) as usize, number / 4);
                let p = primes[at];
                let (mut m_rest, mut n_rest, mut claimed) = (u64::from(size), n, 1);
                while m_rest > 0 {
                    let row = &digits[at][(m_rest % p) as usize];
                    // The coefficients beyond the end of a row are 0.
                    let digit = row.get((n_rest % p) as usize).copied().unwrap_or(0);
                    claimed = claimed * digit % p;
                    (m_rest, n_rest) = (m_rest / p, n_rest / p);
                }
                let found = rows[at][n as usize];
                Case::equal(format_args!("({size} over {n}) mod {p}"), claimed, found)
            }))
        }),
    ),
    Proved.claim(
        "pnim-corollary-8",
        "(m over n) is odd exactly if the binary digits 1 of n are among those of m",
        "Gottlieb, Krnc and Muršič 2025, Corollary 8",
        "binomial coefficients by Pascal's triangle modulo 2",
        &by("m", 30..=400).cases(|size, _| {
            let m = u64::from(size);
            let row = pascal(size, 2);
            Ok(Cases::new(m + 1, move |n| {
                let holds = (row[n as usize] == 1) == (n & !m == 0);
                let case = format_args!("({m} over {n})");
                Case::plain(holds, case, "odd exactly for n within m", "not so")
            }))
        }),
    ),
    Proved.claim(
        "pnim-observation-9",
        "the rectangle [c^r] is heavy exactly if (c+r-2 over r-1) is odd: the heavy entries of the matrix of values of rectangles form Sierpinski's triangle",
        "Gottlieb, Krnc and Muršič 2025, Observation 9, and section 6",
        "rectangles, their values from those of all diagrams",
        &by_lines(9..=20).diagrams(|table, diagram| {
            let (r, _) = diagram.as_rectangle()?;
            // Row c+r-2 of the triangle.
            let row = pascal(size_of(diagram) - 2, 2);
            let odd = row[(r - 1) as usize] == 1;
            let claimed = if odd { "heavy" } else { "not heavy" };
            let heavy = table.of(diagram) + 1 == size_of(diagram);
            Some(table.holds(odd == heavy, diagram, claimed))
        }),
    ),
    Proved.claim(
        "pnim-proposition-5",
        "[c1,c2] has the value c1-1 if c1 = c2 is even, otherwise c1+1",
        "Gottlieb, Krnc and Muršič 2025, Proposition 5",
        "partitions of two parts",
        &by_lines(9..=20).valued(|diagram| {
            let (c1, c2) = (diagram.part(0), diagram.part(1));
            let even = c1 == c2 && c1.is_multiple_of(2);
            (diagram.rows() == 2).then_some(if even { c1 - 1 } else { c1 + 1 })
        }),
    ),
    Proved.claim(
        "pnim-proposition-5-moves",
        "for c1 > c2 > 0 the options of [c1,c2] are [c1], [c2] and the [a,b] with a >= b >= 0, a-b <= c1-c2, a < c1 and b <= c2; among them [i] for i <= c1-c2, [c1-c2,1] and [c1-c2+i,i] for i from 1 to c2-1 have the values 0 to c1, and none has the value c1+1",
        "Gottlieb, Krnc and Muršič 2025, proof of Proposition 5, the sets R and S",
        "partitions of two different parts, options by the rules, values from those of all diagrams",
        &by_lines(9..=16).diagrams(|table, diagram| {
            let (c1, c2) = (diagram.part(0), diagram.part(1));
            if diagram.rows() != 2 || c1 == c2 {
                return Case::Outside;
            }
            let two = |a: u64, b: u64| Partition::new([a, b].into_iter().filter(|&part| part > 0));
            let mut claimed = vec![two(c1, 0), two(c2, 0)];
            for b in 0..=c2 {
                claimed.extend((b..c1).filter(|a| a - b <= c1 - c2).map(|a| two(a, b)));
            }
            let found: Vec<Partition> = options(diagram).collect();
            let same = claimed.iter().all(|option| found.contains(option))
                && found.iter().all(|option| claimed.contains(option));
            let difference = c1 - c2;
            let short = (0..=difference).map(|i| two(i, 0));
            let long = (1..c2).map(|i| two(difference + i, i));
            let some: Vec<Partition> = short.chain([two(difference, 1)]).chain(long).collect();
            let value = |option: &Partition| u64::from(table.of(option));
            let holds = same
                && some.iter().all(|option| found.contains(option))
                && mex(some.iter().map(value)) == c1 + 1
                && found.iter().all(|option| value(option) != c1 + 1);
            table.holds(holds, diagram, "the sets R and S")
        }),
    ),
];
