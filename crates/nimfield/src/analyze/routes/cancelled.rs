//! Cancels pairs of components that are negatives of each other, in any order.

use std::fmt::Display;

use crate::sum::Sum;
use crate::term::Term;

/// Returns the sum without pairs of components that are negatives of each other.
pub(super) fn without_negatives(sum: &Sum) -> Sum {
    of_components(sum, &uncancelled(sum))
}

/// Returns the sum of some components of a sum.
pub(super) fn of_components(sum: &Sum, components: &[(usize, &Term)]) -> Sum {
    let components = components.iter().map(|&(_, term)| term.clone());
    Sum::new(components.collect(), sum.arena().cloned())
}

/// Returns the components without pairs of negatives, with their numbers from 1.
pub(super) fn uncancelled(sum: &Sum) -> Vec<(usize, &Term)> {
    let mut left: Vec<(Option<Signed>, usize, &Term)> = Vec::new();
    for (term, component) in sum.components().iter().zip(1..) {
        let signed = Signed::of(term);
        let cancels = |(other, ..): &(Option<Signed>, usize, &Term)| {
            let pair = signed.as_ref().zip(other.as_ref());
            pair.is_some_and(|(this, other)| this.game == other.game && this.negative == other.own)
        };
        match left.iter().position(cancels) {
            Some(other) => drop(left.remove(other)),
            None => left.push((signed, component, term)),
        }
    }
    let left = left.into_iter();
    left.map(|(_, component, term)| (component, term)).collect()
}

/// The keys of the summands of a position and of its negative.
struct Signed {
    game: &'static str,
    own: Vec<Vec<u8>>,
    negative: Vec<Vec<u8>>,
}

impl Signed {
    fn of(term: &Term) -> Option<Signed> {
        let text = |term: &dyn Display| vec![term.to_string().into_bytes()];
        let game = term.info()?.name;
        let Some(position) = term.as_partizan() else {
            // An impartial position is its own negative.
            let own = text(term);
            return Some(Signed {
                game,
                negative: own.clone(),
                own,
            });
        };
        let (mut own, mut negative): (Vec<_>, Vec<_>) = match position.summands() {
            Some(summands) => summands
                .into_iter()
                .map(|summand| (summand.key, summand.negative))
                .unzip(),
            None => (text(term), text(&position.negative()?)),
        };
        own.sort_unstable();
        negative.sort_unstable();
        Some(Signed {
            game,
            own,
            negative,
        })
    }
}
