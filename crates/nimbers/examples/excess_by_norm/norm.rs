//! Excesses, that is, whether elements are p-th powers: by the norm to the field of the p-th roots of unity, and a
//! power of that.

use std::time::{Duration, Instant};

use super::base::Map;
use super::field::Field;
use super::kappa::{Table, order, parts};

/// The excess of p and the degree of the field, if the excesses below are known and no field is larger than that.
/// The candidates before the first are not tried.
pub fn excess(table: &Table, p: u32, most: u64, first: u32) -> Option<(u32, u64)> {
    let h = order(p);
    for m in first.. {
        let field = Field::new(table, h, m, most)?;
        let element = field.element(&field.sum(&parts(table, h)?, m));
        if !is_power(&field, &element, p, h) {
            return Some((m, field.degree));
        }
    }
    None
}

/// Whether κ_h + m, for the order h of 2 modulo p, is a p-th power. Its power (2^E - 1)/p is a power of its norm to the
/// field of degree h, that is, the product of the conjugates by every h-th power of Frobenius.
fn is_power(field: &Field, element: &[u64], p: u32, h: u32) -> bool {
    let r = (2..=h)
        .find(|&r| h.is_multiple_of(r))
        .expect("2 is not 1 modulo p");
    let d = h / r;
    let to_d = Frobenius::square(field).power(field, u64::from(d));
    let to_h = to_d.power(field, u64::from(r));
    let norm = norm(field, element, &to_h, field.degree / u64::from(h));
    let fixed = |map: &Frobenius, a: &[u64]| map.of(field, field.top(), a) == a;
    assert!(
        fixed(&to_h, &norm),
        "the norm lies in the field of degree {h}"
    );
    // (2^h - 1)/p = c (2^d - 1): that power is 1 if the power c lies in the field of degree d. In any case the power
    // cp does, which shows that all before was computed right.
    let root = power(field, &norm, &exponent(p, d, r));
    let bits: Vec<bool> = (0..=p.ilog2()).rev().map(|i| p >> i & 1 != 0).collect();
    let below = power(field, &root, &bits);
    assert!(
        fixed(&to_d, &below),
        "its power lies in the field of degree {d}"
    );
    fixed(&to_d, &root)
}

/// The product of the first `count` conjugates, by doubling.
fn norm(field: &Field, element: &[u64], map: &Frobenius, count: u64) -> Vec<u64> {
    let top = field.top();
    let (mut product, mut over) = (element.to_vec(), map.clone());
    let mut progress = Progress::new("the norm", count.ilog2() as usize);
    for i in (0..count.ilog2()).rev() {
        progress.show(i as usize);
        product = field.product(top, &product, &over.of(field, top, &product));
        let odd = count >> i & 1 != 0;
        if odd {
            product = field.product(top, element, &map.of(field, top, &product));
        }
        if i > 0 {
            over = over.after(field, &over);
            if odd {
                over = over.after(field, map);
            }
        }
    }
    product
}

/// The bits of (1 + 2^d + … + 2^(d(r-1)))/p, from the highest down: long division.
fn exponent(p: u32, d: u32, r: u32) -> Vec<bool> {
    let mut rest = 0;
    let bits = (0..=d * (r - 1)).rev().map(|i| {
        rest = 2 * rest + u32::from(i.is_multiple_of(d));
        let bit = rest >= p;
        rest -= if bit { p } else { 0 };
        bit
    });
    let bits = bits.collect();
    assert_eq!(rest, 0, "p divides 2^h - 1 and not 2^d - 1");
    bits
}

/// A power, by squares and by odd powers of at most five bits.
fn power(field: &Field, a: &[u64], exponent: &[bool]) -> Vec<u64> {
    let top = field.top();
    let square = field.square(a);
    let mut odd = vec![a.to_vec()];
    let mut all = field.one(top);
    let mut rest = exponent;
    let mut progress = Progress::new("its power", exponent.len());
    while let Some(start) = rest.iter().position(|&bit| bit) {
        progress.show(rest.len());
        (0..start).for_each(|_| all = field.square(&all));
        rest = &rest[start..];
        let longest = &rest[..rest.len().min(5)];
        let end = longest
            .iter()
            .rposition(|&bit| bit)
            .expect("the first bit is set")
            + 1;
        let value = rest[..end]
            .iter()
            .fold(0, |value, &bit| 2 * value + usize::from(bit));
        while odd.len() <= value / 2 {
            odd.push(field.product(top, &odd[odd.len() - 1], &square));
        }
        (0..end).for_each(|_| all = field.square(&all));
        all = field.product(top, &all, &odd[value / 2]);
        rest = &rest[end..];
    }
    rest.iter().for_each(|_| all = field.square(&all));
    all
}

