//! Settles pieces, and marks in them the moves to pieces of others.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::super::super::kernel::{Board, Code, Scratch};
use super::super::super::super::marks::{mark_chunk, reflect_chunk};
use super::super::super::super::plan::WORDS;
use super::super::super::super::retrograde::Slices;
use super::exchange::SETTLED;
use super::memory::{Coming, Places};
use super::peer::{ClusterError, Peer};
use crate::disk::little_endian;
use crate::parallel;
use nimfield_core::checksum::crc32;
use nimfield_core::sorting::Sort as _;

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
    pub(super) fn reflect(&self, piece: u32, places: [*mut u64; 2]) {
        let image = self.cut.image(piece);
        let Some(mirror) = self.cut.plan.mirror.as_ref().filter(|_| image != piece) else {
            return;
        };
        let inner = self.cut.inner();
        let chunk_words = WORDS << self.cut.plan.batch_cells;
        let places = Places(places.to_vec());
        self.share_out(1 << inner, &|low, _| {
            let to = mirror.outer(piece << inner | low as u32) & ((1 << inner) - 1);
            // SAFETY: chunks of the two places, each written once; the code is one that the processor has.
            unsafe {
                reflect_chunk(
                    Code::best(),
                    &self.cut.plan,
                    mirror,
                    places.at(0).add(low * chunk_words),
                    places.at(1).add(to as usize * chunk_words),
                );
            }
        });
    }

    /// Marks in the own pieces the moves to the pieces that have arrived.
    pub(super) fn mark(&self, came: &[&Coming]) {
        let mut pieces = Places(vec![std::ptr::null_mut(); self.cut.pieces()]);
        let mut targets: Vec<u32> = Vec::new();
        for coming in came {
            let image = self.cut.image(coming.piece);
            pieces.0[coming.piece as usize] = coming.places[0];
            if image != coming.piece {
                pieces.0[image as usize] = coming.places[1];
            }
            targets.extend(&self.dependents[coming.piece as usize]);
        }
        targets.put_in_order();
        targets.dedup();
        let plan = &self.cut.plan;
        let inner = self.cut.inner();
        let board = Board {
            plan,
            play: self.scratch.job.play,
            pieces: &pieces.0,
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
            // SAFETY: the pieces that came are whole and settled; chunks of the own pieces, which are not
            // settled, each the business of one thread; the code is one that the processor has.
            unsafe {
                let target = memory.pieces[piece as usize].add(low * chunk_words);
                mark_chunk(Code::best(), board, outer, target, scratch);
            }
        });
    }

    /// Settles a piece with its image, and passes it on.
    pub(super) fn settle(&mut self, piece: u32) -> Result<(), ClusterError> {
        let top = self.cut.top();
        for level in 0..=top {
            let tops = (0..1u32 << top).filter(|set| set.count_ones() == level);
            let tops: Vec<u32> = tops.map(|set| piece << top | set).collect();
            let board = Board {
                plan: &self.cut.plan,
                play: self.scratch.job.play,
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
            // SAFETY: the pieces have the words of the cut. Own sources of this one are settled, those of
            // others are marked; the slices with fewer top cells were settled just before.
            let (_, stopped) = unsafe { slices.settle(&tops) };
            if let Some(limit) = stopped {
                self.stop(limit);
                return Ok(());
            }
            // No other process uses the piece yet.
            self.exchange()?;
        }
        let image = self.cut.image(piece);
        let places = [piece, image].map(|piece| self.memory.pieces[piece as usize]);
        let sum = match self.part.is_some() {
            true => self.write(piece, places)?,
            false => crc32(&little_endian(self.memory.at(places[0]))),
        };
        self.sums[piece as usize] = sum;
        self.mesh.tell([SETTLED, piece.into(), sum.into(), 0]);
        self.open[piece.count_ones() as usize] -= 1;
        self.has(piece);
        Ok(())
    }
}
