//! Solving a board into a file, so that whatever stops the work, it goes on where it was.
//!
//! The table is made in memory. Finished slices are written to `FILE.part`, which is laid out like
//! the table; when they are safely there, `FILE.state` gets a record of each with its checksum. At
//! the end the part file gets checksums and summary, and is renamed. All that a killed process
//! leaves behind are slices with their record, which are used, and others, which are made again.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::bits::Bits;
use super::super::kernel::Code;
use super::super::plan::Plan;
use super::super::retrograde::Task;
use super::board_table::{BoardTable, Storage};
use super::error::{SolveError, afford};
use super::format::{CHECKED, Header, PIECES_MAGIC, STATE_MAGIC};
use super::rules::{TableKind, TableRules};
use super::values;
use crate::disk::{NoRoom, bytes, bytes_mut, little_endian};
use crate::parallel;
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::{FileError, FileFault, open_locked, sync_folder_of};
use nimfield_core::words::Play;

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
    /// What the table shall tell.
    pub kind: TableKind,
    /// How often finished slices are saved.
    pub save_every: Duration,
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

/// Why there is no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobError {
    /// The board is too large, or the memory.
    Solve(SolveError),
    /// A file cannot be used.
    File(FileError),
    /// The disk has no room.
    NoRoom(NoRoom),
    /// The work was stopped.
    Stopped {
        /// By what, and how far it came.
        unfinished: Unfinished,
        /// States that are saved; a new run goes on from there.
        saved: u64,
    },
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Solve(error) => error.fmt(f),
            JobError::File(error) => error.fmt(f),
            JobError::NoRoom(error) => error.fmt(f),
            JobError::Stopped { unfinished, saved } => {
                write!(f, "{unfinished}")?;
                match saved {
                    0 => f.write_str("; nothing is saved"),
                    _ => f.write_str("; what is finished is saved, the same command goes on"),
                }
            }
        }
    }
}

impl std::error::Error for JobError {}

impl From<SolveError> for JobError {
    fn from(error: SolveError) -> Self {
        JobError::Solve(error)
    }
}

impl From<NoRoom> for JobError {
    fn from(error: NoRoom) -> JobError {
        JobError::NoRoom(error)
    }
}

impl From<FileError> for JobError {
    fn from(error: FileError) -> Self {
        JobError::File(error)
    }
}

impl From<Unfinished> for JobError {
    fn from(unfinished: Unfinished) -> Self {
        JobError::Stopped {
            unfinished,
            saved: 0,
        }
    }
}

