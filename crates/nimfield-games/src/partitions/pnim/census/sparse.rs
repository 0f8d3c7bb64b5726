//! All partitions of n up to a bound, storing only the light ones.
//!
//! Nearly all partitions are heavy, so a list of the others gives the value of every partition of the lower levels. A
//! level is traversed part by part, the longest first, and most of it is never visited:
//!
//! **Lemma.** Let μ have k ≥ 1 parts, the last of them a, and let S be the values of all sub-multisets of its rows,
//! μ itself included, and of all sub-multisets of its columns to the right of the first a. If S
//! contains 0, 1, …, b - 1, where b is the number of columns plus rows of μ, then each partition that begins with
//! μ and has more parts is heavy.
//!
//! *Proof.* Let λ be μ with one more part. It is at most a, so the columns to the right of the first a are those of μ,
//! and all elements of S are values of options of λ. The number of columns plus rows of λ is b + 1, so its value is at
//! least b, which is its bound. So λ is heavy, and b is the value of a sub-multiset of its rows, λ itself; λ satisfies
//! the condition with b + 1 instead of b. The rest is induction. ∎
//!
//! The values of some sub-multisets, consecutive rows or columns, usually suffice for the condition. If they do not
//! decide a partition, all its options are listed.

use nimfield_core::budget::{Budget, Limit};

use super::level::{Census, CensusLevel, Light, Save};
use super::progress::{CensusProgress, Stop};
use crate::partitions::order::{Order, conjugate};

/// The number of bits of the filter before the list of light partitions.
const FILTER: u32 = 20;

/// Returns the number of bytes that the engine takes, without the light partitions.
#[must_use]
pub fn memory(up_to: u32) -> u64 {
    let width = u64::from(up_to.min(Order::MOST)) + 1;
    4 * width * width * (width + 1) + (1 << FILTER) / 8
}

/// Continues a census graded by size up to `up_to` squares.
///
/// # Errors
/// If the bound, the budget or `save` prevents it; finished levels stay in the census.
///
/// # Panics
/// If the census is graded by perimeter.
///
/// # Arguments
/// `save` is called after each new level.
///
/// # Complexity
/// Bytes: those of the light partitions; time: about proportional to the number of light partitions and of prefixes
/// that do not satisfy the lemma.
///
/// # Source
/// E. Gottlieb, M. Krnc and P. Muršič, arXiv:2506.04991 (2025), for the game and its bound; the method is original and
/// proved above.
///
/// # Example
/// ```
/// use nimfield_core::budget::Budget;
/// use nimfield_games::partitions::pnim::census::{Census, Grading, sparse};
/// let mut census = Census::new(Grading::Size);
/// sparse::extend(&mut census, 5, &Budget::unlimited(), &mut |_| Ok(()))?;
/// assert_eq!(census.levels[5].partitions(), 7);
/// # Ok::<(), nimfield_games::partitions::pnim::census::Stop>(())
/// ```
pub fn extend(
    census: &mut Census,
    up_to: u32,
    budget: &Budget,
    save: &mut Save<'_>,
) -> Result<(), Stop> {
    let Some((order, work)) = CensusProgress::by_size(census, up_to, budget, memory)? else {
        return Ok(());
    };
    let with_parts = WithParts::new(&order);
    let mut filter = Filter::new();
    for (n, level) in census.levels.iter().enumerate() {
        filter.add(n as u32, level);
    }
    for n in census.levels.len() as u32..=up_to {
        let below = Below {
            order: &order,
            with_parts: &with_parts,
            levels: &census.levels,
            filter: &filter,
        };
        let level = below.level(&work, n)?;
        filter.add(n, &level);
        census.levels.push(level);
        save(census).map_err(Stop::Save)?;
    }
    Ok(())
}

/// The numbers of partitions with given numbers of parts.
struct WithParts {
    width: usize,
    /// At (part, m, parts): partitions of m into this number of parts, up to `part`.
    counts: Vec<u32>,
}

impl WithParts {
    fn new(order: &Order) -> WithParts {
        let width = order.up_to() as usize + 1;
        let at = |part: usize, m: usize| (part * width + m) * width;
        let mut counts = vec![0; width * width * width];
        counts[0] = 1;
        for part in 1..width {
            for m in 0..width {
                for parts in 0..=m {
                    let with = match (m.checked_sub(part), parts.checked_sub(1)) {
                        (Some(m), Some(parts)) => counts[at(part, m) + parts],
                        _ => 0,
                    };
                    counts[at(part, m) + parts] = counts[at(part - 1, m) + parts] + with;
                }
            }
        }
        WithParts { width, counts }
    }

    /// Returns the numbers of partitions of m with 0, 1, …, m parts, each up to `part`.
    fn of(&self, part: u32, m: u32) -> &[u32] {
        let start = (part as usize * self.width + m as usize) * self.width;
        &self.counts[start..=start + m as usize]
    }
}

