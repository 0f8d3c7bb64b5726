//! Discrete logarithms: Pohlig and Hellman's reduction to prime orders, Shanks's baby and giant steps
//! there.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use num_bigint::BigUint;
use num_integer::Roots as _;
use num_traits::{One, ToPrimitive, Zero};

use crate::error::{NimberError, Result};
use crate::finite::field::FiniteNimber;
use crate::finite::order::order_and_factors;
use crate::finite::power::small_steps;
use crate::interrupt::Interrupt;

/// Computes [`FiniteNimber::log_within`].
pub(super) fn log_within<N: FiniteNimber>(
    x: &N,
    base: &N,
    max_table: usize,
    interrupt: Interrupt<'_>,
) -> Result<BigUint> {
    if x.is_zero() || base.is_zero() {
        return Err(NimberError::NoLogarithm);
    }
    let (order, primes) = order_and_factors(base, interrupt)?;
    let power = |x: &N, exponent: &BigUint| x.pow_big(exponent, interrupt);
    if !power(x, &order)?.is_one() {
        return Err(NimberError::NotAPower);
    }
    // The order is square-free. Chinese remainders: log = e modulo m so far.
    let (mut log, mut modulus) = (BigUint::zero(), BigUint::one());
    for prime in primes {
        let steps = prime
            .to_u64()
            .map(|p| ((p - 1).sqrt() + 1, p))
            .filter(|&(steps, _)| steps <= max_table as u64 && steps <= u64::from(u32::MAX));
        let Some((steps, p)) = steps else {
            return Err(NimberError::TooHard { prime });
        };
        let (needed, allowed) = (Powers::bytes(steps as usize), interrupt.memory());
        if needed > allowed {
            return Err(NimberError::Memory { needed, allowed });
        }
        let cofactor = &order / &prime;
        let (x, base) = (power(x, &cofactor)?, power(base, &cofactor)?);
        let digit = log_of_prime_order(&x, &base, p, steps, interrupt)?;
        // modulus * t = digit - log modulo p.
        let inverse = (&modulus % &prime).modinv(&prime);
        let inverse = inverse.expect("the primes differ");
        let difference = (&prime + digit - &log % &prime) % &prime;
        log += &modulus * (difference * inverse % &prime);
        modulus *= prime;
    }
    Ok(log)
}

/// Returns the `e < p` with `base^e = x`, by a table of `steps >= sqrt p` powers.
fn log_of_prime_order<N: FiniteNimber>(
    x: &N,
    base: &N,
    p: u64,
    steps: u64,
    interrupt: Interrupt<'_>,
) -> Result<u64> {
    let asking = small_steps(base.level().max(x.level()));
    let mut table = Powers::with_room_for(steps as usize);
    let mut power = N::one();
    for i in 0..steps {
        if i % asking == 0 {
            interrupt.check()?;
        }
        table.insert(&power, i as u32);
        power = power.times(base);
    }
    // x base^(-k steps) = base^i.
    let giant = power.inverse().expect("a power of a base that is not 0");
    let mut rest = x.clone();
    for k in 0..=p / steps {
        if k % asking == 0 {
            interrupt.check()?;
        }
        for i in table.candidates(&rest) {
            if base.pow(u64::from(i)) == rest {
                return Ok(k * steps + u64::from(i));
            }
        }
        rest = rest.times(&giant);
    }
    Err(NimberError::NotAPower)
}

/// Exponents by the powers' hashes: an open-addressed table of 8 bytes a slot, at least half of them empty. Hits are
/// only probable and must be checked.
struct Powers {
    /// 0 if empty, or the upper half of the hash and the exponent, plus 1.
    slots: Vec<u64>,
    shift: u32,
}

impl Powers {
    /// Returns the bytes of a table with room for this many entries.
    fn bytes(entries: usize) -> u64 {
        8 << Self::bits(entries)
    }

    fn bits(entries: usize) -> u32 {
        (2 * entries.max(2)).next_power_of_two().ilog2()
    }

    fn with_room_for(entries: usize) -> Self {
        let bits = Self::bits(entries);
        Self {
            slots: vec![0; 1 << bits],
            shift: 64 - bits,
        }
    }

    fn insert(&mut self, power: &impl Hash, exponent: u32) {
        let hash = mixed(power);
        let mut slot = (hash >> self.shift) as usize;
        while self.slots[slot] != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = (hash << 32 | u64::from(exponent)) + 1;
    }

    fn candidates(&self, power: &impl Hash) -> impl Iterator<Item = u32> {
        let hash = mixed(power);
        let start = (hash >> self.shift) as usize;
        (start..start + self.slots.len())
            .map(|slot| self.slots[slot % self.slots.len()])
            .take_while(|&entry| entry != 0)
            .map(|entry| entry - 1)
            .filter(move |entry| entry >> 32 == hash & 0xffff_ffff)
            .map(|entry| entry as u32)
    }
}

fn mixed(power: &impl Hash) -> u64 {
    struct Mixer(u64);
    impl Hasher for Mixer {
        fn write(&mut self, bytes: &[u8]) {
            for chunk in bytes.chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                let wide = u128::from(self.0 ^ u64::from_le_bytes(word)) * 0x9e37_79b9_7f4a_7c15;
                self.0 = (wide >> 64) as u64 ^ wide as u64;
            }
        }
        fn finish(&self) -> u64 {
            self.0
        }
    }
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    power.hash(&mut mixer);
    mixer.finish()
}
