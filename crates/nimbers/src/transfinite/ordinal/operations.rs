//! What is computed in the finite field that the operands generate.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;

use crate::finite::field::FiniteNimber;
use crate::finite::polynomial::BinaryPolynomial;
use crate::interrupt::{Interrupt, Until};
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::{NimberError, Ordinal};

/// The largest degree of a minimal polynomial that is computed.
const MAX_POLYNOMIAL: usize = 1 << 16;

impl Ordinal {
    /// Returns 1/self.
    ///
    /// # Errors
    /// [`NimberError::DivisionByZero`]; as for all operations in the generated field, [`NimberError::Unknown`] and
    /// [`NimberError::FieldTooLarge`].
    pub fn inverse(&self) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).inverse()
    }

    /// Returns self/divisor.
    ///
    /// # Errors
    /// As for [`inverse`](Self::inverse) and [`times`](Self::times).
    pub fn divide(&self, divisor: &Ordinal) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).divide(divisor)
    }

    /// Raises self to an ordinary integer power; 0^0 = 1.
    ///
    /// # Errors
    /// [`NimberError::DivisionByZero`] for a negative power of 0; [`NimberError::TooMuchWork`] beyond [`MAX_WORK`](super::MAX_WORK);
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn pow(&self, exponent: &BigInt) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).pow(exponent)
    }

    /// Computes self^exponent, exponent > 0, by squares and products.
    fn pow_by_products(
        &self,
        exponent: &BigUint,
        interrupt: Interrupt<'_>,
    ) -> Result<Ordinal, NimberError> {
        let mut y = self.clone();
        for i in (0..exponent.bits() - 1).rev() {
            y = y.until(interrupt).times(&y)?;
            if exponent.bit(i) {
                y = y.until(interrupt).times(self)?;
            }
        }
        Ok(y)
    }

    /// Returns the square root: every nimber has exactly one.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn sqrt(&self) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).sqrt()
    }

    /// Returns the least x with x² + x = self; the other solution is x + 1.
    ///
    /// There always is one: where the field of `self` has none, the next 2-power component is adjoined.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn artin_schreier(&self) -> Result<Ordinal, NimberError> {
        self.until(Interrupt::NEVER).artin_schreier()
    }

    /// Returns both solutions of x² + b·x + c = 0, the lesser first (equal when b = 0).
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn solve_quadratic(b: &Ordinal, c: &Ordinal) -> Result<[Ordinal; 2], NimberError> {
        b.until(Interrupt::NEVER).solve_quadratic(c)
    }

    /// Returns the degree of F_2(self) over F_2: that of the minimal polynomial.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn degree(&self) -> Result<usize, NimberError> {
        self.until(Interrupt::NEVER).degree()
    }

    /// Returns the trace of F_2(self) over F_2: the sum of the conjugates of `self`.
    ///
    /// # Errors
    /// [`NimberError::Unknown`], [`NimberError::FieldTooLarge`].
    pub fn trace(&self) -> Result<bool, NimberError> {
        self.until(Interrupt::NEVER).trace()
    }

    /// Returns the minimal polynomial over F_2.
    ///
    /// # Errors
    /// [`NimberError::TooMuchWork`] for a degree above 2^16; [`NimberError::Unknown`],
    /// [`NimberError::FieldTooLarge`].
    pub fn minimal_polynomial(&self) -> Result<BinaryPolynomial, NimberError> {
        self.until(Interrupt::NEVER).minimal_polynomial()
    }
}