/// A fast filter for partitions that may be light.
struct Filter(Vec<u64>);

impl Filter {
    fn new() -> Filter {
        Filter(vec![0; (1 << FILTER) / 64])
    }

    #[inline(always)]
    fn place(n: u32, rank: u32) -> (usize, u32) {
        let mixed = (u64::from(rank) << 7 | u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bit = (mixed >> (64 - FILTER)) as usize;
        (bit / 64, bit as u32 % 64)
    }

    fn add(&mut self, n: u32, level: &CensusLevel) {
        for light in &level.light {
            let (word, bit) = Filter::place(n, light.place() as u32);
            self.0[word] |= 1 << bit;
        }
    }

    #[inline(always)]
    fn may_hold(&self, n: u32, rank: u32) -> bool {
        let (word, bit) = Filter::place(n, rank);
        self.0[word] >> bit & 1 == 1
    }
}

/// The data of the lower levels.
#[derive(Clone, Copy)]
struct Below<'a> {
    order: &'a Order,
    with_parts: &'a WithParts,
    levels: &'a [CensusLevel],
    filter: &'a Filter,
}

impl Below<'_> {
    /// Returns the value of the partition of `n` at `rank`, whose bound is `bound`.
    #[inline(always)]
    fn value(&self, n: u32, rank: u32, bound: u32) -> u32 {
        match self.filter.may_hold(n, rank) {
            true => self.listed(n, rank).unwrap_or(bound),
            false => bound,
        }
    }

    #[cold]
    fn listed(&self, n: u32, rank: u32) -> Option<u32> {
        let light = &self.levels[n as usize].light;
        let found = light.binary_search_by_key(&u64::from(rank), |light| light.place());
        // Unlisted partitions are heavy.
        found.ok().map(|i| light[i].value().into())
    }

    fn level(&self, work: &CensusProgress<'_>, n: u32) -> Result<CensusLevel, Stop> {
        // One task for each pair of first two parts, those with much work first.
        let seconds = |first: u32| (0..=first.min(n - first)).rev();
        let pairs = (1..=n).flat_map(|first| seconds(first).map(move |second| (first, second)));
        let sensible = pairs.filter(|&(first, second)| (second == 0) == (first == n));
        let done = work.each(sensible.collect(), |(first, second)| {
            let mut walk = Walk::new(*self, work, n);
            walk.start(first, second)?;
            walk.report()?;
            Ok(walk)
        })?;
        let mut counts = vec![0; n as usize + 2];
        let mut heavy = 0;
        let mut light = Vec::new();
        if n == 0 {
            (counts[0], heavy) = (1, 1);
        }
        for part in done {
            for (sum, count) in counts.iter_mut().zip(part.counts) {
                *sum += count;
            }
            heavy += part.heavy;
            light.extend(part.light);
        }
        Ok(CensusLevel::new(counts, heavy, light))
    }
}

/// The number of partitions between two checks of the budget.
const POLL: u64 = 1 << 16;

/// Returns the values 0, 1, …, `bound` - 1 as a mask.
fn below(bound: u32) -> u128 {
    (1 << bound) - 1
}

/// A traversal of the partitions of n with the same first parts.
struct Walk<'a> {
    below: Below<'a>,
    work: &'a CensusProgress<'a>,
    n: u32,
    /// The parts so far.
    parts: Vec<u8>,
    /// The heights of the columns that no further part reaches, from the right.
    columns: Vec<u8>,
    counts: [u64; Order::MOST as usize + 1],
    heavy: u64,
    light: Vec<Light>,
    /// The number of partitions not yet reported.
    passed: u64,
}

