//! The multiplicative order.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::finite::field::{FiniteNimber, OrderError};
use crate::interrupt::{Interrupt, Until};
use crate::transfinite::cyclotomic::primes_of_mersenne;
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::{NimberError, Ordinal};

impl Ordinal {
    /// Returns the least n > 0 with self^n = 1.
    ///
    /// This needs the primes of 2^d - 1, where d is the degree. They are searched for with bounded effort
    /// (trial division, Pollard's methods), which is enough for most degrees up to a few hundred. Those of
    /// finite nimbers below 2^4096 are known.
    ///
    /// # Errors
    /// [`NimberError::NoOrder`] for 0; [`NimberError::Unfactored`]; [`NimberError::Unknown`],
    /// [`NimberError::FieldTooLarge`].
    pub fn order(&self) -> Result<BigUint, NimberError> {
        self.until(Interrupt::NEVER).order()
    }
}

/// Their errors are those of the plain operations, and [`NimberError::Stopped`].
impl Until<'_, Ordinal> {
    /// Computes [`Ordinal::order`], unless it is stopped.
    pub fn order(self) -> Result<BigUint, NimberError> {
        let Until(x, interrupt) = self;
        if let Some(finite) = x.to_finite() {
            return finite
                .until(interrupt)
                .order()
                .map_err(|error| match error {
                    OrderError::Zero => NimberError::NoOrder,
                    OrderError::Stopped => NimberError::Stopped,
                    OrderError::UnknownFactors { .. } => NimberError::Unfactored {
                        degree: finite.degree() as u64,
                    },
                });
        }
        let field = Field::of(&[x])?;
        let x = field.dense(x);
        let degree = field.degree_of(&x, interrupt)?;
        let primes = primes_of_mersenne(degree, interrupt)?.ok_or(NimberError::Unfactored {
            degree: degree as u64,
        })?;
        let one = field.tower.one();
        let mut order = (BigUint::one() << degree) - 1u32;
        for q in primes {
            while (&order % &q).is_zero() {
                let smaller = &order / &q;
                if field.pow(&x, &smaller, interrupt)? != one {
                    break;
                }
                order = smaller;
            }
        }
        Ok(order)
    }
}
