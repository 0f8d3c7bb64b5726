//! The places for pieces in memory, and the code that decides them there.
//!
//! In tables of values a piece takes the planes of its binary digits. It is decided value by value: the states of value
//! v are the lost ones of the game in which all states of smaller values count as won. Every remaining state has moves
//! to each smaller value, and has value v exactly if it has no move to value v. In misère play the states without moves
//! count as won at first, and so get the correct value 1. The states of value v in the sources of a piece are extracted
//! from their digits.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::super::bits::{Bits, in_parts};
use super::super::kernel::{Board, Code};
use super::super::retrograde::Slices;
use super::division::PieceDivision;
use super::error::SolveError;
use super::layout::PieceLayout;
use super::rules::TableKind;
use super::schedule::{Pair, PieceSlot, Step};
use crate::parallel::{self, locked};
use nimfield_core::prelude::*;

/// Places for pieces in memory.
pub(super) struct Memory {
    places: Planes,
    form: PieceLayout,
    slots: u64,
    /// The place of each piece, by its number; null if it is not in memory.
    pub(super) pieces: Vec<*mut u64>,
    /// The planes that a step uses besides its pieces.
    beside: Planes,
}

/// Planes one after the other.
struct Planes {
    /// Owns the memory that `start` points to.
    bits: Bits,
    start: *mut u64,
    planes: usize,
    words: usize,
}

// SAFETY: the pointers lead into `places` and `beside`, whose memory does not move while this value lives. Every method
// that dereferences one is unsafe: its caller ensures that no plane is written while another thread uses it.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Planes {
    fn new(planes: u64, words: usize, threads: usize) -> Result<Planes, SolveError> {
        // Maps cannot be empty.
        let mut bits = Bits::new((64 * planes * words as u64).max(64))?;
        bits.touch(threads);
        Ok(Planes {
            start: bits.words_mut().as_mut_ptr(),
            bits,
            planes: planes as usize,
            words,
        })
    }

    fn plane(&self, plane: usize) -> *mut u64 {
        assert!(plane < self.planes);
        // SAFETY: the allocation holds this number of planes of this number of words.
        unsafe { self.start.add(plane * self.words) }
    }
}

impl Memory {
    pub(super) fn new(
        cut: &PieceDivision,
        slots: u64,
        budget: &Budget,
    ) -> Result<Memory, SolveError> {
        let threads = budget.thread_count();
        let planes = slots * cut.form.planes() as u64;
        Ok(Memory {
            places: Planes::new(planes, cut.words(), threads)?,
            form: cut.form,
            slots,
            pieces: vec![std::ptr::null_mut(); cut.pieces()],
            beside: Planes::new(cut.planes_beside(), cut.words(), threads)?,
        })
    }

    pub(super) fn slot(&self, slot: u32) -> *mut u64 {
        assert!(u64::from(slot) < self.slots);
        self.places.plane(slot as usize * self.form.planes())
    }

