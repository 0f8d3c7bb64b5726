//! The two passes over each level.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory::zeroed;
use crate::parallel::locked;
use nimfield_core::budget::Budget;

use super::super::census::{Census, CensusLevel, Light, Save};
use super::super::order::{Order, conjugate};
use super::super::stop::{Halt, Stop};
use super::super::work::Work;
use super::beginning::{BLOCK, Beginning};
use super::levels::{Level, Stretches, stretches};
use super::store::Store;

/// The bytes of the tables: some 20 entries for each of the first partitions of each number.
pub(super) fn tables(up_to: u32) -> u64 {
    u64::from(up_to) * u64::from(BLOCK) * 160
}

/// Continues a census within so many bytes, with the closures in memory or in this store.
pub(super) fn fill(
    width: u32,
    census: &mut Census,
    up_to: u32,
    budget: &Budget,
    save: &mut Save<'_>,
    bytes: u64,
    mut store: Option<Store<'_>>,
) -> Result<(), Stop> {
    assert!((1..=64).contains(&width), "masks of 1 to 64 values");
    let Some((order, work)) = Work::by_size(census, up_to, budget, |_| bytes)? else {
        return Ok(());
    };
    let mut engine = Engine {
        full: u64::MAX >> (64 - width),
        ends: (0..=up_to).map(|m| Ends::new(&order, m)).collect(),
        order,
        levels: Vec::new(),
        buffers: Mutex::new(Vec::new()),
        most: store.as_ref().map_or(0, Store::most_read),
        long: HashSet::new(),
    };
    for n in 0..=up_to {
        let count = engine.order.count(n) as usize;
        let known = census.levels.get(n as usize);
        if let (Some(store), Some(known)) = (&store, known)
            && let Some(level) = store.level(n, count)?
        {
            engine.note_long(n, known);
            engine.levels.push(level);
            continue;
        }
        let mut closures = zeroed::<u64>(count).map_err(|_| Stop::OutOfMemory { bytes })?;
        engine.rows(&work, n, known, &mut closures)?;
        let level = match known {
            Some(level) => level,
            None => {
                let level = engine.values(&work, n, &mut closures)?;
                census.levels.push(level);
                save(census).map_err(Stop::Save)?;
                &census.levels[n as usize]
            }
        };
        engine.note_long(n, level);
        engine.levels.push(match &mut store {
            None => Level::Held(closures),
            Some(store) => store.keep(n, level, closures)?,
        });
    }
    Ok(())
}

/// What is known of the lower levels.
struct Engine {
    order: Order,
    /// The mask of all values that masks hold.
    full: u64,
    /// The ends of blocks, by their size.
    ends: Vec<Ends>,
    /// The closures of all partitions, by size and rank.
    levels: Vec<Level>,
    /// What tasks read into, to be used again, and how many closures that are at the most.
    buffers: Mutex<Vec<Vec<u64>>>,
    most: usize,
    /// Size and rank of the light partitions whose bound is past the masks.
    long: HashSet<(u32, u32)>,
}

/// The first partitions of a number, as ends of others.
struct Ends {
    /// For each end the parts that may be left out, and the rank of the rest.
    rests: Lists<(u8, u32)>,
    /// For each end and each of its columns the height, and the squares from this column on.
    columns: Lists<(u8, u8)>,
}

/// Lists one after the other.
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists {
            ends: vec![0],
            items: Vec::new(),
        }
    }

    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    #[inline(always)]
    fn get(&self, index: usize) -> &[T] {
        &self.items[self.ends[index] as usize..self.ends[index + 1] as usize]
    }
}

