//! The operations of all finite nimbers, whatever their representation.

use alloc::vec;
use core::fmt::{Binary, Debug, Display, LowerHex, UpperHex};
use core::hash::Hash;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use core::str::FromStr;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::finite::polynomial::BinaryPolynomial;
use crate::finite::power::{group_order, small_steps};
use crate::finite::recurrence::shortest_recurrence;
use crate::finite::text::ParseNimberError;
use crate::interrupt::{Interrupt, OrStopped};

/// A finite nimber: an element of one of Conway's fields `K_n = {0, 1, ..., 2^(2^n) - 1}`.
///
/// The types of fixed width ([`Nimber8`](crate::Nimber8) to [`Nimber128`](crate::Nimber128)) are the fields `K_3` to
/// `K_7`; [`Nimber`](crate::Nimber) is the union of all `K_n`, the quadratic closure of the field of two elements. If
/// an equation has no solution in `K_n` but one in a larger field, the types of fixed width return `None` and
/// [`Nimber`](crate::Nimber) returns the solution.
///
/// The trait cannot be implemented outside this crate. Every such type has the operators, for values and references; as
/// for integers, division by 0 panics.
///
/// ```
/// use nimbers::{FiniteNimber, Nimber, Nimber8};
/// fn midpoint<N: FiniteNimber>(x: N, y: &N) -> N {
///     (x + y) / N::power_of_two(1).unwrap()
/// }
/// assert_eq!(midpoint(Nimber8(3), &Nimber8(1)), Nimber8(1));
/// assert_eq!(midpoint(Nimber::ONE, &Nimber::ZERO).to_string(), "3");
/// ```
pub trait FiniteNimber:
    sealed::Sealed
    + Clone
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + Display
    + LowerHex
    + UpperHex
    + Binary
    + FromStr<Err = ParseNimberError>
    + Zero
    + One
    + Neg<Output = Self>
    + Sub<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Sum
    + Product
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
    + for<'a> MulAssign<&'a Self>
    + for<'a> DivAssign<&'a Self>
    + for<'a> Sum<&'a Self>
    + for<'a> Product<&'a Self>
    + 'static
{
    /// The `n` of the field `K_n` that the type is, or `None` for the type of all of them.
    const FIELD_LEVEL: Option<u32>;

    /// Returns the nim sum, which is also the nim difference: exclusive or.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;

    /// Returns the nim product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;

    /// Returns the nim square: cheaper than a product, since it is linear.
    #[must_use]
    fn square(&self) -> Self;

    /// Returns the square root: every nimber has exactly one.
    #[must_use]
    fn sqrt(&self) -> Self;

    /// Returns the inverse, or `None` for 0.
    #[must_use]
    fn inverse(&self) -> Option<Self>;

    /// Returns the least `x` with `x^2 + x = self`; the other solution is `x + 1` (the least one is even).
    ///
    /// In a field of fixed width there is none when the top bit, the [trace](Self::trace), is 1. Among all finite
    /// nimbers there is always one.
    #[must_use]
    fn artin_schreier(&self) -> Option<Self>;

    /// Returns `2^exponent` (the ordinary power: the nimber with this one bit set), or `None` if the type has no such
    /// bit.
    #[must_use]
    fn power_of_two(exponent: usize) -> Option<Self>;

    /// Returns whether `2^i` occurs in the binary expansion.
    #[must_use]
    fn bit(&self, i: usize) -> bool;

    /// Returns the position of the highest bit, `None` for 0.
    #[must_use]
    fn top_bit(&self) -> Option<usize>;

    /// Returns the lowest position at which both have a bit.
    #[must_use]
    fn lowest_common_bit(&self, other: &Self) -> Option<usize>;

    /// Returns the ordinary integer of the same bits.
    #[must_use]
    fn to_biguint(&self) -> BigUint;

    /// Returns the nimber of the same bits, or `None` if the type has too few bits.
    #[must_use]
    fn from_biguint(bits: &BigUint) -> Option<Self>;

    /// Returns `a1` and `a0` of `self = a1 F + a0`, with `F = 2^(2^level)` and `a0 < F`: shift and mask.
    ///
    /// In `K_(level+1)`, `a1` is the relative trace to `K_level`, and the conjugate over `K_level` is
    /// `a1 F + a0 + a1`.
    #[must_use]
    fn split(&self, level: u32) -> (Self, Self);

    /// Returns `upper F + lower` with `F = 2^(2^level)`, the inverse of [`split`](Self::split): `lower` must be below
    /// `F`, and bits shifted out of a type of fixed width are lost.
    ///
    /// # Panics
    /// In [`Nimber`](crate::Nimber), if the result would have a bit from
    /// [`Nimber::MAX_BITS`](crate::Nimber::MAX_BITS) on.
    #[must_use]
    fn join(upper: &Self, lower: &Self, level: u32) -> Self;

    /// Computes the [trace form](Self::bits_with) on coordinates: bit `i` of the result is the sum of the bits `j <
    /// 2^level` of `self` with `i | j = 2^level - 1`. `None` if `self` is not in `K_level`, or the type lacks some of
    /// its bits (see [`power_of_two`](Self::power_of_two)).
    #[must_use]
    fn trace_form(&self, level: u32) -> Option<Self>;

    /// Returns the least `n` such that this nimber is in `K_n`, that is, below `2^(2^n)`.
    #[must_use]
    fn level(&self) -> u32 {
        match self.top_bit() {
            None | Some(0) => 0,
            Some(top) => top.ilog2() + 1,
        }
    }

    /// Returns the degree over the field of two elements: that of the minimal polynomial, `2^level`.
    #[must_use]
    fn degree(&self) -> usize {
        1 << self.level()
    }

    /// Returns the absolute trace in `K_n`: the sum of the `2^n` conjugates, which is the top bit of the field.
    /// `None` if this nimber is not in `K_n`.
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

    /// Returns the absolute trace: in the type's field for fixed widths, and in the least field that holds this nimber
    /// for [`Nimber`](crate::Nimber), where it is therefore not additive; see [`trace_in`](Self::trace_in).
    #[must_use]
    fn trace(&self) -> bool {
        self.bit((1 << Self::FIELD_LEVEL.unwrap_or(self.level())) - 1)
    }

    /// Raises `self` to an ordinary power; `0^0 = 1`.
    #[must_use]
    fn pow(&self, exponent: u64) -> Self {
        (0..64 - exponent.leading_zeros())
            .rev()
            .fold(Self::one(), |power, i| match exponent >> i & 1 {
                1 => power.square().times(self),
                _ => power.square(),
            })
    }

    /// Raises `self` to an ordinary power of any size; `0^0 = 1`.
    ///
    /// The exponent is first reduced modulo the order of the multiplicative group, so that the work
    /// is bounded by the size of the nimber: at most `2^level` squares and products.
    ///
    /// # Errors
    /// [`Stopped`](crate::Stopped).
    fn pow_big(&self, exponent: &BigUint, interrupt: Interrupt<'_>) -> OrStopped<Self> {
        if self.is_zero() {
            return Ok(if exponent.is_zero() {
                Self::one()
            } else {
                Self::zero()
            });
        }
        let level = self.level();
        let reduced;
        let exponent = if exponent.bits() > self.degree() as u64 {
            interrupt.check()?;
            reduced = exponent % group_order(level);
            &reduced
        } else {
            exponent
        };
        let asking = small_steps(level);
        let mut power = Self::one();
        for i in (0..exponent.bits()).rev() {
            if i % asking == 0 {
                interrupt.check()?;
            }
            power = power.square();
            if exponent.bit(i) {
                power = power.times(self);
            }
        }
        Ok(power)
    }

    /// Computes `self^(2^n)`, the Frobenius map applied `n` times.
    #[must_use]
    fn frobenius(&self, n: u64) -> Self {
        (0..n % self.degree() as u64).fold(self.clone(), |x, _| x.square())
    }

    /// Returns the set of the `i < 2^level` such that bit `k` occurs in the nim product of `2^i` and `self`, as the
    /// bits of a nimber. Takes one product and `level` shifts.
    ///
    /// The trace of `2^i` times `2^j` in `K_n` is 1 exactly if `i | j = 2^n - 1`, so that the sum of
    /// the `2^j` with `j & k = 0` is dual to `2^k`: bit `k` of a product is the trace of that sum
    /// times the product.
    ///
    /// `None` if the type has no bit `k` but the set may have members (see [`power_of_two`](Self::power_of_two)).
    ///
    /// ```
    /// use nimbers::{FiniteNimber, Nimber8};
    /// // 2 * 2 = 3 and 8 * 2 = 12, while 1 * 2 = 2 and 4 * 2 = 8 are even.
    /// assert_eq!(Nimber8(2).bits_with(0, 2), Some(Nimber8(0b0010)));
    /// ```
    #[must_use]
    fn bits_with(&self, k: usize, level: u32) -> Option<Self> {
        let own = self.level();
        let needed = k.checked_ilog2().map_or(0, |top| top + 1);
        if needed > level.max(own) {
            return Some(Self::zero());
        }
        // A 2^i outside the field of `self` and of 2^k is a product with a 2^j outside, which takes the
        // field to numbers without bits in it: bit k is not among them.
        let field = needed.max(own);
        Self::power_of_two(1_usize.checked_shl(field)? - 1)?;
        let mut dual = Self::one();
        for b in (0..field).filter(|b| k >> b & 1 == 0) {
            dual = Self::join(&dual, &dual, b);
        }
        let bits = self.times(&dual).trace_form(field)?;
        Some(if level < field {
            bits.split(level).1
        } else {
            bits
        })
    }

    /// Returns the roots of `x^2 + b x + c`, the smaller one first; they are equal exactly if `b` is 0. `None` if they
    /// are outside a field of fixed width.
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

    /// Returns the minimal polynomial over the field of two elements; it has degree [`degree`](Self::degree). Takes `2
    /// d` products for degree `d`.
    ///
    /// # Errors
    /// [`Stopped`](crate::Stopped).
    fn minimal_polynomial(&self, interrupt: Interrupt<'_>) -> OrStopped<BinaryPolynomial> {
        // The shortest linear recurrence of the traces of the powers. Any nonzero sequence `l(x^i)`, `l` linear,
        // has the minimal polynomial of `x` as its shortest recurrence, since that is irreducible; the trace is
        // not 0 on the field that `x` generates.
        let degree = self.degree();
        let asking = small_steps(self.level()) as usize;
        let mut power = Self::one();
        let mut traces = vec![0_u64; degree.div_ceil(32)];
        for i in 0..2 * degree {
            if i % asking == 0 {
                interrupt.check()?;
            }
            traces[i / 64] |= u64::from(power.bit(degree - 1)) << (i % 64);
            power = power.times(self);
        }
        let bits = (0..2 * degree).map(|i| traces[i / 64] >> (i % 64) & 1 == 1);
        shortest_recurrence(bits, 2 * degree, interrupt)
    }
}

pub(crate) mod sealed {
    /// Restricts [`FiniteNimber`](super::FiniteNimber) to the types of this crate.
    pub trait Sealed {}
}
