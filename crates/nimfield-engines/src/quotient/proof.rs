//! Decides whether a monoid is right about all sums.
//!
//! It is right if two conditions hold. (1) If the class of a sum is in the P-portion, the class of no option is. (2) If
//! the class of a nonempty sum is outside, the class of some option is inside.
//!
//! (1) is a statement about a single position with each class. For (2), let the *gap* of a sum of class x be the
//! classes y such that xy is outside and no option of the sum has a class that times y is inside: such sums must be won
//! by a move in the part of class y. (2) holds for a sum if class 1, that of the empty sum, is not in its gap. If a
//! position of class h is added, y is in the gap of the result exactly if hy is in the gap of the sum, and no option H
//! of the position has xHy inside. So there are finitely many pairs of a class and a gap. Only the largest gaps of each
//! class matter, and sums with an empty gap can be skipped.

use std::collections::BTreeSet;

use nimfield_core::budget::{Budget, Meter, Unfinished};

use super::closed_set::{ClosedSet, Word, joined};
use super::first_sums::{FirstSums, compare};
use super::monoid::Quotient;

/// A set of classes.
type Classes = Vec<u64>;

fn set_of(order: usize, has: impl Fn(u32) -> bool) -> Classes {
    let mut set = vec![0; order.div_ceil(64)];
    let members = (0..order as u32).filter(|&class| has(class));
    members.for_each(|class| set[class as usize / 64] |= 1 << (class % 64));
    set
}

fn contains(set: &Classes, class: u32) -> bool {
    set[class as usize / 64] >> (class % 64) & 1 == 1
}

fn within(a: &Classes, b: &Classes) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// A position of class `class`, and the classes with which a move in it leaves a P-position.
struct Kind {
    position: u32,
    class: u32,
    won: Classes,
}

/// Returns the positions that matter for the proof. Each omitted position comes after one of the same class, and is won
/// together with all classes with which that one is won.
fn kinds(set: &ClosedSet, quotient: &Quotient) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for position in 0..quotient.positions() as u32 {
        if set.options(position).is_empty() {
            continue;
        }
        let options = option_classes(set, quotient, position);
        let won = |beside: u32| {
            let mut products = options
                .iter()
                .map(|&option| quotient.product(option, beside));
            products.any(|product| quotient.is_p(product))
        };
        let class = quotient.classes()[position as usize];
        let won = set_of(quotient.order(), won);
        let replaces = |other: &Kind| other.class == class && within(&other.won, &won);
        if !kinds.iter().any(replaces) {
            kinds.push(Kind {
                position,
                class,
                won,
            });
        }
    }
    kinds
}

/// Returns the classes of the options of a position.
pub(super) fn option_classes(set: &ClosedSet, quotient: &Quotient, position: u32) -> BTreeSet<u32> {
    let options = set.options(position).iter();
    options.map(|option| quotient.class(option)).collect()
}

/// Returns the first sum that the monoid is wrong about; `None` if it is right about all sums.
///
/// # Errors
/// If the budget runs out.
pub(super) fn first_mistake(
    set: &ClosedSet,
    quotient: &Quotient,
    budget: &Budget,
) -> Result<Option<Word>, Unfinished> {
    let from_p = move_from_p_to_p(set, quotient);
    let stuck = n_without_move_to_p(set, quotient, from_p.as_ref(), budget)?;
    Ok(stuck.or(from_p))
}

/// Returns the first sum whose class is in the P-portion together with that of an option.
fn move_from_p_to_p(set: &ClosedSet, quotient: &Quotient) -> Option<Word> {
    let first = quotient.first_sums();
    let mut found: Option<Word> = None;
    for position in 0..quotient.positions() as u32 {
        let class = quotient.classes()[position as usize];
        let options = option_classes(set, quotient, position);
        for (x, sum) in (0..).zip(&first) {
            let is_p = |&option: &u32| quotient.is_p(quotient.product(x, option));
            if quotient.is_p(quotient.product(x, class)) && options.iter().any(is_p) {
                let sum = joined(sum, &[position]);
                if found
                    .as_ref()
                    .is_none_or(|other| compare(&sum, other).is_lt())
                {
                    found = Some(sum);
                }
            }
        }
    }
    found
}

/// Returns the first sum before `end` whose class is outside together with those of all its options.
fn n_without_move_to_p(
    set: &ClosedSet,
    quotient: &Quotient,
    end: Option<&Word>,
    budget: &Budget,
) -> Result<Option<Word>, Unfinished> {
    let classes = quotient.order();
    // The largest gaps of each class.
    let mut largest: Vec<Vec<Classes>> = vec![Vec::new(); classes];
    let outside = set_of(classes, |class| !quotient.is_p(class));
    let mut sums = FirstSums::new((0, outside));
    let mut found = None;
    let mut meter = Meter::silent(budget);
    for kind in kinds(set, quotient) {
        sums.add_position(kind.position, |sums, place| {
            if found.is_some() {
                return Ok(None);
            }
            meter.count()?;
            let (x, gap) = &sums.states()[place];
            let stays = |y: u32| {
                contains(gap, quotient.product(kind.class, y))
                    && !contains(&kind.won, quotient.product(*x, y))
            };
            let gap = set_of(classes, stays);
            let class = quotient.product(*x, kind.class);
            let known = &mut largest[class as usize];
            if gap.iter().all(|&word| word == 0) || known.iter().any(|other| within(&gap, other)) {
                return Ok(None);
            }
            if contains(&gap, 0) {
                found = Some(joined(&sums.word(place), &[kind.position]));
                return Ok(None);
            }
            known.retain(|other| !within(other, &gap));
            known.push(gap.clone());
            meter.hold(meter.bytes + 16 * gap.len() as u64 + 96)?;
            Ok(Some((class, gap)))
        })?;
        let before_end = |sum: &Word| end.is_none_or(|end| compare(sum, end).is_lt());
        if found.is_some() {
            return Ok(found.filter(before_end));
        }
    }
    Ok(None)
}
