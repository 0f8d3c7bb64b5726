//! Transfinite nimbers: the field's axioms, its defining equations, roots, text, the calculator.

#![cfg(feature = "std")]

use nimbers::NimberError;
use nimbers::calc::Value;
use nimbers::excess::{self, Component, Excesses};
use nimbers::num_bigint::{BigInt, BigUint};
use nimbers::ordinal::{Exponent, Ordinal, Subfield};
use nimbers::{FiniteNimber, Interrupt, Nimber};
use proptest::prelude::*;

use crate::evaluate;

fn o(text: &str) -> Ordinal {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn calc(text: &str) -> String {
    evaluate(text).map_or_else(|e| e.to_string(), |v| v.to_string())
}

/// κ_{p^n} as an ordinal.
fn kappa(Component { prime, power }: Component) -> Ordinal {
    if prime == 2 {
        return Nimber::power_of_two(1 << (power - 1)).unwrap().into();
    }
    let rank = odd_primes().position(|q| q == prime).unwrap() as u32;
    Ordinal::power_of_omega(Exponent::term(rank, BigUint::from(prime).pow(power - 1)).unwrap())
}

/// The odd primes in order, for the tests that count ranks.
fn odd_primes() -> impl Iterator<Item = u32> {
    (3..)
        .step_by(2)
        .filter(|&n| (3..).take_while(|d| d * d <= n).all(|d| n % d != 0))
}

/// Ordinals below ω^(ω^ranks), with at most `terms` terms and coefficients below 2^bits.
fn ordinals(ranks: u32, terms: usize, bits: u32) -> impl Strategy<Value = Ordinal> {
    let exponent = prop::collection::vec(0u32..12, ranks as usize).prop_map(|n| {
        let pairs = n.into_iter().enumerate().rev().filter(|(_, n)| *n > 0);
        Exponent::from_coefficients(pairs.map(|(k, n)| (k as u32, n.into()))).unwrap()
    });
    let coefficient = (0u128..1 << bits).prop_map(Nimber::from);
    prop::collection::vec((exponent, coefficient), 0..=terms).prop_map(Ordinal::from_terms)
}

/// Ordinals in fields of at most 1260 bits: κ_3, κ_9, κ_5 and κ_7.
fn tame() -> impl Strategy<Value = Ordinal> {
    tamer(2)
}

/// With the exponent of κ_7 below a bound: fields of 180 bits for the bound 1.
fn tamer(sevens: u32) -> impl Strategy<Value = Ordinal> {
    let term = (0u32..9, 0u32..5, 0..sevens, 0u32..16);
    prop::collection::vec(term, 0..4).prop_map(|terms| {
        Ordinal::from_terms(terms.into_iter().map(|(a, b, c, x)| {
            let pairs = [(2, c), (1, b), (0, a)].into_iter().filter(|(_, n)| *n > 0);
            let e = Exponent::from_coefficients(pairs.map(|(k, n)| (k, n.into()))).unwrap();
            (e, x.into())
        }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn field_axioms(a in ordinals(4, 3, 20), b in ordinals(4, 3, 20), c in ordinals(4, 3, 20)) {
        prop_assert_eq!(a.times(&b, Interrupt::NEVER), b.times(&a, Interrupt::NEVER));
        prop_assert_eq!(a.times(&b, Interrupt::NEVER)?.times(&c, Interrupt::NEVER), a.times(&b.times(&c, Interrupt::NEVER)?, Interrupt::NEVER));
        prop_assert_eq!(a.times(&b.plus(&c), Interrupt::NEVER)?, a.times(&b, Interrupt::NEVER)?.plus(&a.times(&c, Interrupt::NEVER)?));
        prop_assert_eq!(a.plus(&b).plus(&b), a.clone());
        prop_assert_eq!(a.times(&Ordinal::one(), Interrupt::NEVER), Ok(a.clone()));
        prop_assert_eq!(a.plus(&b).times(&a.plus(&b), Interrupt::NEVER)?, a.times(&a, Interrupt::NEVER)?.plus(&b.times(&b, Interrupt::NEVER)?));
    }

    #[test]
    fn inverses_roots_and_equations(x in tame(), b in tame()) {
        prop_assume!(!x.is_zero());
        prop_assert_eq!(x.times(&x.inverse(Interrupt::NEVER)?, Interrupt::NEVER), Ok(Ordinal::one()));
        let root = x.sqrt(Interrupt::NEVER)?;
        prop_assert_eq!(root.times(&root, Interrupt::NEVER), Ok(x.clone()));
        let y = x.artin_schreier(Interrupt::NEVER)?;
        prop_assert_eq!(y.times(&y, Interrupt::NEVER)?.plus(&y), x.clone());
        prop_assert!(y < y.plus(&Ordinal::one()));
        for y in Ordinal::solve_quadratic(&b, &x, Interrupt::NEVER)? {
            prop_assert_eq!(y.times(&y, Interrupt::NEVER)?.plus(&b.times(&y, Interrupt::NEVER)?), x.clone());
        }
    }

    #[test]
    fn the_degree_is_that_of_the_minimal_polynomial(x in tamer(1)) {
        let polynomial = x.minimal_polynomial(Interrupt::NEVER)?;
        let degree = x.degree(Interrupt::NEVER)?;
        prop_assert_eq!(polynomial.degree(), Some(degree));
        let value = (0..=degree).rev().try_fold(Ordinal::ZERO, |value, i| {
            let bit = Ordinal::from(u8::from(polynomial.coefficient(i)));
            value.times(&x, Interrupt::NEVER).map(|v| v.plus(&bit))
        })?;
        prop_assert_eq!(value, Ordinal::ZERO);
        // The trace is the second coefficient, and the sum of the conjugates.
        prop_assert_eq!(x.trace(Interrupt::NEVER)?, polynomial.coefficient(degree - 1));
        let conjugate = (0..degree).try_fold(x.clone(), |y, _| y.times(&y, Interrupt::NEVER))?;
        prop_assert_eq!(conjugate, x);
    }

    #[test]
    fn powers_agree_with_repeated_products(x in tame(), n in -6i32..40, m in 0u64..1 << 40) {
        prop_assume!(!x.is_zero());
        let base = if n < 0 { x.inverse(Interrupt::NEVER)? } else { x.clone() };
        let power = (0..n.abs()).try_fold(Ordinal::one(), |y, _| y.times(&base, Interrupt::NEVER))?;
        prop_assert_eq!(x.pow(&n.into(), Interrupt::NEVER), Ok(power));
        // A long power takes another path.
        let (left, right) = (x.pow(&m.into(), Interrupt::NEVER)?, x.pow(&(1u64 << 41).into(), Interrupt::NEVER)?);
        prop_assert_eq!(left.times(&right, Interrupt::NEVER), x.pow(&(m + (1 << 41)).into(), Interrupt::NEVER));
    }

    #[test]
    fn cantor_normal_form_reads_back(x in ordinals(6, 5, 100)) {
        prop_assert_eq!(x.to_string().parse::<Ordinal>(), Ok(x.clone()));
        #[cfg(feature = "serde")]
        prop_assert_eq!(serde_json::from_str::<Ordinal>(&serde_json::to_string(&x).unwrap()).unwrap(), x.clone());
        let value = Value::Nimber(x);
        prop_assert_eq!(evaluate(&value.to_string()), Ok(value));
    }

    #[test]
    fn the_order_is_that_of_the_ordinals(x in ordinals(3, 3, 4), y in ordinals(3, 3, 4)) {
        // x < y iff y is x plus something, by ordinary arithmetic with a remainder on the left.
        let lead = |z: &Ordinal| z.terms().first().map(|(e, c)| (e.to_ordinal(), c.clone()));
        match (lead(&x), lead(&y)) {
            (Some(a), Some(b)) if a != b => prop_assert_eq!(x < y, a < b),
            (None, Some(_)) => prop_assert!(x < y),
            _ => {}
        }
        prop_assert!(x.ordinal_sum(&y) >= y);
        prop_assert_eq!(x.ordinal_sum(&y) > x, !y.is_zero());
    }

    #[test]
    fn ordinary_arithmetic(x in ordinals(2, 3, 4), y in ordinals(2, 3, 4), z in ordinals(2, 3, 4)) {
        prop_assert_eq!(x.ordinal_sum(&y).ordinal_sum(&z), x.ordinal_sum(&y.ordinal_sum(&z)));
        let product = |a: &Ordinal, b: &Ordinal| a.ordinal_product(b);
        prop_assert_eq!(product(&product(&x, &y)?, &z), product(&x, &product(&y, &z)?));
        prop_assert_eq!(product(&x, &y.ordinal_sum(&z))?, product(&x, &y)?.ordinal_sum(&product(&x, &z)?));
    }

    #[test]
    fn ordinary_powers(x in ordinals(1, 2, 3), y in ordinals(1, 2, 2), z in ordinals(1, 2, 2)) {
        let sum = x.ordinal_power(&y.ordinal_sum(&z));
        let parts = x.ordinal_power(&y).and_then(|p| p.ordinal_product(&x.ordinal_power(&z)?));
        if let (Ok(sum), Ok(parts)) = (sum, parts) {
            prop_assert_eq!(sum, parts);
        }
    }

    #[test]
    fn ordinary_powers_are_repeated_products(x in ordinals(2, 3, 4), n in 0..6u32) {
        let repeated = (0..n).try_fold(Ordinal::one(), |power, _| power.ordinal_product(&x))?;
        prop_assert_eq!(x.ordinal_power(&Ordinal::from(n))?, repeated);
    }

    #[test]
    fn invalid_ordinals_are_refused_at_their_place(text in "[w0-9+*/^()\\[\\], a-zω-]{0,24}") {
        for result in [evaluate(&text).map(|_| ()).map_err(|e| e.span), text.parse::<Ordinal>().map(|_| ()).map_err(|e| e.span)] {
            if let Err(span) = result {
                prop_assert!(text.get(span).is_some());
            }
        }
    }
}

#[test]
fn components_satisfy_their_equations() {
    for p in odd_primes().take(60) {
        let kappa_p = |power| kappa(Component { prime: p, power });
        let plan = Excesses::shipped().plan(p).unwrap();
        assert_eq!(Some(plan.order), excess::order_of_two(p));
        let alpha = plan
            .q_set
            .into_iter()
            .map(kappa)
            .chain([Ordinal::from(excess::known(p).unwrap())])
            .sum();
        assert_eq!(
            kappa_p(1).pow(&p.into(), Interrupt::NEVER),
            Ok(alpha),
            "p = {p}"
        );
        assert_eq!(kappa_p(2).pow(&p.into(), Interrupt::NEVER), Ok(kappa_p(1)));
        assert_eq!(
            kappa_p(3).pow(&(p * p).into(), Interrupt::NEVER),
            Ok(kappa_p(1))
        );
    }
}

#[test]
fn published_identities() {
    // ONAG ch. 6: the first of these equations.
    for (power, value) in [
        ("w^3", "2"),
        ("[w^w]^5", "4"),
        ("[w^(w^2)]^7", "[w+1]"),
        ("[w^(w^3)]^11", "[w^w+1]"),
        ("[w^(w^4)]^13", "[w+4]"),
        ("[w^(w^5)]^17", "16"),
        ("[w^(w^6)]^19", "[w^3+4]"),
        ("[w^(w^7)]^23", "[w^(w^3)+1]"),
        ("[w^3]^3", "[w]"),
    ] {
        assert_eq!(calc(power), value, "{power}");
    }
}

#[test]
fn the_stones_of_the_transfinite_position() {
    for (x, y, value) in [
        ("2", "2", "3"),
        ("4", "w", "w*4"),
        ("w+2", "w+3", "w^2+w+1"),
        ("w+4", "w+1", "w^2+w*5+4"),
    ] {
        assert_eq!(o(x).times(&o(y), Interrupt::NEVER), Ok(o(value)));
    }
    let total: Ordinal = ["3", "w*4", "w^2+w+1", "w^2+w*5+4"]
        .map(o)
        .into_iter()
        .sum();
    assert_eq!(total, o("6"));
    assert_eq!(
        o("w+4")
            .times(&o("w+1"), Interrupt::NEVER)
            .unwrap()
            .plus(&total),
        o("w^2+w*5+2")
    );
}

#[test]
fn all_roots_are_found_and_the_least_comes_first() {
    for x in [
        "1",
        "2",
        "3",
        "5",
        "w",
        "w+1",
        "w^2*3+5",
        "w^w",
        "w^(w^2)+w",
        "w^3+w*2",
        "16",
    ]
    .map(o)
    {
        for n in [1u64, 2, 3, 4, 5, 6, 7, 9, 11, 13, 15, 21, 31] {
            let roots = x
                .roots(n, Interrupt::NEVER)
                .unwrap_or_else(|e| panic!("root({n}, {x}): {e}"));
            let odd = n >> n.trailing_zeros();
            assert_eq!(roots.len() as u64, odd);
            assert!(roots.is_sorted_by(|a, b| a < b), "distinct and ascending");
            for y in &roots {
                assert_eq!(
                    y.pow(&n.into(), Interrupt::NEVER).as_ref(),
                    Ok(&x),
                    "root({n}, {x}) = {y}"
                );
            }
            assert_eq!(x.root(n, Interrupt::NEVER).as_ref(), Ok(&roots[0]));
        }
    }
    assert_eq!(
        o("2").roots(3, Interrupt::NEVER).unwrap(),
        ["w", "w*2", "w*3"].map(o)
    );
    assert_eq!(o("0").roots(9, Interrupt::NEVER), Ok(vec![o("0")]));
    assert_eq!(
        o("5").roots(0, Interrupt::NEVER),
        Err(NimberError::ZerothRoot)
    );
}

/// Roots against brute force: among all ordinals of a small field.
#[test]
fn cube_roots_of_the_field_of_64_elements() {
    let all: Vec<Ordinal> = (0..64u32)
        .map(|n| {
            Ordinal::from_terms((0..3).map(|k| {
                (
                    Exponent::term(0, k as u32).unwrap(),
                    Nimber::from(n >> (2 * k) & 3),
                )
            }))
        })
        .collect();
    for x in &all {
        let cubes: Vec<_> = all
            .iter()
            .filter(|y| {
                y.times(y, Interrupt::NEVER)
                    .unwrap()
                    .times(y, Interrupt::NEVER)
                    .as_ref()
                    == Ok(x)
            })
            .cloned()
            .collect();
        if !cubes.is_empty() {
            assert_eq!(x.roots(3, Interrupt::NEVER).unwrap(), cubes);
        }
        let orders =
            (1..64).find(|&n: &u32| x.pow(&n.into(), Interrupt::NEVER) == Ok(Ordinal::one()));
        assert_eq!(x.order(Interrupt::NEVER).ok(), orders.map(BigUint::from));
        let degree = (1..=6)
            .find(|&d| x.pow(&(1 << d).into(), Interrupt::NEVER).as_ref() == Ok(x))
            .unwrap();
        assert_eq!(x.degree(Interrupt::NEVER), Ok(degree));
    }
}

#[test]
fn orders() {
    for (x, order) in [
        ("w", "9"),
        ("w^w", "75"),
        ("2", "3"),
        ("1", "1"),
        ("w^3", "27"),
        ("w*2", "9"),
    ] {
        assert_eq!(
            o(x).order(Interrupt::NEVER).unwrap().to_string(),
            order,
            "{x}"
        );
    }
    for x in ["w^(w^2)", "w^(w^2)+w+1", "w^(w^4)+1", "w^w*3+w"].map(o) {
        let order = BigInt::from(x.order(Interrupt::NEVER).unwrap());
        assert_eq!(x.pow(&order, Interrupt::NEVER), Ok(Ordinal::one()));
        for q in [2u32, 3, 5, 7, 11, 13, 31, 43, 127, 337] {
            if (&order % q) == BigInt::from(0) {
                assert_ne!(
                    x.pow(&(&order / q), Interrupt::NEVER),
                    Ok(Ordinal::one()),
                    "{x}"
                );
            }
        }
    }
    assert_eq!(o("0").order(Interrupt::NEVER), Err(NimberError::NoOrder));
}

/// Past the table small fields are computed when they are asked for, large ones are not.
#[test]
fn cheap_excesses_past_the_table_are_known() {
    let known = Excesses::shipped();
    // Values of the public table excess_bfile.txt of github.com/DjangoPeeters/transfinite-nim-calculator.
    for (p, excess) in [(2003, 0), (2113, 1), (2731, 1), (3457, 0), (8191, 1)] {
        assert_eq!(known.get(p), Some(excess), "{p}");
        let mut own = Excesses::shipped();
        let computed = own.compute(p, 1 << 30, Interrupt::NEVER);
        assert_eq!(computed, Ok(excess), "{p}");
    }
    for p in [719, 1319, 1439, 2039, 2000, 2001] {
        assert_eq!(known.get(p), None, "{p}");
    }
    assert_eq!(Excesses::empty().get(8191), None);
    // 2^13 - 1 = 8191: 2 has a root in the field of 2^26 elements or above it.
    let unknown = o("2").root(2879, Interrupt::NEVER).unwrap_err().to_string();
    assert!(
        unknown.ends_with("first compute the excess of 1439"),
        "{unknown}"
    );
    for root in o("2")
        .roots(8191, Interrupt::NEVER)
        .expect("its excess is known")
    {
        assert_eq!(root.pow(&8191.into(), Interrupt::NEVER), Ok(o("2")));
    }
}

#[test]
fn errors_name_the_unknown_excess() {
    // 719 has rank 126, and its field is out of reach.
    let x = o("w^(w^126)");
    let error = x.pow(&719.into(), Interrupt::NEVER).unwrap_err();
    assert!(matches!(error, NimberError::Unknown(e) if e.prime == 719));
    let said = error.to_string();
    assert!(
        said.contains("719") && said.contains("degree 1258230380"),
        "{said}"
    );
    // Below the carry nothing is needed.
    assert_eq!(x.times(&x, Interrupt::NEVER), Ok(o("w^(w^126*2)")));
    assert!(matches!(
        o("2").roots(719, Interrupt::NEVER),
        Err(NimberError::Unknown(_))
    ));
    assert!(matches!(
        o("w^(w^144)+1").inverse(Interrupt::NEVER),
        Err(NimberError::FieldTooLarge { .. })
    ));
    assert!(matches!(
        o("w^147808829414345923316083210206383297601").inverse(Interrupt::NEVER),
        Err(NimberError::FieldTooLarge { .. })
    ));
    assert_eq!(
        Ordinal::ZERO.inverse(Interrupt::NEVER),
        Err(NimberError::DivisionByZero)
    );
    assert_eq!(
        Ordinal::ZERO.pow(&(-1).into(), Interrupt::NEVER),
        Err(NimberError::DivisionByZero)
    );
    assert_eq!(
        Ordinal::ZERO.pow(&0.into(), Interrupt::NEVER),
        Ok(Ordinal::one())
    );
}

#[test]
fn texts() {
    for (read, printed) in [
        (" ω ^ 2 * 3 + omega*5+4 ", "w^2*3+w*5+4"),
        ("W^(w)", "w^w"),
        ("w^w^2", "w^(w^2)"),
        ("w^(w*2+1)*7", "w^(w*2+1)*7"),
        ("0", "0"),
        ("w^0", "1"),
        (
            "w^340282366920938463463374607431768211456",
            "w^340282366920938463463374607431768211456",
        ),
    ] {
        assert_eq!(o(read).to_string(), printed);
        assert_eq!(o(printed), o(read));
    }
    for (text, span) in [
        ("", 0..0),
        ("w+", 2..2),
        ("w+w^2", 2..5),
        ("w^(w", 4..4),
        ("w^(w^w)", 2..7),
        ("w*w", 2..3),
        ("x", 0..1),
        ("w 3", 2..3),
        ("w*0", 0..3),
        ("3+3", 2..3),
        ("w^(w^99999)", 2..11),
    ] {
        assert_eq!(text.parse::<Ordinal>().unwrap_err().span, span, "{text}");
    }
}

#[test]
fn the_calculator() {
    for (text, value) in [
        ("3*7", "14"),
        ("w*w*w", "2"),
        ("[w^2*3+5]", "[w^2*3+5]"),
        ("[1+w]", "[w]"),
        ("[(w+1)*2]", "[w*2+1]"),
        ("[2^w]", "[w]"),
        ("[(w+1)^2]", "[w^2+w+1]"),
        ("[w^w^2]", "[w^(w^2)]"),
        ("[2^(w^2)]", "[w^w]"),
        ("-5", "5"),
        ("5-5", "0"),
        ("w^-1*w", "1"),
        ("w^(2^64-1)*w", "w^(2^64)"),
        ("sqrt(8)", "14"),
        ("root(3,2)", "[w]"),
        ("root(6,w)^6", "w"),
        ("root(6,w)", "[w^7]"),
        ("roots(3, 1)", "1, 2, 3"),
        ("trace(3)", "1"),
        ("order(w)", "9"),
        ("degree(w)", "6"),
        ("min_poly(w)", "x^6 + x^3 + 1"),
        ("solve_quadratic(1, 1)", "2, 3"),
        ("solve_quadratic(0, 8)", "14"),
        ("solve_quadratic(w, w^2)", "[w*2], [w*3]"),
        ("inv(w) * OMEGA / 1", "1"),
        ("w/w^2 - inv(w)", "0"),
        ("2^(3*(2-1))^1", "2^3"),
    ] {
        let expected = evaluate(value).map_or_else(|_| value.to_string(), |v| v.to_string());
        if text == "2^(3*(2-1))^1" {
            assert!(evaluate(text).is_err());
            continue;
        }
        assert_eq!(calc(text), expected, "{text}");
    }
    for (text, span) in [
        ("", 0..0),
        ("3+", 2..2),
        ("(w", 2..2),
        ("[w^2", 4..4),
        ("foo(3)", 0..3),
        ("sqrt 3", 5..6),
        ("1/0", 0..3),
        ("root(0,w)", 5..6),
        ("w^w", 2..3),
        ("[x]", 1..2),
        ("2+roots(3,1)", 2..12),
        ("3 4", 2..3),
        ("w^(2^(2^60))", 3..11),
        ("w^2^3", 3..4),
        ("1+é", 2..4),
    ] {
        let error = evaluate(text).unwrap_err();
        assert_eq!(error.span, span, "{text}: {error}");
    }
    let error = evaluate("foo(3)").unwrap_err();
    assert!(
        error.message.starts_with("unknown function foo")
            && error.to_string().contains("solve_quadratic")
    );
    for deep in ["(", "[(", "-", "sqrt(", "w^(", "[w^", "w^(2^"] {
        assert!(evaluate(&deep.repeat(100_000)).is_err(), "{deep}");
    }
    assert!("w^(".repeat(100_000).parse::<Ordinal>().is_err());
    assert!("w^".repeat(100_000).parse::<Ordinal>().is_err());
}

/// Excesses from nothing, against the published ones (OEIS A380496).
#[test]
fn excesses_below_300_are_recomputed() {
    recompute(3..=300);
}

/// About four minutes.
#[test]
#[ignore = "long"]
fn excesses_of_the_table_are_recomputed() {
    recompute(3..=u32::MAX);
}

fn recompute(range: std::ops::RangeInclusive<u32>) {
    let published: [u32; 105] = [
        0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1,
        0, 1, 0, 1, 0, 1, 4, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1,
        0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1,
        1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0,
    ];
    for (p, m) in odd_primes().zip(published) {
        assert_eq!(excess::known(p), Ok(m));
    }
    let mut fresh = Excesses::empty();
    for (p, m) in excess::table().filter(|(p, _)| range.contains(p)) {
        let computed = fresh.compute(p, 8 << 30, Interrupt::NEVER);
        assert_eq!(computed, Ok(m), "p = {p}");
    }
}

/// m_p straight from its definition: the least m such that κ_f + m raised to (2^E - 1)/p is not 1, by
/// products of ordinals alone, all candidates from 0 on.
#[test]
fn small_excesses_from_the_definition() {
    for p in [
        3u32, 5, 7, 11, 13, 17, 19, 29, 31, 37, 41, 43, 61, 73, 127, 257,
    ] {
        let set = Excesses::shipped().plan(p).unwrap().q_set;
        let kappa_f: Ordinal = set.into_iter().map(kappa).sum();
        // The compositum with the field of the candidates, at most 16 elements.
        let field = Subfield::of(&[kappa_f.clone(), Ordinal::from(4u32)]).unwrap();
        let degree = field.degree();
        let exponent = ((BigUint::from(1u32) << degree) - 1u32) / p;
        let least = (0u32..).find(|&m| {
            let beta = kappa_f.plus(&m.into());
            // Square and multiply with products of terms.
            let power = (0..exponent.bits()).rev().fold(Ordinal::one(), |y, i| {
                let y = y.times(&y, Interrupt::NEVER).unwrap();
                if exponent.bit(i) {
                    y.times(&beta, Interrupt::NEVER).unwrap()
                } else {
                    y
                }
            });
            power != Ordinal::one()
        });
        assert_eq!(least.map(Ok), Some(excess::known(p)), "p = {p}");
    }
}

#[test]
fn computing_an_excess_can_be_bounded_and_stopped() {
    use excess::ExcessError;
    let mut none = Excesses::empty();
    assert_eq!(
        none.compute(9, 1 << 30, Interrupt::NEVER),
        Err(ExcessError::NotAnOddPrime(9))
    );
    assert_eq!(
        none.compute(2, 1 << 30, Interrupt::NEVER),
        Err(ExcessError::NotAnOddPrime(2))
    );
    assert!(
        matches!(none.compute(7, 1 << 30, Interrupt::NEVER), Err(ExcessError::Unknown(e)) if e.prime == 3)
    );
    let mut known = Excesses::shipped();
    assert!(matches!(
        known.compute(659, 1 << 20, Interrupt::NEVER),
        Err(ExcessError::Memory { prime: 659, .. })
    ));
    assert_eq!(
        known.compute(167, 1 << 30, Interrupt::when(&|| true)),
        Err(ExcessError::Stopped { prime: 167 })
    );
    // The base of this field has 20 bits of a word of 64; measured were 1,803,016 KiB.
    let small_base = known.plan(1997).unwrap().memory >> 10;
    assert!((1_803_016..2_200_000).contains(&small_base), "{small_base}");
    // Where Q is a single odd prime power Lenstra's theorem spares the candidate 0.
    assert_eq!(known.plan(167).unwrap().first_candidate, 1);
    assert_eq!(known.compute(167, 1 << 30, Interrupt::NEVER), Ok(1));
}

#[test]
fn logarithms_in_the_calculator() {
    for exponent in 0..15 {
        let power = calc(&format!("4^{exponent}"));
        assert_eq!(calc(&format!("log({power}, 4)")), exponent.to_string());
    }
    for (text, message) in [
        ("log(0, 4)", "0 has no logarithm"),
        ("log(4, 2)", "not a power of the base"),
        ("log(w, 2)", "transfinite"),
        ("log(4)", "expected , and the base"),
    ] {
        let answer = calc(text);
        assert!(answer.contains(message), "{text}: {answer}");
    }
}
