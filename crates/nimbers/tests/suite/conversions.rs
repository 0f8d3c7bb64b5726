//! Conversions between the types, operators for any of them, and how they are written.

use nimbers::num_bigint::BigUint;
use nimbers::{
    BinaryPolynomial, FiniteNimber, Nimber, Nimber8, Nimber16, Nimber32, Nimber64, Nimber128,
    TooWide,
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn integers_convert_exactly_if_they_fit(x: u128, shift in 0..128_u32) {
        let x = x >> shift;
        let bits = (128 - x.leading_zeros()) as usize;
        let (any, wide) = (Nimber::from(x), Nimber128(x));
        macro_rules! check {
            ($($fixed:ident $word:ident)*) => { $(
                let word = $word::try_from(x).map_err(|_| TooWide { bits });
                let fixed = word.map($fixed);
                prop_assert_eq!($word::try_from(&any), word);
                prop_assert_eq!($word::try_from(any.clone()), word);
                prop_assert_eq!($fixed::try_from(&any), fixed);
                prop_assert_eq!($fixed::try_from(any.clone()), fixed);
                if let Ok(fixed) = fixed {
                    prop_assert_eq!(BigUint::from(fixed), BigUint::from(x));
                    prop_assert_eq!(Nimber::from(fixed), any.clone());
                }
            )* };
        }
        check!(Nimber8 u8 Nimber16 u16 Nimber32 u32 Nimber64 u64 Nimber128 u128);
        macro_rules! narrower {
            ($($fixed:ident $word:ident)*) => { $(
                let word = $word::try_from(x).map_err(|_| TooWide { bits });
                prop_assert_eq!($fixed::try_from(wide), word.map($fixed));
            )* };
        }
        narrower!(Nimber8 u8 Nimber16 u16 Nimber32 u32 Nimber64 u64);
        if let Ok(half) = Nimber64::try_from(wide) {
            prop_assert_eq!(Nimber128::from(half), wide);
            prop_assert_eq!(Nimber16::try_from(half).is_ok(), bits <= 16);
        }
        prop_assert_eq!(BigUint::from(any.clone()), BigUint::from(x));
        prop_assert_eq!(BigUint::from(&any), any.to_biguint());
    }

    #[test]
    fn long_nimbers_are_too_wide_for_every_fixed_type(words in prop::collection::vec(any::<u64>(), 3..6), top in 1..u64::MAX) {
        let x = Nimber::from_words(words.into_iter().chain([top]).collect());
        let too_wide = TooWide { bits: x.top_bit().unwrap() + 1 };
        prop_assert_eq!(u8::try_from(&x), Err(too_wide));
        prop_assert_eq!(usize::try_from(&x), Err(too_wide));
        prop_assert_eq!(Nimber128::try_from(x), Err(too_wide));
    }

    /// All operators of any type, by the bounds of the trait alone.
    #[test]
    fn operators_of_any_type(a: u128, b: u128, c: u128) {
        fn check<N: FiniteNimber>(a: N, b: N, c: N) {
            let plus = a.plus(&b);
            assert_eq!(a.clone() + &b, plus);
            assert_eq!(a.clone() - b.clone(), plus);
            assert_eq!(a.clone() - &b, plus);
            assert_eq!(a.clone() * &b, a.times(&b));
            if let Some(inverse) = b.inverse() {
                assert_eq!(a.clone() / b.clone(), a.times(&inverse));
                assert_eq!(a.clone() / &b, a.times(&inverse));
            }
            let mut x = a.clone();
            x += &b;
            x -= b.clone();
            x *= &c;
            x *= b.clone();
            assert_eq!(x, a.times(&c).times(&b));
            if !b.is_zero() {
                x /= &b;
                x /= N::one();
                assert_eq!(-x, a.times(&c));
            }
            let list = [a, b, c];
            assert_eq!(list.iter().sum::<N>(), list[0].plus(&list[1]).plus(&list[2]));
            assert_eq!(list.iter().product::<N>(), list[0].times(&list[1]).times(&list[2]));
            assert_eq!(list.iter().cloned().sum::<N>(), list.iter().sum());
            assert_eq!(list.iter().cloned().product::<N>(), list.iter().product());
            assert_eq!(format!("{:#x} {:#b}", list[0], list[1]), format!("{:#x} {:#b}", list[0].to_biguint(), list[1].to_biguint()));
        }
        check(Nimber8(a as u8), Nimber8(b as u8), Nimber8(c as u8));
        check(Nimber64(a as u64), Nimber64(b as u64), Nimber64(c as u64));
        check(Nimber128(a), Nimber128(b), Nimber128(c));
        check(Nimber::from(a), Nimber::from_words(vec![1, 2, b as u64]), Nimber::from(c));
    }
}