    /// Returns the words of a plane in a slot, to be filled.
    ///
    /// # Safety
    /// No piece in the slot is used while the words are in use.
    #[allow(
        clippy::mut_from_ref,
        reason = "a part of the memory that nobody else uses"
    )]
    pub(super) unsafe fn fill(&self, slot: u32, plane: usize) -> &mut [u64] {
        assert!(plane < self.form.planes() && u64::from(slot) < self.slots);
        let start = self
            .places
            .plane(slot as usize * self.form.planes() + plane);
        // SAFETY: the range is one plane of a slot, and by the contract no other reference to it
        // exists.
        unsafe { std::slice::from_raw_parts_mut(start, self.places.words) }
    }

    /// Returns the first plane in a slot.
    #[cfg(feature = "cluster")]
    pub(super) fn at(&self, slot: u32) -> &[u64] {
        // SAFETY: the range is one plane of a slot. Writers borrow the memory mutably, or ensure by contract that no
        // other reference to the plane exists.
        unsafe { std::slice::from_raw_parts(self.slot(slot), self.places.words) }
    }

    /// Returns the first plane in a slot, to be filled while no step is running.
    #[cfg(feature = "cluster")]
    pub(super) fn at_mut(&mut self, slot: u32) -> &mut [u64] {
        // SAFETY: the memory is borrowed mutably.
        unsafe { self.fill(slot, 0) }
    }

    /// Returns the planes in the first slot, while no step is running.
    pub(super) fn first(&mut self) -> Vec<&[u64]> {
        let planes = 0..self.form.planes();
        let memory = &*self;
        // SAFETY: `self` is borrowed mutably, so there are no writers; the planes are only read.
        planes
            .map(|plane| unsafe { &*memory.fill(0, plane) })
            .collect()
    }

    /// Returns the planes of a piece in memory.
    ///
    /// # Safety
    /// No thread writes to the piece while the planes are in use.
    pub(super) unsafe fn piece(&self, piece: u32) -> Vec<&[u64]> {
        let start = self.pieces[piece as usize];
        assert!(!start.is_null(), "a piece is missing");
        let words = self.places.words;
        let planes = 0..self.form.planes();
        // SAFETY: `places` holds pointers to slots only, and by the contract no thread writes to this piece.
        let plane = |plane| unsafe { std::slice::from_raw_parts(start.add(plane * words), words) };
        planes.map(plane).collect()
    }

    /// Records that a piece is now in a slot, instead of another one.
    pub(super) fn note(&mut self, placed: &PieceSlot) {
        if let Some(left) = placed.instead_of {
            self.pieces[left as usize] = std::ptr::null_mut();
        }
        self.pieces[placed.piece as usize] = self.slot(placed.slot);
    }

    /// Returns the places without the pieces.
    pub(super) fn into_bits(self) -> Bits {
        self.places.bits
    }

    /// Assigns arbitrary places to the pieces of a step, for a trial.
    pub(super) fn place_for_trial(&mut self, cut: &PieceDivision, step: &Step) {
        self.pieces.fill(std::ptr::null_mut());
        for (slot, piece) in (0..).zip(step.made().chain(cut.sources(step.pairs[0][0]))) {
            self.pieces[piece as usize] = self.slot(slot);
        }
    }

    /// Decides the pieces of a step, whose sources are in memory; returns the finished ones, and the limit that stopped
    /// it, if any. A trial does at most `rounds` rounds of values.
    ///
    /// # Safety
    /// During the call, no thread writes to the sources, and no other thread uses the pieces of the step. No other step
    /// runs.
    pub(super) unsafe fn settle(
        &self,
        work: &Settling<'_>,
        step: &Step,
        rounds: Option<u32>,
    ) -> (Vec<Pair>, Option<Limit>) {
        match self.form.kind {
            TableKind::Outcomes => {
                let board = Board {
                    plan: &work.cut.plan,
                    play: work.play,
                    pieces: &self.pieces,
                    inner: work.cut.inner(),
                    excluded: None,
                    marked: false,
                };
                // SAFETY: the caller meets the requirements of this function, and these are the
                // same.
                unsafe { work.settle(&board, &step.pairs, work.done) }
            }
            // SAFETY: the caller meets the requirements of this function, and these are the same.
            TableKind::Values => match unsafe { self.values(work, step, rounds) } {
                Some(limit) => (Vec::new(), Some(limit)),
                None => (step.pairs.clone(), None),
            },
        }
    }

    /// Decides the values of the pieces of a step, which are a single pair.
    ///
    /// # Safety
    /// The conditions of [`settle`](Memory::settle).
    unsafe fn values(
        &self,
        work: &Settling<'_>,
        step: &Step,
        rounds: Option<u32>,
    ) -> Option<Limit> {
        let (threads, words) = (work.budget.thread_count(), self.places.words);
        let digits = self.form.planes();
        // SAFETY: both get planes with the same number of words, either extra planes or planes of pieces. Only this
        // function uses the former; of the latter, it reads the sources and writes the pieces of the step, as its
        // contract allows. A plane that is written never overlaps another one in use.
        let read = |start: *mut u64| unsafe { std::slice::from_raw_parts(start, words) };
        // SAFETY: as above.
        let write = |start: *mut u64| unsafe { std::slice::from_raw_parts_mut(start, words) };
        let digit = |piece: u32, digit: usize| {
            let start = self.pieces[piece as usize];
            assert!(!start.is_null(), "a piece is missing");
            // SAFETY: each piece is in a slot of this number of planes.
            unsafe { start.add(digit * words) }
        };
        let piece = step.pairs[0][0];
        let smaller = self.beside.plane(0);
        write(smaller).fill(0);
        let sources: Vec<u32> = work.cut.sources(piece).collect();
        let mut pieces = vec![std::ptr::null_mut(); self.pieces.len()];
        for (plane, piece) in (1..).zip(step.made().chain(sources.iter().copied())) {
            pieces[piece as usize] = self.beside.plane(plane);
        }
        for piece in step.made() {
            (0..digits).for_each(|plane| write(digit(piece, plane)).fill(0));
        }
        let before = work.done.load(Ordering::Relaxed);
        for value in 0u32..1 << digits {
            let picks = sources.iter().map(|&source| {
                let planes = (0..digits).map(|plane| read(digit(source, plane)));
                Mutex::new((
                    write(pieces[source as usize]),
                    planes.collect::<Vec<&[u64]>>(),
                ))
            });
            let picks: Vec<Mutex<_>> = picks.collect();
            let next = AtomicUsize::new(0);
            parallel::on_threads(threads.min(picks.len()), &|_| {
                while let Some(source) = picks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (picked, planes) = &mut *locked(source);
                    pick(value, planes, picked);
                }
            });
            let board = Board {
                plan: &work.cut.plan,
                // After the first round, a player who cannot move loses.
                play: if value == 0 { work.play } else { Play::Normal },
                pieces: &pieces,
                inner: work.cut.inner(),
                excluded: (value > 0).then(|| read(smaller)),
                marked: false,
            };
            // Every round starts counting from the same number.
            let done = AtomicU64::new(before);
            // SAFETY: the planes of the board are the extra planes.
            let (_, stopped) = unsafe { work.settle(&board, &step.pairs, &done) };
            if stopped.is_some() {
                return stopped;
            }
            for piece in step.made() {
                let found = read(pieces[piece as usize]);
                for plane in (0..digits).filter(|plane| value >> plane & 1 == 1) {
                    in_parts(threads, write(digit(piece, plane)), found, |word, found| {
                        *word |= found;
                    });
                }
            }
            let found = read(pieces[piece as usize]);
            in_parts(threads, write(smaller), found, |word, found| *word |= found);
            let is_whole = read(smaller).iter().all(|word| *word == u64::MAX);
            if is_whole || rounds.is_some_and(|rounds| value + 1 >= rounds) {
                break;
            }
            // Otherwise a state would get no value.
            assert!(
                value + 1 < 1 << digits,
                "a value is larger than the number of cells"
            );
        }
        let states = 64 * words as u64;
        work.done
            .fetch_add(states * step.made().count() as u64, Ordering::Relaxed);
        None
    }
}

