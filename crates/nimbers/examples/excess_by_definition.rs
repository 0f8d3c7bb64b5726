//! Lenstra's excesses by their definition, square by square: `cargo run --release -p nimbers --example
//! excess_by_definition -- 1500 1999 20000`, for primes from, to, and fields of degree at most that.
//!
//! It shares nothing with the crate but the excesses of smaller primes: monomials are multiplied by their
//! exponents, an element is a set of monomials, squaring and the product by κ_f + m are linear maps, and
//! the power (2^E - 1)/p is taken bit by bit. A prime counts as agreeing if the crate's excess is the first
//! m for which that power is not 1.

use std::collections::BTreeMap;
use std::time::Instant;

use nimbers::excess::{known, odd_primes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, most, given @ ..] = &arguments[..] else {
        return Err("expected: FROM TO DEGREE [P=M ...]".into());
    };
    let mut table = BTreeMap::new();
    for p in odd_primes(3..=to.parse()?) {
        if let Ok(m) = known(p) {
            table.insert(p, m);
        }
    }
    for one in given {
        let (p, m) = one.split_once('=').ok_or("expected P=M")?;
        table.insert(p.parse()?, m.parse()?);
    }
    let (mut agree, mut larger) = (0, 0);
    for p in odd_primes(from.parse()?..=to.parse()?) {
        let began = Instant::now();
        let Some(&claimed) = table.get(&p) else {
            continue;
        };
        let Some(field) = Field::new(&table, p, claimed)
            .filter(|field| field.degree <= most.parse().unwrap_or(0))
        else {
            larger += 1;
            continue;
        };
        let found = (0..=claimed).find(|&m| !field.has_root(&field.kappa_plus(m), p));
        assert_eq!(found, Some(claimed), "the excess of {p}");
        agree += 1;
        println!(
            "m_{p} = {claimed}  degree {}, {:.1} s",
            field.degree,
            began.elapsed().as_secs_f64()
        );
    }
    println!("{agree} agree, {larger} of larger fields");
    Ok(())
}

/// The order of 2 modulo p.
fn order(p: u32) -> u32 {
    let mut power = 2 % p;
    let mut order = 1;
    while power != 1 {
        power = power * 2 % p;
        order += 1;
    }
    order
}

type Table = BTreeMap<u32, u32>;
/// (q, n), for κ with the index q^n.
type Component = (u32, u32);

/// The components that add up to κ_h: as few, from the largest prime down, as reach the degree h.
fn kappas(table: &Table, h: u32) -> Option<Vec<Component>> {
    let (mut found, mut reached) = (Vec::new(), 1u128);
    for q in (2..=h).rev() {
        if h.is_multiple_of(q) && (2..q).all(|r| !q.is_multiple_of(r)) {
            let n = (1..).take_while(|&n| h.is_multiple_of(q.pow(n))).count() as u32;
            if !reached.is_multiple_of(u128::from(q.pow(n))) {
                found.push((q, n));
                reached = lcm(reached, degree(table, (q, n))?)?;
            }
        }
    }
    Some(found)
}

fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// The degree of κ with this index.
fn degree(table: &Table, (q, n): Component) -> Option<u128> {
    if q == 2 {
        return Some(1 << n);
    }
    let mut all = 1u128 << finite(*table.get(&q)?);
    for part in kappas(table, order(q))? {
        all = lcm(all, degree(table, part)?)?;
    }
    u128::from(q.pow(n)).checked_mul(all)
}

/// How many of 2, 4, 16, … it takes to write a nimber below 256.
fn finite(m: u32) -> u32 {
    [2, 4, 16].iter().filter(|&&bound| m >= bound).count() as u32
}

/// Exponents of 2, 4, 16, … and of one κ for each odd prime.
type Monomial = Vec<u32>;

struct Field {
    /// The exponents stay below these.
    sizes: Vec<u32>,
    /// What the variable to the power of its size is, as a sum of monomials.
    powers: Vec<Vec<Monomial>>,
    degree: usize,
    kappa: Vec<Monomial>,
    finite: usize,
}

