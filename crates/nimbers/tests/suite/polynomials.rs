//! Factors and roots of polynomials against multiplication and trial of all elements, traces and norms against
//! matrices, and the text for Sage against products of bits.

#![cfg(feature = "std")]

use std::collections::BTreeMap;

use nimbers::calc::CalcError;
use nimbers::calc::polynomials::evaluate;
use nimbers::polynomials::{Factorization, MAX_DEGREE, Polynomial, roots, sage_field};
use nimbers::{
    FiniteNimber, Interrupt, Nimber8, Nimber16, Nimber64, Nimber128, NimberError, Ordinal, Stopped,
};

const NEVER: Interrupt<'_> = Interrupt::NEVER;

/// Numbers without a pattern.
fn numbers(mut seed: u64) -> impl FnMut() -> u64 {
    move || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}

/// Monic polynomials of a degree over the first `q` nimbers, all of them.
fn monic(q: u64, degree: u32) -> impl Iterator<Item = Polynomial<Nimber8>> {
    (0..q.pow(degree)).map(move |code| {
        let digits = (0..degree).map(|i| Nimber8((code / q.pow(i) % q) as u8));
        Polynomial::new(digits.chain([Nimber8(1)]).collect())
    })
}

/// The irreducible factors of every monic polynomial up to a degree, by multiplying smaller ones out.
fn factors_by_products(
    q: u64,
    degree: u32,
) -> BTreeMap<Vec<Nimber8>, Vec<(Polynomial<Nimber8>, usize)>> {
    let mut known: BTreeMap<Vec<Nimber8>, Vec<(Polynomial<Nimber8>, usize)>> = BTreeMap::new();
    for d in 1..=degree {
        for p in monic(q, d) {
            // A polynomial that no product of smaller ones gives is irreducible.
            let key = p.coefficients().to_vec();
            known.entry(key).or_insert_with(|| vec![(p, 1)]);
        }
        // All products with degree d + 1 that have a part of degree at most d.
        for e in 1..=d {
            let irreducible = |a: &Polynomial<Nimber8>| known[a.coefficients()][0].0 == *a;
            let firsts: Vec<_> = monic(q, e).filter(irreducible).collect();
            for a in firsts {
                for b in monic(q, d + 1 - e) {
                    let mut factors = known[b.coefficients()].clone();
                    match factors.iter_mut().find(|(p, _)| *p == a) {
                        Some((_, times)) => *times += 1,
                        None => factors.push((a.clone(), 1)),
                    }
                    known.insert(a.times(&b).coefficients().to_vec(), factors);
                }
            }
        }
    }
    known
}

fn as_map<N: FiniteNimber>(found: &Factorization<N>) -> BTreeMap<Vec<N>, usize> {
    let factors = found.factors.iter();
    factors
        .map(|f| (f.polynomial.coefficients().to_vec(), f.multiplicity))
        .collect()
}

#[test]
fn polynomials_of_small_fields_factor_as_products_of_smaller_ones() {
    for (level, degree) in [(0, 7), (1, 4), (2, 3)] {
        let q = 1_u64 << (1 << level);
        let known = factors_by_products(q, degree);
        for d in 1..=degree {
            for p in monic(q, d) {
                let brute: BTreeMap<_, _> = known[p.coefficients()]
                    .iter()
                    .map(|(f, times)| (f.coefficients().to_vec(), *times))
                    .collect();
                let found = p.factor(level, NEVER).unwrap();
                assert_eq!(as_map(&found), brute, "{p} over K_{level}");
            }
        }
    }
}

