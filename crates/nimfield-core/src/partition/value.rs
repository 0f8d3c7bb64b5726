//! A partition as a value.

use std::cmp::Reverse;
use std::fmt;

use smallvec::SmallVec;

use crate::words::Side;

/// Equal parts of a partition: a part and how often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Run {
    /// The part, at least 1.
    pub part: u64,
    /// How often it occurs, at least 1.
    pub count: u64,
}

/// An integer partition, drawn as a Young diagram: left-justified rows of squares, the longest on top.
///
/// Equal parts are stored as a run, so memory and the time of nearly every function here depend on the number of
/// corners of the diagram, not its size: `[1000000^1000000]` has one. There are fewer than 2^64 rows, of fewer than
/// 2^64 squares.
///
/// ```
/// use nimfield_core::shape::Partition;
/// let partition = Partition::new([2, 4, 2, 1]);
/// assert_eq!(partition.to_string(), "4,2^2,1");
/// assert_eq!(partition.conjugate().to_string(), "4,3,1^2");
/// assert_eq!((partition.size(), partition.columns(), partition.rows()), (9, 4, 4));
/// assert_eq!(partition.durfee(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Partition {
    /// Parts strictly descending; the counts add up to less than 2^64.
    runs: SmallVec<[Run; 4]>,
}

impl Partition {
    /// Creates the partition with these parts, in any order; zeros are left out.
    #[must_use]
    pub fn new(parts: impl IntoIterator<Item = u64>) -> Partition {
        let runs = parts.into_iter().map(|part| Run { part, count: 1 });
        // Fewer than 2^64 parts can have been listed one by one.
        Partition::from_runs(runs).unwrap_or_default()
    }

    /// Creates the partition with these parts, each as often as its count says, in any order; zeros of either kind
    /// are left out. `None` if there are 2^64 parts or more.
    #[must_use]
    pub fn from_runs(runs: impl IntoIterator<Item = Run>) -> Option<Partition> {
        let some = |run: &Run| run.part > 0 && run.count > 0;
        Partition::in_order(runs.into_iter().filter(some).collect())
    }

    fn in_order(mut runs: SmallVec<[Run; 4]>) -> Option<Partition> {
        let mut counts = runs.iter().map(|run| run.count);
        counts.try_fold(0u64, |rows, count| rows.checked_add(count))?;
        if !runs.is_sorted_by(|a, b| a.part > b.part) {
            runs.sort_unstable_by_key(|run| Reverse(run.part));
            runs.dedup_by(|next, run| {
                let equal = next.part == run.part;
                run.count += if equal { next.count } else { 0 };
                equal
            });
        }
        Some(Partition { runs })
    }

    /// Creates the rectangle of `rows` rows and `columns` columns.
    #[must_use]
    pub fn rectangle(rows: u64, columns: u64) -> Partition {
        let run = Run {
            part: columns,
            count: rows,
        };
        Partition::from_runs([run]).expect("one run of rows, as many as fit")
    }