/// Says on stderr how far it is, every ten seconds.
struct Progress {
    what: &'static str,
    steps: usize,
    began: Instant,
    last: Instant,
}

impl Progress {
    fn new(what: &'static str, steps: usize) -> Progress {
        let began = Instant::now();
        Progress {
            what,
            steps,
            began,
            last: began,
        }
    }

    fn show(&mut self, left: usize) {
        if self.last.elapsed() > Duration::from_secs(10) {
            let (done, steps, what) = (self.steps - left, self.steps, self.what);
            eprintln!(
                "{what}: {done} of {steps} steps, {:.0} s",
                self.began.elapsed().as_secs_f64()
            );
            self.last = Instant::now();
        }
    }
}

/// x -> x^(2^n).
#[derive(Clone)]
struct Frobenius {
    /// The images of the base's basis.
    columns: Vec<Vec<u64>>,
    base: Map,
    layers: Vec<Powers>,
}

/// κ^i goes to the i-th factor times κ to the exponent i*b modulo the size of the layer.
#[derive(Clone)]
struct Powers {
    b: usize,
    factors: Vec<Vec<u64>>,
}

impl Frobenius {
    fn square(field: &Field) -> Frobenius {
        let columns = (0..field.base.degree).map(|i| {
            let (mut power, mut square) = (vec![0; field.base.words], vec![0; field.base.words]);
            power[i / 64] = 1 << (i % 64);
            field.base.square.add(&power, &mut square);
            square
        });
        let mut all = Frobenius::of_base(field, columns.collect());
        for layer in 0..field.top() {
            all.layers
                .push(Powers::new(field, layer, 2, &field.one(layer)));
        }
        all
    }

    fn of_base(field: &Field, columns: Vec<Vec<u64>>) -> Frobenius {
        let base = Map::new(field.base.words, &columns);
        Frobenius {
            columns,
            base,
            layers: Vec::new(),
        }
    }

    /// First the other, then this.
    fn after(&self, field: &Field, other: &Frobenius) -> Frobenius {
        let columns = other
            .columns
            .iter()
            .map(|column| self.of(field, 0, column))
            .collect();
        let mut all = Frobenius::of_base(field, columns);
        for (layer, (mine, first)) in self.layers.iter().zip(&other.layers).enumerate() {
            // u κ^b goes to the image of u, times that of κ^b.
            let image = self.of(field, layer, &first.factors[1]);
            let u = field.product(layer, &image, &mine.factors[first.b]);
            let b = mine.b * first.b % field.size(layer);
            all.layers.push(Powers::new(field, layer, b, &u));
        }
        all
    }

    /// This n times.
    fn power(&self, field: &Field, n: u64) -> Frobenius {
        let mut all = self.clone();
        for i in (0..n.ilog2()).rev() {
            all = all.after(field, &all);
            if n >> i & 1 != 0 {
                all = all.after(field, self);
            }
        }
        all
    }

    fn of(&self, field: &Field, level: usize, a: &[u64]) -> Vec<u64> {
        let mut out = vec![0; a.len()];
        let Some(below) = level.checked_sub(1) else {
            self.base.add(a, &mut out);
            return out;
        };
        let (Powers { b, factors }, words) = (&self.layers[below], field.words(below));
        for (i, (a, factor)) in a.chunks_exact(words).zip(factors).enumerate() {
            let image = field.product(below, &self.of(field, below, a), factor);
            let place = b * i % field.size(below) * words;
            out[place..place + words].copy_from_slice(&image);
        }
        out
    }
}

impl Powers {
    fn new(field: &Field, layer: usize, b: usize, u: &[u64]) -> Powers {
        let size = field.size(layer);
        let mut factors = vec![field.one(layer)];
        for i in 1..size {
            let next = field.product(layer, &factors[i - 1], u);
            factors.push(if b * (i - 1) % size + b < size {
                next
            } else {
                let mut wrapped = vec![0; next.len()];
                field.add_alpha(layer, &next, &mut wrapped);
                wrapped
            });
        }
        Powers { b, factors }
    }
}