#[test]
fn roots_in_small_fields_are_all_the_elements_that_are_zeros() {
    let mut next = numbers(1);
    for (level, bits) in [(1, 2), (2, 4), (3, 8)] {
        let elements = || (0..=(u8::MAX >> (8 - bits))).map(Nimber8);
        for degree in 1..=9 {
            for _ in 0..20 {
                let coefficient = |()| Nimber8(next() as u8 >> (8 - bits));
                let p = Polynomial::new((0..=degree).map(|_| ()).map(coefficient).collect());
                let found = roots(&p, Some(level), NEVER);
                if p.degree().is_none() {
                    assert_eq!(found.unwrap_err(), NimberError::ZeroPolynomial);
                    continue;
                }
                // How often x + a divides, by division.
                let times = |a: Nimber8| {
                    let linear = Polynomial::new(vec![a, Nimber8(1)]);
                    let mut rest = p.clone();
                    let mut times = 0;
                    while let Some((quotient, remainder)) = rest.divide(&linear)
                        && remainder.degree().is_none()
                    {
                        (rest, times) = (quotient, times + 1);
                    }
                    times
                };
                let zeros = elements().filter(|a| p.evaluate(a).is_zero());
                let brute: Vec<_> = zeros.map(|a| (a, times(a))).collect();
                let found = found.unwrap();
                assert_eq!(found.listed, brute, "{p} in K_{level}");
                let others = found.unlisted.iter().map(|other| {
                    let factor = &other.factor;
                    factor.polynomial.degree().unwrap() * factor.multiplicity
                });
                let count: usize = brute.iter().map(|(_, times)| times).sum();
                assert_eq!(count + others.sum::<usize>(), p.degree().unwrap());
            }
        }
    }
}

#[test]
fn roots_above_the_coefficients_are_found_in_the_larger_fields() {
    // Trying all nimbers of 16 bits, for all polynomials of two elements.
    for p in monic(2, 6) {
        let wide = |c: &Nimber8| Nimber16(c.0.into());
        let p = Polynomial::new(p.coefficients().iter().map(wide).collect());
        let zeros = (0..256).map(Nimber16).filter(|a| p.evaluate(a).is_zero());
        let brute: Vec<_> = zeros.collect();
        let found = roots(&p, None, NEVER).unwrap();
        let listed: Vec<_> = found.listed.iter().map(|(root, _)| *root).collect();
        assert_eq!(listed, brute, "{p}");
        assert!(found.unlisted.iter().all(|other| other.level().is_none()));
    }
    // x^2 + x + 2^127 has trace 1 over 128 bits: its roots are in K_8.
    let p = Polynomial::new(vec![Nimber128(1 << 127), Nimber128(1), Nimber128(1)]);
    let found = roots(&p, None, NEVER).unwrap();
    assert_eq!(found.unlisted[0].level(), Some(8));
    assert_eq!(
        found.to_string(),
        format!("none; 2 of {p} in the field of level 8")
    );
}

/// The product of random linear and irreducible quadratic polynomials, with multiplicities.
fn known_product<N: FiniteNimber>(
    mut element: impl FnMut() -> N,
    top: N,
) -> (Polynomial<N>, BTreeMap<Vec<N>, usize>) {
    let mut factors = BTreeMap::new();
    for times in [1, 1, 2, 4, 3] {
        *factors.entry(vec![element(), N::one()]).or_insert(0) += times;
        // With y = x / b: y^2 + y + c is irreducible if the trace of c, its top bit, is 1.
        let (b, c) = (element(), element());
        let c = if c.trace() { c } else { c.plus(&top) };
        let quadratic = vec![b.square().times(&c), b, N::one()];
        *factors.entry(quadratic).or_insert(0) += times;
    }
    let start = Polynomial::constant(N::one());
    let product = factors.iter().fold(start, |product, (f, &times)| {
        let factor = Polynomial::new(f.clone());
        (0..times).fold(product, |product, _| product.times(&factor))
    });
    (product, factors)
}

#[test]
fn products_of_known_factors_over_wide_fields_are_taken_apart() {
    let mut next = numbers(2);
    let (p, known) = known_product(|| Nimber64(next() | 1), Nimber64(1 << 63));
    let found = p.scaled(&Nimber64(77)).factor(6, NEVER).unwrap();
    assert_eq!(found.leading, Nimber64(77));
    assert_eq!(as_map(&found), known);
    assert_eq!(found.product(), p.scaled(&Nimber64(77)));

    let mut wide = || Nimber128(u128::from(next()) << 64 | u128::from(next() | 1));
    let (p, known) = known_product(&mut wide, Nimber128(1 << 127));
    let found = p.factor(7, NEVER).unwrap();
    assert_eq!(as_map(&found), known);
    // All roots in a subfield, where most traces of small nimbers are 0.
    let p = (0..16).fold(Polynomial::constant(Nimber128(1)), |p, a| {
        p.times(&Polynomial::new(vec![Nimber128(a), Nimber128(1)]))
    });
    let found = roots(&p, Some(7), NEVER).unwrap();
    let expected: Vec<_> = (0..16).map(|a| (Nimber128(a), 1)).collect();
    assert_eq!(found.listed, expected);
}

