//! Roots, quadratics, orders, logarithms, minimal polynomials and the trace form, verified by
//! substitution and against brute force.

use std::collections::BTreeSet;

use nimbers::num_bigint::BigUint;
use nimbers::{
    FiniteNimber, Interrupt, Multiplicative, Nimber, Nimber8, Nimber16, Nimber32, Nimber64,
    Nimber128, NimberError, group_factors,
};
use proptest::prelude::*;

fn power_of_two(exponent: usize) -> Nimber {
    Nimber::power_of_two(exponent).unwrap()
}

#[test]
fn quadratics_of_bytes_are_complete() {
    for b in 0..=u8::MAX {
        for c in 0..=u8::MAX {
            let (b, c) = (Nimber8(b), Nimber8(c));
            let brute: BTreeSet<_> = (0..=u8::MAX)
                .map(Nimber8)
                .filter(|&x| (x * x + b * x + c).is_zero())
                .collect();
            let solved = Nimber8::solve_quadratic(&b, &c);
            assert_eq!(
                solved.iter().flatten().copied().collect::<BTreeSet<_>>(),
                brute
            );
            if let Some([x, y]) = solved {
                assert!(x <= y);
            }
        }
    }
}

#[test]
fn roots_of_bytes_are_complete() {
    for n in (1..=60).chain([255, 256, 510, u64::MAX]) {
        for x in (0..=u8::MAX).map(Nimber8) {
            let brute: BTreeSet<_> = (0..=u8::MAX)
                .map(Nimber8)
                .filter(|y| y.pow(n) == x)
                .collect();
            let roots = x.roots(n, Interrupt::NEVER).unwrap();
            assert_eq!(roots.count_left(), brute.len() as u64);
            assert_eq!(roots.collect::<BTreeSet<_>>(), brute, "{n}-th roots of {x}");
        }
    }
    assert_eq!(
        Nimber8(3).roots(0, Interrupt::NEVER).unwrap_err(),
        NimberError::ZerothRoot
    );
}

#[test]
fn roots_among_all_finite_nimbers() {
    // 5 divides 2^4 - 1: of the five fifth roots of 2, in K_1, four are in K_2 only.
    let roots: BTreeSet<_> = Nimber::from(2_u8)
        .roots(5, Interrupt::NEVER)
        .unwrap()
        .collect();
    assert_eq!(roots.len(), 5);
    assert!(roots.iter().all(|y| y.pow(5) == Nimber::from(2_u8)));
    assert_eq!(roots.last().unwrap().level(), 2);
    // No finite nimber is a cube root of 2: that is omega.
    assert_eq!(
        Nimber::from(2_u8)
            .roots(3, Interrupt::NEVER)
            .unwrap()
            .count(),
        0
    );
    // 7 divides no Fermat number.
    assert_eq!(
        Nimber::from(2_u8)
            .roots(7, Interrupt::NEVER)
            .unwrap()
            .count(),
        1
    );
    // 319489 divides F_11: the roots of unity need 4096 bits.
    let unity = Nimber::ONE.roots(319_489, Interrupt::NEVER).unwrap();
    assert_eq!(unity.count_left(), 319_489);
    let second = unity.clone().nth(1).unwrap();
    assert_eq!(second.level(), 12);
    assert!(second.pow(319_489) == Nimber::ONE && second != Nimber::ONE);
    // 5 2^25 + 1 divides F_23.
    assert_eq!(
        Nimber::ONE
            .roots(167_772_161, Interrupt::NEVER)
            .unwrap_err(),
        NimberError::UnityTooLarge { level: 24 }
    );
}

