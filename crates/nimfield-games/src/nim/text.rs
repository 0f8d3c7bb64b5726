//! Nim in notation, and as a picture.

use nimbers::Ordinal;

use nimfield_core::diagram::Heap;
use nimfield_core::info::{Checked, Fact};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
use nimfield_core::words::Grundy;

/// Normal play.
pub(super) const NIM_SUM: Fact = Fact {
    statement: "the Grundy value is the nim-sum of the heaps, which for ordinals adds \
                the coefficients of equal powers of w",
    source: "Bouton 1901; Sprague 1935, Grundy 1939; Conway 1976 for ordinals",
    checked: Checked::By(&["nimbers-sum-mex", "pnim-observation-10"]),
};

/// Misère play.
pub(super) const MISERE: Fact = Fact {
    statement: "misère: as in normal play while some heap holds two or more; otherwise \
                P exactly if the number of ones is odd",
    source: "Bouton 1901",
    checked: Checked::By(&["pnim-row-is-a-box-is-a-heap"]),
};

/// Returns heaps as pieces.
pub(crate) fn heap_pieces(heaps: &[Ordinal]) -> Pieces {
    let piece = |(i, size): (usize, &Ordinal)| Piece {
        label: format!("heap {}", i + 1),
        numbers: vec![size.to_string()],
    };
    Pieces {
        what: PieceKind::Heap,
        pieces: heaps.iter().enumerate().map(piece).collect(),
    }
}

/// Returns a heap as a picture.
pub(crate) fn heap(name: String, size: &Ordinal) -> Heap {
    let finite = Grundy::from(Ordinal::from(size.finite_part())).finite();
    let terms = size.terms().iter();
    let above = terms.filter(|(exponent, _)| !exponent.is_zero());
    let parts = above.map(|term| Ordinal::from_terms([term.clone()]).to_string());
    Heap {
        name,
        size: size.to_string(),
        parts: parts.collect(),
        counters: finite.unwrap_or(u128::MAX),
        taken: 0,
    }
}