#[test]
fn minimal_polynomials_are_irreducible_and_split_above() {
    for x in [5, 16, 200, 255_u8].map(Nimber8) {
        let minimal = x.minimal_polynomial(Interrupt::NEVER).unwrap();
        let bits = (0..=minimal.degree().unwrap()).map(|i| Nimber8(minimal.coefficient(i).into()));
        let p = Polynomial::new(bits.collect());
        assert_eq!(p.factor(0, NEVER).unwrap().factors.len(), 1);
        let found = roots(&p, None, NEVER).unwrap();
        let mut conjugates: Vec<_> = (0..x.degree() as u64)
            .map(|n| (x.frobenius(n), 1))
            .collect();
        conjugates.sort_unstable();
        assert_eq!(found.listed, conjugates);
    }
}

#[test]
fn divisions_and_common_divisors_are_what_they_should_be() {
    let mut next = numbers(3);
    let mut random =
        |degree: usize| Polynomial::new((0..=degree).map(|_| Nimber8(next() as u8)).collect());
    for degree in 0..6 {
        let (a, b) = (random(7), random(degree));
        if let Some((quotient, rest)) = a.divide(&b) {
            assert!(rest.degree() < b.degree());
            assert_eq!(quotient.times(&b).plus(&rest), a);
        }
        let common = a.times(&b).gcd(&b.times(&random(3)), NEVER).unwrap();
        assert!(common.divide(&b).unwrap().1.degree().is_none());
    }
    assert_eq!(random(3).divide(&Polynomial::default()), None);
}

#[test]
fn what_cannot_be_factored_is_refused() {
    let one = Nimber8(1);
    let p = Polynomial::new(vec![Nimber8(4), one]);
    let outside = NimberError::OutsideField {
        level: 1,
        needed: 2,
    };
    assert_eq!(p.factor(1, NEVER).unwrap_err(), outside);
    let high = NimberError::LevelTooHigh { limit: 3 };
    assert_eq!(p.factor(4, NEVER).unwrap_err(), high);
    let zero = Polynomial::<Nimber8>::default();
    assert_eq!(
        zero.factor(0, NEVER).unwrap_err(),
        NimberError::ZeroPolynomial
    );
    let long = Polynomial::new(vec![one; MAX_DEGREE + 2]);
    assert_eq!(
        long.factor(0, NEVER).unwrap_err(),
        NimberError::DegreeTooHigh
    );
    assert_eq!(
        sage_field(8).unwrap_err(),
        NimberError::LevelTooHigh { limit: 7 }
    );
    for n in 0..10 {
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= n;
        let p = Polynomial::new(vec![Nimber8(7), one, one, one]);
        let found = p.factor(3, Interrupt::when(&stop)).unwrap_err();
        assert_eq!((found, asked.get()), (NimberError::Stopped, n + 1));
        let found = p.gcd(&p, Interrupt::when(&|| true)).unwrap_err();
        assert_eq!(found, Stopped);
    }
}

/// The matrix of the product with `x` over `K_level`: digits to the base of the field are coordinates, since a product
/// of 2^(2^i) for different i, and with anything smaller, is the ordinary one.
fn matrix(x: Nimber8, level: u32) -> Vec<Vec<Nimber8>> {
    let bits = 1_u32 << level;
    let digits = |x: Nimber8| {
        let digit = |i: u32| Nimber8(x.0 >> (bits * i) & (u8::MAX >> (8 - bits)));
        (0..8 / bits).map(digit).collect()
    };
    (0..8 / bits)
        .map(|i| digits(x * Nimber8(1 << (bits * i))))
        .collect()
}

/// The determinant by its definition: expansion along the first row.
fn determinant(rows: &[Vec<Nimber8>]) -> Nimber8 {
    let Some((first, rest)) = rows.split_first() else {
        return Nimber8(1);
    };
    let minor = |i: usize| -> Vec<Vec<Nimber8>> {
        let without = |row: &Vec<Nimber8>| [&row[..i], &row[i + 1..]].concat();
        rest.iter().map(without).collect()
    };
    let terms = first.iter().enumerate().filter(|(_, c)| !c.is_zero());
    terms.map(|(i, &c)| c * determinant(&minor(i))).sum()
}

