//! The two passes over each level.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory::zeroed;
use crate::parallel::locked;
use nimfield_core::budget::Budget;

use super::super::census::{Census, CensusLevel, Save};
use super::super::stop::{Halt, Stop};
use super::super::work::Work;
use super::beginning::{BLOCK, Beginning};
use super::levels::{Level, stretches};
use super::store::Store;
use super::tables::{Counts, Tables};

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
        tables: Tables::new(order, width),
        levels: Vec::new(),
        buffers: Mutex::new(Vec::new()),
        most: store.as_ref().map_or(0, Store::most_read),
    };
    for n in 0..=up_to {
        let count = engine.tables.order.count(n) as usize;
        let known = census.levels.get(n as usize);
        if let (Some(store), Some(known)) = (&store, known)
            && let Some(level) = store.level(n, count)?
        {
            engine.tables.note_long(n, known);
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
        engine.tables.note_long(n, level);
        engine.levels.push(match &mut store {
            None => Level::Held(closures),
            Some(store) => store.keep(n, level, closures)?,
        });
    }
    Ok(())
}

/// What is known of the lower levels.
struct Engine {
    tables: Tables,
    /// The closures of all partitions, by size and rank.
    levels: Vec<Level>,
    /// What tasks read into, to be used again, and how many closures that are at the most.
    buffers: Mutex<Vec<Vec<u64>>>,
    most: usize,
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
        for task in Beginning::tasks(&self.tables.order, n) {
            let (piece, behind) = rest.split_at_mut(task.count(&self.tables.order) as usize);
            parts.push((task, piece));
            rest = behind;
        }
        work.each(parts, |(task, mut out)| -> Result<(), Halt> {
            let mut buffer = locked(&self.buffers).pop().unwrap_or_default();
            let needs = task.without(&self.tables.order, n);
            let without = stretches(&self.levels, n, &needs, self.most, &mut buffer)?;
            let mut done = Ok(());
            task.divide(&self.tables.order, BLOCK, &mut |block| {
                let count = block.count(&self.tables.order) as usize;
                let (piece, rest) = std::mem::take(&mut out).split_at_mut(count);
                out = rest;
                if done.is_ok() {
                    self.tables.rows_of_block(n, block, &without, None, piece);
                    if let Some(known) = known {
                        self.tables.add_known(block, known, piece);
                    }
                    done = work.add(0);
                }
            });
            locked(&self.buffers).push(buffer);
            Ok(done?)
        })?;
        Ok(())
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
        let done = work.each(Beginning::tasks(&self.tables.order, n), |task| {
            let mut counts = Counts::default();
            let mut done = Ok(());
            let mut conjugates = Vec::with_capacity(BLOCK as usize);
            task.divide(&self.tables.order, BLOCK, &mut |block| {
                if done.is_ok() {
                    self.values_of_block(n, block, closures, &mut conjugates, &mut counts);
                    done = work.add(u64::from(block.count(&self.tables.order)));
                }
            });
            Ok(done.map(|()| counts)?)
        })?;
        let mut counts = Counts::default();
        done.into_iter().for_each(|part| counts.unite(part));
        counts.level(n)
    }

    fn values_of_block(
        &self,
        n: u32,
        block: &Beginning,
        closures: &[AtomicU64],
        conjugates: &mut Vec<u32>,
        counts: &mut Counts,
    ) {
        let tables = &self.tables;
        conjugates.clear();
        tables.conjugates(block, |_| true, |_, rank| conjugates.push(rank));
        for (place, &conjugate) in tables.places(block).zip(&*conjugates) {
            if conjugate < place.rank {
                continue;
            }
            let [one, other] = [place.rank, conjugate].map(|rank| &closures[rank as usize]);
            let [rows, columns] = [one, other].map(|reached| reached.load(Ordering::Relaxed));
            let Some(value) = tables.value(n, &place, rows | columns) else {
                counts.undecided = true;
                return;
            };
            let bit = tables.bit(value);
            one.store(rows | bit, Ordering::Relaxed);
            other.store(columns | bit, Ordering::Relaxed);
            counts.add(&place, Some(conjugate), value);
        }
    }
}
