//! Lenstra's excesses by the norm, in arithmetic of its own: `RUSTFLAGS="-C target-cpu=native" cargo run --release
//! -p nimbers --example excess_by_norm -- 1500 1999 1000000 0`, for primes from, to, fields of degree at most that,
//! and the first candidate.
//!
//! It shares nothing with the crate but the excesses of smaller primes. Here a product is one product of long
//! polynomials over F_2, in which the generators of the field stand far enough apart (`field`), and the p-th
//! power residue is taken by the norm and a power of it (`norm`). An excess is the first m from the first
//! candidate on for which κ_f + m is no p-th power. If κ_f is a single κ of an odd prime, 0 is none: a power of it prime to p
//! lies in the field below, which has no p-th roots of unity but 1, so that all its elements are p-th powers.

mod base;
mod field;
mod kappa;
mod norm;
mod product;

use std::time::Instant;

use nimbers::excess::{known, odd_primes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, most, first, given @ ..] = &arguments[..] else {
        return Err("expected: FROM TO DEGREE FIRST [P=M ...]".into());
    };
    let mut table: kappa::Table = odd_primes(3..=to.parse()?)
        .filter_map(|p| Some((p, known(p).ok()?)))
        .collect();
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
        let Some((found, degree)) = norm::excess(&table, p, most.parse()?, first.parse()?) else {
            larger += 1;
            continue;
        };
        assert_eq!(found, claimed, "the excess of {p}");
        agree += 1;
        println!(
            "m_{p} = {found}  degree {degree}, {:.2} s",
            began.elapsed().as_secs_f64()
        );
    }
    println!("{agree} agree, {larger} of larger fields");
    Ok(())
}
