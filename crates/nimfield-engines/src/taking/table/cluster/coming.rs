//! Pieces in transit to a process.

/// The most pieces in transit to a process at a time.
pub(super) const COMING: usize = 3;

/// A piece in transit to this process.
pub(super) struct Coming {
    pub(super) piece: u32,
    pub(super) from: usize,
    /// The slots where it and its image are assembled.
    pub(super) slots: [u32; 2],
    /// The number of the place for pieces in transit; `None` if the slots are those of the piece itself.
    pub(super) place: Option<usize>,
    /// The number of parts requested, and of parts received.
    pub(super) requested: usize,
    pub(super) came: usize,
}
