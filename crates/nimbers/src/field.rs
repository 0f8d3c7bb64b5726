//! What all finite nimbers can do, whatever their representation.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::log::LogError;
use crate::order::OrderError;
use crate::polynomial::BinaryPolynomial;
use crate::roots::{RootError, Roots};
use crate::text::ParseNimberError;

/// A finite nimber: an element of one of Conway's fields `K_n = {0, 1, ..., 2^(2^n) - 1}`.
///
/// The types of fixed width ([`Nimber8`](crate::Nimber8) to [`Nimber128`](crate::Nimber128)) are the
/// fields `K_3` to `K_7`; [`Nimber`](crate::Nimber) is the union of all `K_n`, the quadratic closure
/// of the field of two elements. Where an equation has no solution in `K_n` but has one further up,
/// the types of fixed width say `None` and [`Nimber`](crate::Nimber) gives it.
pub trait FiniteNimber:
    Clone
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + Display
    + FromStr<Err = ParseNimberError>
    + Zero
    + One
    + 'static
{
    /// The `n` of the field `K_n` that the type is, or `None` for the type of all of them.
    const FIELD_LEVEL: Option<u32>;

    /// The nim sum, which is also the nim difference: exclusive or.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;

    /// The nim product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;

    /// The nim square: cheaper than a product, since it is linear.
    #[must_use]
    fn square(&self) -> Self;

    /// The square root: every nimber has exactly one.
    #[must_use]
    fn sqrt(&self) -> Self;

    /// The inverse, or `None` for 0.
    #[must_use]
    fn inverse(&self) -> Option<Self>;

    /// The least `x` with `x^2 + x = self`; the other solution is `x + 1` (the least one is even).
    ///
    /// In a field of fixed width there is none when the top bit, the [trace](Self::trace), is 1.
    /// Among all finite nimbers there always is one.
    #[must_use]
    fn artin_schreier(&self) -> Option<Self>;

    /// `2^exponent` (the ordinary power: the nimber with this one bit set), or `None` where the type
    /// has no such bit.
    #[must_use]
    fn power_of_two(exponent: usize) -> Option<Self>;

    /// Whether `2^i` is one of the powers of two that this is the sum of.
    #[must_use]
    fn bit(&self, i: usize) -> bool;

    /// The position of the highest bit, `None` for 0.
    #[must_use]
    fn top_bit(&self) -> Option<usize>;

    /// The lowest position at which both have a bit.
    #[must_use]
    fn lowest_common_bit(&self, other: &Self) -> Option<usize>;

    /// The ordinary integer of the same bits.
    #[must_use]
    fn to_biguint(&self) -> BigUint;

    /// The nimber of the same bits, or `None` where the type has not enough of them.
    #[must_use]
    fn from_biguint(bits: &BigUint) -> Option<Self>;

    /// The `a1` and `a0` of `self = a1 F + a0`, with `F = 2^(2^level)` and `a0 < F`: shift and mask.
    ///
    /// In `K_(level+1)`, `a1` is the relative trace to `K_level`, and the conjugate over `K_level` is
    /// `a1 F + a0 + a1`.
    #[must_use]
    fn split(&self, level: u32) -> (Self, Self);

    /// `upper F + lower` with `F = 2^(2^level)`, the inverse of [`split`](Self::split): `lower` must be
    /// below `F`, and bits shifted out of a type of fixed width are lost.
    #[must_use]
    fn join(upper: &Self, lower: &Self, level: u32) -> Self;

    /// Bit `i` of the result is the sum of the bits `j < 2^level` of `self` with `i | j = 2^level - 1`:
    /// the [trace form](Self::bits_with) on coordinates. `self` must be in `K_level`.
    #[must_use]
    fn trace_form(&self, level: u32) -> Self;

    /// The least `n` with this nimber in `K_n`, that is, below `2^(2^n)`.
    #[must_use]
    fn level(&self) -> u32 {
        match self.top_bit() {
            None | Some(0) => 0,
            Some(top) => top.ilog2() + 1,
        }
    }

    /// The degree over the field of two elements: that of the minimal polynomial, `2^level`.
    #[must_use]
    fn degree(&self) -> usize {
        1 << self.level()
    }

    /// The absolute trace in `K_n`: the sum of the `2^n` conjugates, which is the top bit of the
    /// field. `None` if this nimber is not in `K_n`.
    ///
    /// The relative trace from `K_(n+1)` to `K_n` of `a F + b`, `F = 2^(2^n)`, is `a`.
    #[must_use]
    fn trace_in(&self, level: u32) -> Option<bool> {
        (self.level() <= level).then(|| {
            1_usize
                .checked_shl(level)
                .is_some_and(|bits| self.bit(bits - 1))
        })
    }

    /// The absolute trace: in the type's field for fixed widths, and in the least field that holds
    /// this nimber for [`Nimber`](crate::Nimber), where it is therefore not additive: see
    /// [`trace_in`](Self::trace_in).
    #[must_use]
    fn trace(&self) -> bool {
        self.bit((1 << Self::FIELD_LEVEL.unwrap_or(self.level())) - 1)
    }

    /// `self` to an ordinary power; `0^0 = 1`.
    #[must_use]
    fn pow(&self, exponent: u64) -> Self {
        power(
            self,
            (0..64 - u64::from(exponent.leading_zeros()))
                .rev()
                .map(|i| exponent >> i & 1 == 1),
        )
    }

    /// `self` to an ordinary power of any size; `0^0 = 1`.
    ///
    /// The exponent is first reduced modulo the order of the multiplicative group, so that the work
    /// is bounded by the size of the nimber: at most `2^level` squares and products.
    #[must_use]
    fn pow_big(&self, exponent: &BigUint) -> Self {
        if self.is_zero() {
            return if exponent.is_zero() {
                Self::one()
            } else {
                Self::zero()
            };
        }
        let reduced;
        let exponent = if exponent.bits() > self.degree() as u64 {
            reduced = exponent % group_order(self.level());
            &reduced
        } else {
            exponent
        };
        power(self, (0..exponent.bits()).rev().map(|i| exponent.bit(i)))
    }

    /// `self^(2^n)`, the Frobenius map `n` times over.
    #[must_use]
    fn frobenius(&self, n: u64) -> Self {
        (0..n % self.degree() as u64).fold(self.clone(), |x, _| x.square())
    }

    /// The set of the `i < 2^level` such that bit `k` occurs in the nim product of `2^i` and `self`,
    /// as the bits of a nimber. One product and `level` shifts.
    ///
    /// The trace of `2^i` times `2^j` in `K_n` is 1 exactly if `i | j = 2^n - 1`, so that the sum of
    /// the `2^j` with `j & k = 0` is dual to `2^k`: bit `k` of a product is the trace of that sum
    /// times the product.
    ///
    /// ```
    /// use nimbers::{FiniteNimber, Nimber8};
    /// // 2 * 2 = 3 and 8 * 2 = 12, while 1 * 2 = 2 and 4 * 2 = 8 are even.
    /// assert_eq!(Nimber8(2).bits_with(0, 2), Nimber8(0b0010));
    /// ```
    #[must_use]
    fn bits_with(&self, k: usize, level: u32) -> Self {
        let field = level.max(self.level());
        if k >= 1 << field {
            return Self::zero();
        }
        let mut dual = Self::one();
        for b in (0..field).filter(|b| k >> b & 1 == 0) {
            dual = Self::join(&dual, &dual, b);
        }
        self.times(&dual).trace_form(field).split(level).1
    }

    /// The roots of `x^2 + b x + c`, the lesser one first; they are equal exactly if `b` is 0. `None`
    /// if they are outside a field of fixed width.
    #[must_use]
    fn solve_quadratic(b: &Self, c: &Self) -> Option<[Self; 2]> {
        let Some(scale) = b.inverse() else {
            let root = c.sqrt();
            return Some([root.clone(), root]);
        };
        // With x = b y: y^2 + y = c / b^2.
        let root = c.times(&scale.square()).artin_schreier()?.times(b);
        let other = root.plus(b);
        Some(if root < other {
            [root, other]
        } else {
            [other, root]
        })
    }

    /// All `n`-th roots, `n >= 1`: in the type's field for fixed widths, among all finite nimbers for
    /// [`Nimber`](crate::Nimber). See [`roots`](crate::roots).
    ///
    /// # Errors
    /// For `n = 0`, and if the roots of unity lie in fields too large to compute with.
    fn roots(&self, n: u64) -> Result<Roots<Self>, RootError> {
        crate::roots::roots(self, n)
    }

    /// The minimal polynomial over the field of two elements; it has degree [`degree`](Self::degree).
    /// `2 d` products for degree `d`.
    #[must_use]
    fn minimal_polynomial(&self) -> BinaryPolynomial {
        crate::polynomial::minimal_polynomial(self)
    }

    /// The multiplicative order.
    ///
    /// # Errors
    /// For 0, and above `2^4096`, where the prime factors of the group's order are not all known.
    fn order(&self) -> Result<BigUint, OrderError> {
        crate::order::order(self)
    }

    /// The least exponent `e` with `base^e = self`: [`log_within`](Self::log_within) 2^23 table
    /// entries (128 MiB), enough for every field up to 128 bits.
    ///
    /// # Errors
    /// See [`LogError`].
    fn log(&self, base: &Self) -> Result<BigUint, LogError> {
        self.log_within(base, 1 << 23)
    }

    /// The least exponent `e` with `base^e = self`, by Pohlig-Hellman with baby and giant steps: about
    /// `2 sqrt p` products for the greatest prime factor `p` of the order of `base`, and 16 bytes of
    /// memory for each of the `sqrt p <= max_table` baby steps.
    ///
    /// # Errors
    /// See [`LogError`].
    fn log_within(&self, base: &Self, max_table: usize) -> Result<BigUint, LogError> {
        crate::log::log(self, base, max_table)
    }
}

