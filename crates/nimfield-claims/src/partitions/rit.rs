//! Claims on Row Impartial Terminus: the Conway pair of each position (arXiv 2509.03390).

use crate::brute_force;
use crate::cases::{too_large, vectors_of};
use crate::claim::Status::Proved;
use crate::claim::{Case, CheckError, Claim, by};

use super::frames::listing;

pub(crate) const CLAIMS: &[Claim] = &[Proved.claim(
    "rit-conway-pair",
    "the value and the misère Grundy number of a position of Row Impartial Terminus are those of nim with the heaps l1 - l2, l3 - l4, ..., where l1 is the longest row, l2 the next one, and so on",
    "Gottlieb, Khatana, Krnc, Muršič and Qureshi 2025, the Conway pair of RIT",
    "Young diagrams of at most four rows, by the rules of the game alone",
    &by("longest row", 5..=7).cases(|size, _| {
        too_large(size, 20)?;
        vectors_of(size, |rows: [u32; 4]| {
            rows.is_sorted().then(|| check(&rows))
        })
    }),
)];

/// Compares a position with nim; its rows are given in increasing order.
fn check(rows: &[u32; 4]) -> Result<Case, CheckError> {
    let heaps = [rows[3] - rows[2], rows[1] - rows[0]];
    let value = heaps[0] ^ heaps[1];
    let misere = match heaps.iter().all(|&heap| heap <= 1) {
        true => 1 - value,
        false => value,
    };
    let text = format!("rit[{}]", listing(rows.iter().copied()));
    let found = brute_force::pair(&text)?;
    let claimed = format_args!("value {value}, in misère play {misere}");
    Ok(Case::pair(found == [value, misere], text, claimed, found))
}
