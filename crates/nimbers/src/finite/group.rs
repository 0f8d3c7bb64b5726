//! Computations in the multiplicative group of a field.

use num_bigint::BigUint;

use crate::error::Result;
use crate::finite::field::FiniteNimber;
use crate::finite::log;
use crate::finite::order::order_and_factors;
use crate::finite::roots::{self, Roots};
use crate::interrupt::Interrupt;

/// Roots, orders and logarithms of finite nimbers. All [`FiniteNimber`] types have them.
pub trait Multiplicative: FiniteNimber {
    /// Returns all `n`-th roots, `n >= 1`: in the type's field for fixed widths, among all finite nimbers for
    /// [`Nimber`](crate::Nimber).
    ///
    /// Iterating over the roots cannot be interrupted.
    ///
    /// # Errors
    /// [`ZerothRoot`](crate::NimberError::ZerothRoot); [`UnityTooLarge`](crate::NimberError::UnityTooLarge) if the roots of unity lie in fields too large to
    /// compute with; [`Stopped`](crate::NimberError::Stopped).
    fn roots(&self, n: u64, interrupt: Interrupt<'_>) -> Result<Roots<Self>> {
        roots::roots(self, n, interrupt)
    }

    /// Returns the multiplicative order.
    ///
    /// # Errors
    /// [`NoOrder`](crate::NimberError::NoOrder) for 0; [`UnknownFactors`](crate::NimberError::UnknownFactors) above `2^4096`, where the prime factors of the
    /// group's order are not all known; [`Stopped`](crate::NimberError::Stopped).
    fn order(&self, interrupt: Interrupt<'_>) -> Result<BigUint> {
        Ok(order_and_factors(self, interrupt)?.0)
    }

    /// Returns the least exponent `e` with `base^e = self`, as [`log_within`](Self::log_within) does with 2^23 table
    /// entries (128 MiB), enough for every field up to 128 bits.
    ///
    /// # Errors
    /// See [`log_within`](Self::log_within).
    fn log(&self, base: &Self, interrupt: Interrupt<'_>) -> Result<BigUint> {
        self.log_within(base, 1 << 23, interrupt)
    }

    /// Returns the least exponent `e` with `base^e = self`, by Pohlig-Hellman with baby and giant steps: about `2
    /// sqrt p` products for the greatest prime factor `p` of the order of `base`, and 16 bytes of memory for each of
    /// the `sqrt p <= max_table` baby steps.
    ///
    /// # Errors
    /// [`NoLogarithm`](crate::NimberError::NoLogarithm) for 0; [`NotAPower`](crate::NimberError::NotAPower);
    /// [`TooHard`](crate::NimberError::TooHard) for a prime factor that needs a larger table;
    /// [`Memory`](crate::NimberError::Memory) if a table needs more than the interrupt allows; and the errors of
    /// [`order`](Self::order) for the base.
    fn log_within(
        &self,
        base: &Self,
        max_table: usize,
        interrupt: Interrupt<'_>,
    ) -> Result<BigUint> {
        log::log_within(self, base, max_table, interrupt)
    }
}

impl<N: FiniteNimber> Multiplicative for N {}