impl Ends {
    fn new(order: &Order, m: u32) -> Ends {
        let (mut rests, mut columns) = (Lists::new(), Lists::new());
        for rank in 0..order.count(m).min(BLOCK) {
            let parts = order.parts(m, rank);
            let last_of_run = |&i: &usize| i + 1 == parts.len() || parts[i + 1] < parts[i];
            rests.push((0..parts.len()).filter(last_of_run).map(|i| {
                let mut rest = parts.clone();
                let part = rest.remove(i);
                (part, order.rank(&rest))
            }));
            let mut from_here = m as u8;
            columns.push(conjugate(&parts).into_iter().map(|height| {
                let column = (height, from_here);
                from_here -= height;
                column
            }));
        }
        Ends { rests, columns }
    }
}

/// A partition that a pass looks at.
struct Place {
    rank: u32,
    /// The number of columns plus the number of rows.
    lines: u32,
}

impl Engine {
    /// The first pass: what row moves reach; for a level of known values, all of the closures.
    fn rows(
        &self,
        work: &Work<'_>,
        n: u32,
        known: Option<&CensusLevel>,
        closures: &mut [u64],
    ) -> Result<(), Stop> {
        let mut parts = Vec::new();
        let mut rest = closures;
        for task in Beginning::tasks(&self.order, n) {
            let (piece, behind) = rest.split_at_mut(task.count(&self.order) as usize);
            parts.push((task, piece));
            rest = behind;
        }
        work.each(parts, |(task, mut out)| -> Result<(), Halt> {
            let mut buffer = locked(&self.buffers).pop().unwrap_or_default();
            let needs = task.without(&self.order, n);
            let without = stretches(&self.levels, n, &needs, self.most, &mut buffer)?;
            let mut done = Ok(());
            task.divide(&self.order, BLOCK, &mut |block| {
                let count = block.count(&self.order) as usize;
                let (piece, rest) = std::mem::take(&mut out).split_at_mut(count);
                out = rest;
                if done.is_ok() {
                    self.rows_of_block(n, block, &without, piece);
                    if let Some(known) = known {
                        self.add_known(block, known, piece);
                    }
                    done = work.add(0);
                }
            });
            locked(&self.buffers).push(buffer);
            Ok(done?)
        })?;
        Ok(())
    }

    fn rows_of_block(&self, n: u32, block: &Beginning, without: &Stretches<'_>, out: &mut [u64]) {
        let order = &self.order;
        let parts = &block.parts;
        // The rank of a partition without d squares in its end, but for the rank of that end.
        let mut ranks = [0; Order::MOST as usize + 1];
        let most = block.cap.min(block.left);
        let mut size = n;
        for &part in parts {
            for d in 1..=most {
                ranks[d as usize] += order.at_most(u32::from(part) - 1, size - d);
            }
            size -= u32::from(part);
        }
        // Without one of the common parts.
        let mut behind = 0;
        let mut size = block.left;
        for (i, &part) in parts.iter().enumerate().rev() {
            let part = u32::from(part);
            size += part;
            if parts.get(i + 1) != Some(&parts[i]) {
                let mut rank = behind;
                let mut before = n - part;
                for &other in &parts[..i] {
                    rank += order.at_most(u32::from(other) - 1, before);
                    before -= u32::from(other);
                }
                let from = &without[part as usize].from(rank)[..out.len()];
                for (out, from) in out.iter_mut().zip(from) {
                    *out |= from;
                }
            }
            behind += order.at_most(part - 1, size);
        }
        // Without a part of the end.
        let mut rests: [&[u64]; Order::MOST as usize + 1] = [&[]; Order::MOST as usize + 1];
        for d in 1..=most {
            rests[d as usize] = without[d as usize].from(ranks[d as usize]);
        }
        let ends = &self.ends[block.left as usize];
        for (i, out) in out.iter_mut().enumerate() {
            for &(part, rank) in ends.rests.get(i) {
                *out |= rests[part as usize][rank as usize];
            }
        }
    }

