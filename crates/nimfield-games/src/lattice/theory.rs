//! Lattice nim: a counter in column x of row y is the nim heap of size ω·y + x.

use nimbers::Ordinal;
use nimbers::ordinal::Exponent;

use crate::lattice::rules::LatticePoint;
use nimfield_core::prelude::*;

/// The source.
pub(super) const SOURCE: &str =
    "Berlekamp, Conway and Guy, Winning Ways, vol. 1, two-dimensional nim";

/// Returns ω·y + x.
pub(super) fn size(point: &LatticePoint) -> Grundy {
    // 1 + e in ordinary arithmetic: a finite exponent increases by one, an infinite one stays.
    let raised = |e: &Exponent| {
        let raised = Exponent::from_ordinal(&Ordinal::one().ordinal_sum(&e.to_ordinal()));
        raised.expect("rows have exponents that leave room for one more")
    };
    let terms = point
        .row
        .terms()
        .iter()
        .map(|(e, c)| (raised(e), c.clone()));
    let units = (Exponent::ZERO, point.column.into());
    Ordinal::from_terms(terms.chain([units])).into()
}

/// Returns the closed form of counters in finite rows, each given by its column and row: that of nim for heaps of size
/// ω·y + x.
pub(super) fn number_formula(play: Play) -> NumberFormula {
    NumberFormula::of_outcomes(move |counters| {
        let (mut sum, mut large) = (0, false);
        for counter in counters.chunks_exact(2) {
            // The heap ω·y + x is 2 or more unless y = 0 and x is 0 or 1.
            large |= counter[0] > 1 || counter[1] > 0;
            sum ^= u128::from(counter[1]) << 64 | u128::from(counter[0]);
        }
        (sum == 0) == (large || play == Play::Normal)
    })
}

/// Returns the place for a heap of this size, whose finite part must be below 2^128.
pub(super) fn place(size: &Ordinal) -> Option<LatticePoint> {
    let lowered = |e: &Exponent| match e.coefficients()[..] {
        [(0, ref n)] => Exponent::term(0, n - 1u32),
        _ => Some(e.clone()),
    };
    let terms = size.terms().iter().filter(|(e, _)| !e.is_zero());
    let row: Option<Vec<_>> = terms.map(|(e, c)| Some((lowered(e)?, c.clone()))).collect();
    Some(LatticePoint {
        row: Ordinal::from_terms(row?),
        column: u128::try_from(&size.finite_part()).ok()?,
    })
}
