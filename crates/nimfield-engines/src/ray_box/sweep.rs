//! Visiting all blocks of a box in order, by one worker or several.

use super::division::{Axis, Ray, RayBox};
use super::masks::Line;
use crate::parallel;
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Each of the two piles a sweep is split along is cut into so many parts for each worker.
const TILES_PER_WORKER: usize = 8;

/// More threads than this are not used.
const MOST_WORKERS: usize = 256;

/// Progress is reported at most so many times.
const REPORTS: u64 = 256;

/// Finds the lines of one ray.
///
/// A line is told by the differences of its outer entries to the entry in its *lead*, its first
/// outer pile, and by the entries off the ray. A difference is kept modulo the bound: in the order
/// of a sweep, the line with the smaller one of two equal differences starts after the other has
/// ended. (Not so between the two piles a sweep is split along; there differences are kept whole.)
#[derive(Debug, Clone)]
struct Lines {
    shift: usize,
    mask: usize,
    /// The first slot.
    first_slot: usize,
    /// How many slots a worker needs.
    count: usize,
    /// How far the slots of two workers are apart; 0 when they share them.
    per_worker: usize,
    /// The outer piles of the ray.
    members: Vec<usize>,
    /// For every outer pile that tells the lines apart, its part in the number.
    digits: Vec<Digit>,
}

/// The part of one outer pile in the number of a line.
#[derive(Debug, Clone, Copy)]
struct Digit {
    pile: usize,
    /// The difference to the entry in the lead counts, not the entry itself.
    relative: bool,
    /// Added to keep the difference positive.
    offset: usize,
    modulus: usize,
    stride: usize,
}

impl Lines {
    fn new(outer: &[Axis], ray: &Ray, split: usize, first_slot: usize) -> Self {
        // A ray through no split pile has its lines within a task, and all of them end before any
        // pile ahead of its lead moves on.
        let lead = ray.outer[0];
        let shared = lead < split;
        let mut count = 1;
        let mut digits: Vec<Digit> = (if shared { 0 } else { lead }..outer.len())
            .rev()
            .filter(|&pile| pile != lead)
            .map(|pile| {
                let relative = ray.outer.contains(&pile);
                let whole = relative && pile < split;
                let (bound, before) = (outer[pile].bound, outer[lead].bound - 1);
                let digit = Digit {
                    pile,
                    relative,
                    offset: if whole { before } else { 0 },
                    modulus: if whole { bound + before } else { bound },
                    stride: count,
                };
                count *= digit.modulus;
                digit
            })
            .collect();
        digits.reverse();
        Lines {
            shift: ray.shift,
            mask: ray.mask,
            first_slot,
            count,
            per_worker: if shared { 0 } else { count },
            members: ray.outer.clone(),
            digits,
        }
    }

    /// The lines through a row of blocks: the one with outer entries `at`, and those after it in
    /// the last outer pile.
    fn through(&self, outer: &[Axis], at: &[usize], worker: usize) -> Row {
        let (lead, last) = (self.members[0], outer.len() - 1);
        let mut row = Row {
            base: self.first_slot + worker * self.per_worker,
            turn: 0,
            turns: 0,
            modulus: 1,
            member: self.members.contains(&last),
            starts: false,
            ends: false,
        };
        for &pile in self.members.iter().filter(|&&pile| pile != last) {
            row.starts |= at[pile] == 0;
            row.ends |= at[pile] + 1 == outer[pile].bound;
        }
        for digit in &self.digits {
            let back = if digit.relative {
                at[lead] % digit.modulus
            } else {
                0
            };
            let value = (at[digit.pile] + digit.offset + digit.modulus - back) % digit.modulus;
            if digit.pile == last {
                debug_assert_eq!(digit.stride, 1);
                (row.turn, row.turns, row.modulus) = (value, 1, digit.modulus);
            } else {
                row.base += value * digit.stride;
            }
        }
        row
    }
}

/// The lines of one ray through a row of blocks.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    /// The slot of the next block is `base + turn`; `turn` goes on by `turns`, 0 or 1, and round.
    base: usize,
    turn: usize,
    turns: usize,
    modulus: usize,
    /// The row goes along a pile of the ray.
    member: bool,
    /// In all of the row, lines start, or end.
    starts: bool,
    ends: bool,
}

