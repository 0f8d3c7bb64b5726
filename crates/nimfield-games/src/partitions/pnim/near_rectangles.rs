//! Values of all partitions with few rows that are nearly rectangles, with any number of columns.
//!
//! A partition with r rows is given by the number m ≥ 1 of its *full* columns, those of height r, and its *low* ones:
//! how many there are of each height 1, …, r - 1. Here r and the number of low columns are bounded, but m is not. Moves
//! stay within the bounds.
//!
//! **Theorem.** For given r and d there are p ≥ 1 and m_0 such that for every partition λ with r rows, at
//! most d low columns and m ≥ m_0 full ones, the partition with p more full columns has the value G(λ) + p.
//!
//! *Proof.* Let C be the closure of λ by columns and R that by rows (see the module above), and q the least power of
//! two with q ≥ r. C holds the values of the rectangles [j^r], 1 ≤ j ≤ m, which are ((j-1) xor (r-1)) + 1; those with
//! q(k-1) < j ≤ qk have the values from q(k-1) + 1 to qk. With the 0 of the empty partition all numbers up to m - q are
//! in C, so that G(λ) > m - q; and G(λ) < m + d + r, as G is less than columns plus rows. Removing rows leaves at least
//! as many full columns, so the numbers in R, except 0, also exceed m - q. So C and R are determined by their parts
//! from m - q to m + d + r: a *window* of fixed length, which for given r has finitely many states, all low columns
//! together. The window of m full columns follows from that of m - 1 and from R for r - 1 rows and m, …, m + d full
//! columns, by a rule that uses only numbers relative to m. By induction on r the latter repeat from some m on with
//! some period. So state and input together repeat. ∎
//!
//! The engine follows this proof: it computes the sets for m = 1, 2, … and stops where they equal those of q columns
//! before, at a place from which those of r - 1 rows repeat as well. Then all values are known.

//! **Lemma.** Call λ, with c columns and r rows, *heavy by columns* if C holds 0, 1, …, c + r - 1. Then λ is heavy, and
//! with any further columns of at most r squares it is heavy by columns again.
//!
//! *Proof.* The value c + r - 1 in C exceeds the bounds of all options by columns, so it is that of λ. Let μ be λ with
//! a further column. Then λ is an option of μ, so C of μ holds 0, …, c + r - 1, all the numbers below its bound. Hence
//! G(μ) is c + r, which is also in C of μ. ∎
//!
//! So if all partitions with r rows, one full column and a given number k of low ones are heavy by columns, then a
//! light partition with r rows has fewer than k low columns, and the near rectangles determine all values.

use nimfield_core::budget::{Budget, Meter, Unfinished};

/// The place of m in a window.
const MIDDLE: u32 = 64;

/// The values of all partitions with at most this many rows and low columns.
pub struct NearRectangles {
    low: u32,
    /// The families by number of rows; that of no rows is empty.
    families: Vec<Family>,
}

/// The partitions with the same number of rows.
struct Family {
    /// The tuples of numbers of low columns by height, in lexicographic order.
    low: Vec<Vec<u8>>,
    /// For each number of full columns from 0 on, until they repeat: the sets by the index of the low columns.
    layers: Vec<Vec<Sets>>,
    period: usize,
}

/// The values of sub-multisets of lines, relative to the number m of full columns: bit i is the value m - 64 + i.
/// Columns also reach all smaller values; rows also reach only the 0 of the empty partition, which is omitted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sets {
    rows: u128,
    columns: u128,
    /// The bit of the value of the whole partition.
    value: u32,
}

/// The results of removing a line, for all partitions with the same low columns.
struct Lines {
    /// The indices of the low columns with one column fewer.
    columns: Vec<usize>,
    /// With one row fewer: the indices of the low columns, and how many of them become full.
    rows: Vec<(usize, usize)>,
}