#[test]
fn traces_and_norms_are_those_of_matrices() {
    // From K_3, so only nimbers that are in no smaller field.
    for level in 0..3 {
        for x in (16..=255)
            .step_by(if level == 0 { 17 } else { 1 })
            .map(Nimber8)
        {
            let matrix = matrix(x, level);
            let trace: Nimber8 = (0..matrix.len()).map(|i| matrix[i][i]).sum();
            let ordinal = Ordinal::from(x.0);
            assert_eq!(
                ordinal.trace_to(level, Interrupt::NEVER),
                Ok(trace.0.into()),
                "{x} to {level}"
            );
            let norm = determinant(&matrix);
            assert_eq!(
                ordinal.norm_to(level, Interrupt::NEVER),
                Ok(norm.0.into()),
                "{x} to {level}"
            );
        }
    }
    let x = Ordinal::from(0xb5_u8);
    assert_eq!(
        (
            x.trace_to(3, Interrupt::NEVER),
            x.norm_to(9, Interrupt::NEVER)
        ),
        (Ok(x.clone()), Ok(x.clone()))
    );
    assert_eq!(
        x.trace_to(0, Interrupt::NEVER).unwrap().is_zero(),
        !x.trace(Interrupt::NEVER).unwrap()
    );
    // The conjugates of the cube root of 2 over K_1 are all cube roots of 2.
    let (w, two) = (Ordinal::omega(), Ordinal::from(2_u8));
    assert_eq!(
        (
            w.norm_to(1, Interrupt::NEVER),
            w.trace_to(1, Interrupt::NEVER)
        ),
        (Ok(two), Ok(Ordinal::ZERO))
    );
    let (sum, product) = w
        .roots(1, Interrupt::NEVER)
        .unwrap()
        .iter()
        .fold((Ordinal::ZERO, Ordinal::one()), |(s, p), x| {
            (s.plus(x), p.times(x, Interrupt::NEVER).unwrap())
        });
    assert_eq!((sum, product), (w.clone(), w));
}

/// What the text for Sage says: the modulus, and both lists.
fn read_sage(text: &str) -> (Vec<usize>, [Vec<u128>; 2]) {
    let between = |start: &str, end: &str| {
        let rest = &text[text.find(start).unwrap() + start.len()..];
        rest[..rest.find(end).unwrap()].to_string()
    };
    let modulus = between("modulus=", ")");
    let exponents = modulus.split(" + ").map(|term| match term {
        "1" => 0,
        "y" => 1,
        power => power.strip_prefix("y^").unwrap().parse().unwrap(),
    });
    let list = |name: &str| -> Vec<u128> {
        let numbers = between(&format!("\n{name} = ["), "]");
        let hexadecimal = |n: &str| u128::from_str_radix(n.strip_prefix("0x").unwrap(), 16);
        numbers
            .split(", ")
            .map(|n| hexadecimal(n).unwrap())
            .collect()
    };
    (exponents.collect(), [list("bits"), list("powers")])
}

#[test]
fn sage_multiplies_as_nimbers_do() {
    let mut next = numbers(4);
    for level in 0..=7 {
        let degree = 1_usize << level;
        let (modulus, [bits, powers]) = read_sage(&sage_field(level).unwrap());
        assert_eq!(modulus[0], degree);
        // Products of polynomials over two elements, bit by bit.
        let times_g = |a: u128| {
            let carry = a >> (degree - 1) & 1 == 1;
            let shifted = if degree == 128 {
                a << 1
            } else {
                a << 1 & ((1 << degree) - 1)
            };
            let reduced = modulus[1..].iter().fold(0, |sum, &e| sum | 1_u128 << e);
            if carry { shifted ^ reduced } else { shifted }
        };
        let product = |a: u128, b: u128| {
            let mut power = a;
            (0..degree).fold(0, |sum, i| {
                let sum = if b >> i & 1 == 1 { sum ^ power } else { sum };
                power = times_g(power);
                sum
            })
        };
        let apply = |map: &[u128], n: u128| {
            let images = map.iter().enumerate().filter(|(i, _)| n >> i & 1 == 1);
            images.fold(0, |sum, (_, image)| sum ^ image)
        };
        for _ in 0..20 {
            let mut number = || (u128::from(next()) << 64 | u128::from(next())) >> (128 - degree);
            let (a, b) = (number(), number());
            assert_eq!(apply(&powers, apply(&bits, a)), a);
            let sage = apply(&powers, product(apply(&bits, a), apply(&bits, b)));
            assert_eq!(
                sage,
                (Nimber128(a) * Nimber128(b)).0,
                "{a} * {b} in K_{level}"
            );
        }
    }
}

