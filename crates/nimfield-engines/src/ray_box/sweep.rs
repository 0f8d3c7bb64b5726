//! Visits all blocks of a box in order, with one worker or several.

use super::division::{Axis, RayBox};
use super::lines::{Lines, Row};
use super::masks::Line;
use crate::parallel;
use nimfield_core::budget::{Budget, Limit, Meter, Unfinished};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of parts per worker into which each of the two split piles is cut.
const TILES_PER_WORKER: usize = 8;

/// The most threads to use.
const MOST_WORKERS: usize = 256;

/// The most progress reports.
const REPORTS: u64 = 256;

/// The division of a sweep. A task consists of all blocks whose entries in the first two outer piles are in given
/// ranges, a *tile*, in lexicographic order. The tiles on an antidiagonal form a wave and run at the same time. That is
/// sound because a move along a ray either stays in the tile or leads to an earlier antidiagonal, so a line is in at
/// most one task of a wave.
pub(crate) struct Schedule {
    workers: usize,
    /// The sides of a tile; `None`: everything is one task.
    tile: Option<[usize; 2]>,
    lines: Vec<Lines>,
    slots: usize,
}

impl RayBox {
    /// Divides the sweep among up to `threads` workers, with tasks of at least `worth` positions.
    pub(crate) fn schedule(&self, threads: usize, worth: u64) -> Schedule {
        let (mut workers, mut tile) = (1, None);
        if let [first, second, ..] = self.outer[..] {
            let threads = threads.min(MOST_WORKERS).min(first.bound).min(second.bound);
            let side = |axis: Axis| axis.bound.div_ceil(TILES_PER_WORKER * threads);
            let sides = [side(first), side(second)];
            let tiles = first.bound.div_ceil(sides[0]) * second.bound.div_ceil(sides[1]);
            if threads > 1 && self.positions() / tiles as u64 >= worth {
                (workers, tile) = (threads, Some(sides));
            }
        }
        let whole: Vec<usize> = self.outer.iter().map(|axis| axis.bound).collect();
        let windows = if tile.is_some() { &whole[..2] } else { &[] };
        let mut slots = 0;
        let lines = self
            .rays
            .iter()
            .filter(|ray| !ray.outer.is_empty())
            .map(|ray| {
                let lines = Lines::new(&self.outer, ray, windows, slots);
                slots += lines.count * if lines.per_worker == 0 { 1 } else { workers };
                lines
            })
            .collect();
        Schedule {
            workers,
            tile,
            lines,
            slots,
        }
    }
}

/// The work on blocks.
pub(crate) trait Worker: Send {
    /// Visits a block; `lines` pass through it, one for each ray with an outer pile.
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit>;
}

impl Schedule {
    /// Returns the number of workers.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// Returns the number of slots for accumulators that the lines need.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Visits every block, with as many workers as the schedule requires; each worker checks the budget once per `poll`
    /// positions. Returns the workers.
    pub(crate) fn sweep<W: Worker>(
        &self,
        of: &RayBox,
        budget: &Budget,
        phase: &'static str,
        poll: u64,
        worker: impl FnMut() -> W,
    ) -> Result<Vec<W>, Unfinished> {
        let workers = std::iter::repeat_with(worker)
            .take(self.workers)
            .map(Mutex::new);
        let workers: Vec<Mutex<W>> = workers.collect();
        let meter = SweepMeter {
            meter: Meter::new(budget, phase).of(of.positions()),
            poll,
            done: AtomicU64::new(0),
            total: of.positions(),
        };
        let task = |ranges: &[Range<usize>]| {
            // Outside the pool there is one thread, so any worker works.
            let index = rayon_core::current_thread_index().unwrap_or(0) % workers.len();
            let mut worker = workers[index]
                .lock()
                .expect("a worker that panicked ends the sweep");
            self.run(of, ranges, index, &mut *worker, &meter)
        };
        let ranges: Vec<Range<usize>> = of.outer.iter().map(|axis| 0..axis.bound).collect();
        let swept = if let Some(sides) = self.tile {
            let tiles = |i: usize| ranges[i].end.div_ceil(sides[i]);
            let tile_task = |tile: [usize; 2]| {
                let mut ranges = ranges.clone();
                for ((range, side), number) in ranges.iter_mut().zip(sides).zip(tile) {
                    *range = number * side..range.end.min((number + 1) * side);
                }
                task(&ranges)
            };
            let mut waves = 0..tiles(0) + tiles(1) - 1;
            let pool = parallel::pool(self.workers);
            waves.try_for_each(|sum| {
                let wave = (sum + 1).saturating_sub(tiles(1))..tiles(0).min(sum + 1);
                parallel::try_each(pool.as_ref(), wave.len(), |i| {
                    let row = wave.start + i;
                    tile_task([row, sum - row])
                })
            })
        } else {
            task(&ranges)
        };
        swept.map_err(|limit| meter.unfinished(limit))?;
        let workers = workers.into_iter().map(Mutex::into_inner);
        Ok(workers
            .map(|worker| worker.expect("a worker that panicked ends the sweep"))
            .collect())
    }

