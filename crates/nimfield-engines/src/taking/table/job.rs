//! A board solved into a file, so that the work continues where it stopped, whatever the reason: what the work takes,
//! its files, and what the table says in the end.
//!
//! A table that fits into the memory has all its pieces there; of a larger one, those that are needed at a time.

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
    /// The board in notation; it is kept in the file.
    pub text: &'a str,
    /// The game.
    pub game: &'a Taking,
    /// Who wins when no move is left.
    pub play: Play,
    /// What the table is to hold.
    pub kind: TableKind,
    /// How often finished pieces are saved.
    pub save_every: Duration,
    /// Pieces that were damaged since they were saved are made again, instead of refused.
    pub recompute: bool,
    /// The folder for the work on disk, within the memory of the budget; where it is on the disk of the file, the work
    /// becomes the file. `None` for the work in memory, which needs the whole table there.
    pub folder: Option<&'a Path>,
}

/// A board solved into a file.
#[derive(Debug)]
pub struct Solved {
    /// The table.
    pub table: BoardTable,
    /// The file was there before.
    pub was_there: bool,
    /// States taken over from a run that was interrupted.
    pub resumed: u64,
    /// Pieces that were damaged and made again.
    pub recomputed: u64,
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

impl<'a> Job<'a> {
    /// Returns the folder of the work.
    pub(super) fn work_folder(&self) -> &'a Path {
        self.folder.unwrap_or_else(|| files::folder_of(self.path))
    }

    /// Returns where the files are.
    pub(super) fn paths(&self) -> RunPaths {
        RunPaths::new(self.path, self.folder)
    }

    /// Returns whether the work has been begun in its folder.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        let mut start = STATE_MAGIC.map(|byte| !byte);
        let state = files::open(&self.paths().state);
        state.is_ok_and(|mut state| state.read_exact(&mut start).is_ok() && start == STATE_MAGIC)
    }

    /// Plans the work: cuts the table into pieces and decides what is in memory when. Nothing is written.
    ///
    /// # Errors
    /// As [`run`](Job::run), but a full disk is not an error.
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

    /// Returns the layout of the table, and its header with as many planes as there may be.
    pub(super) fn layout(&self) -> Result<(Plan, Header), JobError> {
        small_enough(self.game)?;
        let layout = Plan::new(self.game);
        let rules = TableRules::of(self.text, self.game, self.play, self.kind);
        let header = Header::new(rules, &layout);
        Ok((layout, header))
    }

    /// Returns what an earlier run has left.
    pub(super) fn found(&self, header: &Header) -> Result<Option<Found>, JobError> {
        let found = files::if_there(&self.paths().state, |path| {
            // As the run itself does, so that the link of somebody else is not followed.
            Found::of_file(&files::open_own(path)?, path, header, self.recompute)
        });
        Ok(found?.flatten())
    }

    /// Refuses disks that have no room for what is still to be written.
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

    /// Returns the way to make the table, or to finish one that was begun with this many cells for the pieces, of which
    /// some are finished.
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
            // In one piece the values of no source have to be picked out of their digits.
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

    /// Divides the table as an earlier run did, with this many cells for the pieces.
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
    /// Runs in memory and on disk, on any number of threads, on any processor, and stopped any number of times make the
    /// same file, bit for bit.
    ///
    /// # Errors
    /// If the board is too large, the disk has no room for the table, the memory is too little for the table, or on
    /// disk even for the pieces that are needed at a time, the budget does not suffice, a file cannot be written,
    /// belongs to something else, is damaged, or is worked on by another process.
    ///
    /// # Complexity
    /// As [`BoardTable::solve`], and the table is written once and read once. On disk pieces are read again as little as
    /// the memory allows: how often is in the [`Survey`].
    ///
    /// # Source
    /// As [`BoardTable::solve`]; what leaves memory is chosen as by L. A. Belady (1966).
    pub fn run(&self, budget: &Budget) -> Result<Solved, JobError> {
        match self.paths().is_finished() {
            true => self.present(),
            false => self.prepare(budget)?.run(budget),
        }
    }

    /// Opens the table in a file that is there already.
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

/// Work that is laid out.
pub struct Prepared<'a> {
    pub(super) job: Job<'a>,
    layout: Plan,
    /// With as many planes as there may be.
    pub(super) header: Header,
    pub(super) solving: SolvingPlan,
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

    /// Does the work, as [`Job::run`].
    ///
    /// # Errors
    /// As there.
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
            // Another run was at work meanwhile, or pieces are made again.
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
        // What the table says of the board as a whole, and the bytes that are looked at for it.
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
