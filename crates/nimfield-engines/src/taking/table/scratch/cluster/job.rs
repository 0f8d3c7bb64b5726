//! A board to be solved by several processes.

use std::net::TcpListener;

use super::super::super::super::plan::Plan;
use super::super::super::error::{JobError, SolveError};
use super::super::super::format::{Header, Reader};
use super::super::super::ledger::Ledger;
use super::super::super::part::Part;
use super::super::super::rules::TableKind;
use super::super::super::run_files::{RunFiles, RunPaths};
use super::super::division::PieceDivision;
use super::super::layout::PieceLayout;
use super::super::run::ScratchJob;
use super::peer::{self, Peer};
use super::shares::{Place, Shares};
use crate::cluster::{ClusterError, JobIdentity, Meeting, Mesh};
use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::files::{FileError, FileFault, open_locked};

/// A board to be solved by several processes.
#[derive(Clone, Copy, Debug)]
pub struct ClusterJob<'a> {
    /// The board, the file, and the folder for the work, which is laid out as for a run on disk.
    pub scratch: ScratchJob<'a>,
    /// The number of processes.
    pub processes: usize,
    /// Where the pieces are written.
    pub place: Place,
}

impl From<JobError> for ClusterError<JobError> {
    fn from(error: JobError) -> Self {
        ClusterError::Work(error)
    }
}

impl From<FileError> for ClusterError<JobError> {
    fn from(error: FileError) -> Self {
        ClusterError::Work(error.into())
    }
}

impl From<SolveError> for ClusterError<JobError> {
    fn from(error: SolveError) -> Self {
        ClusterError::Work(error.into())
    }
}

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JobProgress {
    /// The pieces of the table.
    pub pieces: u64,
    /// Those that are saved.
    pub saved: u64,
    /// Bytes of a piece.
    pub piece_bytes: u64,
    /// Levels of pieces.
    pub levels: u64,
    /// The levels from the lowest one on of which all pieces are saved.
    pub saved_levels: u64,
    /// Bytes of memory that the process with the largest share takes for pieces.
    pub memory: u64,
}

/// The pieces of a process, if the board has enough: then pieces in transit take little memory
/// beside a share.
const PIECES_EACH: usize = 256;

