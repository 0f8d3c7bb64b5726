//! What is computed in the finite field that the operands generate.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::error::{NimberError, Result, at_most};
use crate::finite::field::FiniteNimber;
use crate::finite::group::Multiplicative;
use crate::finite::polynomial::BinaryPolynomial;
use crate::interrupt::Interrupt;
use crate::transfinite::cyclotomic::primes_of_mersenne;
use crate::transfinite::ordinal::field::Field;
use crate::transfinite::ordinal::normal_form::Ordinal;

/// The largest degree of a minimal polynomial that is computed.
const MAX_POLYNOMIAL: u64 = 1 << 16;

impl Ordinal {
    /// Returns 1/self.
    ///
    /// # Errors
    /// [`NimberError::DivisionByZero`].
    pub fn inverse(&self, interrupt: Interrupt<'_>) -> Result<Ordinal> {
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

    /// Returns self/divisor.
    pub fn divide(&self, divisor: &Ordinal, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        self.times(&divisor.inverse(interrupt)?, interrupt)
    }

    /// Raises self to an ordinary integer power; 0^0 = 1.
    ///
    /// # Errors
    /// [`NimberError::DivisionByZero`] for a negative power of 0; [`NimberError::TooMuchWork`] beyond 2^33 bit operations.
    pub fn pow(&self, exponent: &BigInt, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        if exponent.is_zero() {
            return Ok(Ordinal::one());
        }
        if exponent.sign() == Sign::Minus {
            return self.inverse(interrupt)?.pow(&-exponent, interrupt);
        }
        if let Some(finite) = self.to_finite() {
            return Ok(finite.pow_big(exponent.magnitude(), interrupt)?.into());
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

    /// Computes self^exponent, exponent > 0, by squares and products.
    fn pow_by_products(&self, exponent: &BigUint, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        let mut y = self.clone();
        for i in (0..exponent.bits() - 1).rev() {
            y = y.times(&y, interrupt)?;
            if exponent.bit(i) {
                y = y.times(self, interrupt)?;
            }
        }
        Ok(y)
    }

    /// Returns the square root: every nimber has exactly one.
    pub fn sqrt(&self, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.sqrt().into());
        }
        let field = Field::of(&[self])?;
        let root = field.tower.frobenius(field.degree() - 1, interrupt)?;
        let root = field.tower.apply(&root, &field.dense(self), interrupt)?;
        Ok(field.ordinal(&root))
    }

    /// Returns the least x with x² + x = self; the other solution is x + 1.
    ///
    /// There always is one: where the field of `self` has none, the next 2-power component is adjoined.
    pub fn artin_schreier(&self, interrupt: Interrupt<'_>) -> Result<Ordinal> {
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

    /// Returns both solutions of x² + b·x + c = 0, the lesser first (equal when b = 0).
    pub fn solve_quadratic(
        b: &Ordinal,
        c: &Ordinal,
        interrupt: Interrupt<'_>,
    ) -> Result<[Ordinal; 2]> {
        if b.is_zero() {
            let root = c.sqrt(interrupt)?;
            return Ok([root.clone(), root]);
        }
        // x = b·y, y² + y = c/b²
        let y = c
            .divide(&b.times(b, interrupt)?, interrupt)?
            .artin_schreier(interrupt)?;
        let x = b.times(&y, interrupt)?;
        let other = x.plus(b);
        Ok(if x <= other { [x, other] } else { [other, x] })
    }

    /// Returns the degree of F_2(self) over F_2: that of the minimal polynomial.
    pub fn degree(&self, interrupt: Interrupt<'_>) -> Result<usize> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.degree());
        }
        let field = Field::of(&[self])?;
        Ok(field.degree_of(&field.dense(self), interrupt)?)
    }

    /// Returns the trace of F_2(self) over F_2: the sum of the conjugates of `self`.
    pub fn trace(&self, interrupt: Interrupt<'_>) -> Result<bool> {
        if let Some(finite) = self.to_finite() {
            return Ok(finite.trace());
        }
        let field = Field::of(&[self])?;
        let x = field.dense(self);
        let trace = field.sum_of_conjugates(&x, 1, field.degree_of(&x, interrupt)?, interrupt)?;
        Ok(trace == field.tower.one())
    }

    /// Returns the minimal polynomial over F_2.
    ///
    /// # Errors
    /// [`NimberError::TooMuchWork`] for a degree above 2^16.
    pub fn minimal_polynomial(&self, interrupt: Interrupt<'_>) -> Result<BinaryPolynomial> {
        let field = Field::of(&[self])?;
        let x = field.dense(self);
        let degree = field.degree_of(&x, interrupt)?;
        let what = "the degree of the minimal polynomial";
        at_most(MAX_POLYNOMIAL, what, degree as u64)?;
        Ok(field.tower.minimal_polynomial(&x, degree, interrupt)?)
    }
}

impl Ordinal {
    /// Returns the least n > 0 with self^n = 1.
    ///
    /// This needs the primes of 2^d - 1, where d is the degree. They are searched for with bounded effort
    /// (trial division, Pollard's methods), which is enough for most degrees up to a few hundred. Those of
    /// finite nimbers below 2^4096 are known.
    ///
    /// # Errors
    /// [`NimberError::NoOrder`] for 0; [`NimberError::Unfactored`].
    pub fn order(&self, interrupt: Interrupt<'_>) -> Result<BigUint> {
        if let Some(finite) = self.to_finite() {
            return finite.order(interrupt).map_err(|error| match error {
                NimberError::UnknownFactors { .. } => NimberError::Unfactored {
                    degree: finite.degree() as u64,
                },
                error => error,
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

/// The most conjugates that a relative trace or norm combines.
const MAX_CONJUGATES: u64 = 4096;

impl Ordinal {
    /// Returns the trace to the field `K_level` of the nimbers below `2^(2^level)`, from the least field that contains
    /// that field and `self`: the sum of the conjugates over it.
    ///
    /// ```
    /// use nimbers::{Interrupt, Ordinal};
    /// let x = Ordinal::from(0xb5_u32);
    /// assert_eq!(x.trace_to(2, Interrupt::NEVER)?, Ordinal::from(0xb_u32));
    /// assert_eq!(x.norm_to(0, Interrupt::NEVER)?, Ordinal::one());
    /// // ω is a cube root of 2: its conjugates are all three roots of x^3 + 2.
    /// assert_eq!(Ordinal::omega().norm_to(1, Interrupt::NEVER)?, Ordinal::from(2_u32));
    /// # Ok::<(), nimbers::NimberError>(())
    /// ```
    ///
    /// # Errors
    /// [`TooMuchWork`](crate::NimberError::TooMuchWork) for more than 4096 conjugates; otherwise as for
    /// [`degree`](Self::degree) and [`pow`](Self::pow).
    pub fn trace_to(&self, level: u32, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        self.over_conjugates(level, interrupt, |sum, conjugate| Ok(sum.plus(conjugate)))
    }

    /// Returns the norm to `K_level`: the product of the conjugates that [`trace_to`](Self::trace_to) sums.
    pub fn norm_to(&self, level: u32, interrupt: Interrupt<'_>) -> Result<Ordinal> {
        self.over_conjugates(level, interrupt, |product, conjugate| {
            product.times(conjugate, interrupt)
        })
    }

    /// Combines the conjugates over `K_level`, which are `x^(2^(2^level i))` for each `i`.
    fn over_conjugates(
        &self,
        level: u32,
        interrupt: Interrupt<'_>,
        combine: impl Fn(&Ordinal, &Ordinal) -> Result<Ordinal>,
    ) -> Result<Ordinal> {
        let degree = self.degree(interrupt)? as u64;
        // The 2^degree-th power of x is x.
        let ground = (0..level).fold(1 % degree, |power, _| {
            (u128::from(power) * 2 % u128::from(degree)) as u64
        });
        let count = degree / degree.gcd(&ground);
        at_most(MAX_CONJUGATES, "the number of conjugates", count)?;
        let power = BigInt::from(1) << ground;
        let (mut result, mut conjugate) = (self.clone(), self.clone());
        for _ in 1..count {
            interrupt.check()?;
            conjugate = conjugate.pow(&power, interrupt)?;
            result = combine(&result, &conjugate)?;
        }
        Ok(result)
    }
}
