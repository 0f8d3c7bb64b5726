//! Counts of P-positions by laws for all numbers.

use nimfield_core::clock::Instant;
use nimfield_core::prelude::*;

use super::counts::TableCount;
use super::plan::Plan;
use super::query::FamilyQuery;
use crate::Term;
use crate::answer::Effort;
use crate::laws::law_about;
use crate::template::Template;

/// A sieve takes a second for so many positions, as long as a law takes at most.
const MOST_SIEVED: u128 = 1 << 24;

/// Counts the P-positions of a large family, if its letters are the numbers of a game with a law, the given one or a
/// stored one, and each letter runs from 0 to the same number. `None` if it is another family, or if the budget does not
/// suffice for the law.
pub(super) fn count_p(
    family: &Template,
    query: &FamilyQuery,
    Plan { last, play, .. }: &Plan,
    budget: &Budget,
) -> Option<TableCount> {
    let start = Instant::now();
    let positions = family.count();
    let most = *last.letters.first()?;
    let is_cube = family.is_box()
        && family.is_free()
        && family
            .letters()
            .iter()
            .all(|letter| letter.range == (0..=most));
    if !is_cube || positions <= MOST_SIEVED || positions == u128::MAX {
        return None;
    }
    let [Term::Impartial(position)] = last.position.components() else {
        return None;
    };
    let given = query.law.as_ref().filter(|law| law.play() == *play);
    let given = given.and_then(|law| Some((law.clone(), law.numbers_of(position.as_ref())?)));
    // Without a law, or where its proof is too long for the budget, the positions are counted one by one.
    let (law, numbers) = match given {
        Some(given) => given,
        None => law_about(position.as_ref(), *play, budget)?.ok()?,
    };
    let is_own =
        numbers.iter().all(|&number| number == most.into()) && numbers.len() == last.letters.len();
    if !is_own {
        return None;
    }
    Some(TableCount {
        count: law.count_p(most, budget)?,
        members: positions,
        effort: Effort {
            positions: 0,
            seconds: start.elapsed().as_secs_f64(),
        },
        ..TableCount::default()
    })
}
