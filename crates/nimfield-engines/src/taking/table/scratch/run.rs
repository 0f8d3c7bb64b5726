//! The work as a whole: what it takes, its files, and what the table says in the end.

use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use super::super::super::plan::Plan;
use super::super::error::{JobError, SolveError, small_enough};
use super::super::format::{Header, PIECES_MAGIC};
use super::super::job::{Job, Solved};
use super::super::ledger::{Found, Ledger, Seal, Shape};
use super::super::part::Part;
use super::super::places::Places;
use super::super::rules::{BoardSummary, TableKind, TableRules};
use super::super::run_files::{RunFiles, RunPaths};
use super::division::PieceDivision;
use super::estimate::{Estimate, Trial};
use super::layout::PieceLayout;
use super::memory::{Memory, Settling};
use super::runner::PieceRunner;
use super::schedule::Step;
use super::solving_plan::SolvingPlan;
use crate::disk::{self, NoRoom};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::files::{self, FileError, FileFault};
use nimfield_core::sorting::Sort as _;

/// A board to be solved into a file, piece by piece on disk, within the memory of the budget.
#[derive(Clone, Copy, Debug)]
pub struct ScratchJob<'a> {
    /// The board and the file.
    pub job: Job<'a>,
    /// The folder for the work; where it is on the disk of the file, the work becomes the file.
    pub folder: &'a Path,
}

/// What the work will take.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Survey {
    /// The pieces of the table, and how many are finished already.
    pub pieces: u64,
    /// Those that are.
    pub finished: u64,
    /// Bytes of each, in tables of values of all binary digits that these may have.
    pub piece_bytes: u64,
    /// Memory for the pieces that are in use at a time.
    pub memory: u64,
    /// Bytes that are still to be read and written.
    pub reads: u64,
    /// Those to be written.
    pub writes: u64,
    /// Bytes of disk that are still needed in the folder.
    pub disk: u64,
    /// Bytes that are free there; `None` if the system does not report it.
    pub free: Option<u64>,
}

impl Survey {
    /// Returns whether the disk has room, as far as the system reports it.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.free.is_none_or(|free| free >= self.disk)
    }
}

impl<'a> ScratchJob<'a> {
    /// Returns where the files are.
    pub(super) fn paths(&self) -> RunPaths {
        RunPaths::new(self.job.path, Some(self.folder))
    }

    /// Returns whether such a run has been begun in this folder.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        let mut start = PIECES_MAGIC.map(|byte| !byte);
        let state = files::open(&self.paths().state);
        state.is_ok_and(|mut state| state.read_exact(&mut start).is_ok() && start == PIECES_MAGIC)
    }

    /// Plans the work: cuts the table into pieces and decides what is in memory when. Nothing is written.
    ///
    /// # Errors
    /// As [`run`](ScratchJob::run), but a full disk is not an error.
    pub fn prepare(&self, budget: &Budget) -> Result<Prepared<'a>, JobError> {
        let (layout, form, header) = self.layout()?;
        let way = match self.found(form, &header)? {
            None => SolvingPlan::new(self.job.game, &layout, form, budget)?,
            Some(found) => self.way_on(&layout, form, found.high, &found.seals, budget)?,
        };
        Ok(Prepared {
            scratch: *self,
            form,
            layout,
            header,
            solving: way,
        })
    }

    /// Returns the layout of the table, what it keeps, and its header with as many planes as there may be.
    pub(super) fn layout(&self) -> Result<(Plan, PieceLayout, Header), JobError> {
        let Job {
            text,
            game,
            play,
            kind,
            ..
        } = self.job;
        small_enough(game)?;
        let layout = Plan::new(game);
        let form = PieceLayout::new(kind, game.cells());
        let rules = TableRules::of(text, game, play, kind);
        let header = Header::new(rules, &layout, form.planes() as u32);
        Ok((layout, form, header))
    }

    /// Returns what an earlier run has left.
    pub(super) fn found(
        &self,
        form: PieceLayout,
        header: &Header,
    ) -> Result<Option<Found>, JobError> {
        let path = self.paths().state;
        let found = |bytes: &[u8]| Found::read(bytes, header, &form.pieces(0), !self.job.recompute);
        let bytes = files::if_there(&path, |path| {
            files::read(path, u64::MAX, |start| found(start).map(|_| ()))
        })?;
        Ok(found(&bytes.unwrap_or_default()).map_err(|fault| fault.of(&path))?)
    }

    /// Refuses disks that have no room for what is still to be written.
    pub(super) fn check_room(&self, header: &Header) -> Result<(), JobError> {
        let refuse = |folder: &Path, needed: u64| -> Result<(), JobError> {
            let free = disk::free_bytes(folder);
            let free = free.map_err(|error| FileError::io(folder, &error))?;
            Ok(NoRoom::check(folder, needed, free)?)
        };
        let needed = whole(header);
        let there = disk::allocated(&self.paths().part);
        refuse(self.folder, needed.saturating_sub(there))?;
        let target = files::folder_of(self.job.path);
        match disk::on_one_disk(self.folder, target) {
            true => Ok(()),
            // The file is copied there at the end.
            false => refuse(target, needed),
        }
    }

    /// Returns the way to finish a table with this many cells for the pieces, of which some are finished.
    fn way_on(
        &self,
        layout: &Plan,
        form: PieceLayout,
        high: u32,
        seals: &[Option<Seal>],
        budget: &Budget,
    ) -> Result<SolvingPlan, JobError> {
        let cut = PieceDivision::new(self.job.game, layout, high).ok_or_else(|| {
            let fault = FileFault::Altered("the state of an interrupted run");
            fault.of(&self.paths().state)
        })?;
        let settled = seals.iter().map(Option::is_some).collect();
        Ok(SolvingPlan::of(cut, settled, form, budget)?)
    }

    /// Solves the board, or continues where an earlier run was stopped. If the file exists already and is complete,
    /// nothing else is done. The file is that of [`Job::run`], bit for bit.
    ///
    /// # Errors
    /// If the board is too large, the disk has no room for the table, the memory is too little even for
    /// the pieces that are needed at a time, the budget does not suffice, a file cannot be written,
    /// belongs to something else, is damaged, or is worked on by another process.
    ///
    /// # Complexity
    /// As [`BoardTable::solve`](crate::taking::table::BoardTable::solve). Pieces are read again as little as the memory allows: how often is in
    /// the [`Survey`].
    ///
    /// # Source
    /// As [`BoardTable::solve`](crate::taking::table::BoardTable::solve); what leaves memory is chosen as by L. A. Belady (1966).
    pub fn run(&self, budget: &Budget) -> Result<Solved, JobError> {
        match self.paths().is_finished() {
            true => self.job.present(),
            false => self.prepare(budget)?.run(budget),
        }
    }
}

