//! All partitions with columns plus rows up to a bound, by boundary words.
//!
//! Read from the bottom left to the top right, the boundary of a diagram is a word: 0 for a step along the bottom of a
//! column, 1 for a step up the end of a row. The first letter is always 0 and omitted; the last is always 1 and becomes
//! the highest bit of a number. So the non-empty partitions are the positive integers, 0 is the empty one, and a
//! partition with L = c + r has L - 1 bits. Removing a row removes a bit 1; removing a column removes a bit 0, or the
//! first letter with all ones that follow it.
//!
//! Numbers that agree in all but their low bits form a *block*. Removing a high bit maps a block to another one, place
//! by place; removing a low bit maps it to the first or second half of one block. So all steps are unions of contiguous
//! pieces, which the machine computes for many partitions at once.

use nimfield_core::budget::Budget;
use nimfield_engines::memory::zeroed;

use super::level::{Census, CensusLevel, Grading, Light, Save};
use super::progress::{CensusProgress, Stop};

pub use crate::partitions::order::places;

/// The most low bits of a block: the closures of four of them fit into the first-level cache.
const LOW_BITS: u32 = 11;

/// The largest bound: the values of stored partitions fit into masks of 32 bits.
pub const MOST: u32 = 33;

/// Returns the number of bytes for the closures of all levels below the last.
#[must_use]
pub fn memory(up_to: u32) -> u64 {
    // Numbers of up to L - 2 bits, and two masks for each.
    2 * 4 * stored(up_to) as u64
}

/// Returns the number of closures that are needed later.
fn stored(up_to: u32) -> usize {
    match up_to {
        0..4 => 4,
        _ => 1 << (up_to - 2),
    }
}

/// Continues a census graded by perimeter up to columns + rows = `up_to`.
///
/// # Errors
/// If the bound, the budget, the system or `save` prevents it; finished levels stay in
/// the census.
///
/// # Panics
/// If the census is graded by size.
///
/// # Arguments
/// `save` is called after each new level.
///
/// # Complexity
/// Bytes: 8 for each boundary word below the last level, 2^(`up_to` - 2); time: for each word its bits / 2, processed
/// many at a time.
///
/// # Source
/// E. Gottlieb, M. Krnc and P. Muršič, arXiv:2506.04991 (2025), for the game and its bound; the method is original and
/// proved above.
///
/// # Example
/// ```
/// use nimfield_core::budget::Budget;
/// use nimfield_games::partitions::pnim::census::{Census, Grading, perimeter};
/// let mut census = Census::new(Grading::Perimeter);
/// perimeter::extend(&mut census, 5, &Budget::unlimited(), &mut |_| Ok(()))?;
/// assert_eq!(census.levels[5].partitions(), 8);
/// # Ok::<(), nimfield_games::partitions::pnim::census::Stop>(())
/// ```
pub fn extend(
    census: &mut Census,
    up_to: u32,
    budget: &Budget,
    save: &mut Save<'_>,
) -> Result<(), Stop> {
    assert_eq!(census.grading, Grading::Perimeter);
    if up_to > MOST {
        return Err(Stop::OutOfRange {
            asked: up_to,
            most: MOST,
            why: "the closures by boundary words are masks of 32 values",
        });
    }
    let known = census.levels.len() as u32;
    if known > up_to {
        return Ok(());
    }
    let total = 1u64 << up_to.saturating_sub(1);
    let work = CensusProgress::new(budget, "words", census.partitions(), total, memory(up_to))?;
    let zeroed = || {
        zeroed::<u32>(stored(up_to)).map_err(|_| Stop::OutOfMemory {
            bytes: memory(up_to),
        })
    };
    let (mut rows, mut columns) = (zeroed()?, zeroed()?);
    // [] and [1], whose closures are {0} and {0, 1}.
    for closures in [&mut rows, &mut columns] {
        (closures[0], closures[1]) = (0b1, 0b11);
    }
    let first = [
        CensusLevel::new(vec![1], 1, vec![]),
        CensusLevel::default(),
        CensusLevel::new(vec![0, 1], 1, vec![]),
    ];
    for (grade, level) in first.into_iter().enumerate().take(up_to as usize + 1) {
        if grade >= census.levels.len() {
            census.levels.push(level);
            save(census).map_err(Stop::Save)?;
        }
    }
    for grade in 3..=up_to {
        let known = census.levels.get(grade as usize);
        let done = level(&work, grade, grade == up_to, known, &mut rows, &mut columns)?;
        if known.is_none() {
            census.levels.push(done);
            save(census).map_err(Stop::Save)?;
        }
    }
    Ok(())
}

