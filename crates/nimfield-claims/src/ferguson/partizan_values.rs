//! Section 7: values of partizan 2x2 matrix nim.

use short_game::{Dyadic, Game};

use super::matrices::{
    CONJECTURE, half_to, has_greatest_stops, hot_and_switches, least, of_conjecture, plus_minus_1,
};
use super::tables::{Partizan2x2, by_entry, is_zero, other_sum, partizan};
use crate::claim::Status::{Example, Misprint, Observed, Proved, Refuted};
use crate::claim::{Case, Cases, CheckError, Claim, ONCE, by, once};

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "ferguson-transpose",
        "(a b; c d) = -(a c; b d) in the partizan game",
        "Ferguson 2001, section 7",
        "2x2 matrices of the partizan game",
        &by_entry(5..=12).with(Partizan2x2::new, |table, m @ [a, b, c, d]| {
            let transposed = [a, c, b, d];
            let negative = table.arena.neg(table.at(transposed))?;
            let (one, other) = (partizan(2, &m), partizan(2, &transposed));
            let sum = format_args!("{one} + {other}");
            is_zero(&table.arena, sum, [table.at(m), negative])
        }),
    ),
    Proved.claim(
        "ferguson-theorem-5",
        "(0 b; c d) with b >= c is *d if d <= c, 0 if b = c < d, 2^-(2c+1-d) if b > c and c < d <= 2c, min(d-2c, b-c) if b > c and 2c < d",
        "Ferguson 2001, Theorem 5, with d <= c in part 1 as in the preprint",
        "2x2 matrices of the partizan game with a zero first and b >= c",
        &by_entry(5..=12).theorem_5(|c, d| d <= c),
    ),
    Misprint.claim(
        "ferguson-theorem-5-as-published",
        "the four parts of Theorem 5, the first one with d < c, give the value of every (0 b; c d) with b >= c",
        "Ferguson 2001, Theorem 5, as published",
        "2x2 matrices of the partizan game with a zero first and b >= c",
        &by_entry(2..=4).theorem_5(|c, d| d < c),
    ),
    Proved.claim(
        "ferguson-theorem-5-proof-right",
        "for 0 < c < b and c < d Right's option (0 b; c-k d-k) of (0 b; c d) is 2^-(2c+1-d-k) if k <= 2c-d, otherwise min(d-2c, b-c)+k",
        "Ferguson 2001, proof of Theorem 5, Right's options",
        "2x2 matrices of the partizan game with a zero first, 0 < c < b and c < d",
        &by_entry(6..=12).options(
            |[_, c, _]| c,
            |table, [b, c, d], k| {
                let value = match d + k <= 2 * c {
                    true => half_to(&table.arena, 2 * c + 1 - d - k),
                    false => table.arena.integer(least(b, c, d) + i64::from(k)),
                };
                Ok(Some(([0, b, c - k, d - k], value?)))
            },
        ),
    ),
    Proved.claim(
        "ferguson-theorem-5-proof-left",
        "for 0 < c < b, c < d and d <= b Left's option (0 b-k; c d-k) of (0 b; c d) is min(d-2c, b-c)-k if k < d-2c, 2^-(2c+1-d+k) if d-2c <= k < d-c, and *(d-k) if k >= d-c",
        "Ferguson 2001, proof of Theorem 5, Left's options for b >= d",
        "2x2 matrices of the partizan game with a zero first, 0 < c < d <= b",
        &by_entry(6..=12).options(
            |[.., d]| d,
            |table, [b, c, d], k| {
                let value = match (2 * c + k < d, k < d - c) {
                    (true, _) => table.arena.integer(least(b, c, d) - i64::from(k)),
                    (_, true) => half_to(&table.arena, 2 * c + 1 + k - d),
                    _ => table.arena.nimber(d - k),
                };
                let option = ([0, b.saturating_sub(k), c, d - k], value?);
                Ok((b >= d).then_some(option))
            },
        ),
    ),
    Proved.claim(
        "ferguson-theorem-5-proof-left-decreasing",
        "for 0 < c < b < d Left's options (0 b-k; c d-k) of (0 b; c d) are numbers, decreasing in k",
        "Ferguson 2001, proof of Theorem 5, Left's options for b < d",
        "2x2 matrices of the partizan game with a zero first, 0 < c < b < d",
        &by_entry(6..=12).values("numbers, decreasing", |table, [b, c, d]| {
            if !(0 < c && c < b && b < d) {
                return None;
            }
            let after = (1..=b).map(|k| table.at([0, b - k, c, d - k]));
            let numbers: Option<Vec<Dyadic>> =
                after.map(|value| table.arena.to_number(value)).collect();
            let holds = numbers.is_some_and(|all| all.windows(2).all(|two| two[0] > two[1]));
            Some(([0, b, c, d], holds))
        }),
    ),
    Proved.claim(
        "ferguson-theorem-5-proof-step",
        "for 0 < c < b and c < d the value of (0 b; c d) is {(0 b-1; c d-1)|(0 b; c-1 d-1)} if d > c+1, and {0|2^-(2c-d)} if d = c+1",
        "Ferguson 2001, proof of Theorem 5, after \"Putting this together\"",
        "2x2 matrices of the partizan game with a zero first, 0 < c < b and c < d",
        &by_entry(6..=12).computed("what the best options give", |table, [b, c, d]| {
            let m = [0, b, c, d];
            if !(0 < c && c < b && c < d) {
                return Ok(None);
            }
            let arena = &table.arena;
            let right = table.at([0, b, c - 1, d - 1]);
            let (left, printed) = match d > c + 1 {
                true => (table.at([0, b - 1, c, d - 1]), right),
                false => (Game::ZERO, half_to(arena, 2 * c - d)?),
            };
            let both = arena.game(&[left], &[right])? == table.at(m);
            Ok(Some((m, both && printed == right)))
        }),
    ),
    Misprint.claim(
        "ferguson-theorem-5-proof-as-printed",
        "d = c+1 < 2c for c >= 1, in the case d = c+1",
        "Ferguson 2001, proof of Theorem 5, \"since d = c+1 < 2c\", as printed: with c = 1 both are 2; Part 3 asks for d <= 2c",
        "c",
        &by("c", 1..=4).cases(|c, _| match c {
            0 => Ok(Cases::none()),
            _ => {
                let case = format_args!("c = {c}");
                let case = Case::plain(c + 1 < 2 * c, case, "c+1 < 2c", c + 1);
                Ok(Cases::single(case))
            }
        }),
    ),
    Proved.claim(
        "ferguson-zero-entry",
        "a 2x2 matrix of the partizan game with a zero in it is a number or a nimber",
        "Ferguson 2001, section 7: \"All of the positions with a=0 are either nimbers or numbers\"",
        "2x2 matrices of the partizan game with a zero entry",
        &by_entry(5..=12).values("a number or a nimber", |table, m: [u32; 4]| {
            let value = table.at(m);
            let holds = table.is_number(value) || table.is_nimber(value);
            m.contains(&0).then_some((m, holds))
        }),
    ),
    Observed.claim(
        "ferguson-most-are-hot",
        "most of the 2x2 matrices of the partizan game with positive entries are hot, whatever bound their entries have",
        "Ferguson 2001, section 7: \"most of the positions for min{a,b,c,d} > 0 are hot\"",
        "the matrices with entries from 1 to a bound, counted",
        &by("bound", 5..=12).single(|size, budget| {
            let [all, hot, _] = hot_and_switches(size, budget)?;
            if all == 0 {
                return Ok(Case::Outside);
            }
            let case = format_args!("entries from 1 to {size}");
            let found = format_args!("{hot} of {all}");
            Ok(Case::plain(2 * hot > all, case, "more than half", found))
        }),
    ),
    Example.claim(
        "ferguson-many-are-switches",
        "there are 4096 matrices of the partizan game with entries from 1 to 8; of these 3424 are hot, and 1311 of the hot ones are switches",
        "Ferguson 2001, section 7: \"most of the positions for min{a,b,c,d} > 0 are hot, and many are switches\"; the numbers by canonical forms",
        "the matrices with entries from 1 to 8, counted",
        &once(|budget| {
            let found = hot_and_switches(8, budget)?;
            let (case, claimed) = ("entries from 1 to 8", "3424 hot, 1311 switches");
            let holds = found == [4096, 3424, 1311];
            Ok(Case::plain(holds, case, claimed, format_args!("{found:?}")))
        }),
    ),
    Example.claim(
        "ferguson-simplest-hot",
        "(1 1; 1 1) = +-1, and no matrix with a smaller total is hot",
        "Ferguson 2001, section 7: \"The simplest example\"",
        "2x2 matrices of the partizan game with a total of at most 4",
        &by("total of the entries", 4..=4)
            .last(4)
            .totals("not hot", |table, m, size| {
                Ok(match m {
                    [1, 1, 1, 1] => table.at(m) == plus_minus_1(&table.arena)?,
                    _ => size >= 4 || !table.is_hot(table.at(m)),
                })
            }),
    ),
    Refuted.claim(
        "ferguson-conjecture",
        "for a < c, d > 2c and b > a+c the value of (a b; c d) is min(b-c, a+d-2c) +- a",
        "Ferguson 2001, section 7, Conjecture (\"b and d sufficiently large, say, d > 2c and b > a+c\")",
        CONJECTURE,
        &by_entry(8..=16).with(Partizan2x2::new, |table, m @ [a, _, _, _]| {
            let Some(x) = of_conjecture(m) else {
                return Ok(Case::Outside);
            };
            let (arena, a) = (&table.arena, i64::from(a));
            let switch = match a {
                0 => arena.integer(x)?,
                _ => arena.switch(Dyadic::from(x + a), Dyadic::from(x - a))?,
            };
            let matrix = partizan(2, &m);
            let sum = format_args!("{matrix} - {{{}|{}}}", x + a, x - a);
            is_zero(arena, sum, [table.at(m), switch])
        }),
    ),
    Proved.claim(
        "ferguson-conjecture-moves",
        "for 0 < a < c, d > 2c and b > a+c Left can move from (a b; c d) to (0 b; c-a d) of value min(b-c, a+d-2c)+a, and Right to (0 b-a; c d) of value min(b-c, a+d-2c)-a",
        "Ferguson 2001, section 7, after the conjecture",
        CONJECTURE,
        &by_entry(8..=13).computed("these values after the moves", |table, m @ [a, b, c, d]| {
            let Some(x) = of_conjecture(m).filter(|_| a > 0) else {
                return Ok(None);
            };
            let after = [[0, b, c - a, d], [0, b - a, c, d]].map(|m| table.at(m));
            let integer = |x| table.arena.integer(x);
            let claimed = [integer(x + i64::from(a))?, integer(x - i64::from(a))?];
            Ok(Some((m, after == claimed)))
        }),
    ),
    Proved.claim(
        "matrix-partizan-greatest-moves",
        "the left stop of a 2x2 matrix of the partizan game with positive entries is the larger right stop of Left's two greatest moves, the right stop the smaller left stop of Right's, and if they differ, the mean is halfway between them and the temperature half their difference",
        "the page on partizan matrix nim in the book, with its proof",
        "2x2 matrices of the partizan game with positive entries",
        &by_entry(5..=12).computed("the stops of the greatest moves", |table, m: [u32; 4]| {
            if m.contains(&0) {
                return Ok(None);
            }
            Ok(Some((m, has_greatest_stops(table, m)?)))
        }),
    ),
    Proved.claim(
        "ferguson-conjecture-mean-and-temperature",
        "for a < c, d > 2c and b > a+c the matrix (a b; c d) has the mean min(b-c, a+d-2c) and, if a > 0, the temperature a",
        "what remains of the conjecture of Ferguson 2001, section 7",
        CONJECTURE,
        &by_entry(8..=13).computed(
            "mean min(b-c, a+d-2c), temperature a",
            |table, m @ [a, _, _, _]| {
                let Some(x) = of_conjecture(m) else {
                    return Ok(None);
                };
                let thermograph = table.arena.thermograph(table.at(m))?;
                let holds = thermograph.mean() == Dyadic::integer(x.into())
                    && (a == 0 || thermograph.temperature() == Dyadic::integer(a.into()));
                Ok(Some((m, holds)))
            },
        ),
    ),
    Example.claim(
        "ferguson-simplest-strange",
        "(1 2; 2 2) is neither a number nor a nimber nor a switch, and every matrix with a smaller total is one of these",
        "Ferguson 2001, section 7: \"the simplest position that is not a number, nor a nimber nor a switch\"",
        "2x2 matrices of the partizan game with a total of at most 7",
        &by("total of the entries", 7..=7).last(7).totals(
            "a number, a nimber or a switch",
            |table, m, size| {
                let value = table.at(m);
                let plain =
                    table.is_number(value) || table.is_nimber(value) || table.is_switch(value)?;
                Ok(match m {
                    [1, 2, 2, 2] => !plain,
                    _ => size >= 7 || plain,
                })
            },
        ),
    ),
    Example.claim(
        "ferguson-example-sum",
        "in (1 2; 2 2) + (1 1; 1 1) Left's only winning move is to (1 1; 2 1) + (1 1; 1 1)",
        "Ferguson 2001, section 7, last example",
        "Left's moves in the sum",
        &ONCE.cases(|_, budget| {
            let table = Partizan2x2::new(2, budget)?;
            let moves = vec![
                ([0, 2, 1, 2], [1, 1, 1, 1]),
                ([1, 1, 2, 1], [1, 1, 1, 1]),
                ([1, 0, 2, 0], [1, 1, 1, 1]),
                ([1, 2, 2, 2], [0, 1, 0, 1]),
                ([1, 2, 2, 2], [1, 0, 1, 0]),
            ];
            Ok(Cases::each(moves, move |&(first, second)| {
                let arena = &table.arena;
                let sum = arena.add(table.at(first), table.at(second))?;
                let wins = arena.le(Game::ZERO, sum)?;
                Ok::<_, CheckError>(Case::of(wins == (first == [1, 1, 2, 1]), || {
                    let claimed = "that Left wins it, moving second, exactly in the case named";
                    let (first, second) = (partizan(2, &first), partizan(2, &second));
                    other_sum(arena, format_args!("{first} + {second}"), claimed, sum)
                }))
            }))
        }),
    ),
];
