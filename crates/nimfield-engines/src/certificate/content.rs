//! The contents of a certificate.

/// A claim about a taking game in misère play, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeCertificate {
    /// The position in notation, for people and to compare with the rules.
    pub position: String,
    /// The number of cells of the game, at most 64.
    pub cells: u32,
    /// The moves of the game, ascending: bit `i` of each stands for cell `i`.
    pub masks: Vec<u64>,
    /// The cells of the position.
    pub start: u64,
    /// The winning move; 0 if the position itself is claimed to be a P-position.
    pub winning_move: u64,
    /// Boards, each as a list of the classes of its positions, indexed by the bits of the position.
    pub shapes: Vec<Vec<u32>>,
    /// The one or two parts that remain after the winning move.
    pub parts: Vec<CertificatePart>,
    /// The options of each class, ascending; only class 0 has none.
    pub classes: Vec<Vec<u32>>,
    /// The strategy: pairs of classes, each with its greater class first, ascending.
    pub pairs: Vec<(u32, u32)>,
}

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificatePart {
    /// The number of its shape.
    pub shape: u32,
    /// The cells of the game that correspond to its cells.
    pub cells: Vec<u8>,
}
