//! The work itself: piece after piece, while the one before is written and the next one's are read.

use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::super::bits::Bits;
use super::super::super::kernel::{Board, Code};
use super::super::super::plan::Plan;
use super::super::super::retrograde::Slices;
use super::super::board_table::BoardTable;
use super::super::error::{SolveError, small_enough};
use super::super::format::{Header, PIECES_MAGIC};
use super::super::job::{Job, JobError, Solved};
use super::super::places::Places;
use super::super::rules::{BoardSummary, TableKind, TableRules};
use super::cut::Cut;
use super::disk;
use super::estimate::{Estimate, Trial};
use super::ledger::{Found, Ledger, Seal, Shape};
use super::part::{self, Part};
use super::schedule::{Placed, Schedule, Step};
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::files::{self, FileError, FileFault, NewFile, sync_folder_of};
use nimfield_core::words::Play;

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
    /// Bytes of each.
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

/// A way to do the work.
struct Way {
    cut: Cut,
    schedule: Schedule,
}

impl ScratchJob<'_> {
    pub(super) fn beside(&self, end: &str) -> PathBuf {
        let mut name = self.job.path.file_name().unwrap_or_default().to_owned();
        name.push(end);
        self.folder.join(name)
    }

    fn state_path(&self) -> PathBuf {
        self.beside(".state")
    }

    /// Whether such a run has been begun in this folder.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        let state = files::read_if_there(&self.state_path());
        state.is_ok_and(|state| state.is_some_and(|state| state.starts_with(&PIECES_MAGIC)))
    }

    /// The layout of the table and its header.
    pub(super) fn layout(&self) -> Result<(Plan, Header), JobError> {
        small_enough(self.job.game)?;
        if self.job.kind == TableKind::Values {
            return Err(SolveError::NotInPieces("tables of values are made in memory only").into());
        }
        let layout = Plan::new(self.job.game);
        let Job {
            text,
            game,
            play,
            kind,
            ..
        } = self.job;
        let header = Header::new(TableRules::of(text, game, play, kind), &layout, 1);
        Ok((layout, header))
    }

    pub(super) fn shape(&self) -> impl Fn(u32) -> Shape + use<> {
        let cells = self.job.game.cells();
        move |high| Shape {
            planes: 1,
            counts: (cells.saturating_sub(high) + 1) as usize,
        }
    }

    /// What an earlier run has left.
    pub(super) fn found(&self, header: &Header) -> Result<Option<Found>, JobError> {
        let path = self.state_path();
        let bytes = files::read_if_there(&path)?.unwrap_or_default();
        let found = Found::read(&bytes, header, self.shape(), !self.recompute);
        Ok(found.map_err(|fault| fault.of(&path))?)
    }

    /// The way to finish the table within the memory.
    fn way(
        &self,
        layout: &Plan,
        found: Option<(u32, &[Option<Seal>])>,
        budget: &Budget,
    ) -> Result<Way, JobError> {
        // Seals, steps and buffers want some, too.
        let memory = budget.most_bytes() - budget.most_bytes() / 32;
        let game = self.job.game;
        let refused = |needed: u64| {
            let unfinished = Unfinished {
                limit: Limit::Bytes {
                    allowed: budget.most_bytes(),
                    needed: needed + needed.div_ceil(31),
                },
                done: 0,
                total: Some(1 << game.cells()),
            };
            JobError::Solve(SolveError::Unfinished(unfinished))
        };
        if let Some((high, seals)) = found {
            let settled: Vec<bool> = seals.iter().map(Option::is_some).collect();
            let Some(cut) = Cut::new(game, layout, high) else {
                let fault = FileFault::Altered("the state of an interrupted run");
                return Err(fault.of(&self.state_path()).into());
            };
            return match Schedule::new(&cut, &settled, memory / cut.bytes()) {
                Some(schedule) => Ok(Way { cut, schedule }),
                None => Err(refused(Schedule::least_slots(&cut) * cut.bytes())),
            };
        }
        /// So many ways are compared.
        const COMPARED: usize = 5;
        let mut ways: Vec<Way> = Vec::new();
        let mut least = u64::MAX;
        for cut in Cut::all(game, layout) {
            let settled = vec![false; cut.pieces()];
            match Schedule::new(&cut, &settled, memory / cut.bytes()) {
                Some(schedule) => ways.push(Way { cut, schedule }),
                None => least = least.min(Schedule::least_slots(&cut) * cut.bytes()),
            }
            if ways.len() == COMPARED {
                break;
            }
        }
        let read = |way: &Way| way.schedule.reads * way.cut.bytes();
        let best = ways.iter().map(read).min();
        // Rather few large pieces than many small ones, unless much more is read.
        let chosen = ways
            .into_iter()
            .find(|way| best.is_some_and(|best| read(way) <= best + best / 8));
        chosen.ok_or_else(|| match least {
            u64::MAX => SolveError::NotInPieces("the board is too small for it").into(),
            least => refused(least),
        })
    }

    /// What the work will take. Nothing is written.
    ///
    /// # Errors
    /// As [`run`](ScratchJob::run), but a disk without room is none.
    pub fn survey(&self, budget: &Budget) -> Result<Survey, JobError> {
        let (layout, header) = self.layout()?;
        let found = self.found(&header)?;
        let way = self.way(&layout, found.as_ref().map(Found::pieces), budget)?;
        self.takes(&header, &way, found.as_ref())
    }

    /// How long the work will take, by what a piece and a probe of the disk take now.
    ///
    /// # Errors
    /// As [`run`](ScratchJob::run).
    pub fn estimate(&self, budget: &Budget) -> Result<Estimate, JobError> {
        let (layout, header) = self.layout()?;
        let found = self.found(&header)?;
        let way = self.way(&layout, found.as_ref().map(Found::pieces), budget)?;
        let Way { cut, schedule } = &way;
        let with = |step: &&Step| step.image.is_some();
        let sources = |step: &&Step| cut.sources(step.piece).count();
        let steps = &schedule.steps;
        let least = steps.iter().filter(with).min_by_key(sources);
        let most = steps.iter().filter(with).max_by_key(sources);
        let (Some(least), Some(most)) = (least.or(steps.first()), most.or(steps.last())) else {
            return Ok(Estimate::nothing(header.data_bytes()));
        };
        let mut places = Memory::new(cut, schedule.slots, budget)?;
        let mut timed = |step: &Step| -> Result<f64, JobError> {
            places.pieces.fill(std::ptr::null_mut());
            for (slot, piece) in (0..).zip(step.made().chain(cut.sources(step.piece))) {
                places.pieces[piece as usize] = places.slot(slot);
            }
            let done = AtomicU64::new(0);
            let mut best = f64::INFINITY;
            for _ in 0..2 {
                let start = Instant::now();
                let limit = settle(cut, self.job.play, &places, step.piece, budget, &done);
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
        let kernel = steps.iter().map(|step| {
            let whole = trial.seconds(sources(&step));
            match (step.image, &cut.plan.mirror) {
                (None, Some(_)) => whole / 2.0,
                _ => whole,
            }
        });
        let kernel = kernel.sum();
        let estimate = Estimate::measure(
            self.folder,
            places.first(),
            kernel,
            (schedule.reads, schedule.writes, header.data_bytes()),
            budget.thread_count(),
        );
        Ok(estimate.map_err(|error| FileError::io(self.folder, &error))?)
    }

    /// What a way takes.
    fn takes(&self, header: &Header, way: &Way, found: Option<&Found>) -> Result<Survey, JobError> {
        let Way { cut, schedule } = way;
        let there = disk::allocated(&self.beside(".part"));
        let free = disk::free_bytes(self.folder);
        let finished = found.map_or(0, |found| found.seals.iter().flatten().count() as u64);
        Ok(Survey {
            pieces: cut.pieces() as u64,
            finished,
            piece_bytes: cut.bytes(),
            memory: schedule.slots * cut.bytes(),
            reads: schedule.reads * cut.bytes() + header.data_bytes(),
            writes: schedule.writes * cut.bytes(),
            disk: whole(header).saturating_sub(there),
            free: free.map_err(|error| FileError::io(self.folder, &error))?,
        })
    }

    /// Refuses disks that have no room for what is still to be written.
    #[cfg(feature = "cluster")]
    pub(super) fn check_disk(&self, header: &Header, budget: &Budget) -> Result<(), JobError> {
        let there = disk::allocated(&self.beside(".part"));
        let free = disk::free_bytes(self.folder);
        let survey = Survey {
            pieces: 0,
            finished: 0,
            piece_bytes: 0,
            memory: budget.most_bytes(),
            reads: 0,
            writes: 0,
            disk: whole(header).saturating_sub(there),
            free: free.map_err(|error| FileError::io(self.folder, &error))?,
        };
        self.check_room(header, &survey)
    }

    /// Refuses disks that have no room.
    fn check_room(&self, header: &Header, survey: &Survey) -> Result<(), JobError> {
        let refuse = |folder: &Path, needed: u64, free: Option<u64>| match free {
            Some(free) if free < needed => Err(JobError::NoRoom {
                folder: folder.to_owned(),
                needed,
                free,
            }),
            _ => Ok(()),
        };
        refuse(self.folder, survey.disk, survey.free)?;
        let target = files::folder_of(self.job.path);
        match disk::on_one_disk(self.folder, target) {
            true => Ok(()),
            // The file is copied there at the end.
            false => {
                let free = disk::free_bytes(target);
                let free = free.map_err(|error| FileError::io(target, &error))?;
                refuse(target, whole(header), free)
            }
        }
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
        if fs::symlink_metadata(self.job.path).is_ok() {
            return self.job.present();
        }
        let (layout, header) = self.layout()?;
        let found = self.found(&header)?;
        let way = self.way(&layout, found.as_ref().map(Found::pieces), budget)?;
        let survey = self.takes(&header, &way, found.as_ref())?;
        self.check_room(&header, &survey)?;
        let state_path = self.state_path();
        let (mut ledger, found) = Ledger::open(
            &state_path,
            &header,
            self.shape(),
            way.cut.high,
            self.recompute,
        )?;
        // Another run may have finished it just now.
        if fs::symlink_metadata(self.job.path).is_ok() {
            ledger.remove();
            return self.job.present();
        }
        let part_path = self.beside(".part");
        let fresh = ledger.seals.iter().all(Option::is_none);
        if fresh {
            // What a run without a record has left is nothing.
            let _ = fs::remove_file(&part_path);
        }
        let piece_bytes = header.plane_bytes() >> found.high;
        let part = Part::open(&part_path, &header, piece_bytes)?;
        let mut damaged = found.damaged as u64;
        if self.recompute {
            damaged += self.drop_damaged(&part, &mut ledger, budget)?;
        }
        let left = (found.high, &ledger.seals[..]);
        let Way { cut, schedule } = self.way(&layout, Some(left), budget)?;
        let resumed = ledger.seals.iter().flatten().count() as u64 * (8 * cut.bytes());
        let mut work = Work {
            cut: &cut,
            part: &part,
            ledger,
            pending: Vec::new(),
            last: Instant::now(),
            job: &self.job,
        };
        if let Err(error) = work.all(&schedule, budget) {
            if work.ledger.seals.iter().all(Option::is_none) {
                work.ledger.remove();
                let _ = fs::remove_file(&part_path);
            }
            return Err(error);
        }
        let ledger = work.ledger;
        let (summary, probed) = self.summary(&header, &part, &ledger)?;
        part.complete(&header, &summary.write(), &ledger.seals, &probed, budget)?;
        self.give_name(&part_path)?;
        ledger.remove();
        Ok(Solved {
            table: BoardTable::open(self.job.path)?,
            was_there: false,
            resumed,
            recomputed: damaged,
        })
    }

    /// Takes the seals from pieces that do not have their checksum any more, and tells how many.
    pub(super) fn drop_damaged(
        &self,
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
            match part.read(piece as u32, 0, seal, &mut words) {
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

    /// What the table says of the board as a whole, and the bytes that were looked at for it.
    fn summary(
        &self,
        header: &Header,
        part: &Part,
        ledger: &Ledger,
    ) -> Result<(BoardSummary, Vec<(u64, u8)>), JobError> {
        let game = self.job.game;
        let places = Places::new(&header.order);
        let mut probed = Vec::new();
        let mut is_p = |state: u64| -> Result<bool, FileError> {
            let index = places.index(state);
            let byte = part.byte(0, index / 8)?;
            probed.push((index / 8, byte));
            Ok(byte >> (index % 8) & 1 == 1)
        };
        let full = game.full();
        let full_is_p = is_p(full)?;
        let mut winning_moves = Vec::new();
        for mask in game.moves(full) {
            if is_p(full ^ mask)? {
                winning_moves.push(mask);
            }
        }
        probed.sort_unstable();
        let mut p_by_stones = vec![0; game.cells() as usize + 1];
        for (piece, seal) in ledger.seals.iter().enumerate() {
            let above = &mut p_by_stones[piece.count_ones() as usize..];
            for (sum, count) in above
                .iter_mut()
                .zip(seal.iter().flat_map(|seal| &seal.counts))
            {
                *sum += count;
            }
        }
        let summary = BoardSummary {
            full_is_p,
            full_value: None,
            winning_moves,
            p_by_stones,
            by_value: Vec::new(),
        };
        Ok((summary, probed))
    }

    /// Gives the finished file its name; on another disk it is copied there.
    fn give_name(&self, part: &Path) -> Result<(), FileError> {
        let path = self.job.path;
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
}

/// Bytes of the file: checksums, summary and hash come after the data.
fn whole(header: &Header) -> u64 {
    header.file_bytes(1 << 16)
}

/// Places for pieces in memory.
struct Memory {
    /// Keeps what `start` points to.
    _bits: Bits,
    start: *mut u64,
    slots: u64,
    words: usize,
    /// Where each piece is, by its number; null if it is not there.
    pieces: Vec<*mut u64>,
}

// SAFETY: the pointers lead into `_bits`, which belongs to it; whoever uses them says why they may.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    fn new(cut: &Cut, slots: u64, budget: &Budget) -> Result<Memory, SolveError> {
        let mut bits = Bits::new(8 * slots * cut.bytes())?;
        bits.touch(budget.thread_count());
        Ok(Memory {
            start: bits.words_mut().as_mut_ptr(),
            _bits: bits,
            slots,
            words: cut.words(),
            pieces: vec![std::ptr::null_mut(); cut.pieces()],
        })
    }

    fn slot(&self, slot: u32) -> *mut u64 {
        assert!(u64::from(slot) < self.slots);
        // SAFETY: there are so many slots of so many words.
        unsafe { self.start.add(slot as usize * self.words) }
    }

    /// The words of a slot, to be filled.
    ///
    /// # Safety
    /// No piece in it is used meanwhile.
    #[allow(
        clippy::mut_from_ref,
        reason = "a part of the memory that nobody else uses"
    )]
    unsafe fn fill(&self, slot: u32) -> &mut [u64] {
        // SAFETY: the words of the slot, and the caller's.
        unsafe { std::slice::from_raw_parts_mut(self.slot(slot), self.words) }
    }

    /// The words of the first slot, when nothing is at work.
    fn first(&mut self) -> &[u64] {
        // SAFETY: it is borrowed mutably.
        unsafe { self.fill(0) }
    }

    /// The words of a piece that is there.
    ///
    /// # Safety
    /// Nobody writes to it meanwhile.
    unsafe fn piece(&self, piece: u32) -> &[u64] {
        let start = self.pieces[piece as usize];
        assert!(!start.is_null(), "a piece is missing");
        // SAFETY: pieces are in slots, and the caller's.
        unsafe { std::slice::from_raw_parts(start, self.words) }
    }

    /// Notes that a piece is in a slot, instead of another one.
    fn note(&mut self, placed: &Placed) {
        if let Some(left) = placed.instead_of {
            self.pieces[left as usize] = std::ptr::null_mut();
        }
        self.pieces[placed.piece as usize] = self.slot(placed.slot);
    }
}