/// How a sweep is divided. A task is all blocks with entries in given ranges, a *tile*, in the
/// first two outer piles, in lexicographic order. The tiles on an antidiagonal make a wave and run
/// at the same time. That is sound because a move along a ray either stays in the tile or leads to
/// an earlier antidiagonal, so that a line meets a wave in at most one task.
pub(crate) struct Schedule {
    workers: usize,
    /// The sides of a tile; `None`: everything is one task.
    tile: Option<[usize; 2]>,
    lines: Vec<Lines>,
    slots: usize,
}

impl RayBox {
    /// How the sweep is divided among up to `threads` workers; tasks of fewer than `worth`
    /// positions are not worth it.
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
        let split = if tile.is_some() { 2 } else { 0 };
        let mut slots = 0;
        let lines = self
            .rays
            .iter()
            .filter(|ray| !ray.outer.is_empty())
            .map(|ray| {
                let lines = Lines::new(&self.outer, ray, split, slots);
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

/// What is done with a block.
pub(crate) trait Worker: Send {
    /// Visits a block; `lines` pass through it, one for each ray with an outer pile.
    fn visit(&mut self, block: usize, lines: &[Line]) -> Result<(), Limit>;
}

impl Schedule {
    /// Slots for accumulators that the lines need.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Visits every block, with as many workers as the schedule wants; each of them asks the
    /// budget once in `poll` positions.
    pub(crate) fn sweep<W: Worker>(
        &self,
        of: &RayBox,
        budget: &Budget,
        phase: &'static str,
        poll: u64,
        worker: impl FnMut() -> W,
    ) -> Result<(), Unfinished> {
        let workers = std::iter::repeat_with(worker)
            .take(self.workers)
            .map(Mutex::new);
        let workers: Vec<Mutex<W>> = workers.collect();
        let meter = Meter {
            budget,
            phase,
            poll,
            done: AtomicU64::new(0),
            total: of.positions(),
        };
        let task = |ranges: &[Range<usize>]| {
            // Outside the pool there is one thread, and any worker will do.
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
        swept.map_err(|limit| meter.unfinished(limit))
    }

    /// One task, with the widest vectors the machine has.
    fn run<W: Worker>(
        &self,
        of: &RayBox,
        ranges: &[Range<usize>],
        index: usize,
        worker: &mut W,
        meter: &Meter,
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
                meter: &Meter,
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
        meter: &Meter,
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
                    line.slot = row.base + row.turn;
                    line.starts = row.starts || row.member && entry == 0;
                    line.ends = row.ends || row.member && entry == last;
                    row.turn += row.turns;
                    if row.turn == row.modulus {
                        row.turn = 0;
                    }
                }
                worker.visit(base + entry, &lines)?;
                unreported += of.block_len as u64;
                if unreported >= meter.poll {
                    meter.add(std::mem::take(&mut unreported))?;
                }
            }
            let Some(next) = (0..before.len()).rfind(|&i| at[i] + 1 < before[i].end) else {
                return meter.add(unreported);
            };
            at[next] += 1;
            for i in next + 1..before.len() {
                at[i] = before[i].start;
            }
        }
    }
}

/// Counts the positions done by all workers, and asks the budget.
struct Meter<'a> {
    budget: &'a Budget,
    phase: &'static str,
    poll: u64,
    done: AtomicU64,
    total: u64,
}

impl Meter<'_> {
    fn add(&self, positions: u64) -> Result<(), Limit> {
        let before = self.done.fetch_add(positions, Ordering::Relaxed);
        let done = before + positions;
        let step = self.total.div_ceil(REPORTS);
        if done / step > before / step || done == self.total {
            self.budget.report(Progress {
                phase: self.phase,
                size: None,
                done,
                total: Some(self.total),
            });
        }
        if done == self.total {
            return Ok(());
        }
        self.budget.check(done)
    }

    fn unfinished(&self, limit: Limit) -> Unfinished {
        Unfinished {
            limit,
            done: self.done.load(Ordering::Relaxed),
            total: Some(self.total),
        }
    }
}

/// Refuses at once a sweep that the budget cannot allow: `bytes` is what it needs.
pub(crate) fn affordable(of: &RayBox, budget: &Budget, bytes: u64) -> Result<(), Unfinished> {
    let total = of.positions();
    budget
        .check(total)
        .and_then(|()| budget.fits(bytes))
        .map_err(|limit| Unfinished {
            limit,
            done: 0,
            total: Some(total),
        })
}
