//! A check of a quotient by play, independent of the way the quotient was found.

use std::fmt;

use nimfield_core::budget::{Budget, Unfinished};

use super::closed_set::{ClosedSet, Word};
use super::direct_play::DirectPlay;
use super::monoid::Quotient;

/// The sums whose outcomes in play were compared with a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayCheck {
    /// All sums lasting at most this many moves were played.
    pub moves: usize,
    /// The number of these sums.
    pub sums: u64,
}

/// A sum whose outcome in play differs from that of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClass(pub Word);

impl fmt::Display for WrongClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the quotient is wrong about the sum of the positions {:?}",
            self.0
        )
    }
}

impl std::error::Error for WrongClass {}

/// Plays all sums of positions of the set up to the greatest length for which there are at most `most` sums, and
/// compares their outcomes with the quotient.
///
/// # Errors
/// If the budget runs out. A sum about which the quotient is wrong is the inner error.
pub fn check_by_play(
    set: &ClosedSet,
    quotient: &Quotient,
    most: u64,
    budget: &Budget,
) -> Result<Result<PlayCheck, WrongClass>, Unfinished> {
    let lengths: Vec<usize> = (0..set.len() as u32)
        .map(|part| set.length(&[part]))
        .collect();
    let (moves, sums) = reach(&lengths, most);
    let mut play = DirectPlay::default();
    let mut stack = vec![(Word::new(), moves)];
    while let Some((word, left)) = stack.pop() {
        if play.is_p(set, &word, budget)? != quotient.is_p(quotient.class(&word)) {
            return Ok(Err(WrongClass(word)));
        }
        let last = word.last().copied().unwrap_or(0);
        for part in last..quotient.positions() as u32 {
            if let Some(left) = left.checked_sub(lengths[part as usize]) {
                stack.push(([&word[..], &[part]].concat(), left));
            }
        }
    }
    Ok(Ok(PlayCheck { moves, sums }))
}

/// The longest sums to play.
const LONGEST: usize = 1000;

/// Returns the greatest length for which there are at most `most` sums, and their number.
fn reach(lengths: &[usize], most: u64) -> (usize, u64) {
    // With c(d) positions of length d: n s(n) is the sum of t(k) s(n-k) over k up to n, where t(k) is the sum of d c(d)
    // over the divisors d of k.
    let (mut sums, mut total) = (vec![1u64], 1u64);
    let mut weights = vec![0u64];
    while !lengths.is_empty() && sums.len() <= LONGEST {
        let length = sums.len();
        let divisors = lengths.iter().filter(|&&own| length.is_multiple_of(own));
        weights.push(divisors.map(|&own| own as u64).sum());
        let terms = (1..=length).map(|k| weights[k].saturating_mul(sums[length - k]));
        let next = terms.fold(0u64, u64::saturating_add) / length as u64;
        if total.saturating_add(next) > most {
            break;
        }
        total += next;
        sums.push(next);
    }
    (sums.len() - 1, total)
}
