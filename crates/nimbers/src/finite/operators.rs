//! The common operators of the types of finite nimbers.

/// Implements the operators of a type by its [`FiniteNimber`] methods, for values and references.
macro_rules! operators {
    ($type:ty) => {
        operators!(@ $type, Add add AddAssign add_assign, |a, b| crate::finite::field::FiniteNimber::plus(a, b), "Computes the nim sum: exclusive or.");
        operators!(@ $type, Sub sub SubAssign sub_assign, |a, b| crate::finite::field::FiniteNimber::plus(a, b), "Computes the nim difference, which is the nim sum.");
        operators!(@ $type, Mul mul MulAssign mul_assign, |a, b| crate::finite::field::FiniteNimber::times(a, b), "Computes the nim product.");
        operators!(@ $type, Div div DivAssign div_assign, |a, b| a.checked_div(b).expect("nimber divided by zero"),
            "Computes the nim quotient.\n\n# Panics\nWhen the divisor is 0, as for integers; see `checked_div`.");

        impl $type {
            /// Returns the nim quotient, or `None` when the divisor is 0.
            #[must_use]
            pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
                Some(crate::finite::field::FiniteNimber::times(self, &crate::finite::field::FiniteNimber::inverse(divisor)?))
            }
        }

        impl crate::finite::field::sealed::Sealed for $type {}

        impl core::ops::Neg for $type {
            type Output = Self;
            /// Returns the same nimber: every nimber is its own negative.
            fn neg(self) -> Self {
                self
            }
        }
        impl core::ops::Neg for &$type {
            type Output = $type;
            /// Returns the same nimber: every nimber is its own negative.
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