    /// Returns the distinct parts, descending, each with its count: one for each corner of the diagram.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the parts, descending.
    pub fn parts(&self) -> impl Iterator<Item = u64> + '_ {
        let mut runs = self.runs.iter();
        let (mut part, mut left) = (0, 0);
        std::iter::from_fn(move || {
            while left == 0 {
                let run = runs.next()?;
                (part, left) = (run.part, run.count);
            }
            left -= 1;
            Some(part)
        })
    }

    /// Returns part number `row` (from 0), which is 0 past the last.
    #[must_use]
    pub fn part(&self, mut row: u64) -> u64 {
        for run in &self.runs {
            match row.checked_sub(run.count) {
                None => return run.part,
                Some(rest) => row = rest,
            }
        }
        0
    }

    /// Returns the number of rows, that is, of parts.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.runs.iter().map(|run| run.count).sum()
    }

    /// Returns the number of columns: the largest part, or 0.
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.runs.first().map_or(0, |run| run.part)
    }

    /// Returns the number of rows and columns together.
    #[must_use]
    pub fn lines(&self) -> u128 {
        u128::from(self.rows()) + u128::from(self.columns())
    }

    /// Returns the number of squares: the sum of the parts.
    #[must_use]
    pub fn size(&self) -> u128 {
        let squares = |run: &Run| u128::from(run.part) * u128::from(run.count);
        // The diagram fits into a rectangle with sides below 2^64.
        self.runs.iter().map(squares).sum()
    }

    /// Returns whether there are no squares.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the diagram with rows and columns exchanged.
    #[must_use]
    pub fn conjugate(&self) -> Partition {
        let mut rows = 0;
        let mut runs: SmallVec<[Run; 4]> = SmallVec::new();
        for (i, run) in self.runs.iter().enumerate() {
            rows += run.count;
            let next = self.runs.get(i + 1).map_or(0, |next| next.part);
            runs.push(Run {
                part: rows,
                count: run.part - next,
            });
        }
        runs.reverse();
        Partition { runs }
    }

    /// Returns the diagram, or for columns its conjugate, so that the lines of this side are the rows.
    #[must_use]
    pub fn oriented(&self, side: Side) -> Partition {
        match side {
            Side::Rows => self.clone(),
            Side::Columns => self.conjugate(),
        }
    }

    /// Returns the partition without these parts; `None` if some do not occur often enough.
    #[must_use]
    pub fn without(&self, parts: &Partition) -> Option<Partition> {
        let mut runs = self.runs.clone();
        for taken in &parts.runs {
            let run = runs.iter_mut().find(|run| run.part == taken.part)?;
            run.count = run.count.checked_sub(taken.count)?;
        }
        runs.retain(|run| run.count > 0);
        Some(Partition { runs })
    }

    /// Returns how often a part occurs.
    #[must_use]
    pub fn count(&self, part: u64) -> u64 {
        let run = self.runs.iter().find(|run| run.part == part);
        run.map_or(0, |run| run.count)
    }

    /// Returns the side of the Durfee square: the largest square that the diagram contains.
    #[must_use]
    pub fn durfee(&self) -> u64 {
        let mut rows = 0;
        let mut side = 0;
        for run in &self.runs {
            rows += run.count;
            side = side.max(run.part.min(rows));
        }
        side
    }

    /// Returns (rows, columns), both at least 1, if the diagram is a rectangle.
    #[must_use]
    pub fn as_rectangle(&self) -> Option<(u64, u64)> {
        match self.runs[..] {
            [Run { part, count }] => Some((count, part)),
            _ => None,
        }
    }

    /// Returns whether no part occurs twice.
    #[must_use]
    pub fn has_distinct_parts(&self) -> bool {
        self.runs.iter().all(|run| run.count == 1)
    }

    /// Returns whether the diagram of `other` lies within this one: Young's order.
    ///
    /// **Complexity**: linear in the corners of both.
    #[must_use]
    pub fn contains(&self, other: &Partition) -> bool {
        let mut outer = self.runs.iter();
        let (mut part, mut left) = (0, 0);
        for run in &other.runs {
            let mut count = run.count;
            while count > 0 {
                if left == 0 {
                    match outer.next() {
                        None => return false,
                        Some(run) => (part, left) = (run.part, run.count),
                    }
                }
                if part < run.part {
                    return false;
                }
                let both = count.min(left);
                count -= both;
                left -= both;
            }
        }
        true
    }

    /// Returns the diagram without the top `down` rows and the leftmost `right` columns, that is, as seen from another
    /// square.
    #[must_use]
    pub fn beyond(&self, mut down: u64, right: u64) -> Partition {
        let mut runs = SmallVec::new();
        for run in &self.runs {
            let skipped = down.min(run.count);
            down -= skipped;
            let (part, count) = (run.part.saturating_sub(right), run.count - skipped);
            if part == 0 {
                break;
            }
            if count > 0 {
                runs.push(Run { part, count });
            }
        }
        Partition { runs }
    }

    /// Returns the top `count` rows, or all if there are fewer.
    #[must_use]
    pub fn first_rows(&self, mut count: u64) -> Partition {
        let mut runs = SmallVec::new();
        for run in &self.runs {
            let kept = count.min(run.count);
            if kept == 0 {
                break;
            }
            count -= kept;
            runs.push(Run {
                count: kept,
                ..*run
            });
        }
        Partition { runs }
    }

    /// Returns the partition without row `row` (from 0); the same partition if it has fewer rows.
    #[must_use]
    pub fn without_row(&self, row: u64) -> Partition {
        let mut above = 0;
        let mut runs = self.runs.clone();
        for run in &mut runs {
            above += run.count;
            if row < above {
                run.count -= 1;
                break;
            }
        }
        runs.retain(|run| run.count > 0);
        Partition { runs }
    }

    /// Returns the partition without column `column` (from 0); the same partition if it has fewer columns.
    #[must_use]
    pub fn without_column(&self, column: u64) -> Partition {
        let shorter = |run: &Run| Run {
            part: run.part - u64::from(run.part > column),
            ..*run
        };
        // Two parts may have become equal: no more rows than before, so their number still fits.
        Partition::from_runs(self.runs.iter().map(shorter)).unwrap_or_default()
    }

    /// Returns the boundary of the diagram as a number, read from the bottom left to the top right. A step along the
    /// bottom of a column is the bit 0, and a step up along the end of a row is the bit 1. The first step, always 0, is
    /// left out, and the last, always 1, is the highest bit. `None` for 130 lines or more.
    ///
    /// Non-empty partitions correspond to positive integers; the empty one is 0. A word has one bit fewer than the
    /// partition has [lines](Partition::lines). Removing a row removes a 1, removing a column a 0.
    ///
    /// ```
    /// use nimfield_core::shape::Partition;
    /// assert_eq!(Partition::new([4, 2, 1]).word(), Some(0b100101));
    /// assert_eq!(Partition::from_word(0b100101), Partition::new([4, 2, 1]));
    /// ```
    #[must_use]
    pub fn word(&self) -> Option<u128> {
        if self.lines() > 129 {
            return None;
        }
        Some(self.steps_up().fold(0, |word, at| word | 1 << at))
    }

    /// Returns the places of the ones in the [word](Partition::word), for partitions of fewer than 2^31 lines.
    #[doc(hidden)]
    pub fn steps_up(&self) -> impl Iterator<Item = u32> + '_ {
        // The place of the next step; -1 is the step left out.
        let mut at = -1i32;
        let mut column = 0;
        self.runs.iter().rev().flat_map(move |run| {
            at += (run.part - column) as i32;
            column = run.part;
            let from = at as u32;
            at += run.count as i32;
            from..at as u32
        })
    }

    /// Returns the partition whose boundary this is; see [`word`](Partition::word).
    #[must_use]
    pub fn from_word(mut word: u128) -> Partition {
        let mut runs = SmallVec::new();
        let mut part = 1;
        while word > 0 {
            let columns = word.trailing_zeros();
            word >>= columns;
            part += u64::from(columns);
            let count = word.trailing_ones();
            word = word.checked_shr(count).unwrap_or(0);
            runs.push(Run {
                part,
                count: count.into(),
            });
        }
        runs.reverse();
        Partition { runs }
    }
}

