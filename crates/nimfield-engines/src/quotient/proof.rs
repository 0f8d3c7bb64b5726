//! Whether a monoid is right about all sums.
//!
//! It is if two things hold. (1) Whenever the class of a sum is in the P-portion, the class of no option is. (2) Whenever
//! a sum other than the empty one has a class outside, some option has one inside.
//!
//! (1) is a statement about a single position beside each class. For (2), let the *gap* of a sum of class x be the classes
//! y such that xy is outside and no option of the sum has, beside y, a class inside: such sums must be won by a move
//! in what is beside. (2) holds for a sum if class 1, that of the empty sum, is not in its gap. If a position of class h
//! is added, y is in the gap of the result exactly if hy is in the gap of the sum, and no option H of the position has
//! xHy inside. So there are finitely many pairs of a class and a gap. Only the largest gaps of each class matter, and
//! a sum without a gap needs no further look.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::sorting::Sort as _;

use super::closed_set::{ClosedSet, Word, joined};
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

/// A position of class `class`, and the classes beside which a move in it leaves a P-position.
struct Kind {
    position: u32,
    class: u32,
    won: Classes,
    /// The number of moves that it lasts at most.
    length: usize,
}

/// Returns the positions that matter for the proof: others have the same class, last as long and are won beside more
/// classes.
fn kinds(set: &ClosedSet, quotient: &Quotient) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for position in 0..quotient.positions() as u32 {
        if set.options(position).is_empty() {
            continue;
        }
        let options: BTreeSet<u32> = (set.options(position).iter())
            .map(|option| quotient.class(option))
            .collect();
        let won = |beside: u32| {
            let mut products = options
                .iter()
                .map(|&option| quotient.product(option, beside));
            products.any(|product| quotient.is_p(product))
        };
        let kind = Kind {
            position,
            class: quotient.classes()[position as usize],
            won: set_of(quotient.order(), won),
            length: set.length(&[position]),
        };
        let lesser = |a: &Kind, b: &Kind| {
            a.class == b.class && a.length <= b.length && within(&a.won, &b.won)
        };
        if !kinds.iter().any(|other| lesser(other, &kind)) {
            kinds.retain(|other| !lesser(&kind, other));
            kinds.push(kind);
        }
    }
    kinds
}

/// Returns a sum that the monoid is wrong about if it is right about all sums that last fewer moves. `None` if it is
/// right about all sums.
///
/// # Errors
/// If the budget runs out.
pub(super) fn unproved(
    set: &ClosedSet,
    quotient: &Quotient,
    budget: &Budget,
) -> Result<Option<Word>, Unfinished> {
    let (from_p, most) = match move_from_p_to_p(set, quotient) {
        Some(sum) => (Some(sum.1), sum.0),
        None => (None, usize::MAX),
    };
    Ok(n_without_move_to_p(set, quotient, most, budget)?.or(from_p))
}

/// Returns the shortest sum whose class and that of an option are in the P-portion, with its length.
fn move_from_p_to_p(set: &ClosedSet, quotient: &Quotient) -> Option<(usize, Word)> {
    let order = quotient.order() as u32;
    let shortest = quotient.shortest_sums(set, quotient.positions());
    let lengths: Vec<usize> = shortest.iter().map(|sum| set.length(sum)).collect();
    let mut found: Option<(usize, u32, u32)> = None;
    for position in 0..quotient.positions() as u32 {
        let class = quotient.classes()[position as usize];
        let own = set.length(&[position]);
        let options = set.options(position).iter();
        let options: BTreeSet<u32> = options.map(|option| quotient.class(option)).collect();
        for x in (0..order).filter(|&x| quotient.is_p(quotient.product(x, class))) {
            let length = lengths[x as usize] + own;
            let is_p = |&option: &u32| quotient.is_p(quotient.product(x, option));
            if found.is_none_or(|(least, ..)| length < least) && options.iter().any(is_p) {
                found = Some((length, x, position));
            }
        }
    }
    let (length, x, position) = found?;
    Some((length, joined(&shortest[x as usize], &[position])))
}

/// Returns the shortest sum whose class is outside, as those of all its options are, if it lasts fewer than `most`
/// moves.
fn n_without_move_to_p(
    set: &ClosedSet,
    quotient: &Quotient,
    most: usize,
    budget: &Budget,
) -> Result<Option<Word>, Unfinished> {
    let order = quotient.order();
    let kinds = kinds(set, quotient);
    // The sums found, each with the one before and the position added.
    let mut found: Vec<Option<(usize, usize)>> = vec![None];
    // The largest gaps of each class, of sums that last no longer than those to come.
    let mut largest: Vec<Vec<Classes>> = vec![Vec::new(); order];
    let outside = set_of(order, |class| !quotient.is_p(class));
    let mut next = BinaryHeap::from([Reverse((0, 0, 0u32, outside))]);
    let mut bytes = 0;
    while let Some(Reverse((length, place, class, gap))) = next.pop() {
        if length >= most {
            break;
        }
        // The empty sum is not like others of its class: class 1 may be in its gap.
        if place > 0 {
            let known = &mut largest[class as usize];
            if known.iter().any(|other| within(&gap, other)) {
                continue;
            }
            known.retain(|other| !within(other, &gap));
            known.push(gap.clone());
            if contains(&gap, 0) {
                return Ok(Some(word(&found, place, &kinds)));
            }
        }
        let unfinished = |limit| Unfinished {
            limit,
            done: found.len() as u64,
            total: None,
        };
        budget.check(found.len() as u64).map_err(unfinished)?;
        budget.fits(bytes).map_err(unfinished)?;
        for (number, kind) in kinds.iter().enumerate() {
            let stays = |y: u32| {
                contains(&gap, quotient.product(kind.class, y))
                    && !contains(&kind.won, quotient.product(class, y))
            };
            let gap = set_of(order, stays);
            let class = quotient.product(class, kind.class);
            let is_known = |other: &Classes| within(&gap, other);
            if gap.iter().any(|&word| word != 0) && !largest[class as usize].iter().any(is_known) {
                bytes += 8 * gap.len() as u64 + 64;
                next.push(Reverse((length + kind.length, found.len(), class, gap)));
                found.push(Some((place, number)));
            }
        }
    }
    Ok(None)
}

/// Returns the positions of a sum found.
fn word(found: &[Option<(usize, usize)>], mut place: usize, kinds: &[Kind]) -> Word {
    let mut word = Word::new();
    while let Some((before, kind)) = found[place] {
        word.push(kinds[kind].position);
        place = before;
    }
    word.put_in_order();
    word
}
