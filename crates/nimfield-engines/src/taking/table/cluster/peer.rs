//! A working process: it finishes each of its pieces as soon as everything that the piece needs has been marked, and
//! passes it on.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::division::PieceDivision;
use super::super::error::{ClusterError, JobError};
use super::super::job::Job;
use super::super::ledger::{Ledger, Seal};
use super::super::memory::Memory;
use super::super::part::PartFile;
use super::super::schedule::PieceSlot;
use super::coming::{COMING, Coming};
use super::shares::{Place, Shares};
use crate::cluster::{Mesh, PART, WINDOW};
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::clock::Instant;

/// Returns the number of bytes of memory for this many own pieces, and for pieces in transit.
pub(super) fn memory(cut: &PieceDivision, own: usize) -> u64 {
    (own as u64 + 2 * COMING as u64) * cut.bytes() + (WINDOW * PART * 8) as u64
}

/// Returns whether a piece or its image was not saved before.
pub(super) fn is_open(cut: &PieceDivision, saved: &[Option<u32>], piece: u32) -> bool {
    saved[piece as usize].is_none() || saved[cut.image(piece) as usize].is_none()
}

/// A working process.
pub(super) struct Peer<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) place: Place,
    pub(super) cut: &'a PieceDivision,
    pub(super) shares: &'a Shares,
    pub(super) me: usize,
    pub(super) mesh: Mesh,
    pub(super) budget: &'a Budget,
    /// The file for pieces, if this process writes to it, with the state of the run if this process keeps it.
    pub(super) part: Option<PartFile>,
    pub(super) ledger: Option<Ledger>,
    /// The checksums of the pieces that were saved before.
    pub(super) saved: &'a [Option<u32>],
    pub(super) memory: Memory,
    /// The slot of each own piece that is in memory.
    pub(super) slot_of: Vec<Option<u32>>,
    /// The slots for pieces in transit, with their images.
    pub(super) places: [[u32; 2]; COMING],
    /// For each piece (the lower of two images), the own pieces that have moves to it.
    pub(super) dependents: Vec<Vec<u32>>,
    /// For each unfinished own piece, the number of pieces that it needs and that are not marked yet.
    pub(super) lacking: Vec<u32>,
    /// The own pieces that are ready to be processed, by level.
    pub(super) ready: BTreeSet<(u32, u32)>,
    /// The number of unfinished own pieces of each level.
    pub(super) open: Vec<usize>,
    /// The pieces of others that this process needs, and those of them that are finished but not yet requested, by
    /// level.
    pub(super) wanted: Vec<bool>,
    pub(super) offered: BTreeSet<(u32, u32)>,
    pub(super) to_come: usize,
    /// The checksum of each finished piece.
    pub(super) sums: Vec<Option<u32>>,
    pub(super) coming: Vec<Coming>,
    /// The free places for pieces in transit.
    pub(super) free: Vec<usize>,
    pub(super) on_their_way: usize,
    /// The parts that others have requested, and the number that they will still request.
    pub(super) requests: VecDeque<(usize, u32, usize)>,
    pub(super) to_send: u64,
    /// The pieces that are written but not yet recorded.
    pub(super) pending: Vec<(u32, [Seal; 2])>,
    /// Pieces that others have reported as saved, to be recorded.
    pub(super) unnoted: Vec<u32>,
    pub(super) last: Instant,
    /// The number of states that all processes have decided.
    pub(super) done: AtomicU64,
    pub(super) stopped: Option<Limit>,
}

