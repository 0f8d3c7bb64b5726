//! Dyadic numbers of any exponent against fractions over one denominator.

use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::partizan::{Simple, Stops};

/// The denominator 2^40.
const SHIFT: u32 = 40;

fn number(numerator: i128) -> BigDyadic {
    BigDyadic::new(numerator, SHIFT).unwrap()
}

fn text(mut numerator: i128, mut exponent: u32) -> String {
    while exponent > 0 && numerator % 2 == 0 {
        (numerator, exponent) = (numerator / 2, exponent - 1);
    }
    match exponent {
        0 => numerator.to_string(),
        exponent => format!("{numerator}/{}", 1u128 << exponent),
    }
}

#[test]
fn sums_halves_and_order_are_those_of_fractions() {
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i128::from(state >> 1) << 7
    };
    for round in 0..3_000 {
        let bits = round % 70 + 1;
        let mut one = || random() >> (70 - bits) << (round % 3) << (round % 2);
        let (x, y) = (one() - one(), one() - one());
        let (a, b) = (number(x), number(y));
        assert_eq!(a.add(&b).unwrap().to_string(), text(x + y, SHIFT));
        assert_eq!(a.sub(&b).unwrap().to_string(), text(x - y, SHIFT));
        assert_eq!(a.half().unwrap().to_string(), text(x, SHIFT + 1));
        assert_eq!(a.neg().unwrap().to_string(), text(-x, SHIFT));
        assert_eq!((a.cmp(&b), a == b), (x.cmp(&y), x == y), "{x} {y}");
        assert_eq!(a.signum(), x.signum() as i32);
        assert_eq!(a.add(&b).unwrap().sub(&b), Some(a));
    }
}

#[test]
fn exponents_have_no_bound() {
    let tiny = |negative, n| BigDyadic::of(Simple::Fraction(negative, Some(n))).unwrap();
    let (big, small) = (tiny(false, 1 << 100), tiny(false, (1 << 100) + 1));
    assert_eq!(small.add(&small), Some(big.clone()));
    assert_eq!(big.half(), Some(small.clone()));
    assert!(big > small && small > BigDyadic::default());
    assert!(tiny(true, 200) < tiny(true, 201));
    let sum = BigDyadic::new(3, 0).unwrap().add(&tiny(true, 300)).unwrap();
    assert_eq!(sum.to_string(), "3 - 1/2^300");
    assert_eq!(tiny(true, 300).to_string(), "-1/2^300");
    assert_eq!(BigDyadic::of(Simple::Fraction(false, None)), None);
    assert_eq!(BigDyadic::of(Simple::Integer(false, u128::MAX)), None);
}

#[test]
fn heat_of_stops_lies_halfway() {
    let integer = |negative, size| Simple::Integer(negative, size);
    let (left, right) = (integer(false, 4), integer(true, 1));
    let heat = Heat::of_stops(Stops { left, right }).unwrap();
    let shown = [&heat.left, &heat.right, &heat.mean, &heat.temperature].map(BigDyadic::to_string);
    assert_eq!(shown, ["4", "-1", "3/2", "5/2"]);
    let negative = heat.negative().unwrap();
    let shown = [&negative.left, &negative.right, &negative.mean].map(BigDyadic::to_string);
    assert_eq!(shown, ["1", "-4", "-3/2"]);
    assert_eq!(Heat::of(Simple::Nimber(5)).unwrap().nimber, Some(5));
}