impl NearRectangles {
    /// Computes the values of all partitions with at most `rows` rows and at most `low` low columns.
    ///
    /// # Errors
    /// If the budget prevents it.
    ///
    /// # Panics
    /// If `rows` or `low` exceeds 24.
    ///
    /// # Complexity
    /// Binomial(rows + low - 1, low) sets for each number of full columns before the repetition; 48 bytes for each.
    ///
    /// # Source
    /// The theorem above; E. Gottlieb, M. Krnc and P. Muršič, arXiv:2506.04991 (2025), Theorem 1 for the rectangles
    /// among them.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::budget::Budget;
    /// use nimfield_games::partitions::pnim::NearRectangles;
    /// let near = NearRectangles::new(5, 4, &Budget::unlimited())?;
    /// // [11^3,8^2]: eight full columns, three of height 3; it has the value 10.
    /// assert_eq!(near.value(&[0, 0, 3, 0], 8), Some(10));
    /// assert_eq!(near.value(&[0, 0, 3, 0], 8_000_000), Some(8_000_007));
    /// # Ok::<(), nimfield_core::budget::Unfinished>(())
    /// ```
    pub fn new(rows: u32, low: u32, budget: &Budget) -> Result<NearRectangles, Unfinished> {
        assert!(rows <= 24 && low <= 24, "the window is too short");
        let mut near = NearRectangles {
            low,
            families: vec![Family {
                low: vec![],
                layers: vec![],
                period: 1,
            }],
        };
        let mut meter = Meter::silent(budget);
        for rows in 1..=rows as usize {
            let family = near.family(rows, &mut meter)?;
            near.families.push(family);
        }
        Ok(near)
    }

    /// Returns the value of a partition: `low[h - 1]` low columns have height h, and `full` ≥ 1 columns have height
    /// `low.len() + 1`. `None` beyond the bounds.
    #[must_use]
    pub fn value(&self, low: &[u32], full: u64) -> Option<u64> {
        let value = self.sets(low, full)?.value;
        Some(full + u64::from(value) - u64::from(MIDDLE))
    }

    /// Returns the number of stored partitions, without those that only repeat.
    pub(super) fn len(&self) -> u64 {
        let layers = self.families.iter().flat_map(|family| &family.layers);
        layers.map(|layer| layer.len() as u64).sum()
    }

    fn sets(&self, low: &[u32], full: u64) -> Option<&Sets> {
        let family = self.families.get(low.len() + 1)?;
        let low: Option<Vec<u8>> = low.iter().map(|&count| u8::try_from(count).ok()).collect();
        let place = family.place(&low?)?;
        let layer = family.layer(usize::try_from(full).ok()?);
        Some(&family.layers[layer][place])
    }

    /// Returns whether the sub-multisets of the columns have all values up to columns plus rows minus 1; the arguments
    /// are those of [`value`](Self::value).
    #[must_use]
    pub fn is_heavy_by_columns(&self, low: &[u32], full: u64) -> Option<bool> {
        let lines = low.iter().sum::<u32>() + low.len() as u32 + 1;
        let sets = self.sets(low, full)?;
        Some(sets.columns.trailing_ones() >= MIDDLE + lines)
    }

    /// Returns the number of full columns from which the values of the partitions with this number of rows repeat, and
    /// the period.
    ///
    /// # Panics
    /// If `rows` is 0 or exceeds the bound.
    #[must_use]
    pub fn repeats(&self, rows: u32) -> (u64, u64) {
        let family = &self.families[rows as usize];
        assert!(rows > 0);
        let from = family.layers.len() - family.period;
        (from as u64, family.period as u64)
    }

    /// Returns the low columns that partitions with this number of rows may have, by height, in lexicographic order.
    ///
    /// # Panics
    /// If `rows` exceeds the bound.
    pub fn low_columns(&self, rows: u32) -> impl Iterator<Item = &[u8]> {
        self.families[rows as usize].low.iter().map(Vec::as_slice)
    }

    fn family(&self, rows: usize, meter: &mut Meter<'_>) -> Result<Family, Unfinished> {
        let mut family = Family {
            low: Vec::new(),
            layers: Vec::new(),
            period: rows.next_power_of_two(),
        };
        add_low(rows - 1, self.low as u8, &mut Vec::new(), &mut family.low);
        let before = &self.families[rows - 1];
        let without: Vec<Lines> = family
            .low
            .iter()
            .map(|low| family.without_line(before, low))
            .collect();
        family.layers.push(self.no_full_column(&family));
        loop {
            meter.done += family.low.len() as u64;
            meter.bytes = meter.done * size_of::<Sets>() as u64;
            meter.check()?;
            let full = family.layers.len();
            let layer = family.next_layer(before, &without);
            // From here on, the sets equal those of one period before, and so do the sets that they are computed from.
            let start = full.saturating_sub(family.period);
            let settled = start >= 1 && start >= before.from();
            if settled && layer == family.layers[start] {
                return Ok(family);
            }
            family.layers.push(layer);
        }
    }