    /// The columns plus rows of the partitions of a block, one after the other.
    fn places(&self, block: &Beginning) -> impl Iterator<Item = Place> {
        let ends = &self.ends[block.left as usize];
        let first = block.parts.first().copied();
        let rows = block.parts.len() as u32;
        (0..block.count(&self.order)).map(move |i| {
            let columns = ends.columns.get(i as usize);
            let end_rows = columns.first().map_or(0, |column| u32::from(column.0));
            let columns = first.map_or(columns.len() as u32, u32::from);
            Place {
                rank: block.rank + i,
                lines: columns + rows + end_rows,
            }
        })
    }

    /// The bit of a value, if masks hold it.
    fn bit(&self, value: u32) -> u64 {
        1u64.checked_shl(value).unwrap_or(0) & self.full
    }

    /// Adds known values to what row moves reach.
    fn add_known(&self, block: &Beginning, known: &CensusLevel, out: &mut [u64]) {
        let start = known
            .light
            .partition_point(|light| light.place() < u64::from(block.rank));
        let mut light = known.light[start..].iter().peekable();
        for (place, out) in self.places(block).zip(out) {
            let value = match light.next_if(|light| light.place() == u64::from(place.rank)) {
                Some(light) => u32::from(light.value()),
                None => place.lines.saturating_sub(1),
            };
            *out |= self.bit(value);
        }
    }

    /// The second pass: values, and with them the closures.
    fn values(&self, work: &Work<'_>, n: u32, closures: &mut [u64]) -> Result<CensusLevel, Stop> {
        let start = closures.as_mut_ptr().cast::<AtomicU64>();
        if !start.is_aligned() {
            // On machines of 32 bits a u64 may stand where no atomic one may.
            let copies = closures.iter().copied().map(AtomicU64::new);
            let copies: Vec<AtomicU64> = copies.collect();
            let level = self.values_of_all(work, n, &copies)?;
            for (closure, copy) in closures.iter_mut().zip(copies) {
                *closure = copy.into_inner();
            }
            return Ok(level);
        }
        // SAFETY: an atomic integer has the size of the plain one and takes the same values; that it
        // is aligned has just been seen; and the slice is borrowed mutably for as long as this one
        // lives, so that nobody looks at it otherwise.
        let shared = unsafe { std::slice::from_raw_parts(start, closures.len()) };
        self.values_of_all(work, n, shared)
    }

    /// The second pass, in several threads: a partition and its conjugate are looked at by one of them,
    /// that which meets the lower rank.
    fn values_of_all(
        &self,
        work: &Work<'_>,
        n: u32,
        closures: &[AtomicU64],
    ) -> Result<CensusLevel, Stop> {
        let done = work.each(Beginning::tasks(&self.order, n), |task| {
            let mut counts = Counts::default();
            let mut done = Ok(());
            let mut conjugates = Vec::with_capacity(BLOCK as usize);
            task.divide(&self.order, BLOCK, &mut |block| {
                if done.is_ok() {
                    self.values_of_block(n, block, closures, &mut conjugates, &mut counts);
                    done = work.add(u64::from(block.count(&self.order)));
                }
            });
            Ok(done.map(|()| counts)?)
        })?;
        let mut values = vec![0; n as usize + 2];
        let mut heavy = 0;
        let mut light = Vec::new();
        for part in done {
            if part.undecided {
                return Err(Stop::OutOfRange {
                    asked: n,
                    most: n - 1,
                    why: "a value may be 64 or more, past what the closures hold",
                });
            }
            for (sum, count) in values.iter_mut().zip(part.values) {
                *sum += count;
            }
            heavy += part.heavy;
            light.extend(part.light);
        }
        Ok(CensusLevel::new(values, heavy, light))
    }

