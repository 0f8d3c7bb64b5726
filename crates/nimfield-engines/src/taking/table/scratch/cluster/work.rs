//! What a process does: settles its pieces as soon as all that they need has been marked, and hands them on.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::super::super::super::bits::Bits;
use super::super::super::super::kernel::{Board, Code, Scratch};
use super::super::super::super::marks::{mark_chunk, reflect_chunk};
use super::super::super::super::plan::WORDS;
use super::super::super::super::retrograde::Slices;
use super::super::super::error::SolveError;
use super::super::super::job::JobError;
use super::super::super::rules::TableKind;
use super::super::division::PieceDivision;
use super::super::layout::PieceLayout;
use super::super::ledger::{Ledger, Seal};
use super::super::part::Part;
use super::super::run::ScratchJob;
use super::shares::Shares;
use crate::cluster::{Mesh, PART, Parcel, WINDOW};
use crate::disk::little_endian;
use crate::parallel;
use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::files::{FileError, FileFault};

/// Why a process ends.
type ClusterError = crate::cluster::ClusterError<JobError>;

/// What a parcel says: the first number of its head. The second one is a piece, the lower of two images.
/// A piece is settled; the third number is its checksum.
const SETTLED: u64 = 1;
/// The part of a piece that the third number counts is asked for.
const ASKED: u64 = 2;
/// Here it is.
const SENT: u64 = 3;
/// A piece and its image are on the disk; their checksums follow, and as words the counts.
const SAVED: u64 = 4;
/// Pieces on their way to a process at a time.
const COMING: usize = 3;
/// Bytes that are written before they are noted, at the most.
const TOGETHER: u64 = 1 << 30;
/// Bytes of memory for so many pieces of one's own, and for what is on its way.
pub(super) fn memory(cut: &PieceDivision, own: usize) -> u64 {
    (own as u64 + 2 * COMING as u64) * cut.bytes() + (WINDOW * PART * 8) as u64
}

/// Where the pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// All processes write to the same folder: they are on one machine.
    Shared,
    /// Process 0 has the folder, and the others send their pieces there.
    Sent,
}

/// Where pieces are in memory.
struct Memory {
    /// Keeps what the others point to.
    _bits: Bits,
    words: usize,
    /// Where each piece of one's own is; null if it is not here.
    pieces: Vec<*mut u64>,
    /// Places for pieces on their way, with their images.
    coming: [[*mut u64; 2]; COMING],
}

// SAFETY: the pointers lead into `_bits`, which belongs to it; whoever uses them says why they may.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    fn new(cut: &PieceDivision, own: &[u32], threads: usize) -> Result<Memory, SolveError> {
        let slots = own.len() + 2 * COMING;
        let mut bits = Bits::new(8 * slots as u64 * cut.bytes())?;
        bits.touch(threads);
        let start = bits.words_mut().as_mut_ptr();
        // SAFETY: there are so many slots of so many words.
        let slot = |slot: usize| unsafe { start.add(slot * cut.words()) };
        let mut pieces = vec![std::ptr::null_mut(); cut.pieces()];
        for (number, &piece) in own.iter().enumerate() {
            pieces[piece as usize] = slot(number);
        }
        let coming = std::array::from_fn(|i| [0, 1].map(|j| slot(own.len() + 2 * i + j)));
        Ok(Memory {
            _bits: bits,
            words: cut.words(),
            pieces,
            coming,
        })
    }

    /// The words at one of the places.
    fn at(&self, place: *mut u64) -> &[u64] {
        assert!(!place.is_null(), "a piece is missing");
        // SAFETY: all places have so many words; those that write to them do so through `self` borrowed
        // mutably, or in `settle` and `mark`, where nobody else has a reference.
        unsafe { std::slice::from_raw_parts(place, self.words) }
    }

    fn at_mut(&mut self, place: *mut u64) -> &mut [u64] {
        assert!(!place.is_null(), "a piece is missing");
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(place, self.words) }
    }
}

/// A piece on its way here.
struct Coming {
    piece: u32,
    from: usize,
    /// Where it and its image are put together.
    places: [*mut u64; 2],
    /// The places are those on the way, with this number; otherwise those of the pieces themselves.
    slot: Option<usize>,
    /// Parts that were asked for, and those that have come.
    asked: usize,
    came: usize,
}

