//! Section 7: values of partizan 2x2 matrix nim.

use std::sync::Arc;

use short_game::{Dyadic, Game};

use super::matrices::{
    CONJECTURE, half_to, has_greatest_stops, hot_and_switches, integer, least, of_conjecture,
    options, theorem_5, totals, values,
};
use super::tables::{Partizan2x2, other_sum, partizan};
use crate::cases::over_vectors;
use crate::claim::{Case, Cases, Claim};
use crate::claim::{ONCE, by, example, misprint, observed, plain, proved, refuted};

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "ferguson-transpose",
        "(a b; c d) = -(a c; b d) in the partizan game",
        "Ferguson 2001, section 7",
        "2x2 matrices of the partizan game",
        by("greatest entry", 5..=14),
        |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            over_vectors(size, move |m @ [a, b, c, d]| {
                let (arena, transposed) = (&table.arena, table.at([a, c, b, d]));
                Case::of(arena.neg(transposed) == Ok(table.at(m)), || {
                    let sum = [partizan(2, &m), partizan(2, &[a, c, b, d])].join(" + ");
                    let value = arena.add(table.at(m), transposed);
                    other_sum(arena, sum, "0", value.unwrap_or(Game::ZERO))
                })
            })
        },
    ),
    proved(
        "ferguson-theorem-5",
        "(0 b; c d) with b >= c is *d if d <= c, 0 if b = c < d, 2^-(2c+1-d) if b > c and c < d <= 2c, min(d-2c, b-c) if b > c and 2c < d",
        "Ferguson 2001, Theorem 5, with d <= c in part 1 as in the preprint",
        "2x2 matrices of the partizan game with a zero first and b >= c",
        by("greatest entry", 5..=14),
        |size, budget| theorem_5(size, budget, |c, d| d <= c),
    ),
    misprint(
        "ferguson-theorem-5-as-published",
        "the four parts of Theorem 5, the first one with d < c, give the value of every (0 b; c d) with b >= c",
        "Ferguson 2001, Theorem 5, as published",
        "2x2 matrices of the partizan game with a zero first and b >= c",
        by("greatest entry", 2..=4),
        |size, budget| theorem_5(size, budget, |c, d| d < c),
    ),
    proved(
        "ferguson-theorem-5-proof-right",
        "for 0 < c < b and c < d Right's option (0 b; c-k d-k) of (0 b; c d) is 2^-(2c+1-d-k) if k <= 2c-d, otherwise min(d-2c, b-c)+k",
        "Ferguson 2001, proof of Theorem 5, Right's options",
        "2x2 matrices of the partizan game with a zero first, 0 < c < b and c < d",
        by("greatest entry", 6..=14),
        |size, budget| {
            options(
                size,
                budget,
                |[_, c, _]| c,
                |table, [b, c, d], k| {
                    let value = match d + k <= 2 * c {
                        true => half_to(&table.arena, 2 * c + 1 - d - k),
                        false => integer(&table.arena, least(b, c, d) + i64::from(k)),
                    };
                    Some(([0, b, c - k, d - k], value))
                },
            )
        },
    ),
    proved(
        "ferguson-theorem-5-proof-left",
        "for 0 < c < b, c < d and d <= b Left's option (0 b-k; c d-k) of (0 b; c d) is min(d-2c, b-c)-k if k < d-2c, 2^-(2c+1-d+k) if d-2c <= k < d-c, and *(d-k) if k >= d-c",
        "Ferguson 2001, proof of Theorem 5, Left's options for b >= d",
        "2x2 matrices of the partizan game with a zero first, 0 < c < d <= b",
        by("greatest entry", 6..=14),
        |size, budget| {
            options(
                size,
                budget,
                |[.., d]| d,
                |table, [b, c, d], k| {
                    let value = match (2 * c + k < d, k < d - c) {
                        (true, _) => integer(&table.arena, least(b, c, d) - i64::from(k)),
                        (_, true) => half_to(&table.arena, 2 * c + 1 + k - d),
                        _ => table.arena.nimber(d - k),
                    };
                    (b >= d).then_some(([0, b - k, c, d - k], value))
                },
            )
        },
    ),
    proved(
        "ferguson-theorem-5-proof-left-decreasing",
        "for 0 < c < b < d Left's options (0 b-k; c d-k) of (0 b; c d) are numbers, decreasing in k",
        "Ferguson 2001, proof of Theorem 5, Left's options for b < d",
        "2x2 matrices of the partizan game with a zero first, 0 < c < b < d",
        by("greatest entry", 6..=14),
        |size, budget| {
            values(size, budget, "numbers, decreasing", |table, [b, c, d]| {
                if !(0 < c && c < b && b < d) {
                    return None;
                }
                let after = (1..=b).map(|k| table.at([0, b - k, c, d - k]));
                let numbers: Option<Vec<Dyadic>> =
                    after.map(|value| table.arena.to_number(value)).collect();
                let holds = numbers.is_some_and(|all| all.windows(2).all(|two| two[0] > two[1]));
                Some(([0, b, c, d], holds))
            })
        },
    ),
    proved(
        "ferguson-theorem-5-proof-step",
        "for 0 < c < b and c < d the value of (0 b; c d) is {(0 b-1; c d-1)|(0 b; c-1 d-1)} if d > c+1, and {0|2^-(2c-d)} if d = c+1",
        "Ferguson 2001, proof of Theorem 5, after \"Putting this together\"",
        "2x2 matrices of the partizan game with a zero first, 0 < c < b and c < d",
        by("greatest entry", 6..=14),
        |size, budget| {
            values(
                size,
                budget,
                "what the best options give",
                |table, [b, c, d]| {
                    let m = [0, b, c, d];
                    if !(0 < c && c < b && c < d) {
                        return None;
                    }
                    let arena = &table.arena;
                    let right = table.at([0, b, c - 1, d - 1]);
                    let (left, printed) = match d > c + 1 {
                        true => (table.at([0, b - 1, c, d - 1]), Ok(right)),
                        false => (Game::ZERO, half_to(arena, 2 * c - d)),
                    };
                    let both = arena.game(&[left], &[right]) == Ok(table.at(m));
                    Some((m, both && printed == Ok(right)))
                },
            )
        },
    ),
    misprint(
        "ferguson-theorem-5-proof-as-printed",
        "d = c+1 < 2c for c >= 1, in the case d = c+1",
        "Ferguson 2001, proof of Theorem 5, \"since d = c+1 < 2c\", as printed: with c = 1 both are 2; Part 3 asks for d <= 2c",
        "c",
        by("c", 1..=4),
        |c, _| match c {
            0 => Ok(Cases::none()),
            _ => Ok(Cases::one(c + 1 < 2 * c, || {
                plain(format!("c = {c}"), "c+1 < 2c", c + 1)
            })),
        },
    ),
    proved(
        "ferguson-zero-entry",
        "a 2x2 matrix of the partizan game with a zero in it is a number or a nimber",
        "Ferguson 2001, section 7: \"All of the positions with a=0 are either nimbers or numbers\"",
        "2x2 matrices of the partizan game with a zero entry",
        by("greatest entry", 5..=14),
        |size, budget| {
            values(
                size,
                budget,
                "a number or a nimber",
                |table, m: [u32; 4]| {
                    let value = table.at(m);
                    let holds = table.is_number(value) || table.is_nimber(value);
                    m.contains(&0).then_some((m, holds))
                },
            )
        },
    ),
    observed(
        "ferguson-most-are-hot",
        "most of the 2x2 matrices of the partizan game with positive entries are hot, whatever bound their entries have",
        "Ferguson 2001, section 7: \"most of the positions for min{a,b,c,d} > 0 are hot\"",
        "the matrices with entries from 1 to a bound, counted",
        by("bound", 5..=14),
        |size, budget| {
            let counts = hot_and_switches(size, budget)?;
            Ok(match counts {
                [0, ..] => Cases::none(),
                [all, hot, _] => Cases::one(2 * hot > all, || {
                    plain(
                        format!("entries from 1 to {size}"),
                        "more than half",
                        format!("{hot} of {all}"),
                    )
                }),
            })
        },
    ),
    example(
        "ferguson-many-are-switches",
        "there are 4096 matrices of the partizan game with entries from 1 to 8; of these 3424 are hot, and 1311 of the hot ones are switches",
        "Ferguson 2001, section 7: \"most of the positions for min{a,b,c,d} > 0 are hot, and many are switches\"; the numbers by canonical forms",
        "the matrices with entries from 1 to 8, counted",
        ONCE,
        |_, budget| {
            let found = hot_and_switches(8, budget)?;
            Ok(Cases::one(found == [4096, 3424, 1311], || {
                plain(
                    "entries from 1 to 8",
                    "3424 hot, 1311 switches",
                    format!("{found:?}"),
                )
            }))
        },
    ),
    example(
        "ferguson-simplest-hot",
        "(1 1; 1 1) = +-1, and no matrix with a smaller total is hot",
        "Ferguson 2001, section 7: \"The simplest example\"",
        "2x2 matrices of the partizan game with a total of at most 4",
        by("total of the entries", 4..=4).last(4),
        |size, budget| {
            totals(size, budget, "not hot", |table, m, size| match m {
                [1, 1, 1, 1] => {
                    let switch = table.arena.switch(Dyadic::integer(1), Dyadic::integer(-1));
                    switch == Ok(table.at(m))
                }
                _ => size >= 4 || !table.is_hot(table.at(m)),
            })
        },
    ),
    refuted(
        "ferguson-conjecture",
        "for a < c, d > 2c and b > a+c the value of (a b; c d) is min(b-c, a+d-2c) +- a",
        "Ferguson 2001, section 7, Conjecture (\"b and d sufficiently large, say, d > 2c and b > a+c\")",
        CONJECTURE,
        by("greatest entry", 8..=16),
        |size, budget| {
            let table = Partizan2x2::new(size, budget)?;
            over_vectors(size, move |m @ [a, _, _, _]| {
                let Some(x) = of_conjecture(m) else {
                    return Case::Outside;
                };
                let (arena, value, a) = (&table.arena, table.at(m), i64::from(a));
                let switch = match a {
                    0 => integer(arena, x),
                    _ => arena.switch(Dyadic::from(x + a), Dyadic::from(x - a)),
                };
                Case::of(switch == Ok(value), || {
                    let sum = format!("{} - {{{}|{}}}", partizan(2, &m), x + a, x - a);
                    let difference = switch.and_then(|switch| arena.sub(value, switch));
                    other_sum(arena, sum, "0", difference.unwrap_or(Game::ZERO))
                })
            })
        },
    ),
    proved(
        "ferguson-conjecture-moves",
        "for 0 < a < c, d > 2c and b > a+c Left can move from (a b; c d) to (0 b; c-a d) of value min(b-c, a+d-2c)+a, and Right to (0 b-a; c d) of value min(b-c, a+d-2c)-a",
        "Ferguson 2001, section 7, after the conjecture",
        CONJECTURE,
        by("greatest entry", 8..=16),
        |size, budget| {
            values(
                size,
                budget,
                "these values after the moves",
                |table, m @ [a, b, c, d]| {
                    let x = of_conjecture(m).filter(|_| a > 0)?;
                    let after = [[0, b, c - a, d], [0, b - a, c, d]].map(|m| Ok(table.at(m)));
                    let claimed = [x + i64::from(a), x - i64::from(a)];
                    Some((m, after == claimed.map(|x| integer(&table.arena, x))))
                },
            )
        },
    ),
    proved(
        "matrix-partizan-greatest-moves",
        "the left stop of a 2x2 matrix of the partizan game with positive entries is the larger right stop of Left's two greatest moves, the right stop the smaller left stop of Right's, and if they differ, the mean is halfway between them and the temperature half their difference",
        "the page on partizan matrix nim in the book, with its proof",
        "2x2 matrices of the partizan game with positive entries",
        by("greatest entry", 5..=14),
        |size, budget| {
            values(
                size,
                budget,
                "the stops of the greatest moves",
                |table, m: [u32; 4]| {
                    let positive = !m.contains(&0);
                    positive.then(|| (m, has_greatest_stops(table, m).unwrap_or(false)))
                },
            )
        },
    ),
    proved(
        "ferguson-conjecture-mean-and-temperature",
        "for a < c, d > 2c and b > a+c the matrix (a b; c d) has the mean min(b-c, a+d-2c) and, if a > 0, the temperature a",
        "what remains of the conjecture of Ferguson 2001, section 7",
        CONJECTURE,
        by("greatest entry", 8..=16),
        |size, budget| {
            values(
                size,
                budget,
                "mean min(b-c, a+d-2c), temperature a",
                |table, m @ [a, _, _, _]| {
                    let x = of_conjecture(m)?;
                    let holds = table
                        .arena
                        .thermograph(table.at(m))
                        .is_ok_and(|thermograph| {
                            thermograph.mean() == Dyadic::integer(x.into())
                                && (a == 0
                                    || thermograph.temperature() == Dyadic::integer(a.into()))
                        });
                    Some((m, holds))
                },
            )
        },
    ),
    example(
        "ferguson-simplest-strange",
        "(1 2; 2 2) is neither a number nor a nimber nor a switch, and every matrix with a smaller total is one of these",
        "Ferguson 2001, section 7: \"the simplest position that is not a number, nor a nimber nor a switch\"",
        "2x2 matrices of the partizan game with a total of at most 7",
        by("total of the entries", 7..=7).last(7),
        |size, budget| {
            totals(
                size,
                budget,
                "a number, a nimber or a switch",
                |table, m, size| {
                    let value = table.at(m);
                    let plain =
                        table.is_number(value) || table.is_nimber(value) || table.is_switch(value);
                    match m {
                        [1, 2, 2, 2] => !plain,
                        _ => size >= 7 || plain,
                    }
                },
            )
        },
    ),
    example(
        "ferguson-example-sum",
        "in (1 2; 2 2) + (1 1; 1 1) Left's only winning move is to (1 1; 2 1) + (1 1; 1 1)",
        "Ferguson 2001, section 7, last example",
        "Left's moves in the sum",
        ONCE,
        |_, budget| {
            let table = Arc::new(Partizan2x2::new(2, budget)?);
            let moves = vec![
                ([0, 2, 1, 2], [1, 1, 1, 1]),
                ([1, 1, 2, 1], [1, 1, 1, 1]),
                ([1, 0, 2, 0], [1, 1, 1, 1]),
                ([1, 2, 2, 2], [0, 1, 0, 1]),
                ([1, 2, 2, 2], [1, 0, 1, 0]),
            ];
            Ok(Cases::each(moves, move |&(first, second)| {
                let arena = &table.arena;
                let sum = arena
                    .add(table.at(first), table.at(second))
                    .unwrap_or(Game::ZERO);
                let wins = arena.le(Game::ZERO, sum);
                Case::of(wins == Ok(first == [1, 1, 2, 1]), || {
                    let claimed = "that Left wins it, moving second, exactly in the case named";
                    let position = [first, second].map(|m| partizan(2, &m)).join(" + ");
                    other_sum(arena, position, claimed, sum)
                })
            }))
        },
    ),
];
