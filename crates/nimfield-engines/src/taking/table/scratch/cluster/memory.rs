//! Where a process holds its pieces, and those on their way to it.

use super::super::super::super::bits::Bits;
use super::super::super::error::SolveError;
use super::super::division::PieceDivision;

/// Pieces on their way to a process at a time.
pub(super) const COMING: usize = 3;
/// Where pieces are in memory.
pub(super) struct PeerMemory {
    /// Keeps what the others point to.
    _bits: Bits,
    words: usize,
    /// Where each piece of one's own is; null if it is not here.
    pub(super) pieces: Vec<*mut u64>,
    /// Places for pieces on their way, with their images.
    pub(super) coming: [[*mut u64; 2]; COMING],
}

// SAFETY: the pointers lead into `_bits`, whose memory does not move while this value lives. They are followed in
// unsafe blocks only, each of which names what keeps other threads away from that piece.
unsafe impl Send for PeerMemory {}
// SAFETY: as above.
unsafe impl Sync for PeerMemory {}

impl PeerMemory {
    pub(super) fn new(
        cut: &PieceDivision,
        own: &[u32],
        threads: usize,
    ) -> Result<PeerMemory, SolveError> {
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
        Ok(PeerMemory {
            _bits: bits,
            words: cut.words(),
            pieces,
            coming,
        })
    }

    /// The words at one of the places.
    pub(super) fn at(&self, place: *mut u64) -> &[u64] {
        assert!(!place.is_null(), "a piece is missing");
        // SAFETY: all places have so many words; those that write to them do so through `self` borrowed
        // mutably, or in `settle` and `mark`, where nobody else has a reference.
        unsafe { std::slice::from_raw_parts(place, self.words) }
    }

    pub(super) fn at_mut(&mut self, place: *mut u64) -> &mut [u64] {
        assert!(!place.is_null(), "a piece is missing");
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(place, self.words) }
    }
}

/// A piece on its way here.
pub(super) struct Coming {
    pub(super) piece: u32,
    pub(super) from: usize,
    /// Where it and its image are put together.
    pub(super) places: [*mut u64; 2],
    /// The places are those on the way, with this number; otherwise those of the pieces themselves.
    pub(super) slot: Option<usize>,
    /// Parts that were asked for, and those that have come.
    pub(super) requested: usize,
    pub(super) came: usize,
}

/// Places in memory that threads share. They are raw pointers: each unsafe block that follows one names what keeps
/// other threads away from that place.
pub(super) struct Places(pub(super) Vec<*mut u64>);

// SAFETY: a `Places` only hands out pointers, which no safe code follows.
unsafe impl Sync for Places {}

impl Places {
    pub(super) fn at(&self, number: usize) -> *mut u64 {
        self.0[number]
    }
}
