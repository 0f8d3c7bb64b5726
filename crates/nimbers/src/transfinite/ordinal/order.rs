//! The multiplicative order.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::finite::errors::OrderError;
use crate::finite::field::FiniteNimber;
use crate::interrupt::Interrupt;
use crate::transfinite::cyclotomic::primes_of_mersenne;
use crate::transfinite::ordinal::error::NimberError;
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::Ordinal;

impl Ordinal {
    /// The least n > 0 with self^n = 1.
    ///
    /// Needs the primes of 2^d - 1, d the degree: they are searched with bounded effort (trial division,
    /// Pollard's methods), which is enough for most degrees up to some hundred. Those of finite nimbers
    /// below 2^4096 are known (see [`order`](crate::order)).
    ///
    /// # Errors
    /// [`NimberError::NoOrder`] for 0; [`NimberError::Unfactored`]; [`NimberError::Unknown`],
    /// [`NimberError::FieldTooLarge`].
    pub fn order(&self) -> Result<BigUint, NimberError> {
        self.order_until(Interrupt::NEVER)
    }

    /// [`order`](Self::order), unless it is stopped.
    ///
    /// # Errors
    /// As for `order`, and [`NimberError::Stopped`].
    pub fn order_until(&self, interrupt: Interrupt<'_>) -> Result<BigUint, NimberError> {
        if let Some(finite) = self.to_finite() {
            return finite.order_until(interrupt).map_err(|error| match error {
                OrderError::Zero => NimberError::NoOrder,
                OrderError::Stopped => NimberError::Stopped,
                OrderError::UnknownFactors { .. } => NimberError::Unfactored {
                    degree: finite.degree() as u64,
                },
            });
        }
        let field = Field::of(&[self])?;
        let x = field.dense(self);
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
