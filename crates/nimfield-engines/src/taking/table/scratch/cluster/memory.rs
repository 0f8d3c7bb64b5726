//! The memory of a process for its pieces, and for those in transit to it.

use super::super::super::super::bits::Bits;
use super::super::super::error::SolveError;
use super::super::division::PieceDivision;

/// Pieces in transit to a process at a time.
pub(super) const COMING: usize = 3;
/// Where pieces are in memory.
pub(super) struct PeerMemory {
    /// Owns the memory that the others point to.
    _bits: Bits,
    words: usize,
    /// The place of each own piece; null for pieces of other processes.
    pub(super) pieces: Vec<*mut u64>,
    /// Places for pieces in transit, with their images.
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
        // SAFETY: the allocation holds this number of slots of this number of words.
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

    /// Returns the words at one of the places.
    pub(super) fn at(&self, place: *mut u64) -> &[u64] {
        assert!(!place.is_null(), "a piece is missing");
        // SAFETY: all places have the same number of words. They are written only through `self`
        // borrowed mutably, or in `settle` and `mark`, where no other reference exists.
        unsafe { std::slice::from_raw_parts(place, self.words) }
    }

    pub(super) fn at_mut(&mut self, place: *mut u64) -> &mut [u64] {
        assert!(!place.is_null(), "a piece is missing");
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(place, self.words) }
    }
}

/// A piece in transit to this process.
pub(super) struct Coming {
    pub(super) piece: u32,
    pub(super) from: usize,
    /// The places where it and its image are assembled.
    pub(super) places: [*mut u64; 2],
    /// The number of the place for pieces in transit; `None` if the place is that of the piece
    /// itself.
    pub(super) slot: Option<usize>,
    /// The number of parts requested, and of parts received.
    pub(super) requested: usize,
    pub(super) came: usize,
}

/// Places in memory that threads share. They are raw pointers: each unsafe block that follows one names what keeps
/// other threads away from that place.
pub(super) struct Places(pub(super) Vec<*mut u64>);

// SAFETY: a `Places` only returns pointers, which no safe code dereferences.
unsafe impl Sync for Places {}

impl Places {
    pub(super) fn at(&self, number: usize) -> *mut u64 {
        self.0[number]
    }
}
