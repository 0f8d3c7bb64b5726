//! A board solved into a file, so that work can always be resumed: its cost, its files, and its final summary.
//!
//! A table that fits into memory has all its pieces there; a larger one, only those currently needed.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use super::super::plan::Plan;
use super::board_table::BoardTable;
use super::division::PieceDivision;
use super::error::{JobError, afford, small_enough};
use super::format::{Header, STATE_MAGIC};
use super::ledger::{Found, STATE, Seal};
use super::places::Places;
use super::rules::{TableKind, TableRules};
use super::run_files::{RunFiles, RunPaths};
use super::runner::PieceRunner;
use super::schedule::Schedule;
use super::solving_plan::SolvingPlan;
use crate::disk::{self, NoRoom};
use nimfield_core::clock::Instant;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::{self, FileError, FileFault};
use nimfield_core::prelude::*;

/// A board to be solved into a file.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The file.
    pub path: &'a Path,
    /// The board in notation, which the file stores.
    pub text: &'a str,
    /// The game.
    pub game: &'a Taking,
    /// The play convention.
    pub play: Play,
    /// The contents of the table.
    pub kind: TableKind,
    /// The interval for saving finished pieces.
    pub save_every: Duration,
    /// Whether to recompute pieces that were damaged since they were saved, instead of refusing them.
    pub recompute: bool,
    /// The folder for work on disk, within the memory of the budget; if it is on the disk of the file, the work file
    /// becomes the final file. `None` for work in memory, which needs memory for the whole table.
    pub folder: Option<&'a Path>,
}

/// A board solved into a file.
#[derive(Debug)]
pub struct Solved {
    /// The table.
    pub table: BoardTable,
    /// Whether the file existed before.
    pub was_there: bool,
    /// The number of states from an interrupted run.
    pub resumed: u64,
    /// The number of damaged pieces that were recomputed.
    pub recomputed: u64,
}

/// The cost of the work.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Survey {
    /// The number of pieces of the table.
    pub pieces: u64,
    /// The number of finished pieces.
    pub finished: u64,
    /// The bytes of a piece; in tables of values, for the maximal number of binary digits.
    pub piece_bytes: u64,
    /// The memory for the pieces in use at a time.
    pub memory: u64,
    /// The bytes left to read.
    pub reads: u64,
    /// The bytes left to write.
    pub writes: u64,
    /// The bytes of disk space still needed in the folder.
    pub disk: u64,
    /// The bytes free there; `None` if the system does not report it.
    pub free: Option<u64>,
}

impl Survey {
    /// Returns whether the disk has enough space, if the system reports it.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.free.is_none_or(|free| free >= self.disk)
    }
}

