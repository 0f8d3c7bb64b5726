//! The work itself: piece after piece, while the one before is written and the next one's are read.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::error::JobError;
use super::super::job::Job;
use super::super::ledger::Seal;
use super::super::run_files::RunFiles;
use super::division::PieceDivision;
use super::layout::PieceLayout;
use super::memory::{Memory, Settling};
use super::schedule::{PieceSlot, Schedule, Step};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::clock::Instant;

/// A run at work.
pub(super) struct PieceRunner<'a> {
    job: &'a Job<'a>,
    form: PieceLayout,
    cut: &'a PieceDivision,
    files: &'a mut RunFiles,
    /// When pieces were noted last.
    last: Instant,
}

impl<'a> PieceRunner<'a> {
    pub(super) fn new(
        job: &'a Job<'a>,
        form: PieceLayout,
        cut: &'a PieceDivision,
        files: &'a mut RunFiles,
    ) -> PieceRunner<'a> {
        PieceRunner {
            job,
            form,
            cut,
            files,
            last: Instant::now(),
        }
    }

    /// Settles all pieces. Whatever stops it, the finished pieces are recorded.
    pub(super) fn all(&mut self, schedule: &Schedule, budget: &Budget) -> Result<(), JobError> {
        let mut result = self.steps(schedule, budget);
        let noted = self.files.note();
        if let Err(JobError::Stopped { saved, .. }) = &mut result {
            *saved = self.files.saved_states();
        }
        // What stopped the work comes first.
        result.and(noted.map_err(JobError::from))
    }

    fn steps(&mut self, schedule: &Schedule, budget: &Budget) -> Result<(), JobError> {
        if schedule.steps.is_empty() {
            return Ok(());
        }
        let cut = self.cut;
        let piece_states = 8 * cut.bytes();
        let open = |step: &Step| step.made().count() as u64 * piece_states;
        let open: u64 = schedule.steps.iter().map(open).sum();
        let done = AtomicU64::new(cut.plan.bits() - open);
        let mut memory = Memory::new(cut, self.form, schedule.slots, budget)?;
        let mut before: Option<&Step> = None;
        let mut steps = schedule.steps.iter().peekable();
        if let Some(first) = steps.peek() {
            // SAFETY: no piece is being settled yet, so nobody uses the slots.
            unsafe { self.place(&memory, &first.placed)? };
            first.placed.iter().for_each(|placed| memory.note(placed));
        }
        while let Some(step) = steps.next() {
            let next: &[PieceSlot] = steps.peek().map_or(&[], |next| &next.placed);
            let all = &memory;
            let settling = Settling {
                cut,
                play: self.job.play,
                budget,
                done: &done,
            };
            // SAFETY: the sources are in memory, and the pieces of the step in slots of their own; what is
            // written and read meanwhile is neither.
            let compute = || unsafe { all.settle(&settling, step, None) };
            // SAFETY: what the step before made is a source at the most. What the next one needs gets
            // slots that neither this step uses nor, once it is written, what the one before made.
            let mut file = || unsafe { self.file(all, before, next) };
            let (stopped, filed) = match budget.thread_count() {
                1 => (compute(), file()),
                _ => std::thread::scope(|scope| {
                    let filing = scope.spawn(file);
                    let stopped = compute();
                    let filed = filing.join();
                    (stopped, filed.unwrap_or_else(|panic| resume_unwind(panic)))
                }),
            };
            filed?;
            if let Some(limit) = stopped {
                return Err(JobError::Stopped {
                    unfinished: Unfinished {
                        limit,
                        done: done.load(Ordering::Relaxed),
                        total: Some(cut.plan.bits()),
                    },
                    saved: 0,
                });
            }
            next.iter().for_each(|placed| memory.note(placed));
            before = Some(step);
        }
        // SAFETY: no piece is being settled any more, so nobody uses the slots.
        unsafe { self.file(&memory, before, &[]) }
    }

    /// Writes the results of a step, then fills places with what another step needs.
    ///
    /// # Safety
    /// Meanwhile the pieces made are not written to, and the slots to be filled not used.
    unsafe fn file(
        &mut self,
        memory: &Memory,
        made: Option<&Step>,
        next: &[PieceSlot],
    ) -> Result<(), JobError> {
        let mut counts: Option<Vec<u64>> = None;
        for piece in made.iter().flat_map(|step| step.made()) {
            // SAFETY: the caller meets the requirements of this function, and these are the same.
            let planes = unsafe { memory.piece(piece) };
            let mut sums = Vec::with_capacity(planes.len());
            for (plane, words) in planes.iter().enumerate() {
                sums.push(self.files.part.write(piece, plane, words)?);
            }
            // An image has as many stones.
            let counts = counts
                .get_or_insert_with(|| self.form.count(&planes))
                .clone();
            self.files.seal(piece, Seal { sums, counts });
        }
        let unsaved = self.files.unnoted() * self.form.piece_bytes(self.cut);
        if self.last.elapsed() >= self.job.save_every || unsaved >= TOGETHER {
            self.files.note()?;
            self.last = Instant::now();
        }
        // SAFETY: the caller meets the requirements of this function, and these are the same.
        unsafe { self.place(memory, next) }
    }

    /// Reads pieces into their slots.
    ///
    /// # Safety
    /// Nobody uses the slots meanwhile.
    unsafe fn place(&self, memory: &Memory, placed: &[PieceSlot]) -> Result<(), JobError> {
        for placed in placed.iter().filter(|placed| placed.read) {
            let seal = self.files.ledger.seals[placed.piece as usize].as_ref();
            let seal = seal.expect("what is read was finished");
            for plane in 0..self.form.planes() {
                // SAFETY: the caller meets the requirements of this function, and these are the
                // same.
                let words = unsafe { memory.fill(placed.slot, plane) };
                self.files.part.read(placed.piece, plane, seal, words)?;
            }
        }
        Ok(())
    }
}

/// Bytes that are written before they are noted, at the most.
const TOGETHER: u64 = 1 << 30;