/// Computes one level: its values from the closures of the levels below, or its closures from its `known` values.
fn level(
    work: &CensusProgress<'_>,
    grade: u32,
    last: bool,
    known: Option<&CensusLevel>,
    rows: &mut [u32],
    columns: &mut [u32],
) -> Result<CensusLevel, Stop> {
    let bits = grade - 1;
    let low = LOW_BITS.min(bits - 1);
    let half = 1usize << (bits - 1);
    let (rows, new_rows) = rows.split_at_mut(half);
    let (columns, new_columns) = columns.split_at_mut(half);
    // The last level is counted and discarded.
    let room = if last { 0 } else { half };
    let heads = 1usize << (bits - 1 - low);
    // A task consists of consecutive blocks.
    let blocks = (heads / 256).max(1);
    let piece = blocks << low;
    let mut parts = Vec::new();
    let mut new = new_rows[..room]
        .chunks_mut(piece)
        .zip(new_columns[..room].chunks_mut(piece));
    for head in (heads..2 * heads).step_by(blocks) {
        parts.push((head, new.next()));
    }
    let heavy = u32::checked_shl(1, bits).unwrap_or(0);
    let done = work.each(parts, |(head, mut kept)| {
        let mut count = Counts::new(heavy);
        let mut scratch = [vec![0; 1 << low], vec![0; 1 << low], vec![0; 1 << low]];
        for block in 0..blocks {
            let [scratch_rows, scratch_columns, values] = &mut scratch;
            let at = block << low;
            let out = match &mut kept {
                Some((rows, columns)) => {
                    (&mut rows[at..][..1 << low], &mut columns[at..][..1 << low])
                }
                None => {
                    scratch_rows.fill(0);
                    scratch_columns.fill(0);
                    (&mut scratch_rows[..], &mut scratch_columns[..])
                }
            };
            let head = head + block;
            let known = known.map(|level| {
                let place = |head: usize| {
                    let first = (head as u64) << low;
                    level.light.partition_point(|light| light.place() < first)
                };
                &level.light[place(head)..place(head + 1)]
            });
            let task = Block {
                head,
                low,
                heavy,
                rows,
                columns,
                known,
            };
            task.fill(out.0, out.1, values);
            if known.is_none() {
                count.add((head << low) as u64, values);
            }
        }
        if known.is_none() {
            work.add(piece as u64)?;
        } else {
            work.add(0)?;
        }
        Ok(count)
    })?;
    let mut counts = vec![0; 34];
    let mut heavies = 0;
    let mut light = Vec::new();
    for part in done {
        for (sum, count) in counts.iter_mut().zip(part.counts) {
            *sum += count;
        }
        heavies += part.heavies;
        light.extend(part.light);
    }
    counts[bits as usize] += heavies;
    Ok(CensusLevel::new(counts, heavies, light))
}

/// The values of some partitions of a level.
struct Counts {
    /// The mask of the value of heavy partitions.
    heavy: u32,
    heavies: u64,
    /// The counts of light partitions, by value.
    counts: [u64; 34],
    light: Vec<Light>,
}

impl Counts {
    fn new(heavy: u32) -> Counts {
        Counts {
            heavy,
            heavies: 0,
            counts: [0; 34],
            light: Vec::new(),
        }
    }

    /// Adds consecutive partitions, by the masks of their values.
    fn add(&mut self, first: u64, values: &[u32]) {
        for (at, piece) in values.chunks(16).enumerate() {
            let light = piece.iter().filter(|&&value| value != self.heavy).count();
            self.heavies += (piece.len() - light) as u64;
            if light == 0 {
                continue;
            }
            for (i, &value) in piece.iter().enumerate() {
                if value != self.heavy {
                    // The value 32 has no bit.
                    let value = value.trailing_zeros();
                    self.counts[value as usize] += 1;
                    self.light
                        .push(Light::new(first + (16 * at + i) as u64, value as u8));
                }
            }
        }
    }
}

/// The numbers with the same high bits.
struct Block<'a> {
    /// The high bits.
    head: usize,
    /// The number of low bits.
    low: u32,
    /// The mask of the value of heavy partitions.
    heavy: u32,
    /// The closures of shorter numbers.
    rows: &'a [u32],
    columns: &'a [u32],
    /// The light partitions, if the values are known.
    known: Option<&'a [Light]>,
}

