//! The hook lengths of a Young diagram, and the properties of representations of symmetric groups that they determine.

use num_bigint::BigUint;

use nimfield_core::shape::Partition;

/// The hook length of every square: the number of squares to the right and below, plus itself.
///
/// ```
/// use nimfield_games::partitions::{HookLengths, Partition};
/// let hooks = HookLengths::of(&Partition::new([5, 3, 1])).unwrap();
/// assert_eq!(hooks.rows(), [vec![7, 5, 4, 2, 1], vec![4, 2, 1], vec![1]]);
/// assert_eq!(hooks.degree().to_string(), "162");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookLengths {
    rows: Vec<Vec<u64>>,
}

impl HookLengths {
    /// The most squares of a diagram whose hook lengths are listed.
    pub const MOST_SQUARES: u128 = 1 << 16;

    /// Returns the hook lengths; `None` if there are more than [`MOST_SQUARES`](Self::MOST_SQUARES).
    #[must_use]
    pub fn of(diagram: &Partition) -> Option<HookLengths> {
        if diagram.size() > Self::MOST_SQUARES {
            return None;
        }
        let columns: Vec<u64> = diagram.conjugate().parts().collect();
        let row = |(i, part): (u64, u64)| {
            let hook = |(j, column): (u64, &u64)| (part - j - 1) + (column - i - 1) + 1;
            (0..part).zip(&columns).map(hook).collect()
        };
        Some(HookLengths {
            rows: (0..).zip(diagram.parts()).map(row).collect(),
        })
    }

    /// Returns the lengths row by row.
    #[must_use]
    pub fn rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    /// Returns all lengths, row by row.
    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.rows.iter().flatten().copied()
    }

    /// Returns the number of standard Young tableaux, which is the degree of the irreducible representation of the
    /// symmetric group for the diagram: n! divided by the product of the hook lengths.
    ///
    /// # Source
    /// J. S. Frame, G. de B. Robinson and R. M. Thrall, The hook graphs of the symmetric group (1954).
    #[must_use]
    pub fn degree(&self) -> BigUint {
        let size = self.lengths().count();
        // For each number, its multiplicity as a factor of n! minus that in the product, so that no division is needed.
        let mut exponents = vec![1i64; size + 1];
        for hook in self.lengths() {
            exponents[hook as usize] -= 1;
        }
        let mut degree = BigUint::from(1u32);
        for number in (2..=size).rev() {
            let times = exponents[number];
            let divisor = (2..)
                .take_while(|d| d * d <= number)
                .find(|d| number % d == 0);
            match divisor {
                Some(divisor) => {
                    exponents[divisor] += times;
                    exponents[number / divisor] += times;
                }
                // The multiples of a prime are larger and already processed, so this is its exponent in the degree.
                None => (0..times).for_each(|_| degree *= number as u64),
            }
        }
        degree
    }

    /// Returns the sum without carry, in this base, of 1 + p + … + p^k over the hook lengths h, where p^k is the
    /// largest power of the base that divides h. In base 2 it is the Grundy value in Sato's game. The degree is prime
    /// to a prime p exactly if the sum in base p is the size of the diagram.
    ///
    /// # Panics
    /// If the base is below 2.
    ///
    /// # Source
    /// Y. Irie, p-saturations of Welter's game and the irreducible representations of symmetric groups, Journal of
    /// Algebraic Combinatorics 48 (2018).
    #[must_use]
    pub fn sum_in_base(&self, base: u64) -> u64 {
        assert!(base >= 2);
        let mut digits: Vec<u64> = Vec::new();
        for mut hook in self.lengths() {
            for place in 0.. {
                if place == digits.len() {
                    digits.push(0);
                }
                digits[place] = (digits[place] + 1) % base;
                if hook % base != 0 {
                    break;
                }
                hook /= base;
            }
        }
        // If the base exceeds all hook lengths, there is one digit; otherwise the sum is below 2^32.
        digits.iter().rev().fold(0, |sum, digit| sum * base + digit)
    }
}
