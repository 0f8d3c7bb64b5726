//! Grundy values of all states, a value at a time.
//!
//! The states of value v are the lost ones of the game in which all states of smaller values count
//! as won: every state that is left has moves to each smaller value, and is of value v exactly if
//! it has none to v. In misère play the states without moves count as won at first and so have the
//! value 1, as they should.

use super::super::bits::{Bits, in_parts};
use super::super::retrograde::Task;
use super::error::SolveError;
use nimfield_core::budget::Unfinished;
use nimfield_core::words::Play;

/// Computes the binary digits of the values, the lowest first; none for a board whose states all have the value 0.
pub(super) fn solve(task: &Task<'_>) -> Result<Vec<Bits>, SolveError> {
    let threads = task.budget.thread_count();
    let bits = task.plan.bits();
    task.budget.check(bits).map_err(|limit| Unfinished {
        limit,
        done: 0,
        total: Some(bits),
    })?;
    let mut digits: Vec<Bits> = Vec::new();
    let mut smaller = Bits::new(bits)?;
    let mut plane = Bits::new(bits)?;
    for value in 0u32.. {
        let round = Task {
            // A player who cannot move loses, unless the first round has decided otherwise.
            play: if value == 0 { task.play } else { Play::Normal },
            excluded: (value > 0).then(|| smaller.words()),
            ..*task
        };
        let mut settled = vec![false; round.slices()];
        round.run(&mut plane, &mut settled, |_, _| Ok::<(), Unfinished>(()))?;
        let found = plane.words();
        while value >> digits.len() > 0 {
            digits.push(Bits::new(bits)?);
        }
        for (digit, words) in digits.iter_mut().enumerate() {
            if value >> digit & 1 == 1 {
                in_parts(threads, words.words_mut(), found, |word, found| {
                    *word |= found
                });
            }
        }
        in_parts(threads, smaller.words_mut(), found, |word, found| {
            *word |= found
        });
        if smaller.words().iter().all(|word| *word == u64::MAX) {
            break;
        }
    }
    Ok(digits)
}
