//! The shortest linear recurrences of sequences of bits.

use alloc::vec;

use crate::finite::polynomial::BinaryPolynomial;
use crate::interrupt::{Interrupt, OrStopped};

/// Computes the shortest recurrence of a sequence of `length` bits by Berlekamp and Massey's algorithm (1969).
pub(crate) fn shortest_recurrence(
    sequence: impl Iterator<Item = bool>,
    length: usize,
    interrupt: Interrupt<'_>,
) -> OrStopped<BinaryPolynomial> {
    let size = length / 64 + 1;
    // Bit i of `recent` is the term i places ago; `current` is the recurrence from the recent end, and `former` the one
    // before the order last grew, `shift` places ago.
    let (mut recent, mut current, mut former) =
        (vec![0_u64; size], vec![0_u64; size], vec![0_u64; size]);
    (current[0], former[0]) = (1, 1);
    let (mut order, mut shift) = (0, 1);
    for (i, bit) in sequence.enumerate() {
        if i % 1024 == 0 {
            interrupt.check()?;
        }
        let mut carry = u64::from(bit);
        for word in &mut recent {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        let wrong = current
            .iter()
            .zip(&recent)
            .fold(0, |sum, (a, b)| sum ^ (a & b))
            .count_ones()
            % 2
            == 1;
        if wrong {
            let kept = (2 * order <= i).then(|| current.clone());
            for j in (0..size - shift / 64).rev() {
                let moved = former[j] << (shift % 64);
                current[j + shift / 64] ^= moved;
                if shift % 64 > 0 && j + shift / 64 + 1 < size {
                    current[j + shift / 64 + 1] ^= former[j] >> (64 - shift % 64);
                }
            }
            if let Some(kept) = kept {
                former = kept;
                order = i + 1 - order;
                shift = 0;
            }
        }
        shift += 1;
    }
    let mut words = vec![0; order / 64 + 1];
    for i in (0..=order).filter(|i| current[i / 64] >> (i % 64) & 1 == 1) {
        words[(order - i) / 64] |= 1 << ((order - i) % 64);
    }
    Ok(BinaryPolynomial::from_words(words))
}
