//! The work as a whole: what it takes, its files, and what the table says in the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use super::super::super::plan::Plan;
use super::super::board_table::BoardTable;
use super::super::error::{SolveError, small_enough};
use super::super::format::{Header, PIECES_MAGIC};
use super::super::job::{Job, JobError, Solved};
use super::super::places::Places;
use super::super::rules::{BoardSummary, TableKind, TableRules};
use super::division::PieceDivision;
use super::estimate::{Estimate, Trial};
use super::layout::PieceLayout;
use super::ledger::{Found, Ledger, Seal, Shape};
use super::memory::{Memory, Settling};
use super::part::Part;
use super::runner::PieceRunner;
use super::schedule::Step;
use super::solving_plan::SolvingPlan;
use crate::disk::{self, NoRoom};
use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::files::{self, FileError, FileFault, NewFile, sync_folder_of};

/// A board to be solved into a file, piece by piece on disk, within the memory of the budget.
#[derive(Clone, Copy, Debug)]
pub struct ScratchJob<'a> {
    /// The board and the file.
    pub job: Job<'a>,
    /// The folder for the work; where it is on the disk of the file, the work becomes the file.
    pub folder: &'a Path,
    /// Pieces that were damaged since they were finished are made again, instead of refused.
    pub recompute: bool,
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
    /// Bytes that are free there; `None` if the system does not tell.
    pub free: Option<u64>,
}

impl Survey {
    /// Whether the disk has room, as far as the system tells.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.free.is_none_or(|free| free >= self.disk)
    }
}

impl<'a> ScratchJob<'a> {
    pub(super) fn beside(&self, end: &str) -> PathBuf {
        let mut name = self.job.path.file_name().unwrap_or_default().to_owned();
        name.push(end);
        self.folder.join(name)
    }

    pub(super) fn state_path(&self) -> PathBuf {
        self.beside(".state")
    }

    pub(super) fn part_path(&self) -> PathBuf {
        self.beside(".part")
    }

