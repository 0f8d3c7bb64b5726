//! Factors of polynomials over finite fields of nimbers.

use nimbers::Interrupt;
use nimbers::NimberError;
use nimbers::ordinal::{Ordinal, Subfield};

fn ordinal(text: &str) -> Ordinal {
    text.parse().unwrap()
}

fn factors(field: &Subfield, lower: &[Ordinal]) -> Vec<Vec<Ordinal>> {
    field.factors(lower, Interrupt::NEVER).unwrap()
}

/// The product of two monic polynomials without their leading coefficients.
fn product(f: &[Ordinal], g: &[Ordinal]) -> Vec<Ordinal> {
    let [f, g] = [f, g].map(|f| [f, &[Ordinal::one()]].concat());
    let mut product = vec![Ordinal::ZERO; f.len() + g.len() - 1];
    for (i, a) in f.iter().enumerate() {
        for (j, b) in g.iter().enumerate() {
            product[i + j] = product[i + j].plus(&a.times(b, Interrupt::NEVER).unwrap());
        }
    }
    product.pop();
    product
}

#[test]
fn factors_multiply_to_the_polynomial_and_have_none() {
    let mut state = 1u64;
    let mut random = || {
        // Knuth's MMIX; its low bits are not random.
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        state ^ state >> 33
    };
    for generators in ["1", "5", "16", "w", "w^3+2", "w^w", "w^(w^2)+w^w"] {
        let field = Subfield::of(&[ordinal(generators)]).unwrap();
        for n in 1..7 {
            for with_square in [false, true] {
                let coefficients = (0..n).map(|_| field.element(random()));
                let mut f: Vec<Ordinal> = coefficients.collect();
                if with_square {
                    f = product(&f, &f);
                }
                let found = factors(&field, &f);
                let back = found.iter().fold(Vec::new(), |f, g| product(&f, g));
                assert_eq!(back, f);
                for factor in found {
                    assert_eq!(factors(&field, &factor), [factor]);
                }
            }
        }
    }
}

#[test]
fn irreducible_polynomials_are_counted() {
    // By Moebius: of degree n over q elements there are (q^n - …)/n.
    for (generator, q, counts) in [
        ("1", 2u64, &[2, 1, 2, 3, 6, 9][..]),
        ("2", 4, &[4, 6, 20, 60]),
    ] {
        let field = Subfield::of(&[ordinal(generator)]).unwrap();
        for (n, &count) in counts.iter().enumerate() {
            let n = n as u32 + 1;
            let lower = |mut number: u64| -> Vec<Ordinal> {
                let digits = (0..n).map(|_| {
                    let digit = number % q;
                    number /= q;
                    field.element(digit)
                });
                digits.collect()
            };
            let all = (0..q.pow(n)).map(lower);
            let irreducible = all.filter(|f| factors(&field, f).len() == 1);
            assert_eq!(irreducible.count(), count, "degree {n} over {q}");
        }
    }
}

#[test]
fn fields_grow_component_by_component() {
    let field = Subfield::of(&[ordinal("w^w")]).unwrap();
    assert_eq!(field.degree(), 20);
    let (field, next) = field.extended(3).unwrap();
    assert_eq!((field.degree(), next), (60, Ordinal::omega()));
    let (field, next) = field.extended(3).unwrap();
    assert_eq!((field.degree(), next), (180, ordinal("w^3")));
    let (field, next) = field.extended(2).unwrap();
    assert_eq!((field.degree(), next), (360, ordinal("16")));
    // Elements come in order.
    let elements: Vec<Ordinal> = (0..300).map(|i| field.element(i)).collect();
    assert!(elements.is_sorted());
    assert_eq!(elements[255], ordinal("255"));
    assert_eq!(elements[256], ordinal("w"));
}

#[test]
fn limits_are_kept() {
    let field = Subfield::of(&[ordinal("w^(w^8)")]).unwrap();
    let coefficient = ordinal("w^(w^8)");
    let long = vec![coefficient; 100];
    assert!(matches!(
        field.factors(&long, Interrupt::NEVER),
        Err(NimberError::TooMuchWork { .. })
    ));
    let finite = Subfield::of(&[ordinal("7")]).unwrap();
    let outside = [ordinal("w"), ordinal("1")];
    assert_eq!(
        finite.factors(&outside, Interrupt::NEVER),
        Err(NimberError::OutOfRange)
    );
    let stop = || true;
    let inside = [ordinal("7"), ordinal("1")];
    assert_eq!(
        finite.factors(&inside, Interrupt::when(&stop)),
        Err(NimberError::Stopped)
    );
}
