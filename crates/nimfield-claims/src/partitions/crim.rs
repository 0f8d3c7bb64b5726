//! CRIM: the shapes whose outcomes are known (arXiv 2606.16828).

use crate::brute_force;
use crate::cases::{too_large, vector, vectors};
use crate::claim::{Case, Cases, CheckError, Claim, by, other_outcome, proved};
use nimfield_core::words::{Outcome, Play};

use super::frames::listing;

const SOURCE: &str = "Bašić, Gottlieb and Krnc 2026; the statement as play by the rules gives it";

pub(crate) const CLAIMS: &[Claim] = &[
    proved(
        "crim-two-parts",
        "a partition into two parts is a P-position of CRIM exactly if the larger part is even",
        SOURCE,
        "partitions into two parts, by the rules of CRIM alone",
        by("larger part", 10..=30),
        |size, _| of_parts(size, |[a, b]| (b > 0).then_some(a % 2 == 0)),
    ),
    proved(
        "crim-three-parts",
        "a partition into three parts a >= b >= c is a P-position of CRIM exactly if a and b are odd and c > 1, or a > 1 is odd and b = c = 1",
        SOURCE,
        "partitions into three parts, by the rules of CRIM alone",
        by("largest part", 7..=12),
        |size, _| {
            of_parts(size, |[a, b, c]| {
                let odd = a % 2 == 1 && b % 2 == 1;
                (c > 0).then_some(odd && (c > 1 || (a > 1 && b == 1)))
            })
        },
    ),
    proved(
        "crim-staircases",
        "the partition n, n-1, ..., 1 is a P-position of CRIM exactly if n is even",
        SOURCE,
        "staircases, by the rules of CRIM alone",
        by("rows", 5..=7),
        |size, _| {
            too_large(size, 9)?;
            Ok(Cases::new(1, move |_| {
                let parts: Vec<u32> = (1..=size).rev().collect();
                check(&parts, size % 2 == 0)
            }))
        },
    ),
];

/// Returns a claim on the partitions whose largest part is `size`, where it says anything.
fn of_parts<const PARTS: usize>(
    size: u32,
    is_p: impl Fn([u32; PARTS]) -> Option<bool> + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    too_large(size, 60)?;
    let count = vectors(PARTS as u32, size)?;
    Ok(Cases::new(count, move |number| {
        let parts =
            vector(number, size).filter(|parts: &[u32; PARTS]| parts.is_sorted_by(|a, b| a >= b));
        let case = parts.and_then(|parts| Some((parts, is_p(parts)?)));
        case.map_or(Case::Outside, |(parts, is_p)| check(&parts, is_p))
    }))
}

fn check(parts: &[u32], is_p: bool) -> Case {
    let text = format!("crim[{}]", listing(parts.iter().copied()));
    let [value, _] = brute_force::pair(&text);
    let found = Outcome::impartial(value == 0);
    Case::of(found == Outcome::impartial(is_p), || {
        other_outcome(text, Play::Normal, Outcome::impartial(is_p), found)
    })
}
