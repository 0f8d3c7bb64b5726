//! L. Le Bruyn's posts "How to play Nimbers?", "n-dimensional and transfinite Nimbers" and "How to win
//! transfinite Nimbers?".

use nimbers::excess::{self, Excesses};
use nimbers::{FiniteNimber, Nimber16, Nimber32, Ordinal, tower};

use super::oracle::{
    by_rules, differs, fact, facts_by_rules, over_sets, over_vectors, plain, too_large, vector,
    vectors,
};
use super::twin::{self, Verdict};
use super::{Case, CheckError, Claim, Counterexample, Level, Status};
use nimfield_core::budget::Budget;
use nimfield_core::words::{Outcome, Play};
use nimfield_games::nimbers::{Stone, all_moves};
use nimfield_games::turning::CoinGame;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "nimbers-values",
        statement: "the value of a position is the nim sum of the nim products of the coordinates of its stones",
        source: "Le Bruyn, How to play Nimbers?; Lenstra 1978",
        status: Status::Proved,
        known_false: false,
        over: "all positions on the boards with so many places; values from those of all options, nim products by their recursive definition as a mex",
        size: PLACES,
        up_to: 16,
        small: 9,
        level: |size, budget| values(size, 2, budget),
    },
    Claim {
        id: "nimbers-values-3d",
        statement: "in three dimensions the value of a position is the nim sum of the nim products of the three coordinates of its balls",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "all positions on the boxes with so many places; values from those of all options",
        size: PLACES,
        up_to: 16,
        small: 8,
        level: |size, budget| values(size, 3, budget),
    },
    Claim {
        id: "nimbers-one-column",
        statement: "stones in the first column (or row) are the heaps of nim: the value is the nim sum of the other coordinates",
        source: "Le Bruyn, How to play Nimbers?",
        status: Status::Proved,
        known_false: false,
        over: "all positions on boards of one column",
        size: PLACES,
        up_to: 16,
        small: 7,
        level: |size, budget| {
            let table = Table::new(vec![1, size], budget)?;
            Ok(Level::new(1 << size, move |state| {
                let heaps = (1..=size).filter(|heap| state >> (heap - 1) & 1 == 1);
                table.expect(state, heaps.fold(0, |sum, heap| sum ^ heap))
            }))
        },
    },
    Claim {
        id: "nimbers-kinds-of-moves",
        statement: "the moves are: remove a stone; slide it left or down, removing both where a stone lies; toggle the other corners of a rectangle of which it is the top right corner and remove it. With an added row and column 0, whose stones are dead, all of them are rectangles",
        source: "Le Bruyn, How to play Nimbers?, the rules and their second form",
        status: Status::Proved,
        known_false: false,
        over: "positions of two stones",
        size: "greatest coordinate",
        up_to: 7,
        small: 3,
        level: |size, _| {
            over_vectors(size, move |m @ [a, b, c, d]| {
                if m.contains(&0) || [a, b] >= [c, d] {
                    return Case::Outside;
                }
                let mut printed: Vec<String> = Vec::new();
                for ([x, y], other) in [([a, b], [c, d]), ([c, d], [a, b])] {
                    let mut after = |toggled: &[[u32; 2]]| {
                        let mut stones = vec![other];
                        for &stone in toggled {
                            match stones.iter().position(|&there| there == stone) {
                                Some(at) => drop(stones.remove(at)),
                                None => stones.push(stone),
                            }
                        }
                        printed.push(position(&stones));
                    };
                    after(&[]);
                    (1..x).for_each(|u| after(&[[u, y]]));
                    (1..y).for_each(|v| after(&[[x, v]]));
                    for u in 1..x {
                        (1..y).for_each(|v| after(&[[u, v], [u, y], [x, v]]));
                    }
                }
                let from = position(&[[a, b], [c, d]]);
                let mut listed = twin::options(&from)
                    .map(|[options, _]| options)
                    .unwrap_or_default();
                let mut printed: Vec<String> = printed
                    .iter()
                    .filter_map(|text| Some(nimfield::read(text).ok()?.to_string()))
                    .collect();
                for options in [&mut listed, &mut printed] {
                    options.sort_unstable();
                    options.dedup();
                }
                Case::of(listed == printed, || {
                    plain(from, &printed.join("; "), &listed.join("; "))
                })
            })
        },
    },
    Claim {
        id: "nimbers-sum-mex",
        statement: "binary addition without carrying is n + m = mex(n' + m, n + m')",
        source: "Le Bruyn, How to play Nimbers?",
        status: Status::Proved,
        known_false: false,
        over: "pairs n, m",
        size: "greater one",
        up_to: 300,
        small: 20,
        level: |size, _| {
            over_vectors(size, move |[n, m]| {
                let found = mex((0..n).map(|x| x ^ m).chain((0..m).map(|y| n ^ y)));
                Case::of(found == n ^ m, || {
                    differs(
                        format!("nim[{n},{m}]"),
                        &(n ^ m).to_string(),
                        [found, found],
                    )
                })
            })
        },
    },
    Claim {
        id: "nimbers-product-mex",
        statement: "the nim product by Fermat powers (F times itself is F + F/2, and smaller numbers multiply ordinarily) is mex(m'n' + m'n + mn')",
        source: "Le Bruyn, How to play Nimbers?; Conway, On Numbers and Games, chapter 6",
        status: Status::Proved,
        known_false: false,
        over: "pairs m, n",
        size: "greater one",
        up_to: 48,
        small: 16,
        level: |size, _| {
            let table = Products::new(size + 1);
            over_vectors(size, move |[m, n]| {
                let claimed = tower::product(m.into(), n.into(), 5) as u32;
                Case::of(table.times(m, n) == claimed, || {
                    plain(
                        format!("{m} (x) {n}"),
                        &claimed.to_string(),
                        &table.times(m, n).to_string(),
                    )
                })
            })
        },
    },
    Claim {
        id: "nimbers-example-values",
        statement: "the stones (1,3), (4,7), (6,4), (10,3) and (14,8) have the values 3, 10, 14, 5 and 10, the position the value 8",
        source: "Le Bruyn, How to play Nimbers?, the typical position (14 (x) 8 = 10 and the total 8 are stated)",
        status: Status::Example,
        known_false: false,
        over: "the five stones and the total; nim products by their definition as a mex",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let table = Products::new(16);
            Ok(Level::new(6, move |number| {
                let values = TYPICAL.map(|[x, y]| table.times(x, y));
                let total = values.iter().fold(0, |sum, value| sum ^ value);
                let (case, claimed, found) = match TYPICAL.get(number as usize) {
                    Some(stone) => (
                        position(&[*stone]),
                        [3, 10, 14, 5, 10][number as usize],
                        values[number as usize],
                    ),
                    None => (position(&TYPICAL), 8, total),
                };
                Case::of(found == claimed, || {
                    plain(case, &claimed.to_string(), &found.to_string())
                })
            }))
        },
    },
    Claim {
        id: "nimbers-sum-by-products-as-printed",
        statement: "n + m = (n (x) 1/m) (x) (m + 1) for nimbers other than 0",
        source: "Le Bruyn, How to play Nimbers?, as printed",
        status: Status::Misprint,
        known_false: true,
        over: "pairs of nimbers from 1 to 15",
        size: "greater one",
        up_to: 15,
        small: 3,
        level: |size, _| {
            sum_by_products(size, |table, n, m| {
                table.times(table.times(n, table.inverse(m)), m ^ 1)
            })
        },
    },
    Claim {
        id: "nimbers-sum-by-products",
        statement: "n + m = m (x) ((n (x) 1/m) + 1) for nimbers other than 0",
        source: "Le Bruyn, How to play Nimbers?, corrected",
        status: Status::Proved,
        known_false: false,
        over: "pairs of nimbers from 1 to 15",
        size: "greater one",
        up_to: 15,
        small: 3,
        level: |size, _| {
            sum_by_products(size, |table, n, m| {
                table.times(m, table.times(n, table.inverse(m)) ^ 1)
            })
        },
    },
    Claim {
        id: "nimbers-roots-of-unity",
        statement: "the nimbers 1 to 15 are the powers of a 15th root of unity mu with mu^6 = 8 and mu^3 = 14 = sqrt 8",
        source: "Le Bruyn, How to play Nimbers? and n-dimensional and transfinite Nimbers",
        status: Status::Example,
        known_false: false,
        over: ONCE,
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let table = Products::new(16);
            let found = (1..16).any(|mu| {
                let powers = std::iter::successors(Some(1), |&x| Some(table.times(x, mu)));
                let powers: Vec<u32> = powers.take(15).collect();
                (1..16).all(|x| powers.contains(&x)) && powers[6] == 8 && powers[3] == 14
            });
            let roots: Vec<u32> = (0..16).filter(|&x| table.times(x, x) == 8).collect();
            Ok(Level::single(Case::of(found && roots == [14], || {
                plain(
                    "the field of 16 elements",
                    "such a root, and sqrt 8 = 14",
                    &format!("{found}, {roots:?}"),
                )
            })))
        },
    },
    Claim {
        id: "nimbers-example-diagonal",
        statement: "the typical position with a stone added at (14,14) has the value 0; no other stone on the diagonal does it",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Example,
        known_false: false,
        over: "diagonal places below 2^16",
        size: "number of bits of the coordinate",
        up_to: 16,
        small: 8,
        level: |size, _| {
            bits(size, |d| {
                let value = |x: u32, y: u32| tower::product(x.into(), y.into(), 5);
                let total = TYPICAL.iter().fold(0, |sum, &[x, y]| sum ^ value(x, y));
                Case::of((total ^ value(d, d) == 0) == (d == 14), || {
                    plain(format!("({d},{d})"), "0 exactly with (14,14)", "not so")
                })
            })
        },
    },
    Claim {
        id: "nimbers-diagonal-as-printed",
        statement: "a position is a P-position, or one can add a stone on the diagonal such that it becomes one",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers, \"universal truth\", as printed: the place may be occupied",
        status: Status::Misprint,
        known_false: true,
        over: "positions on the 3x3 board; other diagonal places give no value below 4",
        size: "number of stones",
        up_to: 4,
        small: 3,
        level: |size, budget| diagonal(size, budget, false),
    },
    Claim {
        id: "nimbers-diagonal",
        statement: "a position is a P-position, or there is exactly one place on the diagonal where toggling a stone makes it one",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers, \"universal truth\", with toggling in place of adding",
        status: Status::Proved,
        known_false: false,
        over: "positions on the 3x3 board; other diagonal places give no value below 4",
        size: "number of stones",
        up_to: 9,
        small: 9,
        level: |size, budget| diagonal(size, budget, true),
    },
    Claim {
        id: "nimbers-frobenius",
        statement: "x -> x (x) x is an automorphism of the field of the nimbers below 2^(2^n): it keeps sums and products, and every nimber there has a square root there",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "pairs of nimbers below 256",
        size: "greater one",
        up_to: 127,
        small: 15,
        level: |size, _| {
            too_large(size, 255)?;
            // The least of the fields that has the size in it, so that roots do not leave it.
            let level = (0..4).find(|&level| size < 1 << (1 << level)).unwrap_or(4);
            let square = move |x: u32| tower::product(x.into(), x.into(), level) as u32;
            let order = 1u32 << (1 << level.min(3));
            let mut images: Vec<u32> = (0..order).map(square).collect();
            images.sort_unstable();
            let onto = images.iter().copied().eq(0..order);
            over_vectors(size, move |[x, y]| {
                let times = |x: u32, y: u32| tower::product(x.into(), y.into(), level) as u32;
                let keeps = square(x ^ y) == square(x) ^ square(y)
                    && square(times(x, y)) == times(square(x), square(y));
                Case::of(keeps && onto, || {
                    plain(format!("{x} and {y}"), "an automorphism", "none")
                })
            })
        },
    },
    Claim {
        id: "nimbers-cubes",
        statement: "the third roots of unity among the finite nimbers are 1, 2 and 3, so cubing is not onto in the field of the nimbers below 2^(2^n): one in three of the others than 0 is a cube",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "the fields with n from 1 on",
        size: "n",
        up_to: 4,
        small: 3,
        level: |size, _| {
            let order = 1u64 << (1u32 << size.min(5));
            if !(1..=4).contains(&size) {
                return Ok(Level::none());
            }
            let cubes: Vec<u16> = (0..order).map(|x| cube(x as u16)).collect();
            let units: Vec<usize> = (0..cubes.len()).filter(|&x| cubes[x] == 1).collect();
            let mut distinct = cubes.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let holds = units == [1, 2, 3] && distinct.len() as u64 == (order - 1) / 3 + 1;
            Ok(Level::single(Case::of(holds, || {
                plain(
                    format!("{order} elements"),
                    "as stated",
                    &format!("roots of unity {units:?}, {} cubes", distinct.len()),
                )
            })))
        },
    },
    Claim {
        id: "nimbers-cubes-in-larger-fields",
        statement: "a nimber below 2^(2^n) that is no cube of one of them is no cube of a nimber below 2^(2^(n+1))",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "the nimbers of a field, n from 1 on",
        size: "n",
        up_to: 3,
        small: 2,
        level: |size, _| {
            if !(1..=3).contains(&size) {
                return Ok(Level::none());
            }
            let order = 1u32 << (1 << size);
            let larger = order * order;
            let mut is_cube = vec![[false; 2]; order as usize];
            for x in 0..larger {
                let cube = u32::from(cube(x as u16));
                if cube < order {
                    is_cube[cube as usize][0] |= x < order;
                    is_cube[cube as usize][1] = true;
                }
            }
            Ok(Level::new(order.into(), move |x| {
                let [here, there] = is_cube[x as usize];
                Case::of(here == there, || {
                    plain(x.to_string(), "no cube", "a cube in the larger field")
                })
            }))
        },
    },
    Claim {
        id: "nimbers-no-cube-root-of-2",
        statement: "2 has no cube root among the finite nimbers",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "nimbers below 2^size, one by one",
        size: "number of bits",
        up_to: 22,
        small: 12,
        level: |size, _| {
            bits(size, |x| {
                let x = Nimber32(x);
                Case::of(x * x * x != Nimber32(2), || {
                    plain(x.to_string(), "no cube root of 2", "one")
                })
            })
        },
    },
    Claim {
        id: "nimbers-fermat-powers-modulo-9-as-printed",
        statement: "2^(2^N) is 4 or 7 modulo 9",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers, as printed: 2^(2^0) is 2",
        status: Status::Misprint,
        known_false: true,
        over: "N from 0 on",
        size: "N",
        up_to: 60,
        small: 2,
        level: |size, _| modulo_9(size, |_, rest| matches!(rest, 4 | 7)),
    },
    Claim {
        id: "nimbers-fermat-powers-modulo-9",
        statement: "2^(2^N) is 4 or 7 modulo 9 for N >= 1, and 9 divides no 2^(2^N) - 1",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers, corrected",
        status: Status::Proved,
        known_false: false,
        over: "N from 0 on",
        size: "N",
        up_to: 60,
        small: 8,
        level: |size, _| {
            modulo_9(size, |n, rest| {
                rest != 1 && (n == 0 || matches!(rest, 4 | 7))
            })
        },
    },
    Claim {
        id: "nimbers-quadratic-closure",
        statement: "the finite nimbers are closed under quadratic equations: x^2 + bx + c has a root for all b and c",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers; Conway, On Numbers and Games, chapter 6",
        status: Status::Proved,
        known_false: false,
        over: "b and c below 2^(2^n), roots sought one by one below 2^(2^(n+1))",
        size: "greater one of b and c",
        up_to: 15,
        small: 5,
        level: |size, _| {
            too_large(size, 255)?;
            // The roots are in the field above the least one that has b and c.
            let level = (1..4)
                .find(|&level| size < 1 << (1 << (level - 1)))
                .unwrap_or(4);
            let order = 1u32 << (1 << level);
            over_vectors(size, move |[b, c]| {
                let times = |x: u32, y: u32| tower::product(x.into(), y.into(), level) as u32;
                let found = (0..order).any(|x| times(x, x) ^ times(b, x) ^ c == 0);
                Case::of(found, || {
                    plain(
                        format!("b = {b}, c = {c}"),
                        "a root",
                        "none in the next field",
                    )
                })
            })
        },
    },
    Claim {
        id: "nimbers-cube-roots",
        statement: "every finite nimber has a cube root below w^w, so that three-dimensional Nimbers on the board of the ordinals below w^w has the universal truth (with toggling)",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "finite nimbers, their roots multiplied out",
        size: "nimber",
        up_to: 255,
        small: 15,
        level: |size, _| roots(size, &[3], Some("w^w")),
    },
    Claim {
        id: "nimbers-roots",
        statement: "every finite nimber has an n-th root below w^(w^w), so that n-dimensional Nimbers on that board has the universal truth (with toggling)",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers",
        status: Status::Proved,
        known_false: false,
        over: "finite nimbers and n from 2 to 7, the roots multiplied out",
        size: "nimber",
        up_to: 40,
        small: 5,
        level: |size, _| roots(size, &[2, 3, 4, 5, 6, 7], None),
    },
    Claim {
        id: "nimbers-omega",
        statement: "w (x) w (x) w = 2, and 0 and 1 are the only smaller nimbers: w is the cube root of the least nimber that has no finite one",
        source: "Le Bruyn, n-dimensional and transfinite Nimbers; Conway, On Numbers and Games, chapter 6",
        status: Status::Proved,
        known_false: false,
        over: ONCE,
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let w = Ordinal::omega();
            let cube = w.times(&w).and_then(|square| square.times(&w));
            let least = (0..1 << 16).all(|x| cube_of(x) != 2) && cube_of(1) == 1;
            let found = cube.map(|cube| cube.to_string()).unwrap_or_default();
            Ok(Level::single(Case::of(found == "2" && least, || {
                plain("w^3", "2", &found)
            })))
        },
    },
    Claim {
        id: "nimbers-example-field",
        statement: "with t = 2, f = 4 and o = w: t^2 = t+1, f^2 = f+t, o^3 = t, (o+t)(o+t+1) = o^2+o+1 and (o+f)(o+1) = f*o+o^2+f+o",
        source: "Le Bruyn, How to win transfinite Nimbers?, the field of 4096 elements in Sage",
        status: Status::Example,
        known_false: false,
        over: "the five products, by the arithmetic of ordinals and by polynomials in w over 16 elements",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let cases = [
                ([[2, 0, 0], [2, 0, 0]], [3, 0, 0]),
                ([[4, 0, 0], [4, 0, 0]], [6, 0, 0]),
                ([[0, 0, 1], [0, 1, 0]], [2, 0, 0]),
                ([[2, 1, 0], [3, 1, 0]], [1, 1, 1]),
                ([[4, 1, 0], [1, 1, 0]], [4, 5, 1]),
            ];
            let field = Field::new();
            Ok(Level::new(5, move |number| {
                let ([x, y], claimed) = cases[number as usize];
                let found = field.times(x, y);
                let by_ordinals = ordinal(x).times(&ordinal(y)).ok();
                Case::of(
                    found == claimed && by_ordinals == Some(ordinal(claimed)),
                    || {
                        plain(
                            format!("{} (x) {}", ordinal(x), ordinal(y)),
                            &ordinal(claimed).to_string(),
                            &ordinal(found).to_string(),
                        )
                    },
                )
            }))
        },
    },
    Claim {
        id: "nimbers-transfinite-values",
        statement: "the stones (2,2), (4,w), (w+2,w+3) and (w+4,w+1) have the values 3, w*4, w^2+w+1 and w^2+w*5+4, the position has the value 6, and the other stones together 5, w*4+6, w^2+w+7 and w^2+w*5+2",
        source: "Le Bruyn, How to win transfinite Nimbers?",
        status: Status::Example,
        known_false: false,
        over: "the four stones and the total, by polynomials in w over 16 elements",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let field = Field::new();
            let values = [[3, 0, 0], [0, 4, 0], [1, 1, 1], [4, 5, 1]];
            let others = [[5, 0, 0], [6, 4, 0], [7, 1, 1], [2, 5, 1]];
            Ok(Level::new(4, move |number| {
                let at = number as usize;
                let [x, y] = TRANSFINITE[at];
                let found = field.times(x, y);
                let total = field.total(&TRANSFINITE);
                let holds =
                    found == values[at] && total == [6, 0, 0] && add(total, found) == others[at];
                Case::of(holds, || {
                    plain(
                        stone([x, y]),
                        &ordinal(values[at]).to_string(),
                        &ordinal(found).to_string(),
                    )
                })
            }))
        },
    },
    Claim {
        id: "nimbers-who-wins-as-printed",
        statement: "a position whose value is not 0 is won by the second player",
        source: "Le Bruyn, How to win transfinite Nimbers?, as printed (\"the 2nd player has a winning strategy\")",
        status: Status::Misprint,
        known_false: true,
        over: "positions on the 3x3 board, values by nim products, outcomes from those of all options",
        size: "number of stones",
        up_to: 3,
        small: 2,
        level: |size, budget| who_wins(size, budget, true),
    },
    Claim {
        id: "nimbers-who-wins",
        statement: "a position whose value is not 0 is won by the player to move, one of value 0 by the other",
        source: "Le Bruyn, How to win transfinite Nimbers?, corrected",
        status: Status::Proved,
        known_false: false,
        over: "positions on the 3x3 board, values by nim products, outcomes from those of all options",
        size: "number of stones",
        up_to: 9,
        small: 9,
        level: |size, budget| who_wins(size, budget, false),
    },
    Claim {
        id: "nimbers-which-stone-as-printed",
        statement: "if one stone only has a value greater than the sum of the others, the winning moves are moves of this stone",
        source: "Le Bruyn, How to win transfinite Nimbers?, as printed (\"so we know we have to make our move with stone d\")",
        status: Status::Misprint,
        known_false: true,
        over: "positions on the 3x3 board, by the values of all options",
        size: "number of stones",
        up_to: 4,
        small: 3,
        level: |size, budget| which_stone(size, budget, false),
    },
    Claim {
        id: "nimbers-which-stone",
        statement: "every stone with a value greater than the sum of the others has a winning move",
        source: "what holds of Le Bruyn, How to win transfinite Nimbers?: a stone has options of every smaller value",
        status: Status::Proved,
        known_false: false,
        over: "positions on the 3x3 board, by the values of all options",
        size: "number of stones",
        up_to: 9,
        small: 9,
        level: |size, budget| which_stone(size, budget, true),
    },
    Claim {
        id: "nimbers-unique-winning-move",
        statement: "in the transfinite example one move wins: stone d, (w+4,w+1), with the corner (w+2,w); the other three corners are empty",
        source: "Le Bruyn, How to win transfinite Nimbers?",
        status: Status::Example,
        known_false: false,
        over: "all stones and all corners with coordinates n and w+n, n below 16; and the complete lists of moves that change the value by 6",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let field = Field::new();
            let total = field.total(&TRANSFINITE);
            Ok(Level::new(4, move |number| {
                let chosen = TRANSFINITE[number as usize];
                let [x, y] = chosen;
                let wins = |corner: &[Element; 2]| {
                    let [u, v] = *corner;
                    field.times(add(x, u), add(y, v)) == total
                };
                let found: Vec<[Element; 2]> = corners(chosen).into_iter().filter(wins).collect();
                let claimed = match number {
                    3 => vec![[[2, 1, 0], [0, 1, 0]]],
                    _ => Vec::new(),
                };
                let complete = all_moves(&as_stone(chosen), &ordinal(total)).ok();
                let complete =
                    complete.map(|moves| moves.into_iter().map(|mv| mv.corner).collect::<Vec<_>>());
                let listed = claimed.iter().map(|&corner| as_stone(corner)).collect();
                let new = claimed.iter().flat_map(|&[u, v]| [[u, y], [x, v], [u, v]]);
                let empty = new.into_iter().all(|corner| !TRANSFINITE.contains(&corner));
                Case::of(
                    found == claimed && complete == Some(listed) && empty,
                    || {
                        plain(
                            stone(chosen),
                            &format!("{claimed:?}"),
                            &format!("{found:?}"),
                        )
                    },
                )
            }))
        },
    },
    Claim {
        id: "nimbers-case-analysis",
        statement: "the left side u v + u(w+1) + (w+4)v has no w^2 for finite u and v, is w^2+w*4+u for v = w and finite u, has i+1 for the coefficient of w for u = w+i and finite v, and is w^2+w*5+i for u = w+i and v = w",
        source: "Le Bruyn, How to win transfinite Nimbers?",
        status: Status::Example,
        known_false: false,
        over: "u and v below 16, i below 4",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let field = Field::new();
            Ok(Level::new(20 * 17, move |number| {
                let (u, v) = ((number / 17) as u32, (number % 17) as u32);
                let u = if u < 16 { [u, 0, 0] } else { [u - 16, 1, 0] };
                let v = if v < 16 { [v, 0, 0] } else { [0, 1, 0] };
                let left = add(
                    field.times(u, v),
                    add(field.times(u, [1, 1, 0]), field.times([4, 1, 0], v)),
                );
                let holds = match (u, v) {
                    ([_, 0, _], [_, 0, _]) => left[2] == 0,
                    ([u, 0, _], _) => left == [u, 4, 1],
                    ([i, ..], [_, 0, _]) => left[1] == i ^ 1,
                    ([i, ..], _) => left == [i, 5, 1],
                };
                Case::of(holds, || {
                    plain(
                        format!("u = {}, v = {}", ordinal(u), ordinal(v)),
                        "as stated",
                        &ordinal(left).to_string(),
                    )
                })
            }))
        },
    },
    Claim {
        id: "nimbers-follow-up",
        statement: "after the unique winning move and the opponent's (w+2,w+3) -> (w+2,256) a winning move is (w+2,w) -> (257,2), which puts stones at (257,2), (257,w) and (w+2,2)",
        source: "Le Bruyn, How to win transfinite Nimbers?, the last sentence",
        status: Status::Example,
        known_false: false,
        over: "the one move",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let after = [
                ["2", "2"],
                ["4", "w"],
                ["w+2", "256"],
                ["w+2", "w+1"],
                ["w+4", "w"],
                ["257", "2"],
                ["257", "w"],
                ["w+2", "2"],
            ];
            let found = total(&after).map(|total| total.to_string());
            Ok(Level::single(Case::of(
                found.as_deref() == Some("0"),
                || plain("the position after the move", "0", &format!("{found:?}")),
            )))
        },
    },
    Claim {
        id: "nimbers-follow-up-moves",
        statement: "in the follow-up position, of value w^2+w*257+513, exactly six moves win: (w+2,w) -> (257,2) and (0,259), (w+2,w+1) -> (0,258) and (257,3), (w+4,w) -> (6,259) and (263,2)",
        source: "what Le Bruyn, How to win transfinite Nimbers?, calls one possible winning move; by the complete lists of moves, each verified",
        status: Status::Example,
        known_false: false,
        over: "the six stones",
        size: "0",
        up_to: 0,
        small: 0,
        level: |_, _| {
            let claimed: [&[[&str; 2]]; 6] = [
                &[],
                &[],
                &[],
                &[["0", "259"], ["257", "2"]],
                &[["0", "258"], ["257", "3"]],
                &[["6", "259"], ["263", "2"]],
            ];
            Ok(Level::new(6, move |number| {
                let at = number as usize;
                let value = total(&FOLLOW_UP);
                let is_stated =
                    value.as_ref().map(Ordinal::to_string).as_deref() == Some("w^2+w*257+513");
                let chosen = FOLLOW_UP[at];
                let moves = value.and_then(|value| all_moves(&read_stone(&chosen)?, &value).ok());
                let corners: Option<Vec<Stone>> =
                    moves.map(|moves| moves.into_iter().map(|mv| mv.corner).collect());
                let listed: Option<Vec<Stone>> = claimed[at].iter().map(read_stone).collect();
                // Every listed move is made, and the result added up anew.
                let made = claimed[at].iter().all(|&[u, v]| {
                    let [x, y] = chosen;
                    let rest = FOLLOW_UP.iter().copied().filter(|&stone| stone != chosen);
                    let after: Vec<[&str; 2]> = rest.chain([[u, v], [u, y], [x, v]]).collect();
                    total(&after).is_some_and(|total| total.is_zero())
                });
                Case::of(
                    is_stated && made && corners.is_some() && corners == listed,
                    || {
                        plain(
                            format!("({},{})", chosen[0], chosen[1]),
                            &format!("{listed:?}"),
                            &format!("{corners:?}"),
                        )
                    },
                )
            }))
        },
    },
    Claim {
        id: "nimbers-excess-pattern",
        statement: "the excess of an odd prime p is 0 unless Q(f(p)) is a single power of an odd prime; then it is 4 if f(p) = 2*3^k with k >= 1, and otherwise 1 (f(p) is the order of 2 modulo p)",
        source: "observed in all that is known; nobody has a proof. Lenstra 1977 has the lower bounds",
        status: Status::Observed,
        known_false: false,
        over: "odd primes whose excess is known",
        size: "prime",
        up_to: 709,
        small: 50,
        level: |size, _| {
            excesses(size, |f, single, excess| {
                excess
                    == if !single {
                        0
                    } else if is_twice_power_of_3(f) {
                        4
                    } else {
                        1
                    }
            })
        },
    },
    Claim {
        id: "nimbers-excess-lower-bounds",
        statement: "the excess of p is at least 1 if Q(f(p)) is a single power of an odd prime, and at least 4 if f(p) = 2*3^k with k >= 1",
        source: "Lenstra 1977, On the algebraic closure of two",
        status: Status::Proved,
        known_false: false,
        over: "odd primes whose excess is known",
        size: "prime",
        up_to: 709,
        small: 50,
        level: |size, _| {
            excesses(size, |f, single, excess| {
                (!single || excess >= 1) && (!is_twice_power_of_3(f) || excess >= 4)
            })
        },
    },
    Claim {
        id: "nimbers-tartan",
        statement: "a coin of the product of two coin-turning games has the nim product of its values in the two: the Tartan theorem",
        source: "Lenstra 1978; Winning Ways, chapter 14. Le Bruyn, How to play Nimbers?, for Turning Corners, the product of Turning Turtles with itself",
        status: Status::Proved,
        known_false: false,
        over: "products of two of turtles, mock-turtles, ruler, twins and triplets; all values by mex",
        size: "greater one of the two coordinates",
        up_to: 8,
        small: 4,
        level: |size, _| {
            too_large(size, 31)?;
            let games = CoinGame::ALL;
            let tables: Vec<Vec<Vec<u32>>> = games
                .iter()
                .flat_map(|&first| games.map(|second| product_values(first, second, size)))
                .collect();
            let singles = games.map(|game| single_values(game, size));
            let products = Products::new(64);
            let side = u64::from(size) + 1;
            Ok(Level::new(25 * side * side, move |number| {
                let (pair, x, y) = (
                    (number / (side * side)) as usize,
                    (number / side % side) as usize,
                    (number % side) as usize,
                );
                let (first, second) = (pair / 5, pair % 5);
                let on_board =
                    x as u64 >= games[first].first() && y as u64 >= games[second].first();
                if x.max(y) != size as usize || !on_board {
                    return Case::Outside;
                }
                let claimed = products.times(singles[first][x], singles[second][y]);
                let found = tables[pair][x][y];
                Case::of(found == claimed, || {
                    let text = format!(
                        "turning({},{})[({x},{y})]",
                        games[first].name(),
                        games[second].name()
                    );
                    Counterexample {
                        claimed: claimed.to_string(),
                        found: found.to_string(),
                        facts: vec![fact(&text, Play::Normal, Verdict::Value(found.into()))],
                        case: text,
                    }
                })
            }))
        },
    },
];