impl Field {
    fn new(table: &Table, p: u32, m: u32) -> Option<Field> {
        let wanted = kappas(table, order(p))?;
        let (mut odd, mut finite_count) = (Table::new(), finite(m));
        let mut open = wanted.clone();
        while let Some((q, n)) = open.pop() {
            if q == 2 {
                finite_count = finite_count.max(n);
                continue;
            }
            let most = odd.entry(q).or_insert(0);
            *most = n.max(*most);
            finite_count = finite_count.max(finite(*table.get(&q)?));
            open.extend(kappas(table, order(q))?);
        }
        let finite = finite_count as usize;
        let odd: Vec<Component> = odd.into_iter().collect();
        let sizes: Vec<u32> = std::iter::repeat_n(2, finite)
            .chain(odd.iter().map(|&(q, n)| q.pow(n)))
            .collect();
        let count = sizes.len();
        let unit = |i: usize, exponent: u32| {
            let mut monomial = vec![0; count];
            monomial[i] = exponent;
            monomial
        };
        let sum = |parts: &[Component], m: u32| {
            let mut terms: Vec<Monomial> = Vec::new();
            for &(q, n) in parts {
                terms.push(match q {
                    2 => unit(n as usize - 1, 1),
                    _ => {
                        let i = odd.iter().position(|part| part.0 == q)?;
                        unit(finite + i, q.pow(odd[i].1 - n))
                    }
                });
            }
            for bit in (0..8).filter(|bit| m >> bit & 1 != 0) {
                // 2^bit is the product of 2^(2^k) over the binary digits k of bit.
                let mut monomial = vec![0; count];
                (0..3)
                    .filter(|k| bit >> k & 1 != 0)
                    .for_each(|k| monomial[k] = 1);
                terms.push(monomial);
            }
            Some(terms)
        };
        let mut powers = Vec::new();
        for i in 0..finite {
            // F*F = F + F/2.
            let below = (0..count).map(|j| u32::from(j < i)).collect();
            powers.push(vec![unit(i, 1), below]);
        }
        for &(q, _) in &odd {
            powers.push(sum(&kappas(table, order(q))?, *table.get(&q)?)?);
        }
        let degree = sizes
            .iter()
            .try_fold(1usize, |product, &size| product.checked_mul(size as usize))?;
        let kappa = sum(&wanted, 0)?;
        Some(Field {
            sizes,
            powers,
            degree,
            kappa,
            finite,
        })
    }

    fn kappa_plus(&self, m: u32) -> Vec<Monomial> {
        let mut terms = self.kappa.clone();
        for bit in (0..8).filter(|bit| m >> bit & 1 != 0) {
            let mut monomial = vec![0; self.sizes.len()];
            (0..3)
                .filter(|k| bit >> k & 1 != 0)
                .for_each(|k| monomial[k] = 1);
            assert!(finite(m) as usize <= self.finite, "the field holds m");
            terms.push(monomial);
        }
        terms
    }

    fn monomial(&self, mut place: usize) -> Monomial {
        let exponents = self.sizes.iter().map(|&size| {
            let exponent = place % size as usize;
            place /= size as usize;
            exponent as u32
        });
        exponents.collect()
    }

    /// Adds the reduced form of a monomial, whose exponents may be too large.
    fn add(&self, monomial: Monomial, into: &mut Vec<u32>) {
        let too_large = (0..self.sizes.len()).rfind(|&i| monomial[i] >= self.sizes[i]);
        let Some(i) = too_large else {
            let place = monomial
                .iter()
                .zip(&self.sizes)
                .rfold(0, |place, (&e, &size)| place * size as usize + e as usize);
            into.push(place as u32);
            return;
        };
        for term in &self.powers[i] {
            let mut next: Monomial = monomial.iter().zip(term).map(|(a, b)| a + b).collect();
            next[i] -= self.sizes[i];
            self.add(next, into);
        }
    }

    /// A linear map, from what it makes of each monomial: a sum of monomials.
    fn map(&self, image: impl Fn(&Monomial) -> Vec<Monomial>) -> Map {
        let mut map = Map {
            places: Vec::new(),
            starts: vec![0],
        };
        for place in 0..self.degree {
            let mut sum = Vec::new();
            for monomial in image(&self.monomial(place)) {
                self.add(monomial, &mut sum);
            }
            sum.sort_unstable();
            for same in sum.chunk_by(|a, b| a == b) {
                if same.len() % 2 == 1 {
                    map.places.push(same[0]);
                }
            }
            map.starts.push(map.places.len());
        }
        map
    }

    /// Whether the sum of these monomials is a p-th power.
    fn has_root(&self, sum: &[Monomial], p: u32) -> bool {
        let plus = |a: &Monomial, b: &Monomial| a.iter().zip(b).map(|(a, b)| a + b).collect();
        let squares = self.map(|monomial| vec![plus(monomial, monomial)]);
        let products = self.map(|monomial| sum.iter().map(|term| plus(monomial, term)).collect());
        let mut power = vec![0u64; self.degree.div_ceil(64)];
        power[0] = 1;
        let mut rest = 0u64;
        for _ in 0..self.degree {
            // The bits of (2^E - 1)/p from the highest down: long division.
            rest = 2 * rest + 1;
            power = squares.apply(&power);
            if rest >= u64::from(p) {
                rest -= u64::from(p);
                power = products.apply(&power);
            }
        }
        assert_eq!(rest, 0, "p divides 2^E - 1");
        power[0] == 1 && power[1..].iter().all(|&word| word == 0)
    }
}

struct Map {
    places: Vec<u32>,
    starts: Vec<usize>,
}

impl Map {
    fn apply(&self, element: &[u64]) -> Vec<u64> {
        let mut image = vec![0u64; element.len()];
        for (i, &word) in element.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let place = 64 * i + word.trailing_zeros() as usize;
                word &= word - 1;
                for &to in &self.places[self.starts[place]..self.starts[place + 1]] {
                    image[to as usize / 64] ^= 1 << (to % 64);
                }
            }
        }
        image
    }
}
