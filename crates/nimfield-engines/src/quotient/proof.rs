//! Whether a monoid is right about all sums.
//!
//! It is if two things hold. (1) Whenever the class of a sum is in the P-portion, the class of no option is. (2) Whenever
//! a sum other than the empty one has a class outside, some option has one inside. Both depend only on the class x of the
//! sum and the set E of the classes of its options. Adding a position of class h with options of classes H turns (x, E)
//! into (xh, Eh ∪ xH), so there are finitely many pairs. For (2) only the least sets E for each x matter.

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::sorting::Sort as _;

use super::closed_set::{ClosedSet, Word, joined};
use super::monoid::Quotient;

/// A set of classes.
type Classes = Vec<u64>;

fn set_of(order: usize, classes: impl Iterator<Item = u32>) -> Classes {
    let mut set = vec![0; order.div_ceil(64)];
    classes.for_each(|class| set[class as usize / 64] |= 1 << (class % 64));
    set
}

fn members(set: &Classes) -> impl Iterator<Item = u32> + '_ {
    let words = (0..).step_by(64).zip(set);
    words.flat_map(|(first, &word)| {
        (0..64)
            .filter(move |bit| word >> bit & 1 == 1)
            .map(move |bit| first + bit)
    })
}

fn within(a: &Classes, b: &Classes) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// A position of class `class` with options of these classes.
pub(super) struct Kind {
    position: u32,
    class: u32,
    options: Classes,
}

/// Returns the positions that matter for the proof: those of others have the same class and more options.
fn kinds(set: &ClosedSet, quotient: &Quotient) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for position in 0..quotient.positions() as u32 {
        let options = set
            .options(position)
            .iter()
            .map(|option| quotient.class(option));
        let kind = Kind {
            position,
            class: quotient.classes()[position as usize],
            options: set_of(quotient.order(), options),
        };
        if !set.options(position).is_empty()
            && !kinds
                .iter()
                .any(|other| other.class == kind.class && within(&other.options, &kind.options))
        {
            kinds.retain(|other| {
                other.class != kind.class || !within(&kind.options, &other.options)
            });
            kinds.push(kind);
        }
    }
    kinds
}

/// Returns sums of which the monoid is wrong about one. None if it is right about all.
///
/// # Errors
/// If the budget runs out.
pub(super) fn unproved(
    set: &ClosedSet,
    quotient: &Quotient,
    budget: &Budget,
) -> Result<Option<Vec<Word>>, Unfinished> {
    let order = quotient.order() as u32;
    for position in 0..quotient.positions() as u32 {
        let class = quotient.classes()[position as usize];
        let options = set
            .options(position)
            .iter()
            .map(|option| (quotient.class(option), option));
        for (option, word) in options {
            let both = |&x: &u32| {
                quotient.is_p(quotient.product(x, class))
                    && quotient.is_p(quotient.product(x, option))
            };
            if let Some(x) = (0..order).find(both) {
                let beside = quotient.word(x);
                return Ok(Some(vec![
                    joined(beside, &[position]),
                    joined(beside, word),
                ]));
            }
        }
    }
    let kinds = kinds(set, quotient);
    let inside = set_of(order as usize, quotient.p_portion().into_iter());
    let mut found = Found::default();
    found.least.resize(order as usize, Vec::new());
    found.add(0, vec![0; inside.len()], None);
    let mut at = 0;
    while at < found.all.len() {
        let unfinished = |limit| Unfinished {
            limit,
            done: at as u64,
            total: None,
        };
        budget.check(at as u64).map_err(unfinished)?;
        budget
            .fits((found.all.len() * (8 * inside.len() + 64)) as u64)
            .map_err(unfinished)?;
        if found.all[at].dropped {
            at += 1;
            continue;
        }
        for (number, kind) in kinds.iter().enumerate() {
            let (x, options) = (found.all[at].class, &found.all[at].options);
            let class = quotient.product(x, kind.class);
            let kept = members(options).map(|option| quotient.product(option, kind.class));
            let moved = members(&kind.options).map(|option| quotient.product(x, option));
            let options = set_of(order as usize, kept.chain(moved));
            let wins = options.iter().zip(&inside).any(|(a, b)| a & b != 0);
            if found.add(class, options, Some((at, number))) && !quotient.is_p(class) && !wins {
                let word = found.word(found.all.len() - 1, &kinds);
                return Ok(Some(with_options(set, word)));
            }
        }
        at += 1;
    }
    Ok(None)
}

/// A sum and its options.
fn with_options(set: &ClosedSet, word: Word) -> Vec<Word> {
    let mut sums = vec![word.clone()];
    for at in 0..word.len() {
        let mut rest = word.clone();
        let position = rest.remove(at);
        sums.extend(
            set.options(position)
                .iter()
                .map(|option| joined(&rest, option)),
        );
    }
    sums
}

/// A pair (x, E), and how it was found: from another one with a kind of position added.
struct Pair {
    class: u32,
    options: Classes,
    from: Option<(usize, usize)>,
    /// Whether a lesser set was found since.
    dropped: bool,
}

#[derive(Default)]
struct Found {
    all: Vec<Pair>,
    /// For each class its pairs with the least sets.
    least: Vec<Vec<usize>>,
}

impl Found {
    /// Adds a pair, unless a lesser one is there.
    fn add(&mut self, class: u32, options: Classes, from: Option<(usize, usize)>) -> bool {
        // The empty sum is not like others of its class: it has no option, and is not looked at.
        let start = from.is_none();
        let all = &mut self.all;
        let least = &mut self.least[class as usize];
        if least
            .iter()
            .any(|&other| within(&all[other].options, &options))
        {
            return false;
        }
        least.retain(|&other| {
            all[other].dropped = within(&options, &all[other].options);
            !all[other].dropped
        });
        if !start {
            least.push(all.len());
        }
        all.push(Pair {
            class,
            options,
            from,
            dropped: false,
        });
        true
    }

    fn word(&self, mut at: usize, kinds: &[Kind]) -> Word {
        let mut word = Word::new();
        while let Some((before, kind)) = self.all[at].from {
            word.push(kinds[kind].position);
            at = before;
        }
        word.put_in_order();
        word
    }
}
