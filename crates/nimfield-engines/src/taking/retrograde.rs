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
    /// The number of slices.
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
        let middle = plan.outer_cells - plan.top_cells;
        let words = plan.blocks() * WORDS;
        assert_eq!((table.words().len(), settled.len()), (words, self.slices()));
        assert!(self.excluded.is_none_or(|excluded| excluded.len() == words));
        let image = |top: u32| match &plan.mirror {
            Some(mirror) => mirror.outer(top << middle) >> middle,
            None => top,
        };
        let slice_bits = plan.bits() >> plan.top_cells;
        let before = settled.iter().filter(|settled| **settled).count() as u64 * slice_bits;
        let done = AtomicU64::new(before);
        for level in 0..=plan.top_cells {
            let tops = (0..self.slices() as u32).filter(|top| top.count_ones() == level);
            let both = |top: u32| settled[top as usize] && settled[image(top) as usize];
            let open = tops.filter(|&top| top <= image(top) && !both(top));
            let open: Vec<u32> = open.collect();
            let board = Board {
                plan,
                play: self.play,
                table: table.words_mut().as_mut_ptr(),
                excluded: self.excluded,
            };
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
                    for low in 0..1u32 << middle {
                        let outer = top << middle | low;
                        let outer_image = plan.mirror.as_ref().map(|mirror| mirror.outer(outer));
                        if outer_image.is_some_and(|image| image < outer) {
                            continue;
                        }
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        if let Err(limit) = self.budget.check(done.load(Ordering::Relaxed)) {
                            stop.store(true, Ordering::Relaxed);
                            locked(&stopped).get_or_insert(limit);
                            return;
                        }
                        // SAFETY: the code is one that the processor has. The words are those of the
                        // plan. Chunks with fewer outer cells belong to a level before this one,
                        // or to this slice, where they come first, or are the image of one that
                        // does. A slice and its image are the business of one thread.
                        unsafe { settle_chunk(self.code, &board, outer, &mut scratch) };
                        let twice = outer_image.is_some_and(|image| image != outer);
                        let states = (slice_bits >> middle) << u32::from(twice);
                        let done = done.fetch_add(states, Ordering::Relaxed) + states;
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
            for (&top, ready) in open.iter().zip(ready) {
                if ready.into_inner() {
                    settled[top as usize] = true;
                    settled[image(top) as usize] = true;
                }
            }
            if let Some(limit) = stopped.into_inner().unwrap_or_else(|e| e.into_inner()) {
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