impl Block<'_> {
    /// Computes the closures, which must be 0 before, and the masks of the values, with the widest vectors of the
    /// machine.
    fn fill(&self, rows: &mut [u32], columns: &mut [u32], values: &mut [u32]) {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
            fn with_avx512(block: &Block<'_>, r: &mut [u32], c: &mut [u32], values: &mut [u32]) {
                block.fill_portable(r, c, values);
            }
            #[target_feature(enable = "avx2")]
            fn with_avx2(block: &Block<'_>, r: &mut [u32], c: &mut [u32], values: &mut [u32]) {
                block.fill_portable(r, c, values);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
            {
                // SAFETY: the machine has these features.
                return unsafe { with_avx512(self, rows, columns, values) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2.
                return unsafe { with_avx2(self, rows, columns, values) };
            }
        }
        self.fill_portable(rows, columns, values);
    }

    #[inline(always)]
    fn fill_portable(&self, rows: &mut [u32], columns: &mut [u32], values: &mut [u32]) {
        let size = 1usize << self.low;
        let (rows, columns) = (&mut rows[..size], &mut columns[..size]);
        // One bit of a run represents the whole run.
        let starts = |bits: usize| bits & !(bits << 1);
        let length = usize::BITS - self.head.leading_zeros();
        let zeros = !self.head & ((1 << (length - 1)) - 1);
        for (closures, out, mut bits) in [
            (self.rows, &mut *rows, starts(self.head)),
            (self.columns, &mut *columns, starts(zeros)),
        ] {
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                or(
                    out,
                    &closures[without(self.head, bit) << self.low..][..size],
                );
            }
        }
        let half = size / 2;
        let below = self.head << (self.low - 1);
        low_bits::<1>(rows, &self.rows[below..][..half]);
        low_bits::<0>(columns, &self.columns[below..][..half]);
        // Removing the first column also removes the rows that have no other column.
        for ones in 1..self.low {
            let count = 1usize << (self.low - ones - 1);
            let from = &self.columns[self.head << (self.low - ones - 1)..][..count];
            let step = 2usize << ones;
            for (out, from) in columns[(1 << ones) - 1..]
                .iter_mut()
                .step_by(step)
                .zip(from)
            {
                *out |= from;
            }
        }
        let word = self.head << self.low | (size - 1);
        let rest = word.checked_shr(word.trailing_ones() + 1).unwrap_or(0);
        columns[size - 1] |= self.columns[rest];

        let values = &mut values[..size];
        match self.known {
            None => {
                for ((value, rows), columns) in values.iter_mut().zip(&*rows).zip(&*columns) {
                    let reached = rows | columns;
                    *value = !reached & reached.wrapping_add(1);
                }
            }
            Some(known) => {
                values.fill(self.heavy);
                for light in known {
                    values[light.place() as usize & (size - 1)] = 1 << light.value();
                }
            }
        }
        or(rows, values);
        or(columns, values);
    }
}

/// Returns `number` without one of its bits.
#[inline(always)]
fn without(number: usize, bit: u32) -> usize {
    let below = (1 << bit) - 1;
    number & below | (number >> 1) & !below
}

#[inline(always)]
fn or(out: &mut [u32], from: &[u32]) {
    for (out, from) in out.iter_mut().zip(from) {
        *out |= from;
    }
}

/// Removes each low bit that is `BIT`: the numbers with that bit are in runs, and so are those without it.
#[inline(always)]
fn low_bits<const BIT: usize>(out: &mut [u32], from: &[u32]) {
    // The lengths of short runs are known at compile time.
    low_bit::<BIT, 1>(out, from);
    if from.len() >= 2 {
        low_bit::<BIT, 2>(out, from);
    }
    if from.len() >= 4 {
        low_bit::<BIT, 4>(out, from);
    }
    if from.len() >= 8 {
        low_bit::<BIT, 8>(out, from);
    }
    let mut run = 16;
    while run <= from.len() {
        for (out, from) in out.chunks_exact_mut(2 * run).zip(from.chunks_exact(run)) {
            or(&mut out[BIT * run..][..run], from);
        }
        run *= 2;
    }
}

#[inline(always)]
fn low_bit<const BIT: usize, const RUN: usize>(out: &mut [u32], from: &[u32]) {
    for (out, from) in out.chunks_exact_mut(2 * RUN).zip(from.chunks_exact(RUN)) {
        for i in 0..RUN {
            out[BIT * RUN + i] |= from[i];
        }
    }
}
