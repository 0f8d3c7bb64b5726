//! The field axioms and the inverse operations, at every size and in every representation.

use nimbers::num_bigint::BigUint;
use nimbers::{
    FiniteNimber, Interrupt, Nimber, Nimber8, Nimber16, Nimber32, Nimber64, Nimber128, tower,
};
use proptest::prelude::*;

/// Everything that must hold for any three elements and two exponents.
fn axioms<N: FiniteNimber>(a: &N, b: &N, c: &N, m: u64, n: u64) {
    assert_eq!(a.plus(b), b.plus(a));
    assert_eq!(a.plus(&b.plus(c)), a.plus(b).plus(c));
    assert_eq!(a.plus(a), N::zero());
    assert_eq!(a.times(b), b.times(a));
    assert_eq!(a.times(&b.times(c)), a.times(b).times(c));
    assert_eq!(a.times(&b.plus(c)), a.times(b).plus(&a.times(c)));
    assert_eq!(a.times(&N::one()), *a);
    assert_eq!(a.times(&N::zero()), N::zero());
    match a.inverse() {
        None => assert!(a.is_zero()),
        Some(inverse) => assert_eq!(a.times(&inverse), N::one()),
    }
    assert_eq!(a.square(), a.times(a));
    assert_eq!(a.sqrt().square(), *a);
    match a.artin_schreier() {
        None => assert!(a.trace() && N::FIELD_LEVEL.is_some()),
        Some(x) => {
            assert_eq!(x.square().plus(&x), *a);
            assert!(!x.bit(0));
        }
    }
    assert_eq!(
        a.pow(m).times(&a.pow(n)),
        a.pow_big(&(BigUint::from(m) + n), Interrupt::NEVER)
            .unwrap()
    );
    assert_eq!(a.frobenius(3), a.pow(8));
    assert_eq!(N::from_biguint(&a.to_biguint()).as_ref(), Some(a));
    assert_eq!(a.to_string().parse::<N>().as_ref(), Ok(a));
    assert_eq!(a.cmp(b), a.to_biguint().cmp(&b.to_biguint()));
    let conjugates = std::iter::successors(Some(a.clone()), |x| Some(x.square()));
    let level = a.level().max(N::FIELD_LEVEL.unwrap_or(0));
    let trace = conjugates
        .take(1 << level)
        .fold(N::zero(), |sum, x| sum.plus(&x));
    assert_eq!(
        trace,
        if a.trace_in(level).unwrap() {
            N::one()
        } else {
            N::zero()
        }
    );
}

fn long(words: std::ops::Range<usize>) -> impl Strategy<Value = Nimber> {
    let word = prop_oneof![4 => any::<u64>(), 1 => Just(0), 1 => Just(u64::MAX)];
    prop::collection::vec(word, words).prop_map(Nimber::from_words)
}

proptest! {
    #[test]
    fn bits_8(a: u8, b: u8, c: u8, m: u64, n: u64) {
        axioms(&Nimber8(a), &Nimber8(b), &Nimber8(c), m, n);
    }

    #[test]
    fn bits_16(a: u16, b: u16, c: u16, m: u64, n: u64) {
        axioms(&Nimber16(a), &Nimber16(b), &Nimber16(c), m, n);
    }

    #[test]
    fn bits_32(a: u32, b: u32, c: u32, m: u64, n: u64) {
        axioms(&Nimber32(a), &Nimber32(b), &Nimber32(c), m, n);
    }

    #[test]
    fn bits_64(a: u64, b: u64, c: u64, m: u64, n: u64) {
        axioms(&Nimber64(a), &Nimber64(b), &Nimber64(c), m, n);
    }

    #[test]
    fn bits_128(a: u128, b: u128, c: u128, m: u64, n: u64) {
        axioms(&Nimber128(a), &Nimber128(b), &Nimber128(c), m, n);
    }

    #[test]
    fn any_size(a in long(0..40), b in long(0..20), c in long(0..7), m: u64, n: u64) {
        axioms(&a, &b, &c, m, n);
        axioms(&c, &a, &b, m, n);
    }

    /// A nimber is the same in every type that holds it.
    #[test]
    fn the_types_agree(a: u64, b: u64) {
        let product = Nimber64(a) * Nimber64(b);
        prop_assert_eq!(Nimber::from(a) * Nimber::from(b), Nimber::from(product));
        prop_assert_eq!(Nimber128::from(Nimber64(a)) * Nimber128::from(Nimber64(b)), product.into());
        prop_assert_eq!(Nimber64::try_from(&Nimber::from(product)), Ok(product));
        let (a, b) = (a as u8, b as u8);
        let product = Nimber8(a) * Nimber8(b);
        prop_assert_eq!(Nimber16::from(Nimber8(a)) * Nimber16::from(Nimber8(b)), product.into());
        prop_assert_eq!(Nimber32::from(Nimber8(a)) * Nimber32::from(Nimber8(b)), product.into());
        prop_assert_eq!(Nimber64::from(Nimber8(a)) * Nimber64::from(Nimber8(b)), product.into());
    }
}

/// The product from the definition with four half products at each step, down to the recursion of
/// the module `tower`: no Karatsuba, no polynomials.
fn textbook(a: &BigUint, b: &BigUint, level: u32) -> BigUint {
    if a.bits() == 0 || b.bits() == 0 {
        return BigUint::ZERO;
    }
    if level == 6 {
        let word = |x: &BigUint| u128::try_from(x).unwrap();
        return tower::product(word(a), word(b), level).into();
    }
    let half = 1_u32 << (level - 1);
    let split = |x: &BigUint| (x >> half, x & ((BigUint::from(1_u8) << half) - 1_u8));
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    let times = |a: &BigUint, b: &BigUint| textbook(a, b, level - 1);
    let high = times(&a1, &b1);
    let upper = times(&a1, &b0) ^ times(&a0, &b1) ^ &high;
    let top = BigUint::from(1_u8) << (half - 1);
    (upper << half) ^ times(&a0, &b0) ^ times(&high, &top)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn long_products_against_the_definition(a in long(0..9), b in long(0..9)) {
        let slow = textbook(&a.to_biguint(), &b.to_biguint(), 9);
        prop_assert_eq!((a * b).to_biguint(), slow);
    }
}

#[test]
fn conways_examples() {
    assert_eq!(Nimber8(14) * Nimber8(8), Nimber8(10));
    assert_eq!(Nimber8(8).sqrt(), Nimber8(14));
    assert_eq!(Nimber8(2) * Nimber8(2), Nimber8(3));
    assert_eq!(Nimber64(1 << 32) * Nimber64(1 << 32), Nimber64(3 << 31));
    assert_eq!(Nimber8(0).checked_div(&Nimber8(0)), None);
    assert_eq!(Nimber::from(5_u8).checked_div(&Nimber::ZERO), None);
    assert_eq!(Nimber64::ZERO.pow(0), Nimber64::ONE);
    let huge = BigUint::from(2_u8).pow(100_000) + 1_u8;
    assert_eq!(
        Nimber64(7).pow_big(&huge, Interrupt::NEVER).unwrap(),
        Nimber64(7)
            .pow_big(&(huge % u64::MAX), Interrupt::NEVER)
            .unwrap()
    );
}