impl Partition {
    /// Returns the p-core: the partition left when hooks of length `p` are removed, in any order, until none remains.
    ///
    /// # Panics
    /// If `p` is 0.
    ///
    /// # Complexity
    /// The number of rows.
    #[must_use]
    pub fn core(&self, p: u64) -> Partition {
        let (rows, p) = (u128::from(self.rows()), u128::from(p));
        // As in Welter's game, removing a hook of length p moves a coin down by p.
        let coins = (1..)
            .zip(self.parts())
            .map(|(row, part)| u128::from(part) + rows - row);
        let mut residues: Vec<u128> = coins.map(|coin| coin % p).collect();
        residues.sort_unstable();
        let mut lowest: Vec<u128> = Vec::with_capacity(residues.len());
        for alike in residues.chunk_by(|one, other| one == other) {
            lowest.extend((0..).zip(alike).map(|(level, residue)| residue + level * p));
        }
        lowest.sort_unstable();
        Partition::of_coins(lowest)
    }

    /// Returns the partition whose coins are on these places, in ascending order.
    fn of_coins(places: impl IntoIterator<Item = u128>) -> Partition {
        let runs = (0..).zip(places).map(|(below, coin): (u128, u128)| Run {
            // No coin is higher than in the original partition.
            part: (coin - below) as u64,
            count: 1,
        });
        // Ascending parts always form a partition.
        Partition::from_runs(runs).unwrap_or_default()
    }

    /// Returns the p-quotient: the partitions formed by the coins with each remainder. As in SageMath, the number of
    /// coins is a multiple of `p`.
    ///
    /// # Panics
    /// If `p` is 0.
    ///
    /// # Complexity
    /// The number of rows and `p`; bytes likewise.
    #[must_use]
    pub fn quotient(&self, p: u64) -> Vec<Partition> {
        let p = u128::from(p);
        let coins = u128::from(self.rows()).next_multiple_of(p);
        let parts: Vec<u64> = self.parts().collect();
        let mut places: Vec<u128> = (1..)
            .zip(&parts)
            .map(|(row, &part)| u128::from(part) + coins - row)
            .collect();
        places.extend(0..coins - parts.len() as u128);
        places.sort_unstable();
        let mut own = vec![Vec::new(); p as usize];
        for place in places {
            own[(place % p) as usize].push(place / p);
        }
        own.into_iter().map(Partition::of_coins).collect()
    }

    /// Returns the Frobenius coordinates: of each square of the diagonal the number of squares to the right of it, and
    /// the number of those below.
    #[must_use]
    pub fn frobenius(&self) -> [Vec<u64>; 2] {
        let side = self.durfee();
        [self, &self.conjugate()].map(|diagram| {
            let rows = (1..=side).zip(diagram.parts());
            rows.map(|(place, part)| part - place).collect()
        })
    }
}

impl<const N: usize> From<[u64; N]> for Partition {
    fn from(parts: [u64; N]) -> Partition {
        Partition::new(parts)
    }
}

/// The parts, descending, with exponents for repeated ones: `5^2,3`; nothing for the empty partition.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Run { part, count }) in self.runs.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            match count {
                1 => write!(f, "{comma}{part}")?,
                _ => write!(f, "{comma}{part}^{count}")?,
            }
        }
        Ok(())
    }
}