impl<'a> Job<'a> {
    /// Returns the folder of the work.
    pub(super) fn work_folder(&self) -> &'a Path {
        self.folder.unwrap_or_else(|| files::folder_of(self.path))
    }

    /// Returns the paths of the files.
    pub(super) fn paths(&self) -> RunPaths {
        RunPaths::new(self.path, self.folder)
    }

    /// Returns whether work has started in its folder.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        let mut start = STATE_MAGIC.map(|byte| !byte);
        let state = files::open(&self.paths().state);
        state.is_ok_and(|mut state| state.read_exact(&mut start).is_ok() && start == STATE_MAGIC)
    }

    /// Plans the work: cuts the table into pieces and decides which are in memory when. Writes nothing.
    ///
    /// # Errors
    /// The errors of [`run`](Job::run), except that a full disk is not an error.
    pub fn prepare(&self, budget: &Budget) -> Result<Prepared<'a>, JobError> {
        let (layout, header) = self.layout()?;
        let found = self.found(&header)?;
        let found = found.as_ref().map(|found| (found.high, &found.seals[..]));
        let solving = self.way(&layout, &header, found, budget)?;
        Ok(Prepared {
            job: *self,
            layout,
            header,
            solving,
        })
    }

    /// Returns the layout of the table, and its header with the maximal number of planes.
    pub(super) fn layout(&self) -> Result<(Plan, Header), JobError> {
        small_enough(self.game)?;
        let layout = Plan::new(self.game);
        let rules = TableRules::of(self.text, self.game, self.play, self.kind);
        let header = Header::new(rules, &layout);
        Ok((layout, header))
    }

    /// Returns the state left by an earlier run.
    pub(super) fn found(&self, header: &Header) -> Result<Option<Found>, JobError> {
        let found = files::if_there(&self.paths().state, |path| {
            // Opened like the run does, so that links of other users are not followed.
            Found::of_file(&files::open_own(path)?, path, header, self.recompute)
        });
        Ok(found?.flatten())
    }

    /// Returns an error if a disk has no room for the remaining data.
    pub(super) fn check_room(&self, header: &Header) -> Result<(), JobError> {
        let refuse = |folder: &Path, needed: u64| -> Result<(), JobError> {
            let free = disk::free_bytes(folder);
            let free = free.map_err(|error| FileError::io(folder, &error))?;
            Ok(NoRoom::check(folder, needed, free)?)
        };
        let Some(folder) = self.folder else {
            return Ok(());
        };
        let needed = whole(header);
        let there = disk::allocated(&self.paths().part);
        refuse(folder, needed.saturating_sub(there))?;
        let target = files::folder_of(self.path);
        let one_disk = disk::on_one_disk(folder, target);
        match one_disk.map_err(|error| FileError::io(target, &error))? {
            true => Ok(()),
            // The file is copied there at the end.
            false => refuse(target, needed),
        }
    }

    /// Returns the plan for computing the table, or for finishing one that was started with this many cells for the
    /// pieces, some of which are finished.
    fn way(
        &self,
        layout: &Plan,
        header: &Header,
        found: Option<(u32, &[Option<Seal>])>,
        budget: &Budget,
    ) -> Result<SolvingPlan, JobError> {
        if self.folder.is_none() {
            afford(self.game, self.kind, budget)?;
        }
        let form = header.form();
        let (high, settled) = match (found, self.kind) {
            (Some((high, seals)), _) => (high, seals.iter().map(Option::is_some).collect()),
            (None, _) if self.folder.is_some() => {
                return Ok(SolvingPlan::new(self.game, layout, form, budget)?);
            }
            (None, TableKind::Outcomes) => (layout.top_cells, vec![false; 1 << layout.top_cells]),
            // A single piece has no sources whose values must be extracted from their digits.
            (None, TableKind::Values) => (0, vec![false]),
        };
        let cut = self.cut(layout, header, high)?;
        let is_resident = self.kind == TableKind::Outcomes || high == 0;
        if self.folder.is_none() && is_resident {
            return Ok(SolvingPlan {
                schedule: Schedule::resident(&cut, &settled),
                cut,
                settled,
            });
        }
        Ok(SolvingPlan::of(cut, settled, budget)?)
    }

    /// Divides the table like an earlier run, with this many cells for the pieces.
    pub(super) fn cut(
        &self,
        layout: &Plan,
        header: &Header,
        high: u32,
    ) -> Result<PieceDivision, FileError> {
        let cut = PieceDivision::new(self.game, layout, header.form(), high);
        cut.ok_or_else(|| STATE.of(&self.paths().state))
    }

    /// Solves the board, or continues where an earlier run was stopped. If the file exists already and is complete,
    /// nothing else is done.
    ///
    /// The file is the same, bit for bit, for runs in memory and on disk, with any number of threads, on any processor,
    /// and after any number of interruptions.
    ///
    /// # Errors
    /// If the board is too large, the disk has no room for the table, the memory is too small for the table (on disk:
    /// for the pieces needed at a time), the budget runs out, or a file cannot be written, belongs to something else,
    /// is damaged, or is in use by another process.
    ///
    /// # Complexity
    /// The cost of [`BoardTable::solve`], plus writing and reading the table once. On disk, pieces are read again as
    /// rarely as the memory allows; the [`Survey`] has the numbers.
    ///
    /// # Source
    /// See [`BoardTable::solve`]; pieces are evicted from memory by the rule of L. A. Belady (1966).
    pub fn run(&self, budget: &Budget) -> Result<Solved, JobError> {
        match self.paths().is_finished() {
            true => self.present(),
            false => self.prepare(budget)?.run(budget),
        }
    }

    /// Opens the table in an existing file.
    fn present(&self) -> Result<Solved, JobError> {
        let table = BoardTable::open(self.path)?;
        if !table.is_for(self.game, self.play) || table.rules().kind != self.kind {
            let rules = FileFault::OtherRules(table.rules().to_string());
            return Err(rules.of(self.path).into());
        }
        table.verify()?;
        Ok(Solved {
            table,
            was_there: true,
            resumed: 0,
            recomputed: 0,
        })
    }
}

