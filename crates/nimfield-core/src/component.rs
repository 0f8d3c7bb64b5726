//! What a search sees of a game.

use std::any::TypeId;
use std::sync::{PoisonError, RwLock};

use crate::families::taking::Taking;
use crate::words::Play;

/// A position that a search treats as one piece: an irreducible summand in normal play, a whole
/// sum in misère play.
///
/// Options come by number, so that a search need not hold them all, and as sums of components.
/// Two options may be equal.
pub trait Component: Clone + Send {
    /// Whether searches are compiled for this type: faster where options are cheap, and slower to
    /// compile. Other components are searched without their type, among those of any game.
    const TYPED: bool = false;

    /// Appends a key to `out`. Components of one type with equal keys have the same game tree up to
    /// repeated options.
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
    fn heap(&self) -> Option<u128> {
        None
    }
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

/// A number for each type that asks for one, the same as long as the process lives: it tells the keys of
/// different types apart where they share a memory.
#[must_use]
pub fn kind_of<T: 'static>() -> u64 {
    static KINDS: RwLock<Vec<TypeId>> = RwLock::new(Vec::new());
    let of = TypeId::of::<T>();
    let place = |kinds: &[TypeId]| kinds.iter().position(|&kind| kind == of);
    let known = place(&KINDS.read().unwrap_or_else(PoisonError::into_inner));
    let place = known.unwrap_or_else(|| {
        let mut kinds = KINDS.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been here first.
        place(&kinds).unwrap_or_else(|| {
            kinds.push(of);
            kinds.len() - 1
        })
    });
    place as u64 + 1
}