/// A process at work.
pub(super) struct Work<'a> {
    scratch: &'a ScratchJob<'a>,
    place: Place,
    cut: &'a PieceDivision,
    shares: &'a Shares,
    me: usize,
    pub(super) mesh: Mesh,
    budget: &'a Budget,
    /// The file that pieces are written to, if this process writes to it, and the state of the run if it keeps it.
    pub(super) part: Option<Part>,
    pub(super) ledger: Option<Ledger>,
    /// The checksums of the pieces that were saved before.
    saved: &'a [Option<u32>],
    memory: Memory,
    /// For each piece, of two images the lower, the own pieces that have moves to it.
    dependents: Vec<Vec<u32>>,
    /// For each own piece that is open, how many of those it needs are not marked yet.
    lacking: Vec<u32>,
    /// Own pieces that lack nothing, by level.
    ready: BTreeSet<(u32, u32)>,
    /// For each level the own pieces that are open.
    open: Vec<usize>,
    /// Pieces of others that are wanted here, and those of them that are settled and not asked for, by level.
    wanted: Vec<bool>,
    offered: BTreeSet<(u32, u32)>,
    to_come: usize,
    /// The checksum of each piece that is settled.
    sums: Vec<u32>,
    /// The pieces that others have settled.
    heard: Vec<bool>,
    coming: Vec<Coming>,
    free: Vec<usize>,
    on_their_way: usize,
    /// Parts that others ask for, and how many they will ask for yet.
    asked: VecDeque<(usize, u32, usize)>,
    to_send: u64,
    /// Pieces that are written, but not noted yet.
    pending: Vec<(u32, [Seal; 2])>,
    /// Pieces that others have saved and told of, to be noted.
    told: Vec<u32>,
    last: Instant,
    /// States settled by all.
    done: AtomicU64,
    stopped: Option<Limit>,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        scratch: &'a ScratchJob<'a>,
        place: Place,
        cut: &'a PieceDivision,
        shares: &'a Shares,
        mesh: Mesh,
        budget: &'a Budget,
        saved: &'a [Option<u32>],
    ) -> Result<Work<'a>, ClusterError> {
        let (count, me) = (cut.pieces(), mesh.me());
        let lower = |piece: u32| piece.min(cut.image(piece));
        let is_open = |piece: u32| {
            saved[piece as usize].is_none() || saved[cut.image(piece) as usize].is_none()
        };
        let holder = |piece: u32| match (place, is_open(piece)) {
            (Place::Sent, false) => 0,
            _ => shares.owner(piece),
        };
        let lowers = (0..count as u32).filter(|piece| lower(*piece) == *piece);
        let lowers: Vec<u32> = lowers.collect();
        let mut dependents = vec![Vec::new(); count];
        let mut lacking = vec![0; count];
        let mut open = vec![0; cut.high as usize + 1];
        // For each piece the processes that need it, but for the one that has it.
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
            // What process 0 keeps of others it has on the disk only.
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
        let memory = Memory::new(cut, &own, budget.thread_count())?;
        let done = saved.iter().flatten().count() as u64 * 8 * cut.bytes();
        let to_come = wanted.iter().filter(|wanted| **wanted).count();
        let ready = lowers.iter().filter(|&&piece| {
            shares.owner(piece) == me && is_open(piece) && lacking[piece as usize] == 0
        });
        let ready = ready.map(|piece| (piece.count_ones(), *piece)).collect();
        let mut work = Work {
            scratch,
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
            dependents,
            lacking,
            ready,
            open,
            wanted,
            offered: BTreeSet::new(),
            to_come,
            sums: vec![0; count],
            heard: vec![false; count],
            coming: Vec::new(),
            free: (0..COMING).collect(),
            on_their_way: 0,
            asked: VecDeque::new(),
            to_send,
            pending: Vec::new(),
            told: Vec::new(),
            last: Instant::now(),
            done: AtomicU64::new(done),
            stopped: None,
        };
        // What was saved before is settled already.
        for &piece in lowers.iter().filter(|piece| !is_open(**piece)) {
            work.sums[piece as usize] = saved[piece as usize].unwrap_or(0);
            if work.wanted[piece as usize] {
                work.offered.insert((piece.count_ones(), piece));
            }
        }
        Ok(work)
    }

    /// Works until all is settled and saved everywhere.
    pub(super) fn run(&mut self) -> Result<(), ClusterError> {
        self.load()?;
        while !self.is_done() {
            self.step_level();
            self.pump()?;
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
                None if !came => self.mesh.rest()?,
                None => {}
            }
            self.save_now_and_then()?;
        }
        self.save()?;
        self.mesh.at_level(u64::from(self.cut.high) + 1);
        self.mesh.close();
        // The others may still be at work, and tell what they have saved.
        while self.mesh.level().is_some() {
            self.pump()?;
            self.note_told()?;
            self.mesh.rest()?;
        }
        self.pump()?;
        self.note_told()?;
        match self.stopped.take() {
            None => Ok(()),
            Some(limit) => {
                let done = self.done.load(Ordering::Relaxed);
                Err(ClusterError::Work(JobError::Stopped {
                    unfinished: Unfinished {
                        limit,
                        done,
                        total: Some(self.cut.plan.bits()),
                    },
                    saved: done,
                }))
            }
        }
    }

    fn is_done(&self) -> bool {
        self.open.iter().all(|open| *open == 0) && self.to_come == 0 && self.to_send == 0
    }

    /// Tells the others, by the time of what is said, which level this process is at.
    fn step_level(&mut self) {
        let level = self.open.iter().position(|open| *open > 0);
        self.mesh.at_level(level.unwrap_or(self.open.len()) as u64);
    }

    fn stop(&mut self, limit: Limit) {
        self.stopped = Some(limit);
        self.mesh.tell_to_stop(limit);
    }

    /// Reads what was saved before and is needed.
    fn load(&mut self) -> Result<(), ClusterError> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let mut settled = Vec::new();
        for piece in 0..self.cut.pieces() as u32 {
            let place = self.memory.pieces[piece as usize];
            let image = self.cut.image(piece);
            let both = self.saved[piece as usize].zip(self.saved[image as usize]);
            let Some((sum, _)) = both.filter(|_| !place.is_null()) else {
                continue;
            };
            let seal = Seal {
                sums: vec![sum],
                counts: Vec::new(),
            };
            part.read(piece, 0, &seal, self.memory.at_mut(place))?;
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
            // Both are there now: the higher one comes later, but before anything is settled.
            self.has(piece);
        }
        Ok(())
    }

    /// Lets parcels go and come, and answers those that ask.
    fn pump(&mut self) -> Result<(), ClusterError> {
        self.mesh.step()?;
        while let Some(parcel) = self.mesh.receive()? {
            self.hear(&parcel)?;
        }
        while let Some((to, piece, number)) = self.asked.pop_front() {
            self.send(to, piece, number)?;
        }
        self.ask()
    }

    fn hear(&mut self, parcel: &Parcel) -> Result<(), ClusterError> {
        if let Some(limit) = parcel.stop() {
            self.stopped.get_or_insert(limit);
            return Ok(());
        }
        let [says, piece, number, more] = parcel.head;
        let from = parcel.from();
        let strange = || ClusterError::Network(format!("process {from} says what it should not"));
        let piece = u32::try_from(piece)
            .ok()
            .filter(|piece| (*piece as usize) < self.cut.pieces());
        let piece = piece.ok_or_else(strange)?;
        match says {
            SETTLED => {
                let image = self.cut.image(piece);
                let is_open =
                    self.saved[piece as usize].is_none() || self.saved[image as usize].is_none();
                let is_new = !std::mem::replace(&mut self.heard[piece as usize], true);
                let by_owner = from == self.shares.owner(piece);
                if !(piece <= image && is_open && is_new && by_owner) {
                    return Err(strange());
                }
                self.sums[piece as usize] = number as u32;
                let twice = u64::from(image != piece);
                let states = (8 * self.cut.bytes()) << twice;
                self.done.fetch_add(states, Ordering::Relaxed);
                if self.wanted[piece as usize] {
                    self.offered.insert((piece.count_ones(), piece));
                }
            }
            ASKED => {
                let parts = self.cut.words().div_ceil(PART);
                let number = usize::try_from(number)
                    .ok()
                    .filter(|number| *number < parts);
                let owns = !self.memory.pieces[piece as usize].is_null();
                let number = number.filter(|_| owns || self.part.is_some());
                // How many parts the others will ask for is known from the beginning.
                let is_due = (self.asked.len() as u64) < self.to_send;
                let number = number.filter(|_| is_due).ok_or_else(strange)?;
                self.asked.push_back((from, piece, number));
            }
            SENT => {
                let coming = self.coming.iter_mut().find(|coming| coming.piece == piece);
                // After a stop nobody waits for it any more.
                let Some(coming) = coming else {
                    return Ok(());
                };
                let number = usize::try_from(number).ok();
                let number = number.filter(|number| *number < coming.asked);
                let start = number.ok_or_else(strange)? * PART;
                let length = parcel.words();
                let is_right = length == PART.min(self.cut.words().saturating_sub(start));
                if !is_right || from != coming.from || coming.came == coming.asked {
                    return Err(strange());
                }
                coming.came += 1;
                self.on_their_way -= 1;
                let place = coming.places[0];
                parcel.copy_to(&mut self.memory.at_mut(place)[start..start + length]);
            }
            SAVED => {
                let image = self.cut.image(piece);
                let Some(ledger) = &mut self.ledger else {
                    return Err(strange());
                };
                let form = PieceLayout::new(TableKind::Outcomes, self.cut.plan.cells);
                let counts = parcel.to_words();
                let is_sealed = [piece, image]
                    .iter()
                    .all(|piece| ledger.seals[*piece as usize].is_some());
                let is_right = from == self.shares.owner(piece)
                    && self.place == Place::Shared
                    && !is_sealed
                    && counts.len() == form.shape(self.cut.high).counts;
                if !is_right {
                    return Err(strange());
                }
                for (piece, sum) in [(piece, number), (image, more)] {
                    ledger.seals[piece as usize] = Some(Seal {
                        sums: vec![sum as u32],
                        counts: counts.clone(),
                    });
                    self.told.push(piece);
                    if piece == image {
                        break;
                    }
                }
            }
            _ => return Err(strange()),
        }
        Ok(())
    }

    /// Sends a part of a piece.
    fn send(&mut self, to: usize, piece: u32, number: usize) -> Result<(), ClusterError> {
        let start = number * PART;
        let length = PART.min(self.cut.words().saturating_sub(start));
        let head = [SENT, piece.into(), number as u64, 0];
        let place = self.memory.pieces[piece as usize];
        if place.is_null() {
            let mut words = vec![0; length];
            let part = self.part.as_ref().ok_or_else(no_file)?;
            part.read_from(piece, 0, start, &mut words)?;
            self.mesh.send(to, head, &words);
        } else {
            let words = &self.memory.at(place)[start..start + length];
            self.mesh.send(to, head, words);
        }
        self.to_send = self.to_send.saturating_sub(1);
        Ok(())
    }

    /// Asks for what is offered, as far as there is room.
    fn ask(&mut self) -> Result<(), ClusterError> {
        if self.stopped.is_some() {
            return Ok(());
        }
        let parts = self.cut.words().div_ceil(PART);
        while self.coming.len() < COMING
            && let Some((_, piece)) = self.offered.pop_first()
        {
            let image = self.cut.image(piece);
            let own = [piece, image].map(|piece| self.memory.pieces[piece as usize]);
            let is_own = self.shares.owner(piece) == self.me && !own[0].is_null();
            let slot = match is_own {
                true => None,
                false => self.free.pop(),
            };
            let is_saved =
                self.saved[piece as usize].is_some() && self.saved[image as usize].is_some();
            let from = match (self.place, is_saved) {
                (Place::Sent, true) => 0,
                _ => self.shares.owner(piece),
            };
            let places = slot.map_or(own, |slot| self.memory.coming[slot]);
            let mut here = 0;
            if from == self.me {
                let part = self.part.as_ref().ok_or_else(no_file)?;
                part.read_from(piece, 0, 0, self.memory.at_mut(places[0]))?;
                here = parts;
            }
            self.coming.push(Coming {
                piece,
                from,
                places,
                slot,
                asked: here,
                came: here,
            });
        }
        for coming in &mut self.coming {
            while coming.asked < parts && self.on_their_way < WINDOW {
                let head = [ASKED, coming.piece.into(), coming.asked as u64, 0];
                self.mesh.send(coming.from, head, &[]);
                coming.asked += 1;
                self.on_their_way += 1;
            }
        }
        Ok(())
    }

    /// Takes in the pieces that have come whole; tells whether there were any.
    fn take_in(&mut self) -> Result<bool, ClusterError> {
        let parts = self.cut.words().div_ceil(PART);
        let (came, coming) = std::mem::take(&mut self.coming)
            .into_iter()
            .partition(|coming| coming.came == parts);
        self.coming = coming;
        let came: Vec<Coming> = came;
        for coming in &came {
            let Coming { piece, places, .. } = *coming;
            let sum = crc32fast::hash(&little_endian(self.memory.at(places[0])));
            if sum != self.sums[piece as usize] {
                let fault = FileFault::AlteredPiece {
                    piece: piece.into(),
                    of: self.cut.pieces() as u64,
                };
                return Err(fault.of(&self.scratch.part_path()).into());
            }
            self.reflect(piece, places);
            if self.place == Place::Sent && self.me == 0 && self.saved[piece as usize].is_none() {
                self.write(piece, places)?;
            }
        }
        let marking: Vec<&Coming> = came.iter().filter(|coming| coming.slot.is_some()).collect();
        self.mark(&marking);
        for coming in &came {
            self.has(coming.piece);
            self.to_come -= 1;
            self.free.extend(coming.slot);
        }
        Ok(!came.is_empty())
    }

    /// Notes that a piece has been marked in all own pieces that need it, or is here.
    fn has(&mut self, piece: u32) {
        for &dependent in &self.dependents[piece as usize] {
            let lacking = &mut self.lacking[dependent as usize];
            *lacking -= 1;
            if *lacking == 0 {
                self.ready.insert((dependent.count_ones(), dependent));
            }
        }
    }

    /// Works on tasks 0, 1, ... in several threads.
    fn share_out(&self, tasks: usize, task: &(impl Fn(usize, &mut Scratch) + Sync)) {
        let next = AtomicUsize::new(0);
        let threads = self.budget.thread_count().min(tasks);
        parallel::on_threads(threads, &|_| {
            let mut scratch = Scratch::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= tasks {
                    return;
                }
                task(number, &mut scratch);
            }
        });
    }

    /// Makes the image of a piece that has come.
    fn reflect(&self, piece: u32, places: [*mut u64; 2]) {
        let image = self.cut.image(piece);
        let Some(mirror) = self.cut.plan.mirror.as_ref().filter(|_| image != piece) else {
            return;
        };
        let inner = self.cut.inner();
        let chunk_words = WORDS << self.cut.plan.batch_cells;
        let places = Places(places.to_vec());
        self.share_out(1 << inner, &|low, _| {
            let to = mirror.outer(piece << inner | low as u32) & ((1 << inner) - 1);
            // SAFETY: chunks of the two places, each written once; the code is one that the processor has.
            unsafe {
                reflect_chunk(
                    Code::best(),
                    &self.cut.plan,
                    mirror,
                    places.at(0).add(low * chunk_words),
                    places.at(1).add(to as usize * chunk_words),
                );
            }
        });
    }

    /// Marks in the own pieces what moves to those say that have come.
    fn mark(&self, came: &[&Coming]) {
        let mut pieces = Places(vec![std::ptr::null_mut(); self.cut.pieces()]);
        let mut targets: Vec<u32> = Vec::new();
        for coming in came {
            let image = self.cut.image(coming.piece);
            pieces.0[coming.piece as usize] = coming.places[0];
            if image != coming.piece {
                pieces.0[image as usize] = coming.places[1];
            }
            targets.extend(&self.dependents[coming.piece as usize]);
        }
        targets.sort_unstable();
        targets.dedup();
        let plan = &self.cut.plan;
        let inner = self.cut.inner();
        let board = Board {
            plan,
            play: self.scratch.job.play,
            pieces: &pieces.0,
            inner,
            excluded: None,
            marked: true,
        };
        let chunk_words = WORDS << plan.batch_cells;
        let (targets, memory, board) = (&targets, &self.memory, &board);
        self.share_out(targets.len() << inner, &|task, scratch| {
            let (piece, low) = (targets[task >> inner], task & ((1 << inner) - 1));
            let outer = piece << inner | low as u32;
            let image = plan.mirror.as_ref().map(|mirror| mirror.outer(outer));
            if image.is_some_and(|image| image < outer) {
                return;
            }
            // SAFETY: the pieces that came are whole and settled; chunks of the own pieces, which are not
            // settled, each the business of one thread; the code is one that the processor has.
            unsafe {
                let target = memory.pieces[piece as usize].add(low * chunk_words);
                mark_chunk(Code::best(), board, outer, target, scratch);
            }
        });
    }

    /// Settles a piece with its image, and hands it on.
    fn settle(&mut self, piece: u32) -> Result<(), ClusterError> {
        let top = self.cut.top();
        for level in 0..=top {
            let tops = (0..1u32 << top).filter(|set| set.count_ones() == level);
            let tops: Vec<u32> = tops.map(|set| piece << top | set).collect();
            let board = Board {
                plan: &self.cut.plan,
                play: self.scratch.job.play,
                pieces: &self.memory.pieces,
                inner: self.cut.inner(),
                excluded: None,
                marked: true,
            };
            let slices = Slices {
                board: &board,
                code: Code::best(),
                budget: self.budget,
                low: self.cut.inner() - top,
                done: &self.done,
            };
            // SAFETY: the pieces have the words of the cut. Own sources of this one are settled, those of
            // others are marked; the slices with fewer top cells were settled just before.
            let (_, stopped) = unsafe { slices.settle(&tops) };
            if let Some(limit) = stopped {
                self.stop(limit);
                return Ok(());
            }
            // The piece itself is of no interest to others yet.
            self.pump()?;
        }
        let image = self.cut.image(piece);
        let places = [piece, image].map(|piece| self.memory.pieces[piece as usize]);
        let sum = match self.part.is_some() {
            true => self.write(piece, places)?,
            false => crc32fast::hash(&little_endian(self.memory.at(places[0]))),
        };
        self.sums[piece as usize] = sum;
        self.mesh.tell([SETTLED, piece.into(), sum.into(), 0]);
        self.open[piece.count_ones() as usize] -= 1;
        self.has(piece);
        Ok(())
    }

    /// Writes a piece and its image to the file, and gives the checksum of the piece.
    fn write(&mut self, piece: u32, places: [*mut u64; 2]) -> Result<u32, ClusterError> {
        let image = self.cut.image(piece);
        let part = self.part.as_ref().ok_or_else(no_file)?;
        let words = self.memory.at(places[0]);
        let sum = part.write(piece, 0, words)?;
        // An image has as many stones.
        let form = PieceLayout::new(TableKind::Outcomes, self.cut.plan.cells);
        let counts = form.count(&[words]);
        let image_sum = match image == piece {
            true => sum,
            false => part.write(image, 0, self.memory.at(places[1]))?,
        };
        let seals = [sum, image_sum].map(|sum| Seal {
            sums: vec![sum],
            counts: counts.clone(),
        });
        self.pending.push((piece, seals));
        Ok(sum)
    }

    fn save_now_and_then(&mut self) -> Result<(), FileError> {
        let unsaved = 2 * self.pending.len() as u64 * self.cut.bytes();
        if self.last.elapsed() >= self.scratch.job.save_every || unsaved >= TOGETHER {
            self.save()?;
            self.note_told()?;
        }
        Ok(())
    }

    /// Sees to it that what was written is on the disk, and notes it or tells the process that does.
    fn save(&mut self) -> Result<(), FileError> {
        self.last = Instant::now();
        if self.pending.is_empty() {
            return Ok(());
        }
        if let Some(part) = &self.part {
            part.sync()?;
        }
        for (piece, seals) in std::mem::take(&mut self.pending) {
            let image = self.cut.image(piece);
            match &mut self.ledger {
                Some(ledger) => {
                    for (piece, seal) in [piece, image].into_iter().zip(seals) {
                        ledger.seals[piece as usize] = Some(seal);
                        self.told.push(piece);
                    }
                }
                None => {
                    let [own, other] = &seals;
                    let sums = [own, other].map(|seal| u64::from(seal.sums[0]));
                    let head = [SAVED, piece.into(), sums[0], sums[1]];
                    self.mesh.send(0, head, &own.counts);
                }
            }
        }
        self.note_told()
    }

    /// Notes what is on the disk.
    fn note_told(&mut self) -> Result<(), FileError> {
        if let Some(ledger) = &mut self.ledger
            && !self.told.is_empty()
        {
            self.told.sort_unstable();
            self.told.dedup();
            ledger.note(&self.told)?;
            self.told.clear();
        }
        Ok(())
    }
}

/// Only those that have the file are asked for what is in it.
fn no_file() -> ClusterError {
    ClusterError::Network("this process has no file".to_owned())
}

/// Places in memory that threads share; whoever uses them says why they may.
struct Places(Vec<*mut u64>);

// SAFETY: as above.
unsafe impl Sync for Places {}

impl Places {
    fn at(&self, number: usize) -> *mut u64 {
        self.0[number]
    }
}