/// Selects the states of a value, whose binary digits are in these planes.
fn pick(value: u32, planes: &[&[u64]], picked: &mut [u64]) {
    picked.fill(u64::MAX);
    for (digit, plane) in planes.iter().enumerate() {
        let other = match value >> digit & 1 {
            1 => 0,
            _ => u64::MAX,
        };
        for (picked, word) in picked.iter_mut().zip(*plane) {
            *picked &= word ^ other;
        }
    }
}

/// The parameters for deciding pieces.
pub(super) struct Settling<'a> {
    pub(super) cut: &'a PieceDivision,
    pub(super) play: Play,
    pub(super) code: Code,
    pub(super) budget: &'a Budget,
    /// The number of states decided so far.
    pub(super) done: &'a AtomicU64,
}

impl Settling<'_> {
    /// Decides pieces and their images, for outcomes or for one value. Returns the finished ones, and the limit that
    /// stopped the work, if any.
    ///
    /// # Safety
    /// During the call, no thread writes to the sources, and no other thread uses the pieces or their images. No moves
    /// lead from one of the pieces to another.
    unsafe fn settle(
        &self,
        board: &Board<'_>,
        pairs: &[Pair],
        done: &AtomicU64,
    ) -> (Vec<Pair>, Option<Limit>) {
        // Threads divide several pieces among them, or else the slices of a single piece.
        let top = if pairs.len() > 1 { 0 } else { self.cut.top() };
        let slices = Slices {
            board,
            code: self.code,
            budget: self.budget,
            low: self.cut.inner() - top,
            done,
        };
        for level in 0..=top {
            let tops = (0..1u32 << top).filter(|set| set.count_ones() == level);
            let tops = pairs
                .iter()
                .flat_map(|pair| tops.clone().map(|set| pair[0] << top | set));
            let tops: Vec<u32> = tops.collect();
            // SAFETY: the pieces have the words of the division. By the contract of this function the sources of these
            // pieces are decided, and no thread writes to them; the slices with fewer top cells were decided just
            // before.
            let (ready, stopped) = unsafe { slices.settle(&tops) };
            if stopped.is_some() {
                let is_ready = |pair: &&Pair| top == 0 && ready.contains(&pair[0]);
                return (pairs.iter().filter(is_ready).copied().collect(), stopped);
            }
        }
        (pairs.to_vec(), None)
    }
}