/// Planned work.
pub struct Prepared<'a> {
    pub(super) job: Job<'a>,
    layout: Plan,
    /// The header with the maximal number of planes.
    pub(super) header: Header,
    pub(super) solving: SolvingPlan,
}

impl Prepared<'_> {
    /// Returns the cost of the work.
    ///
    /// # Errors
    /// If the system reports an error for the folder, for example because it does not exist.
    pub fn survey(&self) -> Result<Survey, JobError> {
        let SolvingPlan {
            cut,
            schedule,
            settled,
        } = &self.solving;
        let folder = self.job.work_folder();
        let piece_bytes = cut.piece_bytes();
        let there = disk::allocated(&self.job.paths().part);
        let free = disk::free_bytes(folder);
        Ok(Survey {
            pieces: cut.pieces() as u64,
            finished: settled.iter().filter(|settled| **settled).count() as u64,
            piece_bytes,
            memory: schedule.slots * piece_bytes + cut.bytes_beside(),
            reads: schedule.reads() * piece_bytes + self.header.data_bytes(),
            writes: schedule.writes() * piece_bytes,
            disk: whole(&self.header).saturating_sub(there),
            free: free.map_err(|error| FileError::io(folder, &error))?,
        })
    }

    /// Does the work as [`Job::run`] does.
    ///
    /// # Errors
    /// See [`Job::run`].
    pub fn run(mut self, budget: &Budget) -> Result<Solved, JobError> {
        let job = self.job;
        let paths = job.paths();
        if paths.is_finished() {
            return job.present();
        }
        job.check_room(&self.header)?;
        let high = self.solving.cut.high;
        let files = RunFiles::open(&paths, &self.header, high, job.recompute, budget)?;
        let Some(mut files) = files else {
            return job.present();
        };
        let (found, seals) = (files.ledger.high, &files.ledger.seals[..]);
        let sealed = seals.iter().map(Option::is_some);
        if high != found || !sealed.eq(self.solving.settled.iter().copied()) {
            // Another run has worked in the meantime, or pieces must be recomputed.
            self.solving = job.way(&self.layout, &self.header, Some((found, seals)), budget)?;
        }
        let SolvingPlan { cut, schedule, .. } = &self.solving;
        let resumed = files.saved_states();
        let mut runner = PieceRunner {
            play: job.play,
            save_every: job.save_every,
            cut,
            files: &mut files,
            last: Instant::now(),
        };
        if let Err(error) = runner.all(schedule, budget) {
            files.leave_nothing();
            return Err(error);
        }
        // The summary of the board, and the bytes probed for it.
        let mut probed = Vec::new();
        let places = Places::new(&self.header.order);
        let value_of = |state: u64, planes: u32| -> Result<u8, FileError> {
            let index = places.index(state);
            let mut value = 0;
            for plane in 0..planes {
                let at = u64::from(plane) * self.header.plane_bytes() + index / 8;
                let byte = files.part.byte(at)?;
                probed.push((at, byte));
                value |= (byte >> (index % 8) & 1) << plane;
            }
            Ok(value)
        };
        let seals = files.ledger.seals.iter().flatten();
        let counts = seals.map(|seal| &seal.counts);
        let form = cut.form;
        let summary = form.summary(job.game, cut.high, counts, value_of)?;
        probed.sort_unstable();
        self.header.planes = form.planes_up_to(summary.by_value.len());
        Ok(Solved {
            table: files.finish(&self.header, &summary.write(), &probed, budget)?,
            was_there: false,
            resumed,
            recomputed: files.damaged,
        })
    }
}

/// Returns the number of bytes of the file: checksums, summary and hash come after the data.
fn whole(header: &Header) -> u64 {
    header.file_bytes(1 << 16)
}
