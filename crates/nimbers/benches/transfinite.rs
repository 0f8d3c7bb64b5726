//! Transfinite nimbers: products, inverses, equations, roots, and Lenstra's excesses.
//!
//! `cargo bench -p nimbers --bench transfinite`

use std::hint::black_box;

use divan::Bencher;
use nimbers::excess::Excesses;
use nimbers::{Interrupt, Ordinal};

fn main() {
    divan::main();
}

fn o(text: &str) -> Ordinal {
    text.parse().expect("an ordinal")
}

/// Pairs by the number of terms and the field they lie in.
const PAIRS: &[(&str, &str)] = &[
    ("w+4", "w+1"),
    ("w^2*3+w*5+4", "w^2*9+w+7"),
    ("w^(w+1)*5+w^w+w^2+6", "w^(w*3)+w^(w*2+2)+w+1"),
    ("w^(w^2*3)+w^(w*2)*7+w", "w^(w^2*5+w+1)+w^(w^2)+3"),
    ("w^(w^20)+w", "w^(w^20*70)+w^(w^3)"),
];

#[divan::bench(args = PAIRS)]
fn product(bencher: Bencher, (x, y): &(&str, &str)) {
    let (x, y) = (o(x), o(y));
    bencher.bench_local(|| black_box(&x).times(black_box(&y), Interrupt::NEVER));
}

/// The same by the definition of a power of a sum: schoolbook over single terms.
#[divan::bench(args = PAIRS)]
fn product_term_by_term(bencher: Bencher, (x, y): &(&str, &str)) {
    let terms = |x: &Ordinal| -> Vec<Ordinal> {
        x.terms()
            .iter()
            .map(|term| Ordinal::from_terms([term.clone()]))
            .collect()
    };
    let (x, y) = (terms(&o(x)), terms(&o(y)));
    bencher.bench_local(|| {
        x.iter()
            .flat_map(|x| {
                y.iter()
                    .map(|y| x.times(y, Interrupt::NEVER).expect("known"))
            })
            .sum::<Ordinal>()
    });
}

/// Elements of fields of degree 12, 180, 1260, 5060 and 23,716.
const ELEMENTS: &[&str] = &[
    "w+4",
    "w^(w+3)+5",
    "w^(w^2+w+3)+5",
    "w^(w^7)+1",
    "w^(w^3)+w^(w^2*6)+w^w+4",
];

#[divan::bench(args = ELEMENTS)]
fn inverse(bencher: Bencher, x: &str) {
    let x = o(x);
    bencher.bench_local(|| black_box(&x).inverse(Interrupt::NEVER));
}

#[divan::bench(args = ELEMENTS)]
fn square_root(bencher: Bencher, x: &str) {
    let x = o(x);
    bencher.bench_local(|| black_box(&x).sqrt(Interrupt::NEVER));
}

#[divan::bench(args = ELEMENTS)]
fn artin_schreier(bencher: Bencher, x: &str) {
    let x = o(x);
    bencher.bench_local(|| black_box(&x).artin_schreier(Interrupt::NEVER));
}

#[divan::bench(args = ELEMENTS, sample_count = 10)]
fn cube_roots(bencher: Bencher, x: &str) {
    let x = o(x);
    bencher.bench_local(|| black_box(&x).roots(3, Interrupt::NEVER));
}

fn excesses(primes: impl Iterator<Item = u32>) -> Excesses {
    let mut excesses = Excesses::empty();
    for p in primes {
        excesses
            .compute(p, 16 << 30, Interrupt::NEVER)
            .expect("all smaller ones are there");
    }
    excesses
}

fn odd_primes() -> impl Iterator<Item = u32> {
    nimbers::excess::table().map(|(p, _)| p)
}

/// All excesses of the primes below 300, from nothing.
#[divan::bench(sample_count = 3)]
fn all_excesses_below_300() -> Excesses {
    excesses(odd_primes().take_while(|&p| p < 300))
}

/// One excess: the degrees are 102,180; 237,820; 3,504,820; 4,994,220.
#[divan::bench(args = [263, 283, 359, 659], sample_count = 1, sample_size = 1)]
fn one_excess(p: u32) -> u32 {
    Excesses::shipped()
        .compute(p, 16 << 30, Interrupt::NEVER)
        .expect("all smaller ones are there")
}

/// All 126 excesses of OEIS A380496 (p <= 709), from nothing.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn all_excesses_to_709() -> Excesses {
    excesses(odd_primes().take_while(|&p| p <= 709))
}
