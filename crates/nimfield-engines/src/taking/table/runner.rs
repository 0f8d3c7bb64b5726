//! The work itself: processes pieces in order, while the previous one is written and the sources of the next one are
//! read.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::super::kernel::Code;
use super::division::PieceDivision;
use super::error::JobError;
use super::ledger::Seal;
use super::memory::{Memory, Settling};
use super::rules::TableKind;
use super::run_files::RunFiles;
use super::schedule::{Pair, PieceSlot, Schedule, Step, pieces_of};
use nimfield_core::budget::{Budget, Progress};
use nimfield_core::clock::Instant;
use nimfield_core::words::Play;

/// An active run.
pub(super) struct PieceRunner<'a> {
    pub(super) play: Play,
    pub(super) save_every: Duration,
    pub(super) cut: &'a PieceDivision,
    pub(super) files: &'a mut RunFiles,
    /// The time when pieces were last recorded.
    pub(super) last: Instant,
}

impl PieceRunner<'_> {
    /// Processes all pieces. Whatever stops it, finished pieces are recorded.
    pub(super) fn all(&mut self, schedule: &Schedule, budget: &Budget) -> Result<(), JobError> {
        let mut result = self.steps(schedule, budget);
        let noted = self.files.note();
        if let Err(JobError::Stopped { unfinished, saved }) = &mut result {
            *saved = self.files.saved_states();
            unfinished.done = *saved;
        }
        // The limit that stopped the work takes precedence.
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
        if cut.form.kind == TableKind::Values && cut.high == 0 {
            // Values are decided value by value, so the states of a piece count together; here the piece is the whole
            // board.
            budget
                .check(cut.plan.bits())
                .map_err(|limit| limit.after_of(0, cut.plan.bits()))?;
        }
        let done = AtomicU64::new(cut.plan.bits() - open);
        let mut memory = Memory::new(cut, schedule.slots, budget)?;
        let mut before: &[Pair] = &[];
        let mut steps = schedule.steps.iter().peekable();
        if let Some(first) = steps.peek() {
            // SAFETY: no step is running yet, so nothing uses the slots.
            unsafe { self.place(&memory, &first.placed)? };
            first.placed.iter().for_each(|placed| memory.note(placed));
        }
        while let Some(step) = steps.next() {
            let next: &[PieceSlot] = steps.peek().map_or(&[], |next| &next.placed);
            let all = &memory;
            let settling = Settling {
                cut,
                play: self.play,
                code: Code::best(),
                budget,
                done: &done,
            };
            // SAFETY: the sources are in memory, and the pieces of the step in their own slots; concurrent writes and
            // reads touch neither.
            let compute = || unsafe { all.settle(&settling, step, None) };
            // SAFETY: the pieces of the previous step are at most sources. The pieces for the next step get slots that
            // are neither used by this step nor, once these are written, by the pieces of the previous one.
            let mut file = || unsafe { self.file(all, before, next, budget) };
            let ((ready, stopped), filed) = match budget.thread_count() {
                1 => (compute(), file()),
                _ => std::thread::scope(|scope| {
                    let filing = scope.spawn(file);
                    let computed = compute();
                    let filed = filing.join();
                    (computed, filed.unwrap_or_else(|panic| resume_unwind(panic)))
                }),
            };
            filed?;
            if let Some(limit) = stopped {
                // SAFETY: no step is running any more.
                unsafe { self.file(&memory, &ready, &[], budget)? };
                return Err(limit.after_of(0, cut.plan.bits()).into());
            }
            next.iter().for_each(|placed| memory.note(placed));
            before = &step.pairs;
        }
        // SAFETY: no step is running any more, so nothing uses the slots.
        unsafe { self.file(&memory, before, &[], budget) }
    }

    /// Writes pieces and their images, then fills places with the pieces that another step needs.
    ///
    /// # Safety
    /// During the call, no thread writes to the finished pieces or uses the slots to be filled.
    unsafe fn file(
        &mut self,
        memory: &Memory,
        made: &[Pair],
        next: &[PieceSlot],
        budget: &Budget,
    ) -> Result<(), JobError> {
        for pair in made {
            let mut counts: Option<Vec<u64>> = None;
            for piece in pieces_of(std::slice::from_ref(pair)) {
                // SAFETY: the caller meets the requirements of this function, and these are the same.
                let planes = unsafe { memory.piece(piece) };
                let mut sums = Vec::with_capacity(planes.len());
                for (plane, words) in planes.iter().enumerate() {
                    sums.push(self.files.part.write(piece, plane, words)?);
                }
                // An image has equally many stones.
                let counts = counts
                    .get_or_insert_with(|| self.cut.form.count(&planes, 1))
                    .clone();
                self.files.seal(piece, Seal { sums, counts });
            }
            let unsaved = self.files.unnoted() * self.cut.piece_bytes();
            if self.last.elapsed() >= self.save_every || unsaved >= TOGETHER {
                self.files.note()?;
                self.last = Instant::now();
                let progress = Progress::new("saving", self.files.saved_states());
                budget.report(progress.of(self.cut.plan.bits()));
            }
        }
        // SAFETY: the caller meets the requirements of this function, and these are the same.
        unsafe { self.place(memory, next) }
    }

    /// Reads pieces into their slots.
    ///
    /// # Safety
    /// During the call, no other thread uses the slots.
    unsafe fn place(&self, memory: &Memory, placed: &[PieceSlot]) -> Result<(), JobError> {
        for placed in placed.iter().filter(|placed| placed.read) {
            let seal = self.files.ledger.seals[placed.piece as usize].as_ref();
            let seal = seal.expect("what is read was finished");
            for plane in 0..self.cut.form.planes() {
                // SAFETY: the caller meets the requirements of this function, and these are the
                // same.
                let words = unsafe { memory.fill(placed.slot, plane) };
                self.files.part.read(placed.piece, plane, seal, words)?;
            }
        }
        Ok(())
    }
}

/// The most bytes to write before they are recorded.
const TOGETHER: u64 = 1 << 30;