const PLACES: &str = "number of places";
const ONCE: &str = "the one example";

/// The typical position.
const TYPICAL: [[u32; 2]; 5] = [[1, 3], [4, 7], [6, 4], [10, 3], [14, 8]];

/// The transfinite position: stones a, b, c, d.
const TRANSFINITE: [[Element; 2]; 4] = [
    [[2, 0, 0], [2, 0, 0]],
    [[4, 0, 0], [0, 1, 0]],
    [[2, 1, 0], [3, 1, 0]],
    [[4, 1, 0], [1, 1, 0]],
];

/// The transfinite position after two moves.
const FOLLOW_UP: [[&str; 2]; 6] = [
    ["2", "2"],
    ["4", "w"],
    ["w+2", "256"],
    ["w+2", "w"],
    ["w+2", "w+1"],
    ["w+4", "w"],
];

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
        .iter()
        .zip(0..)
        .take_while(|&(&value, at)| value == at)
        .count() as u32
}

/// Nim products by their definition, mex(m'n' + m'n + mn'), of numbers below a bound.
struct Products {
    bound: u32,
    products: Vec<u32>,
}

impl Products {
    fn new(bound: u32) -> Products {
        let mut table = Products {
            bound,
            products: vec![0; (bound * bound) as usize],
        };
        for m in 0..bound {
            for n in 0..=m {
                let pairs = (0..m).flat_map(|x| (0..n).map(move |y| (x, y)));
                let product =
                    mex(pairs
                        .map(|(x, y)| table.times(x, y) ^ table.times(x, n) ^ table.times(m, y)));
                for (a, b) in [(m, n), (n, m)] {
                    table.products[(a * bound + b) as usize] = product;
                }
            }
        }
        table
    }

