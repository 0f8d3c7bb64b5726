//! Retrograde analysis of a whole board: slices by the number of their top cells, chunks within
//! them, several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::bits::Bits;
use super::kernel::{Board, Code, Scratch, settle_chunk};
use super::plan::{Plan, WORDS};
use crate::parallel::{self, locked};
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::words::Play;

/// A board to be solved.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) plan: &'a Plan,
    pub(super) play: Play,
    pub(super) code: Code,
    pub(super) budget: &'a Budget,
    /// States that count as won whatever their moves.
    pub(super) excluded: Option<&'a [u64]>,
}

impl Task<'_> {
    /// Returns the number of slices.
    pub(super) fn slices(&self) -> usize {
        1 << self.plan.top_cells
    }

    /// Settles all slices that are not `settled` yet, and notes them there; the levels in
    /// ascending order, and after each of them `after_level`.
    ///
    /// # Errors
    /// When the budget is used up, or `after_level` fails. The slices noted as settled are.
    pub(super) fn run<E: From<Unfinished>>(
        &self,
        table: &mut Bits,
        settled: &mut [bool],
        mut after_level: impl FnMut(&Bits, &[bool]) -> Result<(), E>,
    ) -> Result<(), E> {
        let plan = self.plan;
        let words = plan.blocks() * WORDS;
        assert_eq!((table.words().len(), settled.len()), (words, self.slices()));
        assert!(self.excluded.is_none_or(|excluded| excluded.len() == words));
        let slice_bits = plan.bits() >> plan.top_cells;
        let before = settled.iter().filter(|settled| **settled).count() as u64 * slice_bits;
        let done = AtomicU64::new(before);
        let low = plan.outer_cells - plan.top_cells;
        for level in 0..=plan.top_cells {
            let pieces = [table.words_mut().as_mut_ptr()];
            let board = Board {
                plan,
                play: self.play,
                pieces: &pieces,
                inner: plan.outer_cells,
                excluded: self.excluded,
                marked: false,
            };
            let slices = Slices {
                board: &board,
                code: self.code,
                budget: self.budget,
                low,
                done: &done,
            };
            let tops = (0..self.slices() as u32).filter(|top| top.count_ones() == level);
            let both = |top: u32| settled[top as usize] && settled[slices.image(top) as usize];
            let open: Vec<u32> = tops.filter(|&top| !both(top)).collect();
            // SAFETY: the one piece is the table, of its length. The slices with fewer top cells belong
            // to a level before this one.
            let (ready, stopped) = unsafe { slices.settle(&open) };
            for top in ready {
                settled[top as usize] = true;
                settled[slices.image(top) as usize] = true;
            }
            if let Some(limit) = stopped {
                let settled = settled.iter().filter(|settled| **settled).count() as u64;
                let unfinished = Unfinished {
                    limit,
                    done: settled * slice_bits,
                    total: Some(plan.bits()),
                };
                return Err(unfinished.into());
            }
            after_level(table, settled)?;
        }
        Ok(())
    }
}

/// Slices of a board, by the outer cells above the `low` lowest.
pub(super) struct Slices<'a> {
    pub(super) board: &'a Board<'a>,
    pub(super) code: Code,
    pub(super) budget: &'a Budget,
    /// The outer cells within a slice.
    pub(super) low: u32,
    /// States settled so far.
    pub(super) done: &'a AtomicU64,
}

impl Slices<'_> {
    /// Returns the image of a slice under the symmetry.
    pub(super) fn image(&self, top: u32) -> u32 {
        match &self.board.plan.mirror {
            Some(mirror) => mirror.outer(top << self.low) >> self.low,
            None => top,
        }
    }

    /// Settles slices and their images, of which it is enough that the lower one is named, in several threads.
    /// Returns those that are ready, and what stopped the work, if anything did.
    ///
    /// # Safety
    /// As for [`settle_chunk`], for all chunks of these slices; no move leads from one of them to
    /// another, and nobody else uses them or their images.
    pub(super) unsafe fn settle(&self, tops: &[u32]) -> (Vec<u32>, Option<Limit>) {
        let plan = self.board.plan;
        let open: Vec<u32> = tops
            .iter()
            .copied()
            .filter(|&top| top <= self.image(top))
            .collect();
        let chunk_bits = (64 * WORDS as u64) << plan.batch_cells;
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let stopped: Mutex<Option<Limit>> = Mutex::new(None);
        let ready: Vec<AtomicBool> = open.iter().map(|_| AtomicBool::new(false)).collect();
        let work = |_| {
            let mut scratch = Scratch::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&top) = open.get(number) else {
                    return;
                };
                for low in 0..1u32 << self.low {
                    let outer = top << self.low | low;
                    let outer_image = plan.mirror.as_ref().map(|mirror| mirror.outer(outer));
                    if outer_image.is_some_and(|image| image < outer) {
                        continue;
                    }
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Err(limit) = self.budget.check(self.done.load(Ordering::Relaxed)) {
                        stop.store(true, Ordering::Relaxed);
                        locked(&stopped).get_or_insert(limit);
                        return;
                    }
                    // SAFETY: the code is one that the processor has. The words are those of the
                    // plan. Chunks with fewer outer cells belong to slices that are settled, or to
                    // this slice, where they come first, or are the image of one that does. A slice
                    // and its image are the business of one thread.
                    unsafe { settle_chunk(self.code, self.board, outer, &mut scratch) };
                    let twice = outer_image.is_some_and(|image| image != outer);
                    let states = chunk_bits << u32::from(twice);
                    let done = self.done.fetch_add(states, Ordering::Relaxed) + states;
                    self.budget.report(Progress {
                        phase: "solving",
                        size: None,
                        done,
                        total: Some(plan.bits()),
                    });
                }
                ready[number].store(true, Ordering::Relaxed);
            }
        };
        let threads = self.budget.thread_count().min(open.len());
        parallel::on_threads(threads, &work);
        let ready = open
            .iter()
            .zip(ready)
            .filter(|(_, ready)| ready.load(Ordering::Relaxed));
        let ready = ready.map(|(top, _)| *top).collect();
        let stopped = stopped.into_inner().unwrap_or_else(|e| e.into_inner());
        (ready, stopped)
    }
}