    /// Returns the sets without full columns, where the highest low columns are the full ones of fewer rows.
    fn no_full_column(&self, family: &Family) -> Vec<Sets> {
        let sets = family.low.iter().map(|low| {
            let columns = match low.iter().rposition(|&count| count > 0) {
                // The value 0 and all smaller ones.
                None => (2 << MIDDLE) - 1,
                Some(height) => {
                    let fewer = &self.families[height + 1];
                    let full = low[height].into();
                    let place = fewer.known_place(&low[..height]);
                    let columns = fewer.layers[fewer.layer(full)][place].columns;
                    // All smaller values are reached.
                    !(!columns << full)
                }
            };
            Sets {
                columns,
                ..Sets::default()
            }
        });
        sets.collect()
    }
}

impl Family {
    /// Returns the number of full columns from which the layers repeat.
    fn from(&self) -> usize {
        self.layers.len().saturating_sub(self.period)
    }

    /// Returns the layer of this number of columns, relative to the full columns.
    fn layer(&self, full: usize) -> usize {
        match full.checked_sub(self.from()) {
            Some(past) => self.from() + past % self.period,
            None => full,
        }
    }

    fn place(&self, low: &[u8]) -> Option<usize> {
        // Tuples beyond the bounds are not listed.
        self.low.binary_search_by(|other| other[..].cmp(low)).ok()
    }

    fn known_place(&self, low: &[u8]) -> usize {
        self.place(low)
            .expect("without a line the bounds hold again")
    }

    fn without_line(&self, before: &Family, low: &[u8]) -> Lines {
        let mut lines = Lines {
            columns: Vec::new(),
            rows: Vec::new(),
        };
        for height in 1..=low.len() {
            if low[height - 1] > 0 {
                let mut less = low.to_vec();
                less[height - 1] -= 1;
                lines.columns.push(self.known_place(&less));
            }
        }
        // Remove the row `height` from the top, once for equal rows.
        for height in 1..=low.len() + 1 {
            if low.get(height - 1) == Some(&0) || low.is_empty() {
                continue;
            }
            // Columns of at least this height lose a square.
            let mut less = low.to_vec();
            let mut full = 0;
            if height > low.len() {
                full = less.pop().unwrap_or(0).into();
            } else {
                let lower = less.remove(height - 1);
                if height > 1 {
                    less[height - 2] += lower;
                }
            }
            lines.rows.push((before.known_place(&less), full));
        }
        lines
    }

    /// Computes the sets with one more full column.
    fn next_layer(&self, before: &Family, without: &[Lines]) -> Vec<Sets> {
        let full = self.layers.len();
        let last = &self.layers[full - 1];
        let mut layer: Vec<Sets> = Vec::with_capacity(without.len());
        for (lines, last) in without.iter().zip(last) {
            assert!(
                last.columns & 1 == 1,
                "all below the window is reached by columns"
            );
            let mut columns = last.columns >> 1;
            for &place in &lines.columns {
                columns |= layer[place].columns;
            }
            let mut rows = 0;
            for &(place, more) in &lines.rows {
                rows |= before.layers[before.layer(full + more)][place].rows << more;
            }
            let value = (rows | columns).trailing_ones();
            layer.push(Sets {
                rows: rows | 1 << value,
                columns: columns | 1 << value,
                value,
            });
        }
        layer
    }
}

/// Adds all tuples that extend `start` by this many numbers with a sum of at most `most`.
fn add_low(more: usize, most: u8, start: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    if more == 0 {
        return all.push(start.clone());
    }
    for count in 0..=most {
        start.push(count);
        add_low(more - 1, most - count, start, all);
        start.pop();
    }
}
