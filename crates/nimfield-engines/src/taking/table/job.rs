//! Solving a board into a file in memory, so that the work continues where it stopped, whatever the
//! reason.
//!
//! All pieces of the table are in memory; those that are finished are saved as [`RunFiles`] says.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use super::super::bits::Bits;
use super::super::kernel::Code;
use super::super::plan::{BLOCK, Plan};
use super::super::retrograde::Task;
use super::board_table::BoardTable;
use super::error::{JobError, SolveError, afford};
use super::format::Header;
use super::ledger::{Pieces, Seal};
use super::rules::{TableKind, TableRules};
use super::run_files::{RunFiles, RunPaths};
use super::values;
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileFault;
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
    /// What the table is to hold.
    pub kind: TableKind,
    /// How often finished slices are saved.
    pub save_every: Duration,
    /// Pieces that were damaged since they were saved are made again, instead of refused.
    pub recompute: bool,
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

impl Job<'_> {
    /// Solves the board, or continues where an earlier run was stopped. If the file exists already and is complete,
    /// nothing else is done.
    ///
    /// Runs on any number of threads, on any processor, and stopped any number of times make the
    /// same file, bit for bit.
    ///
    /// # Errors
    /// If the board is too large, the budget does not suffice, or a file cannot be written, belongs to
    /// something else, or is worked on by another process.
    ///
    /// # Complexity
    /// As [`BoardTable::solve`], and the table is written once and read once.
    ///
    /// # Source
    /// As [`BoardTable::solve`].
    pub fn run(&self, budget: &Budget) -> Result<Solved, JobError> {
        afford(self.game, self.kind, budget)?;
        let paths = RunPaths::new(self.path, None);
        if paths.is_finished() {
            return self.present();
        }
        let plan = Plan::new(self.game);
        let rules = TableRules::of(self.text, self.game, self.play, self.kind);
        let (planes, high) = match self.kind {
            TableKind::Outcomes => (1, plan.top_cells),
            // It turns out at the end.
            TableKind::Values => (0, 0),
        };
        let mut header = Header::new(rules, &plan, planes);
        let Some(mut files) =
            RunFiles::open(&paths, &header, Pieces::in_memory(high), self.recompute)?
        else {
            return self.present();
        };
        files.drop_damaged(self.recompute, budget)?;
        let resumed = files.saved_states();
        let task = Task {
            plan: &plan,
            play: self.play,
            code: Code::best(),
            budget,
            excluded: None,
        };
        let solved = match self.kind {
            TableKind::Outcomes => self.outcomes(&task, &mut files),
            TableKind::Values => self.values(&task, &mut header, &mut files),
        };
        if solved.is_err() {
            files.leave_nothing();
        }
        let table = BoardTable::in_memory(self.game, header, solved?, budget);
        // All is computed: what is left is not worth stopping.
        let threads = Budget::unlimited().threads(budget.thread_count());
        let summary = table.summary().write();
        Ok(Solved {
            table: files.finish(&table.header, &summary, &[], &threads)?,
            was_there: false,
            resumed,
            recomputed: files.damaged,
        })
    }

    /// Opens the table in a file that is there already.
    pub(super) fn present(&self) -> Result<Solved, JobError> {
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

    /// Solves what is not saved yet.
    fn outcomes(&self, task: &Task<'_>, files: &mut RunFiles) -> Result<Vec<Bits>, JobError> {
        let mut bits = Bits::new(task.plan.bits()).map_err(SolveError::from)?;
        bits.touch(task.budget.thread_count());
        let mut settled = vec![false; task.slices()];
        let slice_words = bits.words().len() / settled.len();
        let slices = bits.words_mut().chunks_exact_mut(slice_words);
        for ((slice, words), settled) in slices.enumerate().zip(&mut settled) {
            if let Some(seal) = &files.ledger.seals[slice] {
                let live = slice_words.min((files.part.piece_bytes() / 8) as usize);
                let words = &mut words[..live];
                files.part.read(slice as u32, 0, seal, words)?;
                *settled = true;
            }
        }
        let mut last = Instant::now();
        let result = task.run(&mut bits, &mut settled, |bits, settled| {
            if last.elapsed() >= self.save_every {
                save(self.game.cells(), files, bits, settled, task.budget)?;
                last = Instant::now();
            }
            Ok(())
        });
        if let Err(JobError::Stopped { unfinished, .. }) = result {
            // Boards of less than a block are not worth it.
            if settled.len() > 1 {
                save(
                    self.game.cells(),
                    files,
                    &bits,
                    &settled,
                    &Budget::unlimited(),
                )?;
            }
            return Err(JobError::Stopped {
                unfinished,
                saved: files.saved_states(),
            });
        }
        result?;
        save(self.game.cells(), files, &bits, &settled, task.budget)?;
        Ok(vec![bits])
    }

    /// Solves the board for values, of which nothing is saved before all are there.
    fn values(
        &self,
        task: &Task<'_>,
        header: &mut Header,
        files: &mut RunFiles,
    ) -> Result<Vec<Bits>, JobError> {
        let planes = values::solve(task).map_err(|error| match error {
            SolveError::Unfinished(unfinished) => unfinished.into(),
            error => JobError::Solve(error),
        })?;
        header.planes = planes.len() as u32;
        let cells = self.game.cells();
        let written = planes.iter().enumerate();
        let sums =
            written.map(|(plane, bits)| files.part.write(0, plane, &live(bits.words(), cells)));
        let sums = sums.collect::<Result<_, _>>()?;
        let counts = Vec::new();
        files.ledger.seals[0] = Some(Seal { sums, counts });
        Ok(planes)
    }
}

/// Saves the slices that are settled and not saved, until the work is cancelled.
fn save(
    cells: u32,
    files: &mut RunFiles,
    bits: &Bits,
    settled: &[bool],
    budget: &Budget,
) -> Result<(), JobError> {
    /// Bytes after which they are noted.
    const TOGETHER: u64 = 1 << 28;
    let piece_bytes = files.part.piece_bytes();
    let together = (TOGETHER / piece_bytes).max(1) as usize;
    let total = 8 * piece_bytes * settled.len() as u64;
    let seals = &files.ledger.seals;
    let open = (0..settled.len()).filter(|&slice| settled[slice] && seals[slice].is_none());
    for group in open.collect::<Vec<_>>().chunks(together) {
        for &slice in group {
            let slice_words = bits.words().len() / settled.len();
            let words = &bits.words()[slice * slice_words..][..slice_words];
            let sums = vec![files.part.write(slice as u32, 0, &live(words, cells))?];
            let counts = Vec::new();
            files.seal(slice as u32, Seal { sums, counts });
        }
        files.note()?;
        let saved = files.saved_states();
        budget.report(Progress {
            phase: "saving",
            size: None,
            done: saved,
            total: Some(total),
        });
        if budget.check(0) == Err(Limit::Cancelled) {
            let settled = settled.iter().filter(|settled| **settled).count() as u64;
            return Err(JobError::Stopped {
                unfinished: Unfinished {
                    limit: Limit::Cancelled,
                    done: 8 * piece_bytes * settled,
                    total: Some(total),
                },
                saved,
            });
        }
    }
    Ok(())
}

/// Returns what a file holds of a plane or a slice of a board of this many cells: the states that there are.
fn live(words: &[u64], cells: u32) -> Cow<'_, [u64]> {
    match cells {
        0..6 => Cow::Owned(vec![words[0] & ((1 << (1 << cells)) - 1)]),
        6..BLOCK => Cow::Borrowed(&words[..1 << (cells - 6)]),
        _ => Cow::Borrowed(words),
    }
}
