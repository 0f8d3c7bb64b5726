//! All roots of a polynomial that are finite nimbers, and the fields of the others.

use alloc::vec::Vec;

use crate::error::{MAX_LEVEL, Result};
use crate::finite::field::FiniteNimber;
use crate::finite::polynomials::factor::{Factor, of_degree};
use crate::finite::polynomials::polynomial::Polynomial;
use crate::interrupt::Interrupt;

/// The roots of a polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots<N> {
    /// The roots within reach, ascending, with their multiplicities.
    pub listed: Vec<(N, usize)>,
    /// The factors whose roots are in other fields.
    pub unlisted: Vec<Unlisted<N>>,
}

/// An irreducible factor whose roots are not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlisted<N> {
    /// The factor and its multiplicity. The number of its roots is its degree.
    pub factor: Factor<N>,
    /// The degree over F_2 of the least field that contains the coefficients and the roots of the factor.
    pub degree: usize,
}

impl<N> Unlisted<N> {
    /// Returns the least `n` such that the roots are in `K_n`, or `None` if they are not finite nimbers.
    #[must_use]
    pub fn level(&self) -> Option<u32> {
        // The degree of a field of finite nimbers over F_2 is a power of two.
        self.degree
            .is_power_of_two()
            .then(|| self.degree.trailing_zeros())
    }
}

/// Finds all roots in the field `K_level`, or, without a level, all roots that are finite nimbers of this type.
///
/// # Errors
/// [`NimberError`](crate::NimberError).
pub fn roots<N: FiniteNimber>(
    polynomial: &Polynomial<N>,
    level: Option<u32>,
    interrupt: Interrupt<'_>,
) -> Result<Roots<N>> {
    let ground = level.unwrap_or_else(|| polynomial.level());
    let highest = level.unwrap_or(N::FIELD_LEVEL.unwrap_or(MAX_LEVEL).min(MAX_LEVEL));
    let (mut listed, mut unlisted) = (Vec::new(), Vec::new());
    for factor in polynomial.factor(ground, interrupt)?.factors {
        let degree = factor.polynomial.degree().unwrap_or(0) << ground;
        let other = Unlisted { factor, degree };
        match other.level() {
            // An irreducible polynomial splits over the field that one of its roots generates.
            Some(level) if level <= highest => {
                let Factor {
                    polynomial,
                    multiplicity,
                } = other.factor;
                let linear = of_degree(polynomial, 1, level, interrupt)?;
                let constants = linear.into_iter().map(|factor| factor.evaluate(&N::zero()));
                listed.extend(constants.map(|root| (root, multiplicity)));
            }
            _ => unlisted.push(other),
        }
    }
    listed.sort_unstable();
    Ok(Roots { listed, unlisted })
}