impl<'a> Peer<'a> {
    pub(super) fn new(
        job: &'a Job<'a>,
        place: Place,
        cut: &'a PieceDivision,
        shares: &'a Shares,
        mesh: Mesh,
        budget: &'a Budget,
        saved: &'a [Option<u32>],
    ) -> Result<Peer<'a>, ClusterError> {
        let (count, me) = (cut.pieces(), mesh.me());
        let lower = |piece: u32| piece.min(cut.image(piece));
        let is_open = |piece: u32| is_open(cut, saved, piece);
        let holder = |piece: u32| match (place, is_open(piece)) {
            (Place::Sent, false) => 0,
            _ => shares.owner(piece),
        };
        let lowers = (0..count as u32).filter(|piece| lower(*piece) == *piece);
        let lowers: Vec<u32> = lowers.collect();
        let mut dependents = vec![Vec::new(); count];
        let mut lacking = vec![0; count];
        let mut open = vec![0; cut.high as usize + 1];
        // For each piece, the processes that need it, except the one that has it.
        let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut needed_here = vec![false; count];
        for &piece in lowers.iter().filter(|piece| is_open(**piece)) {
            let owner = shares.owner(piece);
            let mut sources: Vec<u32> = cut.sources(piece).map(lower).collect();
            sources.sort_unstable();
            sources.dedup();
            if owner == me {
                open[piece.count_ones() as usize] += 1;
                lacking[piece as usize] = sources.len() as u32;
            }
            for source in sources {
                needed_by[source as usize].push(owner);
                if owner == me {
                    dependents[source as usize].push(piece);
                    needed_here[source as usize] = true;
                }
            }
            if place == Place::Sent {
                needed_by[piece as usize].push(0);
            }
        }
        let parts = cut.words().div_ceil(PART) as u64;
        let mut wanted = vec![false; count];
        let mut to_send = 0;
        for &piece in &lowers {
            let from = holder(piece);
            let needed_by = &mut needed_by[piece as usize];
            needed_by.retain(|process| *process != from);
            needed_by.sort_unstable();
            needed_by.dedup();
            // Process 0 holds pieces of others only on the disk.
            let on_disk = from == me && shares.owner(piece) != me && needed_here[piece as usize];
            wanted[piece as usize] = needed_by.contains(&me) || on_disk;
            if from == me {
                to_send += needed_by.len() as u64 * parts;
            }
        }
        let own = (0..count as u32).filter(|&piece| {
            let needed = is_open(piece) || needed_here[lower(piece) as usize];
            shares.owner(piece) == me && needed
        });
        let own: Vec<u32> = own.collect();
        let transit = own.len() as u32;
        let mut memory = Memory::new(cut, u64::from(transit) + 2 * COMING as u64, budget)?;
        let mut slot_of = vec![None; count];
        for (slot, piece) in (0..).zip(own) {
            slot_of[piece as usize] = Some(slot);
            memory.note(&PieceSlot {
                piece,
                slot,
                read: false,
                instead_of: None,
            });
        }
        let done = saved.iter().flatten().count() as u64 * 8 * cut.bytes();
        let to_come = wanted.iter().filter(|wanted| **wanted).count();
        let ready = lowers.iter().filter(|&&piece| {
            shares.owner(piece) == me && is_open(piece) && lacking[piece as usize] == 0
        });
        let ready = ready.map(|piece| (piece.count_ones(), *piece)).collect();
        let mut peer = Peer {
            job,
            place,
            cut,
            shares,
            me,
            mesh,
            budget,
            part: None,
            ledger: None,
            saved,
            memory,
            slot_of,
            places: std::array::from_fn(|i| [0, 1].map(|j| transit + 2 * i as u32 + j)),
            dependents,
            lacking,
            ready,
            open,
            wanted,
            offered: BTreeSet::new(),
            to_come,
            sums: vec![None; count],
            coming: Vec::new(),
            free: (0..COMING).collect(),
            on_their_way: 0,
            requests: VecDeque::new(),
            to_send,
            pending: Vec::new(),
            unnoted: Vec::new(),
            last: Instant::now(),
            done: AtomicU64::new(done),
            stopped: None,
        };
        // Saved pieces are already finished.
        for &piece in lowers.iter().filter(|piece| !is_open(**piece)) {
            peer.sums[piece as usize] = saved[piece as usize];
            if peer.wanted[piece as usize] {
                peer.offered.insert((piece.count_ones(), piece));
            }
        }
        Ok(peer)
    }

    /// Works until everything is finished and saved everywhere.
    pub(super) fn run(&mut self) -> Result<(), ClusterError> {
        self.load()?;
        while !self.is_done() {
            self.step_level();
            self.exchange()?;
            let came = self.stopped.is_none() && self.take_in()?;
            if self.stopped.is_none()
                && let Err(limit) = self.budget.check(self.done.load(Ordering::Relaxed))
            {
                self.stop(limit);
            }
            if self.stopped.is_some() {
                break;
            }
            match self.ready.pop_first() {
                Some((_, piece)) => self.settle(piece)?,
                None if !came => self.mesh.wait()?,
                None => {}
            }
            self.save_now_and_then()?;
        }
        self.save()?;
        self.mesh.at_level(u64::from(self.cut.high) + 1);
        self.mesh.close();
        // The others may still be working, and report what they have saved.
        while self.mesh.level().is_some() {
            self.exchange()?;
            self.note_saved()?;
            self.mesh.wait()?;
        }
        self.exchange()?;
        self.note_saved()?;
        match self.stopped.take() {
            None => Ok(()),
            Some(limit) => {
                let saved = self.done.load(Ordering::Relaxed);
                let unfinished = limit.after_of(saved, self.cut.plan.bits());
                Err(JobError::Stopped { unfinished, saved }.into())
            }
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.open.iter().all(|open| *open == 0) && self.to_come == 0 && self.to_send == 0
    }

    /// Shows the other processes, by the timestamps of messages, the level of this process.
    pub(super) fn step_level(&mut self) {
        let level = self.open.iter().position(|open| *open > 0);
        self.mesh.at_level(level.unwrap_or(self.open.len()) as u64);
    }

    pub(super) fn stop(&mut self, limit: Limit) {
        self.stopped = Some(limit);
        self.mesh.tell_to_stop(limit);
    }

    /// Reads the saved pieces that are needed.
    pub(super) fn load(&mut self) -> Result<(), ClusterError> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let mut settled = Vec::new();
        for piece in 0..self.cut.pieces() as u32 {
            let image = self.cut.image(piece);
            let both = self.saved[piece as usize].zip(self.saved[image as usize]);
            let Some(((sum, _), slot)) = both.zip(self.slot_of[piece as usize]) else {
                continue;
            };
            let seal = Seal {
                sums: vec![sum],
                counts: Vec::new(),
            };
            part.read(piece, 0, &seal, self.memory.at_mut(slot))?;
            if piece <= image {
                settled.push(piece);
            }
            if let Err(limit) = self.budget.check(0) {
                self.stopped = Some(limit);
                break;
            }
        }
        if let Some(limit) = self.stopped {
            self.stop(limit);
        }
        for piece in settled {
            // The piece and its image are both here: the higher one comes later, but before anything is processed.
            self.has(piece);
        }
        Ok(())
    }

    /// Records that a piece has been marked in all own pieces that need it, or is present.
    pub(super) fn has(&mut self, piece: u32) {
        for &dependent in &self.dependents[piece as usize] {
            let lacking = &mut self.lacking[dependent as usize];
            *lacking -= 1;
            if *lacking == 0 {
                self.ready.insert((dependent.count_ones(), dependent));
            }
        }
    }
}
