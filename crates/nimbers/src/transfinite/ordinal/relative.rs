//! Traces and norms relative to the fields of finite nimbers.

use num_bigint::BigInt;
use num_integer::Integer;

use crate::interrupt::{Interrupt, Until};
use crate::transfinite::ordinal::normal_form::{NimberError, Ordinal};

/// The most conjugates that a relative trace or norm combines.
pub const MAX_CONJUGATES: u64 = 4096;

impl Ordinal {
    /// Returns the trace to the field `K_level` of the nimbers below `2^(2^level)`, from the least field that contains
    /// that field and `self`: the sum of the conjugates over it.
    ///
    /// ```
    /// use nimbers::Ordinal;
    /// let x = Ordinal::from(0xb5_u32);
    /// assert_eq!(x.trace_to(2)?, Ordinal::from(0xb_u32));
    /// assert_eq!(x.norm_to(0)?, Ordinal::one());
    /// // ω is a cube root of 2: its conjugates are all three roots of x^3 + 2.
    /// assert_eq!(Ordinal::omega().norm_to(1)?, Ordinal::from(2_u32));
    /// # Ok::<(), nimbers::ordinal::NimberError>(())
    /// ```
    ///
    /// # Errors
    /// [`NimberError::TooMuchWork`] for more than [`MAX_CONJUGATES`] conjugates; otherwise as for
    /// [`degree`](Self::degree) and [`pow`](Self::pow).
    pub fn trace_to(&self, level: u32) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).trace_to(level)
    }

    /// Returns the norm to `K_level`: the product of the conjugates that [`trace_to`](Self::trace_to) sums.
    ///
    /// # Errors
    /// As for [`trace_to`](Self::trace_to).
    pub fn norm_to(&self, level: u32) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).norm_to(level)
    }
}

/// Their errors are those of the plain operations, and [`NimberError::Stopped`].
impl Until<'_, Ordinal> {
    /// Computes [`Ordinal::trace_to`], unless it is stopped.
    pub fn trace_to(self, level: u32) -> Result<Ordinal, NimberError> {
        self.over_conjugates(level, |sum, conjugate| Ok(sum.plus(conjugate)))
    }

    /// Computes [`Ordinal::norm_to`], unless it is stopped.
    pub fn norm_to(self, level: u32) -> Result<Ordinal, NimberError> {
        let interrupt = self.1;
        self.over_conjugates(level, |product, conjugate| {
            product.until(interrupt).times(conjugate)
        })
    }

    /// Combines the conjugates over `K_level`, which are `x^(2^(2^level i))` for each `i`.
    fn over_conjugates(
        self,
        level: u32,
        combine: impl Fn(&Ordinal, &Ordinal) -> Result<Ordinal, NimberError>,
    ) -> Result<Ordinal, NimberError> {
        let Until(x, interrupt) = self;
        let degree = x.until(interrupt).degree()? as u64;
        // The 2^degree-th power of x is x.
        let ground = (0..level).fold(1 % degree, |power, _| {
            (u128::from(power) * 2 % u128::from(degree)) as u64
        });
        let count = degree / degree.gcd(&ground);
        if count > MAX_CONJUGATES {
            return Err(NimberError::TooMuchWork {
                what: "the number of conjugates",
                limit: MAX_CONJUGATES,
            });
        }
        let power = BigInt::from(1) << ground;
        let (mut result, mut conjugate) = (x.clone(), x.clone());
        for _ in 1..count {
            interrupt.check()?;
            conjugate = conjugate.until(interrupt).pow(&power)?;
            result = combine(&result, &conjugate)?;
        }
        Ok(result)
    }
}
