//! Claims on CRIM: the shapes with known outcomes (arXiv 2606.16828).

use crate::brute_force;
use crate::cases::{too_large, vectors_of};
use crate::claim::Status::Proved;
use crate::claim::{BySize, Case, CheckError, Claim, Frame, Sizes, by};
use nimfield_core::prelude::*;

use super::frames::listing;

const SOURCE: &str = "Bašić, Gottlieb and Krnc 2026; the statement as play by the rules gives it";

pub(crate) const CLAIMS: &[Claim] = &[
    Proved.claim(
        "crim-two-parts",
        "a partition into two parts is a P-position of CRIM exactly if the larger part is even",
        SOURCE,
        "partitions into two parts, by the rules of CRIM alone",
        &by("larger part", 10..=30).of_parts(|[a, b]| (b > 0).then_some(a % 2 == 0)),
    ),
    Proved.claim(
        "crim-three-parts",
        "a partition into three parts a >= b >= c is a P-position of CRIM exactly if a and b are odd and c > 1, or a > 1 is odd and b = c = 1",
        SOURCE,
        "partitions into three parts, by the rules of CRIM alone",
        &by("largest part", 7..=12).of_parts(|[a, b, c]| {
            let odd = a % 2 == 1 && b % 2 == 1;
            (c > 0).then_some(odd && (c > 1 || (a > 1 && b == 1)))
        }),
    ),
    Proved.claim(
        "crim-staircases",
        "the partition n, n-1, ..., 1 is a P-position of CRIM exactly if n is even",
        SOURCE,
        "staircases, by the rules of CRIM alone",
        &by("rows", 5..=7).single(|size, _| {
            too_large(size, 9)?;
            let parts: Vec<u32> = (1..=size).rev().collect();
            check(&parts, size % 2 == 0)
        }),
    ),
];

impl Sizes {
    /// Claims for partitions whose largest part is the size whether they are P-positions; `None` where it says nothing.
    const fn of_parts<const PARTS: usize>(
        self,
        is_p: fn([u32; PARTS]) -> Option<bool>,
    ) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            too_large(size, 60)?;
            vectors_of(size, move |parts: [u32; PARTS]| {
                let is_p = is_p(parts).filter(|_| parts.is_sorted_by(|a, b| a >= b))?;
                Some(check(&parts, is_p))
            })
        })
    }
}

fn check(parts: &[u32], is_p: bool) -> Result<Case, CheckError> {
    let text = format!("crim[{}]", listing(parts.iter().copied()));
    let [value, _] = brute_force::pair(&text)?;
    Ok(Case::is_p(text, Play::Normal, is_p, value == 0))
}
