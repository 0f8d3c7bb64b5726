//! What a search sees of a game.

use crate::families::taking::Taking;
use crate::words::Play;

/// A position that a search treats as one piece: an irreducible summand in normal play, a whole
/// sum in misère play.
///
/// Options come by number, so that a search need not hold them all, and as sums of components.
/// Two options may be equal.
pub trait Component: Clone + Send {
    /// A number of its own for each type, from 1: it tells the keys of different types apart where
    /// they share a memory.
    const KIND: u8;

    /// Appends a key to `out`. Components with equal keys have the same game tree up to repeated
    /// options.
    fn key(&self, out: &mut Vec<u8>);

    /// The number of options.
    fn option_count(&self) -> u64;

    /// Appends the summands of the option numbered `index` (from 0) to `out`; none for a position
    /// without moves.
    ///
    /// # Panics
    /// If `index` is not below [`option_count`](Component::option_count).
    fn option(&self, index: u64, out: &mut Vec<Self>);

    /// What proven theory says at once.
    fn known(&self, play: Play) -> Known;

    /// The component as a state of a taking game, if it is one: there may be tables of it.
    fn taking(&self) -> Option<(&Taking, u64)> {
        None
    }

    /// Rough bytes that the component holds outside of itself.
    fn bytes_outside(&self) -> u64 {
        0
    }

    /// The size of the nim heap whose game tree this component's is, up to repeated options, if
    /// it is one.
    fn heap(&self) -> Option<u128>;
}

/// What theory says of a component played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// Its Grundy value (in misère play, its misère Grundy number).
    Value(u128),
    /// That it is an N-position: its Grundy value is not 0.
    Positive,
}

impl Known {
    /// From whether the component is a P-position.
    #[must_use]
    pub fn outcome(is_p: bool) -> Known {
        if is_p {
            Known::Value(0)
        } else {
            Known::Positive
        }
    }
}

/// Appends `number` to a key, seven bits a byte, so that numbers never run into each other.
pub fn write_number(key: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        key.push(number as u8 | 0x80);
        number >>= 7;
    }
    key.push(number as u8);
}