    fn times(&self, m: u32, n: u32) -> u32 {
        self.products[(m * self.bound + n) as usize]
    }

    /// 1/m; the numbers below the bound form a field.
    fn inverse(&self, m: u32) -> u32 {
        (0..self.bound)
            .find(|&n| self.times(m, n) == 1)
            .unwrap_or(0)
    }
}

/// The values of all positions on a board: stones as bits, places in lexicographic order.
struct Table {
    places: Vec<Vec<u32>>,
    /// For each place what the moves of a stone there toggle.
    moves: Vec<Vec<u64>>,
    values: Vec<u8>,
}

impl Table {
    fn new(sides: Vec<u32>, budget: &Budget) -> Result<Table, CheckError> {
        too_large(
            sides
                .iter()
                .fold(1, |places, &side| side.saturating_mul(places)),
            28,
        )?;
        let mut places: Vec<Vec<u32>> = vec![Vec::new()];
        for &side in &sides {
            let longer = places.iter().flat_map(|place| {
                (1..=side).map(move |x| place.iter().copied().chain([x]).collect())
            });
            places = longer.collect();
        }
        let moves: Vec<Vec<u64>> = places.iter().map(|place| toggles(&places, place)).collect();
        let values = over_sets(places.len() as u32, budget, |state, values: &[u8]| {
            let mut reached = 0u128;
            for (at, moves) in moves
                .iter()
                .enumerate()
                .filter(|(at, _)| state >> at & 1 == 1)
            {
                debug_assert!(moves.iter().all(|toggled| toggled >> at == 1));
                for toggled in moves {
                    reached |= 1 << values[(state ^ toggled) as usize];
                }
            }
            reached.trailing_ones() as u8
        })?;
        Ok(Table {
            places,
            moves,
            values,
        })
    }

