//! Decides pieces, and marks in them the moves to pieces of others.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::super::kernel::{Board, Code, Scratch};
use super::super::super::marks::{mark_chunk, reflect_chunk};
use super::super::super::plan::WORDS;
use super::super::super::retrograde::Slices;
use super::super::error::ClusterError;
use super::coming::Coming;
use super::exchange::SETTLED;
use super::peer::Peer;
use crate::disk::little_endian;
use crate::parallel;
use nimfield_core::checksum::crc32;

impl Peer<'_> {
    /// Works on tasks 0, 1, ... in several threads.
    pub(super) fn share_out(&self, tasks: usize, task: &(impl Fn(usize, &mut Scratch) + Sync)) {
        let next = AtomicUsize::new(0);
        let threads = self.budget.thread_count().min(tasks);
        parallel::on_threads(threads, &|_| {
            let mut scratch = Scratch::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= tasks {
                    return;
                }
                task(number, &mut scratch);
            }
        });
    }

    /// Computes the image of a piece that has arrived.
    pub(super) fn reflect(&self, piece: u32, [from, to]: [u32; 2]) {
        let image = self.cut.image(piece);
        let Some(mirror) = self.cut.plan.mirror.as_ref().filter(|_| image != piece) else {
            return;
        };
        let inner = self.cut.inner();
        let chunk_words = WORDS << self.cut.plan.batch_cells;
        let (plan, memory) = (&self.cut.plan, &self.memory);
        self.share_out(1 << inner, &|low, _| {
            let image = mirror.outer(piece << inner | low as u32) & ((1 << inner) - 1);
            // SAFETY: these are chunks of the two places, each written once, and the processor supports the code.
            unsafe {
                let from = memory.slot(from).add(low * chunk_words);
                let to = memory.slot(to).add(image as usize * chunk_words);
                reflect_chunk(Code::best(), plan, mirror, from, to);
            }
        });
    }

    /// Marks in the own pieces the moves to the pieces that have arrived.
    pub(super) fn mark(&self, came: &[&Coming]) {
        let mut pieces = vec![std::ptr::null_mut(); self.cut.pieces()];
        let mut targets: Vec<u32> = Vec::new();
        for coming in came {
            let [piece, image] = coming.slots.map(|slot| self.memory.slot(slot));
            pieces[self.cut.image(coming.piece) as usize] = image;
            // A piece that is its own image stays in its first slot.
            pieces[coming.piece as usize] = piece;
            targets.extend(&self.dependents[coming.piece as usize]);
        }
        targets.sort_unstable();
        targets.dedup();
        let plan = &self.cut.plan;
        let inner = self.cut.inner();
        let board = Board {
            plan,
            play: self.job.play,
            pieces: &pieces,
            inner,
            excluded: None,
            marked: true,
        };
        let chunk_words = WORDS << plan.batch_cells;
        let (targets, memory, board) = (&targets, &self.memory, &board);
        self.share_out(targets.len() << inner, &|task, scratch| {
            let (piece, low) = (targets[task >> inner], task & ((1 << inner) - 1));
            let outer = piece << inner | low as u32;
            let image = plan.mirror.as_ref().map(|mirror| mirror.outer(outer));
            if image.is_some_and(|image| image < outer) {
                return;
            }
            // SAFETY: the received pieces are complete and decided; a single thread processes each chunk of the own
            // pieces, which are undecided; and the processor supports the code.
            unsafe {
                let target = memory.pieces[piece as usize].add(low * chunk_words);
                mark_chunk(Code::best(), board, outer, target, scratch);
            }
        });
    }

    /// Decides a piece with its image, and passes it on.
    pub(super) fn settle(&mut self, piece: u32) -> Result<(), ClusterError> {
        let top = self.cut.top();
        for level in 0..=top {
            let tops = (0..1u32 << top).filter(|set| set.count_ones() == level);
            let tops: Vec<u32> = tops.map(|set| piece << top | set).collect();
            let board = Board {
                plan: &self.cut.plan,
                play: self.job.play,
                pieces: &self.memory.pieces,
                inner: self.cut.inner(),
                excluded: None,
                marked: true,
            };
            let slices = Slices {
                board: &board,
                code: Code::best(),
                budget: self.budget,
                low: self.cut.inner() - top,
                done: &self.done,
            };
            // SAFETY: the pieces have the words of the division. Own sources of this piece are decided, those of others
            // are marked; the slices with fewer top cells were decided just before.
            let (_, stopped) = unsafe { slices.settle(&tops) };
            if let Some(limit) = stopped {
                self.stop(limit);
                return Ok(());
            }
            // No other process uses the piece yet.
            self.exchange()?;
        }
        let image = self.cut.image(piece);
        let slots = [piece, image].map(|piece| self.slot_of[piece as usize]);
        let slots = slots.map(|slot| slot.expect("own pieces have slots"));
        let sum = match self.part.is_some() {
            true => self.write(piece, slots)?,
            false => crc32(&little_endian(self.memory.at(slots[0]))),
        };
        self.sums[piece as usize] = Some(sum);
        self.mesh.tell([SETTLED, piece.into(), sum.into(), 0]);
        self.open[piece.count_ones() as usize] -= 1;
        self.has(piece);
        Ok(())
    }
}