#[test]
fn expressions_with_polynomials_have_answers() {
    for (expression, expected) in [
        ("roots(x^2+x+1)", "2, 3"),
        (
            "roots(x^2+x+1, 0)",
            "none; 2 of x^2 + x + 1 in the field of level 1",
        ),
        (
            "roots((x+5)^2*(x^3+x+1))",
            "5 (2 times); 3 of x^3 + x + 1 in the field of 2^12 elements, among the transfinite nimbers",
        ),
        ("roots(3, 8)", "6, 11, 13"),
        ("roots(x + 1 + roots(2, 4))", "6"),
        ("factor(x^2+x+1)", "x^2 + x + 1"),
        ("factor( X^2 + x + 1 , 1 )", "(x + 2) * (x + 3)"),
        ("factor(2*x^3+2x)", "2 * x * (x + 1)^2"),
        ("factor(7)", "7"),
        ("gcd(x^2+1, x^3+1)", "x + 1"),
        ("(x+2)*(x+3)", "x^2 + x + 1"),
        ("(x^2+*3)/2", "3*x^2 + 2"),
        ("(x + sqrt(8))^0", "1"),
        ("-x + norm(19, 1) + trace(19, 1)", "x + 2"),
        ("norm([w^2*3+5], 0)", "1"),
        ("trace(w) + norm(w, 1)", "2"),
        ("grundy", "error"),
    ] {
        let answer = evaluate(expression, NEVER);
        let text = answer.map_or_else(|_| "error".to_string(), |answer| answer.to_string());
        assert_eq!(text, expected, "{expression}");
    }
    let text = evaluate("sage(x^2+*3)", NEVER).unwrap().to_string();
    assert!(
        text.ends_with("S.<x> = K[]\np = element(1)*x^2 + element(3)*x^0"),
        "{text}"
    );
    let field = sage_field(3).unwrap();
    assert_eq!(
        evaluate("sage(3)", NEVER).unwrap().to_string(),
        field.trim_end()
    );
}

#[test]
fn mistakes_in_polynomials_have_their_place() {
    for (text, wrong, message) in [
        (
            "factor(x^2+)",
            ")",
            "expected a number, w, a function, ( or [, for example w+1",
        ),
        (
            "factor(x^2+x+1",
            "",
            "expected ), for example factor(x^4+x+2)",
        ),
        (
            "norm(19)",
            ")",
            "expected , and the level of the field, for example norm(19, 1)",
        ),
        (
            "x^1025",
            "x^1025",
            "the degree is too high; expected at most 1024",
        ),
        (
            "x^-1",
            "-1",
            "expected an exponent from 0 to 1024, for example x^3",
        ),
        (
            "x + w",
            "w",
            "expected a nimber below 2^128 as coefficient, for example x^2+3*x+7",
        ),
        (
            "1/x",
            "x",
            "expected a nimber to divide by, for example (x+1)/3",
        ),
        (
            "factor(x-x)",
            "factor(x-x)",
            "the polynomial is 0; expected one that is not",
        ),
        ("sqrt(x)", "x", "x cannot stand inside sqrt(...)"),
        (
            "factor(x)+1",
            "factor(x)",
            "expected a polynomial or a nimber, for example x^2+x+1",
        ),
        (
            "sage(9)",
            "sage(9)",
            "the field is too large; expected coefficients and a level of at most 7: nimbers below 2^(2^7)",
        ),
    ] {
        let CalcError {
            span,
            message: found,
            ..
        } = evaluate(text, NEVER).unwrap_err();
        assert_eq!((&text[span], found.as_str()), (wrong, message), "{text}");
    }
    let deep = "(".repeat(100_000) + "x";
    let error = evaluate(&deep, NEVER).unwrap_err();
    assert_eq!(error.message, "nested more than 100 deep");
    let stop = || true;
    let stopped = evaluate("factor(x^9+5)", Interrupt::when(&stop)).unwrap_err();
    assert_eq!(stopped.cause, Some(NimberError::Stopped));
}