/// A run at work.
struct Work<'a> {
    job: &'a Job<'a>,
    cut: &'a Cut,
    part: &'a Part,
    ledger: Ledger,
    /// Pieces that are written, but not noted yet.
    pending: Vec<u32>,
    /// When pieces were noted last.
    last: Instant,
}

impl Work<'_> {
    /// Settles all pieces; what stops it, what is finished is noted.
    fn all(&mut self, schedule: &Schedule, budget: &Budget) -> Result<(), JobError> {
        let mut result = self.steps(schedule, budget);
        let saved = self.save();
        if let Err(JobError::Stopped { saved, .. }) = &mut result {
            let sealed = self.ledger.seals.iter().flatten().count() - self.pending.len();
            *saved = sealed as u64 * 8 * self.cut.bytes();
        }
        // What stopped the work comes first.
        result.and(saved.map_err(JobError::from))
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
        let mut memory = Memory::new(cut, schedule.slots, budget)?;
        let mut before: Option<&Step> = None;
        let mut steps = schedule.steps.iter().peekable();
        if let Some(first) = steps.peek() {
            // SAFETY: nothing is settled yet.
            unsafe { self.place(&memory, &first.placed)? };
            first.placed.iter().for_each(|placed| memory.note(placed));
        }
        while let Some(step) = steps.next() {
            let next: &[Placed] = steps.peek().map_or(&[], |next| &next.placed);
            let all = &memory;
            let play = self.job.play;
            let compute = || settle(cut, play, all, step.piece, budget, &done);
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
        // SAFETY: nothing is settled any more.
        unsafe { self.file(&memory, before, &[]) }
    }

    /// Writes what a step has made, then fills the places of what another one needs.
    ///
    /// # Safety
    /// Meanwhile the pieces made are not written to, and the slots to be filled not used.
    unsafe fn file(
        &mut self,
        memory: &Memory,
        made: Option<&Step>,
        next: &[Placed],
    ) -> Result<(), JobError> {
        let mut counts: Option<Vec<u64>> = None;
        for piece in made.iter().flat_map(|step| step.made()) {
            // SAFETY: the caller's.
            let words = unsafe { memory.piece(piece) };
            let sum = self.part.write(piece, 0, words)?;
            // An image has as many stones.
            let counts = counts.get_or_insert_with(|| part::count(words)).clone();
            let sums = vec![sum];
            self.ledger.seals[piece as usize] = Some(Seal { sums, counts });
            self.pending.push(piece);
        }
        let unsaved = self.pending.len() as u64 * self.cut.bytes();
        if self.last.elapsed() >= self.job.save_every || unsaved >= TOGETHER {
            self.save()?;
        }
        // SAFETY: the caller's.
        unsafe { self.place(memory, next) }
    }

    /// Reads pieces into their slots.
    ///
    /// # Safety
    /// Nobody uses the slots meanwhile.
    unsafe fn place(&self, memory: &Memory, placed: &[Placed]) -> Result<(), JobError> {
        for placed in placed.iter().filter(|placed| placed.read) {
            let seal = self.ledger.seals[placed.piece as usize].as_ref();
            let seal = seal.expect("what is read was finished");
            // SAFETY: the caller's.
            let words = unsafe { memory.fill(placed.slot) };
            self.part.read(placed.piece, 0, seal, words)?;
        }
        Ok(())
    }

    /// Notes the pieces that are written, once they are on the disk.
    fn save(&mut self) -> Result<(), FileError> {
        if !self.pending.is_empty() {
            self.part.sync()?;
            self.ledger.note(&self.pending)?;
            self.pending.clear();
        }
        self.last = Instant::now();
        Ok(())
    }
}

/// Bytes that are written before they are noted, at the most.
const TOGETHER: u64 = 1 << 30;

/// Settles a piece and its image, whose sources are in memory; tells what stopped it, if anything did.
fn settle(
    cut: &Cut,
    play: Play,
    memory: &Memory,
    piece: u32,
    budget: &Budget,
    done: &AtomicU64,
) -> Option<Limit> {
    let board = Board {
        plan: &cut.plan,
        play,
        pieces: &memory.pieces,
        inner: cut.inner(),
        excluded: None,
        marked: false,
    };
    let top = cut.top();
    let slices = Slices {
        board: &board,
        code: Code::best(),
        budget,
        low: cut.inner() - top,
        done,
    };
    for level in 0..=top {
        let tops = (0..1u32 << top).filter(|set| set.count_ones() == level);
        let tops: Vec<u32> = tops.map(|set| piece << top | set).collect();
        // SAFETY: the pieces have the words of the cut. The sources of this one are settled, and are
        // written by nobody meanwhile; the slices with fewer top cells were settled just before.
        let (_, stopped) = unsafe { slices.settle(&tops) };
        if stopped.is_some() {
            return stopped;
        }
    }
    None
}
