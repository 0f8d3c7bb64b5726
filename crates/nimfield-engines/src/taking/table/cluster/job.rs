//! A board to be solved by several processes.

use std::net::TcpListener;

use super::super::super::plan::Plan;
use super::super::division::PieceDivision;
use super::super::error::{ClusterError, JobError, SolveError};
use super::super::format::{Header, Reader};
use super::super::job::Job;
use super::super::ledger::Ledger;
use super::super::part::PartFile;
use super::super::rules::TableKind;
use super::super::run_files::{RunFiles, RunPaths};
use super::peer::{self, Peer};
use super::shares::{Place, Shares};
use crate::cluster::{JobIdentity, Meeting, Mesh};
use nimfield_core::budget::Budget;
use nimfield_core::files::open_locked;

/// A board to be solved by several processes.
#[derive(Clone, Copy, Debug)]
pub struct ClusterJob<'a> {
    /// The board, the file, and the folder for the work, with the layout of a run on disk.
    pub job: Job<'a>,
    /// The number of processes.
    pub processes: usize,
    /// The place to write the pieces.
    pub place: Place,
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JobProgress {
    /// The number of pieces of the table.
    pub pieces: u64,
    /// The number of saved pieces.
    pub saved: u64,
    /// The bytes of a piece.
    pub piece_bytes: u64,
    /// The number of levels of pieces.
    pub levels: u64,
    /// The number of levels, from the lowest on, whose pieces are all saved.
    pub saved_levels: u64,
    /// The bytes of memory for pieces in the process with the largest share.
    pub memory: u64,
}

/// The number of pieces per process, if the board has enough, so that pieces in transit take little memory compared
/// with a share.
const PIECES_EACH: usize = 256;

impl ClusterJob<'_> {
    /// Returns the progress, and prepares the folder if nothing is saved yet; `None` if the board is too small to
    /// divide among processes. Only process 0 keeps the file; for the others, the result assumes that nothing is saved.
    ///
    /// # Errors
    /// If the board is too large, the disk has no room for the table, a process has too little memory for its share, or
    /// a file cannot be written, belongs to something else, is damaged, or is in use by another process.
    pub fn prepare(&self, keeps: bool, budget: &Budget) -> Result<Option<JobProgress>, JobError> {
        let (layout, header) = self.layout()?;
        let found = match keeps {
            true => self.job.found(&header)?,
            false => None,
        };
        let cut = match found {
            Some(found) => self.job.cut(&layout, &header, found.high)?,
            None => match self.choose(&layout, &header, budget)? {
                Some(cut) => cut,
                None => return Ok(None),
            },
        };
        let shares = Shares::new(&cut, self.processes);
        fits(&cut, &shares, budget)?;
        if !keeps {
            return Ok(Some(count(&cut, &shares, |_| false)));
        }
        self.job.check_room(&header)?;
        let (paths, recompute) = (self.job.paths(), self.job.recompute);
        let files = RunFiles::open(&paths, &header, cut.high, recompute, budget)?;
        let saved = |piece: usize| {
            let seals = files.as_ref().map(|files| &files.ledger.seals);
            seals.is_none_or(|seals| seals[piece].is_some())
        };
        Ok(Some(count(&cut, &shares, saved)))
    }

    /// Removes the files of the work if nothing is saved in them, and no process is working.
    pub fn leave_nothing(&self) {
        let RunPaths { state, part, .. } = self.job.paths();
        let Ok(_at_work) = open_locked(&state) else {
            return;
        };
        if self.stand().is_ok_and(|stand| stand.saved == 0) {
            // If they cannot be removed, they do no harm.
            let _ = (std::fs::remove_file(part), std::fs::remove_file(state));
        }
    }

    /// Returns the progress of the work.
    ///
    /// # Errors
    /// If the state cannot be read, or there is none.
    pub fn stand(&self) -> Result<JobProgress, JobError> {
        let (layout, header) = self.layout()?;
        let found = self.job.found(&header)?;
        let high = found.as_ref().map_or(1, |found| found.high);
        let cut = self.job.cut(&layout, &header, high)?;
        let shares = Shares::new(&cut, self.processes);
        let sealed = |piece: usize| {
            let seals = found.as_ref().map(|found| &found.seals);
            seals.is_some_and(|seals| seals[piece].is_some())
        };
        Ok(count(&cut, &shares, sealed))
    }

    /// Works as one of the processes until everything is saved. Then only the file must be completed, which
    /// [`Job::run`] does.
    ///
    /// # Errors
    /// If the processes do not meet, the budget runs out, or a file cannot be used. If a process is lost, a thread with
    /// a special name panics; see [`lost_peer`](crate::cluster::lost_peer).
    pub fn work(
        &self,
        meeting: &Meeting<'_>,
        listener: TcpListener,
        budget: &Budget,
    ) -> Result<(), ClusterError> {
        let (layout, header) = self.layout()?;
        let keeps = meeting.me == 0;
        let mut ledger = None;
        let mut initial = Vec::new();
        if keeps {
            let state = self.job.paths().state;
            let opened = Ledger::open(&state, &header, 1, self.job.recompute)?;
            initial.extend(opened.high.to_le_bytes());
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
        let cut = self.job.cut(&layout, &header, high)?;
        let shares = Shares::new(&cut, self.processes);
        fits(&cut, &shares, budget)?;
        let part = match keeps || self.place == Place::Shared {
            true => Some(PartFile::open(
                &self.job.paths().part,
                &header,
                cut.bytes(),
            )?),
            false => None,
        };
        let mesh = Mesh::join(met.sockets, meeting.me)?;
        let mut peer = Peer::new(&self.job, self.place, &cut, &shares, mesh, budget, &saved)?;
        peer.part = part;
        peer.ledger = ledger;
        peer.run()?;
        peer.mesh.finish();
        Ok(())
    }

    /// Returns the identity that all processes share, for tests.
    ///
    /// # Errors
    /// If the board is too large.
    #[doc(hidden)]
    pub fn identity(&self) -> Result<Vec<u8>, JobError> {
        let (_, header) = self.layout()?;
        let mut identity = header.write(0);
        identity.push(self.place as u8);
        Ok(identity)
    }

    /// Returns the layout of a run on disk, for outcomes only.
    fn layout(&self) -> Result<(Plan, Header), JobError> {
        match self.job.kind {
            TableKind::Outcomes => self.job.layout(),
            TableKind::Values => {
                let why = "tables of values are computed by a single process";
                Err(SolveError::NotInPieces(why).into())
            }
        }
    }

    /// Chooses the division of the table; `None` if the board is too small to divide.
    fn choose(
        &self,
        layout: &Plan,
        header: &Header,
        budget: &Budget,
    ) -> Result<Option<PieceDivision>, JobError> {
        let mut refused = None;
        let mut chosen = None;
        for cut in PieceDivision::all(self.job.game, layout, header.form()) {
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
            (None, Some(error)) => Err(error.into()),
            (chosen, _) => Ok(chosen),
        }
    }
}

/// Checks whether a process has enough memory for its share.
fn fits(cut: &PieceDivision, shares: &Shares, budget: &Budget) -> Result<(), SolveError> {
    let fits = budget.fits(peer::memory(cut, shares.largest()));
    Ok(fits.map_err(|limit| limit.after_of(0, cut.plan.bits()))?)
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
