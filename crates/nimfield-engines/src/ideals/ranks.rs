//! A numbering of the diagrams inside a diagram.

/// Numbers the diagrams inside a diagram, in the order of their rows.
pub(super) struct Ranks {
    /// The longest row.
    columns: usize,
    /// For each row and length, the number of diagrams that are equal above this row, and shorter in it.
    below: Vec<u64>,
    /// For each row and length the sum of `below` over the rows above it.
    above: Vec<u64>,
    /// The number of diagrams.
    pub(super) count: u64,
}

impl Ranks {
    /// Numbers the diagrams inside the one with these rows, which descend; `None` if there are 2^64 or more.
    pub(super) fn new(rows: &[u16]) -> Option<Ranks> {
        let columns = usize::from(rows.first().copied().unwrap_or(0));
        let width = columns + 2;
        let mut below = vec![0u64; rows.len() * width];
        // For each length, the number of ways to choose the rows after this one with at most that length.
        let mut ways = vec![1u64; columns + 1];
        for (row, &longest) in rows.iter().enumerate().rev() {
            let counts = &mut below[row * width..][..width];
            for length in 0..=columns {
                counts[length + 1] = counts[length].checked_add(ways[length])?;
            }
            for (length, ways) in ways.iter_mut().enumerate() {
                *ways = counts[length.min(longest.into()) + 1];
            }
        }
        let mut above = vec![0u64; (rows.len() + 1) * width];
        for row in 0..rows.len() {
            for length in 0..width {
                let place = row * width + length;
                // Only differences are used, and these fit, so wrapping is correct.
                above[place + width] = above[place].wrapping_add(below[place]);
            }
        }
        Some(Ranks {
            columns,
            below,
            above,
            count: ways[columns],
        })
    }

    /// Returns the bytes of the numbering for a diagram.
    pub(super) fn bytes(rows: &[u16]) -> u64 {
        let columns = rows.first().copied().map_or(0, u64::from);
        16 * (rows.len() as u64 + 1) * (columns + 2)
    }

    /// Returns the contribution of a row of this length to the number of a diagram.
    pub(super) fn row(&self, row: usize, length: usize) -> u64 {
        self.below[row * (self.columns + 2) + length]
    }

    /// Returns the contribution of rows of this length to the number of a diagram.
    pub(super) fn block(&self, from: usize, to: usize, length: usize) -> u64 {
        let width = self.columns + 2;
        self.above[to * width + length].wrapping_sub(self.above[from * width + length])
    }
}
