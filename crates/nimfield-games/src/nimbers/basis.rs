//! The ordinals `ω^e·2^b` as a basis of the nimbers over the field of two elements: `x + a < x` exactly if
//! the leading basis element of `a` occurs in `x`.

use nimbers::{FiniteNimber, Nimber, Ordinal};

/// Returns the basis elements whose sum is an ordinal.
pub(super) fn basis_elements(x: &Ordinal) -> impl Iterator<Item = Ordinal> + '_ {
    x.terms().iter().flat_map(|(e, c)| {
        let top = c.top_bit().map_or(0, |top| top + 1);
        let bits = (0..top)
            .filter(|&b| c.bit(b))
            .filter_map(Nimber::power_of_two);
        bits.map(|bit| Ordinal::from_terms([(e.clone(), bit)]))
    })
}

/// Returns the leading basis element.
pub(super) fn lead(x: &Ordinal) -> Option<Ordinal> {
    let (e, c) = x.terms().first()?;
    let bit = Nimber::power_of_two(c.top_bit()?)?;
    Some(Ordinal::from_terms([(e.clone(), bit)]))
}

/// Returns whether a basis element occurs in an ordinal.
pub(super) fn contains(x: &Ordinal, element: &Ordinal) -> bool {
    let [(e, bit)] = element.terms() else {
        return false;
    };
    let term = x.terms().iter().find(|(other, _)| other == e);
    term.is_some_and(|(_, c)| bit.top_bit().is_some_and(|b| c.bit(b)))
}
