//! The dense fields below the ordinals: their bottom, their layers, and the way in and out.

use super::dense_ways::{self, times_by_terms};
use crate::excess::{Component, Excesses};
use crate::transfinite::component::closure;
use crate::transfinite::dense::base::Base;
use crate::transfinite::dense::fft::Transform;
use crate::transfinite::dense::tower::Tower;
use crate::transfinite::ordinal::field::Field;
use crate::{FiniteNimber, Interrupt, Nimber, Ordinal};

const ZERO: [u64; 8] = [0; 8];
const ONE: [u64; 8] = [1, 0, 0, 0, 0, 0, 0, 0];

fn add(a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
}

/// Bit by bit, from the definition.
fn naive(degree: usize, tail: u64, a: &[u64], b: &[u64]) -> Vec<u64> {
    let bit = |x: &[u64], i: usize| x[i / 64] >> (i % 64) & 1 == 1;
    let mut t = vec![false; 2 * degree];
    for i in 0..degree {
        for j in 0..degree {
            t[i + j] ^= bit(a, i) & bit(b, j);
        }
    }
    for i in (degree..2 * degree).rev() {
        if std::mem::take(&mut t[i]) {
            for k in 0..64 {
                if tail >> k & 1 == 1 {
                    t[i - degree + k] ^= true;
                }
            }
        }
    }
    let mut out = vec![0; a.len()];
    (0..degree)
        .filter(|&i| t[i])
        .for_each(|i| out[i / 64] |= 1 << (i % 64));
    out
}

/// Every way to multiply polynomials, against products of coefficients one by one.
#[test]
fn polynomials_are_sums_of_products() {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        state ^ state >> 29
    };
    for degree in [2usize, 3, 20, 60, 63, 64] {
        let mask = u64::MAX >> (64 - degree);
        for n in [1usize, 2, 3, 7, 13, 16] {
            let a: Vec<u64> = (0..n).map(|_| random() & mask).collect();
            let b: Vec<u64> = (0..n).map(|_| random() & mask).collect();
            let mut expected = vec![0; 2 * n - 1];
            for i in 0..n {
                for j in 0..n {
                    let product = naive(degree, 3, &a[i..=i], &b[j..=j]);
                    expected[i + j] ^= product[0];
                }
            }
            for out in dense_ways::base_polynomials(degree, 3, &a, &b) {
                assert_eq!(out, expected, "degree {degree}, {n} coefficients");
            }
        }
    }
}

#[test]
fn every_kernel_agrees_with_the_definition() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for degree in [
        2usize, 3, 6, 20, 63, 64, 65, 84, 127, 128, 129, 192, 220, 300, 320, 380, 420, 448, 500,
        511, 512,
    ] {
        let tail_bits = degree.div_ceil(2).min(20);
        for _ in 0..4 {
            let tail = random() & ((1 << tail_bits) - 1) | 1;
            let element = |random: &mut dyn FnMut() -> u64| {
                let mut x: Vec<u64> = (0..degree.div_ceil(64)).map(|_| random()).collect();
                *x.last_mut().unwrap() &= u64::MAX >> (64 * x.len() - degree);
                x
            };
            let (a, b) = (element(&mut random), element(&mut random));
            let pair = [&a[..], &b[..]].concat();
            let expected = [naive(degree, tail, &a, &b), naive(degree, tail, &b, &b)].concat();
            for products in dense_ways::base_products(degree, tail, &pair, &b) {
                assert_eq!(products, expected, "degree {degree}");
            }
            let expected = naive(degree, tail, &a, &a);
            for square in dense_ways::base_squares(degree, tail, &a) {
                assert_eq!(square, expected, "degree {degree}");
            }
        }
    }
}