impl Job<'_> {
    /// Solves the board, or goes on where an earlier run was stopped. If the file is there already
    /// and whole, that is all.
    ///
    /// Runs on any number of threads, on any processor, and stopped any number of times make the
    /// same file, bit for bit.
    ///
    /// # Errors
    /// If the board is too large, the budget does not suffice, or a file cannot be written, belongs to
    /// something else, or is worked on by another process.
    ///
    /// # Complexity
    /// As [`BoardTable::solve`], and the table is written twice at the most.
    ///
    /// # Source
    /// As [`BoardTable::solve`].
    pub fn run(&self, budget: &Budget) -> Result<Solved, JobError> {
        afford(self.game, self.kind, budget)?;
        let plan = Plan::new(self.game);
        let rules = TableRules::of(self.text, self.game, self.play, self.kind);
        let planes = match self.kind {
            TableKind::Outcomes => 1,
            // It turns out at the end.
            TableKind::Values => 0,
        };
        let mut header = Header::new(rules, &plan, planes);
        let Some(mut work) = Work::begin(self.path, &header)? else {
            return self.present();
        };
        let resumed = work.saved_states(&plan);
        let task = Task {
            plan: &plan,
            play: self.play,
            code: Code::best(),
            budget,
            excluded: None,
        };
        let planes = match self.kind {
            TableKind::Outcomes => self.outcomes(&task, &mut work).map(|bits| vec![bits]),
            TableKind::Values => values::solve(&task).map_err(|error| match error {
                SolveError::Unfinished(unfinished) => unfinished.into(),
                error => JobError::Solve(error),
            }),
        };
        if let Err(JobError::Stopped { saved: 0, .. }) = planes {
            work.leave_nothing();
        }
        let planes = planes?;
        header.planes = planes.len() as u32;
        let table = BoardTable::in_memory(self.game, header, planes, budget);
        work.finish(&table, budget)?;
        Ok(Solved {
            table: BoardTable::open(self.path)?,
            was_there: false,
            resumed,
            recomputed: 0,
        })
    }

    /// Solves what is not saved yet.
    fn outcomes(&self, task: &Task<'_>, work: &mut Work) -> Result<Bits, JobError> {
        let (plan, budget) = (task.plan, task.budget);
        let mut bits = Bits::new(plan.bits()).map_err(SolveError::from)?;
        bits.touch(budget.thread_count());
        let mut settled = vec![false; task.slices()];
        work.load(&mut bits, &mut settled)?;
        let mut last = Instant::now();
        let result = task.run(&mut bits, &mut settled, |bits, settled| {
            if last.elapsed() >= self.save_every {
                work.save(bits, settled, budget, true)?;
                last = Instant::now();
            }
            Ok(())
        });
        if let Err(JobError::Stopped { unfinished, .. }) = result {
            work.save(&bits, &settled, budget, false)?;
            return Err(JobError::Stopped {
                unfinished,
                saved: work.saved_states(plan),
            });
        }
        result?;
        work.save(&bits, &settled, budget, true)?;
        Ok(bits)
    }

    /// The table in a file that is there already.
    pub(super) fn present(&self) -> Result<Solved, JobError> {
        let table = BoardTable::open(self.path)?;
        if !table.is_for(self.game, self.play) || table.rules().kind != self.kind {
            return Err(JobError::File(FileError {
                path: self.path.to_owned(),
                fault: FileFault::OtherRules(table.rules().to_string()),
            }));
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

/// The files of a run.
struct Work {
    path: PathBuf,
    part: File,
    part_path: PathBuf,
    state: File,
    state_path: PathBuf,
    header: Header,
    /// For each slice its checksum, if it is saved.
    saved: Vec<Option<u32>>,
}

/// Bytes of a record of the state file: slice, checksum, and the checksum of these.
const RECORD: usize = 12;

impl Work {
    /// Opens the files; `None` if the table is there already.
    fn begin(path: &Path, header: &Header) -> Result<Option<Work>, FileError> {
        let beside = |end: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            PathBuf::from(name)
        };
        if fs::symlink_metadata(path).is_ok() {
            return Ok(None);
        }
        let (part_path, state_path) = (beside(".part"), beside(".state"));
        let open = |path: &Path| {
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true).create(true).truncate(false);
            options
                .open(path)
                .map_err(|error| FileError::io(path, &error))
        };
        let mut state = open_locked(&state_path)?;
        let fault = |fault: FileFault| fault.of(&state_path);
        // Another run may have finished it just now.
        if fs::symlink_metadata(path).is_ok() {
            let _ = fs::remove_file(&state_path);
            return Ok(None);
        }
        let mut found = Vec::new();
        state
            .read_to_end(&mut found)
            .map_err(|error| FileError::io(&state_path, &error))?;
        let identity = state_identity(header);
        let mut work = Work {
            path: path.to_owned(),
            part: open(&part_path)?,
            part_path,
            state,
            state_path: state_path.clone(),
            saved: Vec::new(),
            header: header.clone(),
        };
        if found.is_empty() {
            work.start_afresh(&identity)?;
            return Ok(Some(work));
        }
        let Some(records) = found.strip_prefix(&identity[..]) else {
            return Err(fault(whose(&found, STATE_MAGIC)));
        };
        for record in records.chunks_exact(RECORD) {
            let (content, sum) = record.split_at(8);
            if crc32fast::hash(content).to_le_bytes() != sum {
                return Err(fault(FileFault::Altered("a record")));
            }
            let number = |at: usize| content[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
            let slice = number(0) as usize;
            if slice >= 1 << 16 {
                return Err(fault(FileFault::Altered("a record")));
            }
            work.saved.resize(work.saved.len().max(slice + 1), None);
            work.saved[slice] = Some(number(4));
        }
        // A record that was being written when the run ended is none.
        let whole = found.len() - records.len() % RECORD;
        let result = work.state.set_len(whole as u64);
        result
            .and_then(|()| work.state.seek(SeekFrom::End(0)))
            .map_err(|error| FileError::io(&state_path, &error))?;
        if work.saved.is_empty() {
            work.start_part()?;
        }
        Ok(Some(work))
    }

    fn start_afresh(&mut self, identity: &[u8]) -> Result<(), FileError> {
        self.start_part()?;
        let written = self.state.write_all(identity);
        written
            .and_then(|()| self.state.sync_all())
            .map_err(|error| FileError::io(&self.state_path, &error))
    }

    /// Makes the part file one of gaps.
    fn start_part(&mut self) -> Result<(), FileError> {
        let len = self.header.data_start() + self.header.data_bytes();
        let result = self.part.set_len(0).and_then(|()| self.part.set_len(len));
        result.map_err(|error| FileError::io(&self.part_path, &error))
    }

    fn saved_states(&self, plan: &Plan) -> u64 {
        let slices = self.saved.iter().filter(|sum| sum.is_some()).count() as u64;
        slices << (plan.cells - plan.top_cells)
    }

    /// Removes files in which nothing is saved.
    fn leave_nothing(&self) {
        // If they stay they do no harm.
        let _ = fs::remove_file(&self.part_path);
        let _ = fs::remove_file(&self.state_path);
    }

    /// Takes over the saved slices.
    fn load(&mut self, bits: &mut Bits, settled: &mut [bool]) -> Result<(), FileError> {
        let io = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => FileError {
                path: self.part_path.clone(),
                fault: FileFault::Altered("a saved slice"),
            },
            _ => FileError::io(&self.part_path, &error),
        };
        let slice_words = bits.words().len() / settled.len();
        for (slice, sum) in self.saved.iter().enumerate() {
            let (Some(sum), Some(settled)) = (sum, settled.get_mut(slice)) else {
                continue;
            };
            let words = &mut bits.words_mut()[slice * slice_words..(slice + 1) * slice_words];
            let start = self.header.data_start() + (slice * slice_words * 8) as u64;
            let mut part = &self.part;
            part.seek(SeekFrom::Start(start)).map_err(io)?;
            part.read_exact(bytes_mut(words)).map_err(io)?;
            if crc32fast::hash(bytes(words)) != *sum {
                return Err(FileError {
                    path: self.part_path.clone(),
                    fault: FileFault::Altered("a saved slice"),
                });
            }
            if cfg!(target_endian = "big") {
                words.iter_mut().for_each(|word| *word = word.swap_bytes());
            }
            *settled = true;
        }
        Ok(())
    }

    /// Saves the slices that are settled and not saved; if `stoppable`, until the work is
    /// cancelled. Boards of less than a block are not worth it.
    fn save(
        &mut self,
        bits: &Bits,
        settled: &[bool],
        budget: &Budget,
        stoppable: bool,
    ) -> Result<(), JobError> {
        /// Bytes after which records are written.
        const TOGETHER: usize = 1 << 28;
        if settled.len() == 1 {
            return Ok(());
        }
        let slice_words = bits.words().len() / settled.len();
        self.saved.resize(settled.len(), None);
        let open = (0..settled.len()).filter(|&i| settled[i] && self.saved[i].is_none());
        let open: Vec<usize> = open.collect();
        for group in open.chunks((TOGETHER / (8 * slice_words)).max(1)) {
            let mut records = Vec::new();
            for &slice in group {
                let words = &bits.words()[slice * slice_words..(slice + 1) * slice_words];
                let content = little_endian(words);
                let start = self.header.data_start() + (slice * slice_words * 8) as u64;
                let mut part = &self.part;
                let written = part.seek(SeekFrom::Start(start));
                written
                    .and_then(|_| part.write_all(&content))
                    .map_err(|error| FileError::io(&self.part_path, &error))?;
                let sum = crc32fast::hash(&content);
                let mut record = [(slice as u32).to_le_bytes(), sum.to_le_bytes()].concat();
                record.extend(crc32fast::hash(&record).to_le_bytes());
                records.extend(record);
                self.saved[slice] = Some(sum);
            }
            let synced = self.part.sync_data();
            synced.map_err(|error| FileError::io(&self.part_path, &error))?;
            let noted = self.state.write_all(&records);
            noted
                .and_then(|()| self.state.sync_data())
                .map_err(|error| FileError::io(&self.state_path, &error))?;
            let done = self.saved.iter().filter(|sum| sum.is_some()).count();
            let states = |slices: usize| (slices * slice_words * 64) as u64;
            budget.report(Progress {
                phase: "saving",
                size: None,
                done: states(done),
                total: Some(states(settled.len())),
            });
            if stoppable && budget.check(0) == Err(Limit::Cancelled) {
                return Err(JobError::Stopped {
                    unfinished: Unfinished {
                        limit: Limit::Cancelled,
                        done: states(settled.iter().filter(|settled| **settled).count()),
                        total: Some(states(settled.len())),
                    },
                    saved: states(done),
                });
            }
        }
        Ok(())
    }

    /// Completes the part file and gives it its name.
    fn finish(self, table: &BoardTable, budget: &Budget) -> Result<(), JobError> {
        let part_io = |error| FileError::io(&self.part_path, &error);
        let data = table.data();
        let summary = table.summary().write();
        let header = table.header.write(summary.len());
        let pool = parallel::pool(budget.thread_count());
        let chunks: Vec<&[u8]> = data.iter().flat_map(|part| part.chunks(CHECKED)).collect();
        let sum = |chunk| Ok::<u32, Infallible>(crc32fast::hash(chunk));
        let Ok(sums) = parallel::map(pool.as_ref(), chunks, sum);
        let mut trailer: Vec<u8> = sums.into_iter().flat_map(u32::to_le_bytes).collect();
        trailer.extend(&summary);
        trailer.extend(crc32fast::hash(&trailer).to_le_bytes());
        let mut hash = blake3::Hasher::new();
        hash.update(&header);
        for part in &data {
            match &pool {
                Some(pool) => pool.install(|| _ = hash.update_rayon(part)),
                None => _ = hash.update(part),
            }
        }
        hash.update(&trailer);
        trailer.extend(hash.finalize().as_bytes());
        let mut part = &self.part;
        let mut write = || {
            part.seek(SeekFrom::Start(0))?;
            part.write_all(&header)?;
            let data_bytes: usize = data.iter().map(|part| part.len()).sum();
            if self.saved.is_empty() {
                for content in &data {
                    part.write_all(content)?;
                }
            }
            part.seek(SeekFrom::Start((header.len() + data_bytes) as u64))?;
            part.write_all(&trailer)?;
            part.set_len((header.len() + data_bytes + trailer.len()) as u64)?;
            part.sync_all()
        };
        write().map_err(part_io)?;
        fs::rename(&self.part_path, &self.path)
            .map_err(|error| FileError::io(&self.path, &error))?;
        sync_folder_of(&self.path);
        // Without it the next run finds the table all the same.
        let _ = fs::remove_file(&self.state_path);
        Ok(())
    }
}