    fn at(&self, state: u64) -> u32 {
        self.values[state as usize].into()
    }

    fn stones(&self, state: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.places.len()).filter(move |at| state >> at & 1 == 1)
    }

    fn text(&self, state: u64) -> String {
        let written = |place: &Vec<u32>| {
            let coordinates: Vec<String> = place.iter().map(u32::to_string).collect();
            format!("({})", coordinates.join(","))
        };
        let stones: Vec<String> = self
            .stones(state)
            .map(|at| written(&self.places[at]))
            .collect();
        match (stones.is_empty(), self.places.first()) {
            (true, Some(place)) => format!("nimbers[{}]", written(&vec![0; place.len()])),
            _ => format!("nimbers[{}]", stones.join(" ")),
        }
    }

    fn differs(&self, state: u64, claimed: &str) -> Counterexample {
        let (position, value) = (self.text(state), self.at(state));
        Counterexample {
            claimed: claimed.to_string(),
            found: format!("value {value}"),
            facts: vec![fact(&position, Play::Normal, Verdict::Value(value.into()))],
            case: position,
        }
    }

    fn expect(&self, state: u64, value: u32) -> Case {
        Case::of(self.at(state) == value, || {
            self.differs(state, &format!("value {value}"))
        })
    }
}

/// What the moves of a stone toggle: the corners of each box that are not dead.
fn toggles(places: &[Vec<u32>], stone: &[u32]) -> Vec<u64> {
    let mut boxes: Vec<Vec<u32>> = vec![Vec::new()];
    for &x in stone {
        let longer = boxes
            .iter()
            .flat_map(|near| (0..x).map(move |u| near.iter().copied().chain([u]).collect()));
        boxes = longer.collect();
    }
    let toggled = |near: &Vec<u32>| {
        (0..1u32 << stone.len()).fold(0u64, |toggled, choice| {
            let pairs = stone.iter().zip(near).enumerate();
            let corner: Vec<u32> = pairs
                .map(|(k, (&x, &u))| if choice >> k & 1 == 1 { u } else { x })
                .collect();
            let at = places.iter().position(|place| *place == corner);
            toggled ^ at.map_or(0, |at| 1 << at)
        })
    };
    boxes.iter().map(toggled).collect()
}

