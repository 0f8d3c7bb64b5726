//! Nim in notation, and as a picture.

use nimfield_core::info::{Checked, Fact};

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