    /// Runs one task, with the widest vectors of the machine.
    fn run<W: Worker>(
        &self,
        of: &RayBox,
        ranges: &[Range<usize>],
        index: usize,
        worker: &mut W,
        meter: &SweepMeter<'_>,
    ) -> Result<(), Limit> {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn with_avx2<W: Worker>(
                schedule: &Schedule,
                of: &RayBox,
                ranges: &[Range<usize>],
                index: usize,
                worker: &mut W,
                meter: &SweepMeter<'_>,
            ) -> Result<(), Limit> {
                schedule.run_portable(of, ranges, index, worker, meter)
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2.
                return unsafe { with_avx2(self, of, ranges, index, worker, meter) };
            }
        }
        self.run_portable(of, ranges, index, worker, meter)
    }

    #[inline(always)]
    fn run_portable<W: Worker>(
        &self,
        of: &RayBox,
        ranges: &[Range<usize>],
        index: usize,
        worker: &mut W,
        meter: &SweepMeter<'_>,
    ) -> Result<(), Limit> {
        let Some((along, before)) = ranges.split_last() else {
            worker.visit(0, &[])?;
            return meter.add(of.block_len as u64);
        };
        let mut at: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        let mut lines = vec![Line::default(); self.lines.len()];
        let mut rows = vec![Row::default(); self.lines.len()];
        for (line, lines) in lines.iter_mut().zip(&self.lines) {
            (line.shift, line.mask) = (lines.shift, lines.mask);
        }
        let last = of.outer[before.len()].bound - 1;
        let mut unreported = 0;
        // Blocks are visited in rows along the last outer pile.
        loop {
            for (row, lines) in rows.iter_mut().zip(&self.lines) {
                *row = lines.through(&of.outer, &at, index);
            }
            let base: usize = at[..before.len()]
                .iter()
                .zip(&of.outer)
                .map(|(entry, axis)| entry * axis.stride)
                .sum();
            for entry in along.clone() {
                for (line, row) in lines.iter_mut().zip(&mut rows) {
                    row.next(line, entry, last);
                }
                worker.visit(base + entry, &lines)?;
                unreported += of.block_len as u64;
                if unreported >= meter.poll {
                    meter.add(std::mem::take(&mut unreported))?;
                }
            }
            if !next_row(&mut at, before) {
                return meter.add(unreported);
            }
        }
    }
}

/// Advances to the next row of blocks within these ranges, of all outer piles but the last; returns `false` after the
/// last row.
fn next_row(at: &mut [usize], before: &[Range<usize>]) -> bool {
    let Some(next) = (0..before.len()).rfind(|&i| at[i] + 1 < before[i].end) else {
        return false;
    };
    at[next] += 1;
    for i in next + 1..before.len() {
        at[i] = before[i].start;
    }
    true
}

/// Counts the positions done by all workers, and checks the budget once per `poll`.
struct SweepMeter<'a> {
    meter: Meter<'a>,
    poll: u64,
    done: AtomicU64,
    total: u64,
}

impl SweepMeter<'_> {
    fn add(&self, positions: u64) -> Result<(), Limit> {
        let before = self.done.fetch_add(positions, Ordering::Relaxed);
        let done = before + positions;
        let step = self.total.div_ceil(REPORTS);
        if done / step > before / step || done == self.total {
            self.meter.at(done).report();
        }
        if done == self.total {
            return Ok(());
        }
        self.meter.budget().check(done)
    }

    fn unfinished(&self, limit: Limit) -> Unfinished {
        let done = self.done.load(Ordering::Relaxed);
        self.meter.at(done).stopped(limit)
    }
}

/// Refuses a sweep that exceeds the budget before it starts; `bytes` is the memory it needs.
pub(crate) fn affordable(of: &RayBox, budget: &Budget, bytes: u64) -> Result<(), Unfinished> {
    let total = of.positions();
    (budget.check(total))
        .and_then(|()| budget.fits(bytes))
        .map_err(|limit| limit.after_of(0, total))
}
