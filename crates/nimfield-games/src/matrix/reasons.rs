//! The outcomes of blocks of matrix nim in words.

use crate::matrix::block::Block;
use crate::matrix::grid::Entry;
use crate::matrix::reflection;
use crate::matrix::text::{REFLECTED, THEOREM_3};
use crate::matrix::two_by_two::{self, Diagonal};
use nimfield_core::prelude::*;

/// The source of most theorems.
pub(super) const FERGUSON: &str = "Ferguson 2001";

/// Decides a block that is symmetric with a heavy diagonal, in some order of its lines: the answer to a move in row i
/// is in the corresponding column, and conversely.
pub(super) fn reflected(block: &Block<Entry>) -> Option<Finding<bool>> {
    let partners = reflection::heavy_reflection(block)?;
    let pairs: Vec<String> = partners
        .iter()
        .enumerate()
        .map(|(i, j)| format!("row {} with column {}", i + 1, j + 1))
        .collect();
    let text = match partners.iter().enumerate().all(|(i, &j)| i == j) {
        true => format!(
            "{block} is symmetric and each diagonal entry is at least twice the least other entry of its row, so taking k from a row is answered by taking k from the same column, and conversely"
        ),
        false => format!(
            "{block} is symmetric when its rows and columns are put in order ({}), and where a row meets its column the entry is at least twice the least other entry of the row, so taking k from a row is answered by taking k from its column, and conversely",
            pairs.join(", ")
        ),
    };
    Some(Finding::new(
        true,
        Reason::theorem("Ferguson 2001, the argument of Lemma 1", text)
            .checked_by(REFLECTED.claims()),
    ))
}

/// Decides a block that is unchanged by swapping rows in pairs and columns in pairs: a move is answered by its mirror
/// image.
pub(super) fn paired(block: &Block<Entry>) -> Option<Finding<bool>> {
    let (by_row, by_column) = reflection::pairing(block)?;
    let show = |pairing: &[usize]| -> String {
        let pairs = pairing.iter().enumerate().filter(|&(a, &b)| a < b);
        let pairs: Vec<String> = pairs
            .map(|(a, b)| format!("{} and {}", a + 1, b + 1))
            .collect();
        pairs.join(", ")
    };
    let text = format!(
        "{block} stays the same when its rows ({}) and its columns ({}) change places, so every move is answered by its mirror image",
        show(&by_row),
        show(&by_column)
    );
    Some(Finding::new(
        true,
        Reason::theorem("pairing strategy", text),
    ))
}

pub(super) fn truth(holds: bool) -> &'static str {
    if holds { "true" } else { "false" }
}

/// Returns a reason by Theorem 3, cited by its place in the paper.
pub(super) fn by_theorem_3(place: &str, text: String) -> Reason {
    Reason::theorem(format!("{FERGUSON}, {place}"), text).checked_by(THEOREM_3.claims())
}

/// Returns the outcome of a 2x2 block by Theorem 3, with the numbers.
pub(super) fn theorem_3(block: &Block<Entry>, [[a, b], [c, d]]: [[u128; 2]; 2]) -> Finding<bool> {
    let diagonals = [(b, c, a, d), (a, d, b, c)];
    let mut failures = Vec::new();
    for (b, other, x, y) in diagonals {
        if b != other {
            continue;
        }
        let (x, y) = (x.min(y), x.max(y));
        match two_by_two::diagonal(b, x, y) {
            Diagonal::Dominated => {
                let text = format!(
                    "{block} has the constant diagonal {b}, {b} and the corners {x} and {y} are at least {b} (type 4): taking k from a row is answered by taking k from the other row"
                );
                return Finding::new(true, by_theorem_3("Lemma 1 and Theorem 3", text));
            }
            Diagonal::Inside => {
                let text = format!(
                    "{block} has the constant diagonal {b}, {b} with {x} < {b} < {y}, and {x} mod ({y}-{x}) = {} < {y}-{b} = {} (type 5)",
                    x % (y - x),
                    y - b
                );
                return Finding::new(true, by_theorem_3("Theorem 3", text));
            }
            Diagonal::Neither if b >= y => failures.push(format!(
                "has the constant diagonal {b}, {b}, but neither are both corners {x} and {y} at least {b} nor is {x} < {b} < {y}"
            )),
            Diagonal::Neither => failures.push(format!(
                "has the constant diagonal {b}, {b} with {x} < {b} < {y}, but {x} mod ({y}-{x}) = {} is not less than {y}-{b} = {}",
                x % (y - x),
                y - b
            )),
        }
    }
    let text = match failures.is_empty() {
        true => format!("{block} has no constant diagonal ({a}, {d} and {b}, {c})"),
        false => format!("{block} {}", failures.join("; it ")),
    };
    Finding::new(false, by_theorem_3("Theorem 3", text))
}
