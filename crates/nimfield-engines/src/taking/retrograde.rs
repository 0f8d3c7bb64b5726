//! Retrograde analysis of slices of a board: chunks within them, several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::kernel::{Board, Code, Scratch, settle_chunk};
use super::plan::WORDS;
use crate::parallel::{self, locked};
use nimfield_core::budget::{Budget, Limit, Progress};

/// The slices of a board, by the outer cells above the `low` lowest.
pub(super) struct Slices<'a> {
    pub(super) board: &'a Board<'a>,
    pub(super) code: Code,
    pub(super) budget: &'a Budget,
    /// The number of outer cells within a slice.
    pub(super) low: u32,
    /// The number of states decided so far.
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

    /// Decides slices and their images in several threads; `tops` needs only the lower ones. Returns the finished
    /// slices, and the limit that stopped the work, if any.
    ///
    /// # Safety
    /// The conditions of [`settle_chunk`] hold for all chunks of these slices; no move leads from one slice to another,
    /// and no other thread uses them or their images.
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
                    // SAFETY: the processor supports the code. The words are those of the plan. Chunks with fewer outer
                    // cells belong to decided slices, or to this slice, where they come first, or are the image of one
                    // that does. A single thread processes a slice and its image.
                    unsafe { settle_chunk(self.code, self.board, outer, &mut scratch) };
                    let twice = outer_image.is_some_and(|image| image != outer);
                    let states = chunk_bits << u32::from(twice);
                    let done = self.done.fetch_add(states, Ordering::Relaxed) + states;
                    let progress = Progress::new("solving", done);
                    self.budget.report(progress.of(plan.bits()));
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