/// Work on disk that is laid out.
pub struct Prepared<'a> {
    scratch: ScratchJob<'a>,
    form: PieceLayout,
    layout: Plan,
    /// With as many planes as there may be.
    header: Header,
    solving: SolvingPlan,
}

impl Prepared<'_> {
    /// Finds out what the work will take.
    ///
    /// # Errors
    /// If the system reports nothing of the folder, for example because it does not exist.
    pub fn survey(&self) -> Result<Survey, JobError> {
        let SolvingPlan {
            cut,
            schedule,
            settled,
        } = &self.solving;
        let folder = self.scratch.folder;
        let piece_bytes = self.form.planes() as u64 * cut.bytes();
        let there = disk::allocated(&self.scratch.paths().part);
        let free = disk::free_bytes(folder);
        Ok(Survey {
            pieces: cut.pieces() as u64,
            finished: settled.iter().filter(|settled| **settled).count() as u64,
            piece_bytes,
            memory: schedule.slots * piece_bytes + self.form.beside(cut),
            reads: schedule.reads * piece_bytes + self.header.data_bytes(),
            writes: schedule.writes * piece_bytes,
            disk: whole(&self.header).saturating_sub(there),
            free: free.map_err(|error| FileError::io(folder, &error))?,
        })
    }

    /// Estimates how long the work will take, by what a piece and a probe of the disk take now.
    ///
    /// # Errors
    /// As [`run`](Prepared::run).
    pub fn estimate(&self, budget: &Budget) -> Result<Estimate, JobError> {
        let SolvingPlan { cut, schedule, .. } = &self.solving;
        let with = |step: &&Step| step.image.is_some();
        let sources = |step: &&Step| cut.sources(step.piece).count();
        let steps = &schedule.steps;
        let least = steps.iter().filter(with).min_by_key(sources);
        let most = steps.iter().filter(with).max_by_key(sources);
        let (Some(least), Some(most)) = (least.or(steps.first()), most.or(steps.last())) else {
            return Ok(Estimate::nothing());
        };
        let mut memory = Memory::new(cut, self.form, schedule.slots, budget)?;
        let mut timed = |step: &Step| -> Result<f64, JobError> {
            memory.place_for_trial(cut, step);
            let mut best = f64::INFINITY;
            for _ in 0..2 {
                let done = AtomicU64::new(0);
                let settling = Settling {
                    cut,
                    play: self.scratch.job.play,
                    budget,
                    done: &done,
                };
                let start = Instant::now();
                // SAFETY: no other step is at work, so nobody else uses the pieces.
                let limit = unsafe { memory.settle(&settling, step, Some(1)) };
                if let Some(limit) = limit {
                    return Err(JobError::Solve(SolveError::Unfinished(Unfinished {
                        limit,
                        done: 0,
                        total: Some(cut.plan.bits()),
                    })));
                }
                best = best.min(start.elapsed().as_secs_f64());
            }
            Ok(best)
        };
        let trial = Trial {
            least: (sources(&least), timed(least)?),
            most: (sources(&most), timed(most)?),
        };
        let rounds = self.form.rounds();
        let kernel = steps.iter().map(|step| {
            let whole = rounds * trial.seconds(sources(&step));
            match (step.image, &cut.plan.mirror) {
                (None, Some(_)) => whole / 2.0,
                _ => whole,
            }
        });
        let kernel = kernel.sum();
        let planes = self.form.planes() as u64;
        let folder = self.scratch.folder;
        let estimate = Estimate::measure(
            folder,
            self.form,
            &memory.first(),
            kernel,
            (
                planes * schedule.reads,
                planes * schedule.writes,
                self.header.data_bytes(),
            ),
            budget.thread_count(),
        );
        Ok(estimate.map_err(|error| FileError::io(folder, &error))?)
    }

    /// Does the work, as [`ScratchJob::run`].
    ///
    /// # Errors
    /// As there.
    pub fn run(mut self, budget: &Budget) -> Result<Solved, JobError> {
        let scratch = self.scratch;
        let job = scratch.job;
        let paths = scratch.paths();
        if paths.is_finished() {
            return job.present();
        }
        scratch.check_room(&self.header)?;
        let form = self.form;
        let pieces = form.pieces(self.solving.cut.high);
        let Some(mut files) = RunFiles::open(&paths, &self.header, pieces, job.recompute)? else {
            return job.present();
        };
        files.drop_damaged(job.recompute, budget)?;
        let seals = &files.ledger.seals;
        let sealed = seals.iter().map(Option::is_some);
        if self.solving.cut.high != files.high || !sealed.eq(self.solving.settled.iter().copied()) {
            // Another run was at work meanwhile, or pieces are made again.
            self.solving = scratch.way_on(&self.layout, form, files.high, seals, budget)?;
        }
        let SolvingPlan { cut, schedule, .. } = &self.solving;
        let resumed = files.saved_states();
        let solved = PieceRunner::new(&job, form, cut, &mut files).all(schedule, budget);
        if let Err(error) = solved {
            files.leave_nothing();
            return Err(error);
        }
        let (summary, probed) = self.summary(&files.part, &files.ledger)?;
        self.header.planes = form.planes_up_to(summary.by_value.len());
        Ok(Solved {
            table: files.finish(&self.header, &summary.write(), &probed, budget)?,
            was_there: false,
            resumed,
            recomputed: files.damaged,
        })
    }

    /// Computes what the table says of the board as a whole, and the bytes that were looked at for it.
    fn summary(
        &self,
        part: &Part,
        ledger: &Ledger,
    ) -> Result<(BoardSummary, Vec<(u64, u8)>), JobError> {
        let job = &self.scratch.job;
        let game = job.game;
        let Shape { stones, counts, .. } = self.form.shape(self.solving.cut.high);
        let mut p_by_stones = vec![0; game.cells() as usize + 1];
        let mut by_value = vec![0; counts - stones];
        for (piece, seal) in ledger.seals.iter().enumerate() {
            let counts = seal.as_ref().map_or(&[][..], |seal| &seal.counts);
            let (of_stones, of_values) = counts.split_at(stones.min(counts.len()));
            let above = &mut p_by_stones[piece.count_ones() as usize..];
            let sums = above.iter_mut().zip(of_stones);
            sums.chain(by_value.iter_mut().zip(of_values))
                .for_each(|(sum, count)| *sum += count);
        }
        while by_value.last() == Some(&0) {
            by_value.pop();
        }
        let places = Places::new(&self.header.order);
        let planes = self.form.planes_up_to(by_value.len());
        let mut probed = Vec::new();
        let mut value_of = |state: u64| -> Result<u8, FileError> {
            let index = places.index(state);
            let mut value = 0;
            for plane in 0..planes {
                let at = u64::from(plane) * self.header.plane_bytes() + index / 8;
                let byte = part.byte(at)?;
                probed.push((at, byte));
                value |= (byte >> (index % 8) & 1) << plane;
            }
            Ok(value)
        };
        let full = game.full();
        // In a table of outcomes the one plane holds the P-positions, in one of values the digits.
        let lost = u8::from(job.kind == TableKind::Outcomes);
        let value = value_of(full)?;
        let mut winning_moves = Vec::new();
        for mask in game.moves(full) {
            if value_of(full ^ mask)? == lost {
                winning_moves.push(mask);
            }
        }
        probed.put_in_order();
        let summary = BoardSummary {
            full_is_p: value == lost,
            full_value: (job.kind == TableKind::Values).then_some(value),
            winning_moves,
            p_by_stones,
            by_value,
        };
        Ok((summary, probed))
    }
}

/// Returns the number of bytes of the file: checksums, summary and hash come after the data.
fn whole(header: &Header) -> u64 {
    header.file_bytes(1 << 16)
}