#[test]
fn inverses_roots_and_artin_schreier_hold() {
    for degree in [1, 2, 3, 6, 20, 60, 64, 65, 156, 420, 512] {
        let f = Base::new(degree);
        let mut x = ONE;
        for k in 0..degree.min(40) {
            add(&mut x, &f.monomial(k * 7 % degree));
            x = f.square(&f.mul(&x, &f.monomial(k % degree)));
            if x != ZERO {
                assert_eq!(f.mul(&x, &f.inverse(&x)), ONE, "degree {degree}");
            }
            if let Some(y) = f.solve_artin_schreier(&x) {
                let mut square = f.square(&y);
                add(&mut square, &y);
                assert_eq!(square, x);
            }
        }
    }
    let f = Base::new(60);
    let a = f.monomial(7);
    for r in [3, 5, 11, 13] {
        let cube = (1..r).fold(a, |p, _| f.mul(&p, &a));
        let root = f.split_root(r, &cube);
        assert_eq!((1..r).fold(root, |p, _| f.mul(&p, &root)), cube, "r = {r}");
    }
}

/// The product of polynomials of degree below 32.
fn product(a: u64, b: u64) -> u64 {
    (0..32)
        .filter(|i| a >> i & 1 == 1)
        .fold(0, |sum, i| sum ^ b << i)
}

#[test]
fn powers_of_x_and_common_divisors() {
    // x^6 + x^3 + 1: x has order 9.
    let m = 0b1001001;
    assert_eq!(dense_ways::power_of_x(m, &[true, false, false, true]), [1]);
    let square = product(m, m);
    assert_eq!(square, 0b1000001000001);
    assert_eq!(dense_ways::remainder(square, m), [0_u64; 0]);
    assert_eq!(dense_ways::gcd(m, product(m, 3)), [m]);
}

/// Values at all sums of 1, x, …, by Horner's rule.
#[test]
fn values_are_those_of_the_polynomial() {
    let field = Base::new(20);
    for m in 1..=6usize {
        let transform = Transform::new(&field, m);
        let n = transform.size();
        assert_eq!(n, 1 << m);
        // Two polynomials side by side.
        let data: Vec<u64> = (0..2 * n as u64)
            .map(|i| (i * 0x9e37 + i * i * 77 + 5) & 0xf_ffff)
            .collect();
        let mut values = data.clone();
        let mut spare = values.clone();
        transform.evaluate(0, &field, 2, &mut values, &mut spare);
        let mut found: Vec<[u64; 2]> = values.chunks(2).map(|c| [c[0], c[1]]).collect();
        let mut expected: Vec<[u64; 2]> = (0..n as u64)
            .map(|point| {
                [0, 1].map(|k| {
                    let point = [point, 0, 0, 0, 0, 0, 0, 0];
                    (0..n).rev().fold([0; 8], |y, i| {
                        let mut y = field.mul(&y, &point);
                        y[0] ^= data[2 * i + k];
                        y
                    })[0]
                })
            })
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "m = {m}");
        transform.interpolate(0, &field, 2, &mut values, &mut spare);
        assert_eq!(values, data);
    }
}

fn tower(prime: u32, power: u32, more: &[Component]) -> Tower {
    let excesses = Excesses::shipped();
    let components = [&[Component { prime, power }], more].concat();
    Tower::new(&closure(&components, &excesses).unwrap(), &excesses).unwrap()
}

fn random_bits(degree: usize, seed: u64) -> Vec<u64> {
    let mut state = seed | 1;
    let mut bits: Vec<u64> = (0..degree.div_ceil(64))
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        })
        .collect();
    let spare = bits.len() * 64 - degree;
    *bits.last_mut().unwrap() &= u64::MAX >> spare;
    bits
}

/// Fields with Artin-Schreier layers above the base, Kummer layers small and large (the latter by
/// transforms), and both over each other.
fn towers() -> Vec<Tower> {
    let two = |power| Component { prime: 2, power };
    vec![
        tower(2, 1, &[]),
        tower(2, 11, &[]),
        tower(3, 3, &[two(10)]),
        tower(7, 2, &[]),
        tower(11, 1, &[]),
        tower(43, 1, &[]),
        tower(59, 1, &[]),
        tower(83, 1, &[]),
        tower(191, 1, &[]),
    ]
}

