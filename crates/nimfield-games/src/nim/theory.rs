//! Nim: Bouton's theory, in normal and in misère play.

use crate::nim::text::MISERE;
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::theory::{Finding, NumberFormula};
use nimfield_core::words::{Grundy, Play, Reason, misere_nim_value};

/// The source of everything here.
pub(super) const BOUTON: &str = "Bouton 1901";

/// Returns whether a sum of nim heaps is a P-position in misère play: if some heap holds two or more, exactly when the
/// nim-sum is 0; otherwise when the number of ones is odd. Also holds for transfinite heaps.
///
/// **Source**: Bouton 1901.
pub fn misere_is_p(heaps: &[Grundy]) -> bool {
    let large = heaps.iter().any(|heap| *heap > 1.into());
    (heaps.iter().sum::<Grundy>() == Grundy::ZERO) == large
}

/// Returns the outcome of nim heaps in misère play.
pub fn misere_outcome(heaps: &[Grundy]) -> Finding<bool> {
    let is_p = misere_is_p(heaps);
    Finding::new(
        is_p,
        Reason::theorem(MISERE.source, misere_text(heaps)).checked_by(MISERE.claims()),
    )
}

/// Returns the closed form of heaps: their nim-sum, and in misère play their misère Grundy number.
pub(crate) fn number_formula(play: Play) -> NumberFormula {
    match play {
        Play::Normal => {
            NumberFormula::of_values(|heaps| Some(heaps.iter().fold(0, |sum, heap| sum ^ heap)))
        }
        Play::Misere => NumberFormula::of_values(|heaps| {
            Some(misere_nim_value(heaps.iter().map(|&heap| heap.into())) as u64)
        }),
    }
}

/// Returns the argument of [`misere_outcome`] in words.
pub fn misere_text(heaps: &[Grundy]) -> String {
    let one = Grundy::from(1);
    if heaps.iter().any(|heap| *heap > one) {
        let is_p = misere_is_p(heaps);
        let verdict = if is_p { "P" } else { "N" };
        let (shown, sum) = nim_sum_text(heaps);
        format!(
            "misère nim with a heap of two or more is {verdict} as in normal play: {shown} = {sum}"
        )
    } else {
        let ones = heaps.iter().filter(|heap| **heap == one).count();
        let (parity, verdict) = if ones % 2 == 1 {
            ("odd", "P")
        } else {
            ("even", "N")
        };
        match ones {
            0 if heaps.is_empty() => {
                "misère play: no move is left, so the player to move wins".to_string()
            }
            0 => "misère nim without a heap is N".to_string(),
            1 => "misère nim with 1 heap of one and none larger, an odd number, is P".to_string(),
            _ => format!(
                "misère nim with {ones} heaps of one and none larger, an {parity} number, is {verdict}"
            ),
        }
    }
}

/// Returns `3 xor 5 = 6` in two parts; at most twenty terms are shown.
fn nim_sum_text(heaps: &[Grundy]) -> (String, String) {
    let sum = heaps.iter().sum::<Grundy>();
    let mut shown: Vec<String> = heaps
        .iter()
        .take(20)
        .map(|heap| heap.ordinal_text())
        .collect();
    if heaps.len() > shown.len() {
        shown.push("…".to_string());
    }
    (shown.join(" xor "), sum.ordinal_text())
}

/// Returns candidate sizes for lowering a heap of `size`, if the other heaps have nim-sum `target`; they include all
/// sizes that leave a P-position.
pub fn candidates(size: &Grundy, target: Grundy, play: Play) -> Vec<Grundy> {
    let mut sizes = match play {
        Play::Normal => vec![target],
        // If no heap holds two or more, only the parity of the ones matters.
        Play::Misere => vec![target, Grundy::ZERO, 1.into()],
    };
    sizes.sort_unstable();
    sizes.dedup();
    sizes.retain(|left| left < size);
    sizes
}

/// A nim heap as a component for searches; other games also use it for their heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NimHeap(
    /// The size.
    pub u128,
);

impl Component for NimHeap {
    fn key(&self, out: &mut Vec<u8>) {
        write_number(out, self.0 as u64);
        write_number(out, (self.0 >> 64) as u64);
    }

    fn option_count(&self) -> u64 {
        u64::try_from(self.0).unwrap_or(u64::MAX)
    }

    fn option(&self, index: u64, out: &mut Vec<NimHeap>) {
        // The smallest remaining sizes come first; an empty heap is not a summand.
        if index > 0 {
            out.push(NimHeap(index.into()));
        }
    }

    fn known(&self, play: Play) -> Known {
        match play {
            Play::Normal => Known::Value(self.0),
            Play::Misere => Known::Value(misere_nim_value([self.0])),
        }
    }

    fn heap(&self) -> Option<u128> {
        Some(self.0)
    }
}
