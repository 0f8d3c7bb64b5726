//! Claims on the arithmetic of nimbers.

use nimbers::{FiniteNimber, Interrupt, Nimber16, Nimber32, Ordinal, tower};

use super::tables::{Products, TYPICAL, of_nine};
use super::transfinite::{below, root_of};
use crate::brute_force;
use crate::cases::{too_large, vectors_of};
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{
    BySize, Case, Cases, CheckError, Claim, Evidence, Frame, Sizes, by, once, plain,
};
use nimfield_core::budget::Budget;

pub(crate) const CLAIMS: &[Claim] = &[
    Misprint.claim(
        "nimbers-sum-by-products-as-printed",
        "n + m = (n (x) 1/m) (x) (m + 1) for nimbers other than 0",
        "Le Bruyn, How to play Nimbers?, as printed",
        "pairs of nimbers from 1 to 15",
        &by("greater one", 3..=15)
            .last(15)
            .sum_by_products(|table, n, m| table.times(table.times(n, table.inverse(m)), m ^ 1)),
    ),
    Proved.claim(
        "nimbers-sum-by-products",
        "n + m = m (x) ((n (x) 1/m) + 1) for nimbers other than 0",
        "Le Bruyn, How to play Nimbers?, corrected",
        "pairs of nimbers from 1 to 15",
        &by("greater one", 3..=15)
            .last(15)
            .sum_by_products(|table, n, m| table.times(m, table.times(n, table.inverse(m)) ^ 1)),
    ),
    Example.claim(
        "nimbers-roots-of-unity",
        "the nimbers 1 to 15 are the powers of a 15th root of unity mu with mu^6 = 8 and mu^3 = 14 = sqrt 8",
        "Le Bruyn, How to play Nimbers? and n-dimensional and transfinite Nimbers",
        "the one example",
        &once(|_| {
            let table = Products::new(16);
            let found = (1..16).any(|mu| {
                let powers = std::iter::successors(Some(1), |&x| Some(table.times(x, mu)));
                let powers: Vec<u32> = powers.take(15).collect();
                (1..16).all(|x| powers.contains(&x)) && powers[6] == 8 && powers[3] == 14
            });
            let roots: Vec<u32> = (0..16).filter(|&x| table.times(x, x) == 8).collect();
            let (holds, case) = (found && roots == [14], "the field of 16 elements");
            let found = format_args!("{found}, {roots:?}");
            Ok(Case::plain(
                holds,
                case,
                "such a root, and sqrt 8 = 14",
                found,
            ))
        }),
    ),
    Example.claim(
        "nimbers-example-diagonal",
        "the typical position with a stone added at (14,14) has the value 0; no other stone on the diagonal does it",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "diagonal places below 2^16",
        &by("number of bits of the coordinate", 8..=16).bits(|d| {
            let value = |x: u32, y: u32| tower::product(x.into(), y.into(), 5);
            let total = TYPICAL.iter().fold(0, |sum, &[x, y]| sum ^ value(x, y));
            let holds = (total ^ value(d, d) == 0) == (d == 14);
            let case = format_args!("({d},{d})");
            Case::plain(holds, case, "0 exactly with (14,14)", "not so")
        }),
    ),
    Misprint.claim(
        "nimbers-diagonal-as-printed",
        "a position is a P-position, or one can add a stone on the diagonal such that it becomes one",
        "Le Bruyn, n-dimensional and transfinite Nimbers, \"universal truth\", as printed: the place may be occupied",
        "positions on the 3x3 board; other diagonal places give no value below 4",
        &of_nine(3..=4).diagonal(false),
    ),
    Proved.claim(
        "nimbers-diagonal",
        "a position is a P-position, or there is exactly one place on the diagonal where toggling a stone makes it one",
        "Le Bruyn, n-dimensional and transfinite Nimbers, \"universal truth\", with toggling in place of adding",
        "positions on the 3x3 board; other diagonal places give no value below 4",
        &of_nine(9..=9).diagonal(true),
    ),
    Proved.claim(
        "nimbers-frobenius",
        "x -> x (x) x is an automorphism of the field of the nimbers below 2^(2^n): it keeps sums and products, and every nimber there has a square root there",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "pairs of nimbers below 256",
        &by("greater one", 15..=127).cases(|size, _| {
            too_large(size, 255)?;
            // The least field that contains the size, so that roots stay inside it.
            let level = (0..4).find(|&level| size < 1 << (1 << level));
            let level = level.expect("sizes up to 255");
            let square = move |x: u32| tower::product(x.into(), x.into(), level) as u32;
            let order = 1u32 << (1 << level.min(3));
            let mut images: Vec<u32> = (0..order).map(square).collect();
            images.sort_unstable();
            let onto = images.iter().copied().eq(0..order);
            vectors_of(size, move |[x, y]| {
                let times = |x: u32, y: u32| tower::product(x.into(), y.into(), level) as u32;
                let keeps = square(x ^ y) == square(x) ^ square(y)
                    && square(times(x, y)) == times(square(x), square(y));
                let case = format_args!("{x} and {y}");
                Case::plain(keeps && onto, case, "an automorphism", "none")
            })
        }),
    ),
    Proved.claim(
        "nimbers-cubes",
        "the third roots of unity among the finite nimbers are 1, 2 and 3, so cubing is not onto in the field of the nimbers below 2^(2^n): one in three of the others than 0 is a cube",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "the fields with n from 1 on",
        &by("n", 3..=4).single(|size, _| {
            too_large(size, 4)?;
            if size == 0 {
                return Ok(Case::Outside);
            }
            let order = 1u64 << (1u32 << size);
            let cubes: Vec<u16> = (0..order).map(|x| cube(x as u16)).collect();
            let units: Vec<usize> = (0..cubes.len()).filter(|&x| cubes[x] == 1).collect();
            let mut distinct = cubes.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let holds = units == [1, 2, 3] && distinct.len() as u64 == (order - 1) / 3 + 1;
            let case = format_args!("{order} elements");
            let found = format_args!("roots of unity {units:?}, {} cubes", distinct.len());
            Ok(Case::plain(holds, case, "as stated", found))
        }),
    ),
    Proved.claim(
        "nimbers-cubes-in-larger-fields",
        "a nimber below 2^(2^n) that is not a cube of one of them is not a cube of a nimber below 2^(2^(n+1))",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "the nimbers of a field, n from 1 on",
        &by("n", 2..=3).cases(|size, _| {
            too_large(size, 3)?;
            if size == 0 {
                return Ok(Cases::none());
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
            Ok(Cases::new(order.into(), move |x| {
                let [here, there] = is_cube[x as usize];
                Case::plain(here == there, x, "no cube", "a cube in the larger field")
            }))
        }),
    ),
    Proved.claim(
        "nimbers-no-cube-root-of-2",
        "2 has no cube root among the finite nimbers",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "nimbers below 2^size, one by one",
        &by("number of bits", 12..=22).bits(|x| {
            let x = Nimber32(x);
            Case::plain(x * x * x != Nimber32(2), x, "no cube root of 2", "one")
        }),
    ),
    Misprint.claim(
        "nimbers-fermat-powers-modulo-9-as-printed",
        "2^(2^N) is 4 or 7 modulo 9",
        "Le Bruyn, n-dimensional and transfinite Nimbers, as printed: 2^(2^0) is 2",
        "N from 0 on",
        &by("N", 2..=60).modulo_9(|_, rest| matches!(rest, 4 | 7)),
    ),
    Proved.claim(
        "nimbers-fermat-powers-modulo-9",
        "2^(2^N) is 4 or 7 modulo 9 for N >= 1, and 9 divides no 2^(2^N) - 1",
        "Le Bruyn, n-dimensional and transfinite Nimbers, corrected",
        "N from 0 on",
        &by("N", 8..=60).modulo_9(|n, rest| rest != 1 && (n == 0 || matches!(rest, 4 | 7))),
    ),
    Proved.claim(
        "nimbers-quadratic-closure",
        "the finite nimbers are closed under quadratic equations: x^2 + bx + c has a root for all b and c",
        "Le Bruyn, n-dimensional and transfinite Nimbers; Conway, On Numbers and Games, chapter 6",
        "b and c below 2^(2^n), roots sought one by one below 2^(2^(n+1))",
        &by("greater one of b and c", 5..=15).cases(|size, _| {
            too_large(size, 255)?;
            // The roots are in the next field above the least one that contains b and c.
            let level = (1..=4).find(|&level| size < 1 << (1 << (level - 1)));
            let level = level.expect("sizes up to 255");
            let order = 1u32 << (1 << level);
            vectors_of(size, move |[b, c]| {
                let times = |x: u32, y: u32| tower::product(x.into(), y.into(), level) as u32;
                let found = (0..order).any(|x| times(x, x) ^ times(b, x) ^ c == 0);
                let case = format_args!("b = {b}, c = {c}");
                Case::plain(found, case, "a root", "none in the next field")
            })
        }),
    ),
    Proved.claim(
        "nimbers-cube-roots",
        "every finite nimber has a cube root below w^w, so that three-dimensional Nimbers on the board of the ordinals below w^w has the universal truth (with toggling)",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "finite nimbers, their roots multiplied out",
        &by("nimber", 15..=255).roots(&[3], Some("w^w")),
    ),
    Proved.claim(
        "nimbers-roots",
        "every finite nimber has an n-th root below w^(w^w), so that n-dimensional Nimbers on that board has the universal truth (with toggling)",
        "Le Bruyn, n-dimensional and transfinite Nimbers",
        "finite nimbers and n from 2 to 7, the roots multiplied out",
        &by("nimber", 5..=40).roots(&[2, 3, 4, 5, 6, 7], None),
    ),
    Proved.claim(
        "nimbers-omega",
        "w (x) w (x) w = 2, and 0 and 1 are the only smaller nimbers: w is the cube root of the least nimber that has no finite one",
        "Le Bruyn, n-dimensional and transfinite Nimbers; Conway, On Numbers and Games, chapter 6",
        "the one example",
        &once(|_| {
            let w = Ordinal::omega();
            let found = w.times(&w, Interrupt::NEVER)?.times(&w, Interrupt::NEVER)?.to_string();
            let least = (0..1 << 16).all(|x| cube(x as u16) != 2) && cube(1) == 1;
            Ok(Case::plain(found == "2" && least, "w^3", "2", &found))
        }),
    ),
];

impl Sizes {
    const fn diagonal(self, toggle: bool) -> BySize<impl Frame> {
        self.three_by_three(move |table, state| {
            if table.at(state) == 0 {
                return Case::Holds;
            }
            let places = [0, 4, 8].into_iter().map(|at| 1u64 << at);
            let changed = places.filter(|place| toggle || state & place == 0);
            let changed: Vec<u64> = changed.map(|place| state ^ place).collect();
            let zeros = changed.iter().filter(|&&after| table.at(after) == 0);
            Case::of(zeros.count() == 1, || {
                let counterexample = table.differs(state, "a stone that makes the value 0");
                counterexample.and(changed.iter().map(|&after| table.fact(after)))
            })
        })
    }

    const fn sum_by_products(self, claimed: fn(&Products, u32, u32) -> u32) -> BySize<impl Frame> {
        let prepare = |_, _: &Budget| Ok(Products::new(16));
        self.with(prepare, move |table, [n, m]| {
            if n == 0 || m == 0 || n.max(m) > 15 {
                return Ok(Case::Outside);
            }
            let claimed = claimed(table, n, m);
            if claimed == n ^ m {
                return Ok(Case::Holds);
            }
            let position = format!("nim[{n},{m}]");
            let found = brute_force::pair(&position)?;
            let counterexample = plain(&position, claimed, found[0]);
            Ok(Case::fails(
                counterexample.and(Evidence::pair(&position, found)),
            ))
        })
    }

    /// Makes a claim about the numbers with exactly this number of bits; 0 has none.
    const fn bits(self, check: fn(u32) -> Case) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            if size > 32 {
                return Err(CheckError::too_large("numbers have at most 32 bits"));
            }
            let first = if size == 0 { 0 } else { 1u64 << (size - 1) };
            Ok(Cases::new(first.max(1), move |number| {
                check((first + number) as u32)
            }))
        })
    }

    const fn modulo_9(self, holds: fn(u32, u32) -> bool) -> BySize<impl Frame> {
        self.single(move |size, _| {
            let rest = (0..size).fold(2, |rest, _| rest * rest % 9);
            let case = format_args!("2^(2^{size})");
            let holds = holds(size, rest);
            Ok(Case::plain(holds, case, "4 or 7 modulo 9", rest))
        })
    }

    /// Makes a claim about the roots of a number below a bound; all ordinals in the computation are below w^(w^w).
    const fn roots(
        self,
        degrees: &'static [u64],
        bound: Option<&'static str>,
    ) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            let bound = bound.map(below);
            Ok(Cases::each(degrees.to_vec(), move |&degree| {
                let nimber = Ordinal::from(u128::from(size));
                let case = format_args!("the root of degree {degree} of {size}");
                root_of(&nimber, degree, bound.as_ref(), case, size)
            }))
        })
    }
}

fn cube(x: u16) -> u16 {
    let x = Nimber16(x);
    x.square().times(&x).0
}