#[test]
fn towers_are_fields() {
    let towers = towers();
    assert!(towers.iter().any(dense_ways::has_transforms));
    for t in &towers {
        let [a, b, c] =
            [1, 2, 3].map(|seed| t.element(&random_bits(t.degree(), seed * 0x9e37_79b9)));
        assert_eq!(t.element(&t.coordinates(&a)), a);
        assert_eq!(
            t.mul(&t.mul(&a, &b), &c),
            t.mul(&a, &t.mul(&b, &c)),
            "degree {}",
            t.degree()
        );
        let mut sum = b.clone();
        add(&mut sum, &c);
        let mut products = t.mul(&a, &b);
        add(&mut products, &t.mul(&a, &c));
        assert_eq!(t.mul(&a, &sum), products);
        assert_eq!(t.square(&a), t.mul(&a, &a));
        let inverse = |x: &[u64]| t.inverse(x, Interrupt::NEVER).unwrap();
        assert_eq!(t.mul(&a, &inverse(&a).unwrap()), t.one());
        assert_eq!(inverse(&vec![0; t.words()]), None);
    }
}

#[test]
fn frobenius_is_repeated_squaring() {
    for t in towers() {
        let frobenius = |n| t.frobenius(n, Interrupt::NEVER).unwrap();
        let apply = |map: &_, x: &[u64]| t.apply(map, x, Interrupt::NEVER).unwrap();
        let a = t.element(&random_bits(t.degree(), 77));
        let mut power = a.clone();
        for n in 0..6 {
            assert_eq!(
                apply(&frobenius(n), &a),
                power,
                "degree {}, n = {n}",
                t.degree()
            );
            power = t.square(&power);
        }
        let (f, g) = (frobenius(5 * t.degree() - 5), frobenius(5));
        assert_eq!(apply(&f, &apply(&g, &a)), a);
        let both = t.compose(&f, &g, Interrupt::NEVER).unwrap();
        assert_eq!(apply(&both, &a), a);
    }
}

#[test]
fn the_transpose_gives_the_constant_coefficient_of_products() {
    for t in towers() {
        let [a, b] = [5, 6].map(|seed| t.element(&random_bits(t.degree(), seed)));
        let constant = t.mul(&a, &b)[0] & 1;
        let dot = t
            .transposed(&a)
            .iter()
            .zip(&b)
            .fold(0, |p, (x, y)| p ^ (x & y));
        assert_eq!(u64::from(dot.count_ones() % 2), constant);
    }
}

#[test]
fn finite_towers_are_the_finite_nimbers() {
    for power in [1, 3, 6, 9, 11] {
        let t = tower(2, power, &[]);
        let [a, b] = [8, 9].map(|seed| random_bits(t.degree(), seed));
        let product = t.mul(&t.element(&a), &t.element(&b));
        let expected = Nimber::from_words(a).times(&Nimber::from_words(b));
        assert_eq!(Nimber::from_words(t.coordinates(&product)), expected);
    }
}

#[test]
fn the_dense_field_agrees_with_the_product_by_terms() {
    let generators = [
        "2",
        "4",
        "16",
        "w",
        "w^3+1",
        "w^w",
        "w^(w^2)",
        "w^(w^3)+5",
        "w^(w^4)",
        "w^(w+1)*3",
    ];
    let mut x = Ordinal::one();
    let mut y = Ordinal::from(6u32);
    for (i, g) in generators.iter().cycle().enumerate().take(30) {
        let g: Ordinal = g.parse().unwrap();
        let product = times_by_terms(&x, &y);
        let field = Field::of(&[&x, &y]).unwrap();
        assert_eq!(field.ordinal(&field.dense(&x)), x);
        let [dense_x, dense_y] = [&x, &y].map(|z| field.dense(z));
        let dense = field.tower.mul(&dense_x, &dense_y);
        assert_eq!(field.ordinal(&dense), product, "({x})·({y})");
        let square = field.tower.square(&dense_x);
        assert_eq!(field.ordinal(&square), times_by_terms(&x, &x));
        // Keep a few terms, so that the slow path stays quick.
        let sum = product.plus(&g);
        let few = sum.terms().iter().cloned().step_by(1 + i % 3).take(6);
        (x, y) = (y, Ordinal::from_terms(few).plus(&g));
    }
}