#[test]
fn padding() {
    assert_eq!(format!("[{:>8}]", Nimber8(14)), "[      14]");
    assert_eq!(format!("[{:<4}]", Nimber::ONE), "[1   ]");
    let long = Nimber::power_of_two(130).unwrap();
    assert_eq!(format!("{long:>50}").len(), 50);
    let polynomial = BinaryPolynomial::from_words(vec![0b10011]);
    assert_eq!(format!("[{polynomial:^15}]"), "[  x^4 + x + 1  ]");
}

#[test]
fn levels_past_the_bits_of_a_type_have_no_trace_form() {
    let one = Nimber::ONE;
    assert_eq!(one.trace_form(64), None);
    assert_eq!(one.trace_form(u32::MAX), None);
    assert_eq!(Nimber8::ONE.trace_form(4), None);
    assert_eq!(Nimber8(4).trace_form(1), None);
    assert_eq!(Nimber8(2).trace_form(1), Some(Nimber8(3)));
    // 1 · 2^0 alone has bit 0, whatever the field.
    for level in [0, 1, 7, 8, 25, 64, u32::MAX] {
        assert_eq!(one.bits_with(0, level), Some(Nimber::ONE));
        assert_eq!(Nimber8::ONE.bits_with(0, level), Some(Nimber8::ONE));
    }
    assert_eq!(one.bits_with(1, 0), Some(Nimber::ZERO));
    assert_eq!(one.bits_with(usize::MAX, 64), None);
    assert_eq!(one.bits_with(1 << 40, 3), Some(Nimber::ZERO));
    assert_eq!(one.bits_with(130, 9), Nimber::power_of_two(130));
    let long = Nimber::power_of_two(300).unwrap();
    for level in [9, 31, 32, 64, 70, u32::MAX] {
        assert_eq!(long.split(level), (Nimber::ZERO, long.clone()));
    }
    assert_eq!(Nimber::join(&Nimber::ZERO, &long, 64), long);
}

#[test]
#[should_panic(expected = "2^26")]
fn a_nimber_beyond_the_bound_is_not_joined() {
    let _ = Nimber::join(&Nimber::ONE, &Nimber::ONE, 64);
}

#[test]
#[should_panic(expected = "not below 2^(2^level)")]
fn factors_beyond_the_field_of_the_definition() {
    let _ = nimbers::tower::product(2, 2, 0);
}

#[test]
fn the_definition_at_its_bounds() {
    use nimbers::tower::product;
    assert_eq!(
        [product(1, 1, 0), product(1, 0, 0), product(2, 2, 1)],
        [1, 0, 3]
    );
    let x = Nimber128::MAX;
    assert_eq!(product(x.0, x.0, 7), (x * x).0);
    assert!(std::panic::catch_unwind(|| product(0, 1, 8)).is_err());
}

/// The sets of `bits_with` one by one, at fields below, at and above that of the factor.
#[test]
fn bits_with_at_every_level() {
    for x in (0..256_u16).map(Nimber16) {
        for k in 0..16 {
            for level in 0..=4 {
                let set = x.bits_with(k, level).unwrap();
                for i in 0..16 {
                    let expected = i < 1 << level && (Nimber16(1 << i) * x).bit(k);
                    assert_eq!(set.bit(i), expected, "{x} {k} {level} {i}");
                }
            }
        }
    }
    assert_eq!(Nimber32(3).bits_with(40, 6), None);
}