/// A power by the bits of the exponent, highest first.
fn power<N: FiniteNimber>(base: &N, bits: impl Iterator<Item = bool>) -> N {
    bits.fold(N::one(), |power, bit| {
        let square = power.square();
        if bit { square.times(base) } else { square }
    })
}

/// The number of nonzero elements of `K_n`: `2^(2^n) - 1`.
pub(crate) fn group_order(level: u32) -> BigUint {
    (BigUint::one() << (1_usize << level)) - 1_u32
}

/// The operators of a type by its [`FiniteNimber`] methods, for values and references.
macro_rules! operators {
    ($type:ty) => {
        operators!(@ $type, Add add AddAssign add_assign, |a, b| crate::FiniteNimber::plus(a, b), "The nim sum: exclusive or.");
        operators!(@ $type, Sub sub SubAssign sub_assign, |a, b| crate::FiniteNimber::plus(a, b), "The nim difference, which is the nim sum.");
        operators!(@ $type, Mul mul MulAssign mul_assign, |a, b| crate::FiniteNimber::times(a, b), "The nim product.");
        operators!(@ $type, Div div DivAssign div_assign, |a, b| a.checked_div(b).expect("nimber divided by zero"),
            "The nim quotient.\n\n# Panics\nWhen the divisor is 0, as for integers; see `checked_div`.");

        impl $type {
            /// The nim quotient, or `None` when the divisor is 0.
            #[must_use]
            pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
                Some(crate::FiniteNimber::times(self, &crate::FiniteNimber::inverse(divisor)?))
            }
        }

        impl core::ops::Neg for $type {
            type Output = Self;
            /// Every nimber is its own negative.
            fn neg(self) -> Self {
                self
            }
        }
        impl core::ops::Neg for &$type {
            type Output = $type;
            /// Every nimber is its own negative.
            fn neg(self) -> $type {
                self.clone()
            }
        }
        impl core::iter::Sum for $type {
            fn sum<I: Iterator<Item = Self>>(nimbers: I) -> Self {
                nimbers.fold(Self::ZERO, |sum, x| sum + x)
            }
        }
        impl<'a> core::iter::Sum<&'a Self> for $type {
            fn sum<I: Iterator<Item = &'a Self>>(nimbers: I) -> Self {
                nimbers.fold(Self::ZERO, |sum, x| sum + x)
            }
        }
        impl core::iter::Product for $type {
            fn product<I: Iterator<Item = Self>>(nimbers: I) -> Self {
                nimbers.fold(Self::ONE, |product, x| product * x)
            }
        }
        impl<'a> core::iter::Product<&'a Self> for $type {
            fn product<I: Iterator<Item = &'a Self>>(nimbers: I) -> Self {
                nimbers.fold(Self::ONE, |product, x| product * x)
            }
        }
        impl num_traits::Zero for $type {
            fn zero() -> Self {
                Self::ZERO
            }
            fn is_zero(&self) -> bool {
                *self == Self::ZERO
            }
        }
        impl num_traits::One for $type {
            fn one() -> Self {
                Self::ONE
            }
        }
        impl num_traits::Inv for $type {
            type Output = Option<Self>;
            fn inv(self) -> Option<Self> {
                crate::FiniteNimber::inverse(&self)
            }
        }
        impl num_traits::Pow<u64> for $type {
            type Output = Self;
            fn pow(self, exponent: u64) -> Self {
                crate::FiniteNimber::pow(&self, exponent)
            }
        }
        impl num_traits::Pow<&num_bigint::BigUint> for $type {
            type Output = Self;
            fn pow(self, exponent: &num_bigint::BigUint) -> Self {
                crate::FiniteNimber::pow_big(&self, exponent)
            }
        }
    };
    (@ $type:ty, $op:ident $method:ident $assign:ident $assign_method:ident, |$a:ident, $b:ident| $body:expr, $doc:expr) => {
        impl core::ops::$op<&$type> for &$type {
            type Output = $type;
            #[doc = $doc]
            #[inline]
            fn $method(self, other: &$type) -> $type {
                let ($a, $b) = (self, other);
                $body
            }
        }
        impl core::ops::$op for $type {
            type Output = $type;
            #[doc = $doc]
            #[inline]
            fn $method(self, other: $type) -> $type {
                core::ops::$op::$method(&self, &other)
            }
        }
        impl core::ops::$op<&$type> for $type {
            type Output = $type;
            #[doc = $doc]
            #[inline]
            fn $method(self, other: &$type) -> $type {
                core::ops::$op::$method(&self, other)
            }
        }
        impl core::ops::$op<$type> for &$type {
            type Output = $type;
            #[doc = $doc]
            #[inline]
            fn $method(self, other: $type) -> $type {
                core::ops::$op::$method(self, &other)
            }
        }
        impl core::ops::$assign for $type {
            #[doc = $doc]
            #[inline]
            fn $assign_method(&mut self, other: $type) {
                *self = core::ops::$op::$method(&*self, &other);
            }
        }
        impl core::ops::$assign<&$type> for $type {
            #[doc = $doc]
            #[inline]
            fn $assign_method(&mut self, other: &$type) {
                *self = core::ops::$op::$method(&*self, other);
            }
        }
    };
}
pub(crate) use operators;
