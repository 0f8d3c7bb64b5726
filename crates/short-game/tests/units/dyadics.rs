//! Dyadic numbers against plain fractions, to the ends of their range.

use std::cmp::Ordering;

use proptest::prelude::*;

use crate::{Arena, Dyadic, Error};

fn d(n: i128, e: u32) -> Dyadic {
    Dyadic::new(n, e).unwrap()
}

#[test]
fn results_past_the_range_are_errors() {
    let huge = Dyadic::integer(i128::MAX);
    assert_eq!(huge.add(d(1, 0)), Err(Error::NumberRange));
    assert_eq!(huge.add(d(1, 1)), Err(Error::NumberRange));
    assert_eq!(huge.mul(huge), Err(Error::NumberRange));
    assert_eq!(Dyadic::integer(i128::MIN).neg(), Err(Error::NumberRange));
    let tiny = d(1, 127);
    assert_eq!(tiny.half(), Err(Error::NumberRange));
    assert_eq!(tiny.add(tiny).unwrap(), d(1, 126));
    assert!(tiny > Dyadic::ZERO && tiny < d(1, 126));
    assert_eq!(tiny.cmp(&huge), Ordering::Less);
    assert_eq!(huge.cmp(&tiny), Ordering::Greater);
    assert!(Dyadic::integer(i128::MIN) < tiny && Dyadic::integer(i128::MIN) < tiny.neg().unwrap());
    assert!(tiny.neg().unwrap() < Dyadic::ZERO && tiny > Dyadic::integer(i128::MIN));
    assert!(tiny.to_f64() > 0.0 && tiny.floor() == 0 && tiny.neg().unwrap().floor() == -1);
    assert_eq!(Dyadic::new(0, 5000).unwrap(), Dyadic::ZERO);
    assert_eq!(tiny.to_string(), format!("1/{}", 1u128 << 127));
}

#[test]
fn birthdays_follow_the_construction() {
    // Day by day: every number of day n+1 is the simplest between two neighbours.
    let mut days: Vec<(Dyadic, u128)> = vec![(Dyadic::ZERO, 0)];
    for day in 1..=6 {
        let mut next = Vec::new();
        for i in 0..=days.len() {
            let low = i.checked_sub(1).map(|i| (days[i].0, false));
            let high = days.get(i).map(|&(x, _)| (x, false));
            next.push((Dyadic::simplest_between(low, high).unwrap().unwrap(), day));
        }
        days.extend(next);
        days.sort();
    }
    assert_eq!(days.len(), 127);
    for (x, day) in days {
        assert_eq!(x.birthday(), day, "{x}");
        let (l, r) = x.options();
        let open = |o: Option<Dyadic>| o.map(|o| (o, false));
        assert_eq!(Dyadic::simplest_between(open(l), open(r)).unwrap(), Some(x));
    }
}

#[test]
fn options_reach_to_the_ends_of_the_range() {
    let number = |numerator, exponent| Dyadic::new(numerator, exponent).unwrap();
    let halves = 1i128 << 126;
    for (x, left, right) in [
        (number(i128::MAX, 0), Some(number(i128::MAX - 1, 0)), None),
        (number(i128::MIN, 0), None, Some(number(i128::MIN + 1, 0))),
        (
            number(i128::MAX, 1),
            Some(number(halves - 1, 0)),
            Some(number(halves, 0)),
        ),
        (
            number(i128::MIN + 1, 1),
            Some(number(-halves, 0)),
            Some(number(1 - halves, 0)),
        ),
        (number(1, 127), Some(Dyadic::ZERO), Some(number(1, 126))),
        (number(-3, 2), Some(number(-1, 0)), Some(number(-1, 1))),
        (
            number(i128::MAX, 127),
            Some(number(halves - 1, 126)),
            Some(number(1, 0)),
        ),
    ] {
        assert_eq!(x.options(), (left, right), "{x}");
    }
}

#[test]
fn invalid_numbers_are_not_read() {
    let arena = Arena::new();
    let long = "9".repeat(60);
    let range = [long.clone(), format!("-{long}"), format!("1/{long}")];
    for text in &range {
        assert_eq!(
            arena.read(text).unwrap_err().cause,
            Some(Error::NumberRange),
            "{text}"
        );
    }
    for text in [
        "", "-", "/", "1/", "/2", "1/-2", "1 /2", "1/2/4", "½", "1/0", "1/3", "5/6",
    ] {
        assert_eq!(arena.read(text).unwrap_err().cause, None, "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(n in any::<i128>(), e in 0u32..=127) {
        // -2^127 is written by its absolute value, which is out of range.
        if let Ok(x) = Dyadic::new(n.max(-i128::MAX), e) {
            let arena = Arena::new();
            let read = arena.read(&x.to_string()).unwrap();
            prop_assert_eq!(arena.to_number(read), Some(x));
        }
    }

    #[test]
    fn order_and_arithmetic_agree_with_plain_fractions(
        a in -1000i128..1000, i in 0u32..9, b in -1000i128..1000, j in 0u32..9,
    ) {
        let (x, y) = (d(a, i), d(b, j));
        let exact = |n: i128, e| (n << 20) >> e;
        prop_assert_eq!(x.cmp(&y), exact(a, i).cmp(&exact(b, j)));
        prop_assert_eq!(x.add(y).unwrap(), d(exact(a, i) + exact(b, j), 20));
        prop_assert_eq!(x.sub(y).unwrap(), d(exact(a, i) - exact(b, j), 20));
        prop_assert_eq!(x.mul(y).unwrap(), d(a * b, i + j));
        prop_assert_eq!(x.half().unwrap().add(x.half().unwrap()).unwrap(), x);
        prop_assert_eq!(x.to_f64(), a as f64 / f64::from(1u32 << i));
    }

    #[test]
    fn simplest_is_the_least_birthday(
        a in -300i128..300, i in 0u32..5, b in -300i128..300, j in 0u32..5,
        closed in any::<(bool, bool)>(),
    ) {
        let (l, h) = (d(a, i), d(b, j));
        let inside = |x: Dyadic| {
            (if closed.0 { l <= x } else { l < x }) && (if closed.1 { x <= h } else { x < h })
        };
        let found = Dyadic::simplest_between(Some((l, closed.0)), Some((h, closed.1))).unwrap();
        // 1/32 is fine enough: between neighbours of 1/16 there is a middle.
        let best = (-300 * 32..=300 * 32).map(|n| d(n, 5)).filter(|&x| inside(x)).min_by_key(|x| x.birthday());
        prop_assert_eq!(found, best);
    }
}
