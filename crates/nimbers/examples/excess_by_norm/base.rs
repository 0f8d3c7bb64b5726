//! The base of a field: the finite nimbers and the smallest κ, to a degree of at most 384. Its multiplication is first
//! that of monomials by their exponents; then some element θ whose powers are a basis is found, and everything
//! is written in these powers.

use std::collections::BTreeMap;

use super::kappa::{Table, order, parts};
use super::product::{add, product};

const MOST: u32 = 384;

pub struct Base {
    pub degree: usize,
    pub words: usize,
    /// The squares of the powers of θ.
    pub square: Map,
    /// The powers of θ from its degree on.
    high: Map,
    /// (prime, exponent of its highest power); 2, 4, 16, … are variables of their own.
    variables: Vec<(u32, u32)>,
    /// The place of each variable among the monomials: the product of the sizes before.
    places: Vec<usize>,
    /// The monomials, in powers of θ.
    monomials: Vec<Vec<u64>>,
}

impl Base {
    pub fn new(table: &Table, highest: &BTreeMap<u32, u32>) -> Option<Base> {
        let twos = (1..=highest.get(&2).copied().unwrap_or(0)).map(|n| (2, n));
        let odd = highest
            .iter()
            .map(|(&q, &n)| (q, n))
            .filter(|&(q, _)| q != 2);
        let (mut variables, mut sizes, mut places) = (Vec::new(), Vec::new(), vec![1]);
        let mut degree = 1;
        for (q, n) in twos.chain(odd) {
            let size = if q == 2 { 2 } else { q.checked_pow(n)? };
            if degree * size > MOST {
                break;
            }
            variables.push((q, n));
            sizes.push(size);
            degree *= size;
            places.push(degree as usize);
        }
        let degree = degree as usize;
        let words = degree.div_ceil(64);
        let mut base = Base {
            degree,
            words,
            square: Map::new(words, &[]),
            high: Map::new(words, &[]),
            variables,
            places,
            monomials: Vec::new(),
        };
        let mut rules = Vec::new();
        for (i, &(q, _)) in base.variables.iter().enumerate() {
            rules.push(if q == 2 {
                // F*F = F + F/2, where F/2 is the product of all smaller ones.
                vec![base.places[i], base.places[i] - 1]
            } else {
                let kappas = parts(table, order(q))?;
                let kappas = kappas.iter().map(|&(r, n)| base.place(r, n));
                kappas.chain(bits(*table.get(&q)?)).collect()
            });
        }
        base.change(&Monomials {
            sizes,
            rules,
            places: base.places.clone(),
        });
        Some(base)
    }

    pub fn has(&self, q: u32) -> bool {
        q == 2 || self.variables.iter().any(|variable| variable.0 == q)
    }

    /// The place of κ with the index q^n among the monomials.
    fn place(&self, q: u32, n: u32) -> usize {
        let variable = self
            .variables
            .iter()
            .position(|&(r, m)| r == q && (q != 2 || m == n));
        let i = variable.expect("the base holds it");
        self.places[i]
            * if q == 2 {
                1
            } else {
                q.pow(self.variables[i].1 - n) as usize
            }
    }

    pub fn kappa(&self, q: u32, n: u32) -> Vec<u64> {
        self.monomials[self.place(q, n)].clone()
    }

    /// A finite nimber: its bits are the first monomials.
    pub fn nimber(&self, m: u32) -> Vec<u64> {
        let mut sum = vec![0; self.words];
        bits(m).for_each(|i| add(&mut sum, &self.monomials[i]));
        sum
    }

    /// The product by an element.
    pub fn times(&self, c: &[u64]) -> Map {
        let columns = (0..self.degree).map(|i| {
            let mut power = vec![0; self.words];
            power[i / 64] = 1 << (i % 64);
            let mut out = vec![0; self.words];
            self.reduce(&product(&power, c), 0, &mut out);
            out
        });
        Map::new(self.words, &columns.collect::<Vec<_>>())
    }

    /// Adds the element that a polynomial of twice the length, from this bit on, stands for.
    pub fn reduce(&self, long: &[u64], at: usize, out: &mut [u64]) {
        let mut high = [0; MOST as usize / 64];
        slice(long, at, self.degree, |i, word| out[i] ^= word);
        slice(long, at + self.degree, self.degree - 1, |i, word| {
            high[i] = word
        });
        self.high.add(&high[..self.words], out);
    }

    /// Finds θ, a sum of a few monomials, and writes everything in its powers.
    fn change(&mut self, monomials: &Monomials) {
        let (degree, words) = (self.degree, self.words);
        let mut random = 1u64;
        let (powers, solver) = loop {
            let theta = (0..8).map(|_| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (random >> 33) as usize % degree
            });
            let theta: Vec<usize> = theta.collect();
            let times = Map::new(words, &monomials.times(&theta));
            let mut powers = vec![unit(words, 0)];
            for i in 0..2 * degree {
                let mut next = vec![0; words];
                times.add(&powers[i], &mut next);
                powers.push(next);
            }
            if let Some(solver) = Solver::new(&powers[..degree]) {
                break (powers, solver);
            }
        };
        let written: Vec<Vec<u64>> = powers.iter().map(|power| solver.solve(power)).collect();
        self.square = Map::new(
            words,
            &(0..degree)
                .map(|i| written[2 * i].clone())
                .collect::<Vec<_>>(),
        );
        self.high = Map::new(words, &written[degree..2 * degree]);
        self.monomials = (0..degree).map(|i| solver.solve(&unit(words, i))).collect();
    }
}

