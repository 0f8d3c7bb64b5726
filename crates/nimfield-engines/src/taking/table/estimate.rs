//! Estimates the time of the work from the time that small parts of it take.

use std::hint::black_box;
use std::sync::atomic::AtomicU64;

use bytemuck::cast_slice;

use super::super::kernel::Code;
use super::error::{JobError, SolveError};
use super::job::Prepared;
use super::memory::{Memory, Settling};
use super::schedule::Step;
use super::solving_plan::SolvingPlan;
use crate::disk::Rates;
use nimfield_core::budget::Budget;
use nimfield_core::checksum::crc32;
use nimfield_core::clock::Instant;
use nimfield_core::files::FileError;

/// An estimate of the time for the work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The total time in seconds.
    pub seconds: f64,
    /// The seconds to decide the states if all were in memory.
    pub settling: f64,
    /// The speed of the disk; `None` if there is no work left.
    pub rates: Option<Rates>,
}

impl Prepared<'_> {
    /// Estimates the time for the work by measuring a piece and the disk.
    ///
    /// # Errors
    /// The errors of [`run`](Prepared::run).
    pub fn estimate(&self, budget: &Budget) -> Result<Estimate, JobError> {
        let SolvingPlan { cut, schedule, .. } = &self.solving;
        let has_image = |step: &&Step| step.made().count() > 1;
        let sources = |step: &&Step| cut.sources(step.pairs[0][0]).count();
        let steps = &schedule.steps;
        let least = steps.iter().filter(has_image).min_by_key(sources);
        let most = steps.iter().filter(has_image).max_by_key(sources);
        let (Some(least), Some(most)) = (least.or(steps.first()), most.or(steps.last())) else {
            // A finished table only needs to be checked and renamed.
            return Ok(Estimate {
                seconds: 0.0,
                settling: 0.0,
                rates: None,
            });
        };
        let mut memory = Memory::new(cut, schedule.slots, budget)?;
        let mut timed = |step: &Step| -> Result<f64, JobError> {
            memory.place_for_trial(cut, step);
            let mut best = f64::INFINITY;
            for _ in 0..2 {
                let settling = Settling {
                    cut,
                    play: self.job.play,
                    code: Code::best(),
                    budget,
                    done: &AtomicU64::new(0),
                };
                let start = Instant::now();
                // SAFETY: no other step is running, so nothing else uses the pieces.
                let (_, limit) = unsafe { memory.settle(&settling, step, Some(1)) };
                if let Some(limit) = limit {
                    return Err(SolveError::from(limit.after_of(0, cut.plan.bits())).into());
                }
                best = best.min(start.elapsed().as_secs_f64());
            }
            Ok(best)
        };
        let (fewest, quickest) = (sources(&least), timed(least)?);
        let (all, slowest) = (sources(&most), timed(most)?);
        // Interpolate between the two measured pieces in proportion to the sources; some pieces may have fewer than
        // either.
        let settling = steps.iter().map(|step| {
            let part = match all.saturating_sub(fewest) {
                0 => 1.0,
                range => sources(&step).saturating_sub(fewest) as f64 / range as f64,
            };
            let whole = cut.form.rounds() * (quickest + (slowest - quickest) * part);
            match cut.plan.mirror.is_some() && !has_image(&step) {
                true => whole / 2.0,
                false => whole,
            }
        });
        let settling: f64 = settling.sum();
        let folder = self.job.work_folder();
        let planes = memory.first();
        let piece: &[u8] = cast_slice(planes[0]);
        let rates = Rates::measure(folder, piece);
        let rates = rates.map_err(|error| FileError::io(folder, &error))?;
        let counting = seconds(|| drop(black_box(cut.form.count(&planes, 1))));
        let summing = seconds(|| _ = black_box(crc32(piece)));
        let hashing = seconds(|| _ = black_box(blake3::hash(piece)));
        let written = (planes.len() as u64 * schedule.writes()) as f64;
        let read = (planes.len() as u64 * schedule.reads()) as f64;
        let piece_bytes = piece.len() as f64;
        let data = self.header.data_bytes() as f64;
        let moved = written * piece_bytes / rates.written + read * piece_bytes / rates.read;
        // Only one of two images is counted.
        let sealing = written * (summing + counting / planes.len() as f64 / 2.0) + read * summing;
        let threads = budget.thread_count() as f64;
        let ends = data / piece_bytes * (2.0 * summing + hashing / threads) + data / rates.read;
        let work = match threads > 1.0 {
            true => (settling + sealing / threads).max(moved + sealing),
            false => settling + sealing + moved,
        };
        Ok(Estimate {
            seconds: work + ends,
            settling,
            rates: Some(rates),
        })
    }
}

/// Measures the seconds that some work takes.
fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