fn position(stones: &[[u32; 2]]) -> String {
    let stones: Vec<String> = stones.iter().map(|[x, y]| format!("({x},{y})")).collect();
    match stones.is_empty() {
        true => "nimbers[(0,0)]".to_string(),
        false => format!("nimbers[{}]", stones.join(" ")),
    }
}

/// Boards with this many dimensions and places, their positions one after the other.
fn values(size: u32, dimension: u32, budget: &Budget) -> Result<Level, CheckError> {
    let divisors = |n: u32| (1..=n).filter(move |d| n.is_multiple_of(*d));
    let mut tables = Vec::new();
    for a in divisors(size) {
        match dimension {
            2 => tables.push(Table::new(vec![a, size / a], budget)?),
            _ => {
                for b in divisors(size / a) {
                    tables.push(Table::new(vec![a, b, size / a / b], budget)?);
                }
            }
        }
    }
    let products = Products::new(32);
    let states = 1u64 << size.min(40);
    Ok(Level::new(states * tables.len() as u64, move |number| {
        let table = &tables[(number / states) as usize];
        let state = number % states;
        let value = |at: usize| {
            table.places[at]
                .iter()
                .fold(1, |product, &x| products.times(product, x))
        };
        table.expect(
            state,
            table
                .stones(state)
                .map(value)
                .fold(0, |sum, value| sum ^ value),
        )
    }))
}

