//! Powers with large exponents, and how large a group's order is.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::finite::field::FiniteNimber;
use crate::interrupt::{Stopped, Until};

impl<N: FiniteNimber> Until<'_, N> {
    /// Computes [`FiniteNimber::pow_big`], unless it is stopped.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn pow_big(self, exponent: &BigUint) -> Result<N, Stopped> {
        let Until(x, interrupt) = self;
        if x.is_zero() {
            return Ok(if exponent.is_zero() {
                N::one()
            } else {
                N::zero()
            });
        }
        let level = x.level();
        let reduced;
        let exponent = if exponent.bits() > x.degree() as u64 {
            interrupt.check()?;
            reduced = exponent % group_order(level);
            &reduced
        } else {
            exponent
        };
        let asking = small_steps(level);
        let mut power = N::one();
        for i in (0..exponent.bits()).rev() {
            if i % asking == 0 {
                interrupt.check()?;
            }
            power = power.square();
            if exponent.bit(i) {
                power = power.times(x);
            }
        }
        Ok(power)
    }
}

/// Returns how many products in `K_level` are computed between two checks whether to stop: many of short words, one
/// of 2^16 bits and more.
pub(crate) fn small_steps(level: u32) -> u64 {
    1 << 16_u32.saturating_sub(level)
}

/// Returns the number of nonzero elements of `K_n`: `2^(2^n) - 1`.
pub(crate) fn group_order(level: u32) -> BigUint {
    (BigUint::one() << (1_usize << level)) - 1_u32
}