    /// Whether such a run has been begun in this folder.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        let state = files::read_if_there(&self.state_path());
        state.is_ok_and(|state| state.is_some_and(|state| state.starts_with(&PIECES_MAGIC)))
    }

    /// Lays the work out: cuts the table into pieces and says what is in memory when. Nothing is written.
    ///
    /// # Errors
    /// As [`run`](ScratchJob::run), but a disk without room is none.
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

    /// The layout of the table, what it keeps, and its header with as many planes as there may be.
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

    /// What an earlier run has left.
    pub(super) fn found(
        &self,
        form: PieceLayout,
        header: &Header,
    ) -> Result<Option<Found>, JobError> {
        let path = self.state_path();
        let bytes = files::read_if_there(&path)?.unwrap_or_default();
        let found = Found::read(&bytes, header, |high| form.shape(high), !self.recompute);
        Ok(found.map_err(|fault| fault.of(&path))?)
    }

    /// The record of finished pieces, locked; a new one has so many cells for the pieces.
    pub(super) fn ledger(
        &self,
        form: PieceLayout,
        header: &Header,
        high: u32,
    ) -> Result<(Ledger, Found), FileError> {
        let path = self.state_path();
        let shape = |high| form.shape(high);
        Ledger::open(&path, header, shape, high, self.recompute)
    }

    /// Refuses disks that have no room for what is still to be written.
    pub(super) fn check_room(&self, header: &Header) -> Result<(), JobError> {
        let refuse = |folder: &Path, needed: u64| -> Result<(), JobError> {
            let free = disk::free_bytes(folder);
            let free = free.map_err(|error| FileError::io(folder, &error))?;
            Ok(NoRoom::check(folder, needed, free)?)
        };
        let needed = whole(header);
        let there = disk::allocated(&self.part_path());
        refuse(self.folder, needed.saturating_sub(there))?;
        let target = files::folder_of(self.job.path);
        match disk::on_one_disk(self.folder, target) {
            true => Ok(()),
            // The file is copied there at the end.
            false => refuse(target, needed),
        }
    }

    /// The way to finish a table of so many cells for the pieces, of which some are finished.
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
            fault.of(&self.state_path())
        })?;
        let settled = seals.iter().map(Option::is_some).collect();
        Ok(SolvingPlan::of(cut, settled, form, budget)?)
    }

    /// Solves the board, or goes on where an earlier run was stopped. If the file is there already
    /// and whole, that is all. The file is that of [`Job::run`], bit for bit.
    ///
    /// # Errors
    /// If the board is too large, the disk has no room for the table, the memory is too little even for
    /// the pieces that are needed at a time, the budget does not suffice, a file cannot be written,
    /// belongs to something else, is damaged, or is worked on by another process.
    ///
    /// # Complexity
    /// As [`BoardTable::solve`]. Pieces are read again as little as the memory allows: how often is in
    /// the [`Survey`].
    ///
    /// # Source
    /// As [`BoardTable::solve`]; what leaves memory is chosen as by L. A. Belady (1966).
    pub fn run(&self, budget: &Budget) -> Result<Solved, JobError> {
        match fs::symlink_metadata(self.job.path) {
            Ok(_) => self.job.present(),
            Err(_) => self.prepare(budget)?.run(budget),
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
    /// What the work will take.
    ///
    /// # Errors
    /// If the system tells nothing of the folder, as if there is none such.
    pub fn survey(&self) -> Result<Survey, JobError> {
        let SolvingPlan {
            cut,
            schedule,
            settled,
        } = &self.solving;
        let folder = self.scratch.folder;
        let piece_bytes = self.form.planes() as u64 * cut.bytes();
        let there = disk::allocated(&self.scratch.part_path());
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

    /// How long the work will take, by what a piece and a probe of the disk take now.
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
                // SAFETY: nothing else is at work.
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
        if fs::symlink_metadata(job.path).is_ok() {
            return job.present();
        }
        scratch.check_room(&self.header)?;
        let form = self.form;
        let (mut ledger, found) = scratch.ledger(form, &self.header, self.solving.cut.high)?;
        // Another run may have finished it just now.
        if fs::symlink_metadata(job.path).is_ok() {
            ledger.remove();
            return job.present();
        }
        let part_path = scratch.part_path();
        let fresh = ledger.seals.iter().all(Option::is_none);
        if fresh {
            // What a run without a record has left is nothing.
            let _ = fs::remove_file(&part_path);
        }
        let piece_bytes = self.header.plane_bytes() >> found.high;
        let part = Part::open(&part_path, &self.header, piece_bytes)?;
        let mut damaged = found.damaged as u64;
        if scratch.recompute {
            damaged += drop_damaged(&part, &mut ledger, budget)?;
        }
        let sealed = ledger.seals.iter().map(Option::is_some);
        if self.solving.cut.high != found.high || !sealed.eq(self.solving.settled.iter().copied()) {
            // Another run was at work meanwhile, or pieces are made again.
            self.solving = scratch.way_on(&self.layout, form, found.high, &ledger.seals, budget)?;
        }
        let SolvingPlan { cut, schedule, .. } = &self.solving;
        let resumed = ledger.seals.iter().flatten().count() as u64 * (8 * cut.bytes());
        let mut work = PieceRunner::new(&job, form, cut, &part, ledger);
        if let Err(error) = work.all(schedule, budget) {
            if work.ledger.seals.iter().all(Option::is_none) {
                work.ledger.remove();
                let _ = fs::remove_file(&part_path);
            }
            return Err(error);
        }
        let ledger = work.ledger;
        let (summary, probed) = self.summary(&part, &ledger)?;
        self.header.planes = form.planes_up_to(summary.by_value.len());
        let summary = summary.write();
        part.complete(&self.header, &summary, &ledger.seals, &probed, budget)?;
        give_name(&part_path, job.path)?;
        ledger.remove();
        Ok(Solved {
            table: BoardTable::open(job.path)?,
            was_there: false,
            resumed,
            recomputed: damaged,
        })
    }

    /// What the table says of the board as a whole, and the bytes that were looked at for it.
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
        probed.sort_unstable();
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

/// Takes the seals from pieces that do not have their checksum any more, and tells how many.
pub(super) fn drop_damaged(
    part: &Part,
    ledger: &mut Ledger,
    budget: &Budget,
) -> Result<u64, JobError> {
    let pieces = ledger.seals.len();
    let mut damaged = 0;
    let mut words = Vec::new();
    for piece in 0..pieces {
        let Some(seal) = &ledger.seals[piece] else {
            continue;
        };
        words.resize((part.piece_bytes() / 8) as usize, 0);
        let mut planes = 0..seal.sums.len();
        let read = planes.try_for_each(|plane| part.read(piece as u32, plane, seal, &mut words));
        match read {
            Ok(()) => {}
            Err(error) if matches!(error.fault, FileFault::AlteredPiece { .. }) => {
                ledger.seals[piece] = None;
                damaged += 1;
            }
            Err(error) => return Err(error.into()),
        }
        budget.report(Progress {
            phase: "checking",
            size: None,
            done: (piece as u64 + 1) * 8 * part.piece_bytes(),
            total: Some(pieces as u64 * 8 * part.piece_bytes()),
        });
        if let Err(limit) = budget.check(0) {
            let unfinished = Unfinished {
                limit,
                done: 0,
                total: None,
            };
            return Err(JobError::Solve(SolveError::Unfinished(unfinished)));
        }
    }
    if damaged > 0 {
        ledger.write_anew()?;
    }
    Ok(damaged)
}

/// Gives the finished file its name; on another disk it is copied there.
fn give_name(part: &Path, path: &Path) -> Result<(), FileError> {
    match fs::rename(part, path) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mut from = files::open(part)?;
            let copied = NewFile::create(path).and_then(|mut file| {
                io::copy(&mut from, &mut file)?;
                file.finish()
            });
            copied.map_err(|error| FileError::io(path, &error))?;
            // If it stays the next run finds the table all the same.
            let _ = fs::remove_file(part);
        }
        renamed => {
            renamed.map_err(|error| FileError::io(path, &error))?;
            sync_folder_of(path);
        }
    }
    Ok(())
}

/// Bytes of the file: checksums, summary and hash come after the data.
fn whole(header: &Header) -> u64 {
    header.file_bytes(1 << 16)
}