impl ClusterJob<'_> {
    /// Prepares the folder, if nothing is saved yet, and returns how far the work has come; `None` if the board is
    /// too small to be divided among processes.
    ///
    /// # Errors
    /// If the board is too large, the disk has no room for the table, the memory of a process is too little
    /// for its share, or a file cannot be written, belongs to something else, is damaged, or is worked on by
    /// another process.
    pub fn prepare(&self, budget: &Budget) -> Result<Option<JobProgress>, JobError> {
        let (layout, form, header) = self.layout()?;
        let chosen = match self.scratch.found(form, &header)? {
            Some(found) => found.high,
            None => match self.choose(&layout, budget)? {
                Some(cut) => cut.high,
                None => return Ok(None),
            },
        };
        let cut = self.cut(&layout, chosen)?;
        let shares = Shares::new(&cut, self.processes);
        fits(&cut, &shares, budget)?;
        self.scratch.check_room(&header)?;
        let paths = self.scratch.paths();
        let pieces = form.pieces(chosen);
        let Some(mut files) = RunFiles::open(&paths, &header, pieces, self.scratch.job.recompute)?
        else {
            return Ok(Some(count(&cut, &shares, |_| true)));
        };
        files.drop_damaged(self.scratch.job.recompute, budget)?;
        let saved = |piece: usize| files.ledger.seals[piece].is_some();
        Ok(Some(count(&cut, &shares, saved)))
    }

    /// Removes the files of the work if nothing is saved in them, and no process is at work.
    pub fn leave_nothing(&self) {
        let RunPaths { state, part, .. } = self.scratch.paths();
        let Ok(_at_work) = open_locked(&state) else {
            return;
        };
        if self.stand().is_ok_and(|stand| stand.saved == 0) {
            // If they cannot be removed, they do no harm.
            let _ = std::fs::remove_file(part);
            let _ = std::fs::remove_file(state);
        }
    }

    /// Returns what the work takes when nothing is saved, for a process without the file; `None` if
    /// the board is too small to be shared out.
    ///
    /// # Errors
    /// If the board is too large, or the memory of a process too little for its share.
    pub fn outline(&self, budget: &Budget) -> Result<Option<JobProgress>, JobError> {
        let (layout, ..) = self.layout()?;
        let cut = self.choose(&layout, budget)?;
        Ok(cut.map(|cut| count(&cut, &Shares::new(&cut, self.processes), |_| false)))
    }

    /// Returns how far the work has come.
    ///
    /// # Errors
    /// If the state cannot be read, or there is none.
    pub fn stand(&self) -> Result<JobProgress, JobError> {
        let (layout, form, header) = self.layout()?;
        let found = self.scratch.found(form, &header)?;
        let high = found.as_ref().map_or(1, |found| found.high);
        let cut = self.cut(&layout, high)?;
        let shares = Shares::new(&cut, self.processes);
        let sealed = |piece: usize| {
            let seals = found.as_ref().map(|found| &found.seals);
            seals.is_some_and(|seals| seals[piece].is_some())
        };
        Ok(count(&cut, &shares, sealed))
    }

    /// Works as one of the processes, until all is saved. Afterwards the file only has to be completed, as
    /// [`ScratchJob::run`] does.
    ///
    /// # Errors
    /// If the processes do not meet, the budget does not suffice, or a file cannot be used. When a process is
    /// lost, a thread of another name panics: see [`lost_peer`](crate::cluster::lost_peer).
    pub fn work(
        &self,
        meeting: &Meeting<'_>,
        listener: TcpListener,
        budget: &Budget,
    ) -> Result<(), ClusterError<JobError>> {
        let (layout, form, header) = self.layout()?;
        let keeps = meeting.me == 0;
        let mut ledger = None;
        let mut initial = Vec::new();
        if keeps {
            let found = self.scratch.found(form, &header)?;
            let high = found.map_or(1, |found| found.high);
            let pieces = form.pieces(high);
            let state = self.scratch.paths().state;
            let (opened, _) = Ledger::open(&state, &header, pieces, self.scratch.job.recompute)?;
            initial.extend(high.to_le_bytes());
            for seal in &opened.seals {
                let sum = seal.as_ref().map_or(0, |seal| seal.sums[0]);
                initial.extend(u32::from(seal.is_some()).to_le_bytes());
                initial.extend(sum.to_le_bytes());
            }
            ledger = Some(opened);
        }
        let identity = self.identity()?;
        let job = JobIdentity {
            identity: &identity,
            words: header.rules.to_string(),
        };
        let met = meeting.meet(listener, &job, &initial, budget)?;
        let malformed = || ClusterError::Network("process 0 sent a malformed message".to_owned());
        let mut reader = Reader(&met.initial);
        let high = reader
            .u32()
            .filter(|high| *high <= 16)
            .ok_or_else(malformed)?;
        let saved: Option<Vec<Option<u32>>> = (0..1u32 << high)
            .map(|_| {
                let (is_saved, sum) = (reader.u32()?, reader.u32()?);
                Some((is_saved == 1).then_some(sum))
            })
            .collect();
        let saved = saved.ok_or_else(malformed)?;
        let cut = self.cut(&layout, high)?;
        let shares = Shares::new(&cut, self.processes);
        fits(&cut, &shares, budget)?;
        let part = match keeps || self.place == Place::Shared {
            true => Some(Part::open(
                &self.scratch.paths().part,
                &header,
                cut.bytes(),
            )?),
            false => None,
        };
        let mesh = Mesh::join(met.sockets, meeting.me)?;
        let mut peer = Peer::new(
            &self.scratch,
            self.place,
            &cut,
            &shares,
            mesh,
            budget,
            &saved,
        )?;
        peer.part = part;
        peer.ledger = ledger;
        peer.run()?;
        peer.mesh.finish();
        Ok(())
    }

    /// Returns what all processes have in common, for tests.
    ///
    /// # Errors
    /// If the board is too large.
    #[doc(hidden)]
    pub fn identity(&self) -> Result<Vec<u8>, JobError> {
        let (_, _, header) = self.layout()?;
        let mut identity = header.write(0);
        identity.push(self.place as u8);
        Ok(identity)
    }

    fn cut(&self, layout: &Plan, high: u32) -> Result<PieceDivision, JobError> {
        let cut = PieceDivision::new(self.scratch.job.game, layout, high);
        cut.ok_or_else(|| {
            let fault = FileFault::Altered("the state of an interrupted run");
            fault.of(&self.scratch.paths().state).into()
        })
    }

    /// Returns the layout as for a run on disk, of outcomes only.
    fn layout(&self) -> Result<(Plan, PieceLayout, Header), JobError> {
        match self.scratch.job.kind {
            TableKind::Outcomes => self.scratch.layout(),
            TableKind::Values => {
                let why = "tables of values are made by one process";
                Err(SolveError::NotInPieces(why).into())
            }
        }
    }

    /// Returns how to cut the table; `None` if the board is too small to be cut.
    fn choose(&self, layout: &Plan, budget: &Budget) -> Result<Option<PieceDivision>, JobError> {
        let mut refused = None;
        let mut chosen = None;
        for cut in PieceDivision::all(self.scratch.job.game, layout) {
            let enough = cut.pieces() >= PIECES_EACH * self.processes;
            match fits(&cut, &Shares::new(&cut, self.processes), budget) {
                Ok(()) => chosen = Some(cut),
                Err(error) => refused = Some(error),
            }
            if enough && chosen.is_some() {
                break;
            }
        }
        match (chosen, refused) {
            (None, Some(error)) => Err(error),
            (chosen, _) => Ok(chosen),
        }
    }
}

/// Checks whether a process has the memory for its share.
fn fits(cut: &PieceDivision, shares: &Shares, budget: &Budget) -> Result<(), JobError> {
    budget
        .fits(peer::memory(cut, shares.largest()))
        .map_err(|limit: Limit| {
            JobError::Solve(SolveError::Unfinished(Unfinished {
                limit,
                done: 0,
                total: Some(cut.plan.bits()),
            }))
        })
}

fn count(cut: &PieceDivision, shares: &Shares, saved: impl Fn(usize) -> bool) -> JobProgress {
    let open = (0..cut.pieces()).filter(|piece| !saved(*piece));
    let lowest = open
        .clone()
        .map(|piece| u64::from(piece.count_ones()))
        .min();
    let levels = u64::from(cut.high) + 1;
    JobProgress {
        pieces: cut.pieces() as u64,
        saved: (cut.pieces() - open.count()) as u64,
        piece_bytes: cut.bytes(),
        levels,
        saved_levels: lowest.unwrap_or(levels),
        memory: peer::memory(cut, shares.largest()),
    }
}