/// The positions on the 3x3 board with so many stones.
fn three_by_three(
    stones: u32,
    budget: &Budget,
    check: impl Fn(&Table, u64) -> Case + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    let table = Table::new(vec![3, 3], budget)?;
    let states: Vec<u64> = (0..512u64)
        .filter(|state| state.count_ones() == stones)
        .collect();
    Ok(Level::each(states, move |&state| check(&table, state)))
}

fn diagonal(size: u32, budget: &Budget, toggle: bool) -> Result<Level, CheckError> {
    three_by_three(size, budget, move |table, state| {
        if table.at(state) == 0 {
            return Case::Holds;
        }
        let places = [0, 4, 8].into_iter().map(|at| 1u64 << at);
        let changed: Vec<u64> = places
            .filter(|place| toggle || state & place == 0)
            .map(|place| state ^ place)
            .collect();
        let zeros = changed
            .iter()
            .filter(|&&after| table.at(after) == 0)
            .count();
        Case::of(zeros == 1, || {
            let mut counterexample = table.differs(state, "a stone that makes the value 0");
            let facts = changed
                .iter()
                .flat_map(|&after| table.differs(after, "").facts);
            counterexample.facts.extend(facts);
            counterexample
        })
    })
}

fn who_wins(size: u32, budget: &Budget, second: bool) -> Result<Level, CheckError> {
    let products = Products::new(4);
    // Who wins, by recursion without values.
    let table = Table::new(vec![3, 3], budget)?;
    let mut wins: Vec<bool> = Vec::new();
    for state in 0..512u64 {
        let options = table.stones(state).flat_map(|at| &table.moves[at]);
        wins.push(twin::wins(
            Play::Normal,
            options
                .map(|toggled| wins[(state ^ toggled) as usize])
                .collect::<Vec<_>>(),
        ));
    }
    three_by_three(size, budget, move |table, state| {
        let value = |at: usize| products.times(table.places[at][0], table.places[at][1]);
        let total = table
            .stones(state)
            .map(value)
            .fold(0, |sum, value| sum ^ value);
        let win = wins[state as usize];
        if second && total == 0 {
            return Case::Outside;
        }
        Case::of(win == (total != 0 && !second), || {
            let position = table.text(state);
            let outcome = Outcome::impartial(!win);
            Counterexample {
                claimed: format!("value {total}, so {}", Outcome::impartial(win)),
                found: outcome.to_string(),
                facts: vec![fact(&position, Play::Normal, Verdict::Outcome(outcome))],
                case: position,
            }
        })
    })
}

