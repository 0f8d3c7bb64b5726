//! Which κ make up κ_h, and which field they generate.

use std::collections::BTreeMap;

/// The excesses of smaller primes.
pub type Table = BTreeMap<u32, u32>;

/// The order of 2 modulo p.
pub fn order(p: u32) -> u32 {
    std::iter::successors(Some(2 % p), |power| Some(power * 2 % p))
        .position(|power| power == 1)
        .map_or(0, |i| i as u32 + 1)
}

/// How many of 2, 4, 16, … it takes to write a nimber below 256.
pub fn finite(m: u32) -> u32 {
    [2, 4, 16].iter().filter(|&&bound| m >= bound).count() as u32
}

/// Lenstra's Q(h): pairs (q, n), for the κ with the index q^n, whose sum is κ_h. From the largest prime down, those
/// whose power does not divide the degree so far.
pub fn parts(table: &Table, h: u32) -> Option<Vec<(u32, u32)>> {
    let (mut powers, mut rest) = (Vec::new(), h);
    for q in 2..=h {
        let mut n = 0;
        while rest.is_multiple_of(q) {
            rest /= q;
            n += 1;
        }
        if n > 0 {
            powers.push((q, n));
        }
    }
    let mut found = Vec::new();
    for (q, n) in powers.into_iter().rev() {
        if !degree(&closure(table, &found)?)?.is_multiple_of(u64::from(q.pow(n))) {
            found.push((q, n));
        }
    }
    Some(found)
}

/// The highest power of each prime in the field that these κ generate.
pub fn closure(table: &Table, wanted: &[(u32, u32)]) -> Option<BTreeMap<u32, u32>> {
    let (mut highest, mut open) = (BTreeMap::new(), wanted.to_vec());
    while let Some((q, n)) = open.pop() {
        let before = highest.insert(q, n);
        if let Some(before) = before {
            highest.insert(q, n.max(before));
        } else if q != 2 {
            open.extend(parts(table, order(q))?);
            open.push((2, finite(*table.get(&q)?)));
        }
    }
    Some(highest)
}

/// The degree of the field over F_2, if a word holds it.
pub fn degree(closure: &BTreeMap<u32, u32>) -> Option<u64> {
    closure.iter().try_fold(1u64, |degree, (&q, &n)| {
        degree.checked_mul(u64::from(q).checked_pow(n)?)
    })
}