impl<'a> Walk<'a> {
    fn new(below: Below<'a>, work: &'a CensusProgress<'a>, n: u32) -> Walk<'a> {
        Walk {
            below,
            work,
            n,
            parts: Vec::new(),
            columns: Vec::new(),
            counts: [0; Order::MOST as usize + 1],
            heavy: 0,
            light: Vec::new(),
            passed: 0,
        }
    }

    fn report(&mut self) -> Result<(), Limit> {
        self.work.add(std::mem::take(&mut self.passed))
    }

    fn start(&mut self, first: u32, second: u32) -> Result<(), Limit> {
        if second == 0 {
            return self.go(1, first, first);
        }
        self.parts.push(first as u8);
        let reached = self.add_rows(1, 1);
        self.go(reached, self.n - first, second)
    }

    /// Visits all partitions with the parts so far and `next`, where `left` squares (including `next`) are left and
    /// `reached` are values of options.
    fn go(&mut self, reached: u128, left: u32, next: u32) -> Result<(), Limit> {
        let rows = self.parts.len();
        let columns = self.columns.len();
        let mut reached = reached;
        if let Some(&last) = self.parts.last() {
            let new = usize::from(last) - next as usize;
            self.columns.resize(columns + new, rows as u8);
            reached = self.add_columns(reached, new);
        }
        self.parts.push(next as u8);
        let first = u32::from(self.parts[0]);
        let bound = first + rows as u32;
        if left == next {
            self.decide(reached);
            self.passed += 1;
        } else {
            reached = self.add_rows(reached, rows + 1);
            let left = left - next;
            let longest = next.min(left);
            if below(bound + 1) & !reached == 0 {
                // The lemma.
                let counts = self.below.with_parts.of(longest, left);
                for (sum, &count) in self.counts[bound as usize..].iter_mut().zip(counts) {
                    *sum += u64::from(count);
                }
                let all = u64::from(self.below.order.at_most(longest, left));
                self.heavy += all;
                self.passed += all;
            } else {
                for part in (1..=longest).rev() {
                    self.go(reached, left, part)?;
                }
            }
        }
        self.parts.pop();
        self.columns.truncate(columns);
        if self.passed >= POLL {
            self.report()?;
        }
        Ok(())
    }

    /// Adds the values of runs of consecutive rows that include the last one, of at most `most` rows.
    fn add_rows(&self, mut reached: u128, most: usize) -> u128 {
        let order = self.below.order;
        let (mut size, mut rank) = (0, 0);
        for (&part, count) in self.parts.iter().rev().take(most).zip(1..) {
            let part = u32::from(part);
            size += part;
            rank += order.at_most(part - 1, size);
            let bound = part + count - 1;
            if reached >> bound & 1 == 0 {
                reached |= 1 << self.below.value(size, rank, bound);
            }
        }
        reached
    }

    /// Adds the values of runs of consecutive columns whose tallest is one of the `new` leftmost.
    fn add_columns(&self, mut reached: u128, new: usize) -> u128 {
        if new == 0 {
            return reached;
        }
        let order = self.below.order;
        let all = self.columns.len();
        let height = u32::from(self.columns[all - 1]);
        let mut missing = below(height + all as u32) & !below(height) & !reached;
        while missing != 0 {
            let bound = missing.trailing_zeros();
            missing &= missing - 1;
            let count = (bound - height) as usize + 1;
            for end in (all - new + 1..=all).rev() {
                let Some(start) = end.checked_sub(count) else {
                    break;
                };
                let (mut size, mut rank) = (0, 0);
                for &column in &self.columns[start..end] {
                    let column = u32::from(column);
                    size += column;
                    rank += order.at_most(column - 1, size);
                }
                let value = self.below.value(size, rank, bound);
                reached |= 1 << value;
                if value == bound {
                    break;
                }
            }
        }
        reached
    }

    /// Decides the value of the partition with the parts so far.
    fn decide(&mut self, mut reached: u128) {
        let bound = u32::from(self.parts[0]) + self.parts.len() as u32 - 1;
        let all = below(bound);
        reached = self.add_rows(reached, self.parts.len() - 1);
        if all & !reached != 0 {
            reached |= self.options(&self.parts, all & !reached);
        }
        if all & !reached != 0 {
            reached |= self.options(&conjugate(&self.parts), all & !reached);
        }
        let value = reached.trailing_ones();
        self.counts[value as usize] += 1;
        if value == bound {
            self.heavy += 1;
        } else {
            let rank = self.below.order.rank(&self.parts);
            self.light.push(Light::new(rank.into(), value as u8));
        }
    }

    /// Returns the values of all options by moves of one kind, or of enough options to cover `wanted`.
    fn options(&self, parts: &[u8], wanted: u128) -> u128 {
        let runs: Vec<(u32, u32)> = parts
            .chunk_by(|a, b| a == b)
            .map(|run| (run[0].into(), run.len() as u32))
            .collect();
        let mut search = Options {
            below: self.below,
            rows: parts.len() as u32,
            wanted,
            reached: 0,
        };
        search.choose(&runs, 0, 0, 0, 0);
        search.reached
    }
}

/// A search through the sub-multisets of some parts.
struct Options<'a> {
    below: Below<'a>,
    rows: u32,
    wanted: u128,
    reached: u128,
}

impl Options<'_> {
    /// Chooses among `runs`, the smallest part first; the choice so far has this many parts, the last one the largest,
    /// and this size and rank. Returns whether the search is over.
    fn choose(
        &mut self,
        runs: &[(u32, u32)],
        count: u32,
        largest: u32,
        size: u32,
        rank: u32,
    ) -> bool {
        let Some((&(part, most), runs)) = runs.split_last() else {
            if count < self.rows {
                let bound = (largest + count).saturating_sub(1);
                self.reached |= 1 << self.below.value(size, rank, bound);
            }
            return self.wanted & !self.reached == 0;
        };
        if self.choose(runs, count, largest, size, rank) {
            return true;
        }
        let (mut size, mut rank) = (size, rank);
        for more in 1..=most {
            size += part;
            rank += self.below.order.at_most(part - 1, size);
            if size < self.below.levels.len() as u32
                && self.choose(runs, count + more, part, size, rank)
            {
                return true;
            }
        }
        false
    }
}