fn which_stone(size: u32, budget: &Budget, has_a_move: bool) -> Result<Level, CheckError> {
    three_by_three(size, budget, move |table, state| {
        let total = table.at(state);
        let single = |at: usize| table.at(1 << at);
        let large: Vec<usize> = table
            .stones(state)
            .filter(|&at| single(at) > single(at) ^ total)
            .collect();
        let wins = |at: usize| {
            table.moves[at]
                .iter()
                .map(|toggled| state ^ toggled)
                .find(|&after| table.at(after) == 0)
        };
        if total == 0 || (!has_a_move && large.len() != 1) {
            return Case::Outside;
        }
        let holds = match has_a_move {
            true => large.iter().all(|&at| wins(at).is_some()),
            false => table
                .stones(state)
                .all(|at| at == large[0] || wins(at).is_none()),
        };
        Case::of(holds, || {
            let mut counterexample = table.differs(state, "winning moves of that stone");
            let others = table.stones(state).filter(|at| !large.contains(at));
            let after: Vec<u64> = others.filter_map(wins).collect();
            counterexample.found = format!(
                "{}; another stone leads to {}",
                counterexample.found,
                after
                    .iter()
                    .map(|&after| table.text(after))
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            counterexample.facts.extend(
                after
                    .iter()
                    .flat_map(|&after| table.differs(after, "").facts),
            );
            counterexample
        })
    })
}

fn sum_by_products(
    size: u32,
    claimed: fn(&Products, u32, u32) -> u32,
) -> Result<Level, CheckError> {
    let table = Products::new(16);
    Ok(Level::new(vectors(2, size)?, move |number| {
        let Some([n, m]) =
            vector::<2>(number, size).filter(|[n, m]| *n > 0 && *m > 0 && *n.max(m) < 16)
        else {
            return Case::Outside;
        };
        let claimed = claimed(&table, n, m);
        Case::of(claimed == n ^ m, || {
            let position = format!("nim[{n},{m}]");
            Counterexample {
                claimed: claimed.to_string(),
                found: by_rules(&position)[0].to_string(),
                facts: facts_by_rules(&position),
                case: position,
            }
        })
    }))
}

/// The numbers with exactly so many bits; 0 with none.
fn bits(size: u32, check: fn(u32) -> Case) -> Result<Level, CheckError> {
    if size > 32 {
        return Err(CheckError::TooLarge(
            "numbers have at most 32 bits".to_string(),
        ));
    }
    let first = if size == 0 { 0 } else { 1u64 << (size - 1) };
    Ok(Level::new(first.max(1), move |number| {
        check((first + number) as u32)
    }))
}

fn cube(x: u16) -> u16 {
    let x = Nimber16(x);
    x.square().times(&x).0
}

fn cube_of(x: u32) -> u16 {
    cube(x as u16)
}

fn modulo_9(size: u32, holds: fn(u32, u32) -> bool) -> Result<Level, CheckError> {
    let rest = (0..size).fold(2, |rest, _| rest * rest % 9);
    Ok(Level::single(Case::of(holds(size, rest), || {
        plain(
            format!("2^(2^{size})"),
            "4 or 7 modulo 9",
            &rest.to_string(),
        )
    })))
}

/// Roots of a number, below a bound; all ordinals that are computed with are below w^(w^w).
fn roots(
    size: u32,
    degrees: &'static [u64],
    bound: Option<&'static str>,
) -> Result<Level, CheckError> {
    let bound = bound.map(str::parse::<Ordinal>).transpose();
    let bound = bound.map_err(|error| CheckError::TooLarge(error.to_string()))?;
    Ok(Level::each(degrees.to_vec(), move |&degree| {
        let nimber = Ordinal::from(u128::from(size));
        let root = nimber.root(degree);
        let power = root
            .clone()
            .and_then(|root| (1..degree).try_fold(root.clone(), |power, _| power.times(&root)));
        let small = |root: &Ordinal| bound.as_ref().is_none_or(|bound| root < bound);
        let small = root.as_ref().is_ok_and(small);
        Case::of(power.as_ref() == Ok(&nimber) && small, || {
            plain(
                format!("the root of degree {degree} of {size}"),
                &size.to_string(),
                &format!("{root:?}, its power {power:?}"),
            )
        })
    }))
}

/// a + b w + c w^2 with a, b, c below 16.
type Element = [u32; 3];

fn add(x: Element, y: Element) -> Element {
    [0, 1, 2].map(|i| x[i] ^ y[i])
}

/// The 4096 elements, as polynomials in w over the nimbers below 16 with w^3 = 2.
struct Field(Products);

impl Field {
    fn new() -> Field {
        Field(Products::new(16))
    }

    fn times(&self, x: Element, y: Element) -> Element {
        let mut product = [0; 3];
        for (i, &a) in x.iter().enumerate() {
            for (j, &b) in y.iter().enumerate() {
                let c = self.0.times(a, b);
                product[(i + j) % 3] ^= if i + j < 3 { c } else { self.0.times(c, 2) };
            }
        }
        product
    }

    fn total(&self, stones: &[[Element; 2]]) -> Element {
        let values = stones.iter().map(|&[x, y]| self.times(x, y));
        values.fold([0; 3], add)
    }
}

fn ordinal([a, b, c]: Element) -> Ordinal {
    let text = format!("w^2*{c}+w*{b}+{a}");
    let terms: Vec<&str> = text
        .split('+')
        .filter(|term| !term.ends_with("*0") && *term != "0")
        .collect();
    terms.join("+").parse().unwrap_or_default()
}

fn stone([x, y]: [Element; 2]) -> String {
    format!("({},{})", ordinal(x), ordinal(y))
}

fn as_stone(coordinates: [Element; 2]) -> Stone {
    Stone::new(coordinates.map(ordinal).to_vec())
}

/// The corners below a stone with coordinates n and w + n, n below 16.
fn corners([x, y]: [Element; 2]) -> Vec<[Element; 2]> {
    let below = |x: Element| {
        let finite = (0..if x[1] == 0 { x[0] } else { 16 }).map(|n| [n, 0, 0]);
        let beyond = (0..if x[1] == 0 { 0 } else { x[0] }).map(|n| [n, 1, 0]);
        finite.chain(beyond).collect::<Vec<Element>>()
    };
    let (us, vs) = (below(x), below(y));
    us.iter()
        .flat_map(|&u| vs.iter().map(move |&v| [u, v]))
        .collect()
}

fn read_stone(coordinates: &[&str; 2]) -> Option<Stone> {
    let coordinates = coordinates.iter().map(|text| text.parse::<Ordinal>().ok());
    Some(Stone::new(coordinates.collect::<Option<Vec<_>>>()?))
}

/// The nim sum of the nim products of the coordinates.
fn total(stones: &[[&str; 2]]) -> Option<Ordinal> {
    stones.iter().try_fold(Ordinal::ZERO, |sum, stone| {
        let stone = read_stone(stone)?;
        let [x, y] = stone.coordinates() else {
            return None;
        };
        Some(sum.plus(&x.times(y).ok()?))
    })
}

/// The claim on an odd prime: the order f of 2, whether Q(f) is one power of an odd prime, the excess.
fn excesses(size: u32, holds: fn(u32, bool, u32) -> bool) -> Result<Level, CheckError> {
    let known = excess::table().find(|&(p, ..)| p == size);
    let Some((p, excess, _)) = known else {
        return Ok(Level::none());
    };
    let plan = Excesses::shipped().plan(p);
    let plan = plan.map_err(|error| CheckError::TooLarge(error.to_string()))?;
    let single = plan.q_set.len() == 1 && plan.q_set[0].prime > 2;
    Ok(Level::single(Case::of(
        holds(plan.order, single, excess),
        || {
            let case = format!("p = {p}, f = {}, Q = {:?}", plan.order, plan.q_set);
            plain(case, "another excess", &excess.to_string())
        },
    )))
}

/// Whether f = 2*3^k with k >= 1.
fn is_twice_power_of_3(f: u32) -> bool {
    let mut rest = f;
    while rest.is_multiple_of(3) {
        rest /= 3;
    }
    rest == 2 && f > 2
}

/// The values of single coins of a game, up to a number, by mex.
fn single_values(game: CoinGame, most: u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for coin in 0..=u64::from(most) {
        let value = match coin < game.first() {
            true => 0,
            false => mex(game.sets(coin).map(|set| {
                let others = set.iter().filter(|&&other| other != coin);
                others.fold(0, |sum, &other| sum ^ values[other as usize])
            })),
        };
        values.push(value);
    }
    values
}

/// The values of single coins of a product, up to a number on both axes, by mex.
fn product_values(first: CoinGame, second: CoinGame, most: u32) -> Vec<Vec<u32>> {
    let side = most as usize + 1;
    let mut values = vec![vec![0; side]; side];
    let sets = |game: CoinGame| -> Vec<Vec<Vec<u64>>> {
        let coins = 0..=u64::from(most);
        coins
            .map(|coin| {
                if coin < game.first() {
                    Vec::new()
                } else {
                    game.sets(coin).collect()
                }
            })
            .collect()
    };
    let (rows, columns) = (sets(first), sets(second));
    for x in 0..side {
        for y in 0..side {
            let moves = rows[x]
                .iter()
                .flat_map(|a| columns[y].iter().map(move |b| (a, b)));
            let value = mex(moves.map(|(a, b)| {
                let turned = a
                    .iter()
                    .flat_map(|&i| b.iter().map(move |&j| (i as usize, j as usize)));
                turned
                    .filter(|&place| place != (x, y))
                    .fold(0, |sum, (i, j)| sum ^ values[i][j])
            }));
            values[x][y] = value;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_rules() {
        let table = Table::new(vec![2, 3], &Budget::unlimited()).unwrap();
        for state in 0..64 {
            let value = by_rules(&table.text(state))[0];
            assert_eq!(table.at(state), value, "{}", table.text(state));
        }
    }

    #[test]
    fn the_field_of_4096_elements_is_one_of_ordinals() {
        let field = Field::new();
        for (x, y) in [
            ([1, 2, 3], [4, 5, 6]),
            ([15, 0, 9], [7, 8, 1]),
            ([0, 0, 1], [0, 0, 1]),
        ] {
            let product = ordinal(x).times(&ordinal(y)).unwrap();
            assert_eq!(ordinal(field.times(x, y)), product);
        }
    }
}