/// Their errors are those of the plain operations, and [`NimberError::Stopped`].
impl Until<'_, Ordinal> {
    /// Computes [`Ordinal::inverse`], unless it is stopped.
    pub fn inverse(self) -> Result<Ordinal, NimberError> {
        let Until(x, interrupt) = self;
        if let Some(finite) = x.to_finite() {
            return Ok(finite.inverse().ok_or(NimberError::DivisionByZero)?.into());
        }
        let field = Field::of(&[x])?;
        let inverse = field
            .tower
            .inverse(&field.dense(x), interrupt)?
            .ok_or(NimberError::DivisionByZero)?;
        Ok(field.ordinal(&inverse))
    }

    /// Computes [`Ordinal::divide`], unless it is stopped.
    pub fn divide(self, divisor: &Ordinal) -> Result<Ordinal, NimberError> {
        let Until(_, interrupt) = self;
        self.times(&divisor.until(interrupt).inverse()?)
    }

    /// Computes [`Ordinal::pow`], unless it is stopped.
    pub fn pow(self, exponent: &BigInt) -> Result<Ordinal, NimberError> {
        let Until(x, interrupt) = self;
        if exponent.is_zero() {
            return Ok(Ordinal::one());
        }
        if exponent.sign() == Sign::Minus {
            return self.inverse()?.until(interrupt).pow(&-exponent);
        }
        if let Some(finite) = x.to_finite() {
            return Ok(finite
                .until(interrupt)
                .pow_big(exponent.magnitude())?
                .into());
        }
        // Short powers of short sums need no field, and may have to do without one.
        if exponent.bits() <= 12 && x.terms.len() <= 2 {
            return x.pow_by_products(exponent.magnitude(), interrupt);
        }
        match Field::of(&[x]) {
            Ok(field) => {
                let power = field.pow(&field.dense(x), exponent.magnitude(), interrupt)?;
                Ok(field.ordinal(&power))
            }
            Err(NimberError::FieldTooLarge { .. }) if exponent.bits() <= 64 => {
                x.pow_by_products(exponent.magnitude(), interrupt)
            }
            Err(e) => Err(e),
        }
    }

    /// Computes [`Ordinal::sqrt`], unless it is stopped.
    pub fn sqrt(self) -> Result<Ordinal, NimberError> {
        let Until(x, interrupt) = self;
        if let Some(finite) = x.to_finite() {
            return Ok(finite.sqrt().into());
        }
        let field = Field::of(&[x])?;
        let root = field.tower.frobenius(field.degree() - 1, interrupt)?;
        let root = field.tower.apply(&root, &field.dense(x), interrupt)?;
        Ok(field.ordinal(&root))
    }

    /// Computes [`Ordinal::artin_schreier`], unless it is stopped.
    pub fn artin_schreier(self) -> Result<Ordinal, NimberError> {
        let Until(x, interrupt) = self;
        let finite = x.finite_part();
        let y = finite.artin_schreier().ok_or(NimberError::OutOfRange)?;
        let rest = x.plus(&finite.into());
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

    /// Computes [`Ordinal::solve_quadratic`] with this as the `b`, unless it is stopped.
    pub fn solve_quadratic(self, c: &Ordinal) -> Result<[Ordinal; 2], NimberError> {
        let Until(b, interrupt) = self;
        if b.is_zero() {
            let root = c.until(interrupt).sqrt()?;
            return Ok([root.clone(), root]);
        }
        // x = b·y, y² + y = c/b²
        let y = c
            .until(interrupt)
            .divide(&b.until(interrupt).times(b)?)?
            .until(interrupt)
            .artin_schreier()?;
        let x = b.until(interrupt).times(&y)?;
        let other = x.plus(b);
        Ok(if x <= other { [x, other] } else { [other, x] })
    }

    /// Computes [`Ordinal::degree`], unless it is stopped.
    pub fn degree(self) -> Result<usize, NimberError> {
        let Until(x, interrupt) = self;
        if let Some(finite) = x.to_finite() {
            return Ok(finite.degree());
        }
        let field = Field::of(&[x])?;
        Ok(field.degree_of(&field.dense(x), interrupt)?)
    }

    /// Computes [`Ordinal::trace`], unless it is stopped.
    pub fn trace(self) -> Result<bool, NimberError> {
        let Until(x, interrupt) = self;
        if let Some(finite) = x.to_finite() {
            return Ok(finite.trace());
        }
        let field = Field::of(&[x])?;
        let x = field.dense(x);
        let trace = field.sum_of_conjugates(&x, 1, field.degree_of(&x, interrupt)?, interrupt)?;
        Ok(trace == field.tower.one())
    }

    /// Computes [`Ordinal::minimal_polynomial`], unless it is stopped.
    pub fn minimal_polynomial(self) -> Result<BinaryPolynomial, NimberError> {
        let Until(x, interrupt) = self;
        let field = Field::of(&[x])?;
        let x = field.dense(x);
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