/// What a state file for this table begins with.
fn state_identity(header: &Header) -> Vec<u8> {
    let header = header.write(0);
    let mut identity = STATE_MAGIC.to_vec();
    identity.extend((header.len() as u32).to_le_bytes());
    identity.extend(&header);
    identity.extend(crc32fast::hash(&identity).to_le_bytes());
    identity
}

/// What is wrong with a state file that does not begin as it should, with this magic or otherwise.
pub(super) fn whose(found: &[u8], magic: [u8; 8]) -> FileFault {
    for (other, whose) in [
        (
            STATE_MAGIC,
            "this is the state of a run in memory: give it as much, or remove the state",
        ),
        (
            PIECES_MAGIC,
            "this is the state of a run on disk: go on with its folder, or remove the state",
        ),
    ] {
        if other != magic && found.starts_with(&other) {
            return FileFault::Foreign(whose);
        }
    }
    let header = || {
        let rest = found.strip_prefix(&magic)?;
        let (len, rest) = rest.split_first_chunk()?;
        let header = rest.get(..u32::from_le_bytes(*len) as usize)?;
        let end = 12 + header.len() + if magic == PIECES_MAGIC { 4 } else { 0 };
        let sum = found.get(end..end + 4)?;
        (crc32fast::hash(&found[..end]).to_le_bytes() == sum).then_some(header)
    };
    let Some(header) = header() else {
        return FileFault::Altered("the state of an interrupted run");
    };
    let length = header.get(16..24).and_then(|len| len.try_into().ok());
    match Header::read(header, length.map_or(0, u64::from_le_bytes)) {
        Ok(header) => FileFault::OtherRules(header.rules.to_string()),
        Err(fault) => fault,
    }
}

impl BoardTable {
    /// The data of a table in memory, as they stand in a file: in parts that are whole blocks,
    /// but for the last.
    fn data(&self) -> Vec<Cow<'_, [u8]>> {
        let Storage::Memory(planes) = &self.storage else {
            return Vec::new();
        };
        let plane_bytes = self.header.plane_bytes() as usize;
        let planes = planes.iter().map(|plane| &plane.words()[..plane_bytes / 8]);
        if plane_bytes >= CHECKED && cfg!(target_endian = "little") {
            return planes.map(|words| Cow::Borrowed(bytes(words))).collect();
        }
        // Bits past the last state of a very small board are 0.
        let live = match self.header.rules.cells {
            cells @ 0..6 => (1 << (1 << cells)) - 1,
            _ => u64::MAX,
        };
        let words = planes
            .flatten()
            .flat_map(|word| (word & live).to_le_bytes());
        vec![Cow::Owned(words.collect())]
    }
}
