//! The two passes over each level.

use std::sync::atomic::{AtomicU64, Ordering};

use nimfield_core::budget::{Budget, Limit};
use nimfield_engines::memory::{as_atomic, zeroed};

use super::super::level::{Census, CensusLevel, Save};
use super::super::progress::CensusProgress;
use super::super::stop::Stop;
use super::beginning::{BLOCK, Beginning};
use super::tables::{Counts, Lower, Tables};
use crate::partitions::order::Order;

/// Continues a census within so many bytes.
pub(super) fn fill(
    width: u32,
    census: &mut Census,
    up_to: u32,
    budget: &Budget,
    save: &mut Save<'_>,
    bytes: u64,
) -> Result<(), Stop> {
    assert!((1..=64).contains(&width), "masks of 1 to 64 values");
    let Some((order, work)) = CensusProgress::by_size(census, up_to, budget, |_| bytes)? else {
        return Ok(());
    };
    let mut engine = Engine {
        tables: Tables::new(order, width),
        levels: Vec::new(),
    };
    for n in 0..=up_to {
        let count = engine.tables.order.count(n) as usize;
        let known = census.levels.get(n as usize);
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
        engine.levels.push(closures);
    }
    Ok(())
}

/// What is known of the lower levels.
struct Engine {
    tables: Tables,
    /// The closures of all partitions, by size and rank.
    levels: Vec<Vec<u64>>,
}

impl Engine {
    /// The first pass: what row moves reach; for a level of known values, all of the closures.
    fn rows(
        &self,
        work: &CensusProgress<'_>,
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
        let mut without: Lower<'_> = [&[]; Order::MOST as usize + 1];
        for (part, level) in (1..=n as usize).zip(self.levels.iter().rev()) {
            without[part] = level;
        }
        work.each(parts, |(task, mut out)| -> Result<(), Limit> {
            let mut done = Ok(());
            task.divide(&self.tables.order, BLOCK, &mut |block| {
                let count = block.count(&self.tables.order) as usize;
                let (piece, rest) = std::mem::take(&mut out).split_at_mut(count);
                out = rest;
                if done.is_ok() {
                    self.tables.rows_of_block(n, block, &without, piece);
                    if let Some(known) = known {
                        self.tables.add_known(block, known, piece);
                    }
                    done = work.add(0);
                }
            });
            done
        })?;
        Ok(())
    }

    /// The second pass: values, and with them the closures.
    fn values(
        &self,
        work: &CensusProgress<'_>,
        n: u32,
        closures: &mut [u64],
    ) -> Result<CensusLevel, Stop> {
        as_atomic(closures, |closures| self.values_of_all(work, n, closures))
    }

    /// The second pass, in several threads: a partition and its conjugate are looked at by one of them,
    /// that which meets the lower rank.
    fn values_of_all(
        &self,
        work: &CensusProgress<'_>,
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
            done.map(|()| counts)
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
        tables.conjugates(block, |rank| conjugates.push(rank));
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
            counts.add(&place, conjugate, value);
        }
    }
}