fn algebra<N: FiniteNimber>(a: &N, b: &N, n: u64, k: usize) {
    for n in [n, n % 1000 + 1, 3, 5, 17, 257, 641] {
        let roots = a.roots(n.max(1), Interrupt::NEVER).unwrap();
        for y in roots.take(20) {
            assert_eq!(y.pow(n.max(1)), *a);
        }
        // A power has a root, and its root is among the roots.
        let n = n % 700 + 1;
        assert!(
            a.pow(n)
                .roots(n, Interrupt::NEVER)
                .unwrap()
                .any(|y| y == *a)
        );
    }
    if let Some([x, y]) = N::solve_quadratic(a, b) {
        assert_eq!((x.plus(&y), x.times(&y)), (a.clone(), b.clone()));
    } else {
        assert!(N::FIELD_LEVEL.is_some());
    }
    let [x, y] = N::solve_quadratic(&a.plus(b), &a.times(b)).unwrap();
    assert_eq!([&x, &y], [a.min(b), a.max(b)]);

    let minimal = a.minimal_polynomial(Interrupt::NEVER).unwrap();
    assert_eq!(minimal.degree(), Some(a.degree()));
    assert!(minimal.evaluate(a).is_zero());
    assert_eq!(
        b.minimal_polynomial(Interrupt::NEVER).unwrap() == minimal,
        (0..a.degree() as u64).any(|i| a.frobenius(i) == *b)
    );

    match a.order(Interrupt::NEVER) {
        Ok(order) => {
            assert!(a.pow_big(&order, Interrupt::NEVER).unwrap().is_one());
            let factors = group_factors(a.level()).unwrap();
            for prime in factors.iter().filter(|&p| (&order % p).bits() == 0) {
                assert!(
                    !a.pow_big(&(&order / prime), Interrupt::NEVER)
                        .unwrap()
                        .is_one()
                );
            }
        }
        Err(error) => assert_eq!(
            error,
            if a.is_zero() {
                NimberError::NoOrder
            } else {
                panic!("{error}")
            }
        ),
    }

    let level = a.level().max(N::FIELD_LEVEL.unwrap_or(0)).max(3);
    let k = k % (1 << level);
    let with = a.bits_with(k, level).unwrap();
    for i in 0..1 << level {
        assert_eq!(with.bit(i), N::power_of_two(i).unwrap().times(a).bit(k));
    }
    let upper = level - 1;
    let (a1, a0) = a.split(upper);
    assert_eq!(N::join(&a1, &a0, upper), *a);
    // The relative trace is the sum with the conjugate.
    let conjugate = (0..1 << upper).fold(a.clone(), |x, _| x.square());
    assert_eq!(a.plus(&conjugate), a1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn bits_8(a: u8, b: u8, n: u64, k: usize) {
        algebra(&Nimber8(a), &Nimber8(b), n, k);
    }

    #[test]
    fn bits_16(a: u16, b: u16, n: u64, k: usize) {
        algebra(&Nimber16(a), &Nimber16(b), n, k);
    }

    #[test]
    fn bits_32(a: u32, b: u32, n: u64, k: usize) {
        algebra(&Nimber32(a), &Nimber32(b), n, k);
    }

    #[test]
    fn bits_64(a: u64, b: u64, n: u64, k: usize) {
        algebra(&Nimber64(a), &Nimber64(b), n, k);
    }

    #[test]
    fn bits_128(a: u128, b: u128, n: u64, k: usize) {
        algebra(&Nimber128(a), &Nimber128(b), n, k);
    }

    #[test]
    fn any_size(a in prop::collection::vec(any::<u64>(), 0..5), b: u128, k: usize) {
        // Few indices: the roots of unity of a random one may need a field that is too large.
        algebra(&Nimber::from_words(a), &Nimber::from(b), 15, k);
    }

    #[test]
    fn logarithms_of_64_bits(a: u64, e: u64) {
        prop_assume!(a != 0);
        let base = Nimber64(a);
        let log = base.pow(e).log(&base, Interrupt::NEVER).unwrap();
        prop_assert_eq!(log, BigUint::from(e) % base.order(Interrupt::NEVER).unwrap());
    }
}

#[test]
fn all_logarithms_of_bytes() {
    for base in (0..=u8::MAX).map(Nimber8) {
        for x in (0..=u8::MAX).map(Nimber8) {
            let brute = (0..255_u64).find(|&e| base.pow(e) == x);
            match x.log(&base, Interrupt::NEVER) {
                Ok(log) => assert_eq!(Some(log), brute.map(BigUint::from)),
                Err(NimberError::NoLogarithm) => assert!(x.is_zero() || base.is_zero()),
                Err(NimberError::NotAPower) => assert_eq!(brute, None),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn logarithms_that_are_too_hard_say_so() {
    let base = Nimber128::MAX;
    let x = Nimber128(12_345);
    let prime: BigUint = "67280421310721".parse().unwrap();
    assert_eq!(
        x.log_within(&base, 1000, Interrupt::NEVER),
        Err(NimberError::TooHard {
            prime: 6_700_417_u32.into()
        })
    );
    // Enough for the square root of 6700417.
    assert_eq!(
        Nimber128(1 << 100).log_within(&base, 1 << 12, Interrupt::NEVER),
        Err(NimberError::TooHard { prime })
    );
    let [x, base] = [1, u64::MAX].map(|word| Nimber::from_words(vec![word; 4]));
    let beyond = x.log_within(&base, 1 << 12, Interrupt::NEVER);
    assert!(matches!(beyond, Err(NimberError::TooHard { .. })));
}

#[test]
#[ignore = "8 million baby steps: some seconds and 128 MiB"]
fn logarithms_of_128_bits() {
    let exponent = BigUint::from(0x1234_5678_9abc_def0_0fed_cba9_8765_4321_u128);
    let x = Nimber128::MAX.pow_big(&exponent, Interrupt::NEVER).unwrap();
    assert_eq!(x.log(&Nimber128::MAX, Interrupt::NEVER), Ok(exponent));
}

#[test]
fn all_ones_is_primitive() {
    for level in 0..=9 {
        let ones = Nimber::from((BigUint::from(1_u8) << (1_u32 << level)) - 1_u8);
        assert_eq!(ones.order(Interrupt::NEVER).unwrap(), ones.to_biguint());
    }
}

#[test]
fn orders_stop_where_factors_are_unknown() {
    assert_eq!(
        power_of_two(4096).order(Interrupt::NEVER),
        Err(NimberError::UnknownFactors { fermat: 12 })
    );
    assert_eq!(
        Nimber::ZERO.order(Interrupt::NEVER),
        Err(NimberError::NoOrder)
    );
    assert!(power_of_two(600).order(Interrupt::NEVER).is_ok());
}

#[test]
fn the_trace_form_in_closed_form() {
    for level in 0..=8 {
        for i in 0..1_usize << level {
            for j in 0..1_usize << level {
                let product = power_of_two(i) * power_of_two(j);
                assert_eq!(product.trace_in(level), Some(i | j == (1 << level) - 1));
            }
        }
    }
}

#[test]
fn artin_schreier_climbs_to_the_next_field() {
    for exponent in [1, 3, 7, 63, 127, 255, 511] {
        let c = power_of_two(exponent);
        let x = c.artin_schreier().unwrap();
        assert_eq!(x.square() + &x, c);
        assert_eq!(x.level(), c.level() + 1);
    }
    assert_eq!(Nimber64(1 << 63).artin_schreier(), None);
}

#[test]
fn the_factors_are_probable_primes_and_make_up_the_group_orders() {
    for level in 0..=12 {
        let primes = group_factors(level).unwrap();
        assert_eq!(
            primes.iter().product::<BigUint>(),
            (BigUint::from(1_u8) << (1_u32 << level)) - 1_u8
        );
    }
    let is_probable_prime = |p: &BigUint| {
        let rest = p - 1_u32;
        let twos = rest.trailing_zeros().unwrap();
        [2_u32, 3, 5, 7]
            .into_iter()
            .filter(|&a| (p % a) > BigUint::default())
            .all(|a| {
                let mut power = BigUint::from(a).modpow(&(&rest >> twos), p);
                power == BigUint::from(1_u8)
                    || (0..twos).any(|_| {
                        let found = power == rest;
                        power = &power * &power % p;
                        found
                    })
            })
    };
    for prime in group_factors(12).unwrap() {
        assert!(is_probable_prime(&prime), "{prime}");
    }
}