fn bits(m: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |i| m >> i & 1 != 0)
}

fn unit(words: usize, i: usize) -> Vec<u64> {
    let mut unit = vec![0; words];
    unit[i / 64] = 1 << (i % 64);
    unit
}

/// The words of this many bits from a bit on.
fn slice(long: &[u64], at: usize, bits: usize, mut take: impl FnMut(usize, u64)) {
    for i in 0..bits.div_ceil(64) {
        let (word, shift) = (at / 64 + i, at % 64);
        let above = long.get(word + 1).copied().unwrap_or(0);
        let all = long.get(word).copied().unwrap_or(0) >> shift | above << 1 << (63 - shift);
        let left = bits - 64 * i;
        take(
            i,
            if left < 64 {
                all & ((1 << left) - 1)
            } else {
                all
            },
        );
    }
}

/// Products of monomials by their exponents.
struct Monomials {
    sizes: Vec<u32>,
    /// What a variable to the power of its size is.
    rules: Vec<Vec<usize>>,
    places: Vec<usize>,
}

impl Monomials {
    fn exponents(&self, place: usize) -> Vec<u32> {
        let each = self.sizes.iter().zip(&self.places);
        each.map(|(&size, &at)| (place / at) as u32 % size)
            .collect()
    }

    /// The products of all monomials by a sum.
    fn times(&self, sum: &[usize]) -> Vec<Vec<u64>> {
        let degree = self.places[self.sizes.len()];
        let mut columns = vec![vec![0; degree.div_ceil(64)]; degree];
        for (i, column) in columns.iter_mut().enumerate() {
            for &j in sum {
                let (a, b) = (self.exponents(i), self.exponents(j));
                self.add(a.iter().zip(&b).map(|(a, b)| a + b).collect(), column);
            }
        }
        columns
    }

    /// Adds a monomial whose exponents may be too large.
    fn add(&self, mut exponents: Vec<u32>, out: &mut [u64]) {
        if let Some(i) = (0..self.sizes.len()).rfind(|&i| exponents[i] >= self.sizes[i]) {
            exponents[i] -= self.sizes[i];
            for &term in &self.rules[i] {
                let term = self.exponents(term);
                self.add(
                    exponents.iter().zip(&term).map(|(a, b)| a + b).collect(),
                    out,
                );
            }
            return;
        }
        let place: usize = exponents
            .iter()
            .zip(&self.places)
            .map(|(&e, &at)| e as usize * at)
            .sum();
        out[place / 64] ^= 1 << (place % 64);
    }
}

/// A linear map, by tables for the bytes of its argument.
#[derive(Clone)]
pub struct Map {
    words: usize,
    rows: Vec<u64>,
}

impl Map {
    /// From the images of the bits.
    pub fn new(words: usize, columns: &[Vec<u64>]) -> Map {
        let mut rows = Vec::new();
        for byte in columns.chunks(8) {
            let start = rows.len();
            rows.resize(start + words, 0);
            for column in byte {
                let known = rows.len();
                rows.extend_from_within(start..);
                rows[known..]
                    .chunks_exact_mut(words)
                    .for_each(|row| add(row, column));
            }
            // The bits beyond the last column stay 0.
            rows.resize(start + 256 * words, 0);
        }
        Map { words, rows }
    }

    pub fn add(&self, a: &[u64], out: &mut [u64]) {
        let tables = |words| self.rows.chunks_exact(256 * words);
        let bytes = a
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .map(usize::from);
        if self.words == 1 {
            out[0] = tables(1)
                .zip(bytes)
                .fold(out[0], |sum, (rows, byte)| sum ^ rows[byte]);
            return;
        }
        for (rows, byte) in tables(self.words).zip(bytes) {
            add(out, &rows[byte * self.words..][..self.words]);
        }
    }
}

/// Writes vectors in a basis.
struct Solver {
    /// The first set bit, a vector with it and without those of the rows before, and the sum of the basis that it is.
    rows: Vec<(usize, Vec<u64>, Vec<u64>)>,
}

impl Solver {
    fn new(basis: &[Vec<u64>]) -> Option<Solver> {
        let mut solver = Solver { rows: Vec::new() };
        for (i, vector) in basis.iter().enumerate() {
            let (rest, mut sum) = solver.split(vector);
            let pivot = (0..64 * rest.len()).find(|&j| rest[j / 64] >> (j % 64) & 1 != 0)?;
            add(&mut sum, &unit(rest.len(), i));
            solver.rows.push((pivot, rest, sum));
        }
        Some(solver)
    }

    /// What is left of a vector, and the sum of the basis that was taken from it.
    fn split(&self, vector: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let (mut rest, mut sum) = (vector.to_vec(), vec![0; vector.len()]);
        for (pivot, row, part) in &self.rows {
            if rest[pivot / 64] >> (pivot % 64) & 1 != 0 {
                add(&mut rest, row);
                add(&mut sum, part);
            }
        }
        (rest, sum)
    }

    fn solve(&self, vector: &[u64]) -> Vec<u64> {
        self.split(vector).1
    }
}
