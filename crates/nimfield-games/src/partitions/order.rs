//! Partitions as numbers: the rank of each among those of its size, and its boundary word.

/// The partitions of each n up to a bound in ascending order of their parts: by the largest part, then by the next
/// part, and so on. The first one is n ones, the last one the single part n.
///
/// Partitions of n with parts up to k come first among all of n, so the *rank* of λ (the number of earlier partitions)
/// with largest part k is the number of partitions of n with parts below k, plus the rank of the rest of λ.
#[derive(Clone, Debug)]
pub struct Order {
    up_to: u32,
    /// For k parts and the number m at k (up_to + 1) + m: partitions of m with parts up to k.
    at_most: Vec<u32>,
}

impl Order {
    /// The largest bound for which each number has fewer than 2^32 partitions.
    pub const MOST: u32 = 120;

    /// Creates the order of the partitions of 0, 1, …, `up_to`.
    ///
    /// # Panics
    /// If the bound exceeds [`MOST`](Order::MOST).
    #[must_use]
    pub fn new(up_to: u32) -> Order {
        assert!(up_to <= Order::MOST);
        let width = up_to as usize + 1;
        let mut at_most = vec![0; width * width];
        at_most[0] = 1;
        for part in 1..width {
            for m in 0..width {
                let with = match m.checked_sub(part) {
                    Some(rest) => at_most[part * width + rest],
                    None => 0,
                };
                at_most[part * width + m] = at_most[(part - 1) * width + m] + with;
            }
        }
        Order { up_to, at_most }
    }

    /// Returns the bound.
    #[must_use]
    pub fn up_to(&self) -> u32 {
        self.up_to
    }

    /// Returns the number of partitions of `m` with parts up to `part`, both up to the bound.
    #[inline]
    #[must_use]
    pub fn at_most(&self, part: u32, m: u32) -> u32 {
        self.at_most[part as usize * (self.up_to as usize + 1) + m as usize]
    }

    /// Returns the number of partitions of `n`.
    #[must_use]
    pub fn count(&self, n: u32) -> u32 {
        self.at_most(n, n)
    }

    /// Returns the rank of the partition with these parts, which descend and add up to at most the bound.
    #[must_use]
    pub fn rank(&self, parts: &[u8]) -> u32 {
        let mut size = 0;
        let mut rank = 0;
        for &part in parts.iter().rev() {
            let part = u32::from(part);
            size += part;
            rank += self.at_most(part - 1, size);
        }
        rank
    }

    /// Returns the parts of the partition of `n` at `rank`.
    ///
    /// # Panics
    /// If there are not enough partitions.
    #[must_use]
    pub fn parts(&self, n: u32, mut rank: u32) -> Vec<u8> {
        assert!(rank < self.count(n));
        let mut parts = Vec::new();
        let mut left = n;
        let mut part = n;
        while left > 0 {
            part = part.min(left);
            while self.at_most(part - 1, left) > rank {
                part -= 1;
            }
            rank -= self.at_most(part - 1, left);
            parts.push(part as u8);
            left -= part;
        }
        parts
    }

    /// Calls `each` for all partitions of `n`, in order.
    ///
    /// # Errors
    /// The first error of `each`, which ends the iteration.
    pub fn try_for_each<E>(
        &self,
        n: u32,
        mut each: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        assert!(n <= self.up_to);
        let mut parts = vec![1u8; n as usize];
        loop {
            each(&parts)?;
            // Find the last part that can grow by 1 at the cost of later parts, which become ones.
            let mut rest = 0;
            let grows = (0..parts.len()).rev().find(|&i| {
                let free = i == 0 || parts[i - 1] > parts[i];
                let found = free && rest > 0;
                rest += if found { 0 } else { u32::from(parts[i]) };
                found
            });
            let Some(i) = grows else { return Ok(()) };
            parts[i] += 1;
            parts.truncate(i + 1);
            parts.resize(i + rest as usize, 1);
        }
    }

    /// Calls `each` for all partitions of `n`, in order.
    pub fn for_each(&self, n: u32, mut each: impl FnMut(&[u8])) {
        let Ok(()) = self.try_for_each(n, |parts| {
            each(parts);
            Ok::<_, std::convert::Infallible>(())
        });
    }
}

/// Returns the parts of the conjugate partition: the heights of the columns.
#[must_use]
pub fn conjugate(parts: &[u8]) -> Vec<u8> {
    let columns = parts.first().copied().unwrap_or(0);
    let mut rows = parts.len();
    (1..=columns)
        .map(|column| {
            while parts[rows - 1] < column {
                rows -= 1;
            }
            rows as u8
        })
        .collect()
}

/// Returns the numbers of the partitions with columns + rows = `grade`.
#[must_use]
pub fn places(grade: u32) -> std::ops::Range<u64> {
    match grade {
        0 => 0..1,
        1 => 1..1,
        _ => 1 << (grade - 2)..1 << (grade - 1),
    }
}

/// Returns the boundary word of a partition with columns plus rows up to 129; see
/// [`perimeter`](super::pnim::census::perimeter).
#[must_use]
pub fn word(parts: &[u8]) -> u128 {
    let mut word = 0;
    for (row, &part) in parts.iter().rev().enumerate() {
        // This many steps precede the end of this row, and the first one is omitted.
        word |= 1 << (usize::from(part) + row - 1);
    }
    word
}