    fn values_of_block(
        &self,
        n: u32,
        block: &Beginning,
        closures: &[AtomicU64],
        conjugates: &mut Vec<u32>,
        counts: &mut Counts,
    ) {
        self.conjugates(block, conjugates);
        for (place, &conjugate) in self.places(block).zip(&*conjugates) {
            if conjugate < place.rank {
                continue;
            }
            let [one, other] = [place.rank, conjugate].map(|rank| &closures[rank as usize]);
            let [rows, columns] = [one, other].map(|reached| reached.load(Ordering::Relaxed));
            let reached = rows | columns;
            let bound = place.lines.saturating_sub(1);
            let value = match reached == self.full {
                // All that masks hold is reached: the value is not below.
                true if self.reaches_all_beyond(n, place.rank, bound) => bound,
                true => {
                    counts.undecided = true;
                    return;
                }
                false => reached.trailing_ones(),
            };
            let bit = self.bit(value);
            one.store(rows | bit, Ordering::Relaxed);
            other.store(columns | bit, Ordering::Relaxed);
            let both = 1 + u64::from(conjugate != place.rank);
            counts.values[value as usize] += both;
            if value == bound {
                counts.heavy += both;
            } else {
                let light = |rank: u32| Light::new(rank.into(), value as u8);
                counts.light.push(light(place.rank));
                if conjugate != place.rank {
                    counts.light.push(light(conjugate));
                }
            }
        }
    }

    /// The ranks of the conjugates of a block's partitions.
    fn conjugates(&self, block: &Beginning, out: &mut Vec<u32>) {
        let order = &self.order;
        let rows = block.parts.len() as u32;
        let columns = block.parts.first().copied().unwrap_or(0).into();
        // For each column the squares of the beginning from it on, and what the columns behind it
        // add to the rank if the end does not reach them.
        let mut squares = [0u32; Order::MOST as usize + 2];
        let mut behind = [0u32; Order::MOST as usize + 2];
        let mut height = 0;
        for column in (0..columns).rev() {
            while height < rows && u32::from(block.parts[height as usize]) > column {
                height += 1;
            }
            let i = column as usize;
            squares[i] = squares[i + 1] + height;
            behind[i] = behind[i + 1] + order.at_most(height - 1, squares[i]);
        }
        let ends = &self.ends[block.left as usize];
        out.clear();
        out.extend((0..block.count(order)).map(|i| {
            let end = ends.columns.get(i as usize);
            let terms = end
                .iter()
                .zip(&squares)
                .map(|(&(height, from_here), squares)| {
                    order.at_most(rows + u32::from(height) - 1, squares + u32::from(from_here))
                });
            terms.sum::<u32>() + behind[end.len()]
        }));
    }

    /// Whether some option has each value past the masks and below `bound`.
    fn reaches_all_beyond(&self, n: u32, rank: u32, bound: u32) -> bool {
        let width = self.full.count_ones();
        if bound <= width {
            return true;
        }
        let rows = self.order.parts(n, rank);
        let columns = conjugate(&rows);
        let sides = [(&rows, columns.len()), (&columns, rows.len())];
        (width..bound).all(|value| {
            // So many lines of one kind, the longest among them, with all lines of the other kind.
            sides.iter().any(|(lines, across)| {
                let kept = (value + 1).checked_sub(*across as u32);
                kept.is_some_and(|kept| {
                    0 < kept && (kept as usize) < lines.len() && {
                        let kept = &lines[..kept as usize];
                        let size = kept.iter().map(|&line| u32::from(line)).sum();
                        !self.long.contains(&(size, self.order.rank(kept)))
                    }
                })
            })
        })
    }

    /// Remembers the light partitions whose bound is past the masks.
    fn note_long(&mut self, n: u32, level: &CensusLevel) {
        for light in &level.light {
            let rank = light.place() as u32;
            let parts = self.order.parts(n, rank);
            if usize::from(parts[0]) + parts.len() > self.full.count_ones() as usize {
                self.long.insert((n, rank));
                self.long.insert((n, self.order.rank(&conjugate(&parts))));
            }
        }
    }
}

/// The values of some partitions of a level.
struct Counts {
    values: [u64; Order::MOST as usize + 1],
    heavy: u64,
    light: Vec<Light>,
    /// A value is past what the masks can decide.
    undecided: bool,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            values: [0; Order::MOST as usize + 1],
            heavy: 0,
            light: Vec::new(),
            undecided: false,
        }
    }
}
