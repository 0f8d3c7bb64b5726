//! What is computed in the finite field that the operands generate.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;

use crate::finite::field::FiniteNimber;
use crate::finite::polynomial::BinaryPolynomial;
use crate::interrupt::Interrupt;
#[cfg(doc)]
use crate::transfinite::ordinal::error::MAX_WORK;
use crate::transfinite::ordinal::error::NimberError;
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::Ordinal;

/// The largest degree of a minimal polynomial that is computed.
const MAX_POLYNOMIAL: usize = 1 << 16;

impl Ordinal {
    /// 1/self.
    ///
    /// # Errors
    /// [`NimberError::DivisionByZero`]; as for all operations in the generated field, [`NimberError::Unknown`] and
    /// [`NimberError::FieldTooLarge`].
    pub fn inverse(&self) -> Result<Ordinal, NimberError> {
        self.inverse_until(Interrupt::NEVER)
    }

    /// [`inverse`](Self::inverse), unless it is stopped.
    ///
    /// # Errors
    /// As for `inverse`, and [`NimberError::Stopped`].
    pub fn inverse_until(&self, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.inverse().ok_or(NimberError::DivisionByZero)?.into());
        }
        let field = Field::of(&[self])?;
        let inverse = field
            .tower
            .inverse(&field.dense(self), interrupt)?
            .ok_or(NimberError::DivisionByZero)?;
        Ok(field.ordinal(&inverse))
    }

    /// self/divisor.
    ///
    /// # Errors
    /// As for [`inverse`](Self::inverse) and [`times`](Self::times).
    pub fn divide(&self, divisor: &Ordinal) -> Result<Ordinal, NimberError> {
        self.divide_until(divisor, Interrupt::NEVER)
    }

    /// [`divide`](Self::divide), unless it is stopped.
    ///
    /// # Errors
    /// As for `divide`, and [`NimberError::Stopped`].
    pub fn divide_until(
        &self,
        divisor: &Ordinal,
        interrupt: Interrupt<'_>,
    ) -> Result<Ordinal, NimberError> {
        self.times_until(&divisor.inverse_until(interrupt)?, interrupt)
    }

    /// self to an ordinary integer power; 0^0 = 1.
    ///
    /// # Errors
    /// [`NimberError::DivisionByZero`] for a negative power of 0; [`NimberError::TooMuchWork`] beyond [`MAX_WORK`];
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn pow(&self, exponent: &BigInt) -> Result<Ordinal, NimberError> {
        self.pow_until(exponent, Interrupt::NEVER)
    }

    /// [`pow`](Self::pow), unless it is stopped.
    ///
    /// # Errors
    /// As for `pow`, and [`NimberError::Stopped`].
    pub fn pow_until(
        &self,
        exponent: &BigInt,
        interrupt: Interrupt<'_>,
    ) -> Result<Ordinal, NimberError> {
        if exponent.is_zero() {
            return Ok(Ordinal::one());
        }
        if exponent.sign() == Sign::Minus {
            return self
                .inverse_until(interrupt)?
                .pow_until(&-exponent, interrupt);
        }
        if let Some(finite) = self.to_finite() {
            return Ok(finite
                .pow_big_until(exponent.magnitude(), interrupt)?
                .into());
        }
        // Short powers of short sums need no field, and may have to do without one.
        if exponent.bits() <= 12 && self.terms.len() <= 2 {
            return self.pow_by_products(exponent.magnitude(), interrupt);
        }
        match Field::of(&[self]) {
            Ok(field) => {
                let power = field.pow(&field.dense(self), exponent.magnitude(), interrupt)?;
                Ok(field.ordinal(&power))
            }
            Err(NimberError::FieldTooLarge { .. }) if exponent.bits() <= 64 => {
                self.pow_by_products(exponent.magnitude(), interrupt)
            }
            Err(e) => Err(e),
        }
    }

    /// self^exponent, exponent > 0, by squares and products.
    fn pow_by_products(
        &self,
        exponent: &BigUint,
        interrupt: Interrupt<'_>,
    ) -> Result<Ordinal, NimberError> {
        let mut y = self.clone();
        for i in (0..exponent.bits() - 1).rev() {
            y = y.times_until(&y, interrupt)?;
            if exponent.bit(i) {
                y = y.times_until(self, interrupt)?;
            }
        }
        Ok(y)
    }

    /// The square root: every nimber has exactly one.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn sqrt(&self) -> Result<Ordinal, NimberError> {
        self.sqrt_until(Interrupt::NEVER)
    }

    /// [`sqrt`](Self::sqrt), unless it is stopped.
    ///
    /// # Errors
    /// As for `sqrt`, and [`NimberError::Stopped`].
    pub fn sqrt_until(&self, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.sqrt().into());
        }
        let field = Field::of(&[self])?;
        let root = field.tower.frobenius(field.degree() - 1, interrupt)?;
        let root = field.tower.apply(&root, &field.dense(self), interrupt)?;
        Ok(field.ordinal(&root))
    }

    /// The least x with x² + x = self; the other solution is x + 1.
    ///
    /// There always is one: where the field of `self` has none, the next 2-power component is adjoined.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn artin_schreier(&self) -> Result<Ordinal, NimberError> {
        self.artin_schreier_until(Interrupt::NEVER)
    }

    /// [`artin_schreier`](Self::artin_schreier), unless it is stopped.
    ///
    /// # Errors
    /// As for `artin_schreier`, and [`NimberError::Stopped`].
    pub fn artin_schreier_until(&self, interrupt: Interrupt<'_>) -> Result<Ordinal, NimberError> {
        let finite = self.finite_part();
        let y = finite.artin_schreier().ok_or(NimberError::OutOfRange)?;
        let rest = self.plus(&finite.into());
        if rest.is_zero() {
            return Ok(y.into());
        }
        // Let τ = φ^k fix the finite nimbers of the field, of odd degree o over them. Without its finite
        // part the operand d has τ-trace 0 (κ^i has trace 0 for 0 < i < p). Then w = sum of τ^(2j)(d), j <= o/2,
        // has τ(w) + w = d, and as τ - 1 = (φ - 1)^k, k a power of 2, z = (φ - 1)^(k-1)(w) = sum of φ^i(w), i < k.
        let field = Field::of(&[&rest])?;
        let (k, o) = (field.block, field.degree() / field.block);
        let w = field.sum_of_conjugates(&field.dense(&rest), 2 * k, o.div_ceil(2), interrupt)?;
        let z = field.sum_of_conjugates(&w, 1, k, interrupt)?;
        let x = field.ordinal(&z).plus(&y.into());
        // Of x and x + 1 the even one is less.
        Ok(if x.finite_part().bit(0) {
            x.plus(&Ordinal::one())
        } else {
            x
        })
    }

    /// Both solutions of x² + b·x + c = 0, the lesser first (equal when b = 0).
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn solve_quadratic(b: &Ordinal, c: &Ordinal) -> Result<[Ordinal; 2], NimberError> {
        Ordinal::solve_quadratic_until(b, c, Interrupt::NEVER)
    }

    /// [`solve_quadratic`](Self::solve_quadratic), unless it is stopped.
    ///
    /// # Errors
    /// As for `solve_quadratic`, and [`NimberError::Stopped`].
    pub fn solve_quadratic_until(
        b: &Ordinal,
        c: &Ordinal,
        interrupt: Interrupt<'_>,
    ) -> Result<[Ordinal; 2], NimberError> {
        if b.is_zero() {
            let root = c.sqrt_until(interrupt)?;
            return Ok([root.clone(), root]);
        }
        // x = b·y, y² + y = c/b²
        let y = c
            .divide_until(&b.times_until(b, interrupt)?, interrupt)?
            .artin_schreier_until(interrupt)?;
        let x = b.times_until(&y, interrupt)?;
        let other = x.plus(b);
        Ok(if x <= other { [x, other] } else { [other, x] })
    }

    /// The degree of F_2(self) over F_2: that of the minimal polynomial.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn degree(&self) -> Result<usize, NimberError> {
        self.degree_until(Interrupt::NEVER)
    }

    /// [`degree`](Self::degree), unless it is stopped.
    ///
    /// # Errors
    /// As for `degree`, and [`NimberError::Stopped`].
    pub fn degree_until(&self, interrupt: Interrupt<'_>) -> Result<usize, NimberError> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.degree());
        }
        let field = Field::of(&[self])?;
        Ok(field.degree_of(&field.dense(self), interrupt)?)
    }

    /// The trace of F_2(self) over F_2: the sum of the conjugates of `self`.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn trace(&self) -> Result<bool, NimberError> {
        self.trace_until(Interrupt::NEVER)
    }

    /// [`trace`](Self::trace), unless it is stopped.
    ///
    /// # Errors
    /// As for `trace`, and [`NimberError::Stopped`].
    pub fn trace_until(&self, interrupt: Interrupt<'_>) -> Result<bool, NimberError> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.trace());
        }
        let field = Field::of(&[self])?;
        let x = field.dense(self);
        let trace = field.sum_of_conjugates(&x, 1, field.degree_of(&x, interrupt)?, interrupt)?;
        Ok(trace == field.tower.one())
    }

    /// The minimal polynomial over F_2.
    ///
    /// # Errors
    /// [`NimberError::TooMuchWork`] for a degree above 2^16; [`NimberError::Unknown`],
    /// [`NimberError::FieldTooLarge`].
    pub fn minimal_polynomial(&self) -> Result<BinaryPolynomial, NimberError> {
        self.minimal_polynomial_until(Interrupt::NEVER)
    }

    /// [`minimal_polynomial`](Self::minimal_polynomial), unless it is stopped.
    ///
    /// # Errors
    /// As for `minimal_polynomial`, and [`NimberError::Stopped`].
    pub fn minimal_polynomial_until(
        &self,
        interrupt: Interrupt<'_>,
    ) -> Result<BinaryPolynomial, NimberError> {
        let field = Field::of(&[self])?;
        let x = field.dense(self);
        let degree = field.degree_of(&x, interrupt)?;
        if degree > MAX_POLYNOMIAL {
            return Err(NimberError::TooMuchWork {
                what: "the degree of the minimal polynomial",
                limit: MAX_POLYNOMIAL as u64,
            });
        }
        Ok(field
            .tower
            .minimal_polynomial(&x, degree, &|| (), interrupt)?)
    }
}
